// What a scanned code fills in on a movement and a preview, and how it is compared.
import { afterAll, describe, expect, it } from 'vitest';
import { importFile } from '../support/as-operator.ts';
import { client, day, freshKey, makePharmacy, post } from '../support/pharmacy.ts';
import { type Refusal, refusesIn, SPARE_SKU } from '../support/refusals.ts';
import { expectConsistentReservations, expire } from '../support/reservations.ts';
import { useWorld } from '../support/world.ts';

const GS = '\u001d';
const GTIN = '09506000134352';
const OTHER_GTIN = '00614141000012';
/** Of two SKUs of one product, and of two products. */
const SIBLINGS_GTIN = '15400141288763';
const AMBIGUOUS_GTIN = '05901234123457';
const UNKNOWN_GTIN = '04006381333931';
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const EXPIRY = day(400);
const OTHER_EXPIRY = day(500);

const world = useWorld(async ({ db, service }) => {
  const lot = (sku_code: string, lot_number: string, expiry_date: string, qty = 1000) => ({
    sku_code,
    lot_number,
    expiry_date,
    qty,
  });
  const pharmacy = await makePharmacy(db.database, {
    skuCodes: ['S', 'OTHER', 'A1', 'A2', 'CODE-ALONE', SPARE_SKU],
    lots: [
      lot('S', 'SOON', day(30)),
      lot('S', 'LATE', EXPIRY),
      lot('S', 'DUO', EXPIRY),
      lot('S', 'DUO21X', EXPIRY),
      lot('S', 'GONE', day(-5)),
      lot('CODE-ALONE', 'L', EXPIRY),
    ],
  });
  const { slug: organization, productIds } = pharmacy;
  const siblings = crypto.randomUUID();
  const gtins = [GTIN, OTHER_GTIN, AMBIGUOUS_GTIN, AMBIGUOUS_GTIN];
  const skus = ['S', 'OTHER', 'A1', 'A2'].map((sku_code, index) => ({
    organization,
    sku_code,
    product_id: productIds[index],
    gtin: gtins[index],
  }));
  const small = ['SMALL', 'LARGE', 'THIRD'].map((sku_code) => ({
    organization,
    sku_code,
    product_id: siblings,
    ...(sku_code !== 'THIRD' && { gtin: SIBLINGS_GTIN }),
  }));
  const products = [{ organization, id: siblings, name: 'Siblings' }];
  await importFile(db.database, JSON.stringify({ products, skus: [...skus, ...small] }));
  const api = client({ url: service.url, key: pharmacy.liveKey });
  const refuses = refusesIn(db, api);
  return { pharmacy, api, refuses, siblings };
});

afterAll(async () => {
  await expectConsistentReservations(world.db);
});

/** A GS1 symbol's content. */
function symbol({ gtin = GTIN, lot, expiry }: { gtin?: string; lot?: string; expiry?: string }) {
  const date = expiry === undefined ? '' : `17${expiry.slice(2).replaceAll('-', '')}`;
  return `]d201${gtin}${date}${lot === undefined ? '' : `10${lot}${GS}`}21SERIAL`;
}

const scanned = (parts: Parameters<typeof symbol>[0], more: object = {}) => ({
  type: 'fulfill',
  qty: 1,
  scanned_code: symbol(parts),
  ...more,
});
const preview = (body: unknown) => world.api.post('/v1/inventory/movements/preview', { body });

const mismatch = { status: 422, code: 'lot_expiry_mismatch', message: /scanned code.*expires on/ };
const invalid = (message: RegExp): Refusal => ({ status: 400, code: 'invalid_movement', message });
const unknown = (message: RegExp): Refusal => ({ status: 404, code: 'product_not_found', message });

