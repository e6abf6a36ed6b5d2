import { describe, expect, it } from 'vitest';
import { importFile } from '../../support/as-operator.ts';
import { ask, peopleWrote, refusal, useCounter } from '../../support/counter.ts';
import { day, freshKey } from '../../support/pharmacy.ts';
import { readLot } from '../../support/reservations.ts';

const world = useCounter();
const PATH = '/inventory/adjustments';
const A = { lot: 'A', expires: day(30) };

const adjusted = (sku_code: string, more: object = {}) => ({
  sku_code,
  location: 'Main',
  lot_number: 'A',
  qty: 2,
  reason: 'found',
  ...more,
});

describe('an adjustment', () => {
  it('adds units or takes them, once for its key', async () => {
    const sku = await world.stocked(A);
    const { pharmacist } = world.counter;
    const key = freshKey();
    const sent = adjusted(sku, { qty: -3, reason: 'other', comment: 'Counted wrongly on Monday' });
    const first = await ask(pharmacist, PATH, sent, key);
    expect([first.status, first.body.qty, first.body.balance_after]).toEqual([201, -3, 7]);
    const both = await Promise.all([1, 2].map(() => ask(pharmacist, PATH, sent, key)));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await ask(pharmacist, PATH, adjusted(sku))).body).toMatchObject({ balance_after: 9 });
    const { movements } = await peopleWrote(world.db);
    expect(movements.map(({ type, note }) => [type, note])).toEqual([
      ['adjust', 'other: Counted wrongly on Monday'],
      ['adjust', 'found'],
    ]);
  });

  it('is no clerk’s', async () => {
    const answer = await ask(world.counter.clerk, PATH, adjusted('COUNTER-0'));
    expect(refusal(answer)).toEqual([403, 'insufficient_scope']);
  });

  it('of a controlled product takes a witness, and is refused before one is asked for', async () => {
    const lot = { organization: world.mine.slug, sku_code: 'CTRL', lot_number: 'A' };
    const lots = [{ ...lot, expiry_date: day(30), qty: 10 }];
    await importFile(world.db.database, JSON.stringify({ lots }));
    const { pharmacist, witness } = world.counter;
    const tooMany = await ask(pharmacist, PATH, adjusted('CTRL', { qty: -11 }));
    expect(refusal(tooMany)).toEqual([409, 'insufficient_stock']);
    const body = adjusted('CTRL');
    expect(refusal(await ask(pharmacist, PATH, body))).toEqual([422, 'witness_required']);
    expect(await readLot(world.api, 'CTRL', 'A')).toMatchObject({ on_hand: 10 });
    const witness_token = await witness('adjustStock', body);
    expect((await ask(pharmacist, PATH, { ...body, witness_token })).status).toBe(201);
  });

  it.each([
    ['no units', { qty: 0 }, [400, 'validation_error', 'qty']],
    ['half a unit', { qty: 0.5 }, [400, 'validation_error', 'qty']],
    ['a reason of waste', { reason: 'broken' }, [400, 'validation_error', 'reason']],
    ['other without a comment', { reason: 'other' }, [400, 'validation_error', 'comment']],
    ['a comment too long', { comment: 'x'.repeat(1001) }, [400, 'validation_error', 'comment']],
    ['another’s SKU', { sku_code: 'THEIRS' }, [404, 'lot_not_found']],
  ])('is refused with %s', async (_what, change, expected) => {
    const sent = adjusted('COUNTER-0', change);
    expect(refusal(await ask(world.counter.pharmacist, PATH, sent))).toEqual(expected);
  });
});
