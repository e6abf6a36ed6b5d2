import type { Database } from '../../database/database.ts';
import { errors } from '../../errors.ts';
import { importedNameProblem, nfc } from '../../lib/names.ts';
import { findLocation } from '../rows/find-location.ts';
import type { LotName } from '../rows/find-lots-of-number.ts';
import { skuAtLocationFinder } from '../rows/find-sku-at-location.ts';
import { storedNames } from '../rows/stored-names.ts';
import type { LotStatus } from '../rules/lot-statuses.ts';
import { levelMaker } from '../writer/stock-levels.ts';
import { StockWriter } from '../writer/stock-writer.ts';
import { type CorrectedLot, correctedLot } from './correct-stock.ts';
import { keyedByPerson, type PersonRequest, personChange, targetOf } from './person-change.ts';

/** The limit of the API and of an import, too. */
const LOT_NUMBER_CHARACTERS_MAX = 100;

export interface Receipt {
  /** At least 1. */
  readonly units: number;
  readonly expiryDate: string;
  /** Undefined means released, or quarantine where the lot number is recalled. */
  readonly status: LotStatus | undefined;
  readonly poNumber: string | undefined;
}

/**
 * Receives units of a lot, which may be new, as `POST /inventory/movements` does.
 *
 * @throws ApiError when there is no such SKU or location, the receipt is refused, or the key came with other arguments
 */
export async function receiveStock(
  database: Database,
  name: LotName,
  receipt: Receipt,
  { action, key, stockWriter }: PersonRequest & { readonly stockWriter?: StockWriter },
): Promise<CorrectedLot> {
  const { organizationId, skuCode } = name;
  const { units, expiryDate, status, poNumber } = receipt;
  const location = await findLocation(database, organizationId, name.location);
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
  if ([...name.lotNumber].length > LOT_NUMBER_CHARACTERS_MAX) {
    const message = `must have at most ${LOT_NUMBER_CHARACTERS_MAX} characters`;
    throw errors.validation([{ path: 'lot_number', message }]);
  }
  const asked = {
    organization_id: organizationId,
    sku_code: sku.skuCode,
    lot_number: name.lotNumber,
  };
  const [{ lot_number: lotNumber }] = (await storedNames(database, 'lot_number', [asked], {
    spellNew: () => newLotNumber(name.lotNumber),
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
  const by = { ...action, organizationId, target: targetOf(lot) };
  const keyed = keyedByPerson({ action, key }, { ...name, ...receipt });
  const change = personChange(lot, request, { by, poNumber, keyed });
  return correctedLot(lot, await (stockWriter ?? new StockWriter(database)).submit(change));
}

/** @throws ApiError when a new lot number breaks the rules of names */
function newLotNumber(written: string): string {
  const problem = importedNameProblem(written);
  if (problem !== undefined) throw errors.validation([{ path: 'lot_number', message: problem }]);
  return nfc(written);
}
