// Row-level security: whose rows a statement may see and write. In the tables below, PostgreSQL itself hides the rows
// of other organizations, whatever a statement asks for. The policies are in the baseline migration.
//
// A transaction sets the organizations that it acts for, and the setting ends with the transaction: nothing stays in
// the connection, so a pooler may stand between. A transaction that sets none sees no row and writes none.
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

/** SQL for the beginning of a transaction. */
export function actLocally(organizationIds: readonly string[]): string {
  return `set local ${SETTING} = '${organizationList(organizationIds)}'`;
}

/** Sets the organizations of the running transaction; $1 is an `organizationList`. */
export const ACT_FOR = statement<{ acting: string }>(
  'act-for',
  `select set_config('${SETTING}', $1::text, true) as acting`,
);

/** SQL that begins a transaction of one statement. */
export function beginFor(organizationIds: readonly string[]): string {
  return `begin; ${actLocally(organizationIds)}`;
}

/** Acts for all organizations and returns the earlier list. PostgreSQL evaluates the columns in their order. */
export const ACT_FOR_ALL = statement<{ before: string | null; acting: string }>(
  'act-for-all',
  `
    select nullif(current_setting('${SETTING}', true), '') as before,
           set_config('${SETTING}', coalesce((select array_agg(id)::text from organization), '{}'), true)
             as acting`,
);

/** @throws Error when an id is not a UUID: the list is put into SQL text as it is */
export function organizationList(organizationIds: readonly string[]): string {
  if (!organizationIds.every(isUuid)) throw new Error('An organization is not named by its id.');
  return `{${organizationIds.join(',')}}`;
}