describe('a receipt', () => {
  it('takes product, lot and expiry from the code', async () => {
    const body = scanned({ lot: 'NEW', expiry: EXPIRY }, { type: 'receive', qty: 12 });
    const received = await post(world.api, body);
    expect([received.status, received.body.transactions]).toMatchObject([
      201,
      [{ lot_number: 'NEW', qty: 12, balance_after: 12 }],
    ]);
    const lots = await world.api.get('/v1/inventory/lots', { query: { lot_number: 'NEW' } });
    expect(lots.body.data).toMatchObject([{ sku_code: 'S', expiry_date: EXPIRY, on_hand: 12 }]);
  });

  it('takes what the code lacks from the body, and what agrees twice', async () => {
    const own = { type: 'receive', sku_code: 'S', lot_number: 'MIXED', expiry_date: EXPIRY };
    const [product_id] = world.pharmacy.productIds;
    for (const body of [
      scanned({}, own),
      scanned({ lot: 'MIXED' }, { type: 'receive', expiry_date: EXPIRY }),
      scanned({ expiry: EXPIRY }, { type: 'receive', lot_number: 'MIXED' }),
      scanned({ lot: 'MIXED', expiry: EXPIRY }, { ...own, product_id }),
    ]) {
      const received = await post(world.api, body);
      expect([received.status, received.body.transactions]).toMatchObject([
        201,
        [{ lot_number: 'MIXED' }],
      ]);
    }
  });

  it('needs a lot and, where it is new, an expiry date from either', async () => {
    const lotRequired = { status: 400, code: 'lot_required', message: /lot_number/ };
    await world.refuses(scanned({ expiry: EXPIRY }, { type: 'receive' }), lotRequired);
    await world.refuses(scanned({}, { type: 'return' }), lotRequired);
    const expiryRequired = { status: 422, code: 'expiry_required', message: /expiry_date/ };
    await world.refuses(scanned({ lot: 'NOWHERE' }, { type: 'receive' }), expiryRequired);
  });

  it('is refused when the code has another expiry date than the lot number', async () => {
    const other = scanned({ lot: 'LATE', expiry: OTHER_EXPIRY }, { type: 'receive' });
    await world.refuses(other, { ...mismatch, message: new RegExp(EXPIRY) });
  });
});

