import { hash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { type Database, timestampText } from '../database/database.ts';
import type { Statement } from '../database/statement.ts';
import { OperatorError } from '../errors.ts';
import { isUuid } from '../formats.ts';
import { findOrganization } from '../organizations/organizations.ts';
import { type Environment, makeKey } from './key-format.ts';

/** A partner has a day to roll a new key out, unless the operator says otherwise. */
const OVERLAP_SECONDS_DEFAULT = 86_400;
const OVERLAP_SECONDS_MAX = 604_800;

export interface RotatedKey {
  readonly id: string;
  /** Shown this once. */
  readonly key: string;
  /** When the old key ends. */
  readonly old_key_expires_at: string;
}

/**
 * Issues a key with the rights and limits of the old one, which stays valid for the overlap.
 *
 * @throws OperatorError when no key that is still valid has the id
 */
export async function rotateKey(
  database: Database,
  { id, overlapSeconds = OVERLAP_SECONDS_DEFAULT }: { id: string; overlapSeconds?: number },
): Promise<RotatedKey> {
  requireId(id);
  if (overlapSeconds > OVERLAP_SECONDS_MAX) {
    throw new OperatorError(`--overlap-seconds must be at most ${OVERLAP_SECONDS_MAX}, a week.`);
  }
  return database.transaction(async (tx) => {
    const [old] = await tx.query<{ environment: Environment }>(LOCK_VALID_KEY, [id]);
    if (old === undefined) {
      throw new OperatorError(
        `No key with the id ${id} is valid: it is unknown, revoked or expired.`,
      );
    }
    const key = makeKey(old.environment);
    const newId = uuidv7();
    await tx.query(COPY_KEY, [id, newId, hash('sha256', key, 'buffer')]);
    const [{ expires_at }] = await tx.query(END_AFTER_OVERLAP, [id, overlapSeconds]);
    return { id: newId, key, old_key_expires_at: expires_at };
  });
}

/**
 * Ends a key with the next request. Repeatable.
 *
 * @throws OperatorError when no key has the id
 */
export async function revokeKey(
  database: Database,
  id: string,
): Promise<{ id: string; revoked_at: string }> {
  requireId(id);
  const [row] = await database.query(REVOKE_KEY, [id]);
  if (row === undefined) throw new OperatorError(`No key has the id ${id}.`);
  return row;
}

export interface ListedKey {
  readonly id: string;
  readonly environment: Environment;
  readonly status: 'valid' | 'expired' | 'revoked';
  readonly scopes: string[];
  readonly plan: string;
  readonly requests_per_minute: number;
  readonly requests_per_day: number;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  /** To five minutes. */
  readonly last_used_at: string | null;
  readonly created_at: string;
}

/** @throws OperatorError when no organization has the slug */
export async function listKeys(database: Database, slug: string): Promise<ListedKey[]> {
  const { id } = await findOrganization(database, slug);
  return database.query<ListedKey>(LIST_KEYS, [id]);
}

function requireId(id: string): void {
  if (!isUuid(id)) throw new OperatorError('--id must be the id of a key, a UUID.');
}

const VALID = 'revoked_at is null and (expires_at is null or expires_at > now())';

const LOCK_VALID_KEY: Statement = {
  name: 'lock-valid-key',
  text: `select environment from api_key where id = $1::uuid and ${VALID} for update`,
};

const COPY_KEY: Statement = {
  name: 'copy-key',
  text: `
    insert into api_key (id, organization_id, environment, key_hash, scopes, plan, requests_per_minute,
                         requests_per_day, expires_at)
    select $2::uuid, organization_id, environment, $3::bytea, scopes, plan, requests_per_minute,
           requests_per_day, expires_at
      from api_key where id = $1::uuid`,
};

const END_AFTER_OVERLAP: Statement = {
  name: 'end-key-after-overlap',
  text: `
    update api_key
       set expires_at = least(expires_at, now() + make_interval(secs => $2::int))
     where id = $1::uuid
    returning ${timestampText('expires_at')} as expires_at`,
};

const REVOKE_KEY: Statement = {
  name: 'revoke-key',
  text: `
    update api_key set revoked_at = coalesce(revoked_at, now()) where id = $1::uuid
    returning id, ${timestampText('revoked_at')} as revoked_at`,
};

const LIST_KEYS: Statement = {
  name: 'list-keys',
  text: `
    select id, environment,
           case when revoked_at is not null then 'revoked'
                when expires_at <= now() then 'expired' else 'valid' end as status,
           scopes, plan, requests_per_minute, requests_per_day,
           ${timestampText('expires_at')} as expires_at, ${timestampText('revoked_at')} as revoked_at,
           ${timestampText('last_used_at')} as last_used_at, ${timestampText('created_at')} as created_at
      from api_key where organization_id = $1::uuid
     order by created_at, id`,
};
