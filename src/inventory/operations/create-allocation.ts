import type { Answer, Call } from '../../contract.ts';
import type { Database } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { errors } from '../../errors.ts';
import { keyedRequest } from '../../idempotency/idempotency.ts';
import { repeatOf } from '../rows/earlier-movements.ts';
import {
  requireSkuAtLocation,
  type SkuAtLocationFinder,
  type TargetCache,
} from '../rows/find-sku-at-location.ts';
import { storedReference } from '../rows/stored-names.ts';
import { decideReserve } from '../rules/decide-reservation.ts';
import { newMovement, type ReserveRequest } from '../rules/requests.ts';
import { EMPTY_LEVEL } from '../rules/stock.ts';
import type { StockWriter } from '../writer/stock-writer.ts';

type Body = Answer<'createAllocation'>['body'];

interface Needs {
  readonly database: Database;
  readonly targets: TargetCache;
  readonly stockWriter: StockWriter;
}

/** Makes sure that an order holds as many units as it asks for, counting what it holds already. */
export async function createAllocation(
  call: Call<'createAllocation'>,
  needs: Needs,
): Promise<Answer<'createAllocation'>> {
  return needs.targets.with((findSkuAtLocation) => reserve(call, { ...needs, findSkuAtLocation }));
}

async function reserve(
  { body, header, principal }: Call<'createAllocation'>,
  {
    database,
    findSkuAtLocation,
    stockWriter,
  }: Omit<Needs, 'targets'> & { findSkuAtLocation: SkuAtLocationFinder },
): Promise<Answer<'createAllocation'>> {
  const { organizationId, actor } = principal;
  const keyed = keyedRequest('createAllocation', header['Idempotency-Key'], body);
  const query = {
    organizationId,
    keyed,
    skuCode: body.sku_code ?? null,
    productId: body.product_id ?? null,
    location: body.location ?? (await locationOfLot(database, organizationId, body.lot_id)),
    mayScan: false,
  };
  const facts = await findSkuAtLocation(query);
  if (facts.earlier !== null && keyed !== undefined) {
    return { status: 200, body: repeatOf(facts.earlier, keyed).answer as Body };
  }
  const { sku, location, hasLevel } = requireSkuAtLocation(query, facts, (path, message) =>
    errors.invalid(path, message),
  );
  const reference = await storedReference(database, organizationId, body.reference, {
    mayBeNew: true,
  });
  const request: ReserveRequest = {
    type: 'reserve',
    units: body.qty,
    reference,
    lotId: body.lot_id?.toLowerCase(),
    minExpiryDate: body.min_expiry_date,
  };
  if (!hasLevel) {
    // Nothing was ever received there, so this always refuses.
    decideReserve(request, EMPTY_LEVEL);
    throw new Error('A reservation was accepted on a level that does not exist.');
  }
  const posted = await stockWriter.submit({
    level: { skuId: sku.id, locationId: location.id, organizationId },
    naming: { skuCode: sku.skuCode, productId: sku.productId, location: location.name },
    request,
    ...(keyed !== undefined && { keyed }),
    ...(facts.isCached && { cached: { byDefault: query.location === null } }),
    movement: newMovement({ actor, reference }),
  });
  const answer = posted.answer as Body;
  const isNew = !posted.idempotent && answer.reserved_now > 0;
  return isNew ? { status: 201, body: answer } : { status: 200, body: answer };
}

/** A lot lies at one location, so naming it names the location too. */
async function locationOfLot(
  database: Database,
  organizationId: string,
  lotId: string | undefined,
): Promise<string | null> {
  if (lotId === undefined) return null;
  const [row] = await database.query(LOCATION_OF_LOT, [lotId, organizationId]);
  return row?.name ?? null;
}

const LOCATION_OF_LOT = statement<{ name: string }>(
  'location-of-lot',
  `select location.name
     from lot
    cross join lateral (
          select name from location
           where location.id = lot.location_id and location.organization_id = lot.organization_id
           limit 1) location
    where lot.id = $1::uuid and lot.organization_id = $2::uuid`,
);
