// The one runner of transactions that are tried again: which failures another attempt may mend, how many attempts
// there are, and how long the pause before each is. Who uses it names a policy and not numbers of its own.
//
// A connection that breaks at the commit leaves the outcome unknown. The runner then says so to the next attempt,
// and that one looks for what it would write (movements by their ids, an operator's action by its id) before it
// decides anything anew.
import {
  type Database,
  type FailureKind,
  failureKind,
  mayHaveCommitted,
  type Transaction,
} from './database.ts';

const ATTEMPTS_MAX = 6;
/** A movement that receives a lot number, or an operator who makes an organization, may come first. */
const IMPORT_ATTEMPTS_MAX = 4;
/** Each of them waits for the lock for some seconds. */
const LOCKED_ATTEMPTS_MAX = 3;
const RECHECKS_MAX = 5;
const BATCH_PAUSE_MILLISECONDS = 50;
const COMMAND_PAUSE_MILLISECONDS = 200;

export interface RetryPolicy {
  /**
   * The failures that another attempt may mend, and the milliseconds before the second attempt. The pause doubles
   * with each failure; none where it is 0.
   */
  readonly pauses: Partial<Record<Exclude<FailureKind, 'lock_timeout'>, number>>;
  /** Attempts that may end with one of these failures. */
  readonly attemptsMax: number;
  /** Attempts that may end because somebody else holds a lock; 1 where it is not named. */
  readonly lockedAttemptsMax?: number;
  /** How often the rows that are concerned are read, where others may add some meanwhile. */
  readonly rechecksMax?: number;
  readonly transaction?: Parameters<Database['transaction']>[1];
}

const COMMAND: RetryPolicy = {
  pauses: { lost: COMMAND_PAUSE_MILLISECONDS, conflict: COMMAND_PAUSE_MILLISECONDS },
  attemptsMax: ATTEMPTS_MAX,
};

export const RETRY_POLICIES = {
  /** Callers wait for it, so it comes again soon; after a conflict at once, with fresh reads. */
  stockBatch: {
    pauses: { lost: BATCH_PAUSE_MILLISECONDS, conflict: 0 },
    attemptsMax: ATTEMPTS_MAX,
  },
  /** A person waits for it, and the server may take seconds to come back. */
  stockTransfer: COMMAND,
  /** Orders and lot numbers are in everybody's use, so a lock is asked for more than once. */
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

/** Thrown by work that finds rows which it has not locked, because somebody has added them meanwhile. */
export class UnlockedRows extends Error {}

/** Counts the failures of one piece of work. */
export class Attempts {
  readonly #policy: RetryPolicy;
  #failed: number;
  #locked = 0;
  #rechecks = 0;
  #mayHaveCommitted = false;

  /** @param failed counts what failed already where the work is a part of another's */
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

  /** @returns whether there is another attempt; the pause before it is over then */
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
