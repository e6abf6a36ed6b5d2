import { afterAll, describe, expect, it } from 'vitest';
import { ask, peopleWrote, refusal, useCounter } from '../../support/counter.ts';
import { day, freshKey } from '../../support/pharmacy.ts';
import { expectConsistentReservations, hold, readLot } from '../../support/reservations.ts';

const world = useCounter();
const PATH = '/inventory/transfers';
const A = { lot: 'A', expires: day(30) };

afterAll(() => expectConsistentReservations(world.db));

const moved = (sku_code: string, more: object = {}) => ({
  sku_code,
  location: 'Main',
  lot_number: 'A',
  to: 'Annex',
  qty: 4,
  ...more,
});

describe('a transfer', () => {
  it('moves units once for its key, and says where they are', async () => {
    const sku = await world.stocked(A);
    const { clerk } = world.counter;
    const key = freshKey();
    const both = await Promise.all([1, 2].map(() => ask(clerk, PATH, moved(sku), key)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 201]);
    const [one, other] = both.map(({ body: { idempotent: _, ...rest } }) => rest);
    expect(one).toEqual(other);
    expect(one).toMatchObject({ from: 'Main', to: 'Annex', qty: 4, lot_number: 'A' });
    expect(await readLot(world.api, sku, 'A')).toMatchObject({ on_hand: 6 });
    expect(await readLot(world.api, sku, 'A', 'Annex')).toMatchObject({ on_hand: 4 });
    const { actions } = await peopleWrote(world.db);
    expect(actions).toMatchObject([
      { command: 'transferStock', person_id: clerk.id, arguments: one && { to: 'Annex' } },
    ]);
  });

  it('moves nothing that an order holds', async () => {
    const sku = await world.stocked(A);
    await hold(world.api, 'ORD-1', { sku_code: sku, qty: 7 });
    expect(refusal(await ask(world.counter.clerk, PATH, moved(sku)))).toEqual([
      409,
      'insufficient_stock',
    ]);
  });

  it.each([
    ['to the same location', { to: 'Main' }, [400, 'validation_error', 'to']],
    ['to an unknown location', { to: 'Moon' }, [404, 'location_not_found', 'to']],
    ['to another’s location', { to: 'Their cellar' }, [404, 'location_not_found', 'to']],
    ['from an unknown location', { location: 'Moon' }, [404, 'location_not_found', 'location']],
    ['of another’s SKU', { sku_code: 'THEIRS' }, [404, 'lot_not_found']],
    ['of no units', { qty: 0 }, [400, 'validation_error', 'qty']],
  ])('%s is refused, and names the field', async (_what, change, expected) => {
    const sku = { sku_code: 'COUNTER-0', ...change };
    expect(refusal(await ask(world.counter.clerk, PATH, moved('', sku)))).toEqual(expected);
  });
});
