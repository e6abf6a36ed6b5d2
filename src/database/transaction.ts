// One transaction on one connection: its statements, the time that it may take, and its end.
//
// A trip to the server and back costs more than most statements do, so they share trips: the beginning goes
// with the first statement, what is asked for in one turn goes together, and what is left for the end goes
// with the commit. The server runs them one after another all the same, each with a snapshot of its own, and
// after one that fails nothing is done and nothing committed.
import type pg from 'pg';
import { statement } from './statement.ts';

export interface Limits {
  readonly lockSeconds: number;
  readonly statementSeconds: number;
  readonly idleSeconds: number;
  /** How its statements are planned, where that is not as the role says. */
  readonly planCacheMode?: 'auto';
}

type Send = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

/** A transaction whose time was over before its next statement; as if that had been cancelled. */
class OutOfTime extends Error {
  readonly code = '57014';

  constructor(options?: ErrorOptions) {
    super('The transaction has taken too long.', options);
  }
}

export class PipelinedTransaction {
  readonly #send: Send;
  readonly #limits: Limits;
  readonly #begin: string;
  /** Fails where the time is over; none where it never is. */
  readonly #inTime: pg.QueryConfig | undefined;
  readonly #endsAt: number;
  #limitMilliseconds: number;
  #hasBegun = false;
  /** What is asked for afterwards would land in the transaction of whoever has the connection next. */
  #isOver = false;
  /** For the end, or the next statement. */
  #deferred: pg.QueryConfig[] = [];
  #unanswered = 0;
  /** All that was sent, each answered or failed. */
  #answered: Promise<unknown> = Promise.resolve();
  /** There once statements no longer share trips: the last of them. */
  #lastAlone: Promise<unknown> | undefined;

  /**
   * @param seconds that it may take as a whole
   * @param inTime DEADLINE_CHECK, where that is finite
   * @param acting what says for whom it acts, where it does for anybody from the beginning
   */
  constructor(
    send: Send,
    {
      limits,
      seconds,
      inTime,
      acting,
    }: { limits: Limits; seconds: number; inTime?: pg.QueryConfig; acting?: string },
  ) {
    this.#send = send;
    this.#limits = limits;
    this.#begin = [begin(limits), ...(acting === undefined ? [] : [acting])].join(';\n    ');
    this.#inTime = inTime;
    this.#endsAt = performance.now() + seconds * 1_000;
    this.#limitMilliseconds = limits.statementSeconds * 1_000;
  }

  run(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const trip = [...this.#deferred.splice(0), query];
    if (!this.#mayShare(trip.length)) return this.#alone(trip);
    return Promise.all(this.#together(trip)).then((results) => results.at(-1) as pg.QueryResult);
  }

  defer(query: pg.QueryConfig): void {
    this.#deferred.push(query);
  }

  /**
   * @param onSent is told when the commit is on its way: from then on only its answer says how it ended
   * @throws the first failure of a statement that was left for the end, or what broke the commit
   */
  async commit(onSent: () => void): Promise<void> {
    const trip = this.#deferred.splice(0);
    if (trip.length === 0 && !this.#hasBegun) {
      this.#isOver = true;
      return;
    }
    if (!this.#mayShare(trip.length)) {
      if (trip.length > 0) await this.#alone(trip);
      await this.#beInTime();
      trip.length = 0;
    }
    const sent = this.#together(trip);
    const inTime = this.#inTime && this.#counted(this.#inTime).catch(refuseLate);
    const commit = this.#counted({ text: 'commit' });
    this.#isOver = true;
    onSent();
    const ends = await Promise.allSettled([...sent, inTime, commit]);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    // What the server answers to a commit after a statement that failed.
    if ((await commit).command === 'ROLLBACK') throw new Error(NOT_COMMITTED);
  }

  async rollback(): Promise<void> {
    this.#isOver = true;
    if (this.#hasBegun) await this.#send({ text: 'rollback' });
  }

  /** Whether there is time for so many more, though each of them may have to wait for a lock. */
  #mayShare(more: number): boolean {
    const left = this.#endsAt - performance.now();
    const waits = (this.#unanswered + more) * this.#limits.lockSeconds * 1_000;
    return this.#lastAlone === undefined && left >= Math.max(waits, this.#limitMilliseconds);
  }

  #together(trip: readonly pg.QueryConfig[]): Promise<pg.QueryResult>[] {
    const sent: Promise<pg.QueryResult>[] = [];
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      // It waits for nobody.
      sent.push(this.#counted({ text: this.#begin }, 0));
    }
    return [...sent, ...trip.map((query) => this.#counted(query))];
  }

  /**
   * One deadline for all, which must hold before each: a statement may not wait or run beyond it. While more
   * time is left than any may take, that costs nothing; later each has its limits set before it.
   */
  #alone(trip: readonly pg.QueryConfig[]): Promise<pg.QueryResult> {
    const before = this.#lastAlone ?? this.#answered;
    const answer = (async () => {
      await before;
      let last: pg.QueryResult | undefined;
      for (const query of trip) {
        await this.#beInTime();
        last = (await Promise.all(this.#together([query]))).at(-1);
      }
      return last as pg.QueryResult;
    })();
    this.#lastAlone = answer.catch(() => {});
    return answer;
  }

  async #beInTime(): Promise<void> {
    const left = Math.floor(this.#endsAt - performance.now());
    if (left <= 0) throw new OutOfTime();
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
    // What was answered is not kept: a transaction may read the whole ledger.
    this.#answered = Promise.allSettled([before, answer]).then(() => undefined);
    try {
      return await answer;
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
 * Fails where the time is over, of so many seconds: nothing is committed later, however long the statements that
 * share a trip with the commit took, or the commit was on its way.
 */
export const DEADLINE_CHECK = statement<{ in_time: number }>(
  'in-time',
  `select 1 / (clock_timestamp() < transaction_timestamp() + make_interval(secs => $1))::int as in_time`,
);

function refuseLate(error: unknown): never {
  const { code } = error as { code?: unknown };
  if (code === DIVISION_BY_ZERO) throw new OutOfTime({ cause: error });
  if (code === IN_FAILED_TRANSACTION) throw new Error(NOT_COMMITTED, { cause: error });
  throw error;
}
