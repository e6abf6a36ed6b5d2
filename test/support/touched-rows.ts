// What a list reads: the rows that its plan takes from tables and indexes.
import type { Database } from '../../src/database/database.ts';
import type { Statement } from '../../src/database/statement.ts';

interface Node {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Node[];
}

interface Explained {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: Node }];
}

/** Runs the list's own statements, and counts the rows that their scans found, those thrown away too. */
export async function touchedRows(
  reads: Database,
  list: (services: { database: Database }) => Promise<unknown>,
): Promise<number> {
  let touched = 0;
  const database = {
    query: async ({ name, text }: Statement, values: unknown[]) => {
      const explain: Statement<Explained> = {
        name: `${name}-touched`,
        text: `explain (analyze, format json) ${text}`,
      };
      const [row] = await reads.query(explain, values);
      touched += rowsOf((row as Explained)['QUERY PLAN'][0].Plan);
      return [];
    },
  } as unknown as Database;
  await list({ database });
  return Math.round(touched);
}

function rowsOf(node: Node): number {
  const own = /^(Seq|Index|Index Only|Bitmap Heap) Scan$/.test(node['Node Type'])
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0;
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), own);
}
