import type { Answer, Call } from '../contract.ts';
import { type Queryable, timestampText } from '../database/database.ts';
import { ListFilter } from '../database/list-filter.ts';
import { type Page, pageOf, readTimeCursor, timeCursor } from '../lib/paging.ts';

type Product = Answer<'listProducts'>['body']['data'][number];

interface ProductRow extends Product {
  /** A decimal number. */
  readonly seq: string;
  /** Whether this is the last product that the page may examine. */
  readonly is_end: boolean;
}

/** How many products a page examines for those that `in_stock` asks for; the contract says so too. */
const WALK_MAX = 500;

/** Lists the catalog of the caller's organization, newest first. */
export async function listProducts(
  { query, principal }: Call<'listProducts'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'listProducts'>> {
  const { in_stock: wanted } = query;
  const before = readTimeCursor(query.cursor);
  const where = new ListFilter()
    .add([principal.organizationId], (id) => `organization_id = ${id}::uuid`)
    .olderThan(before);
  const end = where.value(wanted === undefined ? query.limit + 1 : WALK_MAX);
  const shown =
    wanted === undefined
      ? 'true'
      : `(stock.is_there = ${where.value(wanted)}::boolean or product.position = ${end}::bigint)`;
  const limit = where.value(query.limit + 1);
  const rows = await database.query(
    where.statement<ProductRow>(
      'list-products',
      (conditions) => `
    select product.id, product.name, product.description, product.category, product.product_type,
           product.strengths, product.dosage_forms, product.ndc_code, stock.is_there as in_stock,
           product.requires_prescription, product.ships_to_patient, product.ships_to_office,
           product.min_order_qty, product.status, ${timestampText('product.created_at')} as created_at,
           product.seq::text as seq, product.position = ${end}::bigint as is_end
      from (select id, organization_id, name, description, category, product_type, strengths,
                   dosage_forms, ndc_code, requires_prescription, ships_to_patient, ships_to_office,
                   min_order_qty, status, created_at, seq,
                   row_number() over (order by created_at desc, seq desc) as position
              from product
             where ${conditions} and ${LISTED}
             order by created_at desc, seq desc
             limit ${end}::bigint) product
     cross join lateral (select ${HAS_STOCK} as is_there offset 0) stock
     where ${shown}
     order by product.created_at desc, product.seq desc
     limit ${limit}`,
    ),
    where.values,
  );
  return { status: 200, body: pageOfWalk(rows, query) };
}

/** The condition of the list's own index; see lot_list in the baseline migration. */
const LISTED = `created_at > '-infinity'`;

/**
 * The condition that a unit is available that `GET /inventory/stock` would count. It costs one probe for each SKU
 * and location, however many lots lie there, and goes row by row, whatever the planner assumes.
 */
const HAS_STOCK = `
           exists (
             select from sku
              cross join lateral (
                    select location_id from stock_level
                     where sku_id = sku.id and organization_id = sku.organization_id
                    offset 0) level
              cross join lateral (
                    select (now() at time zone time_zone)::date as today from location
                     where id = level.location_id and organization_id = sku.organization_id
                     limit 1) here
              cross join lateral (
                    select from lot
                     where sku_id = sku.id and location_id = level.location_id
                       and organization_id = sku.organization_id and is_free
                       and expiry_date >= here.today
                     limit 1) lot
              where sku.product_id = product.id and sku.organization_id = product.organization_id)`;

/** Returns a page; when the walk ends before the page is full, the cursor continues after its last row. */
function pageOfWalk(
  rows: readonly ProductRow[],
  { in_stock: wanted, limit }: Call<'listProducts'>['query'],
): Page<Product> {
  const found = rows.filter((row) => wanted === undefined || row.in_stock === wanted);
  const page = pageOf(found, limit, toProduct, timeCursor);
  const last = rows.at(-1);
  if (page.next_cursor === null && wanted !== undefined && last?.is_end) {
    return { ...page, next_cursor: timeCursor(last) };
  }
  return page;
}

function toProduct({ seq: _seq, is_end: _isEnd, ...product }: ProductRow): Product {
  return product;
}
