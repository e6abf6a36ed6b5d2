import { SCOPES } from '../../generated/contract.ts';
import { type OperatorAction, recordAction } from '../audit/operator-actions.ts';
import type { Environment } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { type ApiError, errors } from '../errors.ts';
import { newId } from '../lib/random.ts';
import { findOrganization } from '../organizations/find-organization.ts';
import { hashOfKey, makeKey, prefixOf } from './key-format.ts';
import { limitsOf, type Plan } from './plans.ts';

/** A date, which means its beginning in UTC, or a time with its zone. */
const TIME = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

export interface KeyRequest {
  /** The slug. */
  readonly organization: string;
  readonly environment: Environment;
  /** Either `all`, or scopes separated by commas. */
  readonly scopes: string;
  readonly plan: Plan;
  readonly requestsPerMinute?: number;
  readonly requestsPerDay?: number;
  readonly expiresAt?: string;
  /** What it is for. */
  readonly label?: string;
}

export interface IssuedKey {
  readonly id: string;
  /** Shown only this once, because the database keeps its SHA-256 and its prefix alone. */
  readonly key: string;
  readonly organization: string;
  readonly environment: Environment;
  readonly scopes: string[];
  readonly plan: Plan;
  readonly requests_per_minute: number;
  readonly requests_per_day: number;
  readonly expires_at: string | null;
  readonly label: string | null;
}

/** What is done with the hash of a new key before the database has the key. */
export type PlaceKey = (hash: Buffer) => Promise<void>;

/** Issues a key. @throws ApiError that names the wrong option and says what would be right */
export async function issueKey(
  database: Database,
  { placeKey, ...request }: KeyRequest & { readonly placeKey?: PlaceKey },
  action: OperatorAction,
): Promise<IssuedKey> {
  const { environment, plan, requestsPerMinute, requestsPerDay } = request;
  const scopes = scopesOf(request.scopes);
  const limits = limitsOf(plan, { perMinute: requestsPerMinute, perDay: requestsPerDay });
  const expiresAt = expiryOf(request.expiresAt);
  const key = makeKey(environment);
  await placeKey?.(hashOfKey(key));
  return database.transaction(async (tx) => {
    const organization = await findOrganization(tx, request.organization);
    const id = newId();
    await tx.query(ISSUE_KEY, [
      id,
      organization.id,
      environment,
      hashOfKey(key),
      prefixOf(key),
      scopes,
      plan,
      limits.perMinute,
      limits.perDay,
      expiresAt,
      request.label ?? null,
    ]);
    await recordAction(tx, { ...action, organizationId: organization.id, target: `key ${id}` });
    return {
      id,
      key,
      organization: organization.slug,
      environment,
      scopes,
      plan,
      requests_per_minute: limits.perMinute,
      requests_per_day: limits.perDay,
      expires_at: expiresAt?.toISOString() ?? null,
      label: request.label ?? null,
    };
  });
}

const ISSUE_KEY = statement<never>(
  'issue-key',
  `insert into api_key (id, organization_id, environment, key_hash, prefix, scopes, plan, requests_per_minute,
                        requests_per_day, expires_at, label)
   values ($1::uuid, $2::uuid, $3::text, $4::bytea, $5::text, $6::text[], $7::text, $8::bigint, $9::bigint,
           $10::timestamptz, $11::text)`,
);

function scopesOf(text: string): string[] {
  const known: readonly string[] = SCOPES;
  if (text === 'all') return [...SCOPES];
  const scopes = text.split(',').map((scope) => scope.trim());
  const unknown = scopes.find((scope) => !known.includes(scope));
  if (unknown !== undefined) {
    throw errors.invalid(
      'scopes',
      `has ${JSON.stringify(unknown)}; it must be all or some of ${SCOPES.join(', ')}`,
    );
  }
  return [...new Set(scopes)];
}

function expiryOf(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const time = new Date(text);
  const [, date] = TIME.exec(text) ?? [];
  // A Date turns 30 February into 1 March.
  const exists = date && new Date(date).toJSON()?.startsWith(date);
  if (!exists || Number.isNaN(time.getTime())) {
    throw refusedTime('must be an ISO 8601 time, such as 2027-01-31T00:00:00Z');
  }
  if (time.getTime() <= Date.now()) throw refusedTime('must be in the future');
  return time;
}

function refusedTime(message: string): ApiError {
  return errors.invalid('expires_at', message);
}
