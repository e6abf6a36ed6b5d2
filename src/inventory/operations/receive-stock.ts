import { personAction } from '../../audit/operator-actions.ts';
import type { Answer, PersonCall } from '../../contract.ts';
import type { Database } from '../../database/database.ts';
import { receiveStock as receive } from '../corrections/receive-stock.ts';
import type { StockWriter } from '../writer/stock-writer.ts';
import { correctionAnswer } from './person-corrections.ts';

/** Receives units of a lot, which may be new. */
export async function receiveStock(
  { body, header, principal }: PersonCall<'receiveStock'>,
  { database, stockWriter }: { database: Database; stockWriter: StockWriter },
): Promise<Answer<'receiveStock'>> {
  const { sku_code: skuCode, lot_number: lotNumber, location, qty, expiry_date, status } = body;
  const name = { organizationId: principal.organizationId, skuCode, lotNumber, location };
  const { po_number: poNumber } = body;
  const received = await receive(
    database,
    name,
    { units: qty, expiryDate: expiry_date, status, poNumber },
    {
      action: personAction({ principal, command: 'receiveStock', typed: body }),
      key: header['Idempotency-Key'],
      stockWriter,
    },
  );
  return correctionAnswer(received);
}
