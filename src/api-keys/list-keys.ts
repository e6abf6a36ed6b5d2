import type { Environment } from '../contract.ts';
import { readClock } from '../database/clock.ts';
import type { Database } from '../database/database.ts';
import { findOrganizationIn } from '../organizations/find-organization.ts';
import { type KeyStatus, statusOf, textOf } from './key-row.ts';

export interface ListedKey {
  readonly id: string;
  /** What it begins with; null for a key that was issued before prefixes were kept. */
  readonly prefix: string | null;
  readonly environment: Environment;
  readonly status: KeyStatus;
  readonly scopes: string[];
  readonly plan: string;
  readonly requests_per_minute: number;
  readonly requests_per_day: number;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  /** Accurate to five minutes. */
  readonly last_used_at: string | null;
  readonly created_at: string;
  /** What it is for, as it was said when it was issued. */
  readonly label: string | null;
}

/** @throws ApiError when no organization has the slug */
export function listKeys(database: Database, slug: string): Promise<ListedKey[]> {
  return database.transaction(async (tx) => {
    const { id } = await findOrganizationIn(tx, slug);
    const keys = await tx.prisma.api_key.findMany({
      where: { organization_id: id },
      omit: { organization_id: true, key_hash: true },
      orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
    });
    const now = new Date(await readClock(tx));
    return keys.map((key) => ({
      id: key.id,
      prefix: key.prefix,
      environment: key.environment as Environment,
      status: statusOf(key, now),
      scopes: key.scopes,
      plan: key.plan,
      requests_per_minute: Number(key.requests_per_minute),
      requests_per_day: Number(key.requests_per_day),
      expires_at: key.expires_at && textOf(key.expires_at),
      revoked_at: key.revoked_at && textOf(key.revoked_at),
      last_used_at: key.last_used_at && textOf(key.last_used_at),
      created_at: textOf(key.created_at),
      label: key.label,
    }));
  });
}
