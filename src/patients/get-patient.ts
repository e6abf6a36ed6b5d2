import type { Answer, Call } from '../contract.ts';
import type { ActingReader } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { PATIENT_COLUMNS, type Patient } from './patient-rows.ts';

/** @throws ApiError 404 when it is unknown, erased, neither owned nor branded, or of the other environment */
export async function getPatient(
  { path, principal }: Call<'getPatient'>,
  { database }: { readonly database: ActingReader },
): Promise<Answer<'getPatient'>> {
  const { organizationId, environment } = principal;
  const [patient] = await database
    .actingFor(organizationId)
    .query(FIND, [path.id, organizationId, environment]);
  if (patient === undefined) throw errors.notFound('No patient of this key has this id.');
  return { status: 200, body: { data: patient } };
}

/** The key comes first: given the other conditions, the planner may walk the list's index. */
const FIND = statement<Patient>(
  'get-patient',
  `
    select ${PATIENT_COLUMNS}
      from (select id, organization_id, branding_organization_id, environment, first_name, last_initial,
                   assigned_physician_id, created_at, updated_at, erased_at
              from patient
             where id = $1::uuid
            offset 0) patient
     where patient.environment = $3::text and patient.erased_at is null
       and (patient.organization_id = $2::uuid or patient.branding_organization_id = $2::uuid)`,
);
