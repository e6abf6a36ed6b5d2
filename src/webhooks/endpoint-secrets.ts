import type { SecretBox, SecretPlace } from '../secrets.ts';

export function placeOf(organizationId: string, endpointId: string): SecretPlace {
  return { table: 'webhook_endpoint', organizationId, rowId: endpointId };
}

/** The secrets to sign with now: two during an overlap, and after it the new one alone. */
export function openSecrets(
  box: SecretBox,
  row: {
    organization_id: string;
    endpoint_id: string;
    secret: Buffer;
    next_secret: Buffer | null;
    overlap_is_over: boolean;
  },
): { secret: string; nextSecret: string | null } {
  const place = placeOf(row.organization_id, row.endpoint_id);
  const next = row.next_secret === null ? null : box.open(row.next_secret, place);
  if (next !== null && row.overlap_is_over) return { secret: next, nextSecret: null };
  return { secret: box.open(row.secret, place), nextSecret: next };
}
