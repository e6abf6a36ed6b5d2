// What a batch reads while its levels are locked. One statement of its own, because READ COMMITTED takes
// its snapshot per statement: one that locked a level and read its lots would see the lots as they were
// before it waited.
import type { Transaction } from '../../database/database.ts';
import { timestampText } from '../../database/database.ts';
import type { Statement } from '../../database/statement.ts';
import { type BatchFacts, lotNumberKey, type StockChange } from '../rules/batch.ts';
import { compareDrawOrder } from '../rules/fefo.ts';
import {
  availableUnits,
  isUsable,
  type Level,
  type Lot,
  type LotNumber,
  type LotStatus,
} from '../rules/stock.ts';
import {
  EARLIER_COLUMNS,
  type EarlierMovement,
  type EarlierRow,
  movementKey,
  operationOf,
  toEarlier,
} from './earlier-movements.ts';

/** Lots read at first for each level; eight times as many with each further try, while they do not cover it. */
const LOTS_AT_FIRST = 8;
const LOTS_GROWTH = 8;
const LOT_READS_MAX = 10;
/** Before this many days nothing is announced of a lot's expiry. */
const FIRST_ANNOUNCEMENT_DAYS = 90;

/**
 * Reads what the changes need to be decided: their levels with the prefix of usable lots that covers the
 * demand, the lots and lot numbers they name, movements posted before with their keys, the date at each
 * location, the clock. The caller holds the levels' locks.
 */
export async function readFacts(
  tx: Transaction,
  changes: readonly StockChange[],
  otherLevelIds: readonly number[] = [],
): Promise<BatchFacts & { earlierByKey: Map<string, EarlierMovement> }> {
  const wants = wantsOf(changes, otherLevelIds);
  let lotLimit = LOTS_AT_FIRST;
  for (let read = 0; read < LOT_READS_MAX; read += 1) {
    const [row] = await tx.query(READ_FACTS, [
      JSON.stringify(wants.map((want) => ({ ...want, lot_limit: lotLimit }))),
      JSON.stringify(keysOf(changes)),
      JSON.stringify(lotNumbersOf(changes)),
      JSON.stringify(referencesOf(changes)),
    ]);
    const levels = new Map<number, Level>(
      (row.levels ?? []).map((level: LevelRow) => [level.id, toLevel(level, lotLimit)]),
    );
    const covered = wants.every((want) => covers(levels.get(want.level_id), want, lotLimit));
    if (!covered) {
      lotLimit *= LOTS_GROWTH;
      continue;
    }
    return {
      levels,
      now: row.now,
      firstSeq: BigInt(row.first_seq),
      lotNumbers: new Map<string, LotNumber>(
        (row.lot_numbers ?? []).map((known: LotNumberRow) => [
          lotNumberKey(known.sku_id, known.lot_number),
          { expiryDate: known.expiry_date, quarantined: known.quarantined },
        ]),
      ),
      earlierByKey: new Map(
        (row.earlier ?? []).map((found: EarlierRow) => [
          movementKey(found.organization_id, found.idempotency_key, found.operation),
          toEarlier(found),
        ]),
      ),
    };
  }
  throw new Error('The lots of a level do not cover what its row says is available.');
}

const LOT_COLUMNS = `
  t.id, t.lot_number, t.expiry_date, t.status, t.on_hand, t.reserved, t.first_received_at,
  encode(t.last_hash, 'hex') as last_hash, t.last_entry_at, t.expiry_announced_days`;

