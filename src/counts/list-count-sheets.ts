import type { Answer, PersonCall } from '../contract.ts';
import type { Queryable } from '../database/database.ts';
import { ListFilter } from '../database/list-filter.ts';
import { pageOf, readTimeCursor, timeCursor } from '../lib/paging.ts';
import { type CountSheet, SHEET_COLUMNS, SHEET_PARTS } from './sheet-rows.ts';

type Row = CountSheet & { readonly seq: string };

/** Lists sheets, newest first. */
export async function listCountSheets(
  { query, principal }: PersonCall<'listCountSheets'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'listCountSheets'>> {
  const before = readTimeCursor(query.cursor);
  const where = new ListFilter();
  where
    .add([principal.organizationId], (own) => `organization_id = ${own}::uuid`)
    .add([query.state], (state) => `state = ${state}::text`)
    .add(
      [before?.created_at, before?.seq],
      (time, seq) => `(created_at, seq) < (${time}::timestamptz, ${seq}::bigint)`,
    );
  const limit = where.value(query.limit + 1);
  const rows = await database.query(
    where.statement<Row>(
      'list-count-sheets',
      (conditions) => `
    select ${SHEET_COLUMNS}, sheet.seq::text as seq
      from (select * from count_sheet
             where created_at > '-infinity' and ${conditions}
             order by created_at desc, seq desc
             limit ${limit}) sheet
     ${SHEET_PARTS}
     order by sheet.created_at desc, sheet.seq desc`,
    ),
    where.values,
  );
  const page = pageOf(
    rows,
    query.limit,
    ({ seq: _, ...sheet }) => sheet,
    ({ created_at, seq }) => timeCursor({ created_at, seq }),
  );
  return { status: 200, body: page };
}
