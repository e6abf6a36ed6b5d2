import { type OperatorAction, recordAction } from '../audit/operator-actions.ts';
import type { Environment } from '../contract.ts';
import { type Database, type Transaction, timestampText } from '../database/database.ts';
import { CLOCK } from '../database/moments.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { newId } from '../lib/random.ts';
import type { PlaceKey } from './issue-key.ts';
import { hashOfKey, makeKey, prefixOf } from './key-format.ts';
import { lockKey, validAt } from './key-row.ts';

/** By default a partner has a day to deploy a new key. */
const OVERLAP_SECONDS_DEFAULT = 86_400;
const OVERLAP_SECONDS_MAX = 604_800;

interface RotatedKey {
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
    throw errors.invalid('overlap_seconds', message);
  }
  const refusal = errors.notFound(
    `No key with the id ${id} is valid: it is unknown, revoked or expired.`,
  );
  const readLocked = async (tx: Transaction) => {
    await lockKey(tx, id);
    const [valid] = await tx.query(READ_VALID_KEY, [id]);
    if (valid === undefined) throw refusal;
    return valid;
  };
  const { environment } = await database.transaction(readLocked);
  const key = makeKey(environment);
  await placeKey?.(hashOfKey(key));
  return database.transaction(async (tx) => {
    const { organization_id: organizationId } = await readLocked(tx);
    const values = [id, newId(), hashOfKey(key), prefixOf(key), overlapSeconds];
    const [made] = await tx.query(ROTATE_KEY, values);
    // It may have expired a moment ago.
    if (made === undefined) throw refusal;
    await recordAction(tx, {
      ...action,
      organizationId,
      target: `key ${id}, in its place ${made.id}`,
    });
    return { id: made.id, key, old_key_expires_at: made.old_key_expires_at };
  });
}

const READ_VALID_KEY = statement<{ organization_id: string; environment: Environment }>(
  'read-valid-key',
  `select organization_id, environment from api_key
    where id = $1::uuid and ${validAt('clock_timestamp()')}`,
);

/** The new key ends when the old one would have ended. */
const ROTATE_KEY = statement<{ id: string; old_key_expires_at: string }>(
  'rotate-key',
  `
    with ${CLOCK}, ended as (
      update api_key set expires_at = least(expires_at, clock.at + make_interval(secs => $5::int))
        from clock
       where id = $1::uuid and ${validAt('clock.at')}
      returning id, expires_at
    ), made as (
      insert into api_key (
        id, organization_id, environment, key_hash, prefix, scopes, plan, requests_per_minute,
        requests_per_day, expires_at, label)
      select $2::uuid, organization_id, environment, $3::bytea, $4::text, scopes, plan, requests_per_minute,
             requests_per_day, api_key.expires_at, label
        from api_key join ended using (id)
      returning id
    )
    select made.id, ${timestampText('ended.expires_at')} as old_key_expires_at from made cross join ended`,
);
