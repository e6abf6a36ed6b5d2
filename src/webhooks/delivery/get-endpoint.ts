import type { Answer, PersonCall } from '../../contract.ts';
import type { Queryable } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { ownValues, unknownEndpoint } from '../endpoints/own-endpoint.ts';
import { type EndpointHealth, selectHealth } from './endpoint-health.ts';

export async function getEndpoint(
  { path, principal }: PersonCall<'getEndpoint'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'getEndpoint'>> {
  const [endpoint] = await database.query(GET_ENDPOINT, ownValues(principal, path.id));
  if (endpoint === undefined) throw unknownEndpoint();
  return { status: 200, body: endpoint };
}

const GET_ENDPOINT = statement<EndpointHealth>(
  'get-endpoint',
  selectHealth('id = $1::uuid and organization_id = $2::uuid and environment = $3::text'),
);
