// What a person does with stock and the API deliberately cannot (reference: rule 4). All of it goes through
// the door, but for what holds several levels at once: a transfer, and the correction of an expiry date,
// which lock them in the order of their ids.
import { v7 as uuidv7 } from 'uuid';
import {
  type Database,
  failureKind,
  type Statement,
  type Transaction,
} from '../database/database.ts';
import { errors } from '../errors.ts';
import { appendEvents } from '../webhooks/events.ts';
import { Batch, type Naming, type StockChange, type StockOrder } from './batch.ts';
import { requireLot } from './decide-correction.ts';
import { findPosted } from './earlier-movements.ts';
import { NOTHING_REDACTABLE, redactable } from './ledger.ts';
import { type Moved, postChange } from './post-change.ts';
import { readFacts } from './read-facts.ts';
import { availableToTake, type Lot, type LotStatus, UNITS_MAX } from './stock.ts';
import type { StockDoor } from './stock-door.ts';
import { lockLevels } from './stock-levels.ts';
import { writeBatch } from './write-batch.ts';

/** A lot number at one location. */
export interface LotPlace {
  readonly levelId: number;
  readonly organizationId: string;
  readonly skuId: string;
  readonly locationId: string;
  readonly lotNumber: string;
  readonly naming: Naming;
}

const TRIES_MAX = 4;

/** Adds signed units to a lot, wastes units, or posts the difference to what was counted. */
export async function correctStock(
  door: StockDoor,
  place: LotPlace,
  {
    type,
    units,
    reason,
  }: { type: 'adjust' | 'waste' | 'count'; units: number; reason: string | null },
): Promise<{ qty: number; balanceAfter: number | null }> {
  const order = { type, lotNumber: place.lotNumber, units };
  const { entries } = await door.submit(changeOf(place, order, reason));
  return { qty: entries[0]?.qty ?? 0, balanceAfter: entries[0]?.balanceAfter ?? null };
}

/**
 * Sets the status of a lot number at these places, one transaction each. A recall, which means everywhere,
 * is noted on the lot number first: a receipt that has not seen the note is waited for, and then its place
 * must be looked up, so the caller finds the places after `noteRecall`.
 */
export async function setLotStatus(
  door: StockDoor,
  places: readonly LotPlace[],
  status: LotStatus,
): Promise<{ place: LotPlace; changed: boolean; moved: Moved[] }[]> {
  const results = [];
  for (const place of places) {
    const order = { type: 'set_status' as const, lotNumber: place.lotNumber, status };
    const { answer } = await door.submit(changeOf(place, order, null));
    const { changed, moved } = answer as { changed: boolean; moved: Moved[] };
    results.push({ place, changed, moved });
  }
  return results;
}

/** Whether the lot number is quarantined at every location, also at those that receive it later. */
export async function noteRecall(
  database: Database,
  { organizationId, skuId, lotNumber }: Pick<LotPlace, 'organizationId' | 'skuId' | 'lotNumber'>,
  isRecalled: boolean,
): Promise<void> {
  await database.query(NOTE_RECALL, [organizationId, skuId, lotNumber, isRecalled]);
}

const NOTE_RECALL: Statement = {
  name: 'note-recall',
  text: `
    update lot_number set quarantined = $4::boolean
     where organization_id = $1::uuid and sku_id = $2::uuid and lot_number = $3::text`,
};

/** Corrects the expiry date of a lot number at all its places, in one transaction. */
export function setLotExpiry(
  database: Database,
  places: readonly [LotPlace, ...LotPlace[]],
  { expiryDate, reason }: { expiryDate: string; reason: string },
): Promise<Moved[]> {
  const [{ organizationId, skuId, lotNumber }] = places;
  const changes = places.map((place) =>
    changeOf(place, { type: 'set_expiry', lotNumber, expiryDate }, reason),
  );
  return postTogether(database, changes, async (tx, batch) => {
    const moved = changes.flatMap((change) => {
      const { answer } = postChange(batch, change);
      return (answer as { moved: Moved[] }).moved;
    });
    await writeBatch(tx, batch);
    // The lots follow by their foreign key.
    await tx.query(SET_EXPIRY, [organizationId, skuId, lotNumber, expiryDate]);
    return moved;
  });
}

const SET_EXPIRY: Statement = {
  name: 'set-lot-number-expiry',
  text: `
    update lot_number set expiry_date = $4::date
     where organization_id = $1::uuid and sku_id = $2::uuid and lot_number = $3::text`,
};

/**
 * Moves units of a lot to another location: two entries of one movement. Status, expiry date and first
 * receipt travel along.
 *
 * @throws ApiError when too few units are unreserved, or the lot has another status at the destination
 */
