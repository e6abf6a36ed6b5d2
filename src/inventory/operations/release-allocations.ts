import type { Answer, Call } from '../../contract.ts';
import type { Database } from '../../database/database.ts';
import { CONFIRM_FOUND } from '../../database/standby.ts';
import { heldLevels } from '../rows/held-levels.ts';
import { withStoredNames } from '../rows/stored-names.ts';
import { newMovement } from '../rules/new-movement.ts';
import type { StockWriter } from '../writer/stock-writer.ts';

/** Releases what an order holds, level by level; what is released stays released if a later level fails. */
export async function releaseAllocations(
  { query: asked, principal }: Call<'releaseAllocations'>,
  { database, stockWriter }: { readonly database: Database; readonly stockWriter: StockWriter },
): Promise<Answer<'releaseAllocations'>> {
  const { organizationId, actor } = principal;
  const query = await withStoredNames(database, organizationId, asked);
  const reference = { type: query.reference_type, id: query.reference_id };
  const held = await heldLevels(database, {
    organizationIds: [organizationId],
    reference,
    skuCode: query.sku_code,
  });
  // An order that holds nothing may have been released by a commit that the standby still lacks. Where something
  // is released now, the commit of that release waits for the standby.
  if (held.length === 0) await database.query(CONFIRM_FOUND, []);
  const released = await Promise.all(
    held.map(async ({ level, naming }) => {
      const { answer } = await stockWriter.submit({
        level,
        naming,
        request: { type: 'release', reference },
        movement: newMovement({ actor, reference }),
      });
      return (answer as { released: number }).released;
    }),
  );
  return { status: 200, body: { released: released.reduce((sum, units) => sum + units, 0) } };
}
