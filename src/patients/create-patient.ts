import type { Answer, Call, Principal } from '../contract.ts';
import type { Database, Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { answerOnce, keyedRequest } from '../idempotency/idempotency.ts';
import { newId } from '../lib/random.ts';
import type { SecretBox } from '../lib/seal.ts';
import { lockClinic } from '../organizations/lock-clinic.ts';
import { judgePatient } from './patient-fields.ts';
import { PATIENT_COLUMNS, type Patient, sealPatient } from './patient-rows.ts';

/** Creates a patient of the caller's own. It writes no event. */
export async function createPatient(
  { body, header, principal }: Call<'createPatient'>,
  { database, secrets }: { readonly database: Database; readonly secrets: SecretBox },
): Promise<Answer<'createPatient'>> {
  const request = keyedRequest('createPatient', header['Idempotency-Key'], body);
  const { answer, isRepeat } = await database.transaction(
    (tx) =>
      answerOnce(tx, { principal, request, secrets, patientOf: ({ id }) => id }, () =>
        create(tx, { body, principal, secrets }),
      ),
    { actingFor: principal.organizationId },
  );
  return { status: isRepeat ? 200 : 201, body: { data: answer } };
}

async function create(
  tx: Transaction,
  {
    body,
    principal,
    secrets,
  }: {
    readonly body: Call<'createPatient'>['body'];
    readonly principal: Principal;
    readonly secrets: SecretBox;
  },
): Promise<Patient> {
  const { organizationId, environment } = principal;
  // The patient is validated only here, because rules that depend on the day or on a library's tables must not
  // change the answer to a repeat.
  const { patient, problems } = judgePatient(body, { isWhole: true });
  if (problems.length > 0) throw errors.validation(problems);
  await lockClinic(tx, principal);
  const id = newId();
  const [created] = await tx.query(CREATE, [
    id,
    organizationId,
    environment,
    patient.first_name,
    patient.last_initial,
    patient.assigned_physician_id ?? null,
    sealPatient(secrets, { id, organizationId }, patient),
  ]);
  if (created === undefined) throw new Error('A patient was written and did not come back.');
  return created;
}

const CREATE = statement<Patient>(
  'create-patient',
  `
    with patient as (
      insert into patient (id, organization_id, environment, first_name, last_initial,
                           assigned_physician_id, sealed)
      values ($1::uuid, $2::uuid, $3::text, $4::text, $5::text, $6::uuid, $7::bytea)
      returning *)
    select ${PATIENT_COLUMNS} from patient`,
);
