// The one runner of transactions that are tried again. A retry policy names the failures that another attempt may
// mend, the number of attempts and the pause before each.
//
// A connection that breaks at the commit leaves the outcome unknown. The next attempt then sees `mayHaveCommitted` and
// looks up what it would write (movements by their ids, an operator's action by its id) before it decides again.
import { type Database, mayHaveCommitted, type Transaction } from './database.ts';
import { type FailureKind, failureKind } from './failures.ts';

const ATTEMPTS_MAX = 6;
/** A movement that receives a lot number, or an operator who makes an organization, may come first. */
const IMPORT_ATTEMPTS_MAX = 4;
/** Each attempt waits for the lock for some seconds. */
const LOCKED_ATTEMPTS_MAX = 3;
const RECHECKS_MAX = 5;
/** A batch of several levels waits no longer for a row that is no level: a lot number, a key, an event counter. */
export const SHARED_LOCK_SECONDS_MAX = 1;
const BATCH_PAUSE_MILLISECONDS = 50;
const COMMAND_PAUSE_MILLISECONDS = 200;

export interface RetryPolicy {
  /**
   * The failures that another attempt may mend, and the milliseconds before the second attempt. The pause doubles
   * with each failure; 0 means no pause.
   */
  readonly pauses: Partial<Record<Exclude<FailureKind, 'lock_timeout'>, number>>;
  /** How many attempts may end with one of these failures. */
  readonly attemptsMax: number;
  /** How many attempts may end because another transaction holds a lock; 1 by default. */
  readonly lockedAttemptsMax?: number;
  /** How often the rows to lock are read, where other transactions may add some; 1 by default. */
  readonly rechecksMax?: number;
  readonly transaction?: Parameters<Database['transaction']>[1];
}

const STOCK_BATCH: RetryPolicy = {
  pauses: { lost: BATCH_PAUSE_MILLISECONDS, conflict: 0 },
  attemptsMax: ATTEMPTS_MAX,
};

const COMMAND: RetryPolicy = {
  pauses: { lost: COMMAND_PAUSE_MILLISECONDS, conflict: COMMAND_PAUSE_MILLISECONDS },
  attemptsMax: ATTEMPTS_MAX,
};

export const RETRY_POLICIES = {
  /** Callers wait for it, so it is retried soon; after a conflict at once, with fresh reads. */
  stockBatch: STOCK_BATCH,
  /** A person waits for it, and the server may take seconds to come back. */
  stockTransfer: COMMAND,
  /** Callers wait for it; an order may come to hold more at other levels. */
  release: { ...STOCK_BATCH, rechecksMax: RECHECKS_MAX },
  /** What waits for another lock than a level's is tried again alone. */
  releaseAtOnce: {
    ...STOCK_BATCH,
    rechecksMax: RECHECKS_MAX,
    transaction: { lockSeconds: SHARED_LOCK_SECONDS_MAX },
  },
  /** Many transactions lock orders and lot numbers, so it waits for a lock more than once. */
  orderOrLotChange: {
    ...COMMAND,
    lockedAttemptsMax: LOCKED_ATTEMPTS_MAX,
    rechecksMax: RECHECKS_MAX,
  },
  /** A lost connection ends it: its work is long, and the same file changes nothing that is there. */
  importFile: {
    pauses: { conflict: 0 },
    attemptsMax: IMPORT_ATTEMPTS_MAX,
    transaction: { long: true },
  },
} satisfies Record<string, RetryPolicy>;

/**
 * Thrown by work that finds rows which it has not locked, because another transaction has just added them. After the
 * last attempt it means what a lock that others hold means, and has the code of one.
 */
export class UnlockedRows extends Error {
  readonly code = '55P03';
}

/** Counts the failures of one piece of work. */
export class Attempts {
  readonly #policy: RetryPolicy;
  #failed: number;
  #locked = 0;
  #rechecks = 0;
  #mayHaveCommitted = false;

  /** @param failed the failures so far, where the work is a part of another's */
  constructor(policy: RetryPolicy, failed = 0) {
    this.#policy = policy;
    this.#failed = failed;
  }

  get failed(): number {
    return this.#failed;
  }

  /** Whether an earlier attempt may have committed: what it would have written is looked up first. */
  get mayHaveCommitted(): boolean {
    return this.#mayHaveCommitted;
  }

  /** @returns whether there is another attempt, after the pause before it */
  async another(error: unknown): Promise<boolean> {
    this.#mayHaveCommitted ||= mayHaveCommitted(error);
    if (error instanceof UnlockedRows) return this.recheck();
    const kind = failureKind(error);
    if (kind === 'lock_timeout') {
      this.#locked += 1;
      return this.#locked < (this.#policy.lockedAttemptsMax ?? 1);
    }
    const milliseconds = this.#policy.pauses[kind];
    if (milliseconds === undefined) return false;
    this.#failed += 1;
    if (this.#failed >= this.#policy.attemptsMax) return false;
    const pause = milliseconds * 2 ** (this.#failed - 1);
    if (pause > 0) await new Promise((wake) => setTimeout(wake, pause));
    return true;
  }

  /** @returns whether the rows that are concerned may be read once more */
  recheck(): boolean {
    this.#rechecks += 1;
    return this.#rechecks < (this.#policy.rechecksMax ?? 1);
  }
}

/** @throws the last failure, or one that the policy does not name */
export async function runTransaction<Result>(
  database: Database,
  policy: RetryPolicy,
  work: (tx: Transaction, attempts: Attempts) => Promise<Result>,
): Promise<Result> {
  const attempts = new Attempts(policy);
  for (;;) {
    try {
      return await database.transaction((tx) => work(tx, attempts), policy.transaction);
    } catch (error) {
      if (!(await attempts.another(error))) throw error;
    }
  }
}
