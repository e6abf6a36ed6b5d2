import { v7 as uuidv7 } from 'uuid';
import { readClock } from '../../database/clock.ts';
import type { Transaction } from '../../database/database.ts';
import { dateText, timestampText } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { OperatorError } from '../../errors.ts';
import { appendEvents } from '../../events/append-events.ts';
import type { NewEvent } from '../../events/event.ts';
import { type Outcome, postBatch } from '../../inventory/door/post-batch.ts';
import { lockLevels } from '../../inventory/door/stock-levels.ts';
import { newMovement } from '../../inventory/rules/new-movement.ts';
import type { Naming, StockChange } from '../../inventory/rules/requests.ts';
import type { LevelKey } from '../../inventory/rules/stock.ts';
import { type ImportedSkus, organizationIds, refuseFirstMissing } from './import-catalog.ts';
import type { ImportCount } from './import-file.ts';
import type { LotRecord } from './import-format.ts';
import { type Row, refuseOtherId, refuseTakenIds } from './upsert.ts';

const CHUNK_LOTS = 500;

interface Found {
  place: number;
  organization_id: string;
  sku_id: string | null;
  sku_code: string;
  product_id: string;
  location_id: string | null;
  location: string;
  lot_number: string;
  lot_id: string | null;
  /** When the file says that it came in, as timestamp text. */
  received_at: string | null;
  received_later: boolean | null;
  number_expiry: string | null;
  number_quarantined: boolean | null;
}

type Posting = Found & { sku_id: string; location_id: string; record: LotRecord };

/**
 * Posts the lots that are not there yet as receipts, through the same reading, deciding and writing as the
 * door, and writes the events of the whole import. Levels are locked in the order of their keys and lot
 * numbers written in theirs, as everybody does.
 */
export async function postLots(
  tx: Transaction,
  { lots, createdSkus, updatedSkus }: { lots: readonly LotRecord[] } & ImportedSkus,
): Promise<{ count: ImportCount; lockedAt: number }> {
  const found = await findLots(tx, lots);
  refuseContradictions(lots, found);
  const missing = found.filter(({ lot_id }) => lot_id === null);
  await refuseIds(tx, lots, found);
  const postings = await withLevels(tx, missing, lots);
  const reordered = await levelsOf(
    tx,
    updatedSkus
      .filter(({ before, after }) => before.reorder_point !== after.reorder_point)
      .map(({ after }) => after),
  );
  const lockedAt = performance.now();
  await lockLevels(tx, [...postings.map(levelOf), ...reordered.map(({ level }) => level)], true);

  const events: NewEvent[] = await skuEvents(tx, createdSkus, updatedSkus);
  const takeEvents = (more: readonly NewEvent[]) => {
    events.push(...more);
  };
  let created = 0;
  for (let first = 0; first < postings.length; first += CHUNK_LOTS) {
    const chunk = postings.slice(first, first + CHUNK_LOTS);
    const outcomes = await postBatch(tx, chunk.map(changeOf), { locks: 'held', takeEvents });
    created += outcomes.filter((outcome, nth) => isPosted(outcome, chunk[nth] as Posting)).length;
    // One chunk tells the planner enough; without it the rest is planned for empty tables.
    if (first === 0 && postings.length > CHUNK_LOTS) await gatherStatistics(tx);
  }
  for (let first = 0; first < reordered.length; first += CHUNK_LOTS) {
    const chunk = reordered.slice(first, first + CHUNK_LOTS);
    await postBatch(tx, chunk, { locks: 'held', takeEvents });
  }
  await appendEvents(tx, events);
  return { count: { created, updated: 0, unchanged: lots.length - created }, lockedAt };
}

/** Makes the planner know what this very transaction has written so far. */
export async function gatherStatistics(tx: Transaction): Promise<void> {
  await tx.query({ name: 'gather-statistics', text: 'select gather_statistics()' }, []);
}

