import type { Answer, Call } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { errors } from '../errors.ts';
import { keyedRequest } from '../idempotency.ts';
import type { ScanResult } from '../scan/resolve-scan.ts';
import { repeatOf } from './door/earlier-movements.ts';
import type { StockDoor } from './door/stock-door.ts';
import type { LevelMaker } from './door/stock-levels.ts';
import { requireSkuAtLocation, type SkuAtLocationFinder } from './rows/find-sku-at-location.ts';
import { refuseOtherThanScanned, scanOf } from './rows/scanned-fields.ts';
import type { Posted } from './rules/batch.ts';
import { decideMovement } from './rules/decide-movement.ts';
import { newMovement } from './rules/new-movement.ts';
import type { MovementRequest } from './rules/requests.ts';
import { EMPTY_LEVEL, type LevelKey } from './rules/stock.ts';

type Body = Call<'postMovement'>['body'];

interface Needs {
  readonly database: Database;
  readonly findSkuAtLocation: SkuAtLocationFinder;
  readonly ensureLevel: LevelMaker;
  readonly stockDoor: StockDoor;
}

/** Posts a movement, or answers the first result when its key was used before. */
export async function postMovement(
  { body, header, principal }: Call<'postMovement'>,
  { database, findSkuAtLocation, ensureLevel, stockDoor }: Needs,
): Promise<Answer<'postMovement'>> {
  refuseMisfits(body);
  const { organizationId, keyId } = principal;
  const keyed = keyedRequest('postMovement', header['Idempotency-Key'], body);
  const scan = await scanOf(database, organizationId, body);
  const query = {
    organizationId,
    keyed,
    skuCode: body.sku_code ?? null,
    productId: body.product_id ?? null,
    location: body.location ?? null,
    scan,
    mayScan: true,
  };
  const facts = await findSkuAtLocation(query);
  if (facts.earlier !== null) return answer(repeatOf(facts.earlier, keyed));
  const { sku, location, hasLevel } = requireSkuAtLocation(query, facts);
  refuseOtherThanScanned(body, scan);
  const request = requestOf(body, scan);
  requireLot(request.type, request.lotNumber);
  const level = { skuId: sku.id, locationId: location.id, organizationId };
  if (!hasLevel) await makeLevel(request, level, ensureLevel);
  const posted = await stockDoor.submit({
    level,
    naming: { skuCode: sku.skuCode, productId: sku.productId, location: location.name },
    request,
    keyed,
    movement: newMovement({
      actor: `api_key:${keyId}`,
      reference: body.reference,
      poNumber: body.po_number,
      note: body.note,
    }),
  });
  return answer(posted);
}

/** Rules that need no facts: fields that do not fit together. */
function refuseMisfits(body: Body): void {
  if (body.type !== 'receive') {
    for (const field of ['status', 'expiry_date'] as const) {
      if (body[field] !== undefined) {
        throw errors.invalidMovement(
          `${field} belongs to receive alone; leave it out of a ${body.type}.`,
        );
      }
    }
  }
  if (body.scanned_code === undefined) requireLot(body.type, body.lot_number);
}

function requireLot(type: Body['type'], lotNumber: string | undefined): void {
  if ((type === 'receive' || type === 'return') && lotNumber === undefined) {
    throw errors.lotRequired(`A ${type} needs lot_number.`);
  }
}

/** With what the scanned code fills in: for a receipt its expiry date is the lot's, else a thing to compare. */
function requestOf(body: Body, scan: ScanResult | undefined): MovementRequest {
  const { type, id } = body.reference ?? {};
  const scannedExpiryDate = scan?.expiry_date;
  return {
    type: body.type,
    units: body.qty,
    lotNumber: body.lot_number ?? scan?.lot_number,
    expiryDate: body.type === 'receive' ? (body.expiry_date ?? scannedExpiryDate) : undefined,
    scannedExpiryDate: body.type === 'receive' ? undefined : scannedExpiryDate,
    status: body.status,
    reference: type === undefined || id === undefined ? undefined : { type, id },
  };
}

/** Only a receipt brings stock to where there was none; anything else is refused there as by an empty level. */
async function makeLevel(
  request: MovementRequest,
  level: LevelKey,
  ensureLevel: LevelMaker,
): Promise<void> {
  if (request.type !== 'receive') {
    decideMovement(request, EMPTY_LEVEL, () => undefined, impossible);
    throw new Error('A movement was accepted on a level that does not exist.');
  }
  await ensureLevel(level);
}

function impossible(): never {
  throw new Error('Only a receipt makes a lot.');
}

function answer({ idempotent, entries }: Posted): Answer<'postMovement'> {
  const body = {
    idempotent,
    transactions: entries.map((entry) => ({
      id: entry.id,
      lot_number: entry.lotNumber,
      qty: entry.qty,
      balance_after: entry.balanceAfter,
    })),
  };
  return idempotent ? { status: 200, body } : { status: 201, body };
}
