import type { Principal } from '../contract.ts';
import type { Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';

/**
 * Keeps the caller's clinic active until the transaction ends: a suspension has either committed before, and is seen
 * here, or waits.
 *
 * @throws ApiError `not_vita_clinic` when it was suspended since the request was authorized
 */
export async function lockClinic(tx: Transaction, { organizationId }: Principal): Promise<void> {
  const [clinic] = await tx.query(LOCK_CLINIC, [organizationId]);
  if (clinic === undefined) throw errors.notVitaClinic();
}

const LOCK_CLINIC = statement<{ id: string }>(
  'lock-clinic',
  `
    select id from organization
     where id = $1::uuid and kind = 'clinic' and status = 'active'
       for share`,
);
