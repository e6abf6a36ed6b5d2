import type { Answer, Call, Principal } from '../contract.ts';
import type { Database, Transaction } from '../database/database.ts';
import { insertedRows, statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { requireName } from '../lib/names.ts';
import { newId } from '../lib/random.ts';
import { productPath, readTerms, type Terms } from './bundle-terms.ts';
import { type Bundle, type ShownMember, showBundle } from './show-bundle.ts';

type Body = Call<'putBundle'>['body'];

/** Creates a bundle, or replaces one with its items. Concurrent replacements never mix their items. */
export async function putBundle(
  { body, principal }: Call<'putBundle'>,
  { database }: { readonly database: Database },
): Promise<Answer<'putBundle'>> {
  const terms = readTerms(body);
  const bundle = await database.transaction(async (tx) => {
    const stored = body.id === undefined ? undefined : await findBundle(tx, principal, body.id);
    const id = stored?.id ?? newId();
    const name = stored?.name === body.name ? body.name : requireName('name', body.name);
    const members = await findMembers(tx, principal, body);
    const shown = show({ id, body: { ...body, name }, terms, members });
    await write(tx, principal, shown);
    return shown;
  });
  return body.id === undefined
    ? { status: 201, body: { bundle } }
    : { status: 200, body: { bundle } };
}

/** @throws ApiError 404 when it is unknown, of another organization or of the other environment */
async function findBundle(
  tx: Transaction,
  { organizationId, environment }: Principal,
  id: string,
): Promise<FoundBundle> {
  const [bundle] = await tx.query(FIND_BUNDLE, [id, organizationId, environment]);
  if (bundle === undefined) throw errors.notFound('No bundle of this key has this id.');
  return bundle;
}

interface FoundBundle {
  readonly id: string;
  readonly name: string;
}

const FIND_BUNDLE = statement<FoundBundle>(
  'find-bundle',
  `
    select id, name from bundle
     where id = $1::uuid and organization_id = $2::uuid and environment = $3::text`,
);

interface MemberRow extends Omit<ShownMember, 'qty' | 'is_listed'> {
  /** The item's index in the body. */
  readonly index: number;
}

/** @throws ApiError 400 that names each item whose product the storefront does not list */
async function findMembers(
  tx: Transaction,
  { organizationId }: Principal,
  { items }: Body,
): Promise<MemberRow[]> {
  const productIds = items.map((item) => item.platform_product_id);
  const members = await tx.query(FIND_MEMBERS, [organizationId, productIds]);
  const found = new Set(members.map(({ index }) => index));
  const problems = items.flatMap((_, index) =>
    found.has(index)
      ? []
      : [
          {
            path: productPath(index),
            message: 'must name a product that is listed in the storefront',
          },
        ],
  );
  if (problems.length > 0) throw errors.validation(problems);
  return members;
}

const FIND_MEMBERS = statement<MemberRow>(
  'find-bundle-members',
  `
    select wanted.index::int - 1 as index, product.id as product_id, product.name, product.product_type,
           listing.patient_price_cents, product.requires_prescription, product.ships_to_patient,
           product.status
      from unnest($2::uuid[]) with ordinality as wanted (product_id, index)
     cross join lateral (
           select product_id, product_organization_id, patient_price_cents from storefront_listing
            where product_id = wanted.product_id and organization_id = $1::uuid and is_listed
            limit 1) listing
     cross join lateral (
           select id, name, product_type, requires_prescription, ships_to_patient, status from product
            where id = listing.product_id and organization_id = listing.product_organization_id
            limit 1) product
     order by wanted.index`,
);

/** @throws ApiError 400 when the price would exceed the safe integers of JSON */
function show({
  id,
  body,
  terms: { pricing, purchaseMode },
  members,
}: {
  id: string;
  body: Body;
  terms: Terms;
  members: readonly MemberRow[];
}): Bundle {
  const stored = {
    id,
    name: body.name,
    description: body.description ?? null,
    image_url: body.image_url ?? null,
    pricing_mode: body.pricing_mode,
    flat_price_cents: body.flat_price_cents ?? null,
    package_markup_type: body.package_markup_type ?? null,
    package_markup_value: body.package_markup_value ?? null,
    is_listed: body.is_listed,
    purchase_mode: purchaseMode,
    default_cadence: body.default_cadence ?? null,
    first_order_immediate: body.first_order_immediate,
  };
  const { bundle, price } = showBundle(stored, {
    pricing,
    purchaseMode,
    members: members.map(({ index, ...member }) => ({
      ...member,
      qty: (body.items[index] as Body['items'][number]).qty,
      // The query finds only listed products.
      is_listed: true,
    })),
  });
  if (price > Number.MAX_SAFE_INTEGER) {
    const message = `must not cost more than ${Number.MAX_SAFE_INTEGER} cents together`;
    throw errors.invalid('items', message);
  }
  return bundle;
}

/** Locks the bundle's row first: a concurrent replacement waits there, and then sees the items to delete. */
async function write(
  tx: Transaction,
  { organizationId, environment }: Principal,
  bundle: Bundle,
): Promise<void> {
  await tx.query(WRITE_BUNDLE, [
    bundle.id,
    organizationId,
    environment,
    bundle.name,
    bundle.description,
    bundle.image_url,
    bundle.pricing_mode,
    bundle.flat_price_cents,
    bundle.package_markup_type,
    bundle.package_markup_value,
    bundle.is_listed,
    bundle.purchase_mode,
    bundle.default_cadence,
    bundle.first_order_immediate,
  ]);
  await tx.query(DROP_ITEMS, [bundle.id, organizationId]);
  await tx.query(WRITE_ITEMS, [
    bundle.id,
    organizationId,
    bundle.items.map((item) => item.platform_product_id),
    bundle.items.map(({ qty }) => qty),
  ]);
}

const WRITE_BUNDLE = statement<never>(
  'write-bundle',
  `
    insert into bundle (
      id, organization_id, environment, name, description, image_url, pricing_mode, flat_price_cents,
      package_markup_type, package_markup_value, is_listed, purchase_mode, default_cadence,
      first_order_immediate)
    values ($1::uuid, $2::uuid, $3::text, $4::text, $5::text, $6::text, $7::text, $8::bigint, $9::text,
            $10::numeric, $11::boolean, $12::text, $13::text, $14::boolean)
    on conflict (id, organization_id) do update
      set name = excluded.name, description = excluded.description, image_url = excluded.image_url,
          pricing_mode = excluded.pricing_mode, flat_price_cents = excluded.flat_price_cents,
          package_markup_type = excluded.package_markup_type,
          package_markup_value = excluded.package_markup_value, is_listed = excluded.is_listed,
          purchase_mode = excluded.purchase_mode, default_cadence = excluded.default_cadence,
          first_order_immediate = excluded.first_order_immediate, updated_at = excluded.updated_at`,
);

const DROP_ITEMS = statement<never>(
  'drop-bundle-items',
  'delete from bundle_item where bundle_id = $1::uuid and organization_id = $2::uuid',
);

const WRITE_ITEMS = statement<never>(
  'write-bundle-items',
  insertedRows(`
    insert into bundle_item (bundle_id, organization_id, product_id, position, qty)
    select $1::uuid, $2::uuid, item.product_id, item.index::smallint, item.qty
      from unnest($3::uuid[], $4::bigint[]) with ordinality as item (product_id, qty, index)
     order by item.product_id`),
);
