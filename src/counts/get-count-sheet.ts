import type { Answer, PersonCall } from '../contract.ts';
import type { Queryable } from '../database/database.ts';
import { findSheet } from './sheet-rows.ts';
import { showLines } from './show-lines.ts';

export async function getCountSheet(
  { path: { id }, principal }: PersonCall<'getCountSheet'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'getCountSheet'>> {
  const sheet = await findSheet(database, { id, organizationId: principal.organizationId });
  return { status: 200, body: { sheet, data: await showLines(database, sheet, principal) } };
}