describe('a draw', () => {
  it('draws the scanned lot, whatever expires sooner', async () => {
    for (const type of ['fulfill', 'dispense']) {
      const drawn = await post(
        world.api,
        scanned({ lot: 'LATE', expiry: EXPIRY }, { type, qty: 2 }),
      );
      expect([drawn.status, drawn.body.transactions]).toMatchObject([
        201,
        [{ lot_number: 'LATE', qty: -2 }],
      ]);
    }
  });

  it('takes the first to expire where the code has no lot', async () => {
    const drawn = await post(world.api, { type: 'fulfill', qty: 1, scanned_code: GTIN });
    expect(drawn.body.transactions).toMatchObject([{ lot_number: 'SOON', qty: -1 }]);
    const dated = await post(world.api, scanned({ expiry: day(30) }));
    expect(dated.body.transactions).toMatchObject([{ lot_number: 'SOON', qty: -1 }]);
  });

  it('never takes a lot or a date that could not be read for none', async () => {
    const unread = (what: string): Refusal => ({
      status: 400,
      code: 'lot_required',
      message: new RegExp(`The ${what} of scanned_code .* send lot_number`),
    });
    const noSuchDay = `01${GTIN}17280230`;
    const labels = [
      [`01${GTIN}10DUO21X`, 'lot_number', 'DUO'],
      [`01${GTIN}10DUO21X`, 'lot_number', 'DUO21X'],
      [`]d201${GTIN}10${'L'.repeat(21)}${GS}21S`, 'lot_number'],
      [noSuchDay, 'expiry_date'],
      [`${noSuchDay}10LATE`, 'expiry_date'],
      [`01${GTIN}21`, 'serial'],
      [`https://id.gs1.org/01/${GTIN}?10`, 'lot_number'],
    ] as const;
    for (const [scanned_code, field, lot_number = 'LATE'] of labels) {
      for (const type of ['fulfill', 'dispense']) {
        const body = { type, qty: 1, scanned_code };
        await world.refuses(body, unread(field));
        const key = freshKey();
        const batch = { movements: [{ idempotency_key: key, movement: body }] };
        const { results } = (await world.api.post('/v1/inventory/movements/batch', { body: batch }))
          .body;
        expect(results).toMatchObject([{ status: 400, body: { error: { code: 'lot_required' } } }]);
        const shown = await preview(body);
        expect([shown.status, shown.body.error?.code]).toEqual([400, 'lot_required']);
        const named = await post(world.api, { ...body, lot_number });
        expect(named.body.transactions).toMatchObject([{ lot_number, qty: -1 }]);
      }
    }
  });

  it.each(['1', '9', 'XYZ', '88ABC'])('takes no lot by a label that ends in %s', async (rest) => {
    const unread: Refusal = {
      status: 400,
      code: 'lot_required',
      message: /^A part of scanned_code could not be read .*send lot_number/,
    };
    for (const carrier of ['', ']d2']) {
      const body = { type: 'dispense', qty: 1, scanned_code: `${carrier}01${GTIN}${rest}` };
      await world.refuses(body, unread);
      const shown = await preview(body);
      expect([shown.status, shown.body.error?.code]).toEqual([400, 'lot_required']);
      expect((await post(world.api, { ...body, lot_number: 'LATE' })).status).toBe(201);
    }
  });

  it('is refused when a lot it would take has another expiry date than the label', async () => {
    for (const type of ['fulfill', 'dispense', 'return']) {
      await world.refuses(scanned({ lot: 'LATE', expiry: OTHER_EXPIRY }, { type }), mismatch);
    }
    await world.refuses(scanned({ expiry: OTHER_EXPIRY }), mismatch);
    await world.refuses(scanned({ expiry: day(30) }, { qty: 1001 }), mismatch);
    // Whose label it is comes before what state it is in.
    await world.refuses(scanned({ lot: 'GONE', expiry: EXPIRY }), mismatch);
    const expired = { status: 422, code: 'lot_expired', message: /expired/ };
    await world.refuses(scanned({ lot: 'GONE', expiry: day(-5) }), expired);
  });

  it('takes the lot that is there, where the scanner lost the separator behind it', async () => {
    const label = `01${GTIN}17${EXPIRY.slice(2).replaceAll('-', '')}10LATE21SER1021X`;
    const resolved = await world.api.post('/v1/inventory/scan/resolve', { body: { code: label } });
    expect(resolved.body).toMatchObject({
      lot_number: 'LATE',
      serial: 'SER1021X',
      lot_matched: true,
    });
    const drawn = await post(world.api, { type: 'dispense', qty: 1, scanned_code: label });
    expect(drawn.body.transactions).toMatchObject([{ lot_number: 'LATE' }]);
    const lotRequired = { status: 400, code: 'lot_required', message: /lot_number/ };
    const unknown = label.replace('LATE', 'NEVER');
    await world.refuses({ type: 'dispense', qty: 1, scanned_code: unknown }, lotRequired);
    await world.refuses({ type: 'receive', qty: 1, scanned_code: unknown }, lotRequired);
  });

  it('is refused for a lot that is not there', async () => {
    const notFound = { status: 404, code: 'lot_not_found', message: /lot_number/ };
    await world.refuses(scanned({ lot: 'NOWHERE' }), notFound);
    await world.refuses(scanned({ lot: 'LATE' }, { location: 'Annex' }), notFound);
    await world.refuses(scanned({ lot: 'late' }), notFound);
  });

  it('takes a SKU code as a scanned code too', async () => {
    const drawn = await post(world.api, { type: 'fulfill', qty: 1, scanned_code: 'CODE-ALONE' });
    expect(drawn.body.transactions).toMatchObject([{ lot_number: 'L' }]);
  });

  it('compares with the expiry date of the moment it has the lot', async () => {
    // A person corrects the lot's date while the draw waits for the level.
    const owner = await world.db.owner.connect();
    const receipt = { type: 'receive', qty: 9, sku_code: 'OTHER', lot_number: 'MOVED' };
    await post(world.api, { ...receipt, expiry_date: EXPIRY });
    await owner.query('begin');
    await owner.query(`select from stock_level l join sku s on s.id = l.sku_id
                        where s.sku_code = 'OTHER' for update of l`);
    await owner.query(`update lot_number set expiry_date = $1 where lot_number = 'MOVED'`, [
      OTHER_EXPIRY,
    ]);
    const drawing = post(
      world.api,
      scanned({ gtin: OTHER_GTIN, lot: 'MOVED', expiry: OTHER_EXPIRY }),
    );
    await untilBlocked(owner);
    await owner.query('commit');
    owner.release();
    // Said again where the books are checked: nobody but a test changes a date without its record.
    await expire(world.db, 'OTHER', 'MOVED', OTHER_EXPIRY);
    expect((await drawing).status).toBe(201);
    await world.refuses(scanned({ gtin: OTHER_GTIN, lot: 'MOVED', expiry: EXPIRY }), mismatch);
  });

  async function untilBlocked(holder: {
    query(text: string): Promise<{ rows: { pid: number }[] }>;
  }) {
    const [{ pid }] = (await holder.query('select pg_backend_pid() as pid')).rows as [
      { pid: number },
    ];
    for (;;) {
      const { rows } = await world.db.owner.query(
        'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
        [pid],
      );
      if (rows.length > 0) return;
    }
  }
});

