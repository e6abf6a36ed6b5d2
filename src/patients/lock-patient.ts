import type { Principal } from '../contract.ts';
import type { Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';

/**
 * Locks a patient of the caller's own for a record that names it, so that nobody erases it before the commit.
 *
 * @throws ApiError 404 when it is unknown, erased, of another organization or of the other environment
 */
export async function lockPatient(
  tx: Transaction,
  { organizationId, environment }: Principal,
  patientId: string,
): Promise<void> {
  const [patient] = await tx.query(LOCK_PATIENT, [patientId, organizationId, environment]);
  if (patient === undefined) {
    throw errors.notFound('No patient of this organization has this patient_id.');
  }
}

/** The key comes first: given a condition on the environment, the planner may walk the list's index. */
const LOCK_PATIENT = statement<{ id: string }>(
  'lock-patient',
  `
    select patient.id
      from (select id, environment from patient
             where id = $1::uuid and organization_id = $2::uuid and erased_at is null
             limit 1
               for share) patient
     where patient.environment = $3::text`,
);
