import pg from 'pg';
import { NoPrimary, primaryUrl } from '../hosts/primary.ts';
import { hostName } from '../lib/hosts.ts';

const CONNECT_TIMEOUT_MILLISECONDS = 10_000;
/** How long a short session waits for an answer. */
const ANSWER_TIMEOUT_MILLISECONDS = 5_000;
export const INSUFFICIENT_PRIVILEGE = '42501';
const TOO_MANY_CONNECTIONS = '53300';

/** The database cannot be used as the settings say; the message is for the person at the terminal. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/** The schema or its roles are not there as they must be; the message is for the person at the terminal. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/**
 * Runs `work` in a session of its own, as the user of the url; of several hosts on the one that accepts writes.
 *
 * @throws DatabaseError when nobody answers there, the user is refused or may not do the work
 */
export async function withSession<Result>(
  hosts: string,
  work: (client: pg.Client) => Promise<Result>,
  limits: Pick<pg.ClientConfig, 'query_timeout'> = {},
): Promise<Result> {
  const url = await reachedUrl(hosts);
  const client = new pg.Client({
    connectionString: url,
    application_name: 'pharmacy-migrate',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MILLISECONDS,
    keepAlive: true,
    ...limits,
  });
  // The running query rejects by itself; without a listener the event would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (cause) {
    await client.end().catch(() => {});
    throw new DatabaseError(refusal(url, cause), { cause });
  }
  try {
    return await work(client);
  } catch (cause) {
    if ((cause as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw cause;
    throw new DatabaseError(
      `The user of ${addressOf(url)} may not do this (${(cause as Error).message}): migrate as the ` +
        'owner of the database, who may create roles, and set MIGRATE=off for a lesser user.',
      { cause },
    );
  } finally {
    await client.end().catch(() => {});
  }
}

/** Does the same for statements that are answered at once: a server that falls silent is given up. */
export function withShortSession<Result>(
  hosts: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  return withSession(hosts, work, { query_timeout: ANSWER_TIMEOUT_MILLISECONDS });
}

/** @throws DatabaseError when none of several hosts accepts writes */
export async function reachedUrl(url: string): Promise<string> {
  try {
    return await primaryUrl(url);
  } catch (cause) {
    if (!(cause instanceof NoPrimary)) throw cause;
    throw new DatabaseError(
      `The database cannot be reached: ${cause.message}. Check DATABASE_URL, or start one of these servers.`,
      { cause },
    );
  }
}

function refusal(url: string, cause: unknown): string {
  const { code = '', message } = cause as { code?: string; message: string };
  if (code.startsWith('28')) {
    return `The database at ${addressOf(url)} refuses the user or the password (${code}): check DATABASE_URL.`;
  }
  if (code === TOO_MANY_CONNECTIONS) {
    return (
      `The database at ${addressOf(url)} has no connection left (${code}: ${message}): set ` +
      'DATABASE_CONNECTIONS lower wherever the service runs, or raise max_connections or the limit of the role.'
    );
  }
  if (/^[0-9A-Z]{5}$/.test(code)) {
    return `The database at ${addressOf(url)} refuses the connection: ${message} (${code}).`;
  }
  return `The database at ${addressOf(url)} cannot be reached (${code || message}): check DATABASE_URL, or start that server.`;
}

/** @returns host and database without the user and the password */
function addressOf(url: string): string {
  return `${hostName(url)}${new URL(url).pathname}`;
}

/**
 * Refuses a node of Citus that is not the one entry of the cell. Citus spreads the tables of a schema and leaves its
 * sequence on the node where it was made. Entries of the ledger that were numbered by two sequences have no order.
 *
 * @throws MigrationError which says where to connect
 */
export async function refuseOtherEntry(client: pg.Client): Promise<void> {
  const { rows: extensions } = await client.query(
    `select from pg_extension where extname = 'citus'`,
  );
  if (extensions.length === 0) return;
  const { rows } = await client.query(
    `select current_schema() as schema, to_regclass('ledger_block') is not null as is_entry,
            (select count(*)::int from run_command_on_all_nodes(
               format('select to_regclass(%L) is not null', quote_ident(current_schema()) || '.ledger_block'))
              where result = 't') as entries`,
  );
  const { schema, is_entry: isEntry, entries } = rows[0];
  if (!isEntry) {
    throw new MigrationError(
      `The sequence ledger_block of the schema ${schema} is not on this node of Citus: connect to the node that has ` +
        'it, which is the one entry of the cell.',
    );
  }
  if (entries > 1) {
    throw new MigrationError(
      `${entries} nodes of Citus have a sequence ledger_block of the schema ${schema}, and only one may number the ` +
        'entries of a ledger: connect every process to one node, and drop the sequence on the others.',
    );
  }
}
