import type { Answer } from '../../contract.ts';
import { timestampText } from '../../database/database.ts';

/** A ledger entry as responses call it. */
type LedgerTransaction = Answer<'listTransactions'>['body']['data'][number];

export interface LedgerEntryRow extends Omit<LedgerTransaction, 'reference'> {
  readonly reference_type: string | null;
  readonly reference_id: string | null;
  readonly rx_number: string | null;
  /** Decimal. */
  readonly seq: string;
}

/** Entries as `LedgerEntryRow`s; `conditions` speak of entry, movement, lot, sku and location. */
export function selectLedgerEntries(conditions: string): string {
  return `
    select entry.id, entry.movement_id, entry.type, sku.sku_code, sku.product_id,
           location.name as location, entry.lot_id, lot.lot_number, entry.qty, entry.balance_after,
           movement.reference_type, movement.reference_id, movement.rx_number, movement.po_number,
           movement.note, encode(entry.hash, 'hex') as hash,
           ${timestampText('entry.created_at')} as created_at,
           ${timestampText('movement.redacted_at')} as redacted_at, entry.seq::text as seq
      from ledger_entry entry
      join movement on movement.organization_id = entry.organization_id and movement.id = entry.movement_id
      join lot on lot.organization_id = entry.organization_id and lot.id = entry.lot_id
      join sku on sku.organization_id = entry.organization_id and sku.id = entry.sku_id
      join location on location.organization_id = entry.organization_id and location.id = entry.location_id
     where ${conditions}`;
}

/** @param showPrivate notes and prescription numbers, which test keys do not see */
export function toLedgerTransaction(row: LedgerEntryRow, showPrivate: boolean): LedgerTransaction {
  const { reference_type: type, reference_id: id, rx_number: rxNumber, seq: _, ...entry } = row;
  return {
    ...entry,
    reference:
      type === null && id === null && rxNumber === null
        ? null
        : { type, id, rx_number: showPrivate ? rxNumber : null },
    note: showPrivate ? row.note : null,
  };
}
