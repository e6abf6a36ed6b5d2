// How clients ask for what they do, and what they make of the answers.
import type { Command, Outcome } from '../../kit/model.ts';
import type { Naming } from '../asks.ts';
import { codeOf, productOf } from '../catalog.ts';
import { type Read as AnyRead, ENTRIES_SHOWN } from '../checker/reads.ts';
import type { CallResponse } from '../history.ts';
import type { Known } from './known.ts';
import { listRequest, listRows } from './list-wire.ts';
import type { Answer, Request } from './send.ts';

/** What callers of the API can ask. */
export type Read = Exclude<AnyRead, { kind: 'dry_run' }>;

/** What takes a key. */
export type Keyed = Command & { kind: 'receive' | 'return' | 'fulfill' | 'dispense' | 'reserve' };

export function requestOf(
  c: Keyed,
  { lots, products }: Known,
  naming?: Naming,
): Request | undefined {
  const reference =
    'order' in c && c.order !== undefined ? { type: 'order', id: c.order } : undefined;
  const level = { sku_code: c.sku, location: c.at, qty: c.qty };
  if (c.kind === 'reserve') {
    const lot = c.lot === undefined ? undefined : lots.get(`${c.lot} of ${c.sku} at ${c.at}`);
    // No one can name a lot whose id no one knows.
    if (c.lot !== undefined && lot === undefined) return undefined;
    return {
      method: 'POST',
      path: '/v1/inventory/allocations',
      body: {
        ...level,
        reference,
        ...(lot && { lot_id: lot.id }),
        ...(c.minExpiry && { min_expiry_date: c.minExpiry }),
      },
    };
  }
  return {
    method: 'POST',
    path: '/v1/inventory/movements',
    body: {
      type: c.kind,
      location: c.at,
      qty: c.qty,
      ...namesOf(c, { products, naming }),
      ...('status' in c && { status: c.status }),
      ...(reference && { reference }),
    },
  };
}

/** Leaves out the fields that a scanned code carries already. */
function namesOf(
  c: Exclude<Keyed, { kind: 'reserve' }>,
  { products, naming }: Pick<Known, 'products'> & { naming: Naming | undefined },
) {
  const { lot } = c;
  const expiry = c.kind === 'receive' ? c.expiry : undefined;
  if (naming?.by === 'code') {
    const scanned = naming.expiry ?? expiry;
    const carried = { ...(lot !== undefined && { lot }), ...(scanned && { expiry: scanned }) };
    return { scanned_code: codeOf(c.sku, carried) };
  }
  return {
    ...(naming === undefined ? { sku_code: c.sku } : { product_id: products[productOf(c.sku)] }),
    ...(lot !== undefined && { lot_number: lot }),
    ...(expiry !== undefined && { expiry_date: expiry }),
  };
}

export function responseOf(answer: Answer): CallResponse {
  const refusal = refusalIn(answer);
  if (refusal !== undefined) return refusal;
  const { status, body } = answer;
  if ('reserved_now' in body) {
    const held = body.allocations.map((one: { lot_number: string; qty: number }) => [
      one.lot_number,
      one.qty,
    ]);
    return { status, reservedNow: body.reserved_now, held };
  }
  const entries = body.transactions.map(
    (one: { lot_number: string; qty: number; balance_after: number }) => [
      one.lot_number,
      one.qty,
      one.balance_after,
    ],
  );
  // The status and the body both say whether it repeats; where the two differ, the response is recorded as wrong.
  return { status: body.idempotent === (status === 200) ? status : 0, entries };
}

export function refusalIn({ status, body }: Answer): Outcome | undefined {
  if (status < 300) return undefined;
  const { code, details } = body.error;
  const { requested, available, blocked } = details ?? {};
  return { status, code, ...(requested !== undefined && { requested, available, blocked }) };
}

export function readRequest(read: Read, known: Known): Request | undefined {
  const { lots } = known;
  const list = (path: string, query: Record<string, string>): Request => ({
    method: 'GET',
    path: `/v1/inventory/${path}?${new URLSearchParams(query)}`,
  });
  switch (read.kind) {
    case 'stock':
      return list('stock', { sku_code: read.sku, limit: '100' });
    case 'lots':
      return list('lots', { sku_code: read.sku, location: read.at, limit: '100' });
    case 'allocations':
      return list('allocations', {
        reference_type: 'order',
        reference_id: read.order,
        limit: '100',
      });
    case 'entries': {
      const lot = lots.get(`${read.lot} of ${read.sku} at ${read.at}`);
      return lot && list('transactions', { lot_id: lot.id, limit: `${ENTRIES_SHOWN}` });
    }
    case 'preview':
      return {
        method: 'POST',
        path: '/v1/inventory/movements/preview',
        body: {
          type: 'fulfill',
          sku_code: read.sku,
          location: read.at,
          qty: read.qty,
          ...(read.order !== undefined && { reference: { type: 'order', id: read.order } }),
        },
      };
    default:
      return listRequest(read, known);
  }
}

/** Makes the rows that `readOf` makes of a state. */
export function rowsOf(read: Read, body: Answer['body'], known: Known): unknown[] {
  const { lots } = known;
  switch (read.kind) {
    case 'stock':
      return body.data.map((row: Answer['body']) => ({
        at: row.location,
        version: row.version,
        on_hand: row.on_hand,
        reserved: row.reserved,
        available: row.available,
        quarantined: row.quarantined,
        expired: row.expired,
      }));
    case 'lots':
      return body.data.map((row: Answer['body']) => {
        const name = `${row.lot_number} of ${read.sku} at ${read.at}`;
        lots.set(name, { id: row.id, onHand: row.on_hand });
        return {
          lot: row.lot_number,
          status: row.status,
          expiry: row.expiry_date,
          on_hand: row.on_hand,
          reserved: row.reserved,
          available: row.available,
        };
      });
    case 'allocations':
      return body.data
        .map((row: Answer['body']) =>
          [row.sku_code, row.location, row.lot_number, row.qty].join(' '),
        )
        .sort();
    case 'entries':
      return body.data.map((row: Answer['body']) => [row.qty, row.balance_after]);
    case 'preview':
      return [
        ...body.lots.map((row: Answer['body']) => [row.lot_number, row.qty]),
        ['shortfall', body.shortfall],
      ];
    default:
      return listRows(read, body, known);
  }
}
