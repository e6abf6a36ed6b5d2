import { expect, it } from 'vitest';
import { ask, refusal, useCounter } from '../../support/counter.ts';
import { day, freshKey } from '../../support/pharmacy.ts';
import { hold, readLot } from '../../support/reservations.ts';

const world = useCounter();
const PATH = '/inventory/lots/expiry';
const comment = 'The year was mistyped';

it('corrects the date everywhere, once for its key, and says what left the lot', async () => {
  const lot = { lot: 'A', expires: day(30) };
  const sku = await world.stocked(lot, { ...lot, location: 'Annex' });
  await hold(world.api, 'ORD-1', { sku_code: sku, qty: 2 });
  const { pharmacist, clerk } = world.counter;
  const sent = { sku_code: sku, lot_number: 'A', expiry_date: day(-5), comment };
  expect(refusal(await ask(clerk, PATH, sent))).toEqual([403, 'insufficient_scope']);
  const key = freshKey();
  const first = await ask(pharmacist, PATH, sent, key);
  expect(first.body).toMatchObject({
    expiry_date: day(-5),
    idempotent: false,
    moved: [{ reference: { id: 'ORD-1' }, released: 2 }],
    waiting: 0,
  });
  const again = await ask(pharmacist, PATH, sent, key);
  expect(again.body).toEqual({ ...first.body, idempotent: true });
  for (const location of ['Main', 'Annex']) {
    expect(await readLot(world.api, sku, 'A', location)).toMatchObject({ expiry_date: day(-5) });
  }
});

it.each([
  ['without a comment', { comment: undefined }, [400, 'validation_error', 'comment']],
  ['with no date', { expiry_date: '2027-02-30' }, [400, 'validation_error', 'expiry_date']],
  ['of another’s SKU', { sku_code: 'THEIRS' }, [404, 'lot_not_found']],
])('is refused %s', async (_what, change, expected) => {
  const sent = { sku_code: 'COUNTER-0', lot_number: 'A', expiry_date: day(9), comment, ...change };
  expect(refusal(await ask(world.counter.pharmacist, PATH, sent))).toEqual(expected);
});
