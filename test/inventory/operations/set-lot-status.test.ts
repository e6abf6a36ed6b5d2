import { afterAll, describe, expect, it } from 'vitest';
import { ask, refusal, useCounter } from '../../support/counter.ts';
import { day, freshKey } from '../../support/pharmacy.ts';
import { expectConsistentReservations, heldBy, hold, readLot } from '../../support/reservations.ts';

const world = useCounter();
const PATH = '/inventory/lots/status';
const A = { lot: 'A', expires: day(30) };

afterAll(() => expectConsistentReservations(world.db));

const status = (sku_code: string, more: object) => ({ sku_code, lot_number: 'A', ...more });
const STOP = { location: 'Main', status: 'quarantine', comment: 'The box was wet' };

describe('a lot', () => {
  it('is quarantined by a clerk and released by a pharmacist, and says what moved', async () => {
    const sku = await world.stocked(A, { lot: 'B', expires: day(40), qty: 1 });
    await hold(world.api, 'ORD-1', { sku_code: sku, qty: 3 });
    const { clerk, pharmacist } = world.counter;
    const preview = await clerk.api.post(`${PATH}/preview`, {
      body: status(sku, { location: 'Main' }),
    });
    const reference = { type: 'order', id: 'ORD-1' };
    expect(preview.body).toEqual({
      lots: [
        {
          location: 'Main',
          status: 'released',
          on_hand: 10,
          reserved: 3,
          reservations: [{ reference, into: [{ lot_number: 'B', qty: 1 }], moved: 1, released: 2 }],
        },
      ],
      short_orders: 1,
      similar_lots: [],
    });
    expect(await heldBy(world.api, 'ORD-1', sku)).toEqual(['A:3']);

    const key = freshKey();
    const stopped = await ask(clerk, PATH, status(sku, STOP), key);
    expect(stopped.body).toEqual({
      status: 'quarantine',
      idempotent: false,
      lots: [
        {
          location: 'Main',
          changed: true,
          moved: [{ reference, lot_number: 'A', moved: 1, released: 2 }],
          waiting: 0,
        },
      ],
      similar_lots: [],
    });
    const again = await ask(clerk, PATH, status(sku, STOP), key);
    expect(again.body).toEqual({ ...stopped.body, idempotent: true });
    const release = status(sku, { location: 'Main', status: 'released' });
    expect(refusal(await ask(clerk, PATH, release))).toEqual([403, 'insufficient_scope']);
    expect((await ask(pharmacist, PATH, release)).body.lots).toMatchObject([{ changed: true }]);
    expect(await readLot(world.api, sku, 'A')).toMatchObject({ status: 'released' });
  });

  it('is recalled everywhere by a pharmacist alone, and not released at one location', async () => {
    const sku = await world.stocked(A, { ...A, location: 'Annex' });
    const { clerk, pharmacist } = world.counter;
    const recall = status(sku, { everywhere: true, status: 'quarantine' });
    expect(refusal(await ask(clerk, PATH, recall))).toEqual([403, 'insufficient_scope']);
    const { body } = await ask(pharmacist, PATH, recall);
    expect(body.lots.map(({ location }: { location: string }) => location).sort()).toEqual([
      'Annex',
      'Main',
    ]);
    const one = await ask(pharmacist, PATH, status(sku, { location: 'Main', status: 'released' }));
    expect(refusal(one)).toEqual([422, 'lot_not_released']);
    const all = await ask(pharmacist, PATH, status(sku, { everywhere: true, status: 'released' }));
    expect(all.status).toBe(200);
  });

  it.each([
    ['without a location or everywhere', {}, [400, 'validation_error', 'location']],
    [
      'with a location and everywhere',
      { location: 'Main', everywhere: true },
      [400, 'validation_error', 'everywhere'],
    ],
    ['that is unknown', { location: 'Main', lot_number: 'NONE' }, [404, 'lot_not_found']],
    ['of another', { location: 'Main', sku_code: 'THEIRS' }, [404, 'lot_not_found']],
    [
      'at another’s location',
      { location: 'Their cellar' },
      [404, 'location_not_found', 'location'],
    ],
  ])('%s is refused, in the preview too', async (_what, more, expected) => {
    const sent = { sku_code: 'COUNTER-0', lot_number: 'A', ...more };
    const { pharmacist } = world.counter;
    const changed = await ask(pharmacist, PATH, { ...sent, status: 'quarantine' });
    expect(refusal(changed)).toEqual(expected);
    const preview = await pharmacist.api.post(`${PATH}/preview`, { body: sent });
    expect(refusal(preview)).toEqual(expected);
  });
});
