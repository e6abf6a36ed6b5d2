import type { Answer, Call } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { isUuid } from '../formats.ts';
import { IS_OWN, ownValues, unknownEndpoint } from './own-endpoint.ts';

export async function deleteWebhook(
  { query, principal }: Call<'deleteWebhook'>,
  { database }: { readonly database: Database },
): Promise<Answer<'deleteWebhook'>> {
  if (!isUuid(query.id)) throw errors.invalidId('id');
  return database.transaction(async (tx) => {
    await tx.query(LOCK_PENDING, ownValues(principal, query.id));
    // Its deliveries go with it.
    const [deleted] = await tx.query(DELETE, ownValues(principal, query.id));
    if (deleted === undefined) throw unknownEndpoint();
    return { status: 200, body: { id: deleted.id, deleted: true } };
  });
}

/** In the order in which a worker locks those whose results it writes; a cascade has none. */
const LOCK_PENDING = statement<{ id: string }>(
  'webhook-lock-pending',
  `
    select id
      from webhook_delivery
     where endpoint_id = (select id from webhook_endpoint where ${IS_OWN})
       and organization_id = $2::uuid and status = 'pending'
     order by id
       for update`,
);

const DELETE = statement<{ id: string }>(
  'webhook-delete',
  `delete from webhook_endpoint where ${IS_OWN} returning id`,
);
