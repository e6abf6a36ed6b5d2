// The plans of statements, from the server itself: `auto_explain` sends the plan of each that has run, with
// its actual rows and buffers, in whatever transaction it ran and for whatever values. Checks of foreign keys
// and what triggers run are among them.
import type pg from 'pg';
import { type PlanNode, scannedRows } from '../../kit/plan-rows.ts';
import type { Database } from '../../src/database/database.ts';

/** A statement that has run. */
export interface Ran {
  readonly text: string;
  /** That scans read, of tables and of indexes for bitmaps, those that they threw away among them. */
  readonly rows: number;
  /** Pages of tables and indexes, each as often as it was looked at. */
  readonly pages: number;
  /** The scan that read most, for people. */
  readonly dearest: string;
}

const SETTINGS: Readonly<Record<string, string>> = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_parameter_max_length': '0',
  'auto_explain.log_format': 'json',
  // Goes to the client, and not into the server's log.
  'auto_explain.log_level': 'notice',
};

/** Makes the database's new sessions log their plans. */
export async function logPlans(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query('select quote_ident(current_database()) as name');
  const set = ([setting, value]: [string, string]) =>
    `alter database ${rows[0].name} set ${setting} = '${value}'`;
  await owner.query(Object.entries(SETTINGS).map(set).join(';'));
}

/** As if the tables had never been analysed, or had been while they were empty. */
export async function pretendAnalysed(owner: pg.Pool, state: 'never' | 'while empty') {
  await owner.query(`
    delete from pg_statistic where starelid in (
      select oid from pg_class where relnamespace = quote_ident(current_schema())::regnamespace);
    update pg_class set reltuples = ${state === 'never' ? -1 : 0}, relpages = 0
     where relnamespace = quote_ident(current_schema())::regnamespace and relkind in ('r', 'i')`);
}

/** Makes the planner know of the tables what the state says, whatever it knew before. */
export async function setAnalysed(
  owner: pg.Pool,
  state: 'never analysed' | 'analysed',
): Promise<void> {
  if (state === 'analysed') await owner.query('analyze');
  else await pretendAnalysed(owner, 'never');
}

export class PlanWatch {
  #ran: Ran[] = [];

  /** Listens to databases that have no session yet. */
  constructor(...databases: readonly Database[]) {
    for (const { pool } of databases) {
      pool.on('connect', (client) => {
        client.on('notice', ({ message }) => {
          const plan = message?.match(/^duration: .*?plan:\n(.*)$/s)?.[1];
          if (plan !== undefined) this.#ran.push(read(JSON.parse(plan)));
        });
      });
    }
  }

  /** What has run since the last time that somebody asked. */
  take(): Ran[] {
    return this.#ran.splice(0);
  }
}

interface Node extends PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Node[];
}

interface LoggedPlan {
  readonly 'Query Text': string;
  readonly Plan: Node;
}

function read({ 'Query Text': text, Plan: plan }: LoggedPlan): Ran {
  return {
    text,
    rows: scannedRows(plan),
    pages: pagesOf(plan),
    dearest: dearestOf(plan),
  };
}

function pagesOf(node: Node): number {
  return node['Shared Hit Blocks'] + node['Shared Read Blocks'];
}

function dearestOf(plan: Node): string {
  const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
  const [most] = nodes(plan)
    .filter((node) => node['Relation Name'] !== undefined)
    .sort((one, other) => pagesOf(other) - pagesOf(one));
  return most === undefined
    ? 'no table'
    : `${most['Node Type']} of ${most['Index Name'] ?? most['Relation Name']}`;
}
