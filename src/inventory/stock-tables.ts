// The statements of the door, in the order in which a batch runs them. Each is its own statement, because
// READ COMMITTED takes its snapshot per statement: one that locked a level and read its lots would see the
// lots as they were before it waited.
import { batched } from '../batcher.ts';
import type { Database, Queryable, Statement, Transaction } from '../database/database.ts';
import { timestampText } from '../database/database.ts';
import {
  type Batch,
  type BatchFacts,
  lotNumberKey,
  type PostedEntry,
  type StockChange,
} from './batch.ts';
import {
  availableUnits,
  compareDrawOrder,
  isUsable,
  type Level,
  type LotNumber,
  type LotStatus,
} from './stock.ts';

/** Lots read at first for each level; eight times as many with each further try, while they do not cover it. */
const LOTS_AT_FIRST = 8;
const LOTS_GROWTH = 8;
const LOT_READS_MAX = 10;

/** An import that is not committed yet may hold the row of a level that it makes. */
const ENSURE_SECONDS_MAX = 1;
const ENSURING_MAX = 2;
const ENSURING_WAITING_MAX = 10_000;

export interface LevelKey {
  readonly organizationId: string;
  readonly skuId: string;
  readonly locationId: string;
}

/** A movement that was posted before: with this key, or by this very change on a try whose end was lost. */
export interface EarlierMovement {
  readonly id: string;
  readonly requestDigest: string | null;
  readonly entries: PostedEntry[];
}

/**
 * Makes the rows of levels that do not exist yet, committed at once: a row that does not exist cannot be
 * locked. One row a transaction, so that two of these cannot wait for each other, and few at a time, so
 * that rows which somebody else makes and does not commit leave connections for everybody else. A level
 * without changes (version 0) is shown nowhere.
 */
export function levelMaker(database: Database): (key: LevelKey) => Promise<number> {
  const ensure = batched<LevelKey, number>(
    (keys) =>
      database.transaction(
        async (tx) => {
          const ids: number[] = [];
          for (const key of keys) ids.push(await ensureLevel(tx, key));
          return ids;
        },
        { lockSeconds: ENSURE_SECONDS_MAX },
      ),
    { itemsMax: 1, inFlightMax: ENSURING_MAX, waitingMax: ENSURING_WAITING_MAX },
  );
  const ensuring = new Map<string, Promise<number>>();
  return (key) => {
    const name = `${key.organizationId} ${key.skuId} ${key.locationId}`;
    const pending = ensuring.get(name);
    if (pending !== undefined) return pending;
    const ensured = ensure(key).finally(() => ensuring.delete(name));
    ensuring.set(name, ensured);
    return ensured;
  };
}

async function ensureLevel(db: Queryable, key: LevelKey): Promise<number> {
  const values = [key.organizationId, key.skuId, key.locationId];
  await db.query(ENSURE_LEVEL, values);
  const [row] = await db.query<{ id: number }>(FIND_LEVEL, values);
  if (row === undefined) throw new Error('A stock level vanished.');
  return row.id;
}

const ENSURE_LEVEL: Statement = {
  name: 'ensure-level',
  text: `
    insert into stock_level (organization_id, sku_id, location_id)
    values ($1::uuid, $2::uuid, $3::uuid)
    on conflict do nothing`,
};

const FIND_LEVEL: Statement = {
  name: 'find-level',
  text: `
    select id from stock_level
     where organization_id = $1::uuid and sku_id = $2::uuid and location_id = $3::uuid`,
};

/**
 * Locks levels in the order of their ids, the one order that everybody keeps.
 *
 * @param wait false: levels that somebody else holds are left out
 * @returns the ids that are locked now
 */
export async function lockLevels(
  tx: Transaction,
  ids: readonly number[],
  wait: boolean,
): Promise<Set<number>> {
  const rows = await tx.query<{ id: number }>(wait ? LOCK_WAITING : LOCK_SKIPPING, [ids]);
  return new Set(rows.map((row) => row.id));
}

const LOCK_WAITING: Statement = {
  name: 'lock-levels-waiting',
  text: 'select id from stock_level where id = any($1::bigint[]) order by id for no key update',
};

const LOCK_SKIPPING: Statement = {
  name: 'lock-levels-skipping',
  text: 'select id from stock_level where id = any($1::bigint[]) order by id for no key update skip locked',
};

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
      JSON.stringify(numbersOf(changes)),
    ]);
    const levels = new Map<number, Level>(
      (row.levels ?? []).map((level: LevelRow) => [level.id, toLevel(level, lotLimit)]),
    );
    const covered = wants.every((want) => covers(levels.get(want.level_id), want.demand, lotLimit));
    if (!covered) {
      lotLimit *= LOTS_GROWTH;
      continue;
    }
    return {
      levels,
      now: row.now,
      firstSeq: BigInt(row.first_seq),
      numbers: new Map<string, LotNumber>(
        (row.numbers ?? []).map((number: NumberRow) => [
          lotNumberKey(number.sku_id, number.lot_number),
          { expiryDate: number.expiry_date, quarantined: number.quarantined },
        ]),
      ),
      earlierByKey: new Map(
        (row.earlier ?? []).map((found: EarlierRow) => [
          movementKey(found.organization_id, found.idempotency_key),
          toEarlier(found),
        ]),
      ),
    };
  }
  throw new Error('The lots of a level do not cover what its row says is available.');
}

