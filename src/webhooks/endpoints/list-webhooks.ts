import type { Answer, ListCall } from '../../contract.ts';
import type { Queryable } from '../../database/database.ts';
import { ListFilter } from '../../database/list-filter.ts';
import { CURSORS } from '../../lib/cursors.ts';
import { pageOf } from '../../lib/paging.ts';
import { ENDPOINT_COLUMNS, type Endpoint } from './own-endpoint.ts';

export async function listWebhooks(
  { query, principal }: ListCall<'listWebhooks'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'listWebhooks'>> {
  const [after] = CURSORS.listWebhooks.read(query.cursor);
  const where = new ListFilter()
    .add([principal.organizationId], (id) => `organization_id = ${id}::uuid`)
    .add([principal.environment], (environment) => `environment = ${environment}::text`)
    .add([after], (id) => `id > ${id}::uuid`);
  const limit = where.value(query.limit + 1);
  const rows = await database.query(
    where.statement<Endpoint>(
      'list-webhooks',
      (conditions) => `
        select ${ENDPOINT_COLUMNS} from webhook_endpoint
         where ${conditions} and deleted_at is null order by id limit ${limit}`,
    ),
    where.values,
  );
  const page = pageOf(
    rows,
    query.limit,
    (row) => row,
    (row) => CURSORS.listWebhooks.write([row.id]),
  );
  return { status: 200, body: page };
}
