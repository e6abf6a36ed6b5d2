// The command that CI runs, on published documents that somebody has changed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Draft, eventName } from './changes/change-cases.ts';
import { judge, readReleased } from './changes/released.ts';

let directory: string;
let accepted: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'changes-'));
  accepted = join(directory, 'accepted.json');
  // What is accepted of today's contract is no part of these changes.
  writeFileSync(accepted, '[]');
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const released = readReleased();

function changed(change: (draft: Draft) => void) {
  const draft = new Draft(released);
  change(draft);
  return draft.document;
}

describe('npm run changes', () => {
  function run(document: unknown): { status: number | null; printed: string } {
    writeFileSync(join(directory, 'openapi.json'), JSON.stringify(document));
    const { status, stdout, stderr } = spawnSync(
      'npm',
      ['run', '-s', 'changes', '--', '--published', directory, '--accepted', accepted],
      { encoding: 'utf8' },
    );
    return { status, printed: stdout + stderr };
  }

  it('passes what is as it was released', () => {
    const { status, printed } = run(released);
    expect(printed).toContain('0 changes');
    expect(status).toBe(0);
  });

  it.each([
    [
      'a renamed field',
      changed((draft) => {
        const { properties } = draft.schema('StockLevel');
        properties.free = properties.available;
        delete properties.available;
      }),
      '- **Breaking:** `StockLevel.available` is removed, in answers of `GET /v1/inventory/stock`',
    ],
    [
      'a newly required field',
      changed((draft) => draft.schema('AllocationRequest').required.push('location')),
      '- **Breaking:** `AllocationRequest.location` is now required, in requests of `POST /v1/inventory/allocations`',
    ],
    [
      'a removed property of an event',
      changed((draft) => delete draft.schema('StockLowData').properties.reorder_point),
      `- **Breaking:** \`StockLowData.reorder_point\` is removed, in the event \`${eventName('onStockLow')}\``,
    ],
  ])('fails on %s, with the line that says it', (_what, document, line) => {
    const { status, printed } = run(document);
    expect(printed).toContain(line);
    expect(status).toBe(1);
  });

  it('fails on an addition that the change log does not name, with the line to write', () => {
    const document = changed((draft) => {
      draft.schema('StockLevel').properties.zzz_incoming = { type: 'integer' };
    });
    const { status, printed } = run(document);
    expect(printed).toContain('### Added\n\n- `StockLevel.zzz_incoming` is new, in answers of');
    expect(status).toBe(1);
  });

  it('reads events from a document of their own', () => {
    const { webhooks = {}, ...operations } = released;
    const { [eventName('onStockLow')]: _gone, ...events } = webhooks;
    const parted = { ...released, paths: {}, webhooks: events };
    writeFileSync(join(directory, 'webhooks.json'), JSON.stringify(parted));
    const { status, printed } = run(operations);
    rmSync(join(directory, 'webhooks.json'));
    expect(printed).toContain(`- **Breaking:** \`${eventName('onStockLow')}\` is removed.`);
    expect(printed).toContain('1 change ');
    expect(status).toBe(1);
  });
});

describe('a change', () => {
  const added = changed((draft) => {
    draft.schema('StockLevel').properties.incoming = { type: 'integer' };
  });
  const removed = changed((draft) => delete draft.schema('StockLevel').properties.available);

  it.each([
    ['below the unreleased heading', '## [Unreleased]\n\n- `StockLevel.incoming` counts.\n', 0],
    ['in a version without a date', '## [1.1.0] - unreleased\n\n- `StockLevel.incoming`.\n', 0],
    ['without its name', '## [Unreleased]\n\n- Stock says what is coming.\n', 1],
    [
      'in a release alone',
      '## [Unreleased]\n\n## [1.0.0] - 2026-11-22\n\n- `StockLevel.incoming`',
      1,
    ],
  ])('is named where it stands %s', (_where, changeLog, unnamed) => {
    const judged = judge({ released, published: added, accepted: [], changeLog });
    expect([judged.breaking.length, judged.unnamed.length]).toEqual([0, unnamed]);
  });

  const accepted = { change: '`StockLevel.available` is removed', reason: 'It never was there.' };
  const changeLog = '## [Unreleased]\n\n- `StockLevel.available` is gone.\n';

  it('that breaks is none where it is accepted with its reason, and still named', () => {
    const judged = judge({ released, published: removed, accepted: [accepted], changeLog });
    expect([judged.breaking, judged.unnamed, judged.stale]).toEqual([[], [], []]);
    const silent = judge({ released, published: removed, accepted: [accepted], changeLog: '' });
    expect([silent.breaking.length, silent.unnamed.length]).toEqual([0, 1]);
  });

  it('that breaks is not accepted without a reason, nor by being named', () => {
    const judged = judge({
      released,
      published: removed,
      accepted: [{ ...accepted, reason: '' }],
      changeLog,
    });
    expect(judged.breaking).toHaveLength(1);
  });

  it('that is accepted and not there is a mistake', () => {
    const judged = judge({ released, published: released, accepted: [accepted], changeLog });
    expect(judged.stale).toEqual([accepted.change]);
  });
});
