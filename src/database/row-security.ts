// Row-level security: whose rows a statement may see and write. In the tables below, PostgreSQL itself hides the rows
// of other organizations, whatever a statement asks for. The policies are in the migrations.
//
// A transaction sets the organizations that it acts for, and the setting ends with the transaction: nothing stays in
// the connection, so a pooler may be between. A transaction that sets none sees no row and writes none.
import { isUuid } from '../lib/formats.ts';
import { statement } from './statement.ts';

const SETTING = 'app.organization_ids';

/** The tables that have such policies; the start of the service checks it. */
export const GUARDED_TABLES = [
  'account_charge',
  'checkout_config',
  'customer_order',
  'intake',
  'order_item',
  'order_reader',
  'partner',
  'patient',
  'prescription',
  'store_order',
] as const;

/**
 * SQL for the beginning of a transaction, or for a change within it. It is a `set local` and no call of `set_config`,
 * since Citus tells the nodes that hold the rows of the one and not of the other. The policies compare the setting with
 * the organization of a row, so one id stands alone.
 *
 * @throws Error when an id is not a UUID: the list is put into SQL text as it is
 */
export function actLocally(organizationIds: readonly string[]): string {
  if (!organizationIds.every(isUuid)) throw new Error('An organization is not named by its id.');
  return `set local ${SETTING} = '${organizationIds.join(',').toLowerCase()}'`;
}

/** The list of all organizations, and the one that the transaction acts for until now. */
export const READ_ORGANIZATIONS = statement<{ acting: string; every: string }>(
  'read-organizations',
  `
    select coalesce(current_setting('${SETTING}', true), '') as acting,
           coalesce((select string_agg(id::text, ',') from organization), '') as every`,
);
