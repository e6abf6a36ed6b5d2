// What a person does with stock and the API deliberately cannot (reference: rule 4). All of it goes through
// the door, but for what holds several levels at once: a transfer, and the correction of an expiry date,
// which lock them in the order of their keys.
import { v7 as uuidv7 } from 'uuid';
import {
  type Database,
  failureKind,
  type Queryable,
  type Transaction,
} from '../database/database.ts';
import type { Statement } from '../database/statement.ts';
import { ApiError, errors } from '../errors.ts';
import { appendEvents } from '../events/append-events.ts';
import { type EarlierMovement, findPosted } from './door/earlier-movements.ts';
import { readFacts } from './door/read-facts.ts';
import type { StockDoor } from './door/stock-door.ts';
import { lockLevels } from './door/stock-levels.ts';
import { writeBatch } from './door/write-batch.ts';
import { applyChange } from './rules/apply-change.ts';
import { Batch, type Naming, type StockChange, type StockRequest } from './rules/batch.ts';
import { requireLot } from './rules/decide-correction.ts';
import { NOTHING_REDACTABLE, redactable } from './rules/ledger-hash.ts';
import { availableToTake, type Lot, type LotStatus, UNITS_MAX } from './rules/stock.ts';
import type { MovedReservation } from './rules/vacate-lot.ts';

/** A lot number at one location. */
export interface LotAtLocation {
  readonly organizationId: string;
  readonly skuId: string;
  readonly locationId: string;
  readonly lotNumber: string;
  readonly naming: Naming;
}

const TRIES_MAX = 6;
const FIRST_PAUSE_MILLISECONDS = 100;

/** Adds signed units to a lot, wastes units, or posts the difference to what was counted. */
export async function correctStock(
  door: StockDoor,
  place: LotAtLocation,
  {
    type,
    units,
    reason,
  }: { type: 'adjust' | 'waste' | 'count'; units: number; reason: string | null },
): Promise<{ qty: number; balanceAfter: number | null }> {
  const request = { type, lotNumber: place.lotNumber, units };
  const { entries } = await door.submit(changeOf(place, request, reason));
  return { qty: entries[0]?.qty ?? 0, balanceAfter: entries[0]?.balanceAfter ?? null };
}

export interface StatusResult {
  readonly place: LotAtLocation;
  /** Null where the level could not be had; the lot there is as it was. */
  readonly changed: boolean | null;
  readonly moved: MovedReservation[];
}

/** A level that others work on is asked for again this often; each time waits for some seconds. */
const BUSY_TRIES_MAX = 3;

/**
 * Sets the status of a lot number at these places, one transaction each, and goes on where one is busy. A
 * recall, which means everywhere, is noted on the lot number first: receipts that have not seen the note
 * are waited for, so the caller finds the places after `noteRecall`.
 */
export async function setLotStatus(
  door: StockDoor,
  places: readonly LotAtLocation[],
  status: LotStatus,
): Promise<StatusResult[]> {
  const results = new Map<LotAtLocation, StatusResult>();
  for (let tries = 0; tries < BUSY_TRIES_MAX; tries += 1) {
    for (const place of places) {
      if (typeof results.get(place)?.changed === 'boolean') continue;
      results.set(place, await setStatusAt(door, place, status));
    }
  }
  return [...results.values()];
}

