import type { Database } from '../database/database.ts';
import { type Statement, statement } from '../database/statement.ts';
import { RETENTION } from './retention.ts';

const DELETED_AT_ONCE = 5_000;

/**
 * Deletes rows of a table older than so many days, each round in a transaction of its own, until none is left or the
 * signal is aborted.
 *
 * @param oldest deletes the $2 oldest of the rows that are older than $1 days, and returns a row for each
 */
export async function forget<Row>(
  database: Database,
  oldest: Statement<Row>,
  { days, signal }: { readonly days: number; readonly signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    const rows = await database.query(oldest, [days, DELETED_AT_ONCE]);
    // The loop ends because each round deletes rows.
    if (rows.length < DELETED_AT_ONCE) return;
  }
}

/** Forgets what no rule but its age keeps. */
export async function forgetAged(database: Database, signal: AbortSignal): Promise<void> {
  for (const { table, oldest } of AGED) {
    await forget(database, oldest, { days: RETENTION[table].days, signal });
  }
}

const AGED = [
  // A delivery stays that was replayed while the statement waited for its row.
  aged('webhook_delivery', 'finished_at', 'id', "and webhook_delivery.status <> 'pending'"),
  aged('patient_access', 'at', 'request_id'),
  // Sessions go by when they began: each lasts less than a day.
  aged('person_session', 'created_at', 'id'),
  aged('sign_in_link', 'expires_at', 'id'),
  aged('witness_token', 'expires_at', 'id'),
  aged('refused_request', 'created_at', 'request_id'),
];

function aged<Table extends keyof typeof RETENTION>(
  table: Table,
  at: string,
  key: string,
  condition = '',
) {
  const oldest = statement<{ key: string }>(
    `forget-aged-${table.replaceAll('_', '-')}`,
    `
    delete from ${table}
     using (select ${key}, organization_id from ${table}
             where ${at} < now() - make_interval(days => $1::int)
             order by ${at} limit $2) old
     where ${table}.${key} = old.${key} and ${table}.organization_id = old.organization_id
       ${condition}
    returning ${table}.${key} as key`,
  );
  return { table, oldest };
}
