import type pg from 'pg';
import { MigrationError } from './session.ts';

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
