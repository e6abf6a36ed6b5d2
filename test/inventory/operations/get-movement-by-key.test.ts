import { describe, expect, it } from 'vitest';
import { client, day, freshKey, makePharmacy, post } from '../../support/pharmacy.ts';
import { useWorld } from '../../support/world.ts';

const PATH = '/v1/inventory/movements';

const world = useWorld(async ({ db, service }) => {
  const lot = { sku_code: 'SKU', qty: 10 };
  const lots = [
    { ...lot, lot_number: 'FIRST', expiry_date: day(50) },
    { ...lot, lot_number: 'SECOND', expiry_date: day(90) },
  ];
  const mine = await makePharmacy(db.database, { skuCodes: ['SKU'], lots });
  const foreign = await makePharmacy(db.database, { slug: 'theirs', skuCodes: ['SKU'], lots });
  return {
    slug: mine.slug,
    api: client({ url: service.url, key: mine.liveKey }),
    tests: client({ url: service.url, key: mine.testKey }),
    theirs: client({ url: service.url, key: foreign.liveKey }),
  };
});

const show = (idempotency_key: string, as = world.api) =>
  as.get(PATH, { query: { idempotency_key } });

const reference = { type: 'order', id: 'ORD-1', rx_number: 'RX-1' };

describe('what a key posted', () => {
  it('is its movement, with the transactions of the first answer, whatever came after', async () => {
    const key = freshKey();
    const first = await post(
      world.api,
      { type: 'fulfill', sku_code: 'SKU', qty: 12, reference },
      key,
    );
    expect([first.status, first.body.transactions.length]).toEqual([201, 2]);
    await post(world.api, { type: 'return', sku_code: 'SKU', lot_number: 'FIRST', qty: 10 });
    const [newest] = (
      await world.api.get('/v1/inventory/transactions', { query: { type: 'fulfill', limit: 1 } })
    ).body.data;
    const shown = await show(key);
    expect([shown.status, shown.body]).toEqual([
      200,
      {
        id: newest.movement_id,
        type: 'fulfill',
        reference,
        created_at: newest.created_at,
        transactions: first.body.transactions,
      },
    ]);
  });

  it('is found where the key came in a batch, and has no reference where it named none', async () => {
    const idempotency_key = freshKey();
    const movement = { type: 'return', sku_code: 'SKU', lot_number: 'SECOND', qty: 1 };
    const batch = await world.api.post(`${PATH}/batch`, {
      body: { movements: [{ idempotency_key, movement }] },
    });
    expect(batch.status, batch.text).toBe(200);
    expect((await show(idempotency_key)).body).toMatchObject({
      type: 'return',
      reference: null,
      transactions: [{ lot_number: 'SECOND', qty: 1 }],
    });
  });

  it('hides the prescription number from a test key, and nothing else', async () => {
    const key = freshKey();
    await post(world.api, { type: 'dispense', sku_code: 'SKU', qty: 1, reference }, key);
    const [live, test] = [await show(key), await show(key, world.tests)];
    expect(live.body.reference.rx_number).toBe('RX-1');
    expect(test.body).toEqual({ ...live.body, reference: { ...reference, rx_number: null } });
  });

  it('loses the prescription number with a redaction, and nothing else', async () => {
    const key = freshKey();
    await post(world.api, { type: 'dispense', sku_code: 'SKU', qty: 1, reference }, key);
    const { body } = await show(key);
    const words = ['--organization', world.slug, '--reason', 'asked for'];
    await world.operate('movement', 'redact', '--id', body.id, ...words);
    expect((await show(key)).body).toEqual({
      ...body,
      reference: { ...reference, rx_number: null },
    });
  });
});

describe('a key that posted nothing', () => {
  it('is not found: unknown, refused, of a reservation, or of another organization', async () => {
    const [refused, reserving, foreign] = [freshKey(), freshKey(), freshKey()];
    const short = await post(world.api, { type: 'fulfill', sku_code: 'SKU', qty: 999 }, refused);
    const held = await world.api.post('/v1/inventory/allocations', {
      headers: { 'Idempotency-Key': reserving },
      body: { sku_code: 'SKU', qty: 1, reference: { type: 'order', id: 'ORD-2' } },
    });
    const theirs = await post(world.theirs, { type: 'fulfill', sku_code: 'SKU', qty: 1 }, foreign);
    expect([short.status, held.status, theirs.status]).toEqual([409, 201, 201]);
    expect((await show(foreign, world.theirs)).status).toBe(200);
    for (const key of [freshKey(), refused, reserving, foreign]) {
      const answer = await show(key);
      expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
    }
  });

  it('must be sent, and be a key', async () => {
    for (const query of [{}, { idempotency_key: 'short' }, { idempotency_key: 'with a space' }]) {
      const { status, body } = await world.api.get(PATH, { query });
      expect([status, body.error.code, body.error.details[0].path]).toEqual([
        400,
        'validation_error',
        'idempotency_key',
      ]);
    }
  });
});
