import type { PersonPrincipal } from '../contract.ts';
import { dateText, type Queryable, timestampText } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { identitiesOf, mayBeOne } from '../people/people.ts';
import type { PackCode } from '../scan/pack-code.ts';
import type { SheetKey } from './sheet-rows.ts';

/** A line as it is stored, with the names of its SKU and its lot. */
export interface LineRow {
  readonly id: string;
  readonly sku_id: string;
  readonly location_id: string;
  /** The lot as the line has it. */
  readonly lot_id: string | null;
  /** Whether the location has a lot of this number now. */
  readonly is_there: boolean;
  readonly sku_code: string;
  /** The numbers of its packages, as the catalog writes them. */
  readonly numbers: readonly string[];
  readonly ndc: string | null;
  readonly packs: readonly (PackCode & { readonly units: number })[];
  readonly product_id: string;
  readonly product_name: string;
  readonly lot_number: string;
  readonly expiry_date: string;
  readonly is_expected: boolean;
  readonly is_controlled: boolean;
  /** The organization's, as it is now. */
  readonly approvals: 'one' | 'two';
  readonly counted: number | null;
  readonly counted_at: string | null;
  readonly counted_by: string | null;
  /** With those whose links the person rested on then; null in old lines. */
  readonly counted_as: string[] | null;
  readonly approved_by: string | null;
  readonly approved_at: string | null;
  readonly difference: number | null;
  readonly movement_id: string | null;
}

/** Reads the lines of a sheet that `ids` names. */
export function readLines(
  db: Queryable,
  { id, organizationId }: SheetKey,
  ids: readonly string[],
): Promise<LineRow[]> {
  return db.query(READ_LINES, [id, organizationId, ids]);
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Reads the next lines of a sheet, in the order of its index: a page costs a page. */
export function readPage(
  db: Queryable,
  { id, organizationId }: SheetKey,
  { after: [skuId = NO_ID, lotNumber = ''], limit }: { after: readonly string[]; limit: number },
): Promise<LineRow[]> {
  return db.query(READ_PAGE, [id, organizationId, skuId, lotNumber, limit]);
}

const readText = (lines: string) => `
   select line.id, line.sku_id, sheet.location_id, line.lot_id, lot.id is not null as is_there,
          sku.sku_code, array_remove(array[sku.gtin, sku.upc, sku.ean], null) as numbers,
          coalesce(sku.ndc, product.ndc_code) as ndc, pack.packs, sku.product_id, product.name as product_name,
          line.lot_number,
          ${dateText('coalesce(lot.expiry_date, line.expiry_date)')} as expiry_date, line.is_expected,
          line.is_controlled, organization.approvals, line.counted,
          ${timestampText('line.counted_at')} as counted_at, line.counted_by, line.counted_as,
          line.approved_by,
          ${timestampText('line.approved_at')} as approved_at, line.difference, line.movement_id
     from (select id, organization_id, location_id from count_sheet
            where id = $1::uuid and organization_id = $2::uuid) sheet
    cross join lateral (
          select approvals from organization where organization.id = sheet.organization_id limit 1) organization
    cross join lateral (${lines}) line
    cross join lateral (
          select sku_code, product_id, gtin, upc, ean, ndc from sku
           where sku.id = line.sku_id and sku.organization_id = line.organization_id
           limit 1) sku
    cross join lateral (
          select name, ndc_code from product
           where product.id = sku.product_id and product.organization_id = line.organization_id
           limit 1) product
    cross join lateral (
          select coalesce(json_agg(taught), '[]') as packs
            from (select code_type, code, units from sku_pack
                   where sku_pack.sku_code = sku.sku_code and sku_pack.organization_id = line.organization_id
                   order by code_type, code
                   limit 100) taught) pack
     left join lateral (
          select id, expiry_date from lot
           where lot.lot_number = line.lot_number and lot.sku_id = line.sku_id
             and lot.location_id = sheet.location_id and lot.organization_id = line.organization_id
           limit 1) lot on true
    order by line.sku_id, line.lot_number`;

const READ_LINES = statement<LineRow>(
  'read-count-lines',
  readText(`
          select named.*
            from unnest($3::uuid[]) as asked (id)
           cross join lateral (
                 select * from count_line
                  where count_line.id = asked.id and count_line.organization_id = sheet.organization_id
                    and count_line.sheet_id = sheet.id
                  limit 1) named`),
);

const READ_PAGE = statement<LineRow>(
  'read-page-of-count-lines',
  readText(`
          select * from count_line
           where count_line.sheet_id = sheet.id and count_line.organization_id = sheet.organization_id
             and (sku_id, lot_number) > ($3::uuid, $4::text)
           order by sku_id, lot_number
           limit $5::int`),
);

/** Whether who counted may be the person, and another one has to approve it. The database's constraints say the same. */
export function isOwn(
  { counted_by, counted_as, approvals, is_controlled }: LineRow,
  principal: PersonPrincipal,
): boolean {
  const counting = counted_as ?? (counted_by === null ? [] : [counted_by]);
  return mayBeOne(counting, identitiesOf(principal)) && !(approvals === 'one' && !is_controlled);
}
