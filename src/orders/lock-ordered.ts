// What an order names, as it is until the order is committed: whoever archives a product, ends a listing, erases
// a patient or suspends the clinic either comes before, and is heeded, or waits.
//
// Tables are locked in the order in which an import writes them, and the rows of each by their ids, so that
// nobody waits for a row behind one that is held.
import type { Principal } from '../contract.ts';
import type { Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { OrderedProduct } from './rules/price-order.ts';

export interface LockedProduct extends OrderedProduct {
  readonly requires_prescription: boolean;
}

/**
 * The products that are active and listed in the storefront, by their ids.
 *
 * @param productIds in lower case
 */
export async function lockProducts(
  tx: Transaction,
  { organizationId }: Principal,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, LockedProduct>> {
  const wanted = sortedOnce(productIds);
  const active = await tx.query(LOCK_PRODUCTS, [wanted]);
  const listings = await tx.query(LOCK_LISTINGS, [wanted, organizationId]);
  const listed = new Set(listings.map(({ product_id }) => product_id));
  return new Map(active.filter(({ id }) => listed.has(id)).map((product) => [product.id, product]));
}

const LOCK_PRODUCTS = statement<LockedProduct>(
  'order-products',
  `
    select product.*
      from unnest($1::uuid[]) as wanted (id)
     cross join lateral (
           select id, organization_id, price_cents, min_order_qty, requires_prescription
             from product
            where product.id = wanted.id and product.status = 'active'
            limit 1
              for share) product`,
);

const LOCK_LISTINGS = statement<{ product_id: string }>(
  'order-listings',
  `
    select listing.product_id
      from unnest($1::uuid[]) as wanted (id)
     cross join lateral (
           select product_id
             from storefront_listing
            where storefront_listing.product_id = wanted.id
              and storefront_listing.organization_id = $2::uuid and storefront_listing.is_listed
            limit 1
              for share) listing`,
);

/**
 * Which of the prescriptions can be ordered with: signed, unexpired and the patient's.
 *
 * @param prescriptionIds in lower case
 */
export async function lockPrescriptions(
  tx: Transaction,
  { organizationId, environment }: Principal,
  { patientId, prescriptionIds }: { patientId: string; prescriptionIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (prescriptionIds.length === 0) return new Set();
  const rows = await tx.query(LOCK_PRESCRIPTIONS, [
    sortedOnce(prescriptionIds),
    organizationId,
    environment,
    patientId,
  ]);
  return new Set(rows.map(({ id }) => id));
}

const LOCK_PRESCRIPTIONS = statement<{ id: string }>(
  'order-prescriptions',
  `
    select prescription.id
      from unnest($1::uuid[]) as wanted (id)
     cross join lateral (
           select id, environment, patient_id, status, expires_at
             from prescription
            where prescription.id = wanted.id and prescription.organization_id = $2::uuid
            limit 1
              for no key update) prescription
     where prescription.environment = $3::text and prescription.patient_id = $4::uuid
       and prescription.status = 'signed'
       and (prescription.expires_at is null or prescription.expires_at > clock_timestamp())`,
);

/** Each once, as the database orders them too. */
function sortedOnce(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort();
}
