import { type Database, timestampText } from '../database/database.ts';
import { statement } from '../database/statement.ts';

interface ListedAccess {
  readonly at: string;
  /** The slug of who was shown the patient; for a command, of the patient's organization. Null if that is gone. */
  readonly organization: string | null;
  /** api_key:ID or operator:NAME. */
  readonly actor: string;
  readonly operation: string;
  readonly request_id: string;
}

/**
 * Lists who was shown a patient, newest first, also an erased one. An id that no one has lists nothing.
 *
 * @param since timestamp text
 */
export function listAccesses(
  database: Database,
  {
    id,
    since,
    limit,
  }: { readonly id: string; readonly since: string | undefined; readonly limit: number },
): Promise<ListedAccess[]> {
  return database.transaction(
    async (tx) => {
      await tx.query(LET_BITMAPS, []);
      return tx.query(LIST_ACCESSES, [id, since ?? null, limit]);
    },
    { long: true },
  );
}

/** Only a bitmap scan can read the index of patients' ids: see `SETTINGS` of the roles. */
const LET_BITMAPS = statement<never>('let-bitmaps', 'set local enable_bitmapscan = on');

const LIST_ACCESSES = statement<ListedAccess>(
  'list-patient-accesses',
  `
    select ${timestampText('access.at')} as at, organization.slug as organization, access.actor,
           access.operation, access.request_id
      from (select * from patient_access
             where patient_ids @> array[$1::uuid]
            offset 0) access
      left join organization on organization.id = access.organization_id
     where access.at >= coalesce($2::timestamptz, '-infinity')
     order by access.at desc, access.request_id desc
     limit $3`,
);
