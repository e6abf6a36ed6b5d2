// biome-ignore-all lint/style/noExcessiveLinesPerFile: it is one class whose parts share its queues.
// The one writer of stock of a process. Every change of one level is submitted here; the writer posts them in batches
// (post-batch.ts), each one transaction. What changes several levels at once, a transfer or an import, is a transaction
// of its own that calls the same function (post-together.ts), in the same order of locks.
//
// Requests that arrive while batches are in flight form the next one; alone, a request goes at once. A
// level is in at most one batch of this process, so the process never waits for itself. A batch of several
// levels skips those that another process holds. These are contended: each gets a batch of its own, which
// waits in the database's queue under its lock_timeout. Only a few such batches run at a time. The other
// contended levels are probed again and again without waiting, so that levels that are held for long keep nobody
// else waiting, however many they are. A level whose lots are too many for a batch is treated alike; such a batch
// decides a few of its changes at a time. A step that moves reservations or announces lots takes as long as a full batch,
// so its level has a batch of its own too: what takes long holds no others meanwhile.
//
// A level whose first change has waited for as long as a lock is waited for takes no more: they are answered 503 at
// once, and so is anyone who has waited for too long, also while all that is in flight hangs.
//
// Promises: an accepted change is durable before its promise resolves. A refused one has written nothing.
// A change whose commit was lost on the way is looked up by its id before it is tried again; what that attempt
// refused stays refused where the rest of it was posted. Every promise is settled, soon after the queue timeout
// at the latest.

import { type Database, LOCK_SECONDS_MAX, mayHaveCommitted } from '../../database/database.ts';
import { failureKind } from '../../database/failures.ts';
import {
  Attempts,
  RETRY_POLICIES,
  SHARED_LOCK_SECONDS_MAX,
} from '../../database/run-transaction.ts';
import { ApiError, errors } from '../../errors.ts';
import {
  BoundedQueue,
  QUEUE_TIMEOUT_MILLISECONDS,
  RETRY_AFTER_SECONDS,
  type Waiting,
} from '../../queues/bounded-queue.ts';
import { type ChangeOutcome, countBatch, countChange, countShed } from '../../telemetry/metrics.ts';
import { type Carried, tracer } from '../../telemetry/tracing.ts';
import { StaleTarget } from '../rows/find-sku-at-location.ts';
import type { Posted } from '../rules/batch.ts';
import type {
  ExpiryRequest,
  StockChange,
  StockRequest,
  TransferRequest,
} from '../rules/requests.ts';
import { levelName } from '../rules/stock.ts';
import { type Decided, type Outcome, postBatch } from './post-batch.ts';

const BATCH_CHANGES_MAX = 64;
// One batch is decided and answered here while the database works on the other. More of them would be smaller, and a
// batch costs the database as much as ten of its movements; and those of one organization wait for one another
// anyway, at its event counter.
const BATCHES_MAX = 2;
/** Next to a batch in flight, another begins when so many changes wait, or one has waited for so long. */
const SECOND_BATCH_CHANGES_MIN = 24;
const SECOND_BATCH_WAIT_MILLISECONDS = 20;
const STEP_BATCHES_MAX = 2;
const WAITING_BATCHES_MAX = 4;
const PROBING_BATCHES_MAX = 1;
const PROBE_INTERVAL_MILLISECONDS = 100;
const QUEUE_MAX = 20_000;
/** A clock that was set back is logged once in this time, and not with each entry. */
const CLOCK_WARNING_MILLISECONDS = 60_000;

/** A request that one level decides alone: the writer locks one level for a change. */
export type WriterRequest = Exclude<StockRequest, TransferRequest | ExpiryRequest>;

/** What a verb that changes stock is handed. */
export interface Stock {
  readonly database: Database;
  readonly stockWriter: StockWriter;
}

interface Submitted extends Waiting {
  readonly change: StockChange;
  /** The name of its level. */
  readonly level: string;
  readonly carried: Carried | undefined;
  readonly resolve: (posted: Posted) => void;
  /** The outcomes of an attempt whose commit was lost on the way, so that the change may be posted already. */
  uncertain: Decided | undefined;
}

/** One kind of batch, and how many of them may be in flight. */
interface BatchKind {
  readonly batchesMax: number;
  /** Whether a batch next to another waits until it is worth it. */
  readonly gathers: boolean;
  readonly levelsMax: number;
  /** Whether its batches wait for a level that another process holds. */
  readonly wait: boolean;
  readonly takes: (level: string, queue: readonly Submitted[]) => boolean;
  batches: number;
}