export function movementKey(organizationId: string, idempotencyKey: string): string {
  return `${organizationId} ${idempotencyKey}`;
}

const EARLIER_COLUMNS = `
  json_build_object(
    'id', m.id, 'organization_id', m.organization_id, 'idempotency_key', m.idempotency_key,
    'request_digest', encode(m.request_digest, 'hex'),
    'entries', (
      select json_agg(json_build_object(
               'id', e.id, 'lotNumber', l.lot_number, 'qty', e.qty, 'balanceAfter', e.balance_after)
               order by e.seq)
        from ledger_entry e
        join lot l on l.organization_id = e.organization_id and l.id = e.lot_id
       where e.organization_id = m.organization_id and e.movement_id = m.id))`;

const LOT_COLUMNS = `
  t.id, t.lot_number, t.expiry_date, t.status, t.on_hand, t.reserved, t.first_received_at,
  encode(t.last_hash, 'hex') as last_hash, t.last_entry_at`;

const READ_FACTS: Statement = {
  name: 'read-facts',
  text: `
    with moment as materialized (
      select clock_timestamp() as at
    ), level as materialized (
      select l.*, s.reorder_point, w.lot_limit, w.lot_numbers,
             (m.at at time zone p.time_zone)::date as today
        from json_to_recordset($1::json) as w (level_id bigint, lot_limit int, lot_numbers text[])
        join stock_level l on l.id = w.level_id
        join location p on p.organization_id = l.organization_id and p.id = l.location_id
        join sku s on s.organization_id = l.organization_id and s.id = l.sku_id
       cross join moment m
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
              'last_entry_at', ${timestampText('t.last_entry_at')}))
            from level_lot t where t.level_id = l.id)))
         from level l
        cross join lateral (
          select coalesce(sum(t.on_hand), 0) as on_hand, coalesce(sum(t.reserved), 0) as reserved
            from lot t
           where t.organization_id = l.organization_id and t.sku_id = l.sku_id
             and t.location_id = l.location_id and t.in_stock and t.expiry_date < l.today
             and t.status = 'released') expired) as levels,
      (select json_agg(${EARLIER_COLUMNS})
         from json_to_recordset($2::json) as k (organization_id uuid, idempotency_key text)
         join movement m on m.organization_id = k.organization_id and m.idempotency_key = k.idempotency_key
      ) as earlier,
      (select json_agg(json_build_object(
          'sku_id', n.sku_id, 'lot_number', n.lot_number, 'expiry_date', n.expiry_date,
          'quarantined', n.quarantined))
         from json_to_recordset($3::json) as k (organization_id uuid, sku_id uuid, lot_number text)
         join lot_number n using (organization_id, sku_id, lot_number)) as numbers`,
};

/** Movements that were posted by these very changes, on a try whose end the service did not see. */
export async function findPosted(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, EarlierMovement>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<{ found: EarlierRow }>(FIND_POSTED, [ids]);
  return new Map(rows.map(({ found }) => [found.id, toEarlier(found)]));
}

const FIND_POSTED: Statement = {
  name: 'find-posted',
  text: `select ${EARLIER_COLUMNS} as found from movement m where m.id = any($1::uuid[])`,
};

/** A movement posted before under this key, if any. */
export async function findByKey(
  db: Queryable,
  organizationId: string,
  idempotencyKey: string,
): Promise<EarlierMovement | undefined> {
  const [row] = await db.query<{ found: EarlierRow }>(FIND_BY_KEY, [
    organizationId,
    idempotencyKey,
  ]);
  return row && toEarlier(row.found);
}

const FIND_BY_KEY: Statement = {
  name: 'find-by-key',
  text: `
    select ${EARLIER_COLUMNS} as found
      from movement m where m.organization_id = $1::uuid and m.idempotency_key = $2`,
};

