import type { Actor } from '../../contract.ts';
import type { Transaction } from '../../database/database.ts';
import { dateText, timestampText } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { appendEvents } from '../../events/append-events.ts';
import type { NewEvent } from '../../events/event.ts';
import { FaultyRecords, type RecordFault, refuseFaulty } from '../../import/record-faults.ts';
import {
  type ChunkWritten,
  DATE,
  gatherStatistics,
  type ImportRun,
  importSection,
  oneOf,
  refuseMissing,
  text,
} from '../../import/section.ts';
import {
  type FreshId,
  type ImportCount,
  otherIdFaults,
  takenIdFaults,
  takenIds,
} from '../../import/upsert.ts';
import { importedNameProblem, nfc } from '../../lib/names.ts';
import {
  OWNED,
  type Owned,
  type OwnedRecord,
  ownedRecords,
} from '../../organizations/owned-records.ts';
import { storedNames } from '../rows/stored-names.ts';
import { newMovement, type StockChange } from '../rules/requests.ts';
import {
  type LevelKey,
  LOT_STATUSES,
  type LotStatus,
  levelName,
  UNITS_MAX,
} from '../rules/stock.ts';
import { type Outcome, postBatch } from '../writer/post-batch.ts';
import { lockLevels } from '../writer/stock-levels.ts';
import { levelsToReconsider } from './levels-to-reconsider.ts';

/** Lots that are decided and written together. */
const BATCH_LOTS = 500;
/**
 * Lots of one transaction where a file has more. On two busy cores, with 20,000 lots, movements next to the import had
 * a p99 of 250 to 340 ms, and of 190 ms without it; no chunk held its stock for more than 452 ms, and 20,000 lots in
 * one transaction held them up for 22 s.
 */
const CHUNK_LOTS = 100;
const QTY_MAX = 1_000_000_000;

interface LotRecord extends OwnedRecord {
  readonly sku_code: string;
  readonly lot_number: string;
  readonly expiry_date: string;
  readonly qty: number;
  /** Its name; without it, the default location is meant. */
  readonly location?: string;
  readonly status?: LotStatus;
}

/**
 * Lots are identified by their numbers at a location. A lot that exists is never posted again, whatever quantity
 * the record has now.
 */
export const lotsSection = importSection({
  name: 'lots',
  required: ['organization', 'sku_code', 'lot_number', 'expiry_date', 'qty'],
  fields: {
    ...OWNED,
    sku_code: text(100),
    lot_number: text(100),
    expiry_date: DATE,
    qty: { type: 'integer', minimum: 1, maximum: QTY_MAX },
    location: text(200),
    status: oneOf(...LOT_STATUSES),
  },
  // Earlier sections may have made stock low, and a bulk import gathers statistics here.
  isDue: ({ isBulk, reorderedSkus, rezonedLocations }, lots) =>
    isBulk || lots.length + reorderedSkus.length + rezonedLocations.length > 0,
  write: importLots,
});

/** A record with what the database has for it. */
interface Found {
  /** The record's index in the section. */
  readonly index: number;
  readonly organization_id: string;
  readonly sku_id: string;
  readonly sku_code: string;
  readonly product_id: string;
  readonly location_id: string;
  readonly location: string;
  readonly lot_number: string;
  readonly lot_id: string | null;
  /** The `created_at` of the record, as timestamp text. */
  readonly received_at: string | null;
  readonly received_later: boolean | null;
  readonly number_expiry: string | null;
  /** The number is quarantined everywhere. */
  readonly number_quarantined: boolean | null;
  /** The units of the SKU at the location. */
  readonly on_hand: number;
}

interface Posting extends Found {
  readonly record: LotRecord;
}

/**
 * Posts the lots that do not exist yet as receipts, and checks what a changed reorder point or time zone makes low.
 * Where there are more than CHUNK_LOTS, they are posted level by level after the other records are committed, so that
 * stock is never locked for long; a run that is cut leaves whole chunks, and the next run finds those lots there.
 */
