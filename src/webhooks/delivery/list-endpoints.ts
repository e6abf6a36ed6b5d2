import type { Answer, PersonCall } from '../../contract.ts';
import type { Queryable } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { ENDPOINTS_MAX } from '../endpoints/create-webhook.ts';
import { type EndpointHealth, selectHealth } from './endpoint-health.ts';

/** Lists all endpoints of an environment: those that were disabled as failing or fail now, then the others. */
export async function listEndpoints(
  { principal }: PersonCall<'listEndpoints'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'listEndpoints'>> {
  const { organizationId, environment } = principal;
  const data = await database.query(LIST_ENDPOINTS, [organizationId, environment, ENDPOINTS_MAX]);
  return { status: 200, body: { data } };
}

const LIST_ENDPOINTS = statement<EndpointHealth>(
  'list-endpoints',
  `
    ${selectHealth('organization_id = $1::uuid and environment = $2::text')}
     order by endpoint.failing_since nulls last, id
     limit $3::int`,
);
