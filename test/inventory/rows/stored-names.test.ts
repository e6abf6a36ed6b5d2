// The names that are accepted: new ones are validated and stored in NFC; a name that was stored before there were
// rules is reached as it is written, or else by its NFC.
import { beforeAll, describe, expect, it } from 'vitest';
import { type Statement, statements } from '../../../src/database/statement.ts';
import { importFile } from '../../support/as-operator.ts';
import { client, day, freshKey, makePharmacy, post } from '../../support/pharmacy.ts';
import { release, reserve } from '../../support/reservations.ts';
import { useWorld } from '../../support/world.ts';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const COMPOSED = 'Ch\u00e4rge';
const DECOMPOSED = 'Cha\u0308rge';
const ROOM = 'K\u00fchlraum';
const ROOM_DECOMPOSED = 'Ku\u0308hlraum';
const BAD = ['RCL-7 ', 'RCL-7\u200b', 'RCL\n7', '\u202eRCL', ' '];

const organization = 'pharmacy';

const world = useWorld(async ({ db, service }) => {
  const skuCodes = ['A', 'B', 'BATCH', 'NEVER', 'OLD', 'TWO', 'S\u00fc', 'OLD-SKU'];
  const mine = await makePharmacy(db.database, { skuCodes });
  await importFile(
    db.database,
    JSON.stringify({
      locations: [
        { organization, name: ROOM },
        { organization, name: 'OLD-ROOM' },
      ],
    }),
  );
  const api = client({ url: service.url, key: mine.liveKey });
  return { api };
});

const receive = (lot_number: string, fields: Record<string, unknown> = {}, key = freshKey()) =>
  post(
    world.api,
    { type: 'receive', sku_code: 'A', qty: 10, lot_number, expiry_date: day(300), ...fields },
    key,
  );

/** Renames a lot number as it would be stored from before there were rules. */
async function storeAs(stored: string, sku: string, lot: string): Promise<void> {
  await world.db.owner.query(
    `update lot_number set lot_number = $1
      where lot_number = $2 and sku_id = (select id from sku where sku_code = $3)`,
    [stored, lot, sku],
  );
}

describe('a lot number that is new', () => {
  it.each(BAD)('is refused where it has not the form: %j', async (lot) => {
    const answer = await receive(lot);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({
      code: 'validation_error',
      details: [{ path: 'lot_number', message: expect.stringMatching(/^must not /) }],
    });
  });

  it('is stored in NFC, and reached in whatever form it is sent', async () => {
    expect((await receive('Na\u0308chster')).body.transactions[0].lot_number).toBe('N\u00e4chster');
    expect((await receive('N\u00e4chster')).body.transactions[0].balance_after).toBe(20);
    const draw = { type: 'fulfill', sku_code: 'A', qty: 1, lot_number: 'Na\u0308chster' };
    expect((await post(world.api, draw)).body.transactions[0].lot_number).toBe('N\u00e4chster');
    const returned = { ...draw, type: 'return' };
    expect((await post(world.api, returned)).body.transactions[0].lot_number).toBe('N\u00e4chster');
    const preview = await world.api.post('/v1/inventory/movements/preview', { body: draw });
    expect(preview.body.lots[0].lot_number).toBe('N\u00e4chster');
    for (const query of [{ sku_code: 'A' }, {}]) {
      const lots = await world.api.get('/v1/inventory/lots', {
        query: { ...query, lot_number: 'Na\u0308chster' },
      });
      expect(lots.body.data).toMatchObject([{ lot_number: 'N\u00e4chster', on_hand: 20 }]);
    }
  });

  it('is refused in a batch as alone', async () => {
    const movement = (lot_number: string) => ({
      idempotency_key: freshKey(),
      movement: { type: 'receive', sku_code: 'BATCH', qty: 1, lot_number, expiry_date: day(300) },
    });
    const body = { movements: [movement('B-1'), movement('B-1 '), movement(DECOMPOSED)] };
    const answer = await world.api.post('/v1/inventory/movements/batch', { body });
    expect(answer.body.results.map(({ status }: { status: number }) => status)).toEqual([
      201, 400, 201,
    ]);
    expect(answer.body.results[1].body.error.details[0].path).toBe('lot_number');
  });

  it('that no draw finds is not found, whatever its form', async () => {
    for (const lot_number of [...BAD, '\u00e9']) {
      const sku_code = 'NEVER';
      const answer = await post(world.api, { type: 'fulfill', sku_code, qty: 1, lot_number });
      expect([answer.status, answer.body.error.code]).toEqual([404, 'lot_not_found']);
      const lots = await world.api.get('/v1/inventory/lots', { query: { sku_code, lot_number } });
      expect(lots.body.data).toEqual([]);
    }
  });
});