const READ_FACTS: Statement = {
  name: 'read-facts',
  text: `
    with moment as materialized (
      select clock_timestamp() as at
    ), level as materialized (
      select l.*, s.reorder_point, w.lot_limit, w.lot_numbers, w.lot_ids,
             w.min_expiries, w.vacated,
             coalesce(w.swept_on, case when w.is_swept then (m.at at time zone p.time_zone)::date end) as swept_on,
             (m.at at time zone p.time_zone)::date as today
        from json_to_recordset($1::json) as w (
               level_id bigint, lot_limit int, lot_numbers text[], lot_ids uuid[],
               min_expiries date[], vacated text[], is_swept boolean, swept_on date)
        join stock_level l on l.id = w.level_id
        join location p on p.organization_id = l.organization_id and p.id = l.location_id
        join sku s on s.organization_id = l.organization_id and s.id = l.sku_id
       cross join moment m
    ), number as materialized (
      -- Shared, so that a recall, which changes the row, waits for receipts that have read it, and they for it.
      select n.organization_id, n.sku_id, n.lot_number, n.expiry_date, n.quarantined
        from json_to_recordset($3::json) as k (organization_id uuid, sku_id uuid, lot_number text)
        join lot_number n using (organization_id, sku_id, lot_number)
       order by n.organization_id, n.sku_id, n.lot_number
         for share of n
    ), level_allocation as materialized (
      select l.id as level_id, a.*
        from json_to_recordset($4::json) as r (level_id bigint, reference_type text, reference_id text)
        join level l on l.id = r.level_id
        join allocation a on a.reference_id = r.reference_id and a.reference_type = r.reference_type
             and a.organization_id = l.organization_id and a.sku_id = l.sku_id
             and a.location_id = l.location_id
      union
      select l.id as level_id, other.*
        from level l
        join lot t on t.organization_id = l.organization_id and t.sku_id = l.sku_id
             and t.location_id = l.location_id
             and (t.lot_number = any(l.vacated)
                  or t.in_stock and t.expiry_date < l.swept_on and t.reserved > 0)
        join allocation a on a.lot_id = t.id and a.organization_id = t.organization_id
        join allocation other on other.reference_id = a.reference_id
             and other.reference_type = a.reference_type and other.organization_id = a.organization_id
             and other.sku_id = a.sku_id and other.location_id = a.location_id
    ), level_lot as (
      select l.id as level_id, chosen.*
        from level l
       cross join lateral (
         (select ${LOT_COLUMNS}
            from lot t
           where t.organization_id = l.organization_id and t.sku_id = l.sku_id
             and t.location_id = l.location_id and t.in_stock and t.expiry_date >= l.today
             and t.status = 'released' and t.on_hand > t.reserved
           order by t.expiry_date, t.first_received_at, t.id
           limit l.lot_limit)
         union
         (select ${LOT_COLUMNS}
            from lot t
           where t.organization_id = l.organization_id and t.sku_id = l.sku_id
             and t.location_id = l.location_id and t.lot_number = any(l.lot_numbers))
         union
         (select ${LOT_COLUMNS}
            from lot t
           where t.organization_id = l.organization_id and t.sku_id = l.sku_id
             and t.location_id = l.location_id
             and t.id in (
                   select unnest(l.lot_ids)
                   union all
                   select a.lot_id from level_allocation a where a.level_id = l.id))
         union
         (select ${LOT_COLUMNS}
            from lot t
           where t.organization_id = l.organization_id and t.sku_id = l.sku_id
             and t.location_id = l.location_id and t.in_stock
             and t.expiry_date <= l.swept_on + ${FIRST_ANNOUNCEMENT_DAYS})
         union
         (select soonest.*
            from unnest(l.min_expiries) as least (expiry_date)
           cross join lateral (
                 select ${LOT_COLUMNS}
                   from lot t
                  where t.organization_id = l.organization_id and t.sku_id = l.sku_id
                    and t.location_id = l.location_id and t.in_stock
                    and t.expiry_date >= greatest(least.expiry_date, l.today)
                    and t.status = 'released' and t.on_hand > t.reserved
                  order by t.expiry_date, t.first_received_at, t.id
                  limit l.lot_limit) soonest)
       ) chosen
    )
    select
      (select ${timestampText('at')} from moment) as now,
      nextval('ledger_block')::text as first_seq,
      (select json_agg(json_build_object(
          'id', l.id, 'organization_id', l.organization_id, 'sku_id', l.sku_id, 'location_id', l.location_id,
          'today', l.today, 'reorder_point', l.reorder_point, 'on_hand', l.on_hand, 'reserved', l.reserved,
          'quarantined', l.quarantined, 'version', l.version, 'low_announced', l.low_announced,
          'expired', expired.on_hand, 'expired_reserved', expired.reserved,
          'lots', (select json_agg(json_build_object(
              'id', t.id, 'lot_number', t.lot_number, 'expiry_date', t.expiry_date, 'status', t.status,
              'on_hand', t.on_hand, 'reserved', t.reserved, 'last_hash', t.last_hash,
              'first_received_at', ${timestampText('t.first_received_at')},
              'last_entry_at', ${timestampText('t.last_entry_at')},
              'expiry_announced_days', t.expiry_announced_days))
            from level_lot t where t.level_id = l.id),
          'allocations', (select json_agg(json_build_object(
              'id', a.id, 'reference_type', a.reference_type, 'reference_id', a.reference_id,
              'lot_id', a.lot_id, 'qty', a.qty, 'created_at', ${timestampText('a.created_at')}))
            from level_allocation a where a.level_id = l.id)))
         from level l
        cross join lateral (
          select coalesce(sum(t.on_hand), 0) as on_hand, coalesce(sum(t.reserved), 0) as reserved
            from lot t
           where t.organization_id = l.organization_id and t.sku_id = l.sku_id
             and t.location_id = l.location_id and t.in_stock and t.expiry_date < l.today
             and t.status = 'released') expired) as levels,
      (select json_agg(${EARLIER_COLUMNS})
         from (select f.*
                 from json_to_recordset($2::json) as k (
                        organization_id uuid, idempotency_key text, operation text)
                 join movement f on f.organization_id = k.organization_id
                      and f.idempotency_key = k.idempotency_key and f.type <> 'reserve'
                where k.operation = 'postMovement'
                union all
               select f.*
                 from json_to_recordset($2::json) as k (
                        organization_id uuid, idempotency_key text, operation text)
                 join movement f on f.organization_id = k.organization_id
                      and f.idempotency_key = k.idempotency_key and f.type = 'reserve'
                where k.operation = 'createAllocation') m) as earlier,
      (select json_agg(json_build_object(
          'sku_id', n.sku_id, 'lot_number', n.lot_number, 'expiry_date', n.expiry_date,
          'quarantined', n.quarantined))
         from number n) as lot_numbers`,
};

