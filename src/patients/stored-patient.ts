// A patient as the operator's commands meet it: by its id alone, which names one of the whole platform, and
// also where it is erased.
import { type Queryable, type Transaction, timestampText } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { OperatorError } from '../errors.ts';
import { PATIENT_COLUMNS, type Patient } from './patient-rows.ts';

export interface StoredPatient extends Patient {
  readonly organization_id: string;
  readonly environment: string;
  /** Null of one who is erased. */
  readonly sealed: Buffer | null;
  readonly erased_at: string | null;
}

/** @throws OperatorError when there is no such patient */
export async function findPatient(db: Queryable, id: string): Promise<StoredPatient> {
  const [patient] = await db.query(FIND_PATIENT, [id]);
  if (patient === undefined) throw new OperatorError(`There is no patient ${id}.`);
  return patient;
}

/**
 * Keeps all others from writing of the patient until the end, and waits for those that are.
 *
 * @throws OperatorError when there is no such patient
 */
export async function lockPatient(tx: Transaction, id: string): Promise<StoredPatient> {
  await tx.query(LOCK_PATIENT, [id]);
  return findPatient(tx, id);
}

const FIND_PATIENT = statement<StoredPatient>(
  'find-patient',
  `
    select ${PATIENT_COLUMNS}, patient.organization_id, patient.environment, patient.sealed,
           ${timestampText('patient.erased_at')} as erased_at
      from patient
     where id = $1::uuid
     limit 1`,
);

const LOCK_PATIENT = statement<never>(
  'lock-patient',
  'select from patient where id = $1::uuid for update',
);
