import type { Answer, Call } from '../contract.ts';
import type { ActingReader } from '../database/database.ts';
import { ListFilter } from '../database/list-filter.ts';
import { pageOf, readTimeCursor, timeCursor } from '../lib/paging.ts';
import { PRESCRIPTION_COLUMNS, type Prescription } from './get-prescription.ts';

/** A prescription with its sequence number, decimal, which a cursor needs. */
interface PrescriptionRow extends Prescription {
  readonly seq: string;
}

/** Lists the prescriptions of the caller's providers, newest first. */
export async function listPrescriptions(
  { query, principal }: Call<'listPrescriptions'>,
  { database }: { readonly database: ActingReader },
): Promise<Answer<'listPrescriptions'>> {
  const before = readTimeCursor(query.cursor);
  const where = new ListFilter()
    .add([principal.organizationId], (id) => `prescription.organization_id = ${id}::uuid`)
    .add(
      [principal.environment],
      (environment) => `prescription.environment = ${environment}::text`,
    )
    .add([query.status], (status) => `prescription.status = ${status}::text`)
    .olderThan(before, 'prescription');
  const limit = where.value(query.limit + 1);
  const rows = await database.actingFor(principal.organizationId).query(
    where.statement<PrescriptionRow>(
      'list-prescriptions',
      (conditions) => `
        select ${PRESCRIPTION_COLUMNS}, prescription.seq::text as seq
          from prescription
         where ${conditions}
         order by prescription.created_at desc, prescription.seq desc
         limit ${limit}`,
    ),
    where.values,
  );
  const page = pageOf(rows, query.limit, ({ seq: _, ...prescription }) => prescription, timeCursor);
  return { status: 200, body: page };
}
