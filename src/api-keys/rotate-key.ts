import { type OperatorAction, recordAction } from '../audit/operator-actions.ts';
import type { Environment } from '../contract.ts';
import type { Database, Transaction } from '../database/database.ts';
import { errors } from '../errors.ts';
import { newId } from '../lib/random.ts';
import type { PlaceKey } from './issue-key.ts';
import { hashOfKey, makeKey, prefixOf } from './key-format.ts';
import { lockKey, statusOf, textOf } from './key-row.ts';

/** By default a partner has a day to deploy a new key. */
const OVERLAP_SECONDS_DEFAULT = 86_400;
const OVERLAP_SECONDS_MAX = 604_800;

export interface RotatedKey {
  readonly id: string;
  /** Shown only this once. */
  readonly key: string;
  /** When the old key ends. */
  readonly old_key_expires_at: string;
}

/**
 * Issues a key with the rights and limits of the old one, which stays valid for the overlap.
 *
 * @throws ApiError when no key that is still valid has the id
 */
export async function rotateKey(
  database: Database,
  {
    id,
    overlapSeconds = OVERLAP_SECONDS_DEFAULT,
    placeKey,
  }: { id: string; overlapSeconds?: number; placeKey?: PlaceKey },
  action: OperatorAction,
): Promise<RotatedKey> {
  if (overlapSeconds > OVERLAP_SECONDS_MAX) {
    const message = `must be at most ${OVERLAP_SECONDS_MAX}, a week`;
    throw errors.validation([{ path: 'overlap_seconds', message }]);
  }
  const lockValidKey = async (tx: Transaction) => {
    const locked = await lockKey(tx, id);
    if (locked !== undefined && statusOf(locked.key, locked.now) === 'valid') return locked;
    throw errors.notFound(`No key with the id ${id} is valid: it is unknown, revoked or expired.`);
  };
  const { environment } = (await database.transaction(lockValidKey)).key;
  const key = makeKey(environment as Environment);
  await placeKey?.(hashOfKey(key));
  return database.transaction(async (tx) => {
    const locked = await lockValidKey(tx);
    const { created_at: _, last_used_at: __, ...old } = locked.key;
    const made = await tx.prisma.api_key.create({
      data: { ...old, id: newId(), key_hash: hashOfKey(key), prefix: prefixOf(key) },
      select: { id: true },
    });
    const overlapEnds = new Date(locked.now.getTime() + overlapSeconds * 1000);
    const ends = old.expires_at && old.expires_at < overlapEnds ? old.expires_at : overlapEnds;
    await tx.prisma.api_key.update({ where: { id }, data: { expires_at: ends } });
    await recordAction(tx, {
      ...action,
      organizationId: old.organization_id,
      target: `key ${id}, in its place ${made.id}`,
    });
    return { id: made.id, key, old_key_expires_at: textOf(ends) };
  });
}
