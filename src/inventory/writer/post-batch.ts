// One batch of changes, within a transaction of the caller: lock their levels, read what they need, decide
// them in order, write what they do, append the events. Every change of stock goes this way, whether it
// comes through the stock writer, is a person's work on several levels at once, or belongs to an import.

import { recordActions } from '../../audit/operator-actions.ts';
import type { Transaction } from '../../database/database.ts';
import { ApiError } from '../../errors.ts';
import { appendEvents } from '../../events/append-events.ts';
import type { NewEvent } from '../../events/event.ts';
import { countLockWait } from '../../telemetry/metrics.ts';
import { type EarlierMovement, findPosted, keyName, repeatOf } from '../rows/earlier-movements.ts';
import { refuseStaleTarget, StaleTarget } from '../rows/find-sku-at-location.ts';
import { applyChange } from '../rules/apply-change.ts';
import { Batch, type Posted } from '../rules/batch.ts';
import { DRAWN_LOTS_MAX } from '../rules/fefo.ts';
import { needsOf, type StockChange } from '../rules/requests.ts';
import { type LevelKey, levelName } from '../rules/stock.ts';
import { type Facts, readFacts } from './read-facts.ts';
import { lockLevels } from './stock-levels.ts';
import { writeBatch } from './write-batch.ts';

/**
 * One transaction reads, and so may write, as many lots: some tens of milliseconds of work. A change that needs more
 * is put back, and decided later by itself.
 */
const BATCH_LOTS_MAX = 4_096;

/**
 * An outcome that `stands` was decided by an earlier attempt, and not by this one. A change that is put back met a
 * level that somebody else holds, or too many lots for one transaction.
 */
export type Outcome =
  | { readonly posted: Posted; readonly stands?: true }
  | { readonly refused: ApiError | StaleTarget; readonly stands?: true }
  | 'put back';

/** All that one attempt decided. It was committed whole or not at all. */
export type Decided = ReadonlyMap<StockChange, Outcome>;

interface BatchOptions {
  /**
   * Whether to wait for levels that somebody else holds, or to leave out the changes that need them; `held` means
   * that the caller has locked them all already, with `lockLevels`.
   */
  readonly locks: 'wait' | 'skip' | 'held';
  /**
   * The changes that an attempt whose end was lost may have decided, and what it decided: what it posted is looked up
   * before anything is decided again. If it is there, a change that was refused then stays refused. Decided now, it
   * would come after changes that were sent later.
   */
  readonly uncertain?: ReadonlyMap<StockChange, Decided>;
  /**
   * Takes the events, which the caller then appends itself. Appended here, they hold the organizations'
   * counters, so nothing but the commit may follow.
   */
  readonly takeEvents?: (events: readonly NewEvent[]) => void;
  /** Called with the time of an entry that was there, where the clock is behind it. */
  readonly onClockBehind?: (lastEntryAt: string, now: string) => void;
}

/**
 * @returns an outcome for each change, in their order; what is refused has written nothing
 * @throws the database's errors; after a lost connection only a look-up of the movements' ids shows how it ended
 */
export async function postBatch(
  tx: Transaction,
  changes: readonly StockChange[],
  { locks, uncertain = new Map(), takeEvents, onClockBehind }: BatchOptions,
): Promise<Outcome[]> {
  const { mine, facts, posted } = await lockAndRead(tx, changes, { locks, uncertain });
  if (mine.length === 0) return changes.map(() => 'put back');
  const batch = new Batch(facts);
  const outcomes = new Map<StockChange, Outcome>();
  for (const change of mine) {
    outcomes.set(change, decide(change, batch, { posted, facts, lost: uncertain.get(change) }));
  }
  if (batch.clockBehind !== undefined) onClockBehind?.(batch.clockBehind, facts.now);
  writeBatch(tx, batch);
  await recordActions(
    tx,
    mine.flatMap((change) => {
      const outcome = outcomes.get(change);
      const isPosted = outcome !== undefined && outcome !== 'put back' && 'posted' in outcome;
      const hasChanged = isPosted && !outcome.posted.idempotent;
      return hasChanged && change.action !== undefined ? [change.action] : [];
    }),
  );
  if (takeEvents === undefined) appendEvents(tx, batch.events);
  else takeEvents(batch.events);
  return changes.map((change) => outcomes.get(change) ?? 'put back');
}

/**
 * Locks and reads in one trip to the server, which locks first; what is read of levels that were left out is not used.
 * A batch with a receipt takes two trips: reading waits for anyone who changes its lot number, and that is somebody who
 * holds the levels that were to be left out.
 *
 * Levels whose lots are too many for the batch are left out too. Where none remains, the first few changes are
 * decided, as many as BATCH_LOTS_MAX suffices for whatever they take.
 */
