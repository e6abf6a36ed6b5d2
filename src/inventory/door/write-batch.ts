import type { Transaction } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import type { Batch, Sealed } from '../rules/batch.ts';
import type { Allocation, Level } from '../rules/stock.ts';

/**
 * Writes all that the batch decided, in one statement, but for the expiry dates of lot numbers, which are
 * rarely corrected. Events follow with `appendEvents`, last.
 */
export async function writeBatch(tx: Transaction, batch: Batch): Promise<void> {
  if (batch.changedLevels.size + batch.changedLots.size + batch.movements.length === 0) return;
  const { entries, records } = batch.seal();
  const lots = [...batch.changedLots].map(([lot, level]) => ({
    id: lot.id,
    organization_id: level.organizationId,
    sku_id: level.skuId,
    location_id: level.locationId,
    lot_number: lot.lotNumber,
    expiry_date: lot.expiryDate,
    status: lot.status,
    on_hand: lot.onHand,
    reserved: lot.reserved,
    holders: lot.holders,
    expiry_announced_days: lot.expiryAnnouncedDays,
    last_hash: lot.lastHash.toString('hex'),
    first_received_at: lot.firstReceivedAt,
    last_entry_at: lot.lastEntryAt,
    is_new: lot.isNew,
  }));
  const [written] = await tx.query(WRITE_BATCH, [
    JSON.stringify(batch.newLotNumbers.map(toLotNumberRow)),
    JSON.stringify(batch.movements.map(toMovementRow)),
    JSON.stringify(entries.map(toEntryRow)),
    JSON.stringify(lots.filter((lot) => lot.is_new)),
    JSON.stringify(lots.filter((lot) => !lot.is_new)),
    JSON.stringify([...batch.changedLevels].map(toLevelRow)),
    JSON.stringify([...batch.changedAllocations].map(toAllocationRow)),
    JSON.stringify(records.map(toRecordRow)),
  ]);
  if (written?.lots !== lots.length || written.levels !== batch.changedLevels.size) {
    throw new Error('A lot or a level that the batch had locked is gone.');
  }
  for (const { organizationId, skuId, lotNumber, expiryDate } of batch.changedExpiries.values()) {
    await tx.query(SET_EXPIRY, [organizationId, skuId, lotNumber, expiryDate]);
  }
}

interface Written {
  lots: number;
  levels: number;
}

/**
 * The parts are chained by reference, so that rows with unique keys are taken in one order by everybody:
 * lot numbers, then movements by key. Without that, two batches could each hold what the other waits for.
 */
