import type { Transaction } from '../../database/database.ts';
import { insertedRows, type Statement, statement } from '../../database/statement.ts';
import type { Batch, NewMovement, Sealed } from '../rules/batch.ts';
import type { Allocation, Level, Lot } from '../rules/stock.ts';

/**
 * Leaves all that the batch decided for the end of the transaction: a statement for each kind of row that it
 * has. Rows with unique keys are taken in one order by everybody, lot numbers first, then movements by key:
 * without that, two batches could each hold what the other waits for. Events follow with `appendEvents`, last.
 */
export function writeBatch(tx: Transaction, batch: Batch): void {
  const { entries, records } = batch.seal();
  const changedLots = [...batch.changedLots];
  const write = (text: Statement, rows: readonly object[]) => {
    if (rows.length > 0) tx.defer(text, [JSON.stringify(rows)]);
  };
  write(INSERT_LOT_NUMBERS, batch.newLotNumbers.map(toLotNumberRow));
  const entriesOf = Map.groupBy(entries, ({ movementId }) => movementId);
  write(
    INSERT_MOVEMENTS,
    batch.movements.map((movement) => ({
      ...toMovementRow(movement),
      entries: entriesOf.get(movement.id)?.map((entry) => toEntryRow(entry, movement)),
    })),
  );
  write(INSERT_LOTS, changedLots.filter(([lot]) => lot.isNew).map(toNewLotRow));
  write(UPDATE_LOTS, changedLots.filter(([lot]) => !lot.isNew).map(toLotRow));
  write(INSERT_RECORDS, records.map(toRecordRow));
  write(UPDATE_LEVELS, [...batch.changedLevels].map(toLevelRow));
  const allocations = [...batch.changedAllocations].map(toAllocationRow);
  // Deleted first: an order may hold again what it has ended.
  write(
    DELETE_ALLOCATIONS,
    allocations.filter(({ qty }) => qty === 0),
  );
  write(
    UPSERT_ALLOCATIONS,
    allocations.filter(({ qty }) => qty > 0),
  );
  for (const { organizationId, skuId, lotNumber, expiryDate } of batch.changedExpiries.values()) {
    tx.defer(SET_EXPIRY, [organizationId, skuId, lotNumber, expiryDate]);
  }
}

const INSERT_LOT_NUMBERS = statement<never>(
  'insert-lot-numbers',
  insertedRows(`insert into lot_number (organization_id, sku_id, lot_number, expiry_date)
   select organization_id, sku_id, lot_number, expiry_date
     from json_to_recordset($1::json) as given (
       organization_id uuid, sku_id uuid, lot_number text, expiry_date date)
    order by organization_id, sku_id, lot_number`),
);

/** Movements, and their ledger entries, which say only what is not as in their movement. */
const INSERT_MOVEMENTS = statement<never>(
  'insert-movements',
  `with given as materialized (
     select *
       from json_to_recordset($1::json) as given (
              id uuid, organization_id uuid, type text, sku_id uuid, location_id uuid, lot_id uuid,
              idempotency_key text, operation text, request_salt text, request_digest text,
              reference_type text, reference_id text, rx_number text, rx_number_salt text,
              rx_number_digest text, po_number text, note text, note_salt text, note_digest text, actor text,
              created_at timestamptz, answer jsonb, entries json)
   ), movements as (
     insert into movement (
       id, organization_id, type, sku_id, location_id, lot_id, idempotency_key, operation, request_salt,
       request_digest, reference_type, reference_id, rx_number, rx_number_salt, rx_number_digest, po_number,
       note, note_salt, note_digest, actor, created_at, answer)
     select id, organization_id, type, sku_id, location_id, lot_id, idempotency_key, operation,
            decode(request_salt, 'hex'), decode(request_digest, 'hex'), reference_type, reference_id,
            rx_number, decode(rx_number_salt, 'hex'), decode(rx_number_digest, 'hex'), po_number, note,
            decode(note_salt, 'hex'), decode(note_digest, 'hex'), actor, created_at, answer
       from given
      order by organization_id, idempotency_key, operation, id
     returning 1
   ), entries as (
     insert into ledger_entry (
       id, organization_id, seq, movement_id, type, sku_id, location_id, lot_id, qty, balance_after, hash,
       created_at)
     select entry.id, given.organization_id, entry.seq, given.id, coalesce(entry.type, given.type), given.sku_id,
            coalesce(entry.location_id, given.location_id), entry.lot_id, entry.qty, entry.balance_after,
            decode(entry.hash, 'hex'), coalesce(entry.created_at, given.created_at)
       from given
      cross join json_to_recordset(given.entries) as entry (
              id uuid, seq bigint, type text, location_id uuid, lot_id uuid, qty bigint, balance_after bigint,
              hash text, created_at timestamptz)
     returning 1)
   select from entries`,
);