describe('a lot number from before there were rules', () => {
  beforeAll(async () => {
    for (const [lot, stored] of [
      ['L-1', 'RCL-7 '],
      ['L-2', 'RCL-7\u200b'],
      ['L-3', DECOMPOSED],
    ] as const) {
      expect((await receive(lot, { sku_code: 'OLD' })).status).toBe(201);
      await storeAs(stored, 'OLD', lot);
    }
  });

  it.each(['RCL-7 ', 'RCL-7\u200b', DECOMPOSED])('is reached as it is written: %j', async (lot) => {
    const received = await receive(lot, { sku_code: 'OLD' });
    expect(received.body.transactions?.[0], received.text).toMatchObject({
      lot_number: lot,
      balance_after: 20,
    });
    for (const type of ['fulfill', 'return']) {
      const moved = await post(world.api, { type, sku_code: 'OLD', qty: 1, lot_number: lot });
      expect(moved.status, moved.text).toBe(201);
    }
    const lots = await world.api.get('/v1/inventory/lots', { query: { lot_number: lot } });
    expect(lots.body.data).toMatchObject([{ lot_number: lot, on_hand: 20 }]);
    const counted = await world.operateJson(
      'stock',
      'adjust',
      '--organization',
      organization,
      '--sku',
      'OLD',
      '--lot',
      lot,
      '--location',
      'Main',
      '--qty',
      '-1',
      '--reason',
      'found',
    );
    expect(counted.balance_after).toBe(19);
  });

  it('also goes to a location that is new to it', async () => {
    const received = await receive('RCL-7 ', { sku_code: 'OLD', location: 'Annex' });
    expect(received.body.transactions?.[0]).toMatchObject({ lot_number: 'RCL-7 ' });
  });

  it('is reached by its NFC where nothing is written so', async () => {
    const received = await receive(COMPOSED, { sku_code: 'OLD' });
    expect(received.body.transactions[0].lot_number).toBe(DECOMPOSED);
    const lots = await world.api.get('/v1/inventory/lots', {
      query: { sku_code: 'OLD', lot_number: COMPOSED },
    });
    expect(lots.body.data).toMatchObject([{ lot_number: DECOMPOSED }]);
    const words = ['--organization', organization, '--sku', 'OLD', '--lot', COMPOSED];
    const recalled = await world.operate('lot', 'set-status', ...words, '--status', 'quarantine');
    expect(recalled.printed).toContain('now quarantine');
  });

  it('is asked for again where several are meant, and none is written so', async () => {
    // Three forms of one letter, two of which were stored.
    const [one, two, three] = ['\u1e69', 's\u0323\u0307', 's\u0307\u0323'] as const;
    for (const [lot, stored] of [
      ['L-1', two],
      ['L-2', three],
    ] as const) {
      await receive(lot, { sku_code: 'TWO' });
      await storeAs(stored, 'TWO', lot);
    }
    const asked = [
      await receive(one, { sku_code: 'TWO' }),
      await post(world.api, { type: 'fulfill', sku_code: 'TWO', qty: 1, lot_number: one }),
      await world.api.get('/v1/inventory/lots', { query: { lot_number: one } }),
    ];
    for (const { status, body } of asked) {
      expect(status).toBe(400);
      expect(body.error.details[0].path).toBe('lot_number');
    }
    for (const lot_number of [two, three]) {
      const drawn = await post(world.api, { type: 'fulfill', sku_code: 'TWO', qty: 1, lot_number });
      expect(drawn.body.transactions).toMatchObject([{ lot_number }]);
    }
  });
});

