// What a person does with stock: finds the lot that the options name and hands it to the inventory.
import type { Database, Queryable } from '../database/database.ts';
import type { Statement } from '../database/statement.ts';
import { OperatorError } from '../errors.ts';
import { StockDoor } from '../inventory/door/stock-door.ts';
import { levelMaker } from '../inventory/door/stock-levels.ts';
import {
  correctStock,
  type LotPlace,
  noteRecall,
  setLotExpiry,
  setLotStatus,
  sweepLots,
  transferStock,
} from '../inventory/person-work.ts';
import type { Moved } from '../inventory/rules/apply-change.ts';
import type { LotStatus } from '../inventory/rules/stock.ts';
import { findOrganization } from '../organizations/find-organization.ts';

export interface LotOptions {
  /** Slug. */
  readonly organization: string;
  /** SKU code. */
  readonly sku: string;
  /** Name; absent means the default one, or all where a command says so. */
  readonly location?: string;
  readonly lot: string;
}

const UNITS_MAX = 1_000_000_000;

export async function adjustStock(
  database: Database,
  options: LotOptions & { qty: number; reason: string },
) {
  if (options.qty === 0) throw new OperatorError('--qty must not be 0.');
  return correct(database, options, { type: 'adjust', units: options.qty, reason: options.reason });
}

export async function wasteStock(
  database: Database,
  options: LotOptions & { qty: number; reason: string },
) {
  if (options.qty < 1) throw new OperatorError('--qty must be at least 1.');
  return correct(database, options, { type: 'waste', units: options.qty, reason: options.reason });
}

export async function countStock(database: Database, options: LotOptions & { counted: number }) {
  if (options.counted < 0) throw new OperatorError('--counted must be at least 0.');
  return correct(database, options, { type: 'count', units: options.counted, reason: null });
}

export async function moveStock(
  database: Database,
  options: LotOptions & { to: string; qty: number },
): Promise<{ lot: string; from: string; to: string; qty: number }> {
  if (options.qty < 1) throw new OperatorError('--qty must be at least 1.');
  const from = await findPlace(database, options);
  const [to] = await database.query(FIND_LOCATION, [from.organizationId, options.to]);
  if (to === undefined) throw new OperatorError(`--to names no location of the organization.`);
  if (to.id === from.locationId) throw new OperatorError('--to must be another location.');
  const { organizationId, skuId, naming } = from;
  const levelId = await levelMaker(database)({ organizationId, skuId, locationId: to.id });
  await transferStock(database, {
    from,
    to: { ...from, levelId, locationId: to.id, naming: { ...naming, location: to.name } },
    units: options.qty,
  });
  return { lot: from.lotNumber, from: naming.location, to: to.name, qty: options.qty };
}

/** Everywhere without a location, also where the lot number is received later. */
export async function changeLotStatus(
  database: Database,
  { status, ...options }: LotOptions & { status: LotStatus },
): Promise<{ location: string; changed: boolean | null; moved: Moved[] }[]> {
  await findOrganization(database, options.organization);
  const [first] = await findPlaces(database, options);
  if (first === undefined) throw new OperatorError(unknownLot(options));
  // Releasing one place does not end a recall.
  if (options.location === undefined) await noteRecall(database, first, status === 'quarantine');
  // Looked up again: a receipt that came before the note is committed now.
  const places = await findPlaces(database, options);
  const results = await setLotStatus(new StockDoor(database), places, status);
  return results.map(({ place, changed, moved }) => ({
    location: place.naming.location,
    changed,
    moved,
  }));
}

export async function correctLotExpiry(
  database: Database,
  options: Omit<LotOptions, 'location'> & { expiry: string; reason: string },
): Promise<{ lot: string; expiry_date: string; moved: Moved[] }> {
  await findOrganization(database, options.organization);
  const [first, ...others] = await findPlaces(database, options);
  if (first === undefined) throw new OperatorError(unknownLot(options));
  const moved = await setLotExpiry(database, [first, ...others], {
    expiryDate: options.expiry,
    reason: options.reason,
    findPlaces: (db) => findPlaces(db, options),
  });
  return { lot: options.lot, expiry_date: options.expiry, moved };
}

export async function sweep(database: Database, asOf: string | undefined) {
  return sweepLots(database, new StockDoor(database), asOf ?? null);
}

async function correct(
  database: Database,
  options: LotOptions,
  correction: { type: 'adjust' | 'waste' | 'count'; units: number; reason: string | null },
): Promise<{ lot: string; location: string; qty: number; balance_after: number | null }> {
  if (Math.abs(correction.units) > UNITS_MAX) {
    throw new OperatorError(`The quantity must be at most ${UNITS_MAX}.`);
  }
  const place = await findPlace(database, options);
  const { qty, balanceAfter } = await correctStock(new StockDoor(database), place, correction);
  return {
    lot: place.lotNumber,
    location: place.naming.location,
    qty,
    balance_after: balanceAfter,
  };
}

/** The lot at the location that is named, or at the default one. */
async function findPlace(database: Database, options: LotOptions): Promise<LotPlace> {
  await findOrganization(database, options.organization);
  const [place] = await findPlaces(database, options, options.location === undefined);
  if (place === undefined) throw new OperatorError(unknownLot(options));
  return place;
}

async function findPlaces(
  db: Queryable,
  { organization, sku, location, lot }: LotOptions,
  onlyDefault = false,
): Promise<LotPlace[]> {
  return db.query<LotPlace>(FIND_PLACES, [organization, sku, lot, location ?? null, onlyDefault]);
}

function unknownLot({ sku, lot, location }: LotOptions): string {
  const where = location === undefined ? '' : ` at ${location}`;
  return `There is no lot ${lot} of a SKU ${sku}${where}.`;
}

const FIND_PLACES: Statement = {
  name: 'find-lot-places',
  text: `
    select l.id as "levelId", t.organization_id as "organizationId", t.sku_id as "skuId",
           t.location_id as "locationId", t.lot_number as "lotNumber",
           json_build_object('skuCode', s.sku_code, 'productId', s.product_id, 'location', p.name) as naming
      from lot t
      join sku s on s.organization_id = t.organization_id and s.id = t.sku_id
      join location p on p.organization_id = t.organization_id and p.id = t.location_id
      join stock_level l on l.organization_id = t.organization_id and l.sku_id = t.sku_id
           and l.location_id = t.location_id
     where t.organization_id = (select id from organization where slug = $1::text)
       and s.sku_code = $2::text and t.lot_number = $3::text
       and ($4::text is null or p.name = $4::text) and (not $5::boolean or p.is_default)
     order by l.id`,
};

const FIND_LOCATION: Statement = {
  name: 'find-location-by-name',
  text: 'select id, name from location where organization_id = $1::uuid and name = $2::text',
};
