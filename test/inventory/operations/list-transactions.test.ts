import { describe, expect, it } from 'vitest';
import { importFile } from '../../support/as-operator.ts';
import { filterBy, filterById, filterByReference, itLists } from '../../support/lists.ts';
import { client, day, makePharmacy, post } from '../../support/pharmacy.ts';
import { useWorld } from '../../support/world.ts';

const PATH = '/v1/inventory/transactions';
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
  const foreign = await makePharmacy(db.database, {
    slug: 'theirs',
    skuCodes: ['SKU'],
    lots: [{ sku_code: 'SKU', lot_number: 'LOT', expiry_date: day(60), qty: 10 }],
  });
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
  const { body } = await api.get(PATH, { query: { limit: 100 } });
  const ties = body.data.filter(
    ({ type, sku_code }: Row) => type === 'receive' && sku_code === 'TIES',
  );
  expect(new Set(ties.map(({ created_at }: Row) => created_at)).size).toBe(1);
  return { mine, api, theirs, rows: body.data as Row[] };
});

itLists({
  path: PATH,
  world,
  caller: () => world.api,
  foreign: () => [world.theirs],
  order: `select entry.id from ledger_entry entry join organization on organization.id = organization_id
           where slug = 'pharmacy' order by entry.created_at desc, seq desc`,
  filters: () => {
    const lotIds = ['TIES', 'SKU'].map(
      (sku) => world.rows.find(({ sku_code }) => sku_code === sku)?.lot_id,
    );
    const [, second, , fourth] = world.rows.map(({ created_at }) => created_at) as string[];
    return {
      sku_code: filterBy('sku_code', ['SKU', 'TIES']),
      lot_id: filterById('lot_id', lotIds),
      type: filterBy('type', ['receive', 'fulfill', 'teleport']),
      'reference_type,reference_id': filterByReference(['order,ORD-1', 'order,NOTHING']),
      // Each is of a row: one keeps it, the other does not.
      from: {
        values: [`${fourth}`, '2999-01-01T00:00:00Z'],
        keeps: ({ created_at }, value) => String(created_at) >= String(value),
      },
      to: {
        values: [`${second}`],
        keeps: ({ created_at }, value) => String(created_at) < String(value),
      },
    };
  },
  arrive: () => {
    const lot = { organization: world.mine.slug, sku_code: 'LATE', expiry_date: day(60), qty: 1 };
    const lots = [1, 2, 3].map(() => ({ ...lot, lot_number: crypto.randomUUID() }));
    return importFile(world.db.database, JSON.stringify({ lots }));
  },
});

async function list(query: Record<string, string | number> = {}, as = world.api): Promise<Row[]> {
  const answer = await as.get(PATH, { query: { limit: 100, ...query } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

const idsOf = (rows: Row[]) => rows.map(({ id }) => id);

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

describe('a filter', () => {
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
    expect(await list({ to: '1999-01-01T00:00:00Z' })).toEqual([]);
  });
});

describe('a cursor', () => {
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
});
