import type { Answer, Call } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { StockDoor } from './door/stock-door.ts';
import { newMovement } from './rules/new-movement.ts';
import type { Naming } from './rules/requests.ts';
import type { LevelKey } from './rules/stock.ts';

/** Releases what an order holds, level by level; what is released stays released if a later one fails. */
export async function releaseAllocations(
  { query, principal }: Call<'releaseAllocations'>,
  { database, stockDoor }: { readonly database: Database; readonly stockDoor: StockDoor },
): Promise<Answer<'releaseAllocations'>> {
  const { organizationId, keyId } = principal;
  const reference = { type: query.reference_type, id: query.reference_id };
  const held = await database.query(HELD_LEVELS, [
    reference.id,
    reference.type,
    organizationId,
    query.sku_code ?? null,
  ]);
  const released = await Promise.all(
    held.map(async ({ level, naming }) => {
      const { answer } = await stockDoor.submit({
        level,
        naming,
        request: { type: 'release', reference },
        movement: newMovement({ actor: `api_key:${keyId}`, reference }),
      });
      return (answer as { released: number }).released;
    }),
  );
  return { status: 200, body: { released: released.reduce((sum, units) => sum + units, 0) } };
}

const HELD_LEVELS = statement<{ level: LevelKey; naming: Naming }>(
  'held-levels',
  `select distinct on (allocation.sku_id, allocation.location_id)
          json_build_object('skuId', allocation.sku_id, 'locationId', allocation.location_id,
                            'organizationId', allocation.organization_id) as level,
          json_build_object('skuCode', sku.sku_code, 'productId', sku.product_id,
                            'location', location.name) as naming
     from allocation
    cross join lateral (
          select sku_code, product_id from sku
           where sku.id = allocation.sku_id and sku.organization_id = allocation.organization_id
           limit 1) sku
    cross join lateral (
          select name from location
           where location.id = allocation.location_id
             and location.organization_id = allocation.organization_id
           limit 1) location
    where allocation.reference_id = $1::text and allocation.reference_type = $2::text
      and allocation.organization_id = $3::uuid and ($4::text is null or sku.sku_code = $4::text)`,
);
