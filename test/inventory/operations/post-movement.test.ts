import { afterAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../../src/inventory/ledger/verify-ledger.ts';
import { client, day, freshKey, makePharmacy, post } from '../../support/pharmacy.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld(async ({ db, service }) => {
  const { liveKey } = await makePharmacy(db.database, { skuCodes: ['FEFO', 'HOT', 'KEYS'] });
  const api = client({ url: service.url, key: liveKey });
  return { api };
});

afterAll(async () => {
  expect(await verifyLedger(world.db.database, null)).toMatchObject({ ok: true });
});

describe('a draw', () => {
  it('takes the first lot to expire first and spans lots', async () => {
    const receive = { type: 'receive', sku_code: 'FEFO', qty: 10 };
    await post(world.api, { ...receive, lot_number: 'LATE', expiry_date: day(90) });
    await post(world.api, { ...receive, lot_number: 'SOON', expiry_date: day(30) });
    const drawn = await post(world.api, { type: 'fulfill', sku_code: 'FEFO', qty: 12 });
    expect(drawn.status).toBe(201);
    expect(drawn.body.transactions).toMatchObject([
      { lot_number: 'SOON', qty: -10, balance_after: 0 },
      { lot_number: 'LATE', qty: -2, balance_after: 8 },
    ]);
  });

  it('never lets fifty orders share the last unit', async () => {
    await post(world.api, {
      type: 'receive',
      sku_code: 'HOT',
      qty: 1,
      lot_number: 'LAST',
      expiry_date: day(30),
    });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        post(world.api, { type: 'fulfill', sku_code: 'HOT', qty: 1 }),
      ),
    );
    const statuses = Map.groupBy(answers, ({ status }) => status);
    expect(statuses.get(201)).toHaveLength(1);
    expect(statuses.get(409)).toHaveLength(49);
  });
});

describe('an idempotency key', () => {
  it('posts once, however many requests are in flight with it', async () => {
    const key = freshKey();
    const body = {
      type: 'receive',
      sku_code: 'KEYS',
      qty: 5,
      lot_number: 'ONCE',
      expiry_date: day(30),
    };
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(world.api, body, key)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(49);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.transactions))).size).toBe(1);
    const stock = await world.api.get('/v1/inventory/stock', { query: { sku_code: 'KEYS' } });
    expect(stock.body.data).toMatchObject([{ on_hand: 5, version: 1 }]);
  });
});
