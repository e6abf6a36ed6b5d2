import { v7 as uuidv7 } from 'uuid';
import type { Answer, Call } from '../contract.ts';
import type { Database } from '../database/database.ts';
import type { Statement } from '../database/statement.ts';
import type { StockDoor } from './door/stock-door.ts';
import { NOTHING_REDACTABLE } from './rules/ledger-hash.ts';

/** Releases what an order holds, level by level; what is released stays released if a later one fails. */
export async function releaseAllocations(
  { query, principal }: Call<'releaseAllocations'>,
  { database, stockDoor }: { readonly database: Database; readonly stockDoor: StockDoor },
): Promise<Answer<'releaseAllocations'>> {
  const { organizationId } = principal;
  const reference = { type: query.reference_type, id: query.reference_id };
  const levels = await database.query(HELD_LEVELS, [
    organizationId,
    reference.type,
    reference.id,
    query.sku_code ?? null,
  ]);
  const released = await Promise.all(
    levels.map(async (level) => {
      const { answer } = await stockDoor.submit({
        level: { skuId: level.sku_id, locationId: level.location_id, organizationId },
        request: { type: 'release', reference },
        naming: { skuCode: level.sku_code, productId: level.product_id, location: level.location },
        movement: {
          id: uuidv7(),
          organizationId,
          type: 'release',
          skuId: level.sku_id,
          locationId: level.location_id,
          idempotencyKey: null,
          requestDigest: null,
          referenceType: reference.type,
          referenceId: reference.id,
          rxNumber: NOTHING_REDACTABLE,
          poNumber: null,
          note: NOTHING_REDACTABLE,
          actor: `api_key:${principal.keyId}`,
        },
      });
      return (answer as { released: number }).released;
    }),
  );
  return { status: 200, body: { released: released.reduce((sum, units) => sum + units, 0) } };
}

const HELD_LEVELS: Statement = {
  name: 'held-levels',
  text: `
    select distinct a.sku_id, a.location_id, s.sku_code, s.product_id, p.name as location
      from allocation a
      join sku s on s.organization_id = a.organization_id and s.id = a.sku_id
      join location p on p.organization_id = a.organization_id and p.id = a.location_id
     where a.organization_id = $1::uuid and a.reference_type = $2::text and a.reference_id = $3::text
       and ($4::text is null or s.sku_code = $4::text)`,
};