// The later ones find what the earlier ones have stored.
describe('SKU codes and locations', { shuffle: false }, () => {
  it('are reached in whatever form they are sent', async () => {
    const fields = { sku_code: 'Su\u0308', location: ROOM_DECOMPOSED };
    expect((await receive('L', fields)).status).toBe(201);
    for (const _ of ['looked up', 'known']) expect((await receive('L', fields)).status).toBe(201);
    for (const path of ['stock', 'lots']) {
      const rows = await world.api.get(`/v1/inventory/${path}`, { query: fields });
      expect(rows.body.data).toMatchObject([{ sku_code: 'S\u00fc', location: ROOM, on_hand: 30 }]);
    }
    const query = { sku_code: fields.sku_code };
    for (const path of ['transactions', 'skus']) {
      const rows = await world.api.get(`/v1/inventory/${path}`, { query });
      expect(rows.body.data[0], path).toMatchObject({ sku_code: 'S\u00fc' });
    }
    const held = await reserve(world.api, {
      ...fields,
      qty: 2,
      reference: { type: 'order', id: 'X-1' },
    });
    expect(held.body).toMatchObject({ sku_code: 'S\u00fc', location: ROOM, reserved_now: 2 });
    const listed = await world.api.get('/v1/inventory/allocations', { query: fields });
    expect(listed.body.data).toHaveLength(1);
    expect((await release(world.api, 'X-1', fields.sku_code)).body).toEqual({ released: 2 });
  });

  it('from before there were rules are reached as they are written, and by their NFC', async () => {
    await world.db.owner.query(`update sku set sku_code = $1 where sku_code = 'OLD-SKU'`, [
      DECOMPOSED,
    ]);
    await world.db.owner.query(`update location set name = $1 where name = 'OLD-ROOM'`, [
      `${DECOMPOSED} `,
    ]);
    const named = await receive('L', { sku_code: DECOMPOSED, location: `${DECOMPOSED} ` });
    expect(named.status, named.text).toBe(201);
    const composed = await receive('L', { sku_code: COMPOSED, location: `${COMPOSED} ` });
    expect(composed.body.transactions?.[0].balance_after, composed.text).toBe(20);
  });

  it.each([
    ['locations', 'name', { name: 'Room\u200b' }],
    ['skus', 'sku_code', { sku_code: 'SKU ', product_id: crypto.randomUUID() }],
    ['lots', 'lot_number', { sku_code: 'B', lot_number: 'a\nb', expiry_date: day(9), qty: 1 }],
    ['partners', 'external_id', { external_id: ' x', name: 'X' }],
    ['partners', 'sponsor_external_id', { external_id: 'x', name: 'X', sponsor_external_id: ' ' }],
    ['store_orders', 'external_order_id', { order_number: 'N', external_order_id: 'a\nb' }],
  ])('of %s are validated by an import: %s', async (section, field, record) => {
    const good: Record<string, unknown> = { organization, ...record, [field]: 'fine' };
    const product_id = (await world.db.owner.query('select id from product limit 1')).rows[0].id;
    const apart: Record<string, object> = {
      partners: { external_id: 'first' },
      store_orders: { order_number: 'first' },
      skus: { product_id },
    };
    const bad = { ...good, ...record, ...(section === 'skus' && apart.skus) };
    const records = [{ ...good, ...apart[section] }, bad];
    await expect(
      importFile(world.db.database, JSON.stringify({ [section]: records })),
    ).rejects.toThrow(new RegExp(`^file\\.json:1 ${section}\\[1\\]\\.${field}: must not `));
  });

  it('are stored in NFC by an import, and found in whatever form by the next', async () => {
    for (const name of ['Lager \u00e4', 'Lager a\u0308']) {
      await importFile(
        world.db.database,
        JSON.stringify({
          locations: [{ organization, name }],
          lots: [
            {
              organization,
              sku_code: 'B',
              location: name,
              qty: 1,
              lot_number: name,
              expiry_date: day(9),
            },
          ],
        }),
      );
    }
    const { rows } = await world.db.owner.query(
      `select name from location where name like 'Lager%'`,
    );
    expect(rows).toEqual([{ name: 'Lager \u00e4' }]);
    const lots = await world.api.get('/v1/inventory/lots', { query: { location: 'Lager \u00e4' } });
    expect(lots.body.data).toMatchObject([{ lot_number: 'Lager \u00e4', on_hand: 1 }]);
  });

  it('that stand already are imported again as they are', async () => {
    const locations = [{ organization, name: `${DECOMPOSED} `, time_zone: 'Europe/Berlin' }];
    const lots = [
      {
        organization,
        sku_code: 'OLD',
        lot_number: 'RCL-7 ',
        location: 'Main',
        qty: 1,
        expiry_date: day(300),
      },
    ];
    const { counts } = await importFile(world.db.database, JSON.stringify({ locations, lots }));
    expect(counts.locations).toMatchObject({ created: 0, updated: 1 });
    expect(counts.lots).toMatchObject({ created: 0, unchanged: 1 });
  });
});