export function transferStock(
  database: Database,
  { from, to, units }: { from: LotPlace; to: LotPlace; units: number },
): Promise<void> {
  const out = changeOf(from, { type: 'waste', lotNumber: from.lotNumber, units }, null, 'transfer');
  const into = { ...out, levelId: to.levelId, naming: to.naming };
  return postTogether(database, [out, into], async (tx, batch) => {
    const [source, target] = [batch.level(from.levelId), batch.level(to.levelId)];
    const lot = requireLot(source, from.lotNumber);
    if (availableToTake(lot) < units) {
      throw errors.insufficientStock(
        `The lot holds ${lot.onHand} units and ${lot.reserved} of them are reserved: ` +
          `${units} cannot be taken away.`,
        { requested: units, available: availableToTake(lot) },
      );
    }
    const there = target.lots.find(({ lotNumber }) => lotNumber === lot.lotNumber);
    if (lot.status === 'released' && batch.numberOf(source, lot.lotNumber)?.quarantined) {
      throw errors.lotNotReleased('The lot number is being quarantined everywhere.');
    }
    if (there !== undefined && there.status !== lot.status) {
      throw errors.invalidMovement(
        `The lot is ${lot.status} here and ${there.status} there: give it one status first.`,
      );
    }
    if (target.onHand > UNITS_MAX - units) {
      throw errors.invalidMovement(`A location can hold at most ${UNITS_MAX} units of a SKU.`);
    }
    const movement = { ...out.movement, createdAt: batch.facts.now, answer: null };
    batch.movements.push(movement);
    batch.enter({ lot, units: -units }, source, movement, 'transfer_out');
    batch.enter({ lot: there ?? arriving(lot), units }, target, movement, 'transfer_in');
    batch.announce(out, source, 'transfer_out');
    batch.announce(into, target, 'transfer_in');
    await writeBatch(tx, batch);
  });
}

function arriving(lot: Lot): Lot {
  return {
    ...lot,
    id: uuidv7(),
    onHand: 0,
    reserved: 0,
    lastHash: Buffer.alloc(lot.lastHash.length),
    lastEntryAt: lot.firstReceivedAt,
    expiryAnnouncedDays: null,
    isNew: true,
  };
}

/**
 * Posts changes of several levels in one transaction. A try whose end was lost is looked up by the id of
 * its movement before the next, so nothing is posted twice.
 */
async function postTogether<Result>(
  database: Database,
  changes: readonly StockChange[],
  work: (tx: Transaction, batch: Batch) => Promise<Result>,
): Promise<Result> {
  const levelIds = [...new Set(changes.map(({ levelId }) => levelId))];
  const movementIds = changes.map(({ movement }) => movement.id);
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.transaction(async (tx) => {
        await lockLevels(tx, levelIds, true);
        if (tries > 1 && (await findPosted(tx, movementIds)).size > 0) {
          throw errors.internal(
            new Error('The connection broke after the change was posted; it is in the ledger.'),
          );
        }
        const batch = new Batch(await readFacts(tx, changes));
        const result = await work(tx, batch);
        await appendEvents(tx, batch.events);
        return result;
      });
    } catch (error) {
      const kind = failureKind(error);
      if (tries === TRIES_MAX || (kind !== 'lost' && kind !== 'conflict')) throw error;
    }
  }
}

function changeOf(
  place: LotPlace,
  order: StockOrder,
  reason: string | null,
  type: string = order.type,
): StockChange {
  return {
    levelId: place.levelId,
    order,
    naming: place.naming,
    movement: {
      id: uuidv7(),
      organizationId: place.organizationId,
      type,
      skuId: place.skuId,
      locationId: place.locationId,
      idempotencyKey: null,
      requestDigest: null,
      referenceType: null,
      referenceId: null,
      rxNumber: NOTHING_REDACTABLE,
      poNumber: null,
      note: redactable(reason),
      actor: 'operator',
    },
  };
}

/** Frees expired lots from reservations and announces what expires soon, one level a transaction. */
export async function sweepLots(
  database: Database,
  door: StockDoor,
  asOf: string | null,
): Promise<{ levels: number; expiring: number; moved: Moved[] }> {
  let levels = 0;
  let expiring = 0;
  const moved: Moved[] = [];
  let after = 0;
  for (;;) {
    const rows = await database.query(LEVELS_TO_SWEEP, [after, asOf, LEVELS_A_PAGE]);
    for (const row of rows) {
      const place = { ...row, lotNumber: '' } as LotPlace;
      const { answer } = await door.submit(changeOf(place, { type: 'sweep', asOf }, null));
      const swept = answer as { expiring: number; moved: Moved[] };
      levels += 1;
      expiring += swept.expiring;
      moved.push(...swept.moved);
    }
    const last = rows.at(-1);
    if (last === undefined) return { levels, expiring, moved };
    after = last.levelId;
  }
}

const LEVELS_A_PAGE = 100;

/** Levels with a lot that is expired, or will be within the 90 days of the first announcement. */
const LEVELS_TO_SWEEP: Statement = {
  name: 'levels-to-sweep',
  text: `
    select l.id as "levelId", l.organization_id as "organizationId", l.sku_id as "skuId",
           l.location_id as "locationId",
           json_build_object('skuCode', s.sku_code, 'productId', s.product_id, 'location', p.name) as naming
      from stock_level l
      join sku s on s.organization_id = l.organization_id and s.id = l.sku_id
      join location p on p.organization_id = l.organization_id and p.id = l.location_id
     where l.id > $1::bigint
       and exists (
             select from lot t
              where t.organization_id = l.organization_id and t.sku_id = l.sku_id
                and t.location_id = l.location_id and t.in_stock
                and t.expiry_date <= coalesce($2::date, (now() at time zone p.time_zone)::date) + 90)
     order by l.id
     limit $3`,
};