describe('the scanned product', () => {
  it('must be known, and is judged so before it is contradicting', async () => {
    const names = unknown(/scanned_code does not match a product/);
    await world.refuses(scanned({ gtin: UNKNOWN_GTIN, lot: 'X' }), names);
    await world.refuses(scanned({ gtin: AMBIGUOUS_GTIN }), names);
    await world.refuses(scanned({}, { scanned_code: 'nothing' }), names);
    await world.refuses(
      scanned({ gtin: UNKNOWN_GTIN }, { sku_code: 'S', lot_number: 'LATE' }),
      names,
    );
    await world.refuses(scanned({ gtin: UNKNOWN_GTIN, lot: 'X' }, { lot_number: 'Y' }), names);
    await world.refuses(
      scanned({ gtin: OTHER_GTIN }, { sku_code: 'MISSING' }),
      unknown(/sku_code/),
    );
    await world.refuses(
      scanned({ gtin: OTHER_GTIN }, { product_id: UNKNOWN_ID }),
      unknown(/product_id/),
    );
    const missing = { ...scanned({}), sku_code: 'OTHER', location: 'Nowhere' };
    await world.refuses(missing, invalid(/^scanned_code names another product than sku_code/));
  });

  it('must be the one that the body names', async () => {
    const [, otherId] = world.pharmacy.productIds;
    await world.refuses(
      scanned({}, { sku_code: 'OTHER' }),
      invalid(/^scanned_code names another product than sku_code/),
    );
    await world.refuses(
      scanned({}, { product_id: otherId }),
      invalid(/^scanned_code names another product than product_id/),
    );
    const [own = ''] = world.pharmacy.productIds;
    const drawn = await post(
      world.api,
      scanned({ lot: 'LATE' }, { product_id: own.toUpperCase() }),
    );
    expect(drawn.status).toBe(201);
  });

  it('needs its sku_code where several SKUs share the code', async () => {
    const receipt = { type: 'receive', qty: 3 };
    const code = { gtin: SIBLINGS_GTIN, lot: 'SIB', expiry: EXPIRY };
    await world.refuses(scanned(code, receipt), invalid(/^sku_code .*several SKUs/));
    const byId = scanned(code, { ...receipt, product_id: world.siblings });
    await world.refuses(byId, invalid(/^sku_code .*several SKUs/));
    const third = scanned(code, { ...receipt, sku_code: 'THIRD' });
    await world.refuses(third, invalid(/^scanned_code names another product than sku_code/));
    expect((await post(world.api, scanned(code, { ...receipt, sku_code: 'LARGE' }))).status).toBe(
      201,
    );
    const lots = await world.api.get('/v1/inventory/lots', { query: { lot_number: 'SIB' } });
    expect(lots.body.data).toMatchObject([{ sku_code: 'LARGE', on_hand: 3 }]);
  });

  it('must agree with the body in lot and expiry', async () => {
    const lot = scanned({ lot: 'LATE' }, { lot_number: 'SOON' });
    await world.refuses(lot, invalid(/scanned_code carries another lot_number/));
    const receipt = { type: 'receive', lot_number: 'N', expiry_date: OTHER_EXPIRY };
    const expiry = scanned({ lot: 'N', expiry: EXPIRY }, receipt);
    await world.refuses(expiry, invalid(/scanned_code carries another expiry_date/));
  });

  it('is one of the lots that the code can be read with, and has its date', async () => {
    const yymmdd = EXPIRY.slice(2).replaceAll('-', '');
    const dated = `01${GTIN}17${yymmdd}`;
    const otherLot = invalid(/scanned_code carries another lot_number/);
    const movement = { qty: 1 };
    for (const [type, scanned_code, lot_number] of [
      ['dispense', `01${GTIN}10LATER21XYZ`, 'LATE'],
      ['return', `(01)${GTIN}(10)D(2024)`, 'LATE'],
      ['receive', `${dated}10NEXT2121XYZ`, 'COMPLETELY-OTHER'],
      ['receive', `(01)${GTIN}(17)${yymmdd}(10)D(2024)`, 'ZZZ'],
    ] as const) {
      await world.refuses({ ...movement, type, scanned_code, lot_number }, otherLot);
    }
    const joined = { type: 'receive', qty: 2, scanned_code: `01${GTIN}10JOINED17${yymmdd}` };
    const otherDate = { ...joined, lot_number: 'JOINED', expiry_date: OTHER_EXPIRY };
    await world.refuses(otherDate, invalid(/scanned_code carries another expiry_date/));
    expect((await post(world.api, { ...joined, lot_number: 'JOINED' })).status).toBe(201);
    // Though LATE is in stock, the package says LATE21.
    const longer = { type: 'receive', qty: 2, scanned_code: `${dated}10LATE2121XYZ` };
    expect((await post(world.api, { ...longer, lot_number: 'LATE21' })).status).toBe(201);
    for (const lot_number of ['JOINED', 'LATE21']) {
      const lots = await world.api.get('/v1/inventory/lots', { query: { lot_number } });
      expect(lots.body.data).toMatchObject([{ expiry_date: EXPIRY, on_hand: 2 }]);
    }
    const other = `01${GTIN}17${OTHER_EXPIRY.slice(2).replaceAll('-', '')}10LATE21S`;
    await world.refuses(
      { type: 'dispense', qty: 1, scanned_code: other, lot_number: 'LATE' },
      mismatch,
    );
    await world.refuses(
      { type: 'dispense', qty: 1, scanned_code: other },
      { status: 400, code: 'lot_required', message: /lot_number .*ambiguous/ },
    );
  });

  it('leaves expiry_date and status to receipts', async () => {
    const own = scanned({ lot: 'LATE', expiry: EXPIRY }, { expiry_date: EXPIRY });
    await world.refuses(own, invalid(/expiry_date belongs to receive/));
  });
});

