import { type OperatorAction, recordAction } from '../audit/operator-actions.ts';
import { type Database, timestampText } from '../database/database.ts';
import { CLOCK } from '../database/moments.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { lockKey } from './key-row.ts';

/**
 * Revokes a key from the next request on. Revoking it again changes nothing.
 *
 * @throws ApiError when no key has the id
 */
export function revokeKey(
  database: Database,
  id: string,
  action: OperatorAction,
): Promise<RevokedKey> {
  return database.transaction(async (tx) => {
    const locked = await lockKey(tx, id);
    if (locked === undefined) throw errors.notFound(`No key has the id ${id}.`);
    const [revoked] = await tx.query(REVOKE_KEY, [id]);
    const organizationId = locked.organization_id;
    await recordAction(tx, { ...action, organizationId, target: `key ${id}` });
    return revoked as RevokedKey;
  });
}

interface RevokedKey {
  readonly id: string;
  readonly revoked_at: string;
}

const REVOKE_KEY = statement<RevokedKey>(
  'revoke-key',
  `
    with ${CLOCK}
    update api_key set revoked_at = coalesce(revoked_at, clock.at)
      from clock
     where id = $1::uuid
    returning id, ${timestampText('revoked_at')} as revoked_at`,
);
