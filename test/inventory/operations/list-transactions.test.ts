import { describe, expect, it } from 'vitest';
import { importFile } from '../../support/as-operator.ts';
import {
  expectEveryFilter,
  filterBy,
  itRefusesParameters,
  readPages,
  refusal,
} from '../../support/lists.ts';
import { client, day, makePharmacy, post } from '../../support/pharmacy.ts';
import { useWorld } from '../../support/world.ts';

const PATH = '/v1/inventory/transactions';
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
/** Imported at once, so all of one microsecond. */
const TIES = 20;

type Row = Record<string, unknown> & { id: string; created_at: string; lot_id: string };

const world = useWorld(async ({ db, service }) => {
  const lots = Array.from({ length: TIES }, (_, index) => ({
    sku_code: 'TIES',
    lot_number: `TIE-${index}`,
    expiry_date: day(60),
    qty: 10,
  }));
  const mine = await makePharmacy(db.database, { skuCodes: ['TIES', 'SKU', 'LATE'], lots });
  const foreign = await makePharmacy(db.database, { slug: 'theirs', skuCodes: ['SKU'] });
  const api = client({ url: service.url, key: mine.liveKey });
  const theirs = client({ url: service.url, key: foreign.liveKey });
  const lot = { sku_code: 'SKU', lot_number: 'LOT' };
  const reference = { type: 'order', id: 'ORD-1', rx_number: 'RX-1' };
  for (const body of [
    { type: 'receive', qty: 50, ...lot, expiry_date: day(60), po_number: 'PO-1', note: 'A note' },
    { type: 'fulfill', qty: 2, ...lot, reference },
    { type: 'dispense', qty: 3, ...lot, reference: { type: 'order', id: 'ORD-2' } },
    { type: 'return', qty: 1, ...lot, reference: { type: 'return', id: 'ORD-1' } },
    { type: 'fulfill', qty: 15, sku_code: 'TIES', reference: { type: 'order', id: 'ORD-1' } },
    { type: 'fulfill', qty: 1, ...lot, reference: { rx_number: 'RX-2' } },
  ]) {
    expect((await post(api, body)).status).toBe(201);
  }
  return { mine, api, theirs };
});

type Query = Record<string, string | number>;