interface LevelRow {
  id: number;
  organization_id: string;
  sku_id: string;
  location_id: string;
  today: string;
  reorder_point: number | null;
  on_hand: number;
  reserved: number;
  quarantined: number;
  version: number;
  low_announced: boolean;
  expired: number;
  expired_reserved: number;
  lots: LotRow[] | null;
  allocations: AllocationRow[] | null;
}

interface AllocationRow {
  id: string;
  reference_type: string;
  reference_id: string;
  lot_id: string;
  qty: number;
  created_at: string;
}

interface LotRow {
  id: string;
  lot_number: string;
  expiry_date: string;
  status: LotStatus;
  on_hand: number;
  reserved: number;
  last_hash: string;
  first_received_at: string;
  last_entry_at: string;
  expiry_announced_days: number | null;
}

interface LotNumberRow {
  sku_id: string;
  lot_number: string;
  expiry_date: string;
  quarantined: boolean;
}

interface Want {
  readonly level_id: number;
  /** Units that the draws and reservations of the batch ask for in all. */
  demand: number;
  readonly lot_numbers: string[];
  readonly lot_ids: string[];
  /** Reservations that skip what expires sooner need the first lots from these days on. */
  readonly min_expiries: string[];
  /** Lot numbers whose reservations may have to move to other lots. */
  readonly vacated: string[];
  is_swept: boolean;
  /** Null means today at the location. */
  swept_on: string | null;
}

function wantsOf(changes: readonly StockChange[], otherLevelIds: readonly number[]): Want[] {
  const wants = new Map<number, Want>();
  const wantOf = (levelId: number) => {
    const want = wants.get(levelId) ?? {
      level_id: levelId,
      demand: 0,
      lot_numbers: [],
      lot_ids: [],
      min_expiries: [],
      vacated: [],
      is_swept: false,
      swept_on: null,
    };
    wants.set(levelId, want);
    return want;
  };
  for (const levelId of otherLevelIds) wantOf(levelId);
  for (const { levelId, request } of changes) {
    const want = wantOf(levelId);
    if ('lotNumber' in request && request.lotNumber !== undefined) {
      want.lot_numbers.push(request.lotNumber);
    }
    switch (request.type) {
      case 'fulfill':
      case 'dispense':
        want.demand += request.units;
        break;
      case 'reserve':
        want.demand += request.units;
        if (request.lotId !== undefined) want.lot_ids.push(request.lotId);
        if (request.minExpiryDate !== undefined) want.min_expiries.push(request.minExpiryDate);
        break;
      case 'set_status':
      case 'set_expiry':
        want.vacated.push(request.lotNumber);
        break;
      case 'sweep':
        want.is_swept = true;
        want.swept_on = request.asOf;
        break;
    }
  }
  return [...wants.values()];
}

