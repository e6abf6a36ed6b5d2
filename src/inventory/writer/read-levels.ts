// Levels as a decision needs them: their sums, and of their lots those that the requests name and as many
// of the first to expire as cover what is asked for, never all lots of a SKU.
import { timestampText } from '../../database/database.ts';
import { compareDrawOrder, DRAWN_LOTS_MAX } from '../rules/fefo.ts';
import type { Needs } from '../rules/requests.ts';
import {
  availableUnits,
  isUsable,
  type Level,
  type LevelKey,
  type Lot,
  type LotStatus,
  levelName,
  type Reference,
} from '../rules/stock.ts';

/**
 * Lots that the first read takes of each level: nearly always the first lot covers what is asked for. Each further
 * read takes eight times as many, while they do not.
 */
const LOTS_AT_FIRST = 2;
const LOTS_GROWTH = 8;
const LOT_READS_MAX = 10;
/** Sorts before every other id. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

export interface ReadLevels<Row> {
  readonly row: Row;
  /** Keyed by `levelName`. */
  readonly levels: Map<string, Level>;
  /** Names of the levels whose changes cannot all be decided on the lots that may be read. */
  readonly beyond: ReadonlySet<string>;
}

/**
 * Reads until the lots at hand cover what is needed. Each read is one statement, so one snapshot.
 *
 * @param read runs a statement with LEVEL_PARTS, given the value of its $1
 * @param lotsMax lots of all levels together
 */
export async function readLevels<Row extends { levels: LevelRow[] | null }>(
  allNeeds: readonly Needs[],
  read: (wanted: string) => Promise<Row | undefined>,
  lotsMax = Infinity,
): Promise<ReadLevels<Row>> {
  const wanted = wantedOf(allNeeds);
  let lotLimit = LOTS_AT_FIRST;
  for (let reads = 0; reads < LOT_READS_MAX; reads += 1) {
    const asked = Array.from(wanted.values(), (one) => toAsked(one, lotLimit));
    const row = await read(JSON.stringify(asked));
    if (row === undefined) throw new Error('A statement that reads levels has one row.');
    const levels = new Map(
      (row.levels ?? []).map(toLevel).map((level) => [levelName(level), level]),
    );
    const uncovered = [...wanted].filter(([name, one]) => !covers(levels.get(name), one, lotLimit));
    lotLimit *= LOTS_GROWTH;
    if (uncovered.length === 0 || lotsOf(wanted, lotLimit) > lotsMax) {
      const beyond = [...uncovered.map(([name]) => name), ...namesBeyond(levels, lotsMax)];
      return { row, levels, beyond: new Set(beyond) };
    }
  }
  throw new Error('The lots of a level do not cover what its row shows as available.');
}

/**
 * Allows for one lot more than the changes may take from: it shows that there are too many. A lot that reservations
 * leave may itself be among the first.
 */
function firstLotsMax({ drawn_lots_max, reallocated }: Wanted): number {
  return drawn_lots_max + reallocated.length + 1;
}

/** Names what LEVEL_PARTS reads. An empty list is left out: PostgreSQL would parse it. */
function toAsked(one: Wanted, lotLimit: number) {
  const unlessEmpty = <Item>(list: readonly Item[]) => (list.length > 0 ? list : undefined);
  return {
    sku_id: one.sku_id,
    location_id: one.location_id,
    organization_id: one.organization_id,
    lot_limit: Math.min(lotLimit, firstLotsMax(one)),
    lot_numbers: unlessEmpty(one.lot_numbers),
    lot_ids: unlessEmpty(one.lot_ids),
    min_expiries: unlessEmpty(one.min_expiries),
    references: unlessEmpty(one.references),
    reallocated: unlessEmpty(one.reallocated),
  };
}

/** @returns how many of the first lots are read at most */
function lotsOf(wanted: ReadonlyMap<string, Wanted>, lotLimit: number): number {
  return [...wanted.values()].reduce(
    (lots, one) => lots + (1 + one.min_expiries.length) * Math.min(lotLimit, firstLotsMax(one)),
    0,
  );
}

/** @returns levels whose lots, with those before, are too many: orders that hold many lots may be named together */
function namesBeyond(levels: ReadonlyMap<string, Level>, lotsMax: number): string[] {
  let lots = 0;
  return [...levels].flatMap(([name, level]) => {
    lots += level.lots.length;
    return lots > lotsMax ? [name] : [];
  });
}