describe('a look-up of names', () => {
  it.each([
    ['sku_code', 'sku_not_nfc', 'sku_organization_id_sku_code_key'],
    ['location', 'location_not_nfc', 'location_organization_id_name_key'],
    ['lot_number', 'lot_number_not_nfc'],
    ['lot_number_of_sku', 'lot_number_not_nfc', '(lot_number = asked.name) AND (sku_id = '],
  ])('of the field %s reads indexes alone', async (field, ...parts) => {
    const { text } = statements.get(`stored-names-${field}`) as Statement;
    const asked = [{ ordinal: 0, organization_id: UNKNOWN_ID, name: 'x', nfc: 'x', sku_code: 'A' }];
    const explain = { name: `explain-${field}`, text: `explain ${text}` };
    const plan = JSON.stringify(await world.db.database.query(explain, [JSON.stringify(asked)]));
    for (const part of parts) expect(plan).toContain(part);
    expect(plan).not.toContain('Seq Scan');
  });
});

describe('references', () => {
  const draw = (reference: object) =>
    post(world.api, { type: 'fulfill', sku_code: 'A', qty: 1, reference });

  it.each([
    ['reference.id', { type: 'order', id: 'a\nb' }],
    ['reference.id', { type: 'order', id: ' ' }],
    ['reference.type', { type: 'order\u200b', id: '1' }],
  ])('are refused where they have not the form: %s', async (path, reference) => {
    for (const answer of [
      await draw(reference),
      await reserve(world.api, { sku_code: 'A', qty: 1, reference }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.error).toMatchObject({ code: 'validation_error', details: [{ path }] });
    }
  });

  it('are stored in NFC, and reached in whatever form they are sent', async () => {
    const sent = { type: 'order', id: `O-${DECOMPOSED}` };
    const held = await reserve(world.api, { sku_code: 'A', qty: 2, reference: sent });
    expect(held.body.reference).toEqual({ type: 'order', id: `O-${COMPOSED}` });
    expect((await draw(sent)).status).toBe(201);
    const query = { reference_type: sent.type, reference_id: sent.id };
    for (const path of ['transactions', 'allocations']) {
      const rows = await world.api.get(`/v1/inventory/${path}`, { query });
      expect(rows.body.data, path).toHaveLength(1);
    }
    const preview = await world.api.post('/v1/inventory/movements/preview', {
      body: { type: 'fulfill', sku_code: 'A', qty: 1, reference: sent },
    });
    expect(preview.status).toBe(200);
    expect((await release(world.api, sent.id)).body).toEqual({ released: 1 });
  });

  it('from before there were rules still draw what is reserved for them', async () => {
    const key = freshKey();
    const body = { sku_code: 'A', qty: 3, reference: { type: 'order', id: 'OLD-REF' } };
    expect((await reserve(world.api, body, key)).status).toBe(201);
    await world.db.owner.query(
      `update allocation set reference_id = E'OLD\\nREF' where reference_id = 'OLD-REF'`,
    );
    const reference = { type: 'order', id: 'OLD\nREF' };
    expect((await draw(reference)).status).toBe(201);
    expect((await reserve(world.api, { ...body, qty: 2, reference })).body.already_reserved).toBe(
      true,
    );
    expect((await release(world.api, reference.id)).body).toEqual({ released: 2 });
    // The draw has stored it.
    expect((await draw(reference)).status).toBe(201);
  });
});
