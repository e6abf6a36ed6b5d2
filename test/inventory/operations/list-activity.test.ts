import { beforeAll, describe, expect, it } from 'vitest';
import { ask, refusal, useCounter } from '../../support/counter.ts';
import { day } from '../../support/pharmacy.ts';

const world = useCounter();
const PATH = '/activity';
type Row = Record<string, string>;
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

  it('says how many units went where, and what was set', async () => {
    const { data } = await listed({ limit: 100 });
    const of = (operation: string) => data.find((row: Row) => row.operation === operation);
    expect(of('wasteStock')).toMatchObject({ units: 1, from_location: 'Main', to_location: null });
    expect(of('undoCorrection')).toMatchObject({ units: 1, to_location: 'Main' });
    expect(of('recordTemperature')).toMatchObject({ units: null, value: '5' });
  });

  it('is narrowed by who, what, the day and the lot, and given as CSV', async () => {
    const { pharmacist, clerk } = world.counter;
    const of = async (query: Record<string, string>) => {
      const { data } = await listed({ ...query, limit: 100 });
      return data.map(({ operation, person_id }: Row) => [operation, person_id]);
    };
    const wasted = ['wasteStock', clerk.id];
    const adjusted = ['adjustStock', pharmacist.id];
    const undone = ['undoCorrection', clerk.id];
    const lot = { sku_code: sku, lot_number: 'A' };
    expect(await of(lot)).toEqual([adjusted, adjusted, undone, wasted]);
    expect(await of({ ...lot, person_id: clerk.id })).toEqual([undone, wasted]);
    expect(await of({ ...lot, lot_number: 'B' })).toEqual([]);
    expect(await of({ ...lot, operation: 'wasteStock' })).toEqual([wasted]);
    const now = new Date().toISOString();
    expect(await of({ from: now })).toEqual([]);
    expect(await of({ ...lot, to: now })).toHaveLength(4);
    const csv = await pharmacist.api.get(PATH, { query: lot, headers: { Accept: 'text/csv' } });
    expect(csv.text.split('\r\n')).toHaveLength(6);
    const half = await pharmacist.api.get(PATH, { query: { sku_code: sku } });
    expect(refusal(half)).toEqual([400, 'validation_failed', 'lot_number']);
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