async function findLots(tx: Transaction, lots: readonly LotRecord[]): Promise<Found[]> {
  const organizations = await organizationIds(
    tx,
    lots.map(({ organization }) => organization),
  );
  lots.forEach(({ organization }, place) => {
    if (!organizations.has(organization)) {
      throw new OperatorError(`lots[${place}].organization names no organization.`);
    }
  });
  const found = await tx.query<Found>(FIND_LOTS, [
    JSON.stringify(
      lots.map((lot, place) => ({
        place,
        organization_id: organizations.get(lot.organization),
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
    (place) => `lots[${place}].sku_code names no SKU of this organization.`,
  );
  refuseFirstMissing(
    lots.length,
    found.filter(({ location_id }) => location_id !== null),
    (place) =>
      lots[place]?.location === undefined
        ? `lots[${place}].location is missing, and the organization has no default location.`
        : `lots[${place}].location names no location of this organization.`,
  );
  return found;
}

const FIND_LOTS = {
  name: 'import-find-lots',
  text: `
    select r.place, r.organization_id, s.id as sku_id, r.sku_code, s.product_id, l.id as location_id,
           l.name as location, r.lot_number, t.id as lot_id,
           ${dateText('n.expiry_date')} as number_expiry, n.quarantined as number_quarantined, ${timestampText('r.created_at')} as received_at,
           r.created_at > clock_timestamp() as received_later
      from json_to_recordset($1::json) as r (
             place int, organization_id uuid, sku_code text, location text, lot_number text,
             created_at timestamptz)
      left join sku s on s.organization_id = r.organization_id and s.sku_code = r.sku_code
      left join location l on l.organization_id = r.organization_id
           and case when r.location is null then l.is_default else l.name = r.location end
      left join lot_number n on n.organization_id = r.organization_id and n.sku_id = s.id
           and n.lot_number = r.lot_number
      left join lot t on t.organization_id = r.organization_id and t.sku_id = s.id
           and t.location_id = l.id and t.lot_number = r.lot_number
     order by r.organization_id, s.id, r.lot_number, r.place`,
};

async function refuseIds(
  tx: Transaction,
  lots: readonly LotRecord[],
  found: readonly Found[],
): Promise<void> {
  const fresh: { place: number; id: string }[] = [];
  for (const { place, lot_id } of found) {
    const id = lots[place]?.id;
    if (lot_id !== null) refuseOtherId('lots', { place, id, existingId: lot_id });
    else if (id !== undefined) fresh.push({ place, id: id.toLowerCase() });
  }
  await refuseTakenIds(tx, { section: 'lots', table: 'lot' }, fresh);
}

/** A lot twice at one location, one lot number with two expiry dates, or a lot from the future. */
function refuseContradictions(lots: readonly LotRecord[], found: readonly Found[]): void {
  const places = new Map<string, number>();
  const expiries = new Map<string, string>();
  for (const { place, sku_id, location_id, lot_number, number_expiry, received_later } of found) {
    if (received_later) {
      throw new OperatorError(`lots[${place}].created_at must not be in the future.`);
    }
    const lot = JSON.stringify([sku_id, location_id, lot_number]);
    const first = places.get(lot);
    if (first !== undefined) {
      throw new OperatorError(
        `lots[${Math.max(first, place)}] repeats lots[${Math.min(first, place)}].`,
      );
    }
    places.set(lot, place);
    const number = JSON.stringify([sku_id, lot_number]);
    const expiry = number_expiry ?? expiries.get(number) ?? (lots[place] as LotRecord).expiry_date;
    expiries.set(number, expiry);
    if (lots[place]?.expiry_date !== expiry) {
      throw new OperatorError(
        `lots[${place}].expiry_date must be ${expiry}: a lot number of a SKU has one expiry date everywhere.`,
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
  const wanted = JSON.stringify(
    found.map(({ organization_id, sku_id, location_id }) => ({
      organization_id,
      sku_id,
      location_id,
    })),
  );
  await tx.query(ENSURE_LEVELS, [wanted]);
  return found.map((lot) => ({
    ...lot,
    sku_id: lot.sku_id as string,
    location_id: lot.location_id as string,
    record: lots[lot.place] as LotRecord,
  }));
}

const ENSURE_LEVELS = {
  name: 'import-ensure-levels',
  text: `
    insert into stock_level (sku_id, location_id, organization_id)
    select distinct sku_id, location_id, organization_id
      from json_to_recordset($1::json) as wanted (sku_id uuid, location_id uuid, organization_id uuid)
     order by sku_id, location_id, organization_id
    on conflict do nothing`,
};

async function levelsOf(tx: Transaction, skus: readonly Row[]): Promise<StockChange[]> {
  if (skus.length === 0) return [];
  const found = await tx.query(LEVELS_OF_SKUS, [
    skus.map((sku) => sku.id),
    skus.map((sku) => sku.organization_id),
  ]);
  return found.map(({ level, naming }) => ({
    level,
    naming,
    request: { type: 'reconsider_low' },
    movement: newMovement({ actor: 'operator' }),
  }));
}

const LEVELS_OF_SKUS = statement<{ level: LevelKey; naming: Naming }>(
  'import-levels-of-skus',
  `select json_build_object('skuId', level.sku_id, 'locationId', level.location_id,
                            'organizationId', level.organization_id) as level,
          json_build_object('skuCode', sku.sku_code, 'productId', sku.product_id,
                            'location', location.name) as naming
     from unnest($1::uuid[], $2::uuid[]) as changed (sku_id, organization_id)
     join sku on sku.id = changed.sku_id and sku.organization_id = changed.organization_id
     join stock_level level on level.sku_id = sku.id and level.organization_id = sku.organization_id
     join location on location.id = level.location_id
          and location.organization_id = level.organization_id
    order by level.sku_id, level.location_id, level.organization_id`,
);

function levelOf({ sku_id, location_id, organization_id }: Posting): LevelKey {
  return { skuId: sku_id, locationId: location_id, organizationId: organization_id };
}

/** Whether it made an entry: somebody else may have posted the lot since it was looked up. */
function isPosted(outcome: Outcome, posting: Posting): boolean {
  if (outcome === 'locked elsewhere') throw new Error('An import has locked all its levels.');
  if ('refused' in outcome) {
    throw new OperatorError(`lots[${posting.place}]: ${outcome.refused.message}`);
  }
  return outcome.posted.entries.length > 0;
}

function changeOf(posting: Posting): StockChange {
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
      lotNumber: record.lot_number,
      expiryDate: record.expiry_date,
      status: record.status,
      takesOver: true,
    },
    movement: newMovement({ actor: 'operator' }),
    newLot: {
      ...(record.id !== undefined && { id: record.id.toLowerCase() }),
      ...(posting.received_at !== null && { receivedAt: posting.received_at }),
    },
  };
}

async function skuEvents(
  tx: Transaction,
  created: readonly Row[],
  updated: ImportedSkus['updatedSkus'],
): Promise<NewEvent[]> {
  const now = await readClock(tx);
  const event = (type: 'sku.created' | 'sku.updated', sku: Row): NewEvent => ({
    id: uuidv7(),
    organizationId: sku.organization_id,
    type,
    createdAt: now,
    data: {
      sku_code: sku.sku_code,
      product_id: sku.product_id,
      gtin: sku.gtin ?? null,
      upc: sku.upc ?? null,
      ean: sku.ean ?? null,
      ndc: sku.ndc ?? null,
      reorder_point: sku.reorder_point ?? null,
    },
  });
  return [
    ...created.map((sku) => event('sku.created', sku)),
    ...updated.map(({ after }) => event('sku.updated', after)),
  ];
}
