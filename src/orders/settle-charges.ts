import type { Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';

/**
 * Makes the account charges of orders follow their payments. An order that was not placed through the API has no
 * charge. The caller has locked the orders.
 */
export async function settleCharges(
  tx: Transaction,
  orders: readonly {
    readonly id: string;
    readonly organization_id: string;
    readonly payment_status: string;
  }[],
): Promise<void> {
  if (orders.length === 0) return;
  await tx.query(SETTLE_CHARGES, [
    orders.map(({ id }) => id),
    orders.map(({ organization_id }) => organization_id),
    orders.map(({ payment_status }) => payment_status),
  ]);
}

const SETTLE_CHARGES = statement<never>(
  'settle-charges',
  `
    update account_charge
       set status = settled.payment_status, updated_at = now()
      from (select charge.id, charge.organization_id, changed.payment_status
              from unnest($1::uuid[], $2::uuid[], $3::text[])
                     as changed (order_id, organization_id, payment_status)
             cross join lateral (
                   select id, organization_id, status
                     from account_charge
                    where account_charge.order_id = changed.order_id
                      and account_charge.organization_id = changed.organization_id
                    limit 1) charge
             where charge.status <> changed.payment_status) settled
     where account_charge.id = settled.id
       and account_charge.organization_id = settled.organization_id`,
);
