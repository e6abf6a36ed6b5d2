// An order as commands see and change it. Its costs to the platform and its address stay in the table.

import type { Answer, Call } from '../../contract.ts';
import { actFor, actingForAll } from '../../database/acting-for.ts';
import { type Transaction, timestampText } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { errors } from '../../errors.ts';
import type { SecretBox } from '../../lib/seal.ts';
import type { AnnouncedOrder } from '../order-events.ts';
import type { OrderState, OrderStatus, PaymentStatus } from '../rules/order-states.ts';

export interface StoredOrder extends AnnouncedOrder {
  readonly status: OrderStatus;
  readonly payment_status: PaymentStatus;
  readonly total_cents: number;
  readonly currency: string;
  readonly tracking_number: string | null;
  readonly tracking_carrier: string | null;
  readonly shipped_at: string | null;
  readonly created_at: string;
}

/** The columns of customer_order that a stored order has. */
export const STORED_COLUMNS = `
           id, organization_id, affiliate_organization_id, fulfillment_organization_id, environment,
           order_number, status, payment_status, total_cents, currency, tracking_number, tracking_carrier,
           ${timestampText('shipped_at')} as shipped_at, ${timestampText('created_at')} as created_at`;

export function stateOf(order: StoredOrder): OrderState {
  return { status: order.status, paymentStatus: order.payment_status };
}

/** Returns the reference under which stock is reserved and drawn for the order. */
export function referenceOf({ id }: Pick<StoredOrder, 'id'>) {
  return { type: 'order', id };
}

/**
 * Finds an order by its id. The transaction acts for the order's organization from here on.
 *
 * @throws ApiError when there is no such order
 */
export async function findOrder(tx: Transaction, id: string): Promise<StoredOrder> {
  const [order] = await actingForAll(tx, () => tx.query(FIND_ORDER, [id]));
  if (order === undefined) throw errors.notFound(`There is no order ${id}.`);
  actFor(tx, [order.organization_id]);
  return order;
}

/**
 * Locks an order until the end of the transaction. An order is locked before any stock, and read after it is locked:
 * a statement that waits for a lock may return values from before. The transaction acts for the order's organization
 * from here on.
 *
 * @throws ApiError when there is no such order
 */
export async function lockOrder(tx: Transaction, id: string): Promise<StoredOrder> {
  await findOrder(tx, id);
  await tx.query(LOCK_ORDER, [id]);
  const [order] = await tx.query(FIND_ORDER, [id]);
  if (order === undefined) throw new Error('A locked order is gone.');
  return order;
}

/** The statement needs no organization, because an order's id is unique on the platform. */
const FIND_ORDER = statement<StoredOrder>(
  'find-order',
  `
    select ${STORED_COLUMNS}
      from customer_order
     where id = $1::uuid
     limit 1`,
);

const LOCK_ORDER = statement<never>(
  'lock-order',
  'select from customer_order where id = $1::uuid for no key update',
);

// An order as reads show it. The role that reads run as may not even name its other columns.

export type ShownOrder = Answer<'getOrder'>['body'];

/** Returns the columns that reads show of an order, from the row that `order` names. */
export function orderColumns(order: string): string {
  return `${order}.id, ${order}.order_number, ${order}.status, ${order}.payment_status,
           ${order}.total_cents, ${order}.currency, ${order}.tracking_number, ${order}.tracking_carrier,
           ${timestampText(`${order}.shipped_at`)} as shipped_at, ${order}.patient_id,
           ${timestampText(`${order}.created_at`)} as created_at`;
}

// The address of an order, which is sealed with what else is private of it.

export type ShipTo = Call<'createOrder'>['body']['ship_to'];

/** @returns null where the order has none: it was imported, or its patient is erased */
export function openShipTo(
  secrets: SecretBox,
  order: { readonly id: string; readonly organization_id: string },
  sealed: Buffer | null,
): ShipTo | null {
  if (sealed === null) return null;
  const { id: rowId, organization_id: organizationId } = order;
  const opened = secrets.open(sealed, { table: 'customer_order', organizationId, rowId });
  return (JSON.parse(opened) as { ship_to?: ShipTo }).ship_to ?? null;
}