async function importLots(run: ImportRun, lots: readonly LotRecord[]): Promise<ImportCount> {
  const { tx, actor } = run;
  if (run.isBulk) await gatherStatistics(tx);
  const missing = await judgeLots(tx, lots);
  const counted = (created: number) => ({ created, updated: 0, unchanged: lots.length - created });
  if (run.isJudgingOnly) return counted(missing.length);
  const takeEvents = (more: readonly NewEvent[]) => {
    run.events.push(...more);
  };
  const isPutOff = run.putOff !== undefined && missing.length > CHUNK_LOTS;
  const reconsidered = await levelsToReconsider(run);
  const together = isPutOff ? [] : missing;
  if (together.length + reconsidered.length > 0) run.stockLockedAt = performance.now();
  const created = await postLots(tx, together, { actor, takeEvents, reconsidered });
  if (isPutOff) {
    for (const [position, indexes] of chunksOf(missing).entries()) {
      run.putOff({ indexes, write: (own) => writeChunk(own, lots, { indexes, actor }) });
      // Statistics of one chunk are enough; without them the rest is planned for empty tables.
      if (position === 0) run.putOff({ indexes: [], write: writeStatistics });
    }
  }
  return counted(created);
}

/** Divides lots by their levels; a level that has more lots than one chunk takes several. */
function chunksOf(missing: readonly Found[]): number[][] {
  const chunks: number[][] = [];
  for (const ofLevel of Map.groupBy(missing, (lot) => levelName(levelOf(lot))).values()) {
    for (let first = 0; first < ofLevel.length; first += CHUNK_LOTS) {
      const indexes = ofLevel.slice(first, first + CHUNK_LOTS).map(({ index }) => index);
      const last = chunks.at(-1);
      if (last !== undefined && last.length + indexes.length <= CHUNK_LOTS) last.push(...indexes);
      else chunks.push(indexes);
    }
  }
  return chunks;
}

/** Judges the lots of a chunk again, since others may have changed the stock, and posts them. */
async function writeChunk(
  tx: Transaction,
  lots: readonly LotRecord[],
  { indexes, actor }: { indexes: readonly number[]; actor: Actor },
): Promise<ChunkWritten> {
  const missing = await judgeLots(
    tx,
    indexes.map((index) => lots[index] as LotRecord),
  );
  const stockLockedAt = performance.now();
  const events: NewEvent[] = [];
  const takeEvents = (more: readonly NewEvent[]) => {
    events.push(...more);
  };
  const created = await postLots(tx, missing, { actor, takeEvents, reconsidered: [] });
  appendEvents(tx, events);
  return { created, stockLockedAt };
}

async function writeStatistics(tx: Transaction): Promise<ChunkWritten> {
  await gatherStatistics(tx);
  return { created: 0, stockLockedAt: performance.now() };
}

/**
 * Posts lots with the stock writer's own reading, deciding and writing. Levels are locked and lot numbers written in
 * the order of their keys, as everywhere.
 *
 * @returns how many were not there
 */
async function postLots(
  tx: Transaction,
  postings: readonly Posting[],
  {
    actor,
    takeEvents,
    reconsidered,
  }: {
    actor: Actor;
    takeEvents: (events: readonly NewEvent[]) => void;
    reconsidered: readonly StockChange[];
  },
): Promise<number> {
  await ensureLevels(tx, postings);
  await lockLevels(tx, [...postings.map(levelOf), ...reconsidered.map(({ level }) => level)], true);
  let created = 0;
  for (let first = 0; first < postings.length; first += BATCH_LOTS) {
    const batch = postings.slice(first, first + BATCH_LOTS);
    const changes = batch.map((posting) => changeOf(posting, actor));
    const outcomes = await postBatch(tx, changes, { locks: 'held', takeEvents });
    created += outcomes.filter((outcome, index) =>
      isPosted(outcome, batch[index] as Posting),
    ).length;
    // Statistics of one batch are enough; without them the rest is planned for empty tables.
    if (first === 0 && postings.length > BATCH_LOTS) await gatherStatistics(tx);
  }
  for (let first = 0; first < reconsidered.length; first += BATCH_LOTS) {
    const batch = reconsidered.slice(first, first + BATCH_LOTS);
    await postBatch(tx, batch, { locks: 'held', takeEvents });
  }
  return created;
}

/** @returns the lots that are not there yet */
async function judgeLots(tx: Transaction, lots: readonly LotRecord[]): Promise<Posting[]> {
  const found = await findLots(tx, lots);
  refuseFaulty(contradictions(lots, found));
  refuseFaulty(await idFaults(tx, lots, found));
  return found.flatMap((lot) =>
    lot.lot_id === null ? { ...lot, record: lots[lot.index] as LotRecord } : [],
  );
}