/** One level as the statement's columns name what is read of it. */
interface Wanted {
  readonly sku_id: string;
  readonly location_id: string;
  readonly organization_id: string;
  /** Units that the batch reserves or takes in all. */
  demand: number;
  /** How many of the lots that expire first these units may come from in all. */
  drawn_lots_max: number;
  readonly lot_numbers: string[];
  readonly lot_ids: string[];
  readonly min_expiries: string[];
  /** The orders whose reservations the changes may use or change. */
  readonly references: { readonly reference_type: string; readonly reference_id: string }[];
  readonly reallocated: {
    readonly lot_number: string;
    readonly moves_max: number;
    readonly newest_first: boolean;
    readonly after_at: string;
    readonly after_id: string;
  }[];
}

/** @returns what is read of each level, by `levelName` */
function wantedOf(allNeeds: readonly Needs[]): Map<string, Wanted> {
  const all = new Map<string, Wanted>();
  for (const needs of allNeeds) {
    const name = levelName(needs.level);
    const wanted = all.get(name) ?? nothingOf(needs.level);
    all.set(name, wanted);
    wanted.demand += needs.units ?? 0;
    wanted.drawn_lots_max += needs.drawnLotsMax ?? DRAWN_LOTS_MAX;
    if (needs.lotNumber !== undefined) wanted.lot_numbers.push(needs.lotNumber);
    if (needs.lotId !== undefined) wanted.lot_ids.push(needs.lotId);
    if (needs.minExpiryDate !== undefined && !wanted.min_expiries.includes(needs.minExpiryDate)) {
      wanted.min_expiries.push(needs.minExpiryDate);
    }
    if (needs.reference !== undefined && !isNamed(wanted, needs.reference)) {
      const { type, id } = needs.reference;
      wanted.references.push({ reference_type: type, reference_id: id });
    }
    if (needs.reallocated !== undefined) {
      const { lotNumber, movesMax, newestFirst = false, after } = needs.reallocated;
      const [after_at, after_id] = [after?.createdAt ?? '-infinity', after?.id ?? NO_ID];
      wanted.reallocated.push({
        lot_number: lotNumber,
        moves_max: movesMax,
        newest_first: newestFirst,
        after_at,
        after_id,
      });
    }
  }
  return all;
}

function isNamed({ references }: Wanted, { type, id }: Reference): boolean {
  return references.some((one) => one.reference_type === type && one.reference_id === id);
}

function nothingOf({ skuId, locationId, organizationId }: LevelKey): Wanted {
  return {
    sku_id: skuId,
    location_id: locationId,
    organization_id: organizationId,
    demand: 0,
    drawn_lots_max: 0,
    lot_numbers: [],
    lot_ids: [],
    min_expiries: [],
    references: [],
    reallocated: [],
  };
}

/**
 * Whether the lots at hand hold all that the demand can take, from the first to expire on and from each day
 * that a reservation asks for; or all the lots that it may take from. Only the first `lotLimit` of each count: a lot
 * that is here because it was named may lie behind others that were not read.
 */
function covers(level: Level | undefined, wanted: Wanted, lotLimit: number): boolean {
  if (level === undefined || lotLimit >= firstLotsMax(wanted)) return true;
  const reallocated = new Set(wanted.reallocated.map((one) => one.lot_number));
  const isLeaving = (lot: Lot) => reallocated.has(lot.lotNumber);
  const freeIn = (lots: readonly Lot[]) =>
    lots.reduce((units, lot) => units + lot.onHand - lot.reserved, 0);
  const usable = level.lots.filter(
    (lot) => isUsable(lot, level.today) && lot.onHand > lot.reserved,
  );
  // Reservations that wait in other lots may move to these, and those that their own lots cannot serve any more.
  const moving = level.allocations
    .filter(({ lot }) => isLeaving(lot) || !isUsable(lot, level.today))
    .reduce((units, allocation) => units + allocation.units, 0);
  const available = availableUnits(level) - freeIn(usable.filter(isLeaving));
  const enough = Math.min(wanted.demand + moving, available);
  return ['', ...wanted.min_expiries].every((from) => {
    const first = usable
      .filter((lot) => lot.expiryDate >= from)
      .sort(compareDrawOrder)
      .slice(0, lotLimit);
    const free = freeIn(first.filter((lot) => !isLeaving(lot)));
    return first.length < lotLimit || free >= enough;
  });
}

/** The columns have the names of LotRow's properties. */
const LOT_COLUMNS = `
  lot.id, lot.lot_number, lot.expiry_date, lot.status, lot.on_hand, lot.reserved, lot.holders,
  encode(lot.last_hash, 'hex') as last_hash, ${timestampText('lot.first_received_at')} as first_received_at,
  ${timestampText('lot.last_entry_at')} as last_entry_at, lot.expiry_announced_days`;

