import type { Answer } from '../../contract.ts';
import { timestampText } from '../../database/database.ts';

type Transaction = Answer<'listTransactions'>['body']['data'][number];

/** A ledger entry as it is read everywhere; `conditions` speak of e (entry), m (movement) and t (lot). */
export function selectTransactions(conditions: string): string {
  return `
    select e.id, e.movement_id, e.type, s.sku_code, s.product_id, p.name as location, e.lot_id, t.lot_number,
           e.qty, e.balance_after, m.reference_type, m.reference_id, m.rx_number, m.po_number, m.note,
           encode(e.hash, 'hex') as hash, ${timestampText('e.created_at')} as created_at, e.seq::text as seq
      from ledger_entry e
      join movement m on m.organization_id = e.organization_id and m.id = e.movement_id
      join lot t on t.organization_id = e.organization_id and t.id = e.lot_id
      join sku s on s.organization_id = e.organization_id and s.id = e.sku_id
      join location p on p.organization_id = e.organization_id and p.id = e.location_id
     where ${conditions}`;
}

/** @param showPrivate notes and prescription numbers, which test keys do not see */
// biome-ignore lint/suspicious/noExplicitAny: a row as the statement above selects it
export function toTransaction(row: any, showPrivate: boolean): Transaction {
  const rxNumber = showPrivate ? row.rx_number : null;
  const { reference_type: type, reference_id: id } = row;
  return {
    id: row.id,
    movement_id: row.movement_id,
    type: row.type,
    sku_code: row.sku_code,
    product_id: row.product_id,
    location: row.location,
    lot_id: row.lot_id,
    lot_number: row.lot_number,
    qty: row.qty,
    balance_after: row.balance_after,
    reference:
      type === null && id === null && row.rx_number === null
        ? null
        : { type, id, rx_number: rxNumber },
    po_number: row.po_number,
    note: showPrivate ? row.note : null,
    hash: row.hash,
    created_at: row.created_at,
  };
}
