import { type OperatorAction, recordAction } from '../audit/operator-actions.ts';
import type { Database } from '../database/database.ts';
import { errors } from '../errors.ts';
import { lockKey, textOf } from './key-row.ts';

/**
 * Revokes a key from the next request on. Revoking it again changes nothing.
 *
 * @throws ApiError when no key has the id
 */
export function revokeKey(
  database: Database,
  id: string,
  action: OperatorAction,
): Promise<{ id: string; revoked_at: string }> {
  return database.transaction(async (tx) => {
    const locked = await lockKey(tx, id);
    if (locked === undefined) throw errors.notFound(`No key has the id ${id}.`);
    const revokedAt = locked.key.revoked_at ?? locked.now;
    await tx.prisma.api_key.update({ where: { id }, data: { revoked_at: revokedAt } });
    const organizationId = locked.key.organization_id;
    await recordAction(tx, { ...action, organizationId, target: `key ${id}` });
    return { id: locked.key.id, revoked_at: textOf(revokedAt) };
  });
}
