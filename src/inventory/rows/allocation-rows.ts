import type { Answer } from '../../contract.ts';
import { dateText, timestampText } from '../../database/database.ts';
import { namesOf } from './lot-rows.ts';

type Allocation = Answer<'listAllocations'>['body']['data'][number];

export interface AllocationRow extends Omit<Allocation, 'reference'> {
  readonly reference_type: string;
  readonly reference_id: string;
}

/**
 * Selects reservations as `AllocationRow`s, newest first.
 *
 * @param page a query of rows of allocation, no more of them than are shown: what they name is looked up for
 *   each by its key, whatever the planner thinks of the tables
 */
export function selectAllocations(page: string): string {
  return `
    select allocation.id, allocation.reference_type, allocation.reference_id, sku.sku_code, sku.product_id,
           location.name as location, allocation.lot_id, lot.lot_number,
           ${dateText('lot.expiry_date')} as expiry_date, allocation.qty,
           ${timestampText('allocation.created_at')} as created_at
      from (${page}) allocation
     ${namesOf('allocation')}
     cross join lateral (
           select lot_number, expiry_date from lot
            where id = allocation.lot_id and organization_id = allocation.organization_id
            limit 1) lot
     order by allocation.created_at desc, allocation.id desc`;
}

export function toAllocation({
  reference_type: type,
  reference_id: id,
  ...row
}: AllocationRow): Allocation {
  return { ...row, reference: { type, id } };
}
