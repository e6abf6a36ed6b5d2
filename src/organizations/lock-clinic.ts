import type { Principal } from '../contract.ts';
import type { Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';

/**
 * The caller's clinic, active until the transaction ends: whoever suspends it either comes before, and is
 * heeded, or waits.
 *
 * @throws ApiError `not_vita_clinic` when it was suspended since the request was let in
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