/** Writes all that the batch decided, in one statement. Events follow with `appendEvents`, last. */
export async function writeBatch(tx: Transaction, batch: Batch): Promise<void> {
  if (batch.changedLevels.size === 0) return;
  const lots = [...batch.changedLots].map(([lot, level]) => ({
    id: lot.id,
    organization_id: level.organizationId,
    sku_id: level.skuId,
    location_id: level.locationId,
    lot_number: lot.lotNumber,
    expiry_date: lot.expiryDate,
    status: lot.status,
    on_hand: lot.onHand,
    last_hash: lot.lastHash.toString('hex'),
    first_received_at: lot.firstReceivedAt,
    last_entry_at: lot.lastEntryAt,
    is_new: lot.isNew,
  }));
  const [written] = await tx.query<{ lots: number; levels: number }>(WRITE_BATCH, [
    JSON.stringify(batch.newNumbers.map(toNumberRow)),
    JSON.stringify(batch.movements.map(toMovementRow)),
    JSON.stringify(batch.entries.map(toEntryRow)),
    JSON.stringify(lots.filter((lot) => lot.is_new)),
    JSON.stringify(lots.filter((lot) => !lot.is_new)),
    JSON.stringify([...batch.changedLevels].map(toLevelRow)),
  ]);
  if (written?.lots !== lots.length || written.levels !== batch.changedLevels.size) {
    throw new Error('A lot or a level that the batch had locked is gone.');
  }
}

/**
 * The parts are chained by reference, so that rows with unique keys are taken in one order by everybody:
 * lot numbers, then movements by key. Without that, two batches could each hold what the other waits for.
 */
const WRITE_BATCH: Statement = {
  name: 'write-batch',
  text: `
    with new_number as (
      insert into lot_number (organization_id, sku_id, lot_number, expiry_date)
      select organization_id, sku_id, lot_number, expiry_date
        from json_to_recordset($1::json) as n (
          organization_id uuid, sku_id uuid, lot_number text, expiry_date date)
       order by organization_id, sku_id, lot_number
      returning 1
    ), new_movement as (
      insert into movement (
        id, organization_id, type, sku_id, location_id, idempotency_key, request_digest, reference_type,
        reference_id, rx_number, rx_number_salt, rx_number_digest, po_number, note, note_salt, note_digest,
        actor, created_at)
      select id, organization_id, type, sku_id, location_id, idempotency_key, decode(request_digest, 'hex'),
             reference_type, reference_id, rx_number, decode(rx_number_salt, 'hex'),
             decode(rx_number_digest, 'hex'), po_number, note, decode(note_salt, 'hex'),
             decode(note_digest, 'hex'), actor, created_at
        from json_to_recordset($2::json) as m (
          id uuid, organization_id uuid, type text, sku_id uuid, location_id uuid, idempotency_key text,
          request_digest text, reference_type text, reference_id text, rx_number text, rx_number_salt text,
          rx_number_digest text, po_number text, note text, note_salt text, note_digest text, actor text,
          created_at timestamptz)
       where (select count(*) from new_number) >= 0
       order by organization_id, idempotency_key, id
      returning 1
    ), new_lot as (
      insert into lot (
        id, organization_id, sku_id, location_id, lot_number, expiry_date, status, on_hand,
        first_received_at, last_hash, last_entry_at, created_at)
      select id, organization_id, sku_id, location_id, lot_number, expiry_date, status, on_hand,
             first_received_at, decode(last_hash, 'hex'), last_entry_at, first_received_at
        from json_to_recordset($4::json) as l (
          id uuid, organization_id uuid, sku_id uuid, location_id uuid, lot_number text, expiry_date date,
          status text, on_hand bigint, first_received_at timestamptz, last_hash text,
          last_entry_at timestamptz)
       where (select count(*) from new_movement) >= 0
      returning 1
    ), changed_lot as (
      update lot
         set on_hand = l.on_hand, last_hash = decode(l.last_hash, 'hex'), last_entry_at = l.last_entry_at
        from json_to_recordset($5::json) as l (
          id uuid, on_hand bigint, last_hash text, last_entry_at timestamptz)
       where lot.id = l.id and (select count(*) from new_lot) >= 0
      returning 1
    ), new_entry as (
      insert into ledger_entry (
        id, organization_id, seq, movement_id, type, sku_id, location_id, lot_id, qty, balance_after, hash,
        created_at)
      select id, organization_id, seq, movement_id, type, sku_id, location_id, lot_id, qty, balance_after,
             decode(hash, 'hex'), created_at
        from json_to_recordset($3::json) as e (
          id uuid, organization_id uuid, seq bigint, movement_id uuid, type text, sku_id uuid,
          location_id uuid, lot_id uuid, qty bigint, balance_after bigint, hash text, created_at timestamptz)
       where (select count(*) from changed_lot) >= 0
      returning 1
    ), changed_level as (
      update stock_level
         set on_hand = l.on_hand, quarantined = l.quarantined, version = l.version,
             low_announced = l.low_announced
        from json_to_recordset($6::json) as l (
          id bigint, on_hand bigint, quarantined bigint, version bigint, low_announced boolean)
       where stock_level.id = l.id and (select count(*) from new_entry) >= 0
      returning 1
    )
    select (select count(*) from new_lot) + (select count(*) from changed_lot) as lots,
           (select count(*) from changed_level) as levels`,
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
}

