import pg from 'pg';
import { HalfOpenWatch } from '../hosts/half-open.ts';
import { Primary } from '../hosts/primary.ts';
import { connectAs, DescribedOnce, queryOnce, sendTogether } from '../internals/pg.ts';
import { urlsOfHosts } from '../lib/hosts.ts';
import { countPoolWait, type PoolLabels, watchPool } from '../telemetry/metrics.ts';
import { tracer } from '../telemetry/tracing.ts';
import { ReadBatches } from './batched-reads.ts';
import { countFailure, failureKind } from './failures.ts';
import { actLocally } from './row-security.ts';
import { refuseUnconfirmed } from './standby.ts';
import type { Statement } from './statement.ts';
import { DEADLINE_CHECK, type Limits, PipelinedTransaction } from './transaction.ts';

// About eight busy connections are best on two cores. The rest keeps other work going while posting batches wait
// for levels that another transaction has locked.
const CONNECTIONS = 14;
const CONNECT_TIMEOUT_MILLISECONDS = 5_000;

/** The longest that a transaction of the service may live. */
export const TRANSACTION_SECONDS_MAX = 10;
/** The longest that one of its statements may run. */
export const STATEMENT_SECONDS_MAX = TRANSACTION_SECONDS_MAX - 1;
/** The longest that a statement of a read may run. */
export const READ_SECONDS_MAX = 3;
/** How long a statement waits for a lock; then the caller is answered that it may try again. */
export const LOCK_SECONDS_MAX = 4;

/**
 * How long a transaction of the service may stay idle. It is shorter than the wait for a lock: when the network loses
 * this process in the middle of a transaction, the server ends it while others still wait for its locks.
 */
const IDLE_SECONDS_MAX = LOCK_SECONDS_MAX - 1;

/**
 * How long the driver waits for the answer to a statement. The server works on none for so long, so this ends only
 * where the network has gone silent; the pool would wait for that without a bound.
 */
const ANSWER_SECONDS_MAX = TRANSACTION_SECONDS_MAX + 2;

const DEFAULT_LIMITS: Limits = {
  lockSeconds: LOCK_SECONDS_MAX,
  statementSeconds: STATEMENT_SECONDS_MAX,
  idleSeconds: IDLE_SECONDS_MAX,
};
const LONG_LIMITS: Limits = {
  lockSeconds: 60,
  statementSeconds: 600,
  idleSeconds: 60,
  // Each statement is planned for its values: a verification of one organization must not walk the rows of all.
  planCacheMode: 'auto',
};

interface TransactionOptions {
  long?: boolean;
  lockSeconds?: number;
  actingFor?: string;
  /** The deadline of a transaction that may also be idle for so long: it waits for what takes its rows. */
  seconds?: number;
}

export interface Queryable {
  query<Row>(statement: Statement<Row>, values: unknown[]): Promise<Row[]>;
}

/** The part of a Database that reads rows which belong to organizations. */
export type ActingReader = Pick<Database, 'actingFor'>;

/** An open transaction. It is passed as an argument; no module keeps one. */
export interface Transaction extends Queryable {
  /**
   * Defers a statement whose rows no one needs: it is sent with the commit, in one trip, or with the next query
   * if there is one. When it fails, the transaction fails.
   */
  defer(statement: Statement, values: unknown[]): void;
}

/**
 * One pool and its statements and transactions.
 * int8 arrives as a number (every stored one is at most 2^53 - 1, but for ledger_entry.seq, which is read
 * as text), dates and timestamps as the text that the statement makes of them.
 */
export class Database implements Queryable {
  readonly pool: pg.Pool;
  /** Writes a line to the log. */
  readonly warn: (line: string) => void;
  readonly #batches = new ReadBatches((statement, values) => this.#traced(statement, values));
  readonly #prepared: boolean;
  readonly #answerSeconds: number;
  /** The limits of its transactions that are not `long`. */
  readonly limits: Limits;
  readonly #transactionSeconds: number;
  /** Undefined where the url names one host. */
  readonly #primary: Primary | undefined;
  readonly #halfOpen: HalfOpenWatch;
  /** Set where no other pool shares it; it is closed with this pool. */
  readonly #ownPrimary: Primary | undefined;

