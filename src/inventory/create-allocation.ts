import canonicalize from 'canonicalize';
import { v7 as uuidv7 } from 'uuid';
import type { Answer, Call } from '../contract.ts';
import type { Database } from '../database/database.ts';
import type { Statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { findByKey } from './door/earlier-movements.ts';
import { repeatOf, type StockDoor } from './door/stock-door.ts';
import { requireSkuAtLocation, type SkuAtLocationFinder } from './rows/find-sku-at-location.ts';
import type { StockChange } from './rules/batch.ts';
import { decideReserve, type ReserveRequest } from './rules/decide-reservation.ts';
import { NOTHING_REDACTABLE, sha256 } from './rules/ledger-hash.ts';
import { EMPTY_LEVEL } from './rules/stock.ts';

type Body = Answer<'createAllocation'>['body'];

interface Needs {
  readonly database: Database;
  readonly findSkuAtLocation: SkuAtLocationFinder;
  readonly stockDoor: StockDoor;
}

/** Makes sure that an order holds as many units as it asks for. */
export async function createAllocation(
  { body, header, principal }: Call<'createAllocation'>,
  { database, findSkuAtLocation, stockDoor }: Needs,
): Promise<Answer<'createAllocation'>> {
  const { organizationId } = principal;
  const idempotencyKey = header['Idempotency-Key'] ?? null;
  const requestDigest = idempotencyKey === null ? null : sha256(canonicalize(body) ?? '');
  const query = {
    organizationId,
    idempotencyKey,
    operation: 'createAllocation' as const,
    skuCode: body.sku_code ?? null,
    productId: body.product_id ?? null,
    location: body.location ?? (await locationOfLot(database, organizationId, body.lot_id)),
  };
  const facts = await findSkuAtLocation(query);
  if (facts.keyUsed && idempotencyKey !== null) {
    const earlier = await findByKey(database, { ...query, idempotencyKey });
    if (earlier !== undefined) {
      return { status: 200, body: repeatOf(earlier, digestText(requestDigest)).answer as Body };
    }
  }
  const { sku, location, hasLevel } = requireSkuAtLocation(query, facts, (message) =>
    errors.validation([{ path: body.sku_code === undefined ? 'product_id' : 'sku_code', message }]),
  );
  const request: ReserveRequest = {
    type: 'reserve',
    units: body.qty,
    reference: body.reference,
    lotId: body.lot_id?.toLowerCase(),
    minExpiryDate: body.min_expiry_date,
  };
  if (!hasLevel) {
    // Nothing was ever received there, so this always refuses.
    decideReserve(request, EMPTY_LEVEL);
    throw new Error('A reservation was accepted on a level that does not exist.');
  }
  const change: StockChange = {
    level: { skuId: sku.id, locationId: location.id, organizationId },
    request,
    naming: { skuCode: sku.skuCode, productId: sku.productId, location: location.name },
    movement: {
      id: uuidv7(),
      organizationId,
      type: 'reserve',
      skuId: sku.id,
      locationId: location.id,
      idempotencyKey,
      requestDigest,
      referenceType: body.reference.type,
      referenceId: body.reference.id,
      rxNumber: NOTHING_REDACTABLE,
      poNumber: null,
      note: NOTHING_REDACTABLE,
      actor: `api_key:${principal.keyId}`,
    },
  };
  const posted = await stockDoor.submit(change);
  const answer = posted.answer as Body;
  const isNew = !posted.idempotent && answer.reserved_now > 0;
  return isNew ? { status: 201, body: answer } : { status: 200, body: answer };
}

function digestText(digest: Buffer | null): string | null {
  return digest?.toString('hex') ?? null;
}

/** A lot lies at one location, so naming it names the location too. */
async function locationOfLot(
  database: Database,
  organizationId: string,
  lotId: string | undefined,
): Promise<string | null> {
  if (lotId === undefined) return null;
  const [row] = await database.query<{ name: string }>(LOCATION_OF_LOT, [organizationId, lotId]);
  return row?.name ?? null;
}

const LOCATION_OF_LOT: Statement = {
  name: 'location-of-lot',
  text: `
    select p.name
      from lot t
      join location p on p.organization_id = t.organization_id and p.id = t.location_id
     where t.organization_id = $1::uuid and t.id = $2::uuid`,
};
