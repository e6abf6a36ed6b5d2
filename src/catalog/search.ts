import type { Answer, PersonCall } from '../contract.ts';
import type { ActingReader } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { nfc } from '../lib/names.ts';
import { ndcsOfText } from '../scan/ndc.ts';

/** The results of each kind; anyone who looks for more types more. */
const RESULTS_MAX = 8;

/**
 * Finds what a person may mean by a part of a name or a code, in any case: SKUs by any part, lots and orders by how their
 * numbers begin; what begins with it comes first. An index holds the names whole, by organization: its walk takes at most
 * 30 ms among 50,000 SKUs (test/catalog/search.test.ts), on every server, and needs no extension.
 */
export async function search(
  { query, principal }: Pick<PersonCall<'search'>, 'query' | 'principal'>,
  { database }: { readonly database: ActingReader },
): Promise<Answer<'search'>> {
  const { organizationId, scopes } = principal;
  const text = nfc(query.text.trim()).toLowerCase();
  if (text === '') return { status: 200, body: { data: [] } };
  // An NDC and a GTIN are written with hyphens and blanks, and stored without.
  const [ndc] = text.includes('-') ? ndcsOfText(text) : [];
  const digits =
    ndc ?? (/\d/.test(text) && /^[\d\s-]+$/.test(text) ? text.replaceAll(/[\s-]/g, '') : text);
  const values = [organizationId, text, digits, RESULTS_MAX, scopes.has('orders:pack')];
  const data = await database.actingFor(organizationId).query(SEARCH, values);
  return { status: 200, body: { data } };
}

/** Rows whose column begins with the text; with `parts`, behind them those of which that condition is true. */
function found(
  table: string,
  columns: string,
  column: string,
  parts?: string,
  only = 'true',
): string {
  const walk = (begins: boolean, condition: string) => `
      (select ${columns}, ${begins} as begins from ${table}
        where organization_id = $1::uuid and ${condition} and ${only} order by lower(${column}) using ~<~ limit $4::int)`;
  const isAfter = `lower(${column}) ~>=~`;
  const first = walk(
    true,
    `${isAfter} $2::text and lower(${column}) ~<~ ($2::text || chr(1114111))`,
  );
  return parts === undefined
    ? first
    : `${first} union all ${walk(false, `${isAfter} '' and ${parts}`)}`;
}

const isIn = (text: string, column: string) => `strpos(${column}, ${text}::text) > 0`;
const CODED = `${isIn('$2', 'lower(sku_code)')} or ${isIn('$3', 'ndc')} or ${isIn('$3', 'gtin')}`;
const PRODUCT = (id: string) => `
      cross join lateral (
            select name from product where id = ${id} and organization_id = $1::uuid limit 1) product`;

const HAS_SKU = `exists (
              select from sku where sku.product_id = product.id and sku.organization_id = $1::uuid offset 0)`;

const SEARCH = statement<Answer<'search'>['body']['data'][number]>(
  'search',
  `
    with named as materialized (${found('product', 'id', 'name', isIn('$2', 'lower(name)'), HAS_SKU)}
    ), coded as materialized (${found('sku', 'sku_code, product_id, gtin, ndc', 'sku_code', `(${CODED})`)}
    ), skus as (
      select distinct on (sku_code) *
        from (select sku.sku_code, sku.product_id, 'name' as matched_by, begins
                from named
               cross join lateral (
                     select sku_code, product_id from sku
                      where product_id = named.id and organization_id = $1::uuid limit $4::int) sku
               union all
              select sku_code, product_id,
                     case when ${isIn('$2', 'lower(sku_code)')} then 'sku_code'
                          when ${isIn('$3', 'ndc')} then 'ndc' else 'gtin' end, begins
                from coded) matched
       order by sku_code, begins desc
    )
    (select 'sku' as kind, matched_by, sku_code, product.name as product_name, null as lot_number,
            null::uuid as order_id, null as order_number, null as status
       from skus ${PRODUCT('skus.product_id')}
      order by begins desc, product.name, sku_code
      limit $4::int)
    union all
    (select 'lot', 'lot_number', sku.sku_code, product.name, lot.lot_number, null, null, null
       from (${found('lot_number', 'lot_number, sku_id', 'lot_number')}) lot
      cross join lateral (
            select sku_code, product_id from sku where id = lot.sku_id and organization_id = $1::uuid limit 1) sku
      ${PRODUCT('sku.product_id')})
    union all
    (select 'order', 'order_number', null, null, null, order_id, order_number, status
       from (${found("(select * from order_reader where environment = 'live') live", 'order_id, order_number, status', 'order_number')}) own
      where $5::boolean)`,
);
