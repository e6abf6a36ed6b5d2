import { personAction } from '../../audit/operator-actions.ts';
import type { Answer, PersonCall } from '../../contract.ts';
import { errors } from '../../errors.ts';
import { correctStock } from '../corrections/correct-stock.ts';
import type { Stock } from '../writer/stock-writer.ts';
import { correctionAnswer, noteOf, witnessedBy } from './person-corrections.ts';

/** Adds signed units to a lot; those of a controlled product take a witness. */
export async function adjustStock(
  { body, header, principal }: PersonCall<'adjustStock'>,
  stock: Stock,
): Promise<Answer<'adjustStock'>> {
  const { sku_code: skuCode, lot_number: lotNumber, location, qty, reason } = body;
  if (qty === 0) throw errors.invalid('qty', 'must not be 0');
  const operation = 'adjustStock';
  const name = { organizationId: principal.organizationId, skuCode, lotNumber, location };
  const correction = { type: 'adjust' as const, units: qty, reason: noteOf(body) };
  const typed = { sku_code: skuCode, lot_number: lotNumber, location, qty };
  const corrected = await correctStock(stock, name, correction, {
    action: personAction({ principal, command: operation, typed, reason }),
    key: header['Idempotency-Key'],
    witnessed: witnessedBy({ principal, operation, body, scopes: ['stock:adjust'] }),
  });
  return correctionAnswer(corrected);
}
