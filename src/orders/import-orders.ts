import type { Environment } from '../contract.ts';
import type { Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { type RecordFault, refuseFaulty } from '../import/record-faults.ts';
import { refuseUnknown } from '../import/refuse-unknown.ts';
import {
  CURRENCY,
  type ImportRun,
  importSection,
  oneOf,
  optional,
  SLUG,
  TIMESTAMP,
  text,
  UNITS,
  UUID,
} from '../import/section.ts';
import { type ImportCount, upsert, upsertTable } from '../import/upsert.ts';
import { heldLevels } from '../inventory/rows/held-levels.ts';
import {
  OWNED,
  type OwnedRecord,
  organizationIds,
  ownedRecordsApart,
} from '../organizations/owned-records.ts';
import { orderUpdatedEvents, readersOf } from './order-events.ts';
import { referenceOf } from './rows/stored-order.ts';
import {
  FIRST_STATE,
  ORDER_STATUSES,
  type OrderStatus,
  PAYMENT_STATUSES,
  type PaymentStatus,
} from './rules/order-states.ts';
import { settleCharges } from './settle-charges.ts';

interface OrderRecord extends OwnedRecord {
  readonly order_number: string;
  /** A slug, as is `fulfillment_organization`. */
  readonly affiliate_organization?: string | null;
  readonly fulfillment_organization?: string | null;
  readonly status?: OrderStatus;
  readonly payment_status?: PaymentStatus;
  readonly total_cents?: number;
  readonly currency?: string;
  readonly tracking_number?: string | null;
  readonly tracking_carrier?: string | null;
  readonly shipped_at?: string | null;
  readonly patient_id?: string | null;
  readonly wholesale_total_cents?: number | null;
  readonly commission_cents?: number | null;
}

const ORDER_NUMBER_LENGTH_MAX = 100;
const TRACKING_LENGTH_MAX = 200;

/** Orders are identified by their numbers within an organization and environment. They may come in any state. */
export const ordersSection = importSection({
  name: 'orders',
  required: ['organization', 'order_number'],
  fields: {
    ...OWNED,
    order_number: text(ORDER_NUMBER_LENGTH_MAX),
    affiliate_organization: optional(SLUG),
    fulfillment_organization: optional(SLUG),
    status: oneOf(...ORDER_STATUSES),
    payment_status: oneOf(...PAYMENT_STATUSES),
    total_cents: UNITS,
    currency: CURRENCY,
    tracking_number: optional(text(TRACKING_LENGTH_MAX)),
    tracking_carrier: optional(text(TRACKING_LENGTH_MAX)),
    shipped_at: optional(TIMESTAMP),
    patient_id: optional(UUID),
    wholesale_total_cents: optional(UNITS),
    commission_cents: optional(UNITS),
  },
  write: importOrders,
});

async function importOrders(run: ImportRun, records: readonly OrderRecord[]): Promise<ImportCount> {
  const { tx } = run;
  const rows = await rowsOf(tx, records);
  await refuseUnknown(tx, { field: 'patient_id', names: 'patient' }, rows);
  const { count, created, updated } = await upsert(tx, ORDERS, rows);
  const indexOf = (order: OrderRow) => rows.findIndex(isRowOf(order));
  const faults: RecordFault[] = [];
  for (const { before, after } of updated) {
    faults.push(...(await leftStockFaults(tx, { before, after }, indexOf)));
  }
  refuseFaulty(faults);
  await refuseToChangeCharged(
    tx,
    updated.flatMap(({ before, after }) =>
      before.total_cents === after.total_cents && before.currency === after.currency ? [] : [after],
    ),
    indexOf,
  );
  await settleCharges(
    tx,
    updated.flatMap(({ before, after }) =>
      before.payment_status === after.payment_status ? [] : [after],
    ),
  );
  const announced = [
    ...created,
    ...updated.flatMap(({ before, after }) => (isSeen(before, after) ? [after] : [])),
  ];
  run.events.push(...(await orderUpdatedEvents(tx, announced)));
  return count;
}

interface OrderRow {
  readonly id: string;
  readonly organization_id: string;
  readonly environment: Environment;
  readonly order_number: string;
  readonly affiliate_organization_id: string | null;
  readonly fulfillment_organization_id: string | null;
  readonly status: OrderStatus;
  readonly payment_status: PaymentStatus;
  readonly total_cents: number;
  readonly currency: string;
  readonly tracking_number: string | null;
  readonly tracking_carrier: string | null;
  readonly shipped_at: string | null;
  readonly patient_id: string | null;
  readonly wholesale_total_cents: number | null;
  readonly commission_cents: number | null;
  readonly created_at?: string;
}

const ORDERS = upsertTable<OrderRow>({
  table: 'customer_order',
  key: ['organization_id', 'environment', 'order_number'],
  columns: {
    id: 'uuid',
    organization_id: 'uuid',
    environment: 'text',
    order_number: 'text',
    affiliate_organization_id: 'uuid',
    fulfillment_organization_id: 'uuid',
    status: 'text',
    payment_status: 'text',
    total_cents: 'bigint',
    currency: 'text',
    tracking_number: 'text',
    tracking_carrier: 'text',
    shipped_at: 'timestamptz',
    patient_id: 'uuid',
    wholesale_total_cents: 'bigint',
    commission_cents: 'bigint',
    created_at: 'timestamptz',
  },
  defaults: {
    affiliate_organization_id: null,
    fulfillment_organization_id: null,
    status: FIRST_STATE.status,
    payment_status: FIRST_STATE.paymentStatus,
    total_cents: 0,
    currency: 'USD',
    tracking_number: null,
    tracking_carrier: null,
    shipped_at: null,
    patient_id: null,
    wholesale_total_cents: null,
    commission_cents: null,
  },
  refuse: (row) =>
    row.environment === 'test' && row.fulfillment_organization_id !== null
      ? {
          field: 'fulfillment_organization',
          message: 'must be left out: a test order is not routed to a pharmacy',
        }
      : undefined,
});

function isRowOf({ organization_id, environment, order_number }: OrderRow) {
  return (row: Pick<OrderRow, 'organization_id' | 'environment' | 'order_number'>) =>
    row.organization_id === organization_id &&
    row.environment === environment &&
    row.order_number === order_number;
}

/** Finds the removal of a reader who holds stock for the order: not even a cancellation could release that. */
async function leftStockFaults(
  tx: Transaction,
  { before, after }: { before: OrderRow; after: OrderRow },
  indexOf: (order: OrderRow) => number,
): Promise<RecordFault[]> {
  const readers = readersOf(after);
  const organizationIds = readersOf(before).filter((id) => !readers.includes(id));
  if (organizationIds.length === 0) return [];
  const reference = referenceOf(before);
  const holders = organizationIds.map((organizationId) => ({ organizationId, reference }));
  if ((await heldLevels(tx, holders)).flat().length === 0) return [];
  const field = organizationIds.includes(before.fulfillment_organization_id ?? '')
    ? 'fulfillment_organization'
    : 'affiliate_organization';
  const message =
    'cannot change while stock of the one before is reserved for the order: release it first';
  return [{ index: indexOf(after), field, message }];
}

/** @throws FaultyRecords for orders that were placed through the API, because their charges were agreed */
async function refuseToChangeCharged(
  tx: Transaction,
  orders: readonly OrderRow[],
  indexOf: (order: OrderRow) => number,
): Promise<void> {
  if (orders.length === 0) return;
  const rows = await tx.query(FIND_CHARGED, [orders.map(({ id }) => id)]);
  const charged = new Set(rows.map(({ order_id }) => order_id));
  const field = 'total_cents and currency';
  const message = "cannot change: the order is charged to its organization's account";
  refuseFaulty(
    orders.flatMap((order) =>
      charged.has(order.id) ? { index: indexOf(order), field, message } : [],
    ),
  );
}

const FIND_CHARGED = statement<{ order_id: string }>(
  'import-charged-orders',
  `
    select charge.order_id
      from unnest($1::uuid[]) as wanted (id)
     cross join lateral (
           select order_id from account_charge where order_id = wanted.id limit 1) charge`,
);

/** Returns whether a reader of the order sees the change; an event is written only then. */
function isSeen(before: OrderRow, after: OrderRow): boolean {
  const { wholesale_total_cents: _, commission_cents: __, ...shown } = after;
  return (Object.keys(shown) as (keyof typeof shown)[]).some(
    (name) => before[name] !== after[name],
  );
}

async function rowsOf(tx: Transaction, records: readonly OrderRecord[]) {
  const owned = await ownedRecordsApart(tx, records);
  const slugs = records
    .flatMap((record) => [record.affiliate_organization, record.fulfillment_organization])
    .filter((slug) => slug != null);
  const ids = await organizationIds(tx, slugs);
  const faults: RecordFault[] = [];
  const rows = owned.map(
    (
      { affiliate_organization: affiliate, fulfillment_organization: pharmacy, ...order },
      index,
    ) => {
      const idOf = (name: string, slug: string | null) => {
        const id = slug === null ? null : ids.get(slug);
        if (id === undefined)
          faults.push({ index, field: name, message: 'is not a known organization' });
        return id ?? null;
      };
      return {
        ...order,
        ...(affiliate !== undefined && {
          affiliate_organization_id: idOf('affiliate_organization', affiliate),
        }),
        ...(pharmacy !== undefined && {
          fulfillment_organization_id: idOf('fulfillment_organization', pharmacy),
        }),
        ...(order.patient_id != null && { patient_id: order.patient_id.toLowerCase() }),
      };
    },
  );
  refuseFaulty(faults);
  return rows;
}
