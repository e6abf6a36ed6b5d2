import type { Answer, Call, Principal } from '../contract.ts';
import type { Database, Transaction } from '../database/database.ts';
import { errors, type FieldProblem } from '../errors.ts';
import { appendEvents } from '../events/append-events.ts';
import type { NewEvent } from '../events/event.ts';
import { answerOnce, keyedRequest } from '../idempotency/idempotency.ts';
import { violationInLine } from '../lib/formats.ts';
import { requireName } from '../lib/names.ts';
import { newId } from '../lib/random.ts';
import type { SecretBox } from '../lib/seal.ts';
import { lockClinic } from '../organizations/lock-clinic.ts';
import { lockPatient } from '../patients/lock-patient.ts';
import { readPhoneNumber } from '../patients/phone-number.ts';
import { addressProblems } from '../patients/postal-address.ts';
import { type LockedProduct, lockPrescriptions, lockProducts } from './lock-ordered.ts';
import { orderUpdatedEvents } from './order-events.ts';
import type { ShownOrder } from './rows/stored-order.ts';
import { prescriptionProblem } from './rules/prescription-problem.ts';
import { type OrderLine, priceOrder } from './rules/price-order.ts';
import { type NewOrder, writeCharge, writeOrder } from './write-order.ts';

type Body = Call<'createOrder'>['body'];

/**
 * Places an order, in one transaction with its charge, its events and the stored answer to its key. No stock is
 * reserved: whoever ships the order does that.
 */
export async function createOrder(
  { body, header, principal }: Call<'createOrder'>,
  { database, secrets }: { readonly database: Database; readonly secrets: SecretBox },
): Promise<Answer<'createOrder'>> {
  const request = keyedRequest('createOrder', header['Idempotency-Key'], body);
  const work = async (tx: Transaction) => {
    const events: NewEvent[] = [];
    const patientOf = ({ patient_id }: ShownOrder) => patient_id;
    const once = await answerOnce(tx, { principal, request, secrets, patientOf }, async () => {
      const placed = await place(tx, { body, principal, secrets });
      events.push(...placed.events);
      return placed.order;
    });
    // This comes after the answer is stored, because it locks the counters of organizations until the commit.
    appendEvents(tx, events);
    return once;
  };
  const { answer, isRepeat } = await database.transaction(work, {
    actingFor: principal.organizationId,
  });
  return { status: isRepeat ? 200 : 201, body: { data: answer } };
}

async function place(
  tx: Transaction,
  { body, principal, secrets }: { body: Body; principal: Principal; secrets: SecretBox },
): Promise<{ order: ShownOrder; events: NewEvent[] }> {
  const { organizationId, environment } = principal;
  const shipTo = readShipTo(body.ship_to);
  const externalOrderId =
    body.external_order_id === undefined
      ? null
      : requireName('external_order_id', body.external_order_id);
  await lockClinic(tx, principal);
  const lines = await readLines(tx, principal, body);
  const patientId = body.patient_id.toLowerCase();
  await lockPatient(tx, principal, patientId);
  const priced = priceOrder(lines);
  if (Array.isArray(priced)) throw errors.validation(priced);
  await requirePrescriptions(tx, principal, { patientId, lines });

  const id = newId();
  const isLive = environment === 'live';
  const order: NewOrder = {
    id,
    organizationId,
    environment,
    patientId,
    externalOrderId,
    pharmacyId: isLive ? priced.pharmacyId : null,
    totalCents: priced.totalCents,
    sealed: secrets.seal(JSON.stringify({ ship_to: shipTo }), {
      table: 'customer_order',
      organizationId,
      rowId: id,
    }),
    items: lines.map(({ product, quantity, prescriptionId }) => ({
      productId: product.id,
      productOrganizationId: product.organization_id,
      quantity,
      unitPriceCents: product.price_cents ?? 0,
      prescriptionId,
    })),
  };
  const shown = await writeOrder(tx, order);
  if (isLive) await writeCharge(tx, order);
  const events = await orderUpdatedEvents(tx, [
    {
      id,
      environment,
      organization_id: organizationId,
      affiliate_organization_id: null,
      fulfillment_organization_id: order.pharmacyId,
      order_number: shown.order_number,
      status: shown.status,
      payment_status: shown.payment_status,
    },
  ]);
  return { order: shown, events };
}

/**
 * Returns the address as it is stored, with the telephone number in E.164.
 *
 * @throws ApiError 400 that names each invalid field
 */
function readShipTo(shipTo: Body['ship_to']): Body['ship_to'] {
  const problems: FieldProblem[] = [];
  const violation = violationInLine(shipTo.name);
  if (violation !== undefined) problems.push({ path: 'ship_to.name', message: violation });
  const phone = shipTo.phone === undefined ? undefined : readPhoneNumber(shipTo.phone);
  if (phone?.violation !== undefined) {
    problems.push({ path: 'ship_to.phone', message: phone.violation });
  }
  problems.push(...addressProblems(shipTo, 'ship_to'));
  if (problems.length > 0) throw errors.validation(problems);
  return { ...shipTo, ...(phone?.e164 !== undefined && { phone: phone.e164 }) };
}

interface Line extends OrderLine {
  readonly product: LockedProduct;
  readonly prescriptionId: string | null;
}

/** @throws ApiError 404 that names the first item whose product cannot be ordered here */
async function readLines(
  tx: Transaction,
  principal: Principal,
  { items }: Body,
): Promise<[Line, ...Line[]]> {
  const products = await lockProducts(
    tx,
    principal,
    items.map(({ product_id }) => product_id.toLowerCase()),
  );
  const lines = items.map(({ product_id, quantity, prescription_id }, index) => {
    const product = products.get(product_id.toLowerCase());
    if (product === undefined) {
      throw errors.notFound(
        `items.${index}.product_id is not an active product that the storefront lists.`,
      );
    }
    return { product, quantity, prescriptionId: prescription_id?.toLowerCase() ?? null };
  });
  // The contract requires at least one item.
  return lines as [Line, ...Line[]];
}

/** @throws ApiError 422 that names the first item whose prescription is missing, or does not cover it */
async function requirePrescriptions(
  tx: Transaction,
  principal: Principal,
  { patientId, lines }: { patientId: string; lines: readonly Line[] },
): Promise<void> {
  const prescriptionIds = lines.flatMap(({ prescriptionId }) => prescriptionId ?? []);
  const valid = await lockPrescriptions(tx, principal, { patientId, prescriptionIds });
  lines.forEach(({ product, prescriptionId }, index) => {
    if (prescriptionId === null && !product.requires_prescription) return;
    const units = lines.reduce(
      (sum, line) => sum + (line.prescriptionId === prescriptionId ? line.quantity : 0),
      0,
    );
    const prescription = valid.get(prescriptionId ?? '');
    const problem = prescriptionProblem(prescription, { productName: product.name, units });
    if (problem !== undefined) {
      throw errors.prescriptionInvalid(`items.${index}.prescription_id ${problem}`);
    }
  });
}