const WRITE_BATCH = statement<Written>(
  'write-batch',
  `with new_number as (
     insert into lot_number (organization_id, sku_id, lot_number, expiry_date)
     select organization_id, sku_id, lot_number, expiry_date
       from json_to_recordset($1::json) as given (
         organization_id uuid, sku_id uuid, lot_number text, expiry_date date)
      order by organization_id, sku_id, lot_number
     returning 1
   ), new_movement as (
     insert into movement (
       id, organization_id, type, sku_id, location_id, lot_id, idempotency_key, operation, request_salt,
       request_digest, reference_type, reference_id, rx_number, rx_number_salt, rx_number_digest, po_number,
       note, note_salt, note_digest, actor, created_at, answer)
     select id, organization_id, type, sku_id, location_id, lot_id, idempotency_key, operation,
            decode(request_salt, 'hex'), decode(request_digest, 'hex'), reference_type, reference_id,
            rx_number, decode(rx_number_salt, 'hex'), decode(rx_number_digest, 'hex'), po_number, note,
            decode(note_salt, 'hex'), decode(note_digest, 'hex'), actor, created_at, answer
       from json_to_recordset($2::json) as given (
         id uuid, organization_id uuid, type text, sku_id uuid, location_id uuid, lot_id uuid,
         idempotency_key text, operation text, request_salt text, request_digest text,
         reference_type text, reference_id text, rx_number text, rx_number_salt text, rx_number_digest text, po_number text, note text, note_salt text,
         note_digest text, actor text, created_at timestamptz, answer jsonb)
      where (select count(*) from new_number) >= 0
      order by organization_id, idempotency_key, operation, id
     returning 1
   ), new_lot as (
     insert into lot (
       id, organization_id, sku_id, location_id, lot_number, expiry_date, status, on_hand, reserved,
       holders, expiry_announced_days, first_received_at, last_hash, last_entry_at, created_at)
     select id, organization_id, sku_id, location_id, lot_number, expiry_date, status, on_hand, reserved,
            holders, expiry_announced_days, first_received_at, decode(last_hash, 'hex'), last_entry_at,
            first_received_at
       from json_to_recordset($4::json) as given (
         id uuid, organization_id uuid, sku_id uuid, location_id uuid, lot_number text, expiry_date date,
         status text, on_hand bigint, reserved bigint, holders bigint, expiry_announced_days smallint,
         first_received_at timestamptz, last_hash text, last_entry_at timestamptz)
      where (select count(*) from new_movement) >= 0
     returning 1
   ), changed_lot as (
     update lot
        set on_hand = given.on_hand, reserved = given.reserved, holders = given.holders,
            status = given.status, expiry_announced_days = given.expiry_announced_days,
            last_hash = decode(given.last_hash, 'hex'), last_entry_at = given.last_entry_at
       from json_to_recordset($5::json) as given (
         id uuid, organization_id uuid, on_hand bigint, reserved bigint, holders bigint, status text,
         expiry_announced_days smallint, last_hash text, last_entry_at timestamptz)
      where lot.id = given.id and lot.organization_id = given.organization_id
        and (select count(*) from new_lot) >= 0
     returning 1
   ), new_entry as (
     insert into ledger_entry (
       id, organization_id, seq, movement_id, type, sku_id, location_id, lot_id, qty, balance_after, hash,
       created_at)
     select id, organization_id, seq, movement_id, type, sku_id, location_id, lot_id, qty, balance_after,
            decode(hash, 'hex'), created_at
       from json_to_recordset($3::json) as given (
         id uuid, organization_id uuid, seq bigint, movement_id uuid, type text, sku_id uuid,
         location_id uuid, lot_id uuid, qty bigint, balance_after bigint, hash text, created_at timestamptz)
      where (select count(*) from changed_lot) >= 0
     returning 1
   ), new_record as (
     insert into lot_record (
       organization_id, lot_id, seq, movement_id, type, reference_type, reference_id, qty, reserved_after,
       status, expiry_date, hash, created_at)
     select organization_id, lot_id, seq, movement_id, type, reference_type, reference_id, qty,
            reserved_after, status, expiry_date, decode(hash, 'hex'), created_at
       from json_to_recordset($8::json) as given (
         organization_id uuid, lot_id uuid, seq bigint, movement_id uuid, type text, reference_type text,
         reference_id text, qty bigint, reserved_after bigint, status text, expiry_date date, hash text,
         created_at timestamptz)
      where (select count(*) from new_entry) >= 0
     returning 1
   ), changed_level as (
     update stock_level
        set on_hand = given.on_hand, reserved = given.reserved, quarantined = given.quarantined,
            quarantined_reserved = given.quarantined_reserved, version = given.version,
            low_announced = given.low_announced
       from json_to_recordset($6::json) as given (
         sku_id uuid, location_id uuid, organization_id uuid, on_hand bigint, reserved bigint,
         quarantined bigint, quarantined_reserved bigint, version bigint, low_announced boolean)
      where stock_level.sku_id = given.sku_id and stock_level.location_id = given.location_id
        and stock_level.organization_id = given.organization_id
        and (select count(*) from new_record) >= 0
     returning 1
   ), changed_allocation as (
     insert into allocation (
       id, organization_id, reference_type, reference_id, sku_id, location_id, lot_id, qty, created_at)
     select id, organization_id, reference_type, reference_id, sku_id, location_id, lot_id, qty, created_at
       from json_to_recordset($7::json) as given (
         id uuid, organization_id uuid, reference_type text, reference_id text, sku_id uuid,
         location_id uuid, lot_id uuid, qty bigint, created_at timestamptz)
      where qty > 0 and (select count(*) from changed_level) >= 0
     on conflict (id, organization_id) do update set qty = excluded.qty
     returning 1
   ), ended_allocation as (
     delete from allocation
      using json_to_recordset($7::json) as given (id uuid, organization_id uuid, qty bigint)
      where allocation.id = given.id and allocation.organization_id = given.organization_id
        and given.qty = 0 and (select count(*) from changed_allocation) >= 0
   )
   select (select count(*) from new_lot) + (select count(*) from changed_lot) as lots,
          (select count(*) from changed_level) as levels`,
);

/** The lots that carry it follow by their foreign key. */
const SET_EXPIRY = statement<never>(
  'set-lot-number-expiry',
  `update lot_number set expiry_date = $4::date
    where lot_number = $3::text and sku_id = $2::uuid and organization_id = $1::uuid`,
);

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

function toEntryRow(entry: Sealed['entries'][number]) {
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