export class StockWriter {
  readonly #database: Database;
  /** Changes by level; the levels in the order in which they are taken. */
  readonly #waiting = new BoundedQueue<Submitted>('stock_writer', {
    waitingMax: QUEUE_MAX,
    refuse: refuseLate,
  });
  readonly #busyLevels = new Set<string>();
  /** Levels that another process held when they were last probed, and when to probe them again without waiting. */
  readonly #contended = new Map<string, number>();
  readonly #kinds: readonly BatchKind[];
  #starting = false;
  #gathering = false;
  #probingSoon = false;
  #warnAgainAt = 0;

  constructor(database: Database) {
    this.#database = database;
    this.#kinds = [
      {
        batchesMax: BATCHES_MAX,
        gathers: true,
        levelsMax: BATCH_CHANGES_MAX,
        wait: false,
        takes: (level, queue) => !this.#contended.has(level) && !hasStep(queue),
        batches: 0,
      },
      {
        batchesMax: STEP_BATCHES_MAX,
        gathers: false,
        levelsMax: 1,
        wait: false,
        takes: (level, queue) => !this.#contended.has(level) && hasStep(queue),
        batches: 0,
      },
      {
        batchesMax: WAITING_BATCHES_MAX,
        gathers: false,
        levelsMax: 1,
        wait: true,
        takes: (level, queue) => this.#contended.has(level) && !hasStep(queue),
        batches: 0,
      },
      {
        batchesMax: STEP_BATCHES_MAX,
        gathers: false,
        levelsMax: 1,
        wait: true,
        takes: (level, queue) => this.#contended.has(level) && hasStep(queue),
        batches: 0,
      },
      {
        batchesMax: PROBING_BATCHES_MAX,
        gathers: false,
        levelsMax: BATCH_CHANGES_MAX,
        wait: false,
        takes: (level, queue) =>
          (this.#contended.get(level) ?? Infinity) <= performance.now() && !hasStep(queue),
        batches: 0,
      },
    ];
  }

  /** @throws ApiError the refusal, or 503 `unavailable` when it could not be decided in time */
  submit(change: StockChange<WriterRequest>): Promise<Posted> {
    return new Promise((resolve, reject) => {
      const level = levelName(change.level);
      const since = performance.now();
      const carried = tracer()?.carried();
      const uncertain = undefined;
      this.#waiting.add(level, { change, level, since, carried, resolve, reject, uncertain });
      this.#startSoon();
    });
  }

  /** Starts at the end of this turn of the event loop, so that changes that come together share a batch. */
  #startSoon(): void {
    if (this.#starting) return;
    this.#starting = true;
    setImmediate(() => {
      this.#starting = false;
      this.#start();
    });
  }

  /** @param gathered whether changes have waited for a second batch for long enough */
  #start(gathered = false): void {
    for (const kind of this.#kinds) {
      while (kind.batches < kind.batchesMax) {
        const isFew = kind.batches > 0 && this.#waiting.depth < SECOND_BATCH_CHANGES_MIN;
        if (kind.gathers && isFew && !gathered) {
          this.#gather();
          break;
        }
        const batch = this.#take(kind, this.#shareOf(kind));
        if (batch.length === 0) break;
        kind.batches += 1;
        void this.#run(batch, kind.wait).finally(() => {
          kind.batches -= 1;
          this.#start();
        });
      }
    }
    if (this.#contended.size === 0 || this.#waiting.depth === 0) return;
    if (this.#probingSoon) return;
    this.#probingSoon = true;
    setTimeout(() => {
      this.#probingSoon = false;
      this.#start();
    }, PROBE_INTERVAL_MILLISECONDS);
  }

  /**
   * @returns with how many changes a batch leaves the rest to another that can begin too. While levels are contended it
   * takes what it can: how much of what waits the other could take is not known
   */
  #shareOf({ batches, batchesMax, gathers }: BatchKind): number {
    if (!gathers || this.#contended.size > 0) return BATCH_CHANGES_MAX;
    return Math.min(BATCH_CHANGES_MAX, Math.ceil(this.#waiting.depth / (batchesMax - batches)));
  }

  #gather(): void {
    if (this.#gathering || this.#waiting.depth === 0) return;
    this.#gathering = true;
    setTimeout(() => {
      this.#gathering = false;
      this.#start(true);
    }, SECOND_BATCH_WAIT_MILLISECONDS);
  }

  /**
   * Takes the next batch: whole queues of free levels, or the head of a long one. It ends with its share where enough is
   * left for another batch. A level that is taken goes last.
   */
  #take({ takes, levelsMax }: BatchKind, share: number): Submitted[] {
    const batch: Submitted[] = [];
    let levels = 0;
    for (const [level, queue] of this.#waiting.byKey) {
      if (batch.length === BATCH_CHANGES_MAX || levels === levelsMax) break;
      if (batch.length >= share && this.#waiting.depth >= SECOND_BATCH_CHANGES_MIN) break;
      if (this.#busyLevels.has(level) || !takes(level, queue)) continue;
      batch.push(...this.#waiting.take(level, BATCH_CHANGES_MAX - batch.length));
      this.#busyLevels.add(level);
      levels += 1;
    }
    return batch;
  }

  /** Never rejects: nobody awaits it. */
  async #run(batch: Submitted[], wait: boolean): Promise<void> {
    const names = new Set(batch.map(({ level }) => level));
    let putBack: Submitted[] = [];
    const startedAt = performance.now();
    try {
      const tracing = tracer();
      const carries = tracing === undefined ? [] : batch.map(({ carried }) => carried);
      putBack = await (tracing?.batch({ queue: 'stock_writer', carries }, () =>
        this.#settle(batch, wait),
      ) ?? this.#settle(batch, wait));
    } catch (error) {
      for (const submitted of batch) refuse(submitted, error);
    }
    countBatch('stock_writer', batch.length, startedAt);
    for (const level of names) {
      this.#contended.delete(level);
      this.#busyLevels.delete(level);
    }
    const probeAt = performance.now() + PROBE_INTERVAL_MILLISECONDS;
    for (const { level } of putBack) this.#contended.set(level, probeAt);
    for (const one of putBack.reverse()) this.#waiting.putBack(one.level, one);
  }

  /**
   * Posts the changes and answers their callers, with the attempts that this takes.
   *
   * @returns those that met a lock of another process, or too many lots, and should be decided alone
   */
  async #settle(
    batch: Submitted[],
    wait: boolean,
    attempts = new Attempts(RETRY_POLICIES.stockBatch),
  ): Promise<Submitted[]> {
    const timely = refuseAllLate(batch);
    if (timely.length === 0) return [];
    let outcomes: Outcome[] = [];
    try {
      await this.#post(timely, {
        wait,
        decided: (all) => {
          outcomes = all;
        },
      });
    } catch (error) {
      return this.#recover(timely, error, { wait, attempts, outcomes });
    }
    return timely.filter((submitted, index) => {
      const outcome = outcomes[index];
      if (outcome === undefined) throw new Error('A change has no outcome.');
      if (outcome === 'put back') return true;
      if ('posted' in outcome) {
        count(submitted, outcome.posted.idempotent ? 'repeated' : 'posted');
        submitted.resolve(outcome.posted);
      } else refuse(submitted, outcome.refused);
      return false;
    });
  }

  async #recover(
    batch: Submitted[],
    error: unknown,
    {
      wait,
      attempts,
      outcomes,
    }: { wait: boolean; attempts: Attempts; outcomes: readonly Outcome[] },
  ): Promise<Submitted[]> {
    const kind = failureKind(error);
    if (mayHaveCommitted(error)) cacheDecided(batch, outcomes);
    // The lock is not of a level, for those are skipped, but of a row beyond. Its level waits for it alone.
    if (kind === 'lock_timeout' && !wait) return batch;
    if (kind !== 'other' && !(await attempts.another(error))) {
      for (const submitted of batch) refuse(submitted, giveUp(submitted, error));
      return [];
    }
    // A first conflict is decided again with fresh reads. After that, and with whatever the database refuses
    // outright, halving finds the failing change, so that it takes no neighbour down with it.
    const isFirst = kind === 'conflict' && attempts.failed === 1;
    if (kind === 'lost' || isFirst) return this.#settle(batch, wait, attempts);
    if (batch.length > 1) return this.#settleHalves(batch, wait);
    if (kind === 'conflict') return this.#settle(batch, wait, attempts);
    for (const submitted of batch) refuse(submitted, error);
    return [];
  }

  async #settleHalves(batch: Submitted[], wait: boolean): Promise<Submitted[]> {
    const middle = Math.ceil(batch.length / 2);
    // Each half counts its attempts again, so that the other changes are not refused for those that finding the
    // failing one takes.
    const anew = () => new Attempts(RETRY_POLICIES.stockBatch, 1);
    const first = await this.#settle(batch.slice(0, middle), wait, anew());
    // Anyone who comes behind one that is put back is put back behind it.
    const levels = new Set(first.map(({ level }) => level));
    const { behind = [], others = [] } = Object.groupBy(batch.slice(middle), ({ level }) =>
      levels.has(level) ? 'behind' : 'others',
    );
    const second = await this.#settle(others, wait, anew());
    return [...first, ...behind, ...second];
  }

  #warnOfClock(lastEntryAt: string, now: string): void {
    if (performance.now() < this.#warnAgainAt) return;
    this.#warnAgainAt = performance.now() + CLOCK_WARNING_MILLISECONDS;
    this.#database.warn(
      `The database's clock reads ${now} and is behind the ledger, whose last entry of a lot is of ` +
        `${lastEntryAt}: entries follow it by microseconds until the clock has caught up.`,
    );
  }

  /** @param decided is called with the outcome of each change, before the commit */
  #post(
    batch: readonly Submitted[],
    { wait, decided }: { wait: boolean; decided: (outcomes: Outcome[]) => void },
  ): Promise<void> {
    const changes = batch.map(({ change }) => change);
    const uncertain = new Map(
      batch.flatMap(({ change, uncertain }) =>
        uncertain === undefined ? [] : [[change, uncertain] as const],
      ),
    );
    return this.#database.transaction(
      async (tx) => {
        const outcomes = await postBatch(tx, changes, {
          locks: wait ? 'wait' : 'skip',
          uncertain,
          onClockBehind: (lastEntryAt, now) => this.#warnOfClock(lastEntryAt, now),
        });
        decided(outcomes);
      },
      { lockSeconds: wait ? LOCK_SECONDS_MAX : SHARED_LOCK_SECONDS_MAX },
    );
  }
}

