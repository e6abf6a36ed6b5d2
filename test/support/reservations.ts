// Stock that orders hold: how tests make it, ask for it, and prove that all tables agree about it.
import { expect } from 'vitest';
import type { TestDatabase } from '../../kit/database.ts';
import { verifyLedger } from '../../src/inventory/ledger/verify-ledger.ts';
import { importFile } from './as-operator.ts';
import type { Answered, Client } from './client.ts';
import { day, freshKey } from './pharmacy.ts';
import { everythingWritten, type Refusal, SPARE_SKU } from './refusals.ts';

export const ALLOCATIONS = '/v1/inventory/allocations';

export interface ShelfLot {
  readonly lot: string;
  readonly expires: string;
  /** 10 by default. */
  readonly qty?: number;
  readonly status?: string;
  readonly location?: string;
}

export type Shelf = (...lots: ShelfLot[]) => Promise<string>;

/** Gives each test a SKU of its own that holds its lots, expired ones included, received in their order. */
export function shelfIn(
  db: TestDatabase,
  organization: string,
  skuCodes: readonly string[],
): Shelf {
  let used = 0;
  return async (...lots) => {
    const sku_code = skuCodes[used];
    if (sku_code === undefined) throw new Error('Add SKUs to the test.');
    used += 1;
    for (const { lot, expires, ...rest } of lots) {
      const record = { organization, sku_code, lot_number: lot, expiry_date: expires };
      await importFile(db.database, JSON.stringify({ lots: [{ ...record, qty: 10, ...rest }] }));
    }
    return sku_code;
  };
}

/** The reference of an order. */
export function order(id: string) {
  return { type: 'order', id };
}

export function reserve(
  api: Client,
  body: Record<string, unknown>,
  key?: string,
): Promise<Answered> {
  const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
  return api.post(ALLOCATIONS, { body, headers });
}

export function release(api: Client, id: string, sku_code?: string): Promise<Answered> {
  const query = { reference_type: 'order', reference_id: id, ...(sku_code && { sku_code }) };
  return api.delete(ALLOCATIONS, { query });
}

/** Reserves for an order, which must succeed. Answers what it holds, as `LOT:units` in order. */
export async function hold(
  api: Client,
  id: string,
  body: Record<string, unknown>,
): Promise<string[]> {
  const answer = await reserve(api, { reference: order(id), ...body });
  expect([200, 201], answer.text).toContain(answer.status);
  return lotsOf(answer.body.allocations);
}

export function lotsOf(rows: readonly { lot_number: string; qty: number }[]): string[] {
  return rows.map(({ lot_number, qty }) => `${lot_number}:${Math.abs(qty)}`);
}

/** What an order holds of a SKU now, as `LOT:units` by lot number. */
export async function heldBy(api: Client, id: string, sku_code: string): Promise<string[]> {
  const query = { reference_type: 'order', reference_id: id, sku_code, limit: 100 };
  const answer = await api.get(ALLOCATIONS, { query });
  expect(answer.status, answer.text).toBe(200);
  return lotsOf(answer.body.data).sort();
}

export async function readLot(api: Client, sku_code: string, lot: string, location = 'Main') {
  const query = { sku_code, lot_number: lot, location };
  const answer = await api.get('/v1/inventory/lots', { query });
  expect(answer.body.data).toHaveLength(1);
  return answer.body.data[0];
}

export async function readLevel(api: Client, sku_code: string, location = 'Main') {
  const answer = await api.get('/v1/inventory/stock', { query: { sku_code, location } });
  expect(answer.body.data).toHaveLength(1);
  return answer.body.data[0];
}

/** Lots whose date was changed behind their chains' back. */
const agedLots = new Set<string>();

/** As if so many days had passed since the lots of this number were received. */
export async function expire(db: TestDatabase, sku_code: string, lot: string, expires = day(-1)) {
  const { rowCount } = await db.owner.query(
    `update lot_number set expiry_date = $3::date
      where lot_number = $2 and sku_id in (select id from sku where sku_code = $1)`,
    [sku_code, lot, expires],
  );
  expect(rowCount).toBe(1);
  const { rows } = await db.owner.query(
    `select lot.id from lot join sku on sku.id = lot.sku_id
      where sku.sku_code = $1 and lot.lot_number = $2`,
    [sku_code, lot],
  );
  for (const { id } of rows) agedLots.add(id);
}