export const LOT_OF_LEVEL = `
  lot.sku_id = level.sku_id and lot.location_id = level.location_id
  and lot.organization_id = level.organization_id`;

/** Selects the first lots in draw order from a day on, of those that are usable and not all reserved. */
const firstLots = (from: string) => `
  select ${LOT_COLUMNS}
    from lot
   where ${LOT_OF_LEVEL} and lot.is_free and lot.expiry_date >= ${from}
   order by lot.expiry_date, lot.first_received_at, lot.id
   limit level.lot_limit`;

/** Selects all that an order holds at the level. The fence keeps it a look-up by the order. */
const allocationsOf = (order: string) => `
  select allocation.id, reference_type, reference_id, lot_id, qty,
         ${timestampText('allocation.created_at')} as created_at
    from allocation
   where allocation.reference_id = ${order}.reference_id
     and allocation.reference_type = ${order}.reference_type
     and allocation.organization_id = level.organization_id
     and allocation.sku_id = level.sku_id and allocation.location_id = level.location_id
  offset 0`;

/**
 * A statement begins with these parts, and selects LEVELS of them. $1 names the levels, and what is read of each.
 * Each row is looked up by its key (lateral, with a limit or a fence): the planner thinks that there are
 * hundreds, and would rather walk the tables.
 */
export const LEVEL_PARTS = `
  moment as materialized (
    select clock_timestamp() as at
  ), level as materialized (
    select wanted.*, found.on_hand, found.reserved, found.quarantined,
           found.quarantined_reserved, found.version, found.low_announced,
           sku.reorder_point, sku.product_id, location.is_default,
           (moment.at at time zone location.time_zone)::date as today
      from json_to_recordset($1::json) as wanted (
             sku_id uuid, location_id uuid, organization_id uuid, lot_limit int,
             lot_numbers text[], lot_ids uuid[], min_expiries date[], "references" json, reallocated json)
     cross join moment
     cross join lateral (
           select * from stock_level
            where stock_level.sku_id = wanted.sku_id and stock_level.location_id = wanted.location_id
              and stock_level.organization_id = wanted.organization_id
            limit 1) found
     cross join lateral (
           select time_zone, is_default from location
            where location.id = wanted.location_id
              and location.organization_id = wanted.organization_id
            limit 1) location
     cross join lateral (
           select reorder_point, product_id from sku
            where sku.id = wanted.sku_id and sku.organization_id = wanted.organization_id
            limit 1) sku
  )`;

/** Selects the allocations of the orders that are named. */
const OWN_ALLOCATIONS = `
  select own.*
    from json_to_recordset(level."references") as named (reference_type text, reference_id text)
   cross join lateral (${allocationsOf('named')}) own`;

/**
 * Selects the allocations of the orders that are named, and those of the oldest or newest holders of a lot that
 * reservations may have to leave, in whatever lots. An order that is both has its allocations twice.
 */
const ALLOCATIONS = `
  ${OWN_ALLOCATIONS}
   union all
  select others.*
    from json_to_recordset(level.reallocated) as leaving (
           lot_number text, moves_max int, newest_first boolean, after_at timestamptz, after_id uuid)
   cross join lateral (
         select lot.id from lot
          where ${LOT_OF_LEVEL} and lot.lot_number = leaving.lot_number
          limit 1) left_lot
   cross join lateral (
         (select reference_type, reference_id from allocation
           where not leaving.newest_first and allocation.lot_id = left_lot.id
             and allocation.organization_id = level.organization_id
             and (allocation.created_at, allocation.id) > (leaving.after_at, leaving.after_id)
           order by allocation.created_at, allocation.id
           limit leaving.moves_max)
         union all
         (select reference_type, reference_id from allocation
           where leaving.newest_first and allocation.lot_id = left_lot.id
             and allocation.organization_id = level.organization_id
           order by allocation.created_at desc, allocation.id desc
           limit leaving.moves_max)) holder
   cross join lateral (${allocationsOf('holder')}) others`;

const FIRST_LOTS = firstLots('level.today');

const HELD_LOTS = `
  select ${LOT_COLUMNS}
     from lot
    where ${LOT_OF_LEVEL} and lot.id = any(level.lot_ids || held.lot_ids)`;

/** Selects the first lots to expire, those that are named, and those of the allocations. One may come twice. */
const LOTS = `
  (${FIRST_LOTS})
  union all
  (select ${LOT_COLUMNS}
     from lot
    where ${LOT_OF_LEVEL} and lot.lot_number = any(level.lot_numbers))
  union all
  (${HELD_LOTS})
  union all
  (select soonest.*
     from unnest(level.min_expiries) as least (expiry_date)
    cross join lateral (${firstLots('greatest(least.expiry_date, level.today)')}) soonest)`;

