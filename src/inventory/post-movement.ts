import canonicalize from 'canonicalize';
import { v7 as uuidv7 } from 'uuid';
import type { Answer, Call } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { errors } from '../errors.ts';
import type { ScanResult } from '../scan/resolve-scan.ts';
import { findByKey } from './door/earlier-movements.ts';
import { type Posted, repeatOf, type StockDoor } from './door/stock-door.ts';
import type { LevelMaker } from './door/stock-levels.ts';
import {
  requireSkuAtLocation,
  type SkuAtLocation,
  type SkuAtLocationFinder,
} from './rows/find-sku-at-location.ts';
import { refuseOtherThanScanned, scanOf } from './rows/scanned-fields.ts';
import type { StockChange } from './rules/batch.ts';
import { decideMovement, type MovementRequest } from './rules/decide-movement.ts';
import { redactable, sha256 } from './rules/ledger-hash.ts';
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
  const { organizationId } = principal;
  const idempotencyKey = header['Idempotency-Key'];
  const requestDigest = sha256(canonicalize(body) ?? '');
  const scan = await scanOf(database, organizationId, body);
  const query = {
    organizationId,
    idempotencyKey,
    operation: 'postMovement' as const,
    skuCode: body.sku_code ?? null,
    productId: body.product_id ?? null,
    location: body.location ?? null,
    scan,
  };
  const facts = await findSkuAtLocation(query);
  if (facts.keyUsed) {
    const earlier = await findByKey(database, query);
    if (earlier !== undefined) return answer(repeatOf(earlier, requestDigest.toString('hex')));
  }
  const target = requireSkuAtLocation(query, facts);
  refuseOtherThanScanned(body, scan);
  const request = requestOf(body, scan);
  requireLot(request.type, request.lotNumber);
  const level = {
    skuId: target.sku.id,
    locationId: target.location.id,
    organizationId,
  };
  if (!target.hasLevel) await makeLevel(request, level, ensureLevel);
  const change = changeOf(
    body,
    { request, target, level },
    {
      organizationId,
      idempotencyKey,
      requestDigest,
      actor: `api_key:${principal.keyId}`,
    },
  );
  return answer(await stockDoor.submit(change));
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

function changeOf(
  body: Body,
  {
    request,
    target: { sku, location },
    level,
  }: { request: MovementRequest; target: SkuAtLocation; level: LevelKey },
  who: { organizationId: string; idempotencyKey: string; requestDigest: Buffer; actor: string },
): StockChange {
  return {
    level,
    request,
    naming: { skuCode: sku.skuCode, productId: sku.productId, location: location.name },
    movement: {
      id: uuidv7(),
      ...who,
      type: body.type,
      skuId: sku.id,
      locationId: location.id,
      referenceType: body.reference?.type ?? null,
      referenceId: body.reference?.id ?? null,
      rxNumber: redactable(body.reference?.rx_number),
      poNumber: body.po_number ?? null,
      note: redactable(body.note),
    },
  };
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
