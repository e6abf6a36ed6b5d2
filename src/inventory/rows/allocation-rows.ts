import type { Answer } from '../../contract.ts';
import { dateText, timestampText } from '../../database/database.ts';

type Allocation = Answer<'listAllocations'>['body']['data'][number];

export interface AllocationRow extends Omit<Allocation, 'reference'> {
  readonly reference_type: string;
  readonly reference_id: string;
}

/** Reservations as `AllocationRow`s; `conditions` speak of allocation, sku, location and lot. */
export function selectAllocations(conditions: string): string {
  return `
    select allocation.id, allocation.reference_type, allocation.reference_id, sku.sku_code, sku.product_id,
           location.name as location, allocation.lot_id, lot.lot_number,
           ${dateText('lot.expiry_date')} as expiry_date, allocation.qty,
           ${timestampText('allocation.created_at')} as created_at
      from allocation
      join sku on sku.organization_id = allocation.organization_id and sku.id = allocation.sku_id
      join location on location.organization_id = allocation.organization_id
           and location.id = allocation.location_id
      join lot on lot.organization_id = allocation.organization_id and lot.id = allocation.lot_id
     where ${conditions}`;
}

export function toAllocation({
  reference_type: type,
  reference_id: id,
  ...row
}: AllocationRow): Allocation {
  return { ...row, reference: { type, id } };
}
