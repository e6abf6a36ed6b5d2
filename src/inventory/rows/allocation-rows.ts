import type { Answer } from '../../contract.ts';
import { dateText, timestampText } from '../../database/database.ts';

type Allocation = Answer<'listAllocations'>['body']['data'][number];

/** A reservation as it is read everywhere; `conditions` speak of a (allocation), s (SKU), p (location), t (lot). */
export function selectAllocations(conditions: string): string {
  return `
    select a.id, a.reference_type, a.reference_id, s.sku_code, s.product_id, p.name as location, a.lot_id,
           t.lot_number, ${dateText('t.expiry_date')} as expiry_date, a.qty,
           ${timestampText('a.created_at')} as created_at
      from allocation a
      join sku s on s.organization_id = a.organization_id and s.id = a.sku_id
      join location p on p.organization_id = a.organization_id and p.id = a.location_id
      join lot t on t.organization_id = a.organization_id and t.id = a.lot_id
     where ${conditions}`;
}

// biome-ignore lint/suspicious/noExplicitAny: a row as the statement above selects it
export function toAllocation({ reference_type: type, reference_id: id, ...row }: any): Allocation {
  return { ...row, reference: { type, id } };
}
