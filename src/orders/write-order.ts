// Writes the rows of a new order. A trigger keeps the lists by which orders are read.
import type { Environment } from '../contract.ts';
import type { Transaction } from '../database/database.ts';
import { insertedRows, statement } from '../database/statement.ts';
import { newId } from '../lib/random.ts';
import { makeOrderNumber } from './order-number.ts';
import { orderColumns, type ShownOrder } from './rows/stored-order.ts';
import { FIRST_STATE } from './rules/order-states.ts';

/** How many numbers are tried. Each has 50 random bits, so a second one is hardly ever needed. */
const NUMBERS_MAX = 5;

export interface NewOrder {
  readonly id: string;
  readonly organizationId: string;
  readonly environment: Environment;
  readonly patientId: string;
  readonly externalOrderId: string | null;
  /** Null when the order is routed to no pharmacy. */
  readonly pharmacyId: string | null;
  readonly totalCents: number;
  readonly sealed: Buffer;
  readonly items: readonly NewOrderItem[];
}

interface NewOrderItem {
  readonly productId: string;
  readonly productOrganizationId: string;
  readonly quantity: number;
  readonly unitPriceCents: number;
  readonly prescriptionId: string | null;
}

/** @param makeNumber called again where the organization already has the number */
export async function writeOrder(
  tx: Transaction,
  order: NewOrder,
  makeNumber: (environment: Environment) => string = makeOrderNumber,
): Promise<ShownOrder> {
  const shown = await writeNumbered(tx, order, makeNumber);
  const { id, organizationId, environment, items } = order;
  await tx.query(WRITE_ITEMS, [
    id,
    organizationId,
    environment,
    items.map(({ productId }) => productId),
    items.map(({ productOrganizationId }) => productOrganizationId),
    items.map(({ quantity }) => quantity),
    items.map(({ unitPriceCents }) => unitPriceCents),
    items.map(({ prescriptionId }) => prescriptionId),
  ]);
  const prescriptionIds = items.flatMap(({ prescriptionId }) => prescriptionId ?? []);
  if (prescriptionIds.length > 0) {
    await tx.query(NAME_ORDER, [id, organizationId, [...new Set(prescriptionIds)]]);
  }
  return shown;
}

async function writeNumbered(
  tx: Transaction,
  order: NewOrder,
  makeNumber: (environment: Environment) => string,
): Promise<ShownOrder> {
  for (let tries = 0; tries < NUMBERS_MAX; tries += 1) {
    const [shown] = await tx.query(WRITE_ORDER, [
      order.id,
      order.organizationId,
      order.environment,
      makeNumber(order.environment),
      FIRST_STATE.status,
      FIRST_STATE.paymentStatus,
      order.totalCents,
      order.patientId,
      order.externalOrderId,
      order.pharmacyId,
      order.sealed,
    ]);
    if (shown !== undefined) return shown;
  }
  throw new Error(`${NUMBERS_MAX} random order numbers were all taken.`);
}

const WRITE_ORDER = statement<ShownOrder>(
  'place-order',
  `
    with placed as (
      insert into customer_order (
        id, organization_id, environment, order_number, status, payment_status, total_cents, patient_id,
        external_order_id, fulfillment_organization_id, sealed)
      values ($1::uuid, $2::uuid, $3::text, $4::text, $5::text, $6::text, $7::bigint, $8::uuid, $9::text,
              $10::uuid, $11::bytea)
      on conflict (order_number, environment, organization_id) do nothing
      returning *)
    select ${orderColumns('placed')} from placed`,
);

const WRITE_ITEMS = statement<never>(
  'place-order-items',
  insertedRows(`
    insert into order_item (
      order_id, organization_id, environment, position, product_id, product_organization_id, quantity,
      unit_price_cents, prescription_id)
    select $1::uuid, $2::uuid, $3::text, item.position::smallint, item.product_id,
           item.product_organization_id, item.quantity, item.unit_price_cents, item.prescription_id
      from unnest($4::uuid[], $5::uuid[], $6::bigint[], $7::bigint[], $8::uuid[]) with ordinality
             as item (product_id, product_organization_id, quantity, unit_price_cents, prescription_id,
                      position)`),
);

/** Names the order in those prescriptions that name none yet; the caller has locked them. */
const NAME_ORDER = statement<never>(
  'prescriptions-name-order',
  `
    update prescription
       set order_id = $1::uuid
     where id = any($3::uuid[]) and organization_id = $2::uuid and order_id is null`,
);

/** Writes what the organization owes for a live order. */
export async function writeCharge(tx: Transaction, order: NewOrder): Promise<void> {
  await tx.query(WRITE_CHARGE, [newId(), order.organizationId, order.id]);
}

const WRITE_CHARGE = statement<never>(
  'place-order-charge',
  `
    with placed as materialized (
      select organization_id, id, total_cents, currency, payment_status
        from customer_order
       where id = $3::uuid and organization_id = $2::uuid
    ), written as (
      insert into account_charge (id, organization_id, order_id, amount_cents, currency, status)
      select $1::uuid, placed.* from placed
      returning 1)
    select from written`,
);
