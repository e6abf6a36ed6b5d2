// Which fields of a patient are stored in the clear, and which are sealed.
import type { Answer } from '../contract.ts';
import { timestampText } from '../database/database.ts';
import type { SecretBox } from '../lib/seal.ts';
import type { PatientFields } from './patient-fields.ts';

/** What reads show of a patient, which is all that they may select. */
export type Patient = Answer<'getPatient'>['body']['data'];

/** The columns of a `Patient`, of the table `patient`. */
export const PATIENT_COLUMNS = `
  patient.id, patient.first_name, patient.last_initial, patient.assigned_physician_id,
  ${timestampText('patient.created_at')} as created_at,
  ${timestampText('patient.updated_at')} as updated_at`;

/** The fields that are sealed, with their values where nothing is known. The import seals the same. */
export const NOTHING_KNOWN = {
  date_of_birth: null,
  email: null,
  phone: null,
  address: null,
  allergies: [],
  medications: [],
  clinical_notes: null,
} as const satisfies Partial<PatientFields>;

/** Seals the fields for the column `sealed` of a patient. */
export function sealPatient(
  secrets: SecretBox,
  { id, organizationId }: { readonly id: string; readonly organizationId: string },
  { last_name, ...given }: Omit<PatientFields, 'first_name'>,
): Buffer {
  const known = Object.entries(NOTHING_KNOWN).map(([name, nothing]) => [
    name,
    given[name as keyof typeof NOTHING_KNOWN] ?? nothing,
  ]);
  return secrets.seal(JSON.stringify({ last_name, ...Object.fromEntries(known) }), {
    table: 'patient',
    organizationId,
    rowId: id,
  });
}
