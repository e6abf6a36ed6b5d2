import { hash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../database/database.ts';
import { OperatorError } from '../errors.ts';
import { findOrganization } from '../organizations/organizations.ts';
import { type Environment, makeKey } from './key-format.ts';

/** Those of the reference; patients:read_phi is announced and not to be had. */
export const SCOPES = [
  'patients:read',
  'orders:read',
  'prescriptions:read',
  'products:read',
  'patients:write',
  'intakes:write',
  'orders:write',
  'inventory:read',
  'inventory:write',
  'shop:write',
  'store:read',
  'store:write',
];

const LIMITS: Record<string, { perMinute: number; perDay: number }> = {
  standard: { perMinute: 60, perDay: 10_000 },
  partner: { perMinute: 300, perDay: 100_000 },
};
export const PLANS = ['standard', 'partner', 'enterprise'];

/** A date (its beginning in UTC), or a time with its zone. */
const TIME = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

export interface KeyOrder {
  /** Slug. */
  readonly organization: string;
  readonly environment: Environment;
  /** `all`, or scopes separated by commas. */
  readonly scopes: string;
  readonly plan: string;
  readonly requestsPerMinute?: number;
  readonly requestsPerDay?: number;
  readonly expiresAt?: string;
}

export interface IssuedKey {
  readonly id: string;
  /** Shown this once; the database keeps its SHA-256. */
  readonly key: string;
  readonly organization: string;
  readonly environment: Environment;
  readonly scopes: string[];
  readonly plan: string;
  readonly requests_per_minute: number;
  readonly requests_per_day: number;
  readonly expires_at: string | null;
}

/** @throws OperatorError that names the option and says what would be right */
export async function issueKey(database: Database, order: KeyOrder): Promise<IssuedKey> {
  const scopes = scopesOf(order.scopes);
  const limits = limitsOf(order);
  const expiresAt = expiryOf(order.expiresAt);
  const organization = await findOrganization(database, order.organization);
  const key = makeKey(order.environment);
  const { id } = await database.transaction(({ prisma }) =>
    prisma.api_key.create({
      data: {
        id: uuidv7(),
        organization_id: organization.id,
        environment: order.environment,
        key_hash: new Uint8Array(hash('sha256', key, 'buffer')),
        scopes,
        plan: order.plan,
        requests_per_minute: limits.perMinute,
        requests_per_day: limits.perDay,
        expires_at: expiresAt,
      },
      select: { id: true },
    }),
  );
  return {
    id,
    key,
    organization: organization.slug,
    environment: order.environment,
    scopes,
    plan: order.plan,
    requests_per_minute: limits.perMinute,
    requests_per_day: limits.perDay,
    expires_at: expiresAt?.toISOString() ?? null,
  };
}

function scopesOf(text: string): string[] {
  if (text === 'all') return SCOPES;
  const scopes = text.split(',').map((scope) => scope.trim());
  const unknown = scopes.find((scope) => !SCOPES.includes(scope));
  if (unknown !== undefined) {
    throw new OperatorError(
      `--scopes has ${JSON.stringify(unknown)}; it must be all or some of ${SCOPES.join(', ')}.`,
    );
  }
  return [...new Set(scopes)];
}

function limitsOf({ plan, requestsPerMinute, requestsPerDay }: KeyOrder) {
  const standing = LIMITS[plan];
  if (standing === undefined) {
    if (requestsPerMinute === undefined || requestsPerDay === undefined) {
      throw new OperatorError(
        'An enterprise plan needs --requests-per-minute and --requests-per-day.',
      );
    }
    return { perMinute: requestsPerMinute, perDay: requestsPerDay };
  }
  return {
    perMinute: requestsPerMinute ?? standing.perMinute,
    perDay: requestsPerDay ?? standing.perDay,
  };
}

function expiryOf(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const time = new Date(text);
  const [, date] = TIME.exec(text) ?? [];
  // A Date takes 30 February for 1 March.
  const exists = date && new Date(date).toJSON()?.startsWith(date);
  if (!exists || Number.isNaN(time.getTime())) {
    throw new OperatorError('--expires-at must be an ISO 8601 time, such as 2027-01-31T00:00:00Z.');
  }
  if (time.getTime() <= Date.now()) throw new OperatorError('--expires-at must be in the future.');
  return time;
}
