// What reads cost: the rows that the plans of their statements touch, as the service's reader plans them.
import pg from 'pg';
import { expect } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { readerUrl } from '../../src/database/migrate.ts';
import type { Statement } from '../../src/database/statement.ts';
import { readsOf, type TestDatabase } from './database.ts';

/** As a plan is made for the values of a call, and as one is kept for any. */
const PLAN_MODES = ['force_custom_plan', 'force_generic_plan'] as const;

/** Of EXPLAIN (analyze, format json), as far as it is read here. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

export class Reader {
  readonly #database: Database;
  readonly #client: pg.Client;

  static async connect(db: TestDatabase): Promise<Reader> {
    const client = new pg.Client({ connectionString: await readerUrl(db.ownerUrl) });
    await client.connect();
    return new Reader(readsOf(db.database), client);
  }

  private constructor(database: Database, client: pg.Client) {
    this.#database = database;
    this.#client = client;
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  /**
   * Runs a read and explains each of its statements in both ways.
   *
   * @returns the rows that the scans of its dearest plans touched, in all its statements, and its answer
   */
  async costOf<Answer>(
    read: (services: { database: Database }) => Promise<Answer>,
  ): Promise<{ rows: number; answer: Answer }> {
    let rows = 0;
    const query = async (statement: Statement, values: unknown[]) => {
      rows += await this.#rowsTouched(statement, values);
      return this.#database.query(statement, values);
    };
    const isSetting = ({ text }: Statement) => text.startsWith('set ');
    const tx = {
      query: async (statement: Statement, values: unknown[]) =>
        isSetting(statement) ? [] : query(statement, values),
    };
    const transaction = (work: (tx: unknown) => Promise<unknown>) => work(tx);
    const answer = await read({ database: { query, transaction } as unknown as Database });
    return { rows, answer };
  }

  async #rowsTouched({ text }: Statement, values: unknown[]): Promise<number> {
    const literals = values.map((value) =>
      value === null || value === undefined ? 'null' : pg.escapeLiteral(prepared(value)),
    );
    const touched: number[] = [];
    for (const mode of PLAN_MODES) {
      await this.#client.query(`set plan_cache_mode = ${mode}`);
      await this.#client.query(`prepare explained as ${text}`);
      const { rows } = await this.#client.query(
        `explain (analyze, format json) execute explained ${literals.length ? `(${literals})` : ''}`,
      );
      await this.#client.query('deallocate explained');
      const [row] = rows as { 'QUERY PLAN': readonly [{ Plan: PlanNode }] }[];
      const [{ Plan: plan }] = row?.['QUERY PLAN'] ?? expect.fail('no plan came');
      touched.push(scannedBy(plan));
    }
    return Math.max(...touched);
  }
}

function prepared(value: unknown): string {
  return Array.isArray(value)
    ? `{${value.map((one) => JSON.stringify(one)).join(',')}}`
    : String(value);
}

/** Rows that scans gave and threw away, over all loops. */
function scannedBy(node: PlanNode): number {
  const own = node['Node Type'].includes('Scan')
    ? node['Actual Loops'] *
      (node['Actual Rows'] +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0))
    : 0;
  return (node.Plans ?? []).reduce((rows, child) => rows + scannedBy(child), own);
}
