/**
 * Runs Prisma's calls inside a transaction of ours. A Prisma client sends its statements over the connection on
 * which the transaction is open, so that its calls and our own statements (events, idempotency) commit or vanish
 * together, under the limits that `Database.transaction` has set.
 *
 * Promises:
 * - Prisma never begins, commits or takes a connection of its own. Where it wants a transaction for one
 *   call (nested writes), that is a savepoint: a call that fails takes back all that it wrote.
 * - Its times are right whatever time zone the server prefers: the adapter writes and reads them without a
 *   zone, so the transaction is in UTC from its first call on.
 * - A call does nothing once its transaction is over. A call that nobody awaited fails, and never runs in another
 *   transaction. Where it is a nested write that has begun, nothing is committed.
 *
 * Calls follow one another; nested writes that run at once (Promise.all) are refused.
 *
 * A client takes 7 ms of CPU to make and 0.6 ms for a look-up later (in Prisma's own interactive
 * transaction: 0.5 ms), so clients are kept and lent. There are never more of them than open transactions.
 */
import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlDriverAdapter, Transaction } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { type Prisma, PrismaClient } from '../../generated/prisma/client.ts';
import { ENDS_BY_CALL } from '../internals/prisma.ts';

/** Prisma's calls that are allowed inside a transaction: all but its begin, commit and rollback. */
export type PrismaCalls = Prisma.TransactionClient;

export interface Loan {
  readonly prisma: PrismaCalls;
  /**
   * Takes the client back. It is called before the transaction ends, and may be called again.
   *
   * @returns whether a nested write is half-way, so that a commit would keep the part that is written
   */
  end(): { isHalfWritten: boolean };
}

type Run = (statement: pg.QueryConfig) => Promise<pg.QueryResult>;

export class PrismaBridge {
  readonly #idle: BoundClient[] = [];

  /** @param run sends a statement on the connection of the open transaction */
  lend(run: Run): Loan {
    const client = this.#idle.pop() ?? new BoundClient();
    let calls = 0;
    let isOver = false;
    let isHalfWritten = false;
    client.bind(run);
    const prisma = client.prisma.$extends({
      query: {
        async $allOperations({ args, query }) {
          if (isOver) throw new Error(OVER);
          calls += 1;
          try {
            return await query(args);
          } finally {
            calls -= 1;
          }
        },
      },
    });
    return {
      prisma: prisma as unknown as PrismaCalls,
      end: () => {
        if (isOver) return { isHalfWritten };
        isOver = true;
        isHalfWritten = client.isInSavepoint;
        client.bind(undefined);
        // A client with an unfinished call is not lent again.
        if (calls === 0) this.#idle.push(client);
        return { isHalfWritten };
      },
    };
  }
}

let loading: Promise<void> | undefined;

/**
 * Loads Prisma's engine, once for a process. It takes 0.3 s of a processor, and several times that on a busy machine: a
 * transaction that waited for it would be ended by the server, since it is idle for as long.
 */
export function loadPrisma(): Promise<void> {
  loading ??= (async () => {
    const client = new BoundClient();
    client.bind(async () => ({ rows: [{ schema: 'public' }] }) as pg.QueryResult);
    await client.prisma.$connect();
  })();
  return loading;
}

const OVER = 'The transaction of this call is over: every call is awaited inside of it.';
const IDENTITY = { provider: 'postgres', adapterName: '@prisma/adapter-pg' } as const;

/** A Prisma client whose only connection is that of the transaction it is bound to. */
class BoundClient {
  readonly prisma: PrismaClient;
  #run: Run | undefined;
  #isUtc = false;
  #isInSavepoint = false;
  /** The statement before, which is awaited since the adapter runs one at a time. */
  #last: Promise<unknown> = Promise.resolve();

  constructor() {
    this.prisma = new PrismaClient({ adapter: { ...IDENTITY, connect: () => this.#adapter() } });
  }

  get isInSavepoint(): boolean {
    return this.#isInSavepoint;
  }

  bind(run: Run | undefined): void {
    this.#run = run;
    this.#isUtc = false;
    this.#isInSavepoint = false;
  }

  /** Prisma's own adapter, which knows how values are written and read, over a pool of our one connection. */
  async #adapter(): Promise<SqlDriverAdapter> {
    const pool = new pg.Pool();
    pool.query = ((statement: pg.QueryConfig) => this.#send(statement)) as pg.Pool['query'];
    pool.connect = () => Promise.reject(new Error('A transaction has one connection.'));
    // Prisma writes the schema before each table; unless it is told, that is `public`.
    const { rows } = await this.#now({ text: 'select current_schema() as schema' });
    const adapter = await new PrismaPg(pool, { schema: rows[0].schema }).connect();
    return Object.assign(adapter, { startTransaction: () => this.#savepoint(adapter) });
  }

  async #savepoint(adapter: SqlDriverAdapter): Promise<Transaction> {
    if (this.#isInSavepoint) throw new Error('Nested writes in a transaction follow one another.');
    this.#isInSavepoint = true;
    await this.#send({ text: 'savepoint nested_writes' });
    const leave = async (text: string) => {
      await this.#send({ text });
      this.#isInSavepoint = false;
    };
    return {
      ...IDENTITY,
      options: ENDS_BY_CALL,
      commit: () => leave('release savepoint nested_writes'),
      rollback: () => leave('rollback to savepoint nested_writes; release savepoint nested_writes'),
      queryRaw: (query) => adapter.queryRaw(query),
      executeRaw: (query) => adapter.executeRaw(query),
    };
  }

  async #send(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    const before = this.#last;
    const sent = (async () => {
      await before;
      if (!this.#isUtc) await this.#now({ text: `set local time zone 'UTC'` });
      this.#isUtc = true;
      return this.#now(statement);
    })();
    this.#last = sent.catch(() => {});
    return sent;
  }

  #now(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    if (this.#run === undefined) throw new Error(OVER);
    return this.#run(statement);
  }
}
