import type { Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import {
  BOOLEAN,
  type ImportRun,
  importSection,
  refuseMissing,
  UNITS,
  UUID,
} from '../import/section.ts';
import { type ImportCount, upsert, upsertTable } from '../import/upsert.ts';
import { OWNED, type OwnedRecord, ownedRecords } from '../organizations/owned-records.ts';

interface ListingRecord extends OwnedRecord {
  /** The id of a product of any pharmacy. */
  readonly product_id: string;
  readonly patient_price_cents: number;
  readonly is_listed?: boolean;
}

/** Listings are identified by their products within an organization. Live and test share them. */
export const listingsSection = importSection({
  name: 'storefront_listings',
  required: ['organization', 'product_id', 'patient_price_cents'],
  fields: {
    ...OWNED,
    product_id: UUID,
    patient_price_cents: UNITS,
    is_listed: BOOLEAN,
  },
  write: importListings,
});

async function importListings(
  { tx }: ImportRun,
  records: readonly ListingRecord[],
): Promise<ImportCount> {
  const owned = await ownedRecords(tx, records);
  const listings = owned.map((one) => ({ ...one, product_id: one.product_id.toLowerCase() }));
  const owners = await findOwners(
    tx,
    listings.map(({ product_id }) => product_id),
  );
  const { count } = await upsert(
    tx,
    LISTINGS,
    listings.map((one, index) => ({ ...one, product_organization_id: owners[index] as string })),
  );
  return count;
}

const LISTINGS = upsertTable<{
  readonly id: string;
  readonly organization_id: string;
  readonly product_id: string;
  readonly product_organization_id: string;
  readonly patient_price_cents: number;
  readonly is_listed: boolean;
  readonly created_at?: string;
}>({
  table: 'storefront_listing',
  key: ['organization_id', 'product_id'],
  columns: {
    id: 'uuid',
    organization_id: 'uuid',
    product_id: 'uuid',
    product_organization_id: 'uuid',
    patient_price_cents: 'bigint',
    is_listed: 'boolean',
    created_at: 'timestamptz',
  },
  defaults: { is_listed: true },
});

/**
 * Returns the pharmacies of products, in the order in which they are named.
 *
 * @throws FaultyRecords for the records whose products are unknown
 */
async function findOwners(tx: Transaction, productIds: readonly string[]): Promise<string[]> {
  const found = await tx.query(FIND_OWNERS, [productIds]);
  refuseMissing(productIds.length, found, (index) => ({
    index,
    field: 'product_id',
    message: 'is not a known product',
  }));
  return found.map(({ organization_id }) => organization_id);
}

/** The statement needs no organization, because a product's id is unique on the platform; imports see to that. */
const FIND_OWNERS = statement<{ index: number; organization_id: string }>(
  'import-owners-of-products',
  `
    select wanted.ordinal::int - 1 as index, product.organization_id
      from unnest($1::uuid[]) with ordinality as wanted (product_id, ordinal)
     cross join lateral (
           select organization_id from product where id = wanted.product_id limit 1) product
     order by wanted.ordinal`,
);