async function setStatusAt(
  door: StockDoor,
  place: LotAtLocation,
  status: LotStatus,
): Promise<StatusResult> {
  const request = { type: 'set_status' as const, lotNumber: place.lotNumber, status };
  try {
    const { answer } = await door.submit(changeOf(place, request, null));
    const { changed, moved } = answer as { changed: boolean; moved: MovedReservation[] };
    return { place, changed, moved };
  } catch (error) {
    if (!isBusy(error)) throw error;
    return { place, changed: null, moved: [] };
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof ApiError && error.status === 503;
}

/** Whether the lot number is quarantined at every location, also at those that receive it later. */
export async function noteRecall(
  database: Database,
  {
    organizationId,
    skuId,
    lotNumber,
  }: Pick<LotAtLocation, 'organizationId' | 'skuId' | 'lotNumber'>,
  isRecalled: boolean,
): Promise<void> {
  await database.transaction((tx) =>
    tx.query(NOTE_RECALL, [organizationId, skuId, lotNumber, isRecalled]),
  );
}

const NOTE_RECALL: Statement = {
  name: 'note-recall',
  text: `
    update lot_number set quarantined = $4::boolean
     where organization_id = $1::uuid and sku_id = $2::uuid and lot_number = $3::text`,
};

/**
 * Corrects the expiry date of a lot number at all its places, in one transaction. A place that receives the
 * lot number meanwhile is found by looking again once the number is locked.
 *
 * @param findPlaces finds the places within the transaction
 */
export function setLotExpiry(
  database: Database,
  places: readonly [LotAtLocation, ...LotAtLocation[]],
  {
    expiryDate,
    reason,
    findPlaces,
  }: {
    expiryDate: string;
    reason: string;
    findPlaces: (db: Queryable) => Promise<LotAtLocation[]>;
  },
): Promise<MovedReservation[]> {
  const [{ organizationId, skuId, lotNumber }] = places;
  const changes = places.map((place) =>
    changeOf(place, { type: 'set_expiry', lotNumber, expiryDate }, reason),
  );
  const movedOf = (answer: unknown) => (answer as { moved: MovedReservation[] }).moved;
  return postTogether(database, changes, {
    recall: (posted) => posted.flatMap(({ answer }) => movedOf(answer)),
    work: async (tx, batch) => {
      await tx.query(LOCK_NUMBER, [organizationId, skuId, lotNumber]);
      if ((await findPlaces(tx)).length > places.length) {
        throw errors.unavailable(1, new Error('The lot number was received at another location.'));
      }
      const moved = changes.flatMap((change) => movedOf(applyChange(batch, change).answer));
      await writeBatch(tx, batch);
      // The lots follow by their foreign key.
      await tx.query(SET_EXPIRY, [organizationId, skuId, lotNumber, expiryDate]);
      return moved;
    },
  });
}

const LOCK_NUMBER: Statement = {
  name: 'lock-lot-number',
  text: `
    select 1 from lot_number
     where organization_id = $1::uuid and sku_id = $2::uuid and lot_number = $3::text
       for update`,
};

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
  { from, to, units }: { from: LotAtLocation; to: LotAtLocation; units: number },
): Promise<void> {
  const out = changeOf(from, { type: 'waste', lotNumber: from.lotNumber, units }, null, 'transfer');
  const into = { ...out, level: to, naming: to.naming };
  const work = async (tx: Transaction, batch: Batch): Promise<void> => {
    const [source, target] = [batch.level(from), batch.level(to)];
    const lot = requireLot(source, from.lotNumber);
    if (availableToTake(lot) < units) {
      throw errors.insufficientStock(
        `The lot holds ${lot.onHand} units and ${lot.reserved} of them are reserved: ` +
          `${units} cannot be taken away.`,
        { requested: units, available: availableToTake(lot) },
      );
    }
    const there = target.lots.find(({ lotNumber }) => lotNumber === lot.lotNumber);
    if (lot.status === 'released' && batch.findLotNumber(source, lot.lotNumber)?.quarantined) {
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
  };
  return postTogether(database, [out, into], { recall: () => undefined, work });
}

function arriving(lot: Lot): Lot {
  return {
    ...lot,
    id: uuidv7(),
    onHand: 0,
    reserved: 0,
    lastHash: Buffer.alloc(lot.lastHash.length),
    lastEntryAt: lot.firstReceivedAt,
    isNew: true,
  };
}

/**
 * Posts changes of several levels in one transaction. A try whose end was lost is looked up by the ids of
 * its movements before the next, so nothing is posted twice.
 *
 * @param recall the result again, from what was posted
 */
async function postTogether<Result>(
  database: Database,
  changes: readonly StockChange[],
  {
    recall,
    work,
  }: {
    recall: (posted: EarlierMovement[]) => Result;
    work: (tx: Transaction, batch: Batch) => Promise<Result>;
  },
): Promise<Result> {
  const levels = changes.map(({ level }) => level);
  const movements = changes.map(({ movement }) => movement);
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.transaction(async (tx) => {
        await lockLevels(tx, levels, true);
        const posted = tries === 1 ? new Map() : await findPosted(tx, movements);
        if (posted.size > 0) return recall([...posted.values()]);
        const batch = new Batch(await readFacts(tx, changes));
        const result = await work(tx, batch);
        await appendEvents(tx, batch.events);
        return result;
      });
    } catch (error) {
      const kind = failureKind(error);
      if (tries === TRIES_MAX || (kind !== 'lost' && kind !== 'conflict')) throw error;
      await new Promise((wake) => setTimeout(wake, FIRST_PAUSE_MILLISECONDS * 2 ** tries));
    }
  }
}

function changeOf(
  place: LotAtLocation,
  request: StockRequest,
  reason: string | null,
  type: string = request.type,
): StockChange {
  return {
    level: place,
    request,
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
): Promise<{ levels: number; busy: number; expiring: number; moved: MovedReservation[] }> {
  let levels = 0;
  let busy = 0;
  let expiring = 0;
  const moved: MovedReservation[] = [];
  let after = [NO_ID, NO_ID, NO_ID];
  for (;;) {
    const rows = await database.query(LEVELS_TO_SWEEP, [...after, asOf, LEVELS_A_PAGE]);
    for (const row of rows) {
      const place = { ...row, lotNumber: '' } as LotAtLocation;
      const swept = await sweepAt(door, place, asOf);
      if (swept === undefined) {
        busy += 1;
        continue;
      }
      levels += 1;
      expiring += swept.expiring;
      moved.push(...swept.moved);
    }
    const last = rows.at(-1);
    if (last === undefined) return { levels, busy, expiring, moved };
    after = [last.skuId, last.locationId, last.organizationId];
  }
}

/** Undefined where the level could not be had; the next sweep finds it again. */
async function sweepAt(door: StockDoor, place: LotAtLocation, asOf: string | null) {
  try {
    const { answer } = await door.submit(changeOf(place, { type: 'sweep', asOf }, null));
    return answer as { expiring: number; moved: MovedReservation[] };
  } catch (error) {
    if (!isBusy(error)) throw error;
    return undefined;
  }
}

const LEVELS_A_PAGE = 100;
/** Before every other. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Levels with a lot that is expired, or will be within the 90 days of the first announcement. */
const LEVELS_TO_SWEEP: Statement = {
  name: 'levels-to-sweep',
  text: `
    select l.organization_id as "organizationId", l.sku_id as "skuId",
           l.location_id as "locationId",
           json_build_object('skuCode', s.sku_code, 'productId', s.product_id, 'location', p.name) as naming
      from stock_level l
      join sku s on s.organization_id = l.organization_id and s.id = l.sku_id
      join location p on p.organization_id = l.organization_id and p.id = l.location_id
     where (l.sku_id, l.location_id, l.organization_id) > ($1::uuid, $2::uuid, $3::uuid)
       and exists (
             select from lot t
              where t.organization_id = l.organization_id and t.sku_id = l.sku_id
                and t.location_id = l.location_id and t.in_stock
                and t.expiry_date <= coalesce($4::date, (now() at time zone p.time_zone)::date) + 90)
     order by l.sku_id, l.location_id, l.organization_id
     limit $5`,
};
