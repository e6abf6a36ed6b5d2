import type { SealedField, SecretBox } from '../../lib/seal.ts';

/** The columns of an endpoint that `openSecrets` reads. */
export interface SealedSecrets {
  organization_id: string;
  endpoint_id: string;
  secret: Buffer;
  next_secret: Buffer | null;
  overlap_is_over: boolean;
}

/** The columns of `SealedSecrets`, where `endpoint` is the row. */
export const SECRET_COLUMNS = `
  endpoint.organization_id, endpoint.id as endpoint_id, endpoint.secret, endpoint.next_secret,
  coalesce(endpoint.overlap_ends_at <= now(), false) as overlap_is_over`;

/** The secrets to sign with now: two during an overlap, and after it the new one alone. */
export function openSecrets(
  box: SecretBox,
  row: SealedSecrets,
): { secret: string; nextSecret: string | null } {
  const field = sealedFieldOf(row.organization_id, row.endpoint_id);
  const next = row.next_secret === null ? null : box.open(row.next_secret, field);
  if (next !== null && row.overlap_is_over) return { secret: next, nextSecret: null };
  return { secret: box.open(row.secret, field), nextSecret: next };
}

export function sealedFieldOf(organizationId: string, endpointId: string): SealedField {
  return { table: 'webhook_endpoint', organizationId, rowId: endpointId };
}
