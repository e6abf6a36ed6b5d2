import type { Answer, PersonCall } from '../contract.ts';
import type { Queryable } from '../database/database.ts';
import { CURSORS } from '../lib/cursors.ts';
import { pageOf } from '../lib/paging.ts';
import { type LineRow, readPage } from './line-rows.ts';
import { findSheet } from './sheet-rows.ts';
import { showLines } from './show-lines.ts';

/** Answers a sheet with a page of its lines; no other line is read or compared with the ledger. */
export async function getCountSheet(
  { path: { id }, query: { limit, cursor }, principal }: PersonCall<'getCountSheet'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'getCountSheet'>> {
  const key = { id, organizationId: principal.organizationId };
  const after = CURSORS.getCountSheet.read(cursor);
  const sheet = await findSheet(database, key);
  const rows = await readPage(database, key, { after, limit: limit + 1 });
  const cursorAfter = (row: LineRow) => CURSORS.getCountSheet.write([row.sku_id, row.lot_number]);
  const page = pageOf(rows, limit, (row) => row, cursorAfter);
  const data = await showLines(database, sheet, principal, page.data);
  return { status: 200, body: { sheet, data, next_cursor: page.next_cursor } };
}
