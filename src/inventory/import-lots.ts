import { v7 as uuidv7 } from 'uuid';
import { readClock } from '../database/clock.ts';
import type { Transaction } from '../database/database.ts';
import { dateText, timestampText } from '../database/database.ts';
import { ApiError, OperatorError } from '../errors.ts';
import { appendEvents } from '../events/append-events.ts';
import type { NewEvent } from '../events/event.ts';
import {
  type ImportedSkus,
  organizationIds,
  refuseFirstMissing,
} from '../operator/import/import-catalog.ts';
import type { ImportCount } from '../operator/import/import-file.ts';
import type { LotRecord } from '../operator/import/import-format.ts';
import { type Row, refuseOtherId, refuseTakenIds } from '../operator/import/upsert.ts';
import { readFacts } from './door/read-facts.ts';
import { lockLevels } from './door/stock-levels.ts';
import { writeBatch } from './door/write-batch.ts';
import { postChange } from './rules/apply-change.ts';
import { Batch, type StockChange } from './rules/batch.ts';
import { redactable } from './rules/ledger-hash.ts';

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

type Posting = Found & { sku_id: string; location_id: string; level_id: number; record: LotRecord };

/**
 * Posts the lots that are not there yet as receipts, through the same reading, deciding and writing as the
 * door, and writes the events of the whole import. Levels are locked in the order of their ids and lot
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
  const levelIds = new Set([...postings, ...reordered].map(({ level_id }) => level_id));
  const lockedAt = performance.now();
  await lockLevels(tx, [...levelIds], true);

  const events: NewEvent[] = await skuEvents(tx, createdSkus, updatedSkus);
  let created = 0;
  for (let first = 0; first < postings.length; first += CHUNK_LOTS) {
    const chunk = postings.slice(first, first + CHUNK_LOTS);
    const facts = await readFacts(
      tx,
      chunk.map((posting) => changeOf(posting)),
    );
    const batch = new Batch(facts);
    for (const posting of chunk) {
      const level = facts.levels.get(posting.level_id);
      // Posted by somebody else since it was looked up.
      if (level?.lots.some((lot) => lot.lotNumber === posting.lot_number)) continue;
      receive(batch, posting);
      created += 1;
    }
    await writeBatch(tx, batch);
    events.push(...batch.events);
    // One chunk tells the planner enough; without it the rest is planned for empty tables.
    if (first === 0 && postings.length > CHUNK_LOTS) await gatherStatistics(tx);
  }
  for (let first = 0; first < reordered.length; first += CHUNK_LOTS) {
    const chunk = reordered.slice(first, first + CHUNK_LOTS);
    const facts = await readFacts(
      tx,
      [],
      chunk.map(({ level_id }) => level_id),
    );
    const batch = new Batch(facts);
    for (const { level_id, ...naming } of chunk) batch.reconsiderLow(level_id, naming);
    await writeBatch(tx, batch);
    events.push(...batch.events);
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
    found.map(({ place, organization_id, sku_id, location_id }) => ({
      place,
      organization_id,
      sku_id,
      location_id,
    })),
  );
  await tx.query(ENSURE_LEVELS, [wanted]);
  const rows = await tx.query<{ place: number; level_id: number }>(FIND_LEVELS, [wanted]);
  const levelIds = new Map(rows.map(({ place, level_id }) => [place, level_id]));
  return found.map((lot) => ({
    ...lot,
    sku_id: lot.sku_id as string,
    location_id: lot.location_id as string,
    level_id: levelIds.get(lot.place) as number,
    record: lots[lot.place] as LotRecord,
  }));
}

const WANTED = `json_to_recordset($1::json) as r (
  place int, organization_id uuid, sku_id uuid, location_id uuid)`;

const ENSURE_LEVELS = {
  name: 'import-ensure-levels',
  text: `
    insert into stock_level (organization_id, sku_id, location_id)
    select distinct organization_id, sku_id, location_id from ${WANTED}
     order by organization_id, sku_id, location_id
    on conflict do nothing`,
};

const FIND_LEVELS = {
  name: 'import-find-levels',
  text: `
    select r.place, l.id as level_id from ${WANTED}
      join stock_level l using (organization_id, sku_id, location_id)`,
};

async function levelsOf(
  tx: Transaction,
  skus: readonly Row[],
): Promise<{ level_id: number; skuCode: string; productId: string; location: string }[]> {
  if (skus.length === 0) return [];
  return tx.query(
    {
      name: 'import-levels-of-skus',
      text: `
        select l.id as level_id, s.sku_code as "skuCode", s.product_id as "productId", p.name as location
          from stock_level l
          join sku s on s.organization_id = l.organization_id and s.id = l.sku_id
          join location p on p.organization_id = l.organization_id and p.id = l.location_id
         where s.id = any($1::uuid[])
         order by l.id`,
    },
    [skus.map((sku) => sku.id)],
  );
}

function receive(batch: Batch, posting: Posting): void {
  try {
    postChange(batch, changeOf(posting));
  } catch (error) {
    if (error instanceof ApiError)
      throw new OperatorError(`lots[${posting.place}]: ${error.message}`);
    throw error;
  }
}

function changeOf(posting: Posting): StockChange {
  const { record } = posting;
  return {
    levelId: posting.level_id,
    newLot: {
      ...(record.id !== undefined && { id: record.id.toLowerCase() }),
      ...(posting.received_at !== null && { receivedAt: posting.received_at }),
    },
    order: {
      type: 'receive',
      units: record.qty,
      lotNumber: record.lot_number,
      expiryDate: record.expiry_date,
      status: record.status,
      acceptExpired: true,
    },
    naming: {
      skuCode: posting.sku_code,
      productId: posting.product_id,
      location: posting.location,
    },
    movement: {
      id: uuidv7(),
      organizationId: posting.organization_id,
      type: 'receive',
      skuId: posting.sku_id,
      locationId: posting.location_id,
      idempotencyKey: null,
      requestDigest: null,
      referenceType: null,
      referenceId: null,
      rxNumber: redactable(null),
      poNumber: null,
      note: redactable(null),
      actor: 'operator',
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
