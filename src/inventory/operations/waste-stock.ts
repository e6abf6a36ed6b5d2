import { personAction } from '../../audit/operator-actions.ts';
import type { Answer, PersonCall } from '../../contract.ts';
import { correctStock } from '../corrections/correct-stock.ts';
import type { Stock } from '../writer/stock-writer.ts';
import { correctionAnswer, noteOf, witnessedBy } from './person-corrections.ts';

/** Takes units out of a lot that are destroyed or lost; those of a controlled product take a scope and a witness. */
export async function wasteStock(
  { body, header, principal }: PersonCall<'wasteStock'>,
  stock: Stock,
): Promise<Answer<'wasteStock'>> {
  const { sku_code: skuCode, lot_number: lotNumber, location, qty, reason } = body;
  const operation = 'wasteStock';
  const name = { organizationId: principal.organizationId, skuCode, lotNumber, location };
  const correction = { type: 'waste' as const, units: qty, reason: noteOf(body) };
  const typed = { sku_code: skuCode, lot_number: lotNumber, location, qty };
  const scopes = ['stock:waste-controlled'];
  const corrected = await correctStock(stock, name, correction, {
    action: personAction({ principal, command: operation, typed, reason }),
    key: header['Idempotency-Key'],
    witnessed: witnessedBy({ principal, operation, body, scopes }),
  });
  return correctionAnswer(corrected);
}