async function lockAndRead(
  tx: Transaction,
  changes: readonly StockChange[],
  { locks, uncertain }: Required<Pick<BatchOptions, 'locks' | 'uncertain'>>,
) {
  const read = async (some: readonly StockChange[], lotsMax: number) => {
    const tried = some.flatMap((change) => {
      const decided = uncertain.get(change);
      return decided === undefined ? [] : [change, ...postedIn(decided)];
    });
    const posted = findPosted(tx, [...new Set(tried)].map(idOf));
    const [facts, earlier] = await Promise.all([readFacts(tx, some, lotsMax), posted]);
    return { facts, posted: earlier };
  };
  const locking = locked(tx, changes, locks);
  const isArriving = changes.some((change) =>
    needsOf(change).some(({ arriving }) => arriving !== undefined),
  );
  // Who has locked the levels decides all or nothing.
  const lotsMax = locks === 'held' ? Infinity : BATCH_LOTS_MAX;
  const reading = isArriving ? locking.then((mine) => read(mine, lotsMax)) : read(changes, lotsMax);
  const [mine, known] = await Promise.all([locking, reading]);
  const covered = mine.filter((change) => areAll(change, (name) => !known.facts.beyond.has(name)));
  if (covered.length > 0 || mine.length === 0) return { mine: covered, ...known };
  const first = mine.slice(0, Math.floor(BATCH_LOTS_MAX / DRAWN_LOTS_MAX));
  return { mine: first, ...(await read(first, Infinity)) };
}

/** @returns the changes whose levels are all locked now */
async function locked(
  tx: Transaction,
  changes: readonly StockChange[],
  locks: BatchOptions['locks'],
): Promise<readonly StockChange[]> {
  if (locks === 'held') return changes;
  const levels = new Map(changes.flatMap(levelsOf).map((level) => [levelName(level), level]));
  const startedAt = performance.now();
  const locking = lockLevels(tx, [...levels.values()], locks === 'wait');
  const names = await (locks === 'wait'
    ? locking.finally(() => countLockWait(startedAt))
    : locking);
  if (names.size === levels.size) return changes;
  return changes.filter((change) => areAll(change, (name) => names.has(name)));
}

/** @param is called with the names of the levels that the change needs */
function areAll(change: StockChange, is: (level: string) => boolean): boolean {
  return levelsOf(change).every((level) => is(levelName(level)));
}

function levelsOf(change: StockChange): LevelKey[] {
  return needsOf(change).map(({ level }) => level);
}

function idOf({ movement, level }: StockChange): { id: string; organizationId: string } {
  return { id: movement.id, organizationId: level.organizationId };
}

function postedIn(decided: Decided): StockChange[] {
  return [...decided].flatMap(([change, outcome]) =>
    outcome !== 'put back' && 'posted' in outcome ? [change] : [],
  );
}

/** Decides one change after those before it: a key repeated inside the batch follows the first's outcome. */
function decide(
  change: StockChange,
  batch: Batch,
  {
    posted,
    lost = new Map(),
    facts: { earlierByKey, targets },
  }: {
    posted: ReadonlyMap<string, EarlierMovement>;
    /** The outcomes of the attempt that was lost. */
    lost: Decided | undefined;
    facts: Pick<Facts, 'earlierByKey' | 'targets'>;
  },
): Outcome {
  const { movement, keyed, level, request } = change;
  const own = posted.get(movement.id);
  const then = lost.get(change);
  if (own !== undefined) {
    const isKnown = then !== undefined && then !== 'put back' && 'posted' in then;
    // The event by which a sweep was found does not say what else it has announced; its attempt does.
    if (request.type === 'sweep' && isKnown) return { ...then, stands: true };
    return {
      posted: {
        idempotent: false,
        movementId: movement.id,
        entries: own.entries,
        answer: own.answer,
      },
      stands: true,
    };
  }
  const wasRefused = then !== undefined && then !== 'put back' && 'refused' in then;
  if (wasRefused && postedIn(lost).some((other) => posted.has(other.movement.id))) {
    return { ...then, stands: true };
  }
  const refuse = () => {
    const target = targets.get(levelName(level));
    if (target !== undefined) refuseStaleTarget(change, target);
  };
  try {
    if (keyed === undefined) {
      refuse();
      return {
        posted: { idempotent: false, movementId: movement.id, ...applyChange(batch, change) },
      };
    }
    const name = keyName(level.organizationId, keyed);
    const earlier = earlierByKey.get(name);
    if (earlier !== undefined) return { posted: repeatOf(earlier, keyed) };
    refuse();
    const applied = applyChange(batch, change);
    earlierByKey.set(name, { id: movement.id, request: keyed, ...applied });
    return { posted: { idempotent: false, movementId: movement.id, ...applied } };
  } catch (error) {
    if (error instanceof ApiError || error instanceof StaleTarget) return { refused: error };
    throw error;
  }
}
