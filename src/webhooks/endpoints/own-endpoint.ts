// The endpoint that a caller names. It belongs to the key's organization and environment, or it is unknown.
//
// Endpoints are written and read in SQL throughout, and not by Prisma: fan-out and claims hold their rows,
// each write begins with a lock or ends at the database's clock, and the list and its cursors need
// microseconds. One style for one table.
import type { Answer, Principal } from '../../contract.ts';
import { type Queryable, type Transaction, timestampText } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { errors } from '../../errors.ts';

/** An endpoint as its organization sees it: without its secret. */
export type Endpoint = Answer<'getWebhook'>['body'];

/** The columns of an `Endpoint`. */
export const ENDPOINT_COLUMNS = `
  id, url, events, description,
  case when disabled_at is null then 'enabled' else 'disabled' end as status,
  ${timestampText('disabled_at')} as disabled_at, disabled_reason,
  ${timestampText('created_at')} as created_at`;

/** What is recorded of an endpoint's fields: of the address its host alone, since the rest may hold a secret. */
export function recordedFields({ url, events }: { url?: string; events?: readonly string[] }) {
  return { url: url && new URL(url).origin, events };
}

/** The condition whose values are `ownValues`. A deleted endpoint is unknown at once, though its rows are deleted later in slices. */
export const IS_OWN =
  'id = $1::uuid and organization_id = $2::uuid and environment = $3::text and deleted_at is null';

/** Ends all pending deliveries of an endpoint by a new generation (`era`), however many they are. */
export const ENDS_PENDING = 'era = era + 1, era_began_at = now(), has_over = true';

/** Deletes the replays of an endpoint that ends: deliveries that they have not come to stay dead. */
export async function dropReplays(tx: Transaction, id: string, organizationId: string) {
  await tx.query(DROP_REPLAYS, [id, organizationId]);
}

/**
 * This must be a separate statement after the one that locks the endpoint: it sees replays that were marked until
 * the lock was acquired, and waits for their slices. So nothing of an earlier generation comes back after its end.
 */
const DROP_REPLAYS = statement<never>(
  'webhook-drop-replays',
  'delete from webhook_replay where endpoint_id = $1::uuid and organization_id = $2::uuid',
);

/**
 * An insert that returns the position of the last event of an organization, from where an endpoint begins, and marks
 * that the endpoint may be behind. It waits for who is appending, and who appends waits for the transaction: with
 * the position alone, an event that is committed meanwhile could be taken for one that all have.
 *
 * @param organization a select of its id
 */
export const positionNow = (organization: string) => `
      insert into event_counter (organization_id)
      ${organization}
      on conflict (organization_id) do update
         set pending_since = coalesce(event_counter.pending_since, excluded.pending_since)
      returning position`;

/** What a key that may only read orders can subscribe to. */
const ORDER_EVENTS = ['order.updated'];

/** Whether the key keeps endpoints of every kind of event, or of orders alone. */
export function keepsEveryKind({ scopes }: Pick<Principal, 'scopes'>): boolean {
  return scopes.has('inventory:write');
}

/** @throws ApiError 403 when the key may not subscribe to these events; none means all */
export function requireEvents(principal: Principal, events: readonly string[]): void {
  if (keepsEveryKind(principal) || areOfOrders(events)) return;
  throw errors.insufficientScope(
    'This key may subscribe to order.updated alone: send events ["order.updated"], or use a key with the scope inventory:write.',
  );
}

function areOfOrders(events: readonly string[]): boolean {
  return events.length > 0 && events.every((event) => ORDER_EVENTS.includes(event));
}

/** The condition of the endpoints that a key of orders alone may keep, on a row of webhook_endpoint. */
export const IS_OF_ORDERS = `events = '{order.updated}'`;

/**
 * @throws ApiError 404 when it is unknown, of another organization or of the other environment, or gets events that
 *   the key may not subscribe to
 */
export async function requireEndpoint(
  db: Queryable,
  principal: Principal,
  id: string,
): Promise<Endpoint> {
  const [endpoint] = await db.query(FIND, ownValues(principal, id));
  if (endpoint === undefined) throw unknownEndpoint();
  if (!keepsEveryKind(principal) && !areOfOrders(endpoint.events)) throw unknownEndpoint();
  return endpoint;
}

/** @throws ApiError 400 when it is disabled, 404 when it is unknown */
export async function requireEnabledEndpoint(
  db: Queryable,
  principal: Principal,
  id: string,
): Promise<Endpoint> {
  const endpoint = await requireEndpoint(db, principal, id);
  if (endpoint.disabled_at !== null) throw disabledEndpoint();
  return endpoint;
}

const FIND = statement<Endpoint>(
  'webhook-get',
  `select ${ENDPOINT_COLUMNS} from webhook_endpoint where ${IS_OWN}`,
);

export function ownValues({ organizationId, environment }: Principal, id: string): unknown[] {
  return [id, organizationId, environment];
}

export function disabledEndpoint() {
  return errors.invalid('id', 'must name an endpoint that is enabled');
}

export function unknownEndpoint() {
  return errors.notFound('No webhook endpoint of this key has this id.');
}
