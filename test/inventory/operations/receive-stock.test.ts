import { describe, expect, it } from 'vitest';
import { ask, peopleWrote, refusal, useCounter } from '../../support/counter.ts';
import { day, freshKey } from '../../support/pharmacy.ts';
import { readLot } from '../../support/reservations.ts';

const world = useCounter();
const PATH = '/inventory/receipts';

const received = (more: object = {}) => ({
  sku_code: 'COUNTER-0',
  location: 'Main',
  lot_number: 'A',
  expiry_date: day(30),
  qty: 5,
  ...more,
});

describe('a receipt', () => {
  it('brings units of a lot, once for its key, and of a new one too', async () => {
    const { clerk } = world.counter;
    const key = freshKey();
    const sent = received({ po_number: 'PO-1', status: 'quarantine' });
    const both = await Promise.all([1, 2].map(() => ask(clerk, PATH, sent, key)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 201]);
    expect((await ask(clerk, PATH, received({ qty: 2 }))).body).toMatchObject({
      qty: 2,
      balance_after: 7,
    });
    const lot = await readLot(world.api, 'COUNTER-0', 'A');
    expect(lot).toMatchObject({ on_hand: 7, status: 'quarantine' });
    const { movements } = await peopleWrote(world.db);
    expect(movements).toMatchObject([{ type: 'receive', actor: `person:${clerk.id}` }, {}]);
  });

  it.each([
    ['another expiry date', { expiry_date: day(31) }, [422, 'lot_expiry_mismatch']],
    ['a past expiry date', { lot_number: 'B', expiry_date: day(-3) }, [422, 'lot_expired']],
    ['another status', { status: 'released' }, [400, 'invalid_movement']],
    ['no expiry date', { expiry_date: undefined }, [400, 'validation_error', 'expiry_date']],
    ['an odd lot number', { lot_number: 'B ' }, [400, 'validation_error', 'lot_number']],
    ['an unknown SKU', { sku_code: 'NONE' }, [404, 'product_not_found']],
    ['another’s SKU', { sku_code: 'THEIRS' }, [404, 'product_not_found']],
    ['another’s location', { location: 'Their cellar' }, [404, 'location_not_found', 'location']],
  ])('is refused with %s', async (_what, change, expected) => {
    const answer = await ask(world.counter.clerk, PATH, received(change));
    expect(refusal(answer)).toEqual(expected);
  });
});