/** The orders whose reservations the changes may use or change. */
function referencesOf(changes: readonly StockChange[]) {
  return changes.flatMap(({ levelId, request }) => {
    const reference = 'reference' in request ? request.reference : undefined;
    if (reference === undefined) return [];
    return [{ level_id: levelId, reference_type: reference.type, reference_id: reference.id }];
  });
}

function keysOf(changes: readonly StockChange[]) {
  return changes
    .filter(({ movement }) => movement.idempotencyKey !== null)
    .map(({ movement }) => ({
      organization_id: movement.organizationId,
      idempotency_key: movement.idempotencyKey,
      operation: operationOf(movement.type),
    }));
}

function lotNumbersOf(changes: readonly StockChange[]) {
  const named = new Map<string, { organization_id: string; sku_id: string; lot_number: string }>();
  for (const { request, movement } of changes) {
    const brings = request.type === 'receive' || movement.type === 'transfer';
    if (!brings || !('lotNumber' in request) || request.lotNumber === undefined) continue;
    named.set(lotNumberKey(movement.skuId, request.lotNumber), {
      organization_id: movement.organizationId,
      sku_id: movement.skuId,
      lot_number: request.lotNumber,
    });
  }
  return [...named.values()];
}

/**
 * Whether the lots at hand hold all that the demand can take, from the first to expire on and from each day
 * that a reservation asks for. Only the first `lotLimit` of each count: a lot that is here because it was
 * named may lie behind others that were not read.
 */
function covers(level: Level | undefined, want: Want, lotLimit: number): boolean {
  if (level === undefined) return true;
  const moving = level.lots
    .filter((lot) => want.vacated.includes(lot.lotNumber) || (want.is_swept && lot.reserved > 0))
    .reduce((units, lot) => units + lot.onHand, 0);
  const demand = want.demand + moving;
  return ['', ...want.min_expiries].every((from) => {
    const first = level.lots
      .filter((lot) => isUsable(lot, level.today) && lot.onHand > lot.reserved)
      .filter((lot) => lot.expiryDate >= from)
      .sort(compareDrawOrder)
      .slice(0, lotLimit);
    const free = first.reduce((units, lot) => units + lot.onHand - lot.reserved, 0);
    return first.length < lotLimit || free >= Math.min(demand, availableUnits(level));
  });
}

function toLevel(row: LevelRow, lotLimit: number): Level {
  const lots = (row.lots ?? []).map((lot) => ({
    id: lot.id,
    lotNumber: lot.lot_number,
    expiryDate: lot.expiry_date,
    status: lot.status,
    onHand: lot.on_hand,
    reserved: lot.reserved,
    firstReceivedAt: lot.first_received_at,
    lastHash: Buffer.from(lot.last_hash, 'hex'),
    lastEntryAt: lot.last_entry_at,
    expiryAnnouncedDays: lot.expiry_announced_days,
    isNew: false,
  }));
  const lotsById = new Map(lots.map((lot) => [lot.id, lot]));
  return {
    id: row.id,
    organizationId: row.organization_id,
    skuId: row.sku_id,
    locationId: row.location_id,
    today: row.today,
    reorderPoint: row.reorder_point,
    onHand: row.on_hand,
    reserved: row.reserved,
    quarantined: row.quarantined,
    expired: row.expired,
    expiredReserved: row.expired_reserved,
    version: row.version,
    lowAnnounced: row.low_announced,
    lots,
    allocations: (row.allocations ?? []).map((allocation) => ({
      id: allocation.id,
      reference: { type: allocation.reference_type, id: allocation.reference_id },
      lot: lotsById.get(allocation.lot_id) as Lot,
      units: allocation.qty,
      createdAt: allocation.created_at,
    })),
    // Fewer than were asked for, even with the named ones counted in: there are no more.
    complete: lots.length < lotLimit,
  };
}
