import { type Database, timestampText } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { findOrganization } from '../organizations/find-organization.ts';

interface AccountCharge {
  readonly id: string;
  readonly order_id: string;
  readonly order_number: string;
  readonly amount_cents: number;
  readonly currency: string;
  readonly status: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/**
 * Lists what an organization owes for the orders that it placed, newest first.
 *
 * @throws ApiError when no organization has the slug
 */
export async function listCharges(
  database: Database,
  { organization, limit }: { organization: string; limit: number },
): Promise<AccountCharge[]> {
  const { id } = await findOrganization(database, organization);
  return database.actingFor(id).query(LIST_CHARGES, [id, limit]);
}

const LIST_CHARGES = statement<AccountCharge>(
  'list-account-charges',
  `
    select charge.id, charge.order_id, placed.order_number, charge.amount_cents, charge.currency,
           charge.status, ${timestampText('charge.created_at')} as created_at,
           ${timestampText('charge.updated_at')} as updated_at
      from (select * from account_charge
             where organization_id = $1::uuid
             order by created_at desc, id desc
             limit $2) charge
     cross join lateral (
           select order_number from customer_order
            where id = charge.order_id and organization_id = charge.organization_id
            limit 1) placed
     order by charge.created_at desc, charge.id desc`,
);
