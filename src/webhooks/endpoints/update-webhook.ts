import { recordPersons } from '../../audit/operator-actions.ts';
import type { Answer, Call } from '../../contract.ts';
import type { Database } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { errors } from '../../errors.ts';
import type { AddressGuard } from './address-guard.ts';
import {
  dropReplays,
  ENDPOINT_COLUMNS,
  ENDS_PENDING,
  type Endpoint,
  IS_OWN,
  ownValues,
  positionNow,
  recordedFields,
  requireEndpoint,
  requireEvents,
  unknownEndpoint,
} from './own-endpoint.ts';

/** Changes what is named. Disabling and enabling again what is so already changes nothing. */
export async function updateWebhook(
  { path, body, principal }: Call<'updateWebhook'>,
  { database, addressGuard }: { readonly database: Database; readonly addressGuard: AddressGuard },
): Promise<Answer<'updateWebhook'>> {
  const { url, events, description, status } = body;
  // The endpoint is checked before the guard resolves names: a caller without such an endpoint learns nothing of them.
  await requireEndpoint(database, principal, path.id);
  if (events !== undefined) requireEvents(principal, events);
  const violation = url === undefined ? undefined : await addressGuard.violationIn(url);
  if (violation !== undefined) throw errors.invalid('url', violation);
  const own = ownValues(principal, path.id);
  const endpoint = await database.transaction(async (tx) => {
    if (status === 'disabled') {
      await tx.query(DISABLE, own);
      await dropReplays(tx, path.id, principal.organizationId);
    }
    if (status === 'enabled') await tx.query(ENABLE, own);
    const [changed] = await tx.query(CHANGE, [
      ...own,
      url ?? null,
      events === undefined ? null : [...new Set(events)],
      description !== undefined,
      description ?? null,
    ]);
    if (changed !== undefined) {
      const typed = { ...recordedFields(body), status };
      const target = `endpoint ${path.id}`;
      await recordPersons(tx, principal, { command: 'updateWebhook', target, typed });
    }
    return changed;
  });
  if (endpoint === undefined) throw unknownEndpoint();
  return { status: 200, body: endpoint };
}

const DISABLE = statement<never>(
  'webhook-disable',
  `
    update webhook_endpoint
       set disabled_at = now(), disabled_reason = 'requested', ${ENDS_PENDING}
     where ${IS_OWN} and disabled_at is null`,
);

/** It begins with the events from now on, and with a clean record. */
const ENABLE = statement<never>(
  'webhook-enable',
  `
    with own as (
      select id, organization_id from webhook_endpoint
       where ${IS_OWN} and disabled_at is not null
         for no key update
    ), counter as (${positionNow('select organization_id from own')})
    update webhook_endpoint endpoint
       set disabled_at = null, disabled_reason = null, failing_since = null, is_slow = false,
           fanned_position = counter.position
      from own, counter
     where endpoint.id = own.id and endpoint.organization_id = own.organization_id`,
);

/** Another address has a record of its own. */
const CHANGE = statement<Endpoint>(
  'webhook-change',
  `
    with changed as (
      update webhook_endpoint
         set url = coalesce($4::text, url), events = coalesce($5::text[], events),
             description = case when $6::boolean then $7::text else description end,
             failing_since = case when $4::text is null then failing_since end,
             last_success_at = case when $4::text is null then last_success_at end,
             is_slow = is_slow and $4::text is null
       where ${IS_OWN}
      returning *)
    select ${ENDPOINT_COLUMNS} from changed`,
);
