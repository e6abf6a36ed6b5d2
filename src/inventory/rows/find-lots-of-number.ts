// Finds lots by the names that people give them.
import type { Queryable } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { errors } from '../../errors.ts';
import type { LotAtLocation } from '../rules/requests.ts';
import type { LotStatus } from '../rules/stock.ts';
import { findLocation } from './find-location.ts';
import { withStoredNames } from './stored-names.ts';

/** A lot number of a SKU, at one location or wherever it lies. */
export interface LotName {
  readonly organizationId: string;
  readonly skuCode: string;
  readonly lotNumber: string;
  /** The location's name. */
  readonly location?: string | undefined;
}

/**
 * The lot at the location that is named, or else at the default one.
 *
 * @throws ApiError when there is none
 */
export async function findLot(db: Queryable, name: LotName): Promise<LotAtLocation> {
  const [lot] = await find(db, name, name.location === undefined);
  return lot ?? refuse(db, name);
}

/**
 * Every lot of the number, or the one at the location that is named.
 *
 * @throws ApiError when there is none
 */
export async function findLotsOfNumber(
  db: Queryable,
  name: LotName,
): Promise<[LotAtLocation, ...LotAtLocation[]]> {
  const [lot, ...others] = await find(db, name, false);
  return [lot ?? (await refuse(db, name)), ...others];
}

async function find(
  db: Queryable,
  { organizationId, ...name }: LotName,
  onlyDefault: boolean,
): Promise<LotAtLocation[]> {
  const { sku_code, lot_number, location } = await withStoredNames(db, organizationId, {
    sku_code: name.skuCode,
    lot_number: name.lotNumber,
    location: name.location,
  });
  const values = [organizationId, sku_code, lot_number, location ?? null, onlyDefault];
  return db.query(FIND_LOTS, values);
}

const FIND_LOTS = statement<LotAtLocation>(
  'find-lots-of-number',
  `
    select lot.organization_id as "organizationId", lot.sku_id as "skuId",
           lot.location_id as "locationId", lot.lot_number as "lotNumber",
           json_build_object('skuCode', sku.sku_code, 'productId', sku.product_id,
                             'location', location.name) as naming
      from sku
     cross join lateral (
           select * from lot
            where lot.lot_number = $3::text and lot.sku_id = sku.id
              and lot.organization_id = sku.organization_id
           offset 0) lot
     cross join lateral (
           select name, is_default from location
            where location.id = lot.location_id and location.organization_id = lot.organization_id
            limit 1) location
     where sku.organization_id = $1::uuid and sku.sku_code = $2::text
       and ($4::text is null or location.name = $4::text)
       and (not $5::boolean or location.is_default)
     order by lot.sku_id, lot.location_id, lot.organization_id`,
);

/** @returns undefined where the lot is gone */
export async function unitsOfLot(
  db: Queryable,
  { lotNumber, skuId, locationId, organizationId }: LotAtLocation,
): Promise<UnitsOfLot | undefined> {
  const [lot] = await db.query(UNITS_OF_LOT, [lotNumber, skuId, locationId, organizationId]);
  return lot;
}

interface UnitsOfLot {
  readonly status: LotStatus;
  readonly on_hand: number;
  readonly reserved: number;
}

const UNITS_OF_LOT = statement<UnitsOfLot>(
  'units-of-lot',
  `select status, on_hand, reserved from lot
    where lot_number = $1::text and sku_id = $2::uuid and location_id = $3::uuid
      and organization_id = $4::uuid`,
);

/** Says where the lot is, or that the location is unknown, where the lot is not at the one that is named. */
async function refuse(db: Queryable, name: LotName): Promise<never> {
  const { organizationId, skuCode, lotNumber, location } = name;
  const where = location === undefined ? '' : ` at ${location}`;
  if (location !== undefined) await findLocation(db, organizationId, location);
  const elsewhere = await find(db, { ...name, location: undefined }, false);
  if (elsewhere.length > 0) {
    const locations = elsewhere.map(({ naming }) => naming.location).toSorted();
    throw errors.lotNotFound(
      `There is no lot ${lotNumber}${where || ' at the default location'}; it is at ${locations.join(', ')}.`,
    );
  }
  throw errors.lotNotFound(`There is no lot ${lotNumber} of a SKU ${skuCode}${where}.`);
}
