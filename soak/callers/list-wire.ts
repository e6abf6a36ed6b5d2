// How clients ask for pages, for the past, for codes, and what they make of the answers.
import type { EntryPosition, ListAsk } from '../asks.ts';
import { holdsShown } from '../checker/past.ts';
import type { Known } from './known.ts';
import type { Answer, Request } from './send.ts';

type Row = Answer['body'];

export function listRequest(ask: ListAsk, { lots, products }: Known): Request | undefined {
  const idOf = ({ sku, at, lot }: { sku: string; at?: string; lot: string }) =>
    lots.get(`${lot} of ${sku} at ${at}`)?.id;
  const level = {
    sku_code: 'sku' in ask ? ask.sku : undefined,
    location: 'at' in ask ? ask.at : undefined,
  };
  switch (ask.kind) {
    case 'as_of':
      return list('stock', { ...level, as_of: ask.asOf, limit: 100 });
    case 'levels': {
      const product = ask.product === undefined ? undefined : products[ask.product];
      return list('stock', { ...level, product_id: product, low: ask.low, ...pageOf(ask) });
    }
    case 'lot_list':
      return list('lots', {
        ...level,
        lot_number: ask.lot,
        status: ask.status,
        in_stock: ask.inStock,
        expiring_before: ask.expiringBefore,
        ...pageOf(ask),
      });
    case 'transactions': {
      const lotId = ask.lot === undefined ? undefined : idOf({ ...ask, lot: ask.lot });
      // No one can name a lot whose id no one knows.
      if (ask.lot !== undefined && lotId === undefined) return undefined;
      const reference =
        ask.order === undefined ? {} : { reference_type: 'order', reference_id: ask.order };
      return list('transactions', {
        sku_code: ask.sku,
        lot_id: lotId,
        type: ask.type,
        ...reference,
        from: ask.from,
        to: ask.to,
        ...pageOf(ask),
      });
    }
    case 'trace': {
      const id = idOf(ask);
      return id === undefined
        ? undefined
        : list(`lots/${id}/trace`, { everywhere: ask.everywhere, ...pageOf(ask) });
    }
    case 'skus': {
      const product = ask.product === undefined ? undefined : products[ask.product];
      return list('skus', { product_id: product, ...pageOf(ask) });
    }
    case 'locations':
      return list('locations', pageOf(ask));
    case 'scan':
      return { method: 'POST', path: '/v1/inventory/scan/resolve', body: { code: ask.code } };
    default: {
      const never: never = ask;
      throw new Error(`Nobody knows how to ask for ${JSON.stringify(never)}.`);
    }
  }
}

/** Makes the rows that `readOf` makes of a state. */
export function listRows(ask: ListAsk, body: Answer['body'], { lots, products }: Known): unknown[] {
  const nameOf = (id: unknown) =>
    Object.entries(products).find(([, product]) => product === id)?.[0] ?? null;
  const more = { more: body.next_cursor !== undefined && body.next_cursor !== null };
  switch (ask.kind) {
    case 'as_of':
      return body.data.map((row: Row) => ({
        at: row.location,
        on_hand: row.on_hand,
        expired: row.expired,
        next_expiry: row.next_expiry,
        unknown: [row.reserved, row.available, row.quarantined, row.version],
      }));
    case 'levels':
      return [...body.data.map(levelRow), more];
    case 'lot_list':
      for (const row of body.data) {
        const name = `${row.lot_number} of ${row.sku_code} at ${row.location}`;
        lots.set(name, { id: row.id, onHand: row.on_hand });
      }
      return [...body.data.map(lotRow), more];
    case 'transactions':
      return [...body.data.map(entryRow), { next: nextPosition(body) }];
    case 'trace':
      return [
        lotRow(body.lot),
        holdsShown(
          body.allocations.map((row: Row) => [row.reference.id, row.location, row.qty].join(' ')),
        ),
        [body.allocations_total, body.on_hand],
        ...body.movements.map(entryRow),
        { next: nextPosition(body) },
      ];
    case 'skus':
      return [
        ...body.data.map((row: Row) => [
          row.sku_code,
          nameOf(row.product_id),
          row.gtin,
          row.reorder_point,
        ]),
        more,
      ];
    case 'locations':
      return [...body.data.map((row: Row) => [row.name, row.is_default]), more];
    case 'scan':
      return [
        [
          body.match,
          body.sku_code ?? null,
          nameOf(body.product_id),
          body.matched_by ?? null,
          body.gtin ?? null,
          body.lot_number ?? null,
          body.expiry_date ?? null,
        ],
      ];
    default: {
      const never: never = ask;
      throw new Error(`Nobody knows how to read ${JSON.stringify(never)}.`);
    }
  }
}

/** The same for what is behind the page; nothing where nothing does, or where one list has no pages. */
export function nextPage(ask: ListAsk, body: Answer['body']): ListAsk | undefined {
  const cursor = body.next_cursor;
  if (typeof cursor !== 'string') return undefined;
  const last = body.data?.at(-1);
  switch (ask.kind) {
    case 'levels':
      return { ...ask, cursor, after: [last.sku_code, last.location] };
    case 'lot_list':
      return { ...ask, cursor, after: [last.expiry_date, last.id] };
    case 'transactions':
    case 'trace':
      return { ...ask, cursor, after: nextPosition(body) as EntryPosition };
    case 'skus':
      return { ...ask, cursor, after: last.sku_code };
    case 'locations':
      return { ...ask, cursor, after: last.name };
    default:
      return undefined;
  }
}

function list(path: string, query: Record<string, unknown>): Request {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return { method: 'GET', path: `/v1/inventory/${path}?${search}` };
}

function pageOf({ cursor, limit }: { cursor?: string; limit: number }) {
  return { cursor, limit };
}

function levelRow(row: Row) {
  return {
    sku: row.sku_code,
    at: row.location,
    version: row.version,
    on_hand: row.on_hand,
    reserved: row.reserved,
    available: row.available,
    quarantined: row.quarantined,
    expired: row.expired,
    point: row.reorder_point,
  };
}

function lotRow(row: Row) {
  return {
    sku: row.sku_code,
    at: row.location,
    lot: row.lot_number,
    id: row.id,
    status: row.status,
    expiry: row.expiry_date,
    on_hand: row.on_hand,
    reserved: row.reserved,
    available: row.available,
  };
}

function entryRow(row: Row): unknown[] {
  return [
    row.location,
    row.lot_number,
    row.type,
    row.qty,
    row.balance_after,
    row.reference?.id ?? null,
    row.created_at,
  ];
}

/** The cursor of entries is a time whose fraction continues with the entry's number. */
function nextPosition({ next_cursor: cursor }: Answer['body']): EntryPosition | null {
  const level = /^(.*\.\d{6})(\d{19})Z$/.exec(cursor ?? '');
  return level === null ? null : [`${level[1]}Z`, level[2] as string];
}
