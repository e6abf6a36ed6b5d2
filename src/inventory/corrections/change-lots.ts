// A change of a lot number wherever it lies, at once; and then, step by step, of the reservations that have
// to leave its lots. The change holds from its commit on, whatever hangs on it: what waits to be moved is
// available to nobody. A step that does not come, because the process ended, is taken by `reallocateLots`.

import type { ActionRecord, OperatorAction } from '../../audit/operator-actions.ts';
import type { Database, Queryable, Transaction } from '../../database/database.ts';
import { failureKind } from '../../database/failures.ts';
import { RETRY_POLICIES, UnlockedRows } from '../../database/run-transaction.ts';
import { statement } from '../../database/statement.ts';
import { claimKey, type KeyedRequest, keepAnswer } from '../../idempotency/idempotency.ts';
import { findLotsOfNumber, type LotName, unitsOfLot } from '../rows/find-lots-of-number.ts';
import type { Posted } from '../rules/batch.ts';
import type { LotAtLocation, StockChange } from '../rules/requests.ts';
import { type LevelKey, levelName, type MovedReservation } from '../rules/stock.ts';
import { MOVES_A_STEP, reallocateInSteps } from '../sweep/reallocate-lots.ts';
import { targetOf } from '../writer/person-change.ts';
import { postTogether } from '../writer/post-together.ts';
import { lockLevels } from '../writer/stock-levels.ts';
import type { StockWriter } from '../writer/stock-writer.ts';

interface ChangedLot {
  readonly lot: LotAtLocation;
  readonly posted: Pick<Posted, 'answer'>;
  /** The movement of the change; no movement has this id where the lot was as asked before. */
  readonly movementId: string;
}

interface ChangedLots {
  readonly lots: readonly ChangedLot[];
  /** Whether the command did all that before, with the same key; nothing has changed now. */
  readonly idempotent: boolean;
}

/**
 * Changes the lots of a number in one transaction that holds all levels of the SKU, or that of the location
 * which is named.
 *
 * @param changeOf is asked once for each lot
 * @param prepare what is changed next to the lots; called when the levels are locked
 * @param keyed where the command came with a key: kept with all that it changed at once
 * @returns null where the levels could not be had; nothing has changed then
 * @throws ApiError when there is no such lot; when the key came with other arguments
 */
export async function changeLots(
  database: Database,
  name: LotName,
  {
    by,
    keyed,
    changeOf,
    prepare,
  }: {
    by: OperatorAction;
    keyed: KeyedRequest | undefined;
    changeOf: (lot: LotAtLocation, options: { movesMax: number; by: ActionRecord }) => StockChange;
    prepare?: (tx: Transaction, lot: LotAtLocation) => Promise<unknown>;
  },
): Promise<ChangedLots | null> {
  const made = new Map<string, { lot: LotAtLocation; change: StockChange }>();
  let result: ChangedLots = { lots: [], idempotent: false };
  const once = keyed && {
    principal: { organizationId: name.organizationId, environment: 'live' as const },
    request: keyed,
  };
  const lock = async (tx: Transaction) => {
    const [first] = await findLotsOfNumber(tx, name);
    const locked = await lockLevelsOf(tx, name, first);
    const earlier = once && (await claimKey<readonly ChangedLot[]>(tx, once));
    if (earlier !== undefined) {
      // A try of this very command, whose end was lost, may have done it.
      const own = [...made.values()].map(({ change }) => change.movement.id);
      const isOwn = earlier.answer.some(({ movementId }) => own.includes(movementId));
      result = { lots: earlier.answer, idempotent: !isOwn };
      return { changes: [] };
    }
    await prepare?.(tx, first);
    // Looked up again: a receipt that was under way is committed now.
    const lots = await findLotsOfNumber(tx, name);
    // A location that the SKU is new to has received the lot number meanwhile.
    if (!lots.every((lot) => locked.has(levelName(lot)))) throw new UnlockedRows();
    const options = {
      movesMax: Math.floor(MOVES_A_STEP / lots.length),
      by: actionOn(by, first, name),
    };
    const changes = lots.map((lot) => {
      const known = made.get(levelName(lot)) ?? { lot, change: changeOf(lot, options) };
      made.set(levelName(lot), known);
      return known.change;
    });
    const beside = async (posted: readonly Posted[]) => {
      const changed = lots.map((lot, index) => ({
        lot,
        posted: { answer: posted[index]?.answer },
        movementId: (changes[index] as StockChange).movement.id,
      }));
      result = { lots: changed, idempotent: false };
      if (once !== undefined) await keepAnswer(tx, once, changed);
      return [];
    };
    return { changes, beside };
  };
  try {
    await postTogether(database, lock, RETRY_POLICIES.orderOrLotChange);
    return result;
  } catch (error) {
    if (error instanceof UnlockedRows || failureKind(error) === 'lock_timeout') return null;
    throw error;
  }
}

