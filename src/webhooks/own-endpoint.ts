// The endpoint that a caller names. It belongs to the key's organization and environment, or it is unknown.
//
// Endpoints are written and read in SQL throughout, and not by Prisma: fan-out and claims hold their rows,
// each write begins with a lock or ends at the database's clock, and the list and its cursors need
// microseconds. One style for one table.
import type { Answer, Principal } from '../contract.ts';
import { type Queryable, timestampText } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';

/** As its organization sees it, so without its secret. */
export type Endpoint = Answer<'getWebhook'>['body'];

/** The columns of an `Endpoint`. */
export const ENDPOINT_COLUMNS = `id, url, events, description, ${timestampText('created_at')} as created_at`;

/** The condition whose values are `ownValues`. */
export const IS_OWN = 'id = $1::uuid and organization_id = $2::uuid and environment = $3::text';

/** @throws ApiError 404 when it is unknown, of another organization or of the other environment */
export async function requireEndpoint(
  db: Queryable,
  principal: Principal,
  id: string,
): Promise<Endpoint> {
  const [endpoint] = await db.query(FIND, ownValues(principal, id));
  if (endpoint === undefined) throw unknownEndpoint();
  return endpoint;
}

const FIND = statement<Endpoint>(
  'webhook-get',
  `select ${ENDPOINT_COLUMNS} from webhook_endpoint where ${IS_OWN}`,
);

export function ownValues({ organizationId, environment }: Principal, id: string): unknown[] {
  return [id, organizationId, environment];
}

export function unknownEndpoint() {
  return errors.notFound('No webhook endpoint of this key has this id.');
}
