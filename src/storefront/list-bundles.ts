import type { Answer, Call } from '../contract.ts';
import { type Queryable, timestampText } from '../database/database.ts';
import { ListFilter } from '../database/list-filter.ts';
import { pageOf, readTimeCursor, timeCursor } from '../lib/paging.ts';
import { pricingOf } from './bundle-terms.ts';
import type { PurchaseMode } from './rules/derive-bundle.ts';
import { type Bundle, type ShownMember, type StoredBundle, showBundle } from './show-bundle.ts';

interface BundleRow extends StoredBundle {
  readonly created_at: string;
  readonly seq: string;
  readonly members: readonly ShownMember[];
}

/** Lists the bundles of the caller's organization in the environment of its key, newest first. */
export async function listBundles(
  { query, principal }: Call<'listBundles'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'listBundles'>> {
  const before = readTimeCursor(query.cursor);
  const where = new ListFilter()
    .add([principal.organizationId], (id) => `organization_id = ${id}::uuid`)
    .add([principal.environment], (environment) => `environment = ${environment}::text`)
    .olderThan(before);
  const limit = where.value(query.limit + 1);
  const rows = await database.query(
    where.statement<BundleRow>(
      'list-bundles',
      (conditions) => `
    select bundle.id, bundle.name, bundle.description, bundle.image_url, bundle.pricing_mode,
           bundle.flat_price_cents, bundle.package_markup_type,
           bundle.package_markup_value::float8 as package_markup_value, bundle.is_listed,
           bundle.purchase_mode, bundle.default_cadence, bundle.first_order_immediate,
           ${timestampText('bundle.created_at')} as created_at, bundle.seq::text as seq, sold.members
      from (select *
              from bundle
             where ${conditions}
             order by created_at desc, seq desc
             limit ${limit}) bundle
     cross join lateral (${MEMBERS}) sold
     order by bundle.created_at desc, bundle.seq desc`,
    ),
    where.values,
  );
  return { status: 200, body: pageOf(rows, query.limit, shown, timeCursor) };
}

/** The members of a `bundle`, with their listings and products as they are now. */
const MEMBERS = `
           select coalesce(json_agg(json_build_object(
                    'product_id', item.product_id, 'qty', item.qty, 'name', product.name,
                    'product_type', product.product_type,
                    'patient_price_cents', listing.patient_price_cents,
                    'requires_prescription', product.requires_prescription,
                    'ships_to_patient', product.ships_to_patient, 'status', product.status,
                    'is_listed', listing.is_listed) order by item.position), '[]'::json) as members
             from (select product_id, organization_id, position, qty from bundle_item
                    where bundle_id = bundle.id and organization_id = bundle.organization_id
                   offset 0) item
            cross join lateral (
                  select product_organization_id, patient_price_cents, is_listed from storefront_listing
                   where product_id = item.product_id and organization_id = item.organization_id
                   limit 1) listing
            cross join lateral (
                  select name, product_type, requires_prescription, ships_to_patient, status from product
                   where id = item.product_id and organization_id = listing.product_organization_id
                   limit 1) product`;

function shown({ created_at: _at, seq: _seq, members, ...stored }: BundleRow): Bundle {
  const pricing = pricingOf(stored as Parameters<typeof pricingOf>[0]);
  if (Array.isArray(pricing)) throw new Error('A stored bundle has no price.');
  const purchaseMode = stored.purchase_mode as PurchaseMode;
  const { bundle, price } = showBundle(stored, { pricing, purchaseMode, members });
  // Members may have become dearer since the bundle was judged.
  const eligible = bundle.eligible && price <= Number.MAX_SAFE_INTEGER;
  return {
    ...bundle,
    eligible,
    patient_price_cents: Math.min(bundle.patient_price_cents, Number.MAX_SAFE_INTEGER),
  };
}
