import type { Answer, Call } from '../../contract.ts';
import type { Database } from '../../database/database.ts';
import { CONFIRM_FOUND } from '../../database/standby.ts';
import { heldLevels } from '../rows/held-levels.ts';
import { withStoredNames } from '../rows/stored-names.ts';
import type { ReleaseHeld } from '../writer/release-held.ts';

/** Releases what an order holds, in one step over all its levels. */
export async function releaseAllocations(
  { query: asked, principal }: Call<'releaseAllocations'>,
  { database, releaseHeld }: { readonly database: Database; readonly releaseHeld: ReleaseHeld },
): Promise<Answer<'releaseAllocations'>> {
  const { organizationId, actor } = principal;
  const query = await withStoredNames(database, organizationId, asked);
  const reference = { type: query.reference_type, id: query.reference_id };
  const release = { organizationId, reference, skuCode: query.sku_code, actor };
  const [held = []] = await heldLevels(database, [release]);
  if (held.length > 0)
    return { status: 200, body: { released: await releaseHeld({ ...release, seen: held }) } };
  // An order that holds nothing may have been released by a commit that the standby still lacks. Where something
  // is released now, the commit of that release waits for the standby.
  await database.query(CONFIRM_FOUND, []);
  return { status: 200, body: { released: 0 } };
}
