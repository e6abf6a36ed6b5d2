import type { Answer } from '../../contract.ts';
import { timestampText } from '../../database/database.ts';
import { namesOf } from './lot-rows.ts';

/** A ledger entry as responses show it. */
type LedgerTransaction = Answer<'listTransactions'>['body']['data'][number];

export interface LedgerEntryRow extends Omit<LedgerTransaction, 'reference'>, ReferenceRow {
  /** A decimal number. */
  readonly seq: string;
}

/**
 * Selects entries as `LedgerEntryRow`s, newest first.
 *
 * @param page a query of rows of ledger_entry, no more of them than are shown: what they name is looked up
 *   for each by its key, whatever the planner thinks of the tables
 */
export function selectLedgerEntries(page: string): string {
  return `
    select entry.id, entry.movement_id, entry.type, sku.sku_code, sku.product_id,
           location.name as location, entry.lot_id, lot.lot_number, entry.qty, entry.balance_after,
           movement.reference_type, movement.reference_id, movement.rx_number, movement.po_number,
           movement.note, encode(entry.hash, 'hex') as hash,
           ${timestampText('entry.created_at')} as created_at,
           ${timestampText('movement.redacted_at')} as redacted_at, entry.seq::text as seq
      from (${page}) entry
     cross join lateral (
           select * from movement
            where id = entry.movement_id and organization_id = entry.organization_id
            limit 1) movement
     cross join lateral (
           select lot_number from lot
            where id = entry.lot_id and organization_id = entry.organization_id
            limit 1) lot
     ${namesOf('entry')}
     order by entry.created_at desc, entry.seq desc`;
}

/** @param showPrivate notes and prescription numbers, which test keys do not see */
export function toLedgerTransaction(row: LedgerEntryRow, showPrivate: boolean): LedgerTransaction {
  const { reference_type, reference_id, rx_number, seq: _, ...entry } = row;
  return {
    ...entry,
    reference: toLedgerReference({ reference_type, reference_id, rx_number }, showPrivate),
    note: showPrivate ? row.note : null,
  };
}

export interface ReferenceRow {
  readonly reference_type: string | null;
  readonly reference_id: string | null;
  readonly rx_number: string | null;
}

export function toLedgerReference(
  { reference_type: type, reference_id: id, rx_number: rxNumber }: ReferenceRow,
  showPrivate: boolean,
): LedgerTransaction['reference'] {
  if (type === null && id === null && rxNumber === null) return null;
  return { type, id, rx_number: showPrivate ? rxNumber : null };
}
