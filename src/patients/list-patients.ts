import type { Answer, Call } from '../contract.ts';
import type { ActingReader } from '../database/database.ts';
import { ListFilter } from '../database/list-filter.ts';
import { pageOf, readTimeCursor, timeCursor } from '../lib/paging.ts';
import { PATIENT_COLUMNS, type Patient } from './patient-rows.ts';

/** A patient with its sequence number, decimal, which a cursor needs. */
interface PatientRow extends Patient {
  readonly seq: string;
}

/** Lists the patients that the caller owns or brands, newest first. */
export async function listPatients(
  { query, principal }: Call<'listPatients'>,
  { database }: { readonly database: ActingReader },
): Promise<Answer<'listPatients'>> {
  const before = readTimeCursor(query.cursor);
  const where = new ListFilter()
    .add([principal.environment], (environment) => `patient.environment = ${environment}::text`)
    .olderThan(before, 'patient');
  const caller = `${where.value(principal.organizationId)}::uuid`;
  const newest = `order by patient.created_at desc, patient.seq desc limit ${where.value(query.limit + 1)}`;
  const rows = await database.actingFor(principal.organizationId).query(
    where.statement<PatientRow>('list-patients', (conditions) => {
      // Each condition has an ordered index of its own, and no patient meets both.
      const of = (range: string) => `
            (select patient.id, patient.first_name, patient.last_initial, patient.assigned_physician_id,
                    patient.created_at, patient.updated_at, patient.seq
               from patient
              where ${range} and ${conditions} and patient.erased_at is null
              ${newest})`;
      return `
        select ${PATIENT_COLUMNS}, patient.seq::text as seq
          from (${of(`patient.organization_id = ${caller}`)}
                union all
                ${of(`patient.branding_organization_id = ${caller}
                and patient.branding_organization_id <> patient.organization_id`)}) patient
         ${newest}`;
    }),
    where.values,
  );
  const page = pageOf(rows, query.limit, ({ seq: _, ...patient }) => patient, timeCursor);
  return { status: 200, body: page };
}