async function findLots(tx: Transaction, lots: readonly LotRecord[]): Promise<Found[]> {
  const owned = await withNames(tx, await ownedRecords(tx, lots));
  const found = await tx.query(FIND_LOTS, [
    JSON.stringify(
      owned.map((lot, index) => ({
        index,
        organization_id: lot.organization_id,
        sku_code: lot.sku_code,
        location: lot.location ?? null,
        lot_number: lot.lot_number,
        created_at: lot.created_at ?? null,
      })),
    ),
  ]);
  refuseMissing(
    lots.length,
    found.filter(({ sku_id }) => sku_id !== null),
    (index) => ({
      index,
      field: 'sku_code',
      message: 'is not a SKU of this organization',
    }),
  );
  refuseMissing(
    lots.length,
    found.filter(({ location_id }) => location_id !== null),
    (index) => ({
      index,
      field: 'location',
      message:
        lots[index]?.location === undefined
          ? 'is missing, and this organization has no default location'
          : 'is not a location of this organization',
    }),
  );
  return found as Found[];
}

/** Spells names as they are stored; a new lot number must have the form of one. */
async function withNames(
  tx: Transaction,
  lots: readonly Owned<LotRecord>[],
): Promise<Owned<LotRecord>[]> {
  const faults: RecordFault[] = [];
  const refuse = (field: string) => (message: string, index: number) => {
    faults.push({ index, field, message });
  };
  const ofSkus = await storedNames(tx, 'sku_code', lots, { refuse: refuse('sku_code') });
  const stored = await storedNames(tx, 'location', ofSkus, { refuse: refuse('location') });
  const refuseNumber = refuse('lot_number');
  const named = await storedNames(tx, 'lot_number', stored, {
    refuse: refuseNumber,
    spellNew: (name, index) => {
      const problem = importedNameProblem(name);
      if (problem !== undefined) refuseNumber(problem, index);
      return nfc(name);
    },
  });
  refuseFaulty(faults);
  return named;
}

/** An unknown name leaves these columns null. */
type FoundRow = Omit<Found, 'sku_id' | 'product_id' | 'location_id' | 'location'> & {
  readonly sku_id: string | null;
  readonly product_id: string | null;
  readonly location_id: string | null;
  readonly location: string | null;
};

const FIND_LOTS = statement<FoundRow>(
  'import-find-lots',
  `
    select wanted.index, wanted.organization_id, sku.id as sku_id, wanted.sku_code, sku.product_id,
           location.id as location_id, location.name as location, wanted.lot_number, lot.id as lot_id,
           ${timestampText('wanted.created_at')} as received_at,
           wanted.created_at > clock_timestamp() as received_later,
           ${dateText('number.expiry_date')} as number_expiry,
           number.quarantined as number_quarantined, coalesce(level.on_hand, 0) as on_hand
      from json_to_recordset($1::json) as wanted (
             index int, organization_id uuid, sku_code text, location text, lot_number text,
             created_at timestamptz)
      left join sku on sku.organization_id = wanted.organization_id and sku.sku_code = wanted.sku_code
      left join location on location.organization_id = wanted.organization_id
           and case when wanted.location is null then location.is_default
                    else location.name = wanted.location end
      left join lot_number number on number.organization_id = wanted.organization_id
           and number.sku_id = sku.id and number.lot_number = wanted.lot_number
      left join lot on lot.organization_id = wanted.organization_id and lot.sku_id = sku.id
           and lot.location_id = location.id and lot.lot_number = wanted.lot_number
      left join stock_level level on level.organization_id = wanted.organization_id
           and level.sku_id = sku.id and level.location_id = location.id
     order by wanted.organization_id, sku.id, wanted.lot_number, wanted.index`,
);

async function idFaults(
  tx: Transaction,
  lots: readonly LotRecord[],
  found: readonly Found[],
): Promise<RecordFault[]> {
  const faults: RecordFault[] = [];
  const fresh: FreshId[] = [];
  for (const { index, lot_id } of found) {
    const id = lots[index]?.id;
    if (lot_id !== null) faults.push(...otherIdFaults({ index, id, existingId: lot_id }));
    else if (id !== undefined) fresh.push({ index, id: id.toLowerCase() });
  }
  return [...faults, ...(await takenIdFaults(tx, TAKEN_LOT_IDS, fresh))];
}

