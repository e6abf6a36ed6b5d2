import type { Answer, Call } from '../../contract.ts';
import type { Database } from '../../database/database.ts';
import { errors } from '../../errors.ts';
import { type KeyedRequest, keyedRequest } from '../../idempotency/idempotency.ts';
import { isPlainName, requireName } from '../../lib/names.ts';
import type { ScanResult } from '../../scan/resolve-scan.ts';
import { repeatOf } from '../rows/earlier-movements.ts';
import {
  refuseOtherThanScanned,
  refuseUnreadLabel,
  requireSkuAtLocation,
  type SkuAtLocationFinder,
  scanOf,
  type TargetCache,
} from '../rows/find-sku-at-location.ts';
import { storedNames, storedReference } from '../rows/stored-names.ts';
import type { Posted, PostedEntry } from '../rules/batch.ts';
import { decideMovement } from '../rules/decide-movement.ts';
import { type MovementRequest, newMovement, type StockChange } from '../rules/requests.ts';
import { EMPTY_LEVEL } from '../rules/stock.ts';
import type { LevelMaker } from '../writer/stock-levels.ts';
import type { StockWriter } from '../writer/stock-writer.ts';

type Body = Call<'postMovement'>['body'];

export interface MovementNeeds {
  readonly database: Database;
  readonly findSkuAtLocation: SkuAtLocationFinder;
  readonly targets: TargetCache;
  readonly ensureLevel: LevelMaker;
  readonly stockWriter: StockWriter;
}

/** Posts a movement, or returns the first result when its key was used before. */
export async function postMovement(
  call: Call<'postMovement'>,
  needs: MovementNeeds,
): Promise<Answer<'postMovement'>> {
  const read = await readMovement(call, needs);
  return needs.targets.with(async (findSkuAtLocation) => {
    const found = await findMovement(read, { ...needs, findSkuAtLocation });
    if ('posted' in found) return answerOf(found.posted);
    if (!found.hasLevel) await makeLevel(found.change, needs.ensureLevel);
    return answerOf(await needs.stockWriter.submit(found.change));
  });
}

/** A request and what its scanned code means. */
export interface ReadMovement {
  readonly call: Call<'postMovement'>;
  readonly keyed: KeyedRequest;
  readonly scan: ScanResult | undefined;
}

/** @throws ApiError for fields that do not fit together, whatever is stored */
export async function readMovement(
  call: Call<'postMovement'>,
  { database }: Pick<MovementNeeds, 'database'>,
): Promise<ReadMovement> {
  const { body, header, principal } = call;
  refuseViolations(body);
  return {
    call,
    keyed: keyedRequest('postMovement', header['Idempotency-Key'], body),
    scan: await scanOf(database, principal.organizationId, body),
  };
}

/** Either the movement that was posted before with the key, or the change to post now. */
export type FoundMovement =
  | { readonly posted: Posted }
  | {
      readonly change: StockChange<MovementRequest>;
      /** Whether there ever was stock: a level that does not exist must be made before the change is submitted. */
      readonly hasLevel: boolean;
    };

/** @throws ApiError when the SKU or the location is unknown, or the key came with another body */
export async function findMovement(
  { call: { body, principal }, keyed, scan }: ReadMovement,
  { database, findSkuAtLocation }: Pick<MovementNeeds, 'database' | 'findSkuAtLocation'>,
): Promise<FoundMovement> {
  const { organizationId, actor } = principal;
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
  if (facts.earlier !== null) return { posted: repeatOf(facts.earlier, keyed) };
  const { sku, location, hasLevel } = requireSkuAtLocation(query, facts);
  refuseOtherThanScanned(body, scan);
  if (body.type === 'fulfill' || body.type === 'dispense') refuseUnreadLabel(body, scan);
  const lotNumber = await lotNumberOf(
    database,
    { organizationId, skuCode: sku.skuCode },
    body,
    scan,
  );
  const reference = await storedReference(database, organizationId, body.reference ?? {}, {
    mayBeNew: true,
  });
  const request = requestOf(body, { scan, lotNumber, reference });
  requireLot(request.type, request.lotNumber);
  const change = {
    level: { skuId: sku.id, locationId: location.id, organizationId },
    naming: { skuCode: sku.skuCode, productId: sku.productId, location: location.name },
    request,
    keyed,
    ...(facts.isCached && { cached: { byDefault: query.location === null } }),
    movement: newMovement({
      actor,
      reference,
      poNumber: body.po_number,
      note: body.note,
    }),
  };
  return { change, hasLevel };
}

/** Refuses fields that do not fit together, which needs no facts from the database. */
function refuseViolations(body: Body): void {
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

/** Spells the lot number as it is stored. Only a receipt may bring a new one. */
async function lotNumberOf(
  database: Database,
  { organizationId, skuCode }: { readonly organizationId: string; readonly skuCode: string },
  body: Body,
  scan: ScanResult | undefined,
): Promise<string | undefined> {
  const name = body.lot_number ?? scan?.lot_number;
  if (name === undefined || isPlainName(name)) return name;
  const field = body.lot_number === undefined ? 'scanned_code' : 'lot_number';
  const spelling = body.type === 'receive' ? { spellNew: () => requireName(field, name) } : {};
  const asked = { organization_id: organizationId, sku_code: skuCode, lot_number: name };
  const [stored] = await storedNames(database, 'lot_number', [asked], spelling);
  return stored?.lot_number;
}

/** The scanned code fills in the expiry date: a receipt stores it, any other movement compares it. */
function requestOf(
  body: Body,
  {
    scan,
    lotNumber,
    reference: { type, id },
  }: {
    readonly scan: ScanResult | undefined;
    readonly lotNumber: string | undefined;
    readonly reference: NonNullable<Body['reference']>;
  },
): MovementRequest {
  const scannedExpiryDate = scan?.expiry_date;
  return {
    type: body.type,
    units: body.qty,
    lotNumber,
    expiryDate: body.type === 'receive' ? (body.expiry_date ?? scannedExpiryDate) : undefined,
    scannedExpiryDate: body.type === 'receive' ? undefined : scannedExpiryDate,
    status: body.status,
    reference: type === undefined || id === undefined ? undefined : { type, id },
  };
}

/** Makes the level of a receipt; any other movement is refused there, as on an empty level. */
export async function makeLevel(
  { request, level }: StockChange<MovementRequest>,
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

export function answerOf({ idempotent, entries }: Posted): Answer<'postMovement'> {
  const body = { idempotent, transactions: transactionsOf(entries) };
  return idempotent ? { status: 200, body } : { status: 201, body };
}

export function transactionsOf(
  entries: readonly PostedEntry[],
): Answer<'postMovement'>['body']['transactions'] {
  return entries.map((entry) => ({
    id: entry.id,
    lot_number: entry.lotNumber,
    qty: entry.qty,
    balance_after: entry.balanceAfter,
  }));
}
