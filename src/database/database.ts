import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../../generated/prisma/client.ts';

// About eight busy connections are best on two cores (DESIGN.md, section 7). The rest lets reads pass
// while posting batches wait for levels that somebody else has locked.
const CONNECTIONS_MAX = 14;
const CONNECT_TIMEOUT_MILLISECONDS = 5_000;

/** The longest that a transaction of the service may live. */
export const TRANSACTION_SECONDS_MAX = 10;
/** The longest that one of its statements may run. */
export const STATEMENT_SECONDS_MAX = TRANSACTION_SECONDS_MAX - 1;
/** How long a statement waits for a lock before the caller is told to try again. */
export const LOCK_SECONDS_MAX = 4;

/**
 * How long the server's answer to a statement is waited for. Longer than the server works on any, so that
 * it is over only where the network has gone silent; the pool would wait for that without a bound.
 */
const ANSWER_SECONDS_MAX = TRANSACTION_SECONDS_MAX + 2;

interface Limits {
  readonly lockSeconds: number;
  readonly statementSeconds: number;
  readonly idleSeconds: number;
}

const USUAL: Limits = {
  lockSeconds: LOCK_SECONDS_MAX,
  statementSeconds: STATEMENT_SECONDS_MAX,
  idleSeconds: TRANSACTION_SECONDS_MAX,
};
const LONG: Limits = { lockSeconds: 60, statementSeconds: 600, idleSeconds: 60 };

function begin({ lockSeconds, statementSeconds, idleSeconds }: Limits): string {
  return `begin;
    set local lock_timeout = '${lockSeconds}s';
    set local statement_timeout = '${statementSeconds}s';
    set local idle_in_transaction_session_timeout = '${idleSeconds}s'`;
}

/** A statement with a name is prepared once per connection, unless a pooler forbids it. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export interface Queryable {
  // biome-ignore lint/suspicious/noExplicitAny: rows are what the statement selects
  query<Row = any>(statement: Statement, values: unknown[]): Promise<Row[]>;
}

/** An open transaction; it is passed, never reached for. */
export type Transaction = Queryable;

/**
 * One pool for everything: prepared statements where each microsecond counts, Prisma for ordinary queries.
 * int8 arrives as a number (every stored one is at most 2^53 - 1, but for ledger_entry.seq, which is read
 * as text), dates and timestamps as the text that the statement makes of them.
 */
export class Database implements Queryable {
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
  readonly #prepared: boolean;
  readonly #answerSeconds: number;

  constructor(
    url: string,
    options: {
      preparedStatements: boolean;
      onIdleError?: (error: Error) => void;
      answerSeconds?: number;
    },
  ) {
    this.#prepared = options.preparedStatements;
    this.#answerSeconds = options.answerSeconds ?? ANSWER_SECONDS_MAX;
    this.pool = new pg.Pool({
      connectionString: url,
      max: CONNECTIONS_MAX,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MILLISECONDS,
      application_name: 'pharmacy-service',
      query_timeout: this.#answerSeconds * 1000,
      keepAlive: true,
    });
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    this.pool.on('error', (error) => options.onIdleError?.(error));
    this.prisma = new PrismaClient({ adapter: new PrismaPg(this.pool) });
  }

  // biome-ignore lint/suspicious/noExplicitAny: rows are what the statement selects
  async query<Row = any>(statement: Statement, values: unknown[]): Promise<Row[]> {
    const result = await this.pool.query(this.#config(statement, values));
    return result.rows as Row[];
  }

  /**
   * Runs `work` in one READ COMMITTED transaction with bounded waits. Nothing is retried here.
   * `long` is for the operator's bulk work; `lockSeconds` shortens the wait for each lock.
   */
  async transaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
    { long = false, ...limits }: { long?: boolean; lockSeconds?: number } = {},
  ): Promise<Result> {
    const answerSeconds = long ? LONG.statementSeconds + this.#answerSeconds : this.#answerSeconds;
    const wait = { query_timeout: answerSeconds * 1000 };
    const client = await this.pool.connect();
    let broken: Error | undefined;
    // While a client is checked out the pool does not listen for its errors.
    const onError = (error: Error) => {
      broken = error;
    };
    client.on('error', onError);
    try {
      await client.query({ text: begin({ ...(long ? LONG : USUAL), ...limits }), ...wait });
      const result = await work({
        query: async (statement, values) =>
          (await client.query({ ...this.#config(statement, values), ...wait })).rows,
      });
      await client.query({ text: 'commit', ...wait });
      return result;
    } catch (error) {
      // On a lost connection a rollback would wait for an answer that may never come.
      if (failureKind(error) === 'lost') broken ??= error as Error;
      else {
        await client.query({ text: 'rollback', ...wait }).catch((failure: Error) => {
          broken ??= failure;
        });
      }
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  async close(): Promise<void> {
    await this.prisma.$disconnect();
    await this.pool.end();
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
const asText = new Set([DATE, TIMESTAMPTZ, NUMERIC]);

/** Per query and not global, since Prisma shares the pool and has parsers of its own. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') => {
    if (oid === INT8) return safeInteger;
    if (asText.has(oid)) return (value: string) => value;
    return pg.types.getTypeParser(oid, format as 'text');
  }) as pg.CustomTypesConfig['getTypeParser'],
};

function safeInteger(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number))
    throw new RangeError('An int8 beyond 2^53 - 1 was read as a number.');
  return number;
}

/** How timestamps leave the database: UTC, six fraction digits, `Z`; such texts compare as the times do. */
export function timestampText(expression: string): string {
  return `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** How dates leave the database, whatever DateStyle its server or its administrator prefers. */
export function dateText(expression: string): string {
  return `to_char(${expression}, 'YYYY-MM-DD')`;
}

/** What a failed statement means to the caller of a transaction. */
export type FailureKind = 'lost' | 'conflict' | 'lock_timeout' | 'other';

const LOST = /^(08...|57P0[1-5]|53300|25P0[34])$/;
const LOST_SOCKET = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const LOST_MESSAGE =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|not queryable|query read timeout/i;
const CONFLICTS = new Set(['23505', '40001', '40P01']);

/**
 * `lost`: the connection broke, so whether a commit happened is not known. `conflict`: a unique key, a
 * deadlock or a serialisation failure; fresh reads decide anew. `lock_timeout`: somebody held a lock, or a
 * statement ran, for too long.
 */
export function failureKind(error: unknown): FailureKind {
  if (!(error instanceof Error)) return 'other';
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string') {
    if (LOST.test(code) || LOST_SOCKET.has(code)) return 'lost';
    if (CONFLICTS.has(code)) return 'conflict';
    if (code === '55P03' || code === '57014') return 'lock_timeout';
  }
  return LOST_MESSAGE.test(error.message) ? 'lost' : 'other';
}
