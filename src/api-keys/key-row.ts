// The row of a key, as the operator's commands read it. Two modules access api_key: admission, which every request
// passes, is one SQL statement; the commands use Prisma, except for the row's lock and the database's clock, which
// decide who is valid.
//
// The commands write times with milliseconds, so Prisma reads them without loss.
import type { api_key } from '../../generated/prisma/client.ts';
import { readClock } from '../database/clock.ts';
import type { Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { isUuid } from '../lib/formats.ts';

export type KeyStatus = 'valid' | 'expired' | 'revoked';

interface Ends {
  readonly revoked_at: Date | null;
  readonly expires_at: Date | null;
}

/** Returns the status by the rule of admission's statement. */
export function statusOf({ revoked_at, expires_at }: Ends, now: Date): KeyStatus {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && expires_at <= now ? 'expired' : 'valid';
}

interface LockedKey {
  readonly key: api_key;
  /** The database's time after the lock, cut to milliseconds. */
  readonly now: Date;
}

/**
 * Locks a key and reads it.
 *
 * @returns undefined where no key has the id
 * @throws ApiError for a text that is no id
 */
export async function lockKey(tx: Transaction, id: string): Promise<LockedKey | undefined> {
  if (!isUuid(id))
    throw errors.validation([{ path: 'id', message: 'must be the id of a key, a UUID' }]);
  const [locked] = await tx.query(LOCK_KEY, [id]);
  if (locked === undefined) return undefined;
  const key = await tx.prisma.api_key.findUniqueOrThrow({ where: { id } });
  return { key, now: new Date(await readClock(tx)) };
}

const LOCK_KEY = statement<{ id: string }>(
  'lock-key',
  'select id from api_key where id = $1::uuid for update',
);

/** Formats a time as every timestamp of the API: UTC, six fraction digits. */
export function textOf(time: Date): string {
  return time.toISOString().replace('Z', '000Z');
}