const TAKEN_LOT_IDS = takenIds('lot');

/**
 * Finds a lot twice at one location, a lot number with two expiry dates, a lot from the future, a lot whose number is
 * recalled and units beyond what a location can hold.
 */
function contradictions(lots: readonly LotRecord[], found: readonly Found[]): RecordFault[] {
  const faults: RecordFault[] = [];
  const indexes = new Map<string, number>();
  const expiries = new Map<string, string>();
  const units = new Map<string, number>();
  for (const { index, sku_id, location_id, lot_number, ...known } of found) {
    const record = lots[index] as LotRecord;
    if (known.received_later) {
      faults.push({ index, field: 'created_at', message: 'must not be in the future' });
    }
    const lot = JSON.stringify([sku_id, location_id, lot_number]);
    const first = indexes.get(lot);
    if (first !== undefined) {
      const [repeats, later] = [Math.min(first, index), Math.max(first, index)];
      faults.push({ index: later, message: 'repeats', repeats });
      continue;
    }
    indexes.set(lot, index);
    const number = JSON.stringify([sku_id, lot_number]);
    const expiry = known.number_expiry ?? expiries.get(number) ?? record.expiry_date;
    expiries.set(number, expiry);
    if (record.expiry_date !== expiry) {
      const message = `must be ${expiry}: a lot number of a SKU has one expiry date everywhere`;
      faults.push({ index, field: 'expiry_date', message });
    }
    if (known.lot_id !== null) continue;
    if (known.number_quarantined && record.status === 'released') {
      const message =
        'This lot number is quarantined everywhere: it can only be received with status quarantine';
      faults.push({ index, field: 'status', message });
    }
    const level = JSON.stringify([sku_id, location_id]);
    const total = (units.get(level) ?? known.on_hand) + record.qty;
    units.set(level, total);
    if (total > UNITS_MAX) {
      const message = `is too much: a location can hold at most ${UNITS_MAX} units of a SKU`;
      faults.push({ index, field: 'qty', message });
    }
  }
  return faults;
}

async function ensureLevels(tx: Transaction, postings: readonly Posting[]): Promise<void> {
  if (postings.length === 0) return;
  const wanted = postings.map(({ organization_id, sku_id, location_id }) => ({
    organization_id,
    sku_id,
    location_id,
  }));
  await tx.query(ENSURE_LEVELS, [JSON.stringify(wanted)]);
}

const ENSURE_LEVELS = statement<never>(
  'import-ensure-levels',
  `insert into stock_level (sku_id, location_id, organization_id)
   select distinct sku_id, location_id, organization_id
     from json_to_recordset($1::json) as wanted (sku_id uuid, location_id uuid, organization_id uuid)
    order by sku_id, location_id, organization_id
   on conflict do nothing`,
);

function levelOf({ sku_id, location_id, organization_id }: Found): LevelKey {
  return { skuId: sku_id, locationId: location_id, organizationId: organization_id };
}

/** Whether the receipt made an entry: somebody else may have posted the lot since it was looked up. */
function isPosted(outcome: Outcome, posting: Posting): boolean {
  if (outcome === 'put back') throw new Error('An import has locked all its levels.');
  if ('refused' in outcome) {
    const message = outcome.refused.message.replace(/[.]$/, '');
    throw new FaultyRecords([{ index: posting.index, message }]);
  }
  return outcome.posted.entries.length > 0;
}

function changeOf(posting: Posting, actor: Actor): StockChange {
  const { record } = posting;
  return {
    level: levelOf(posting),
    naming: {
      skuCode: posting.sku_code,
      productId: posting.product_id,
      location: posting.location,
    },
    request: {
      type: 'receive',
      units: record.qty,
      lotNumber: posting.lot_number,
      expiryDate: record.expiry_date,
      status: record.status,
      takesOver: true,
    },
    movement: newMovement({ actor }),
    newLot: {
      ...(record.id !== undefined && { id: record.id.toLowerCase() }),
      ...(posting.received_at !== null && { receivedAt: posting.received_at }),
    },
  };
}
