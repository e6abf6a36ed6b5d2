// A patient as the operator's commands read it: by its id alone, which is unique on the platform, and also when it
// is erased.
import { actFor, actingForAll } from '../database/acting-for.ts';
import { type Transaction, timestampText } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { PATIENT_COLUMNS, type Patient } from './patient-rows.ts';

export interface StoredPatient extends Patient {
  readonly organization_id: string;
  readonly environment: string;
  /** Null when the patient is erased. */
  readonly sealed: Buffer | null;
  readonly erased_at: string | null;
}

/**
 * Finds a patient by its id. The transaction acts for the patient's organization from here on.
 *
 * @throws ApiError when there is no such patient
 */
export async function findPatient(tx: Transaction, id: string): Promise<StoredPatient> {
  const [patient] = await actingForAll(tx, () => tx.query(FIND_PATIENT, [id]));
  if (patient === undefined) throw errors.notFound(`There is no patient ${id}.`);
  actFor(tx, [patient.organization_id]);
  return patient;
}

/**
 * Locks a patient until the end of the transaction, after those who write of it now. It is read once it is locked;
 * the transaction acts for its organization from here on.
 *
 * @throws ApiError when there is no such patient
 */
export async function lockStoredPatient(tx: Transaction, id: string): Promise<StoredPatient> {
  await findPatient(tx, id);
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
  'lock-stored-patient',
  'select from patient where id = $1::uuid for update',
);
