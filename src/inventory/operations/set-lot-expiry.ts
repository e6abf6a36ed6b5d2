import { personAction } from '../../audit/operator-actions.ts';
import type { Answer, PersonCall } from '../../contract.ts';
import type { Database } from '../../database/database.ts';
import { setLotExpiry as setExpiry } from '../corrections/set-lot-expiry.ts';

/** Corrects the expiry date of a lot number at every location. */
export async function setLotExpiry(
  { body, header, principal }: PersonCall<'setLotExpiry'>,
  { database }: { database: Database },
): Promise<Answer<'setLotExpiry'>> {
  const { comment, ...typed } = body;
  const { sku_code: skuCode, lot_number: lotNumber, expiry_date: expiryDate } = typed;
  const { idempotent, moved, waiting } = await setExpiry(
    database,
    { organizationId: principal.organizationId, skuCode, lotNumber },
    { expiryDate, reason: comment },
    {
      action: personAction({ principal, command: 'setLotExpiry', typed }),
      key: header['Idempotency-Key'],
    },
  );
  return { status: 200, body: { expiry_date: expiryDate, idempotent, moved, waiting } };
}
