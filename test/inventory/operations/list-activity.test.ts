import { beforeAll, describe, expect, it } from 'vitest';
import { ask, refusal, useCounter } from '../../support/counter.ts';
import { day } from '../../support/pharmacy.ts';

const world = useCounter();
const PATH = '/activity';
let sku: string;

beforeAll(async () => {
  sku = await world.stocked({ lot: 'A', expires: day(30) });
  const { clerk, pharmacist } = world.counter;
  const lot = { sku_code: sku, location: 'Main', lot_number: 'A' };
  const waste = { ...lot, qty: 1, reason: 'broken', comment: 'Fell down' };
  const first = await ask(clerk, '/inventory/waste', waste);
  await ask(clerk, `/inventory/corrections/${first.body.movement_id}/undo`, {});
  await ask(pharmacist, '/inventory/adjustments', { ...lot, qty: 1, reason: 'found' });
  await ask(pharmacist, '/inventory/adjustments', { ...lot, qty: 2, reason: 'mistake' });
  await ask(clerk, '/inventory/temperatures', { location: 'Fridge', celsius: 5 });
  // What the platform's operator does is in its own log.
  const words = ['--organization', 'pharmacy', '--sku', sku, '--lot', 'A', '--location', 'Annex'];
  await world.operate(
    'stock',
    'transfer',
    ...words.with(-1, 'Main'),
    '--to',
    'Annex',
    '--qty',
    '1',
  );
});

async function listed(query: Record<string, string | number> = {}) {
  const { status, body, text } = await world.counter.pharmacist.api.get(PATH, { query });
  expect(status, text).toBe(200);
  return body;
}

/** Without what made the people and brought them in. */
async function done(): Promise<Record<string, string>[]> {
  const { data } = await listed({ limit: 100 });
  const made = ['invitePerson', 'enrolTerminal', 'setPin', 'signInWithLink', 'signInWithPin'];
  return data.filter(({ operation }: { operation: string }) => !made.includes(operation));
}

describe('the activity', () => {
  it('says who did what and why, newest first, and what became of it', async () => {
    const { clerk, pharmacist } = world.counter;
    const target = `lot A of ${sku} at Main`;
    const by = { person_id: clerk.id, witness_id: null, terminal_id: null };
    const mine = { ...by, person_id: pharmacist.id, terminal_id: expect.any(String) };
    expect(await done()).toMatchObject([
      { ...by, operation: 'recordTemperature', movement_id: null, undo: null, reason: null },
      { ...mine, operation: 'adjustStock', reason: 'mistake', undo: 'over', target },
      {
        ...mine,
        operation: 'adjustStock',
        reason: 'found',
        comment: 'found',
        undo: 'over',
        target,
      },
      { ...by, operation: 'undoCorrection', reason: null, undo: null, target },
      {
        ...by,
        operation: 'wasteStock',
        reason: 'broken',
        comment: 'broken: Fell down',
        undo: 'undone',
      },
    ]);
  });

  it('says what may still be undone to who did it', async () => {
    const own = await world.stocked({ lot: 'A', expires: day(30) });
    const lot = { sku_code: own, location: 'Main', lot_number: 'A' };
    const { clerk } = world.counter;
    await ask(world.counter.pharmacist, '/inventory/adjustments', {
      ...lot,
      qty: 1,
      reason: 'found',
    });
    expect((await listed({ limit: 1 })).data).toMatchObject([{ undo: 'possible' }]);
    await ask(clerk, '/inventory/waste', { ...lot, qty: 1, reason: 'broken' });
    expect((await listed({ limit: 2 })).data).toMatchObject([{ undo: 'over' }, { undo: 'over' }]);
  });

  it('shows no comment that was redacted', async () => {
    const waste = (await done()).at(-1);
    const words = ['--id', waste?.movement_id ?? '', '--reason', 'named a patient'];
    await world.operate('movement', 'redact', ...words);
    expect((await done()).at(-1)).toMatchObject({ comment: null, reason: 'broken' });
  });

  it('comes in pages, and shows nothing of another organization', async () => {
    const whole = (await listed()).data;
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { data: { id: string }[]; next_cursor: string | null } = await listed({
        limit: 2,
        ...(cursor !== null && { cursor }),
      });
      ids.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(ids).toEqual(whole.map(({ id }: { id: string }) => id));
    const { body } = await world.counter.stranger.api.get(PATH);
    const theirs = body.data.map(({ id }: { id: string }) => id);
    expect(theirs.filter((id: string) => ids.includes(id))).toEqual([]);
  });

  it('is no clerk’s', async () => {
    expect(refusal(await world.counter.clerk.api.get(PATH))).toEqual([403, 'insufficient_scope']);
  });
});