async function list(query: Query = {}, as = world.api): Promise<Row[]> {
  const answer = await as.get(PATH, { query: { limit: 100, ...query } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

const REFUSED = { path: PATH, code: 'validation_error' } as const;
const idsOf = (rows: Row[]) => rows.map(({ id }) => id);
const typesOf = (rows: Row[]) => rows.map(({ type, qty }) => `${type} ${qty}`);

function pages(
  limit: number,
  query: Query = {},
  meanwhile?: (pages: number) => Promise<unknown>,
): Promise<Row[][]> {
  return readPages(world.api, PATH, { limit, ...query }, meanwhile);
}

describe('an entry', () => {
  it('shows all of the movement it belongs to', async () => {
    const [entry] = await list({ type: 'receive', sku_code: 'SKU' });
    expect(entry).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      movement_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'receive',
      sku_code: 'SKU',
      product_id: world.mine.productIds[1],
      location: 'Main',
      lot_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      lot_number: 'LOT',
      qty: 50,
      balance_after: 50,
      reference: null,
      po_number: 'PO-1',
      note: 'A note',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      redacted_at: null,
    });
  });

  it('has the id that its posting answered', async () => {
    const body = { type: 'return', qty: 4, sku_code: 'SKU', lot_number: 'LOT' };
    const posted = await post(world.api, body);
    const [newest] = await list({ limit: 1 });
    expect(newest).toMatchObject(posted.body.transactions[0]);
  });

  it('keeps its microseconds', async () => {
    const [entry] = await list({ limit: 1 });
    const { rows } = await world.db.owner.query(
      `select (extract(epoch from created_at) * 1000000)::bigint % 1000000 as micros
         from ledger_entry where id = $1`,
      [entry?.id],
    );
    expect(Number(entry?.created_at.slice(20, 26))).toBe(Number(rows[0].micros));
  });

  it('hides notes and prescription numbers from a test key, and nothing else', async () => {
    const seen = await list();
    const test = await list({}, client({ url: world.service.url, key: world.mine.testKey }));
    expect(seen.some(({ note }) => note === 'A note')).toBe(true);
    expect(JSON.stringify(seen)).toMatch(/RX-1.*|RX-2/);
    expect(JSON.stringify(test)).not.toMatch(/A note|RX-/);
    const hidden = (row: Row) => ({
      ...row,
      note: null,
      reference: row.reference && { ...(row.reference as object), rx_number: null },
    });
    expect(test).toEqual(seen.map(hidden));
  });
});

describe('the list', () => {
  it('is the ledger, newest first', async () => {
    const rows = await list();
    const { rows: stored } = await world.db.owner.query(
      'select id from ledger_entry order by created_at desc, seq desc',
    );
    expect(idsOf(rows)).toEqual(stored.map(({ id }) => id));
    expect(rows.length).toBeGreaterThan(TIES + 6);
  });

  it('has 25 entries to a page when no limit is given', async () => {
    const { body } = await world.api.get(PATH);
    expect(body.data).toHaveLength(25);
  });

  itRefusesParameters(
    () => world.api,
    REFUSED,
    ['0', '101', '1.5', 'x', ''].map((limit) => ['limit', limit] as const),
  );

  it('shows nobody another organization’s entries', async () => {
    expect(await list({}, world.theirs)).toEqual([]);
    const [entry] = await list({ limit: 1 });
    expect(await list({ lot_id: entry?.lot_id ?? '' }, world.theirs)).toEqual([]);
    expect(await list({ lot_id: UNKNOWN_ID }, world.theirs)).toEqual([]);
    expect(await list({ sku_code: 'TIES' }, world.theirs)).toEqual([]);
  });
});

describe('a filter', () => {
  it('keeps what it names, and several what all of them name', async () => {
    expect(typesOf(await list({ sku_code: 'SKU', type: 'fulfill' }))).toEqual([
      'fulfill -1',
      'fulfill -2',
    ]);
    const order = { reference_type: 'order', reference_id: 'ORD-1' };
    expect(typesOf(await list({ ...order, sku_code: 'SKU' }))).toEqual(['fulfill -2']);
    expect(typesOf(await list(order))).toEqual(['fulfill -5', 'fulfill -10', 'fulfill -2']);
    const [dispensed] = await list({ type: 'dispense' });
    const lot_id = dispensed?.lot_id.toUpperCase() ?? '';
    const ofLot = await list({ lot_id });
    expect(ofLot.length).toBeGreaterThanOrEqual(5);
    expect(new Set(ofLot.map((row) => row.lot_number))).toEqual(new Set(['LOT']));
    expect(await list({ lot_id, sku_code: 'TIES' })).toEqual([]);
  });

  it('of any set gives what the whole ledger has of it', async () => {
    const [dispensed] = await list({ type: 'dispense' });
    const [tied] = await list({ sku_code: 'TIES', type: 'receive' });
    const [, second] = await list();
    await expectEveryFilter(world.api, PATH, {
      sku_code: filterBy('sku_code', ['SKU', 'TIES']),
      lot_id: filterBy('lot_id', [dispensed?.lot_id ?? '', tied?.lot_id ?? '']),
      type: filterBy('type', ['receive', 'fulfill', 'unheard-of']),
      'reference_type,reference_id': {
        values: ['order,ORD-1'],
        keeps: ({ reference }, value) => {
          const { type, id } = (reference ?? {}) as Record<string, string>;
          return value === `${type},${id}`;
        },
      },
      to: {
        values: [second?.created_at ?? ''],
        keeps: ({ created_at }, value) => String(created_at) < String(value),
      },
    });
  });

  it('that names nothing gives an empty list, an unknown type too', async () => {
    for (const query of [
      { sku_code: 'NOTHING' },
      { type: 'adjust' },
      { type: 'teleport' },
      { lot_id: UNKNOWN_ID },
      { reference_type: 'order', reference_id: 'NOTHING' },
      { from: '2999-01-01T00:00:00Z' },
      { to: '1999-01-01T00:00:00Z' },
      { from: '2030-01-01T00:00:00Z', to: '2020-01-01T00:00:00Z' },
    ]) {
      expect(await list(query)).toEqual([]);
    }
  });

  it('of half a reference is refused, and names the other half', async () => {
    expect(await refusal(world.api, PATH, { reference_type: 'order' })).toEqual([
      400,
      REFUSED.code,
      ['reference_id'],
    ]);
    expect(await refusal(world.api, PATH, { reference_id: 'ORD-1' })).toEqual([
      400,
      REFUSED.code,
      ['reference_type'],
    ]);
  });

  itRefusesParameters(() => world.api, REFUSED, [
    ['lot_id', 'x'],
    ['lot_id', ''],
    ['type', ''],
    ['type', 'x'.repeat(51)],
    ['sku_code', 'x'.repeat(101)],
    ['from', 'yesterday'],
    ['from', '2026-02-30T00:00:00Z'],
    ['from', '2026-01-01'],
    ['from', '2026-01-01T00:00:00'],
    ['to', '2026-13-01T00:00:00Z'],
    ['to', '2026-01-01T24:00:00Z'],
    ['to', '2026-01-01T23:59:60Z'],
    ['to', '2026-01-01T00:00:00+15:00'],
    ['to', '2026-01-01T00:00:00.1234567890Z'],
    ['product_id', UNKNOWN_ID],
  ]);

  it('from includes its time, to does not', async () => {
    const rows = await list({ sku_code: 'SKU' });
    const newer = rows[1];
    const older = rows[3];
    if (newer === undefined || older === undefined) throw new Error('There are more entries.');
    const between = { sku_code: 'SKU', from: older.created_at, to: newer.created_at };
    expect(idsOf(await list(between))).toEqual(idsOf(rows.slice(2, 4)));
    // A nanosecond later, and both are on the other side.
    const justAfter = (time: string) => time.replace('Z', '001Z');
    const shifted = { ...between, from: justAfter(older.created_at) };
    expect(idsOf(await list(shifted))).toEqual(idsOf(rows.slice(2, 3)));
    const widened = { ...between, to: justAfter(newer.created_at) };
    expect(idsOf(await list(widened))).toEqual(idsOf(rows.slice(1, 4)));
  });
});

describe('a cursor', () => {
  it.each([1, 2, 3])('loses none of %i to a page, though many are of one moment', async (limit) => {
    const ties = (await list({ sku_code: 'TIES', type: 'receive' })).map((row) => row.created_at);
    expect([ties.length, new Set(ties).size]).toEqual([TIES, 1]);
    expect(idsOf((await pages(limit)).flat())).toEqual(idsOf(await list()));
    const query = { sku_code: 'TIES', type: 'receive' };
    expect(idsOf((await pages(limit, query)).flat())).toEqual(idsOf(await list(query)));
  });

  it('loses and repeats nothing while entries arrive', async () => {
    const before = idsOf(await list());
    const lot = { organization: world.mine.slug, sku_code: 'LATE', expiry_date: day(60), qty: 1 };
    const arrive = (page: number) => {
      const lots = [1, 2, 3].map((index) => ({ ...lot, lot_number: `LATE-${page}-${index}` }));
      return importFile(world.db.database, JSON.stringify({ lots }));
    };
    expect(idsOf((await pages(3, {}, arrive)).flat())).toEqual(before);
  });

  it('holds the microseconds and the row’s number, and is null on the last page', async () => {
    const query = { sku_code: 'SKU', limit: 1 };
    const { body } = await world.api.get(PATH, { query });
    const { rows } = await world.db.owner.query('select seq from ledger_entry where id = $1', [
      body.data[0].id,
    ]);
    const time = body.data[0].created_at.slice(0, -1);
    expect(body.next_cursor).toBe(`${time}${String(rows[0].seq).padStart(19, '0')}Z`);
    expect(
      (await world.api.get(PATH, { query: { type: 'dispense' } })).body.next_cursor,
    ).toBeNull();
  });

  it('of a plain time lists what is strictly older, however it is written', async () => {
    const rows = await list();
    const [tie] = await list({ sku_code: 'TIES', type: 'receive', limit: 1 });
    const at = tie?.created_at ?? '';
    const olderThan = (cursor: string) => list({ cursor }).then(idsOf);
    expect(await olderThan(at)).toEqual(idsOf(rows.filter(({ created_at }) => created_at < at)));
    const upTo = idsOf(rows.filter(({ created_at }) => created_at <= at));
    expect(upTo.length).toBeGreaterThanOrEqual(TIES);
    // A nanosecond after that microsecond: its entries are strictly older.
    expect(await olderThan(at.replace('Z', '001Z'))).toEqual(upTo);
    expect(await olderThan(at.replace('Z', '000Z'))).toEqual(await olderThan(at));
    const milliseconds = `${at.slice(0, 23)}Z`;
    expect(await olderThan(milliseconds)).toEqual(
      idsOf(rows.filter(({ created_at }) => created_at < milliseconds.replace('Z', '000Z'))),
    );
    const seconds = `${at.slice(0, 19)}Z`;
    expect(await olderThan(seconds)).toEqual(
      idsOf(rows.filter(({ created_at }) => created_at < seconds.replace('Z', '.000000Z'))),
    );
  });

  it('of a time may have any offset', async () => {
    const [newest] = await list({ limit: 1 });
    const at = newest?.created_at ?? '';
    const expected = idsOf(await list({ cursor: at }));
    for (const [offset, hours] of [
      ['+05:30', 5.5],
      ['-08:00', -8],
      ['+14:00', 14],
      ['-00:00', 0],
    ] as const) {
      const local = new Date(Date.parse(`${at.slice(0, 19)}Z`) + hours * 3_600_000);
      const cursor = `${local.toISOString().slice(0, 19)}${at.slice(19, -1)}${offset}`;
      expect(idsOf(await list({ cursor }))).toEqual(expected);
    }
  });

  it('may carry into the next second, year and month', async () => {
    expect(await list({ cursor: '1999-12-31T23:59:59.999999999Z' })).toEqual([]);
    expect(await list({ cursor: '2999-12-31T23:59:59.999999999-14:00' })).not.toEqual([]);
    expect(await list({ cursor: '1000-01-01T00:00:00+14:00' })).toEqual([]);
  });

  itRefusesParameters(
    () => world.api,
    REFUSED,
    [
      '2026-13-01T00:00:00Z',
      '2026-00-01T00:00:00Z',
      '2026-02-30T00:00:00Z',
      '2027-02-29T00:00:00Z',
      '2026-11-20T24:00:00Z',
      '2026-11-20T10:60:00Z',
      '2026-11-20T10:15:60Z',
      '2026-11-20T10:15:30+24:00',
      '2026-11-20T10:15:30+01:60',
      '2026-11-20T10:15:30',
      '2026-11-20',
      '0001-01-01T00:00:00Z',
      '2026-11-20T10:15:30.Z',
      '2026-11-20T10:15:30.1234567890Z',
      // A row's number of 24 digits in all, of 26, and one beyond 64 bits.
      '2026-11-20T10:15:30.123456000000000104857Z',
      '2026-11-20T10:15:30.12345600000000000010485760Z',
      '2026-11-20T10:15:30.1234569223372036854775808Z',
      '2026-02-30T10:15:30.1234560000000000001048576Z',
      'WyJTS1UiLCJNYWluIl0',
      'now',
      'infinity',
      '',
      "2026-11-20T10:15:30Z'",
    ].map((cursor) => ['cursor', cursor] as const),
  );

  it('takes the largest number that a row may have', async () => {
    const [newest] = await list({ limit: 1 });
    const cursor = newest?.created_at.replace('Z', '9223372036854775807Z') ?? '';
    expect(idsOf(await list({ cursor, limit: 1 }))).toEqual([newest?.id]);
  });
});