/** The events about a SKU, in order, as `[type, data]`. */
export async function eventsOf(
  db: TestDatabase,
  sku_code: string,
): Promise<[string, Record<string, unknown>][]> {
  const { rows } = await db.owner.query(
    `select type, data from event
      where data ->> 'sku_code' = $1 and type not like 'sku.%' order by position`,
    [sku_code],
  );
  return rows.map(({ type, data }) => [type, data]);
}

export type ReserveRefuses = (body: Record<string, unknown>, refusal: Refusal) => Promise<Answered>;

/** Asks for what must be refused, and proves that the refusal wrote nothing and left its key free. */
export function reserveRefusesIn(db: TestDatabase, api: Client): ReserveRefuses {
  return async (body, { status, code, message, details }) => {
    const key = freshKey();
    const before = await everythingWritten(db);
    const answer = await reserve(api, body, key);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect(answer.body.error.message).toMatch(message);
    if (details !== undefined) expect(answer.body.error.details).toEqual(details);
    expect(await everythingWritten(db)).toEqual(before);
    const spare = { reference: order(key), sku_code: SPARE_SKU, qty: 1 };
    expect((await reserve(api, spare, key)).status).toBe(201);
    return answer;
  };
}

/** 409, as draws and reservations answer it. */
export function short(
  requested: number,
  available: number,
  blocked: Record<string, number> = {},
): Refusal {
  return {
    status: 409,
    code: 'insufficient_stock',
    message: new RegExp(`Only ${available} available; cannot take ${requested}\\.`),
    details: {
      requested,
      available,
      blocked: { reserved: 0, quarantined: 0, expired: 0, ...blocked },
    },
  };
}

/**
 * The ledger holds; a lot's reserved is the sum of its reservations; a level's versions rise by one with its events,
 * and the events' positions have no gap.
 */
export async function expectConsistentReservations(db: TestDatabase): Promise<void> {
  const { problems } = await verifyLedger(db.database, null);
  // What `expire` did is found, as it should be, and nothing else is.
  const others = problems.filter(({ id, message }) => {
    const isOfAged = agedLots.has(id.split('/')[0] as string);
    return !(isOfAged && message.includes('expiry_date'));
  });
  expect(others).toEqual([]);
  expect(await rowsOf(db, LOTS_THAT_DISAGREE)).toEqual([]);
  expect(await rowsOf(db, LEVELS_THAT_DISAGREE)).toEqual([]);
  expect(await rowsOf(db, VERSIONS_OUT_OF_STEP)).toEqual([]);
  expect(await rowsOf(db, POSITIONS_WITH_GAPS)).toEqual([]);
}

async function rowsOf(db: TestDatabase, sql: string): Promise<unknown[]> {
  return (await db.owner.query(sql)).rows;
}

const LOTS_THAT_DISAGREE = `
  select t.lot_number, t.status, t.reserved, sum(a.qty) as held
    from lot t left join allocation a on a.lot_id = t.id
   group by t.id, t.organization_id
  having t.reserved <> coalesce(sum(a.qty), 0) or t.reserved > t.on_hand`;

const LEVELS_THAT_DISAGREE = `
  select l.sku_id, l.location_id, l.reserved, sum(a.qty) as held
    from stock_level l
    left join allocation a on a.sku_id = l.sku_id and a.location_id = l.location_id
   group by l.sku_id, l.location_id, l.organization_id
  having l.reserved <> coalesce(sum(a.qty), 0)`;

const VERSIONS_OUT_OF_STEP = `
  select e.*, l.version as last
    from (select organization_id, data ->> 'sku_code' as sku_code, data ->> 'location' as location,
                 array_agg((data ->> 'version')::int order by position) as versions
            from event where type = 'stock.changed' group by 1, 2, 3) e
    join sku s on s.organization_id = e.organization_id and s.sku_code = e.sku_code
    join location p on p.organization_id = e.organization_id and p.name = e.location
    join stock_level l on l.sku_id = s.id and l.location_id = p.id
   where e.versions <> array(select generate_series(1, l.version::int))`;

const POSITIONS_WITH_GAPS = `
  select c.organization_id, c.position, count(*), min(e.position), max(e.position)
    from event_counter c join event e using (organization_id)
   group by c.organization_id, c.position
  having count(*) <> c.position or min(e.position) <> 1 or max(e.position) <> c.position`;