describe('the idempotency key', () => {
  it('stands for the body as sent, and outlives what the code meant then', async () => {
    const organization = world.pharmacy.slug;
    const product_id = crypto.randomUUID();
    const upc = '036000291452';
    const setUpc = (code: string | null) =>
      importFile(
        world.db.database,
        JSON.stringify({
          products: [{ organization, id: product_id, name: 'Renumbered' }],
          skus: [{ organization, sku_code: 'RENUMBERED', product_id, upc: code }],
        }),
      );
    await setUpc(upc);
    const key = freshKey();
    const own = { type: 'receive', qty: 4, lot_number: 'R', expiry_date: EXPIRY };
    const first = await post(world.api, { ...own, scanned_code: upc }, key);
    expect(first.status).toBe(201);
    const sameProduct = await post(world.api, { ...own, sku_code: 'RENUMBERED' }, key);
    expect([sameProduct.status, sameProduct.body.error.code]).toEqual([
      422,
      'idempotency_key_reused',
    ]);
    await setUpc(null);
    const again = await post(world.api, { ...own, scanned_code: upc }, key);
    expect([again.status, again.body]).toEqual([200, { ...first.body, idempotent: true }]);
  });
});

describe('a preview', () => {
  it('shows what the scanned draw would take', async () => {
    const draw = scanned({ lot: 'LATE', expiry: EXPIRY }, { qty: 2 });
    expect((await preview(draw)).body).toMatchObject({
      lots: [{ lot_number: 'LATE', expiry_date: EXPIRY, qty: 2 }],
      shortfall: 0,
    });
    const anyLot = await preview({ type: 'dispense', qty: 1, scanned_code: GTIN });
    expect(anyLot.body.lots).toMatchObject([{ lot_number: 'SOON' }]);
  });

  it.each<[body: object, status: number, code: string]>([
    [scanned({ lot: 'LATE', expiry: OTHER_EXPIRY }), 422, 'lot_expiry_mismatch'],
    [scanned({ expiry: OTHER_EXPIRY }), 422, 'lot_expiry_mismatch'],
    [scanned({ lot: 'NOWHERE', expiry: EXPIRY }), 404, 'lot_not_found'],
    [scanned({ gtin: UNKNOWN_GTIN }), 404, 'product_not_found'],
    [scanned({}, { sku_code: 'OTHER' }), 400, 'invalid_movement'],
    [scanned({ lot: 'LATE' }, { lot_number: 'SOON' }), 400, 'invalid_movement'],
    [scanned({ gtin: SIBLINGS_GTIN }), 400, 'invalid_movement'],
    [scanned({}, { scanned_code: '' }), 400, 'validation_error'],
    [scanned({}, { scanned_code: 'x'.repeat(401) }), 400, 'validation_error'],
  ])('refuses what the draw would refuse: %j', async (body, status, code) => {
    const refused = await preview(body);
    expect([refused.status, refused.body.error.code]).toEqual([status, code]);
    const draw = await post(world.api, body as Record<string, unknown>);
    expect([draw.status, draw.body.error.code]).toEqual([status, code]);
  });
});