/** The action of a command on a lot number, at the location that is named or at all. */
export function actionOn(
  action: OperatorAction,
  lot: LotAtLocation,
  { location }: Pick<LotName, 'location'>,
): ActionRecord {
  const target = targetOf(lot, { everywhere: location === undefined });
  return { ...action, organizationId: lot.organizationId, target };
}

/** @returns the names of the levels that are locked now */
async function lockLevelsOf(
  tx: Transaction,
  { location }: LotName,
  lot: LotAtLocation,
): Promise<Set<string>> {
  const levels =
    location === undefined ? await tx.query(LEVELS_OF_SKU, [lot.skuId, lot.organizationId]) : [lot];
  return lockLevels(tx, levels, true);
}

const LEVELS_OF_SKU = statement<LevelKey>(
  'levels-of-sku',
  `select sku_id as "skuId", location_id as "locationId", organization_id as "organizationId"
     from stock_level
    where sku_id = $1::uuid and organization_id = $2::uuid`,
);

export interface LotReport {
  /** All that has left the lot since it was changed so, by whomever it was moved. */
  readonly moved: MovedReservation[];
  /** Units that are reserved in it and still have to be moved; the service continues with them. */
  readonly waiting: number;
}

/** Moves what has to leave the lot, and returns all that has left it from the change to the next such change. */
export async function reallocateAndReport(
  { database, stockWriter, by }: { database: Database; stockWriter: StockWriter; by: ActionRecord },
  { lot, movementId }: Pick<ChangedLot, 'lot' | 'movementId'>,
  since: 'set_status' | 'set_expiry',
): Promise<LotReport> {
  const { waiting, busy } = await reallocateInSteps(stockWriter, lot, { by, asOf: null });
  return {
    moved: await readMoves(database, lot, { since, movementId }),
    waiting: busy ? ((await unitsOfLot(database, lot))?.reserved ?? 0) : waiting,
  };
}

async function readMoves(
  db: Queryable,
  { lotNumber, skuId, locationId, organizationId }: LotAtLocation,
  { since, movementId }: { since: 'set_status' | 'set_expiry'; movementId: string },
): Promise<MovedReservation[]> {
  const key = [lotNumber, skuId, locationId, organizationId];
  const rows = await db.query(MOVES_SINCE, [...key, since, movementId]);
  return rows.flatMap(({ moved }) => moved);
}

/** Selects what moved since the named movement, or since the last such movement where none is named. */
const MOVES_SINCE = statement<{ moved: MovedReservation[] }>(
  'moves-since',
  `with changed as (
     select movement.lot_id, movement.organization_id, movement.created_at, movement.id
       from lot
       join movement on movement.lot_id = lot.id and movement.organization_id = lot.organization_id
      where lot.lot_number = $1::text and lot.sku_id = $2::uuid and lot.location_id = $3::uuid
        and lot.organization_id = $4::uuid and movement.type = $5::text
        and (movement.id = $6::uuid
             or not exists (select from movement own
                             where own.id = $6::uuid and own.organization_id = $4::uuid))
      order by movement.created_at desc, movement.id desc
      limit 1)
   select movement.answer -> 'moved' as moved
     from changed
     join movement on movement.lot_id = changed.lot_id
          and movement.organization_id = changed.organization_id
          and (movement.created_at, movement.id) >= (changed.created_at, changed.id)
     left join lateral (
          select later.created_at, later.id from movement later
           where later.lot_id = changed.lot_id and later.organization_id = changed.organization_id
             and later.type = $5::text
             and (later.created_at, later.id) > (changed.created_at, changed.id)
           order by later.created_at, later.id
           limit 1) next on true
    where next.id is null or (movement.created_at, movement.id) < (next.created_at, next.id)
    order by movement.created_at, movement.id`,
);
