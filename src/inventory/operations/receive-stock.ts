import type { Answer } from '../../contract.ts';
import { errors } from '../../errors.ts';
import { importedNameProblem, nfc } from '../../lib/names.ts';
import { correctedLot } from '../corrections/correct-stock.ts';
import { findLocation } from '../rows/find-location.ts';
import { skuAtLocationFinder } from '../rows/find-sku-at-location.ts';
import { storedNames } from '../rows/stored-names.ts';
import {
  keyedByPerson,
  personChange,
  requestOf,
  type StockCall,
  targetOf,
} from '../writer/person-change.ts';
import { levelMaker } from '../writer/stock-levels.ts';
import type { Stock } from '../writer/stock-writer.ts';
import { correctionAnswer } from './person-corrections.ts';

/** The limit of the API and of an import, too. */
const LOT_NUMBER_CHARACTERS_MAX = 100;

/**
 * Receives units of a lot, which may be new, as `POST /inventory/movements` does.
 *
 * @throws ApiError when there is no such SKU or location, the receipt is refused, or the key came with other arguments
 */
export async function receiveStock(
  call: StockCall<'receiveStock'>,
  { database, stockWriter }: Stock,
): Promise<Answer<'receiveStock'>> {
  const { organizationId } = call.principal;
  const { sku_code: skuCode, lot_number: written, qty: units, status, ...typed } = call.body;
  const { expiry_date: expiryDate, po_number: poNumber } = typed;
  const location = await findLocation(database, organizationId, typed.location);
  const { skuByCode: sku, hasLevel } = await skuAtLocationFinder(database)({
    organizationId,
    skuCode,
    productId: null,
    location: location.name,
    mayScan: false,
  });
  if (sku === null) {
    throw errors.productNotFound(`No SKU of the organization has the code ${skuCode}.`);
  }
  if ([...written].length > LOT_NUMBER_CHARACTERS_MAX) {
    const message = `must have at most ${LOT_NUMBER_CHARACTERS_MAX} characters`;
    throw errors.invalid('lot_number', message);
  }
  const asked = { organization_id: organizationId, sku_code: sku.skuCode, lot_number: written };
  const [{ lot_number: lotNumber }] = (await storedNames(database, 'lot_number', [asked], {
    spellNew: () => newLotNumber(written),
  })) as [typeof asked];
  const lot = {
    organizationId,
    skuId: sku.id,
    locationId: location.id,
    lotNumber,
    naming: { skuCode: sku.skuCode, productId: sku.productId, location: location.name },
  };
  if (!hasLevel) await levelMaker(database)(lot);
  const request = { type: 'receive' as const, units, lotNumber, expiryDate, status };
  const asking = requestOf(call, { command: 'receiveStock', typed: call.body });
  const by = { ...asking.action, organizationId, target: targetOf(lot) };
  const keyed = keyedByPerson(asking, { organizationId, ...call.body });
  const change = personChange(lot, request, { by, poNumber, keyed });
  return correctionAnswer(correctedLot(lot, await stockWriter.submit(change)));
}

/** @throws ApiError when a new lot number breaks the rules of names */
function newLotNumber(written: string): string {
  const problem = importedNameProblem(written);
  if (problem !== undefined) throw errors.invalid('lot_number', problem);
  return nfc(written);
}