/** Whether the next batch of the level would hold a step of work that takes long. */
function hasStep(queue: readonly Submitted[]): boolean {
  const { length } = queue;
  for (let index = 0; index < length && index < BATCH_CHANGES_MAX; index += 1) {
    const type = queue[index]?.change.request.type;
    if (type === 'reallocate' || type === 'sweep') return true;
  }
  return false;
}

/**
 * Keeps the outcomes that this attempt decided. A change that an earlier attempt has posted or refused keeps that
 * attempt's outcome, and so does one that was put back.
 */
function cacheDecided(batch: readonly Submitted[], outcomes: readonly Outcome[]): void {
  const decided = new Map<StockChange, Outcome>();
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome === 'put back' || outcome.stands) continue;
    const submitted = batch[index] as Submitted;
    decided.set(submitted.change, outcome);
    submitted.uncertain = decided;
  }
}

/** @returns the changes that have not waited for longer than the queue timeout; refuses the others */
function refuseAllLate(batch: readonly Submitted[]): Submitted[] {
  const earliest = performance.now() - QUEUE_TIMEOUT_MILLISECONDS;
  return batch.filter((submitted) => {
    if (submitted.since >= earliest) return true;
    refuseLate(submitted);
    return false;
  });
}

/** Refuses a change for which there was no time or no room. */
function refuseLate(submitted: Submitted): void {
  countShed('stock_writer');
  refuse(submitted, giveUp(submitted));
}

function refuse(submitted: Submitted, reason: unknown): void {
  count(submitted, outcomeOf(reason));
  submitted.reject(reason);
}

/** @returns undefined where the change is submitted again, since its cached target was stale */
function outcomeOf(reason: unknown): ChangeOutcome | undefined {
  if (reason instanceof ApiError) return reason.status === 503 ? 'unavailable' : 'refused';
  return reason instanceof StaleTarget ? undefined : 'failed';
}

function count({ change }: Submitted, outcome: ChangeOutcome | undefined): void {
  if (outcome !== undefined) countChange(change.request.type, outcome);
}

/** Reports an unknown outcome where an attempt may have posted the change. */
function giveUp({ uncertain, change }: Submitted, cause?: unknown): ApiError {
  return uncertain !== undefined
    ? errors.unknownOutcome(change.movement.id, RETRY_AFTER_SECONDS, cause)
    : errors.unavailable(RETRY_AFTER_SECONDS, cause);
}
