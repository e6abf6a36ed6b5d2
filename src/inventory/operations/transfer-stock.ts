import { personAction } from '../../audit/operator-actions.ts';
import type { Answer, PersonCall } from '../../contract.ts';
import type { Database } from '../../database/database.ts';
import { transferStock as transfer } from '../corrections/transfer-stock.ts';

/** Moves units of a lot to another location at once. */
export async function transferStock(
  { body, header, principal }: PersonCall<'transferStock'>,
  { database }: { database: Database },
): Promise<Answer<'transferStock'>> {
  const { comment, ...typed } = body;
  const { sku_code: skuCode, lot_number: lotNumber, location, to, qty } = typed;
  const name = { organizationId: principal.organizationId, skuCode, lotNumber, location };
  const moved = await transfer(
    database,
    name,
    { to, units: qty, reason: comment },
    {
      action: personAction({ principal, command: 'transferStock', typed }),
      key: header['Idempotency-Key'],
    },
  );
  const answer = {
    movement_id: moved.movementId,
    idempotent: moved.idempotent,
    sku_code: moved.from.naming.skuCode,
    lot_number: moved.from.lotNumber,
    from: moved.from.naming.location,
    to: moved.to.naming.location,
    qty,
  };
  return { status: moved.idempotent ? 200 : 201, body: answer };
}
