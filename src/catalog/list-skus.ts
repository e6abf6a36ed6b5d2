import type { Answer, ListCall } from '../contract.ts';
import { type Queryable, timestampText } from '../database/database.ts';
import { ListFilter } from '../database/list-filter.ts';
import { withStoredNames } from '../inventory/rows/stored-names.ts';
import { CURSORS } from '../lib/cursors.ts';
import { pageOf } from '../lib/paging.ts';

type Sku = Answer<'listSkus'>['body']['data'][number];

/** Lists what the organization stocks and the codes that name it, by SKU code. */
export async function listSkus(
  { query: asked, principal }: ListCall<'listSkus'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'listSkus'>> {
  const query = await withStoredNames(database, principal.organizationId, asked);
  const [after] = CURSORS.listSkus.read(query.cursor);
  const where = new ListFilter()
    .add([principal.organizationId], (id) => `organization_id = ${id}::uuid`)
    .add([query.sku_code], (code) => `sku_code = ${code}::text`)
    .add([query.product_id], (id) => `product_id = ${id}::uuid`)
    .add([after], (code) => `sku_code > ${code}::text`);
  const limit = where.value(query.limit + 1);
  const rows = await database.query(
    where.statement<Sku>(
      'list-skus',
      (conditions) => `
    select id, sku_code, product_id, gtin, upc, ean, ndc, reorder_point,
           ${timestampText('created_at')} as created_at
      from sku
     where ${conditions}
     order by sku_code
     limit ${limit}`,
    ),
    where.values,
  );
  const page = pageOf(
    rows,
    query.limit,
    (row) => row,
    (row) => CURSORS.listSkus.write([row.sku_code]),
  );
  return { status: 200, body: page };
}