  constructor(
    url: string,
    options: {
      preparedStatements: boolean;
      /** The largest number of connections that the pool opens. */
      connections?: number;
      /** The longest that a statement may run in a transaction that is not `long`. */
      statementSeconds?: number;
      onIdleError?: (error: Error) => void;
      /** The labels of the pool's metrics; without them there are none. */
      labels?: PoolLabels;
      warn?: (line: string) => void;
      answerSeconds?: number;
      transactionSeconds?: number;
      /** Given where several pools share one watch over the hosts that the url names. */
      primary?: Primary | undefined;
      /** Finds the role to connect as, where the url has none yet. */
      findRole?: FindRole | undefined;
    },
  ) {
    const [host, ...others] = urlsOfHosts(url);
    if (others.length > 0 && options.primary === undefined) {
      this.#ownPrimary = new Primary(url, options.warn);
    }
    this.#primary = options.primary ?? this.#ownPrimary;
    this.#prepared = options.preparedStatements;
    this.warn = options.warn ?? (() => {});
    this.limits = {
      ...DEFAULT_LIMITS,
      statementSeconds: options.statementSeconds ?? STATEMENT_SECONDS_MAX,
    };
    this.#answerSeconds = options.answerSeconds ?? ANSWER_SECONDS_MAX;
    this.#transactionSeconds = options.transactionSeconds ?? TRANSACTION_SECONDS_MAX;
    const Followed = this.#primary?.clients() ?? pg.Client;
    const Client = options.findRole ? actingAs(Followed, options.findRole) : Followed;
    this.pool = new pg.Pool({
      connectionString: host,
      Client,
      max: options.connections ?? CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MILLISECONDS,
      application_name: 'pharmacy-service',
      query_timeout: this.#answerSeconds * 1000,
      keepAlive: true,
      // A client sends each statement at once and does not wait for the answer to the one before.
      pipeline: true,
    });
    this.#halfOpen = new HalfOpenWatch(
      this.pool,
      (config) => new Client({ ...config, connectionString: host }),
    );
    if (options.labels !== undefined) countWaits(options.labels, this.pool);
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    this.pool.on('error', (error) => {
      this.#primary?.suspect();
      options.onIdleError?.(error);
    });
    // A connection that breaks between two borrowers, in the packet of the last answer, has no other listener;
    // the next borrower finds it broken.
    this.pool.on('connect', (client) => {
      client.on('error', () => {});
      refuseUnconfirmed(client, this.warn);
    });
  }

  async query<Row>(statement: Statement<Row>, values: unknown[]): Promise<Row[]> {
    return this.#batches.query(statement, values) ?? this.#traced(statement, values);
  }

  #traced<Row>(statement: Statement<Row>, values: unknown[]): Promise<Row[]> {
    const traced = tracer()?.query(statement.name, () => this.#query(statement, values));
    return traced ?? this.#query(statement, values);
  }

  async #query<Row>(statement: Statement<Row>, values: unknown[]): Promise<Row[]> {
    try {
      const query = new DescribedOnce(this.#config(statement, values));
      const result = await (this.pool.query(query) as unknown as Promise<pg.QueryResult>);
      return result.rows as Row[];
    } catch (error) {
      countFailure(error);
      if (failureKind(error) === 'lost') this.#primary?.suspect();
      throw error;
    }
  }

  /**
   * Reads as acting for one organization: row-level security (row-security.ts) hides the rows of others. This is
   * the one way to read such rows outside a transaction. Each statement is one round trip, and a transaction.
   */
  actingFor(organizationId: string): Queryable {
    const begin = { text: `begin; ${actLocally([organizationId])}` };
    return {
      query: async <Row>(statement: Statement<Row>, values: unknown[]) => {
        const read = this.#config(statement, values);
        const trip = [begin, read, { text: 'commit' }];
        const traced = tracer()?.query(statement.name, () => this.#inOneTrip(trip));
        const [, result] = await (traced ?? this.#inOneTrip(trip));
        return result?.rows as Row[];
      },
    };
  }

  /** Sends a whole transaction at once. After a statement that fails the server runs nothing more of it. */
  #inOneTrip(queries: readonly pg.QueryConfig[]): Promise<pg.QueryResult[]> {
    return this.#withClient(async (client) => {
      sendTogether(client);
      const ends = await Promise.allSettled(queries.map((query) => queryOnce(client, query)));
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
      return ends.map((end) => (end as PromiseFulfilledResult<pg.QueryResult>).value);
    });
  }

  /**
   * Lends a connection, and gives it back to the pool unless it broke.
   *
   * @param work receives a function to report that the connection is broken, so that the pool drops it
   */
  async #withClient<Result>(
    work: (client: pg.PoolClient, isBroken: (failure: Error) => void) => Promise<Result>,
  ): Promise<Result> {
    const client = await this.pool.connect().catch((error) => {
      countFailure(error);
      this.#primary?.suspect();
      throw error;
    });
    let broken: Error | undefined;
    const isBroken = (failure: Error) => {
      this.#primary?.suspect();
      broken ??= failure;
    };
    // While a client is checked out the pool does not listen for its errors.
    client.on('error', isBroken);
    try {
      return await work(client, isBroken);
    } catch (error) {
      countFailure(error);
      if (failureKind(error) === 'lost') isBroken(error as Error);
      throw error;
    } finally {
      client.off('error', isBroken);
      client.release(broken);
    }
  }

  /**
   * Runs `work` in one READ COMMITTED transaction that has one deadline, however many of its statements wait.
   * This method runs it once; run-transaction.ts tries again.
   * `long` is for the operator's bulk work; `lockSeconds` shortens the wait for each lock; `actingFor` is the
   * organization whose rows it is about.
   */
  async transaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
    options: TransactionOptions = {},
  ): Promise<Result> {
    const traced = tracer()?.transaction(() => this.#transact(work, options));
    return traced ?? this.#transact(work, options);
  }

  async #transact<Result>(
    work: (tx: Transaction) => Promise<Result>,
    { long = false, actingFor, seconds: asked, ...limits }: TransactionOptions,
  ): Promise<Result> {
    const answerSeconds = long
      ? LONG_LIMITS.statementSeconds + this.#answerSeconds
      : this.#answerSeconds;
    const wait = { query_timeout: answerSeconds * 1000 };
    const acting = actingFor === undefined ? {} : { acting: actLocally([actingFor]) };
    const seconds = long ? Number.POSITIVE_INFINITY : (asked ?? this.#transactionSeconds);
    const idle = asked === undefined ? {} : { idleSeconds: asked };
    const limit = { ...(long ? LONG_LIMITS : this.limits), ...idle, ...limits };
    limit.statementSeconds = Math.min(limit.statementSeconds, seconds - 1);
    return this.#withClient(async (client, isBroken) => {
      const send = (query: pg.QueryConfig) => {
        sendTogether(client);
        return queryOnce(client, { ...query, ...wait });
      };
      const pipelined = new PipelinedTransaction(send, {
        limits: limit,
        seconds,
        ...acting,
        ...(long ? {} : { deadlineCheck: this.#config(DEADLINE_CHECK, [seconds]) }),
      });
      let isCommitSent = false;
      try {
        const result = await work({
          query: async (statement, values) =>
            (await pipelined.run(this.#config(statement, values))).rows,
          defer: (statement, values) => pipelined.defer(this.#config(statement, values)),
        });
        await pipelined.commit(() => {
          isCommitSent = true;
        });
        return result;
      } catch (error) {
        // On a lost connection a rollback would wait for an answer that may never come.
        if (failureKind(error) !== 'lost') await pipelined.rollback().catch(isBroken);
        else if (isCommitSent) unansweredCommits.add(error as Error);
        throw error;
      }
    });
  }

  async close(): Promise<void> {
    await this.pool.end();
    this.#halfOpen.close();
    this.#ownPrimary?.close();
  }

  #config(statement: Statement, values: unknown[]): pg.QueryConfig {
    return {
      ...(this.#prepared ? { name: statement.name } : {}),
      text: statement.text,
      values,
      types: TYPES,
    };
  }
}

const INT8 = 20;
const NUMERIC = 1700;
const DATE = 1082;
const TIMESTAMPTZ = 1184;
const AS_TEXT = new Set([DATE, TIMESTAMPTZ, NUMERIC]);

/** The parsers are set per query and not globally, since Prisma shares the connections and has its own. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') => {
    if (oid === INT8) return safeInteger;
    if (AS_TEXT.has(oid)) return (value: string) => value;
    return pg.types.getTypeParser(oid, format as 'text');
  }) as pg.CustomTypesConfig['getTypeParser'],
};

function safeInteger(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number))
    throw new RangeError('An int8 beyond 2^53 - 1 was read as a number.');
  return number;
}

/** Timestamps leave the database in UTC with six fraction digits and `Z`; such texts compare as the times do. */
export function timestampText(expression: string): string {
  return `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** Dates leave the database as YYYY-MM-DD, whatever DateStyle its server or its administrator prefers. */
export function dateText(expression: string): string {
  return `to_char(${expression}, 'YYYY-MM-DD')`;
}

const unansweredCommits = new WeakSet<object>();

/**
 * Whether a transaction that failed may have committed all the same: its commit was sent, and no answer came.
 * Where the commit was never sent, the server has committed nothing.
 */
export function mayHaveCommitted(error: unknown): boolean {
  return unansweredCommits.has(error as object);
}

/** Measures a pool: how long a caller waits for a connection where none is idle. */
export function countWaits(labels: PoolLabels, pool: pg.Pool): void {
  watchPool(labels, () => pool);
  const connect = pool.connect.bind(pool) as (callback?: Callback) => Promise<pg.PoolClient>;
  // The pool's own `query` calls it too, with a callback.
  pool.connect = ((callback?: Callback) => {
    if (pool.idleCount > 0) return connect(callback);
    const startedAt = performance.now();
    const count = () => countPoolWait(labels, startedAt);
    if (callback === undefined) return connect().finally(count);
    return connect((...given) => {
      count();
      callback(...given);
    });
  }) as typeof pool.connect;
}

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: unknown) => void,
) => void;

/**
 * The role of a database that did not answer when the process started. The service connects as a role whose name and
 * password are in the database, so it learns them when the database answers for the first time.
 */
export interface LoginRole {
  readonly user: string;
  readonly password: string;
}

export type FindRole = () => Promise<LoginRole>;

/** Makes a client class whose connections are opened as the role that is found, once it is known. */
function actingAs(Client: typeof pg.Client, findRole: FindRole): typeof pg.Client {
  return class extends Client {
    /** The pool calls it with a callback, and so does half-open.ts. */
    override connect(callback?: (...ends: never[]) => void): Promise<never> {
      const onEnd = callback as (error?: Error) => void;
      findRole().then((role) => {
        connectAs(this, role);
        super.connect(onEnd);
      }, onEnd);
      return undefined as never;
    }
  };
}
