import type { Answer, Call } from '../contract.ts';
import { type Queryable, timestampText } from '../database/database.ts';
import { ListFilter } from '../database/list-filter.ts';
import { pageOf, readTimeCursor, timeCursor } from '../lib/paging.ts';

type Listing = Answer<'listListings'>['body']['data'][number];

interface ListingRow extends Listing {
  readonly created_at: string;
  readonly seq: string;
}

/** Lists the storefront of the caller's organization, newest first: what it may order. */
export async function listListings(
  { query, principal }: Call<'listListings'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'listListings'>> {
  const before = readTimeCursor(query.cursor);
  const where = new ListFilter()
    .add([principal.organizationId], (id) => `organization_id = ${id}::uuid`)
    .olderThan(before);
  const limit = where.value(query.limit + 1);
  const rows = await database.query(
    where.statement<ListingRow>(
      'list-listings',
      (conditions) => `
    select listing.product_id, product.name, listing.patient_price_cents, listing.is_listed,
           product.requires_prescription, product.min_order_qty, product.status,
           ${timestampText('listing.created_at')} as created_at, listing.seq::text as seq
      from (select product_id, product_organization_id, patient_price_cents, is_listed, created_at, seq
              from storefront_listing
             where ${conditions}
             order by created_at desc, seq desc
             limit ${limit}) listing
     cross join lateral (
           select name, requires_prescription, min_order_qty, status from product
            where id = listing.product_id and organization_id = listing.product_organization_id
            limit 1) product
     order by listing.created_at desc, listing.seq desc`,
    ),
    where.values,
  );
  return { status: 200, body: pageOf(rows, query.limit, shown, timeCursor) };
}

function shown({ created_at: _at, seq: _seq, ...listing }: ListingRow): Listing {
  return listing;
}
