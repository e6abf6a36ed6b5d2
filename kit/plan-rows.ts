// What a statement costs, by its plan: the rows that its scans touched, kept or not.
import pg from 'pg';
import type { Database, Queryable } from '../src/database/database.ts';
import type { Statement } from '../src/database/statement.ts';

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

interface Explained {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: PlanNode; readonly 'Execution Time': number }];
}

export interface PlanCost {
  /** That scans read of tables, and of indexes for bitmaps, those that they threw away among them. */
  rows: number;
  /** That sorts took in. */
  sorted: number;
  milliseconds: number;
}

/** What a statement is planned and run with. */
type Acting = NonNullable<Parameters<Database['transaction']>[1]>;

type Explaining = Pick<Database, 'query' | 'actingFor' | 'transaction'>;

/**
 * Runs a read with a database that explains each statement before it runs, and answers what all of them cost.
 *
 * @param plans as for the values that are asked for, or for any, as a statement that is used often is planned
 */
export async function costOf(
  db: Pick<Database, 'transaction'>,
  plans: 'custom' | 'generic',
  read: (explaining: Explaining) => Promise<unknown>,
): Promise<PlanCost> {
  const cost: PlanCost = { rows: 0, sorted: 0, milliseconds: 0 };
  const queryAs = (acting: Acting) => (statement: Statement, values: unknown[]) =>
    db.transaction(async (tx) => {
      const { text } = statement;
      const run = <Row>(sql: string) => tx.query({ name: '', text: sql } as Statement<Row>, []);
      await run(`set local plan_cache_mode = force_${plans}_plan`);
      await run(`prepare costed as ${text}`);
      const given = values.length === 0 ? '' : `(${values.map(literalOf).join(', ')})`;
      const execute = `execute costed ${given}`;
      const [row] = await run<Explained>(`explain (analyze, format json) ${execute}`);
      await run('deallocate costed');
      const plan = row?.['QUERY PLAN'][0];
      if (plan === undefined) throw new Error('No plan came.');
      add(cost, plan.Plan);
      cost.milliseconds += plan['Execution Time'];
      return tx.query(statement, values);
    }, acting);
  // Of a read's transaction every statement has one of its own here: nothing else changes what it reads.
  const transaction = (work: (tx: Queryable) => Promise<unknown>, acting: Acting = {}) =>
    work({
      query: async (statement, values) =>
        (statement.text.startsWith('set ')
          ? []
          : await queryAs(acting)(statement, values)) as never[],
    });
  const actingFor = (organizationId: string) => ({ query: queryAs({ actingFor: organizationId }) });
  await read({ query: queryAs({}), actingFor, transaction } as Explaining);
  return cost;
}

/** The rows that a read touches at most, planned for its values and for any. */
export async function touchedRows(
  db: Pick<Database, 'transaction'>,
  read: (explaining: Explaining) => Promise<unknown>,
): Promise<number> {
  const custom = await costOf(db, 'custom', read);
  const generic = await costOf(db, 'generic', read);
  return Math.max(custom.rows, generic.rows);
}

/** The rows that the scans of a plan read, kept or not. */
export function scannedRows(plan: PlanNode): number {
  const cost: PlanCost = { rows: 0, sorted: 0, milliseconds: 0 };
  add(cost, plan);
  return cost.rows;
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (!Array.isArray(value)) return pg.escapeLiteral(String(value));
  return pg.escapeLiteral(`{${value.map((one) => JSON.stringify(one)).join(',')}}`);
}

function add(cost: PlanCost, node: PlanNode): void {
  const children = node.Plans ?? [];
  const touched =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  // A subquery's rows were counted where they were scanned.
  const isScan =
    node['Node Type'].endsWith('Scan') && !/^(Subquery|Function|CTE) /.test(node['Node Type']);
  if (isScan) cost.rows += touched * node['Actual Loops'];
  if (/Sort$/.test(node['Node Type'])) {
    cost.sorted += children.reduce(
      (rows, child) => rows + child['Actual Rows'] * child['Actual Loops'],
      0,
    );
  }
  for (const child of children) add(cost, child);
}