interface NumberRow {
  sku_id: string;
  lot_number: string;
  expiry_date: string;
  quarantined: boolean;
}

interface EarlierRow {
  id: string;
  organization_id: string;
  idempotency_key: string;
  request_digest: string | null;
  entries: PostedEntry[];
}

interface Want {
  readonly level_id: number;
  /** Units that the draws of the batch ask for in all. */
  demand: number;
  readonly lot_numbers: string[];
}

function wantsOf(changes: readonly StockChange[], otherLevelIds: readonly number[]): Want[] {
  const wants = new Map<number, Want>(
    otherLevelIds.map((id) => [id, { level_id: id, demand: 0, lot_numbers: [] }]),
  );
  for (const { levelId, order } of changes) {
    const want = wants.get(levelId) ?? { level_id: levelId, demand: 0, lot_numbers: [] };
    wants.set(levelId, want);
    if (order.type === 'fulfill' || order.type === 'dispense') want.demand += order.units;
    if (order.lotNumber !== undefined) want.lot_numbers.push(order.lotNumber);
  }
  return [...wants.values()];
}

function keysOf(changes: readonly StockChange[]) {
  return changes
    .filter(({ movement }) => movement.idempotencyKey !== null)
    .map(({ movement }) => ({
      organization_id: movement.organizationId,
      idempotency_key: movement.idempotencyKey,
    }));
}

function numbersOf(changes: readonly StockChange[]) {
  const named = new Map<string, { organization_id: string; sku_id: string; lot_number: string }>();
  for (const { order, movement } of changes) {
    if (order.type !== 'receive' || order.lotNumber === undefined) continue;
    named.set(lotNumberKey(movement.skuId, order.lotNumber), {
      organization_id: movement.organizationId,
      sku_id: movement.skuId,
      lot_number: order.lotNumber,
    });
  }
  return [...named.values()];
}

/**
 * Whether the lots at hand hold all that the demand can take. Only the first `lotLimit` to expire count: a
 * lot that is here because it was named may lie behind others that were not read.
 */
function covers(level: Level | undefined, demand: number, lotLimit: number): boolean {
  if (level === undefined || level.complete) return true;
  const free = level.lots
    .filter((lot) => isUsable(lot, level.today) && lot.onHand > lot.reserved)
    .sort(compareDrawOrder)
    .slice(0, lotLimit)
    .reduce((units, lot) => units + lot.onHand - lot.reserved, 0);
  return free >= Math.min(demand, availableUnits(level));
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
    isNew: false,
  }));
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
    // Fewer than were asked for, even with the named ones counted in: there are no more.
    complete: lots.length < lotLimit,
  };
}

function toEarlier(row: EarlierRow): EarlierMovement {
  return { id: row.id, requestDigest: row.request_digest, entries: row.entries };
}

function toNumberRow(number: Batch['newNumbers'][number]) {
  return {
    organization_id: number.organizationId,
    sku_id: number.skuId,
    lot_number: number.lotNumber,
    expiry_date: number.expiryDate,
  };
}

function toMovementRow(movement: Batch['movements'][number]) {
  return {
    id: movement.id,
    organization_id: movement.organizationId,
    type: movement.type,
    sku_id: movement.skuId,
    location_id: movement.locationId,
    idempotency_key: movement.idempotencyKey,
    request_digest: movement.requestDigest?.toString('hex'),
    reference_type: movement.referenceType,
    reference_id: movement.referenceId,
    rx_number: movement.rxNumber.text,
    rx_number_salt: movement.rxNumber.salt?.toString('hex'),
    rx_number_digest: movement.rxNumber.digest?.toString('hex'),
    po_number: movement.poNumber,
    note: movement.note.text,
    note_salt: movement.note.salt?.toString('hex'),
    note_digest: movement.note.digest?.toString('hex'),
    actor: movement.actor,
    created_at: movement.createdAt,
  };
}

function toEntryRow(entry: Batch['entries'][number]) {
  return {
    id: entry.id,
    organization_id: entry.organizationId,
    seq: String(entry.seq),
    movement_id: entry.movementId,
    type: entry.type,
    sku_id: entry.skuId,
    location_id: entry.locationId,
    lot_id: entry.lotId,
    qty: entry.qty,
    balance_after: entry.balanceAfter,
    hash: entry.hash.toString('hex'),
    created_at: entry.createdAt,
  };
}

function toLevelRow(level: Level) {
  return {
    id: level.id,
    on_hand: level.onHand,
    quarantined: level.quarantined,
    version: level.version,
    low_announced: level.lowAnnounced,
  };
}
