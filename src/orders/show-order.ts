import type { Database, Queryable } from '../database/database.ts';
import { takeSnapshot } from '../database/snapshot.ts';
import { statement } from '../database/statement.ts';
import { type AllocationRow, selectAllocations } from '../inventory/rows/allocation-rows.ts';
import { type LedgerEntryRow, selectLedgerEntries } from '../inventory/rows/ledger-rows.ts';
import { readersOf } from './order-events.ts';
import { findOrder, referenceOf, type StoredOrder } from './rows/stored-order.ts';

/** How many of the newest reservations and ledger entries of each organization are shown. */
export const SHOWN_ROWS_MAX = 1_000;

/** The slugs of the organizations of an order. */
export interface OrderParties {
  readonly organization: string;
  readonly affiliate_organization: string | null;
  readonly fulfillment_organization: string | null;
}

export interface OrderReservation {
  /** The slug of the organization that owns the stock. */
  readonly organization: string;
  readonly sku_code: string;
  readonly location: string;
  readonly lot_number: string;
  readonly expiry_date: string;
  readonly qty: number;
  readonly created_at: string;
}

export interface OrderEntry {
  readonly organization: string;
  readonly movement_id: string;
  readonly type: string;
  readonly sku_code: string;
  readonly location: string;
  readonly lot_number: string;
  /** The signed change of quantity. */
  readonly qty: number;
  readonly created_at: string;
}

export interface OrderReport {
  readonly order: StoredOrder;
  readonly parties: OrderParties;
  /** The status of its account charge. */
  readonly charge: string | null;
  readonly reservations: readonly OrderReservation[];
  readonly movements: readonly OrderEntry[];
}

/**
 * Reads an order, and what stock the organizations that may read it hold and moved for it, in one snapshot. A
 * stranger's movements with the same reference are left out.
 *
 * @throws OperatorError when there is no such order
 */
export function showOrder(database: Database, id: string): Promise<OrderReport> {
  return database.transaction(async (tx) => {
    await takeSnapshot(tx);
    const order = await findOrder(tx, id);
    const slugs = await readSlugs(tx, order);
    const slugOf = (organizationId: string | null) =>
      organizationId === null ? null : (slugs.get(organizationId) ?? null);
    const reservations: OrderReservation[] = [];
    const movements: OrderEntry[] = [];
    const { type, id: reference } = referenceOf(order);
    for (const [organizationId, organization] of slugs) {
      const values = [reference, type, organizationId, SHOWN_ROWS_MAX];
      for (const row of await tx.query(RESERVATIONS_OF_ORDER, values)) {
        reservations.push({ organization, ...reservationOf(row) });
      }
      for (const row of await tx.query(ENTRIES_OF_ORDER, values)) {
        movements.push({ organization, ...entryOf(row) });
      }
    }
    const [charge] = await tx.query(FIND_CHARGE, [order.id, order.organization_id]);
    return {
      order,
      parties: {
        organization: slugOf(order.organization_id) ?? '',
        affiliate_organization: slugOf(order.affiliate_organization_id),
        fulfillment_organization: slugOf(order.fulfillment_organization_id),
      },
      charge: charge?.status ?? null,
      reservations,
      movements,
    };
  });
}

/** Returns the slugs of the order's readers by organization id. */
async function readSlugs(db: Queryable, order: StoredOrder): Promise<Map<string, string>> {
  const rows = await db.query(FIND_SLUGS, [readersOf(order)]);
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}

const FIND_SLUGS = statement<{ id: string; slug: string }>(
  'slugs-of-organizations',
  'select id, slug from organization where id = any($1::uuid[]) order by slug',
);

const FIND_CHARGE = statement<{ status: string }>(
  'charge-of-order',
  'select status from account_charge where order_id = $1::uuid and organization_id = $2::uuid',
);

const RESERVATIONS_OF_ORDER = statement<AllocationRow>(
  'reservations-of-order',
  selectAllocations(`
            select *
              from (select * from allocation
                     where reference_id = $1::text and reference_type = $2::text
                       and organization_id = $3::uuid
                    offset 0) own
             order by created_at desc, id desc
             limit $4`),
);

const ENTRIES_OF_ORDER = statement<LedgerEntryRow>(
  'entries-of-order',
  selectLedgerEntries(`
            select own.*
              from (select id, organization_id from movement
                     where reference_id = $1::text and reference_type = $2::text
                       and organization_id = $3::uuid
                    offset 0) moved
             cross join lateral (
                   select * from ledger_entry
                    where movement_id = moved.id and organization_id = moved.organization_id
                   offset 0) own
             order by own.created_at desc, own.seq desc
             limit $4`),
);

function reservationOf(row: AllocationRow) {
  const { sku_code, location, lot_number, expiry_date, qty, created_at } = row;
  return { sku_code, location, lot_number, expiry_date, qty, created_at };
}

function entryOf(row: LedgerEntryRow) {
  const { movement_id, type, sku_code, location, lot_number, qty, created_at } = row;
  return { movement_id, type, sku_code, location, lot_number, qty, created_at };
}
