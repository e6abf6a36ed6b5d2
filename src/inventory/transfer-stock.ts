import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { OperatorError } from '../errors.ts';
import { levelMaker } from './door/stock-levels.ts';
import { type LotPlace, transferStock as transferBetween } from './person-work.ts';
import { findLot, type LotName } from './rows/find-lots-of-number.ts';

/**
 * Moves units of a lot, from the location that is named or else the default one, to another location.
 *
 * @throws OperatorError when there is no such lot or location
 */
export async function transferStock(
  database: Database,
  name: LotName,
  { to, units }: { to: string; units: number },
): Promise<{ from: LotPlace; to: LotPlace }> {
  const from = await findLot(database, name);
  const { organizationId, skuId, naming } = from;
  const [location] = await database.query(FIND_LOCATION, [organizationId, to]);
  if (location === undefined) {
    throw new OperatorError('--to names no location of the organization.');
  }
  if (location.id === from.locationId) throw new OperatorError('--to must be another location.');
  const locationId = location.id;
  const levelId = await levelMaker(database)({ organizationId, skuId, locationId });
  const target = { ...from, levelId, locationId, naming: { ...naming, location: location.name } };
  await transferBetween(database, { from, to: target, units });
  return { from, to: target };
}

const FIND_LOCATION = statement<{ id: string; name: string }>(
  'find-location-by-name',
  'select id, name from location where organization_id = $1::uuid and name = $2::text',
);
