import type { Answer, Call } from '../contract.ts';
import { type Queryable, timestampText } from '../database/database.ts';
import { ListFilter } from '../database/list-filter.ts';
import { pageOf, readTimeCursor, readTimeFilter, timeCursor } from '../lib/paging.ts';

type RefusedRequest = Answer<'listRequests'>['body']['data'][number];
type Row = RefusedRequest & { readonly seq: string };

/** Lists what was refused to the organization's keys of the environment, or failed, newest first. */
export async function listRequests(
  { query, principal }: Call<'listRequests'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'listRequests'>> {
  const where = new ListFilter()
    .add([principal.organizationId], (id) => `organization_id = ${id}::uuid`)
    .add([principal.environment], (name) => `environment = ${name}::text`)
    .add([query.request_id], (id) => `request_id = ${id}::uuid`)
    .add([query.operation], (name) => `operation = ${name}::text`)
    .add([query.status], (status) => `status = ${status}::int`)
    .add([readTimeFilter(query.from, 'from')], (time) => `created_at >= ${time}::timestamptz`)
    .add([readTimeFilter(query.to, 'to')], (time) => `created_at < ${time}::timestamptz`)
    .olderThan(readTimeCursor(query.cursor));
  const limit = where.value(query.limit + 1);
  const rows = await database.query(
    where.statement<Row>(
      'list-requests',
      (conditions) => `
    select request_id, api_key_id, operation, status, code, fields, milliseconds,
           ${timestampText('created_at')} as created_at, seq::text as seq
      from refused_request
     where ${conditions}
     order by refused_request.created_at desc, refused_request.seq desc
     limit ${limit}`,
    ),
    where.values,
  );
  const page = pageOf(
    rows,
    query.limit,
    ({ seq: _, ...request }): RefusedRequest => request,
    timeCursor,
  );
  return { status: 200, body: page };
}
