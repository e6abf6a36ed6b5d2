// One pipelined transaction on one connection: its statements, its deadline and its end.
//
// A trip to the server and back costs more than most statements do, so statements share trips: `begin` goes with the
// first statement, statements of one turn of the event loop go together, and deferred statements go with the commit.
// The server still runs them one after another, each with a snapshot of its own. After a statement that fails, the
// server does nothing more and commits nothing.
import type pg from 'pg';
import { statement } from './statement.ts';

export interface Limits {
  readonly lockSeconds: number;
  readonly statementSeconds: number;
  readonly idleSeconds: number;
  /** Replaces the role's setting of the same name. */
  readonly planCacheMode?: 'auto';
}

type Send = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

/** The transaction passed its deadline before its next statement. The code is that of a cancelled statement. */
class DeadlinePassed extends Error {
  readonly code = '57014';

  constructor(options?: ErrorOptions) {
    super('The transaction has taken too long.', options);
  }
}

export class PipelinedTransaction {
  readonly #send: Send;
  readonly #limits: Limits;
  readonly #begin: string;
  /** Undefined for a transaction without a deadline. */
  readonly #deadlineCheck: pg.QueryConfig | undefined;
  readonly #endsAt: number;
  #limitMilliseconds: number;
  #hasBegun = false;
  /** Why the last statement failed that was not refused for one before it. */
  #failure: unknown;
  /** A later statement is refused: it would run in the transaction of the connection's next borrower. */
  #isOver = false;
  /** They go with the next statement, or with the commit. */
  #deferred: pg.QueryConfig[] = [];
  #unanswered = 0;
  /** Resolves when every statement that was sent is answered or has failed. */
  #answered: Promise<unknown> = Promise.resolve();
  /** The last statement, once statements no longer share trips. */
  #lastAlone: Promise<unknown> | undefined;

  /**
   * @param seconds the deadline of the whole transaction
   * @param deadlineCheck DEADLINE_CHECK, where `seconds` is finite
   * @param acting SQL that sets the organization that the transaction acts for, where it acts for one
   */
  constructor(
    send: Send,
    {
      limits,
      seconds,
      deadlineCheck,
      acting,
    }: { limits: Limits; seconds: number; deadlineCheck?: pg.QueryConfig; acting?: string },
  ) {
    this.#send = send;
    this.#limits = limits;
    this.#begin = [begin(limits), ...(acting === undefined ? [] : [acting])].join(';\n    ');
    this.#deadlineCheck = deadlineCheck;
    this.#endsAt = performance.now() + seconds * 1_000;
    this.#limitMilliseconds = limits.statementSeconds * 1_000;
  }

