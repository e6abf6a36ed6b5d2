import { recordPersons } from '../../audit/operator-actions.ts';
import type { Answer, Call, Principal } from '../../contract.ts';
import type { Database } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { errors } from '../../errors.ts';
import { isUuid } from '../../lib/formats.ts';
import {
  ENDS_PENDING,
  IS_OWN,
  ownValues,
  requireEndpoint,
  unknownEndpoint,
} from './own-endpoint.ts';

export async function deleteWebhook(
  { query, principal }: Call<'deleteWebhook'>,
  { database }: { readonly database: Database },
): Promise<Answer<'deleteWebhook'>> {
  if (!isUuid(query.id)) throw errors.invalidId('id');
  return { status: 200, body: await deleteEndpoint(database, principal, query.id) };
}

/**
 * Marks the endpoint: from then on it is unknown, and what is pending is cancelled. Its rows go in slices, by a worker.
 *
 * @throws ApiError 404 when it is unknown
 */
export async function deleteEndpoint(
  database: Database,
  principal: Principal,
  id: string,
): Promise<{ id: string; deleted: true }> {
  await requireEndpoint(database, principal, id);
  await database.transaction(async (tx) => {
    const [deleted] = await tx.query(MARK_DELETED, ownValues(principal, id));
    if (deleted === undefined) throw unknownEndpoint();
    const target = `endpoint ${id}`;
    await recordPersons(tx, principal, { command: 'deleteWebhookById', target });
  });
  return { id, deleted: true };
}

const MARK_DELETED = statement<{ id: string }>(
  'webhook-mark-deleted',
  `update webhook_endpoint set deleted_at = now(), ${ENDS_PENDING} where ${IS_OWN} returning id`,
);