const INSERT_LOTS = statement<never>(
  'insert-lots',
  insertedRows(`insert into lot (
     id, organization_id, sku_id, location_id, lot_number, expiry_date, status, on_hand, reserved,
     holders, expiry_announced_days, first_received_at, last_hash, last_entry_at, created_at)
   select id, organization_id, sku_id, location_id, lot_number, expiry_date, status, on_hand, reserved,
          holders, expiry_announced_days, first_received_at, decode(last_hash, 'hex'), last_entry_at,
          first_received_at
     from json_to_recordset($1::json) as given (
       id uuid, organization_id uuid, sku_id uuid, location_id uuid, lot_number text, expiry_date date,
       status text, on_hand bigint, reserved bigint, holders bigint, expiry_announced_days smallint,
       first_received_at timestamptz, last_hash text, last_entry_at timestamptz)`),
);

/**
 * A condition that holds for each row, and that the planner takes to hold for one in two hundred. It thinks that a
 * list of JSON has a hundred rows, and would rather walk a table that has few; a plan of any values is kept while
 * that table grows, until statistics are gathered. With one row expected it looks up by key.
 */
const BY_KEY = (column: string) => `(given.${column} is null)::int = 0`;

/** Divides by zero, and so fails, where a row is gone that the batch had locked. */
const allOfThem = (update: string) => `
  with changed as (${update} returning 1)
  select 1 / (count(*) = json_array_length($1::json))::int as are_all from changed`;

const UPDATE_LOTS = statement<{ are_all: number }>(
  'update-lots',
  allOfThem(`
   update lot
      set on_hand = given.on_hand, reserved = given.reserved, holders = given.holders,
          status = given.status, expiry_announced_days = given.expiry_announced_days,
          last_hash = decode(given.last_hash, 'hex'), last_entry_at = given.last_entry_at
     from json_to_recordset($1::json) as given (
       id uuid, organization_id uuid, on_hand bigint, reserved bigint, holders bigint, status text,
       expiry_announced_days smallint, last_hash text, last_entry_at timestamptz)
    where lot.id = given.id and lot.organization_id = given.organization_id
      and ${BY_KEY('id')}`),
);

const INSERT_RECORDS = statement<never>(
  'insert-lot-records',
  insertedRows(`insert into lot_record (
     organization_id, lot_id, seq, movement_id, type, reference_type, reference_id, qty, reserved_after,
     status, expiry_date, hash, created_at)
   select organization_id, lot_id, seq, movement_id, type, reference_type, reference_id, qty,
          reserved_after, status, expiry_date, decode(hash, 'hex'), created_at
     from json_to_recordset($1::json) as given (
       organization_id uuid, lot_id uuid, seq bigint, movement_id uuid, type text, reference_type text,
       reference_id text, qty bigint, reserved_after bigint, status text, expiry_date date, hash text,
       created_at timestamptz)`),
);

const UPDATE_LEVELS = statement<{ are_all: number }>(
  'update-levels',
  allOfThem(`
   update stock_level
      set on_hand = given.on_hand, reserved = given.reserved, quarantined = given.quarantined,
          quarantined_reserved = given.quarantined_reserved, version = given.version,
          low_announced = given.low_announced
     from json_to_recordset($1::json) as given (
       sku_id uuid, location_id uuid, organization_id uuid, on_hand bigint, reserved bigint,
       quarantined bigint, quarantined_reserved bigint, version bigint, low_announced boolean)
    where stock_level.sku_id = given.sku_id and stock_level.location_id = given.location_id
      and stock_level.organization_id = given.organization_id
      and ${BY_KEY('sku_id')}`),
);

