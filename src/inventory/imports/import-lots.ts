import type { Actor } from '../../audit/operator-actions.ts';
import type { Transaction } from '../../database/database.ts';
import { dateText, timestampText } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { OperatorError } from '../../errors.ts';
import type { NewEvent } from '../../events/event.ts';
import {
  DATE,
  gatherStatistics,
  type ImportRun,
  importSection,
  oneOf,
  refuseFirstMissing,
  text,
} from '../../import/section.ts';
import {
  type FreshId,
  type ImportCount,
  refuseOtherId,
  refuseTakenIds,
  takenIds,
} from '../../import/upsert.ts';
import { importedName } from '../../lib/names.ts';
import {
  OWNED,
  type Owned,
  type OwnedRecord,
  ownedRecords,
} from '../../organizations/owned-records.ts';
import { storedNames } from '../rows/stored-names.ts';
import { LOT_STATUSES, type LotStatus } from '../rules/lot-statuses.ts';
import { newMovement } from '../rules/new-movement.ts';
import type { StockChange } from '../rules/requests.ts';
import type { LevelKey } from '../rules/stock.ts';
import { type Outcome, postBatch } from '../writer/post-batch.ts';
import { lockLevels } from '../writer/stock-levels.ts';
import { levelsToReconsider } from './levels-to-reconsider.ts';

const CHUNK_LOTS = 500;
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
}

interface Posting extends Found {
  readonly record: LotRecord;
}

/**
 * Posts the lots that do not exist yet as receipts, with the stock writer's own reading, deciding and writing, and
 * checks what a changed reorder point or time zone makes low. Levels are locked and lot numbers written in the order
 * of their keys, as everywhere.
 */
async function importLots(run: ImportRun, lots: readonly LotRecord[]): Promise<ImportCount> {
  const { tx, actor, events } = run;
  if (run.isBulk) await gatherStatistics(tx);
  const found = await findLots(tx, lots);
  refuseContradictions(lots, found);
  const missing = found.filter(({ lot_id }) => lot_id === null);
  await refuseIds(tx, lots, found);
  const postings = await withLevels(tx, missing, lots);
  const reconsidered = await levelsToReconsider(run);
  run.stockLockedAt = performance.now();
  await lockLevels(tx, [...postings.map(levelOf), ...reconsidered.map(({ level }) => level)], true);

  const takeEvents = (more: readonly NewEvent[]) => {
    events.push(...more);
  };
  let created = 0;
  for (let first = 0; first < postings.length; first += CHUNK_LOTS) {
    const chunk = postings.slice(first, first + CHUNK_LOTS);
    const changes = chunk.map((posting) => changeOf(posting, actor));
    const outcomes = await postBatch(tx, changes, { locks: 'held', takeEvents });
    created += outcomes.filter((outcome, index) =>
      isPosted(outcome, chunk[index] as Posting),
    ).length;
    // Statistics of one chunk are enough; without them the rest is planned for empty tables.
    if (first === 0 && postings.length > CHUNK_LOTS) await gatherStatistics(tx);
  }
  for (let first = 0; first < reconsidered.length; first += CHUNK_LOTS) {
    const chunk = reconsidered.slice(first, first + CHUNK_LOTS);
    await postBatch(tx, chunk, { locks: 'held', takeEvents });
  }
  return { created, updated: 0, unchanged: lots.length - created };
}

async function findLots(tx: Transaction, lots: readonly LotRecord[]): Promise<Found[]> {
  const owned = await withNames(tx, await ownedRecords(tx, 'lots', lots));
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
  refuseFirstMissing(
    lots.length,
    found.filter(({ sku_id }) => sku_id !== null),
    (index) => `lots[${index}].sku_code names no SKU of this organization.`,
  );
  refuseFirstMissing(
    lots.length,
    found.filter(({ location_id }) => location_id !== null),
    (index) =>
      lots[index]?.location === undefined
        ? `lots[${index}].location is missing, and the organization has no default location.`
        : `lots[${index}].location names no location of this organization.`,
  );
  return found as Found[];
}

