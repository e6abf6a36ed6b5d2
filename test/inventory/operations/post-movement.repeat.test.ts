// An Idempotency-Key posts once, for good.
import { describe, expect, it } from 'vitest';
import { client, day, freshKey, makePharmacy, post } from '../../support/pharmacy.ts';
import { everythingWritten } from '../../support/refusals.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld(async ({ db, service }) => {
  const skuCodes = ['SKU', 'SPAN', 'EMPTY'];
  const mine = await makePharmacy(db.database, { skuCodes });
  const { liveKey } = await makePharmacy(db.database, { slug: 'theirs', skuCodes });
  // The same organization gets another live key, as after a rotation.
  const second = await makePharmacy(db.database, { skuCodes: [] });
  const api = client({ url: service.url, key: mine.liveKey });
  const rotated = client({ url: service.url, key: second.liveKey });
  const theirs = client({ url: service.url, key: liveKey });
  return { api, theirs, rotated };
});

function receipt(fields: Record<string, unknown> = {}): Record<string, unknown> {
  const lot = { lot_number: 'LOT', expiry_date: day(60) };
  return { type: 'receive', qty: 5, sku_code: 'SKU', ...lot, ...fields };
}

/** The body as these very bytes. */
function postText(text: string, key: string) {
  const headers = { 'content-type': 'application/json', 'Idempotency-Key': key };
  return world.api.post('/v1/inventory/movements', { rawBody: text, headers });
}

describe('the same key and body', () => {
  it('answers the first result and writes nothing, from any key of the organization', async () => {
    const key = freshKey();
    for (const lot_number of ['SPAN-1', 'SPAN-2']) {
      await post(world.api, receipt({ sku_code: 'SPAN', lot_number }));
    }
    const draw = { type: 'dispense', qty: 7, sku_code: 'SPAN' };
    const first = await post(world.api, draw, key);
    expect([first.status, first.body.transactions.length]).toEqual([201, 2]);
    // Between the two the stock moved on.
    await post(world.api, receipt({ sku_code: 'SPAN' }));
    const before = await everythingWritten(world.db);
    for (const caller of [world.api, world.rotated]) {
      const again = await post(caller, draw, key);
      expect(again.status).toBe(200);
      expect(again.body).toEqual({ ...first.body, idempotent: true });
    }
    expect(await everythingWritten(world.db)).toEqual(before);
  });

  it('is the same in any order of members, white space and form of its number', async () => {
    const key = freshKey();
    const { qty, type, sku_code, lot_number, expiry_date } = receipt();
    const rest = `"lot_number": "${lot_number}",\n"expiry_date": "${expiry_date}"`;
    const first = await postText(
      `{"type":"${type}","qty":${qty},"sku_code":"${sku_code}","reference":{"type":"a","id":"b"},${rest}}`,
      key,
    );
    expect(first.status).toBe(201);
    for (const number of ['5', '5.0', '50e-1', '0.5E1']) {
      const again = await postText(
        ` {"reference" : {"id":"\\u0062", "type":"a"}, ${rest}, "sku_code":"SKU", "qty": ${number}, "type":"receive"}`,
        key,
      );
      expect([again.status, again.body.transactions]).toEqual([200, first.body.transactions]);
    }
  });

  it('is the same key in double quotes, by header, in a batch and where it is looked up', async () => {
    const key = freshKey();
    const first = await post(world.api, receipt({ lot_number: 'QUOTED' }), key);
    const again = await post(world.api, receipt({ lot_number: 'QUOTED' }), `"${key}"`);
    expect([first.status, again.status, again.body.idempotent]).toEqual([201, 200, true]);
    const movement = receipt({ lot_number: 'QUOTED' });
    const { body } = await world.api.post('/v1/inventory/movements/batch', {
      body: { movements: [{ idempotency_key: `"${key}"`, movement }] },
    });
    expect([body.results[0].status, body.results[0].body.idempotent]).toEqual([200, true]);
    const found = await world.api.get('/v1/inventory/movements', {
      query: { idempotency_key: `"${key}"` },
    });
    expect([found.status, found.body.transactions]).toEqual([200, first.body.transactions]);
  });

  it('is judged without its double quotes, and keeps those within it', async () => {
    const longest = `"${'k'.repeat(100)}"`;
    for (const [key, status] of [
      ['"1234567"', 400],
      ['""', 400],
      [longest, 201],
      [`"${longest}`, 400],
      ['"ab"12345', 201],
      ['""ab"12345"', 200],
    ] as const) {
      const answer = await post(world.api, receipt({ lot_number: 'JUDGED' }), key);
      expect([key, answer.status]).toEqual([key, status]);
    }
  });

  it('is answered after the lot expired, was held, or its location lost its name', async () => {
    const key = freshKey();
    const body = receipt({ lot_number: 'LATER', location: 'Annex' });
    const first = await post(world.api, body, key);
    await world.db.owner.query(`update lot_number set expiry_date = '2020-01-01', quarantined = true
      where lot_number = 'LATER'`);
    await world.db.owner.query(`update location set name = 'Renamed' where name = 'Annex'`);
    const again = await post(world.api, body, key);
    expect([again.status, again.body.transactions]).toEqual([200, first.body.transactions]);
  });
});

describe('the same key and another body', () => {
  it.each([
    ['another qty', { qty: 6 }],
    ['a note more', { note: 'x' }],
    ['another case', { sku_code: 'sku' }],
    ['another type', { type: 'return', expiry_date: undefined }],
  ])('is refused: %s', async (_what, fields) => {
    const key = freshKey();
    expect((await post(world.api, receipt(), key)).status).toBe(201);
    const before = await everythingWritten(world.db);
    const answer = await post(world.api, receipt(fields), key);
    expect([answer.status, answer.body.error.code]).toEqual([422, 'idempotency_key_reused']);
    expect(answer.body.error.message).toMatch(/Idempotency-Key/);
    expect(await everythingWritten(world.db)).toEqual(before);
  });
});

describe('a key', () => {
  it('means nothing in another organization', async () => {
    const key = freshKey();
    const [mine, other] = [
      await post(world.api, receipt(), key),
      await post(world.theirs, receipt(), key),
    ];
    expect([mine.status, other.status]).toEqual([201, 201]);
    expect(other.body.transactions[0].id).not.toBe(mine.body.transactions[0].id);
    expect((await post(world.theirs, receipt({ qty: 6 }), key)).status).toBe(422);
    expect((await post(world.theirs, receipt(), key)).body.transactions).toEqual(
      other.body.transactions,
    );
  });

  it('is case-sensitive', async () => {
    expect((await post(world.api, receipt(), 'letters-abc')).status).toBe(201);
    expect((await post(world.api, receipt(), 'letters-ABC')).status).toBe(201);
  });

  it('of a refused movement may post the same body once it can be, or another', async () => {
    const draw = { type: 'fulfill', qty: 1, sku_code: 'EMPTY' };
    const [one, other] = [freshKey(), freshKey()];
    for (const key of [one, other]) expect((await post(world.api, draw, key)).status).toBe(409);
    const stocking = receipt({ sku_code: 'EMPTY' });
    expect((await post(world.api, stocking, other)).status).toBe(201);
    expect((await post(world.api, draw, one)).status).toBe(201);
    expect((await post(world.api, draw, one)).body.idempotent).toBe(true);
  });
});