const UPSERT_ALLOCATIONS = statement<never>(
  'upsert-allocations',
  `insert into allocation (
     id, organization_id, reference_type, reference_id, sku_id, location_id, lot_id, qty, created_at)
   select id, organization_id, reference_type, reference_id, sku_id, location_id, lot_id, qty, created_at
     from json_to_recordset($1::json) as given (
       id uuid, organization_id uuid, reference_type text, reference_id text, sku_id uuid,
       location_id uuid, lot_id uuid, qty bigint, created_at timestamptz)
   on conflict (id, organization_id) do update set qty = excluded.qty`,
);

const DELETE_ALLOCATIONS = statement<never>(
  'delete-allocations',
  `delete from allocation
    using json_to_recordset($1::json) as given (id uuid, organization_id uuid)
    where allocation.id = given.id and allocation.organization_id = given.organization_id
      and ${BY_KEY('id')}`,
);

/** The lots that carry it follow by their foreign key. */
const SET_EXPIRY = statement<never>(
  'set-lot-number-expiry',
  `update lot_number set expiry_date = $4::date
    where lot_number = $3::text and sku_id = $2::uuid and organization_id = $1::uuid`,
);

function toLotRow([lot, level]: [Lot, Level]) {
  return {
    id: lot.id,
    organization_id: level.organizationId,
    status: lot.status,
    on_hand: lot.onHand,
    reserved: lot.reserved,
    holders: lot.holders,
    expiry_announced_days: lot.expiryAnnouncedDays,
    last_hash: lot.lastHash.toString('hex'),
    last_entry_at: lot.lastEntryAt,
  };
}

function toNewLotRow([lot, level]: [Lot, Level]) {
  return {
    ...toLotRow([lot, level]),
    sku_id: level.skuId,
    location_id: level.locationId,
    lot_number: lot.lotNumber,
    expiry_date: lot.expiryDate,
    first_received_at: lot.firstReceivedAt,
  };
}

function toLotNumberRow(lotNumber: Batch['newLotNumbers'][number]) {
  return {
    organization_id: lotNumber.organizationId,
    sku_id: lotNumber.skuId,
    lot_number: lotNumber.lotNumber,
    expiry_date: lotNumber.expiryDate,
  };
}

function toMovementRow(movement: Batch['movements'][number]) {
  return {
    id: movement.id,
    organization_id: movement.organizationId,
    type: movement.type,
    sku_id: movement.skuId,
    location_id: movement.locationId,
    lot_id: movement.lotId,
    idempotency_key: movement.idempotencyKey,
    operation: movement.operation,
    request_salt: movement.requestSalt?.toString('hex'),
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
    answer: movement.answer,
  };
}

function toAllocationRow([allocation, level]: [Allocation, Level]) {
  return {
    id: allocation.id,
    organization_id: level.organizationId,
    reference_type: allocation.reference.type,
    reference_id: allocation.reference.id,
    sku_id: level.skuId,
    location_id: level.locationId,
    lot_id: allocation.lot.id,
    qty: allocation.units,
    created_at: allocation.createdAt,
  };
}

function toEntryRow(entry: Sealed['entries'][number], movement: NewMovement) {
  const unless = <Value>(value: Value, same: Value) => (value === same ? undefined : value);
  return {
    id: entry.id,
    seq: String(entry.seq),
    type: unless<string>(entry.type, movement.type),
    location_id: unless(entry.locationId, movement.locationId),
    lot_id: entry.lotId,
    qty: entry.qty,
    balance_after: entry.balanceAfter,
    hash: entry.hash.toString('hex'),
    created_at: unless(entry.createdAt, movement.createdAt),
  };
}

function toRecordRow(record: Sealed['records'][number]) {
  return {
    organization_id: record.organizationId,
    lot_id: record.lotId,
    seq: String(record.seq),
    movement_id: record.movementId,
    type: record.type,
    reference_type: record.referenceType,
    reference_id: record.referenceId,
    qty: record.qty,
    reserved_after: record.reservedAfter,
    status: record.status,
    expiry_date: record.expiryDate,
    hash: record.hash.toString('hex'),
    created_at: record.createdAt,
  };
}

function toLevelRow(level: Level) {
  return {
    sku_id: level.skuId,
    location_id: level.locationId,
    organization_id: level.organizationId,
    on_hand: level.onHand,
    reserved: level.reserved,
    quarantined: level.quarantined,
    quarantined_reserved: level.quarantinedReserved,
    version: level.version,
    low_announced: level.lowAnnounced,
  };
}