/** Spells names as they are stored; a new lot number must have the form of one. */
async function withNames(
  tx: Transaction,
  lots: readonly Owned<LotRecord>[],
): Promise<Owned<LotRecord>[]> {
  const pathOf = (field: string) => (index: number) => `lots[${index}].${field}`;
  const ofSkus = await storedNames(tx, 'sku_code', lots, { pathOf: pathOf('sku_code') });
  const stored = await storedNames(tx, 'location', ofSkus, { pathOf: pathOf('location') });
  const pathOfNumber = pathOf('lot_number');
  return storedNames(tx, 'lot_number', stored, {
    pathOf: pathOfNumber,
    spellNew: (name, index) => importedName(pathOfNumber(index), name),
  });
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
           ${dateText('number.expiry_date')} as number_expiry
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
     order by wanted.organization_id, sku.id, wanted.lot_number, wanted.index`,
);

async function refuseIds(
  tx: Transaction,
  lots: readonly LotRecord[],
  found: readonly Found[],
): Promise<void> {
  const fresh: FreshId[] = [];
  for (const { index, lot_id } of found) {
    const id = lots[index]?.id;
    if (lot_id !== null) refuseOtherId('lots', { index, id, existingId: lot_id });
    else if (id !== undefined) fresh.push({ index, id: id.toLowerCase() });
  }
  await refuseTakenIds(tx, { section: 'lots', takenIds: TAKEN_LOT_IDS }, fresh);
}

const TAKEN_LOT_IDS = takenIds('lot');

/** Refuses a lot twice at one location, a lot number with two expiry dates, and a lot from the future. */
function refuseContradictions(lots: readonly LotRecord[], found: readonly Found[]): void {
  const indexes = new Map<string, number>();
  const expiries = new Map<string, string>();
  for (const { index, sku_id, location_id, lot_number, number_expiry, received_later } of found) {
    if (received_later) {
      throw new OperatorError(`lots[${index}].created_at must not be in the future.`);
    }
    const lot = JSON.stringify([sku_id, location_id, lot_number]);
    const first = indexes.get(lot);
    if (first !== undefined) {
      throw new OperatorError(
        `lots[${Math.max(first, index)}] repeats lots[${Math.min(first, index)}].`,
      );
    }
    indexes.set(lot, index);
    const number = JSON.stringify([sku_id, lot_number]);
    const expiry = number_expiry ?? expiries.get(number) ?? (lots[index] as LotRecord).expiry_date;
    expiries.set(number, expiry);
    if (lots[index]?.expiry_date !== expiry) {
      throw new OperatorError(
        `lots[${index}].expiry_date must be ${expiry}: a lot number of a SKU has one expiry date everywhere.`,
      );
    }
  }
}

async function withLevels(
  tx: Transaction,
  found: readonly Found[],
  lots: readonly LotRecord[],
): Promise<Posting[]> {
  if (found.length === 0) return [];
  const wanted = found.map(({ organization_id, sku_id, location_id }) => ({
    organization_id,
    sku_id,
    location_id,
  }));
  await tx.query(ENSURE_LEVELS, [JSON.stringify(wanted)]);
  return found.map((lot) => ({ ...lot, record: lots[lot.index] as LotRecord }));
}

const ENSURE_LEVELS = statement<never>(
  'import-ensure-levels',
  `insert into stock_level (sku_id, location_id, organization_id)
   select distinct sku_id, location_id, organization_id
     from json_to_recordset($1::json) as wanted (sku_id uuid, location_id uuid, organization_id uuid)
    order by sku_id, location_id, organization_id
   on conflict do nothing`,
);

function levelOf({ sku_id, location_id, organization_id }: Posting): LevelKey {
  return { skuId: sku_id, locationId: location_id, organizationId: organization_id };
}

/** Whether the receipt made an entry: somebody else may have posted the lot since it was looked up. */
function isPosted(outcome: Outcome, posting: Posting): boolean {
  if (outcome === 'put back') throw new Error('An import has locked all its levels.');
  if ('refused' in outcome) {
    throw new OperatorError(`lots[${posting.index}]: ${outcome.refused.message}`);
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
