/**
 * The lists that are also answered whole, as CSV. A report reads one snapshot page by page, twice: first it counts, so
 * that what is too long is refused before its first byte, and then it writes. A second reading costs less than to keep
 * the first one.
 */
import type { Answer, Call, CsvListId } from '../contract.ts';
import type { Database, Queryable } from '../database/database.ts';
import { takeSnapshot } from '../database/moments.ts';
import { errors } from '../errors.ts';
import { listEvents } from '../events/list-events.ts';
import type { ReadReport, Report } from '../http/csv.ts';
import { getLotHistory } from '../inventory/operations/get-lot-history.ts';
import { listActivity } from '../inventory/operations/list-activity.ts';
import { listLots } from '../inventory/operations/list-lots.ts';
import { listStock } from '../inventory/operations/list-stock.ts';
import { listTransactions } from '../inventory/operations/list-transactions.ts';
import { listOrders } from '../orders/list-orders.ts';
import type { NotePatientAccess } from '../patients/patient-access.ts';

/** The most rows of a report. */
export const REPORT_ROWS_MAX = 50_000;
/** The longest that a report may take, and keep its snapshot: from the first row that is counted to the last one sent. */
export const REPORT_SECONDS_MAX = 30;
/** The rows of a report that one statement reads. */
const PAGE_ROWS = 1_000;

/** A snapshot; it acts for the organization of the caller. */
interface Snapshot extends Queryable {
  actingFor: (organizationId: string) => Queryable;
}

interface List<Id extends CsvListId> {
  readonly list: (call: never, services: { readonly database: Snapshot }) => Promise<Answer<Id>>;
  /** The parameter that takes the cursor. */
  readonly cursor: keyof Call<Id>['query'] & ('cursor' | 'after');
}

const LISTS: { readonly [Id in CsvListId]: List<Id> } = {
  listStock: { list: listStock, cursor: 'cursor' },
  listLots: { list: listLots, cursor: 'cursor' },
  listTransactions: { list: listTransactions, cursor: 'cursor' },
  listOrders: { list: listOrders, cursor: 'cursor' },
  listEvents: { list: listEvents, cursor: 'after' },
  listActivity: { list: listActivity, cursor: 'cursor' },
  getLotHistory: { list: getLotHistory, cursor: 'cursor' },
};

type Row = Answer<CsvListId>['body']['data'][number];

/** @param notePatientAccess records whom a report of orders names, before it is sent */
export function reportReader(
  reads: Database,
  notePatientAccess: NotePatientAccess,
  { rowsMax = REPORT_ROWS_MAX, secondsMax = REPORT_SECONDS_MAX } = {},
): ReadReport {
  return (report) => {
    const call = report.call as unknown as Call<CsvListId>;
    const { organizationId, actor } = call.principal;
    return reads.transaction(
      async (tx) => {
        await takeSnapshot(tx);
        const database = { query: tx.query.bind(tx), actingFor: () => tx };
        const patients = new Set<string>();
        let counted = 0;
        for await (const rows of pagesOf(report, database)) {
          counted += rows.length;
          if (counted > rowsMax) throw tooLong(rowsMax);
          for (const row of rows) {
            if ('patient_id' in row && row.patient_id !== null) patients.add(row.patient_id);
          }
        }
        if (patients.size > 0) {
          const { operationId: operation } = report;
          const patientIds = [...patients];
          const { requestId } = call;
          await notePatientAccess({ requestId, operation, patientIds, organizationId, actor });
        }
        if (counted === 0) await report.write([]);
        for await (const rows of pagesOf(report, database)) await report.write(rows);
      },
      { actingFor: organizationId, seconds: secondsMax },
    );
  };
}

function tooLong(rowsMax: number) {
  const message = `asks for more than the ${rowsMax} rows that a CSV may have: narrow it by its filters`;
  return errors.invalid('query', message);
}

/** Yields the rows of each page. A feed has no last page: its cursor stays where it is. */
async function* pagesOf(
  { operationId, call, signal }: Report,
  database: Snapshot,
): AsyncGenerator<Row[]> {
  const { list, cursor: parameter } = LISTS[operationId as CsvListId] as List<CsvListId>;
  let cursor: string | undefined;
  for (;;) {
    signal.throwIfAborted();
    const query = { ...(call.query as object), limit: PAGE_ROWS, [parameter]: cursor };
    const { body } = await list({ ...call, query } as never, { database });
    if (body.data.length > 0) yield body.data;
    if (body.next_cursor === null || body.next_cursor === cursor) return;
    cursor = body.next_cursor;
  }
}
