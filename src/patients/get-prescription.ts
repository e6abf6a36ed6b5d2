import type { Answer, Call } from '../contract.ts';
import { type ActingReader, timestampText } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';

export type Prescription = Answer<'getPrescription'>['body'];

/** The columns of a `Prescription`, of the table `prescription`. */
export const PRESCRIPTION_COLUMNS = `
  prescription.id, prescription.patient_id, prescription.organization_id as provider_org_id,
  prescription.order_id, prescription.product_name, prescription.dosage, prescription.frequency,
  prescription.quantity, prescription.refills_authorized, prescription.status,
  ${timestampText('prescription.expires_at')} as expires_at,
  ${timestampText('prescription.created_at')} as created_at`;

/** @throws ApiError 404 when it is unknown, of another organization or of the other environment */
export async function getPrescription(
  { path, principal }: Call<'getPrescription'>,
  { database }: { readonly database: ActingReader },
): Promise<Answer<'getPrescription'>> {
  const { organizationId, environment } = principal;
  const [prescription] = await database
    .actingFor(organizationId)
    .query(FIND, [path.id, organizationId, environment]);
  if (prescription === undefined) throw errors.notFound('No prescription of this key has this id.');
  return { status: 200, body: prescription };
}

const FIND = statement<Prescription>(
  'get-prescription',
  `
    select ${PRESCRIPTION_COLUMNS}
      from prescription
     where prescription.id = $1::uuid and prescription.organization_id = $2::uuid
       and prescription.environment = $3::text`,
);
