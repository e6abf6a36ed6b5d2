// These functions lock what an order names until the order is committed. Whoever archives a product, ends a listing,
// erases a patient or suspends the clinic either comes before, and is heeded, or waits.
//
// Tables are locked in the order in which an import writes them, prescriptions last, and the rows of each by
// their ids, so that transactions never deadlock. The earlier orders of a prescription are read and not locked: one
// that is being cancelled counts until the cancellation is committed.
import type { Principal } from '../contract.ts';
import type { Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { UsedPrescription } from './rules/prescription-problem.ts';
import type { OrderedProduct } from './rules/price-order.ts';

export interface LockedProduct extends OrderedProduct {
  readonly name: string;
  readonly requires_prescription: boolean;
}

/**
 * Locks the products that are active and listed in the storefront, and returns them by their ids.
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
           select id, organization_id, name, price_cents, min_order_qty, requires_prescription
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
 * Locks the prescriptions that an order may use (signed, unexpired and the patient's) and returns them by their ids.
 * A second order that names one of them waits for the lock, and then counts this order's units.
 *
 * @param prescriptionIds in lower case
 */
export async function lockPrescriptions(
  tx: Transaction,
  { organizationId, environment }: Principal,
  { patientId, prescriptionIds }: { patientId: string; prescriptionIds: readonly string[] },
): Promise<ReadonlyMap<string, UsedPrescription>> {
  if (prescriptionIds.length === 0) return new Map();
  const wanted = sortedOnce(prescriptionIds);
  const [locked, used] = await Promise.all([
    tx.query(LOCK_PRESCRIPTIONS, [wanted, organizationId, environment, patientId]),
    // This statement runs after the one that locks, so it reads what was committed while that one waited.
    tx.query(COUNT_ORDERED, [wanted, organizationId]),
  ]);
  const usedOf = new Map(used.map(({ id, ...counts }) => [id, counts]));
  return new Map(
    locked.flatMap(({ id, ...prescription }) => {
      const counts = usedOf.get(id);
      return counts === undefined ? [] : [[id, { ...prescription, ...counts }] as const];
    }),
  );
}

const LOCK_PRESCRIPTIONS = statement<{
  id: string;
  product_name: string;
  quantity: number | null;
  refills_authorized: number | null;
}>(
  'order-prescriptions',
  `
    select prescription.id, prescription.product_name, prescription.quantity,
           prescription.refills_authorized
      from unnest($1::uuid[]) as wanted (id)
     cross join lateral (
           select id, environment, patient_id, status, expires_at, product_name, quantity,
                  refills_authorized
             from prescription
            where prescription.id = wanted.id and prescription.organization_id = $2::uuid
            limit 1
              for no key update) prescription
     where prescription.environment = $3::text and prescription.patient_id = $4::uuid
       and prescription.status = 'signed'
       and (prescription.expires_at is null or prescription.expires_at > clock_timestamp())`,
);

/** An order that was imported has no items, and may be named by the prescription. */
const COUNT_ORDERED = statement<{ id: string; is_ordered: boolean; ordered_units: number }>(
  'order-prescriptions-used',
  `
    select wanted.id, used.is_ordered, used.ordered_units
      from unnest($1::uuid[]) as wanted (id)
     cross join lateral (
           select count(*) > 0 as is_ordered,
                  coalesce(sum(named.quantity), 0)::bigint as ordered_units
             from (select order_id, quantity
                     from order_item
                    where prescription_id = wanted.id and organization_id = $2::uuid
                    union all
                   select order_id, 0
                     from prescription
                    where id = wanted.id and organization_id = $2::uuid and order_id is not null
                  ) named
            cross join lateral (
                  select from (
                         select status from customer_order
                          where id = named.order_id and organization_id = $2::uuid
                          limit 1) customer_order
                   where status <> 'cancelled') standing) used`,
);

/** Removes duplicates and sorts the ids as the database does. */
function sortedOnce(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort();
}