/**
 * Rows become JSON as a whole, since json_build_object treats each name as a value and looks up its type, for every row:
 * docs/performance.md has the difference.
 */
const levelsWith = ({ allocations, lots }: { allocations: string; lots: string }) => `
  (select json_agg(found)
     from (select level.sku_id, level.location_id, level.organization_id, level.product_id, level.is_default,
                  level.today, level.reorder_point, level.on_hand, level.reserved, level.quarantined,
                  level.quarantined_reserved, level.version, level.low_announced,
                  expired.on_hand as expired, expired.reserved as expired_reserved,
                  chosen.lots, held.allocations
             from level
            cross join lateral (
                  select coalesce(sum(lot.on_hand), 0) as on_hand, coalesce(sum(lot.reserved), 0) as reserved
                    from lot
                   where ${LOT_OF_LEVEL} and lot.in_stock and lot.expiry_date < level.today
                     and lot.status = 'released') expired
            cross join lateral (
                  select json_agg(at_level) as allocations, array_agg(lot_id) as lot_ids
                    from (${allocations}) at_level) held
            cross join lateral (select json_agg(at_level) as lots from (${lots}) at_level) chosen) found)`;

/** A JSON array of LevelRow, or null. */
export const LEVELS = levelsWith({ allocations: ALLOCATIONS, lots: LOTS });

/** LEVELS where all needs are simple: each part of a statement is made ready whenever it runs, though it finds nothing. */
export const SIMPLE_LEVELS = levelsWith({
  allocations: OWN_ALLOCATIONS,
  lots: `(${FIRST_LOTS}) union all (${HELD_LOTS})`,
});

/** Whether nothing is asked for but the first lots to expire, and what an order holds. */
export function isSimple({ lotNumber, minExpiryDate, reallocated }: Needs): boolean {
  return lotNumber === undefined && minExpiryDate === undefined && reallocated === undefined;
}

export interface LevelRow {
  readonly sku_id: string;
  readonly location_id: string;
  readonly organization_id: string;
  readonly product_id: string;
  /** Whether the location is the default one. */
  readonly is_default: boolean;
  readonly today: string;
  readonly reorder_point: number | null;
  readonly on_hand: number;
  readonly reserved: number;
  readonly quarantined: number;
  readonly quarantined_reserved: number;
  readonly version: number;
  readonly low_announced: boolean;
  readonly expired: number;
  readonly expired_reserved: number;
  readonly lots: LotRow[] | null;
  readonly allocations: AllocationRow[] | null;
}

interface AllocationRow {
  readonly id: string;
  readonly reference_type: string;
  readonly reference_id: string;
  readonly lot_id: string;
  readonly qty: number;
  readonly created_at: string;
}

interface LotRow {
  readonly id: string;
  readonly lot_number: string;
  readonly expiry_date: string;
  readonly status: LotStatus;
  readonly on_hand: number;
  readonly reserved: number;
  readonly holders: number;
  readonly last_hash: string;
  readonly first_received_at: string;
  readonly last_entry_at: string;
  readonly expiry_announced_days: number | null;
}

function toLevel(row: LevelRow): Level {
  const lots = new Map(row.lots?.map((lot) => [lot.id, toLot(lot)]));
  const allocations = new Map(row.allocations?.map((allocation) => [allocation.id, allocation]));
  return {
    skuId: row.sku_id,
    locationId: row.location_id,
    organizationId: row.organization_id,
    today: row.today,
    reorderPoint: row.reorder_point,
    onHand: row.on_hand,
    reserved: row.reserved,
    quarantined: row.quarantined,
    quarantinedReserved: row.quarantined_reserved,
    expired: row.expired,
    expiredReserved: row.expired_reserved,
    version: row.version,
    lowAnnounced: row.low_announced,
    lots: [...lots.values()],
    allocations: Array.from(allocations.values(), (allocation) => ({
      id: allocation.id,
      reference: { type: allocation.reference_type, id: allocation.reference_id },
      lot: lots.get(allocation.lot_id) as Lot,
      units: allocation.qty,
      createdAt: allocation.created_at,
    })),
  };
}

function toLot(row: LotRow): Lot {
  return {
    id: row.id,
    lotNumber: row.lot_number,
    expiryDate: row.expiry_date,
    status: row.status,
    onHand: row.on_hand,
    reserved: row.reserved,
    holders: row.holders,
    firstReceivedAt: row.first_received_at,
    lastHash: Buffer.from(row.last_hash, 'hex'),
    lastEntryAt: row.last_entry_at,
    expiryAnnouncedDays: row.expiry_announced_days,
    isNew: false,
  };
}