  run(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const trip = [...this.#deferred.splice(0), query];
    if (!this.#mayShare(trip.length)) return this.#alone(trip);
    return Promise.all(this.#together(trip)).then(
      (results) => results.at(-1) as pg.QueryResult,
      (error) => {
        // A statement behind one that fails shares its trip, and is refused since that one failed.
        throw isInFailedTransaction(error) ? (this.#failure ?? error) : error;
      },
    );
  }

  defer(query: pg.QueryConfig): void {
    this.#deferred.push(query);
  }

  /**
   * @param onSent is called when the commit is on its way: from then on only its answer shows the outcome
   * @throws the first failure of a deferred statement, or of the commit
   */
  async commit(onSent: () => void): Promise<void> {
    const trip = this.#deferred.splice(0);
    if (trip.length === 0 && !this.#hasBegun) {
      this.#isOver = true;
      return;
    }
    if (!this.#mayShare(trip.length)) {
      if (trip.length > 0) await this.#alone(trip);
      await this.#applyDeadline();
      trip.length = 0;
    }
    const sent = this.#together(trip);
    const check = this.#deadlineCheck && this.#counted(this.#deadlineCheck).catch(refuseLate);
    const commit = this.#counted({ text: 'commit' });
    this.#isOver = true;
    onSent();
    const ends = await Promise.allSettled([...sent, check, commit]);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    // The server answers so to a commit after a statement that failed.
    if ((await commit).command === 'ROLLBACK') throw new Error(NOT_COMMITTED);
  }

  async rollback(): Promise<void> {
    this.#isOver = true;
    if (this.#hasBegun) await this.#send({ text: 'rollback' });
  }

  /** Whether the deadline leaves time for so many more statements even if each waits for a lock. */
  #mayShare(more: number): boolean {
    const left = this.#endsAt - performance.now();
    const waits = (this.#unanswered + more) * this.#limits.lockSeconds * 1_000;
    return this.#lastAlone === undefined && left >= Math.max(waits, this.#limitMilliseconds);
  }

  #together(trip: readonly pg.QueryConfig[]): Promise<pg.QueryResult>[] {
    const sent: Promise<pg.QueryResult>[] = [];
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      // It waits for no lock, so it counts for none.
      sent.push(this.#counted({ text: this.#begin }, 0));
    }
    return [...sent, ...trip.map((query) => this.#counted(query))];
  }

  /**
   * Sends the statements one by one, none of which may wait or run beyond the deadline. While more time is left than
   * any may take, that costs nothing; later the limits are lowered before each statement.
   */
  #alone(trip: readonly pg.QueryConfig[]): Promise<pg.QueryResult> {
    const before = this.#lastAlone ?? this.#answered;
    const answer = (async () => {
      await before;
      let last: pg.QueryResult | undefined;
      for (const query of trip) {
        await this.#applyDeadline();
        last = (await Promise.all(this.#together([query]))).at(-1);
      }
      return last as pg.QueryResult;
    })();
    this.#lastAlone = answer.catch(() => {});
    return answer;
  }

  async #applyDeadline(): Promise<void> {
    const left = Math.floor(this.#endsAt - performance.now());
    if (left <= 0) throw new DeadlinePassed();
    if (left >= this.#limitMilliseconds) return;
    this.#limitMilliseconds = left;
    await Promise.all(
      this.#together([
        {
          text: `set local lock_timeout = ${Math.min(this.#limits.lockSeconds * 1_000, left)};
            set local statement_timeout = ${left};
            set local idle_in_transaction_session_timeout = ${Math.min(this.#limits.idleSeconds * 1_000, left)}`,
        },
      ]),
    );
  }

  async #counted(query: pg.QueryConfig, waits = 1): Promise<pg.QueryResult> {
    if (this.#isOver) throw new Error('The transaction of this statement is over.');
    this.#unanswered += waits;
    const answer = this.#send(query);
    const before = this.#answered;
    // The answers are dropped: a transaction may read the whole ledger.
    this.#answered = Promise.allSettled([before, answer]).then(() => undefined);
    try {
      return await answer;
    } catch (error) {
      if (!isInFailedTransaction(error)) this.#failure = error;
      throw error;
    } finally {
      this.#unanswered -= waits;
    }
  }
}

function begin({ lockSeconds, statementSeconds, idleSeconds, planCacheMode }: Limits): string {
  const statements = [
    'begin',
    `set local lock_timeout = '${lockSeconds}s'`,
    `set local statement_timeout = '${statementSeconds}s'`,
    `set local idle_in_transaction_session_timeout = '${idleSeconds}s'`,
    ...(planCacheMode === undefined ? [] : [`set local plan_cache_mode = ${planCacheMode}`]),
  ];
  return statements.join('; ');
}

const DIVISION_BY_ZERO = '22012';
const IN_FAILED_TRANSACTION = '25P02';
const NOT_COMMITTED = 'A statement had failed, so nothing is committed.';

/**
 * Fails once the transaction is older than $1 seconds. So nothing is committed after the deadline, however long the
 * statements that share a trip with the commit took, or the commit was on its way.
 */
export const DEADLINE_CHECK = statement<{ in_time: number }>(
  'in-time',
  `select 1 / (clock_timestamp() < transaction_timestamp() + make_interval(secs => $1))::int as in_time`,
);

function isInFailedTransaction(error: unknown): boolean {
  return (error as { code?: unknown }).code === IN_FAILED_TRANSACTION;
}

function refuseLate(error: unknown): never {
  const { code } = error as { code?: unknown };
  if (code === DIVISION_BY_ZERO) throw new DeadlinePassed({ cause: error });
  if (isInFailedTransaction(error)) throw new Error(NOT_COMMITTED, { cause: error });
  throw error;
}
