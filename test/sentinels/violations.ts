// Rows that the database refuses, which PostgreSQL would quote: in its error and in its own log.
import { failureKind } from '../../src/database/failures.ts';
import { describeCause } from '../../src/http/problems.ts';
import type { Stage } from './stage.ts';

const CHECK_VIOLATION = '23514';
const UNIQUE_VIOLATION = '23505';

/**
 * Tries, as the service, to write a row of each table again, as it is and with each of its checked columns
 * made bad.
 *
 * @returns by table, the codes with which the database refused
 */
export async function violateAll(
  stage: Stage,
  tables: readonly string[],
): Promise<Map<string, Set<string>>> {
  const refused = new Map<string, Set<string>>();
  for (const table of tables) {
    const codes = new Set<string>();
    refused.set(table, codes);
    const columns = await columnsOf(stage, table);
    for (const row of await rowsToTry(stage, table)) {
      const bad = (await checkedColumns(stage, table)).flatMap(({ name, type }) =>
        (type === 'text' ? ['', 'never so'] : type === 'jsonb' ? [{}, 5] : [-1, 2 ** 53]).map(
          (value) => ({
            ...row,
            [name]: value,
          }),
        ),
      );
      for (const one of [row, ...bad]) codes.add(await insert(stage, { table, columns, row: one }));
    }
  }
  return refused;
}

export const wasViolated = (codes: ReadonlySet<string>) => ({
  check: codes.has(CHECK_VIOLATION),
  unique: codes.has(UNIQUE_VIOLATION),
});

async function rowsToTry({ owner }: Stage, table: string): Promise<Record<string, unknown>[]> {
  const { rows } = await owner.query(`select to_jsonb(t) as row from ${table} t limit 4`);
  return rows.map(({ row }) => row);
}

async function checkedColumns(
  { owner }: Stage,
  table: string,
): Promise<{ name: string; type: string }[]> {
  const { rows } = await owner.query(
    `select distinct attname as name, format_type(atttypid, null) as type
       from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
      where contype = 'c' and conrelid = $1::regclass and attgenerated = ''
        and format_type(atttypid, null) in ('text', 'bigint', 'integer', 'jsonb')`,
    [table],
  );
  return rows;
}

async function columnsOf({ owner }: Stage, table: string): Promise<string> {
  const { rows } = await owner.query(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  return rows[0].columns;
}

async function insert(
  { database, sentinels }: Stage,
  { table, columns, row }: { table: string; columns: string; row: Record<string, unknown> },
): Promise<string> {
  const text = `
    insert into ${table} (${columns})
    select ${columns} from jsonb_populate_record(null::${table}, $1::jsonb)`;
  try {
    const { organization_id: id } = row;
    const writer = typeof id === 'string' ? database.actingFor(id) : database;
    await writer.query({ name: '', text }, [JSON.stringify(row)]);
    return 'written';
  } catch (error) {
    // What the service would keep of it.
    const kept = `${JSON.stringify(describeCause(error))} ${failureKind(error)}`;
    sentinels.look({ where: 'error', operation: table }, kept);
    return (error as { code?: string }).code ?? 'unknown';
  }
}

/** Until it is taken away, the database refuses every new row of these tables and names this check. */
export async function refuseRows(
  { owner }: Stage,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const all = (change: string) =>
    owner.query(tables.map((table) => `alter table ${table} ${change}`).join(';'));
  await all(`add constraint ${REFUSING} check (false) not valid`);
  return async () => {
    await all(`drop constraint ${REFUSING}`);
  };
}

export const REFUSING = 'sentinels_refuse_all';
