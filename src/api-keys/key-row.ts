// The one rule of which keys are valid, and a key's lock. All of api_key is read and written in SQL, and in this folder:
// locks and the database's clock decide.
import type { Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { isUuid } from '../lib/formats.ts';

/** Returns SQL that says whether a key is valid at a time, the one rule that admission follows too. */
export function validAt(time: string): string {
  return `(api_key.revoked_at is null and (api_key.expires_at is null or api_key.expires_at > ${time}))`;
}

/**
 * Locks a key until the transaction ends.
 *
 * @returns undefined where no key has the id
 * @throws ApiError for a text that is no id
 */
export async function lockKey(
  tx: Transaction,
  id: string,
): Promise<{ organization_id: string } | undefined> {
  if (!isUuid(id)) throw errors.invalid('id', 'must be the id of a key, a UUID');
  const [locked] = await tx.query(LOCK_KEY, [id]);
  return locked;
}

const LOCK_KEY = statement<{ organization_id: string }>(
  'lock-key',
  'select organization_id from api_key where id = $1::uuid for update',
);
