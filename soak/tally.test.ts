// A soak in which nothing happened has no violation either, so the tally counts what it met.
import { expect, it } from 'vitest';
import { emptyBase, type History } from './history.ts';
import { FAULTS } from './stage/faults.ts';
import { Tally } from './tally.ts';

const QUIET: History = { calls: [], ledger: [], feed: [], deliveries: [], delivered: [] };
const NOBODY = { before: emptyBase('2026-11-22'), orders: undefined };

it('names what never happened as missing', () => {
  const tally = new Tally();
  const checked = { violation: undefined, steps: [], after: NOBODY.before };
  tally.addStretch({ ...NOBODY, history: QUIET, checked });
  expect(tally.missing([])).toEqual(
    expect.arrayContaining([
      'changes: receive',
      'stock responses: refused',
      'order changes: erase',
    ]),
  );
});

it('does not name what happened as missing', () => {
  const tally = new Tally();
  const call = { client: 'one', start: 0, end: 1, ask: { kind: 'stock', sku: 'SKU-1' } as const };
  const calls = [{ ...call, id: 1, response: { rows: [] } }];
  const command = { kind: 'sweep', asOf: '2026-11-23' } as const;
  const steps = [{ movements: [], events: [], command, calls: [], start: 0, end: 1 }];
  const checked = { violation: undefined, steps, after: NOBODY.before };
  const before = tally.missing([]);
  tally.addStretch({ ...NOBODY, history: { ...QUIET, calls }, checked });
  const after = tally.missing([]);
  expect(before.filter((name) => !after.includes(name))).toEqual(['stock responses: stock']);
  expect(tally.lines()).toContain('stock responses: 1 stock');
});

it('names a fault as missing that was drawn often and never took effect, and none that is rare', () => {
  const tally = new Tally();
  const [always, never] = FAULTS.filter(({ weight }) => weight === 5) as [
    (typeof FAULTS)[number],
    (typeof FAULTS)[number],
  ];
  const missed = () => tally.missing(FAULTS).filter((name) => name.startsWith('faults'));
  tally.add('faults', always.name, 10);
  expect(missed()).toEqual([]);
  tally.add('faults in vain', never.name, 100);
  expect(missed()).toContain(`faults: ${never.name}`);
  expect(missed()).not.toContain(`faults: ${always.name}`);
});
