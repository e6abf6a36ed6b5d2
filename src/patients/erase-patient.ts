import { type OperatorAction, recordAction } from '../audit/operator-actions.ts';
import type { Database, Transaction } from '../database/database.ts';
import { failureKind } from '../database/failures.ts';
import { CLOCK } from '../database/moments.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { redactIn } from '../inventory/corrections/redact-movement.ts';
import { RETRY_AFTER_SECONDS } from '../queues/bounded-queue.ts';
import { findPatient, lockStoredPatient } from './stored-patient.ts';

interface ErasedPatient {
  readonly id: string;
  readonly erasedAt: string;
  /** False where nothing was left to erase. */
  readonly changed: boolean;
  /** How many rows of each kind this command erased or changed. */
  readonly intakes: number;
  readonly answers: number;
  readonly orders: number;
  readonly movements: number;
}

/**
 * Erases what is known of a patient, for good and in one transaction. The row stays with its ids, because
 * prescriptions, which are medical records, and orders refer to it; no read finds it any more.
 *
 * The patient is locked first, and every writer locks that row too (`lock-patient.ts`): what was being written is
 * found here, and what comes later is refused. Movements do not check patients, so one that is posted for one of the
 * orders later is erased by the next erasure of the same patient; repeating the command is safe.
 *
 * Tables are locked in the order in which an import writes them, and orders by their numbers as it does.
 *
 * @throws ApiError when no patient has the id, or one of the rows is in use for too long
 */
export async function erasePatient(
  database: Database,
  id: string,
  action: OperatorAction,
): Promise<ErasedPatient> {
  try {
    return await database.transaction((tx) => erase(tx, id, action), { long: true });
  } catch (error) {
    if (failureKind(error) !== 'lock_timeout') throw error;
    throw errors.busy(
      'Others have locked the patient for too long. Nothing has changed: try again.',
      RETRY_AFTER_SECONDS,
    );
  }
}

async function erase(tx: Transaction, id: string, action: OperatorAction): Promise<ErasedPatient> {
  const { organization_id: organizationId } = await lockStoredPatient(tx, id);
  const whose = [id, organizationId];
  const emptied = await tx.query(EMPTY_PATIENT, whose);
  const answers = await tx.query(ERASE_ANSWERS, whose);
  const intakes = await tx.query(DELETE_INTAKES, whose);
  await tx.query(LOCK_ORDERS, whose);
  const orders = await tx.query(ERASE_SHIP_TO, whose);
  let movements = 0;
  for (const movement of await tx.query(FIND_MOVEMENTS, whose)) {
    if ((await redactIn(tx, movement)).changed) movements += 1;
  }
  const taken = {
    intakes: intakes.length,
    answers: answers.length,
    orders: orders.length,
    movements,
  };
  const changed = emptied.length > 0 || Object.values(taken).some((count) => count > 0);
  if (changed) await recordAction(tx, { ...action, organizationId, target: `patient ${id}` });
  const { erased_at: erasedAt } = await findPatient(tx, id);
  if (erasedAt === null) throw new Error('A patient was erased and is not.');
  return { id, erasedAt, changed, ...taken };
}

const EMPTY_PATIENT = statement<{ id: string }>(
  'erase-patient',
  `
    with ${CLOCK}
    update patient
       set first_name = '', last_initial = '', sealed = null, assigned_physician_id = null,
           branding_organization_id = null, updated_at = clock.at, erased_at = clock.at
      from clock
     where id = $1::uuid and organization_id = $2::uuid and erased_at is null
    returning id`,
);

/** The keys stay taken, so that a repeated request creates no new patient. */
const ERASE_ANSWERS = statement<{ key: string }>(
  'erase-answers-of-patient',
  `
    with ${CLOCK}
    update idempotency_key
       set answer = null, sealed_answer = null, request_salt = null, erased_at = clock.at
      from clock
     where patient_id = $1::uuid and organization_id = $2::uuid and erased_at is null
    returning key`,
);

const DELETE_INTAKES = statement<{ id: string }>(
  'erase-intakes-of-patient',
  'delete from intake where patient_id = $1::uuid and organization_id = $2::uuid returning id',
);

const LOCK_ORDERS = statement<never>(
  'erase-lock-orders-of-patient',
  `
    select from customer_order
     where patient_id = $1::uuid and organization_id = $2::uuid and sealed is not null
     order by organization_id, environment, order_number
       for no key update`,
);

const ERASE_SHIP_TO = statement<{ id: string }>(
  'erase-ship-to-of-patient',
  `
    update customer_order set sealed = null
     where patient_id = $1::uuid and organization_id = $2::uuid and sealed is not null
    returning id`,
);

/** Finds movements of organizations that may read the order; a stranger may use the same words in a reference. */
const FIND_MOVEMENTS = statement<{ id: string; organization_id: string }>(
  'erase-movements-of-patient',
  `
    select moved.id, moved.organization_id
      from (select id, organization_id from customer_order
             where patient_id = $1::uuid and organization_id = $2::uuid
            offset 0) ordered
     cross join lateral (
           select organization_id from order_reader
            where order_id = ordered.id and order_organization_id = ordered.organization_id
           offset 0) reader
     cross join lateral (
           select id, organization_id from movement
            where reference_id = ordered.id::text and reference_type = 'order'
              and organization_id = reader.organization_id and redacted_at is null
           offset 0) moved
     order by moved.organization_id, moved.id`,
);
