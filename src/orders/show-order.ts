import { actorOf, type OperatorAction } from '../audit/operator-actions.ts';
import type { Database, Queryable, Transaction } from '../database/database.ts';
import { takeSnapshot } from '../database/moments.ts';
import { statement } from '../database/statement.ts';
import { type AllocationRow, selectAllocations } from '../inventory/rows/allocation-rows.ts';
import { type LedgerEntryRow, selectLedgerEntries } from '../inventory/rows/ledger-rows.ts';
import type { SecretBox } from '../lib/seal.ts';
import { noteAccesses } from '../patients/patient-access.ts';
import { readersOf } from './order-events.ts';
import { type OrderItem, readOrderItems } from './rows/order-items.ts';
import {
  findOrder,
  openShipTo,
  referenceOf,
  type ShipTo,
  type StoredOrder,
} from './rows/stored-order.ts';

/** How many of the newest reservations and ledger entries of each organization are shown. */
export const SHOWN_ROWS_MAX = 1_000;

/** The slugs of the organizations of an order. */
interface OrderParties {
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
  /** Each with the SKUs of the fulfilment pharmacy, where the order is routed to one. */
  readonly items: readonly OrderItem[];
  /** Null for an imported order, and once the patient is erased. */
  readonly shipTo: ShipTo | null;
  readonly reservations: readonly OrderReservation[];
  readonly movements: readonly OrderEntry[];
}

/**
 * Reads an order with its items and its address, and what stock the organizations that may read it hold and moved for
 * it, in one snapshot. A stranger's movements with the same reference are left out. The access to the patient is
 * recorded, and committed, before the address is read.
 *
 * @throws ApiError when there is no such order
 */
export async function showOrder(
  database: Database,
  { id, secrets }: { readonly id: string; readonly secrets: SecretBox },
  action: OperatorAction,
): Promise<OrderReport> {
  await database.transaction((tx) => noteAccess(tx, id, action));
  return database.transaction(async (tx) => {
    await takeSnapshot(tx);
    const order = await findOrder(tx, id);
    const slugs = await readSlugs(tx, order);
    const slugOf = (organizationId: string | null) =>
      organizationId === null ? null : (slugs.get(organizationId) ?? null);
    const movements: OrderEntry[] = [];
    for (const [organizationId, organization] of slugs) {
      for (const row of await tx.query(ENTRIES_OF_ORDER, valuesOf(order, organizationId))) {
        movements.push({ organization, ...entryOf(row) });
      }
    }
    const whose = [order.id, order.organization_id];
    const [charge] = await tx.query(FIND_CHARGE, whose);
    const [kept] = await tx.query(FIND_PRIVATE, whose);
    return {
      order,
      parties: {
        organization: slugOf(order.organization_id) ?? '',
        affiliate_organization: slugOf(order.affiliate_organization_id),
        fulfillment_organization: slugOf(order.fulfillment_organization_id),
      },
      charge: charge?.status ?? null,
      items: await readOrderItems(tx, {
        id: order.id,
        organizationId: order.organization_id,
        pharmacyId: order.fulfillment_organization_id,
      }),
      shipTo: openShipTo(secrets, order, kept?.sealed ?? null),
      reservations: await readReservations(tx, order, slugs),
      movements,
    };
  });
}

/** Lists what the organizations that may read an order hold for it. @throws ApiError when there is no such order */
export function listOrderReservations(database: Database, id: string): Promise<OrderReservation[]> {
  return database.transaction(async (tx) => {
    await takeSnapshot(tx);
    const order = await findOrder(tx, id);
    return readReservations(tx, order, await readSlugs(tx, order));
  });
}

/** An order that names no patient has no address either. */
async function noteAccess(tx: Transaction, id: string, action: OperatorAction): Promise<void> {
  const order = await findOrder(tx, id);
  const [kept] = await tx.query(FIND_PRIVATE, [order.id, order.organization_id]);
  if (kept === undefined || kept.patient_id === null) return;
  await noteAccesses(tx, [
    {
      requestId: action.id,
      organizationId: order.organization_id,
      patientIds: [kept.patient_id],
      actor: actorOf(action),
      operation: action.command,
    },
  ]);
}

function valuesOf(order: StoredOrder, organizationId: string): unknown[] {
  const { type, id } = referenceOf(order);
  return [id, type, organizationId, SHOWN_ROWS_MAX];
}

async function readReservations(
  tx: Transaction,
  order: StoredOrder,
  slugs: ReadonlyMap<string, string>,
): Promise<OrderReservation[]> {
  const reservations: OrderReservation[] = [];
  for (const [organizationId, organization] of slugs) {
    for (const row of await tx.query(RESERVATIONS_OF_ORDER, valuesOf(order, organizationId))) {
      reservations.push({ organization, ...reservationOf(row) });
    }
  }
  return reservations;
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

const FIND_PRIVATE = statement<{ patient_id: string | null; sealed: Buffer | null }>(
  'private-columns-of-order',
  `
    select patient_id, sealed from customer_order
     where id = $1::uuid and organization_id = $2::uuid`,
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
