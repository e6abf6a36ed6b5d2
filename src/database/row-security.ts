// Whose rows a statement may see and write. Of patients, prescriptions, intakes, orders, partners, store orders
// and checkout configurations PostgreSQL itself holds the others back, by row-level security, whatever a
// statement asks for. The policies are in the baseline migration.
//
// A transaction says for which organizations it acts, and that holds no longer than the transaction does:
// nothing of it is left in a connection, and a pooler may stand between. Who does not say sees no row and
// writes none.
import { isUuid } from '../lib/formats.ts';
import { statement } from './statement.ts';

const SETTING = 'app.organization_ids';

/** The tables that have such policies; a start makes sure of it. */
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

/** For a transaction that begins. */
export function actLocally(organizationIds: readonly string[]): string {
  return `set local ${SETTING} = '${organizationList(organizationIds)}'`;
}

/** For the transaction that it is in, by a list. */
export const ACT_FOR = statement<{ acting: string }>(
  'act-for',
  `select set_config('${SETTING}', $1::text, true) as acting`,
);

/** Begins a transaction of one statement. */
export function beginFor(organizationIds: readonly string[]): string {
  return `begin; ${actLocally(organizationIds)}`;
}

/** For all that there are; answers with the list of before. What is selected is evaluated in its order. */
export const ACT_FOR_ALL = statement<{ before: string | null; acting: string }>(
  'act-for-all',
  `
    select nullif(current_setting('${SETTING}', true), '') as before,
           set_config('${SETTING}', coalesce((select array_agg(id)::text from organization), '{}'), true)
             as acting`,
);

/** @throws Error when an id is none: the list may stand in a statement as it is */
export function organizationList(organizationIds: readonly string[]): string {
  if (!organizationIds.every(isUuid)) throw new Error('An organization is not named by its id.');
  return `{${organizationIds.join(',')}}`;
}
