import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../database/database.ts';
import { OperatorError } from '../../errors.ts';
import type { ImportCount } from './import-file.ts';

export interface TableShape {
  readonly section: string;
  readonly table: string;
  /** The columns of the natural key. */
  readonly key: readonly string[];
  /** Every imported column and its type. */
  readonly columns: Readonly<Record<string, string>>;
  /** For new records, where the file is silent. */
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Judges a row as it would be written; answers what is wrong with a field, beginning with its name. */
  readonly refuse?: (row: Row) => string | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: a row of any of the tables
export type Row = Record<string, any>;

export interface Upserted {
  readonly count: ImportCount;
  readonly created: Row[];
  readonly updated: { before: Row; after: Row }[];
}

/** Only at creation; a later import does not move a record in time. */
const CREATION_ONLY = 'created_at';

/**
 * Brings rows in line with the file, set-wise: reads those that are there, lays the file's fields over
 * them and writes what differs. A field that the file leaves out keeps its value; null clears it.
 *
 * @param records in the file's order, with `organization_id` in place of the slug
 * @throws OperatorError when a natural key repeats, or an id belongs to another record
 */
export async function upsert(
  tx: Transaction,
  shape: TableShape,
  records: readonly Row[],
): Promise<Upserted> {
  refuseRepeats(shape, records);
  const existing = await readExisting(tx, shape, records);
  const created: Row[] = [];
  const fresh: { place: number; id: string }[] = [];
  const updated: Upserted['updated'] = [];
  const rows = records.map((record, place) => {
    const before = existing.get(keyOf(shape, record));
    if (before === undefined) {
      const row: Row = { ...shape.defaults, ...record, id: record.id?.toLowerCase() ?? uuidv7() };
      created.push(row);
      fresh.push({ place, id: row.id });
      return row;
    }
    refuseOtherId(shape.section, { place, id: record.id, existingId: before.id });
    const after: Row = { ...before, ...record, id: before.id };
    after[CREATION_ONLY] = before[CREATION_ONLY];
    if (JSON.stringify(sorted(after)) !== JSON.stringify(sorted(before)))
      updated.push({ before, after });
    return after;
  });
  rows.forEach((row, place) => {
    const problem = shape.refuse?.(row);
    if (problem !== undefined) throw new OperatorError(`${shape.section}[${place}].${problem}.`);
  });
  await refuseTakenIds(tx, shape, fresh);
  await write(tx, shape, [...created, ...updated.map(({ after }) => after)]);
  return {
    count: {
      created: created.length,
      updated: updated.length,
      unchanged: records.length - created.length - updated.length,
    },
    created,
    updated,
  };
}

/** A record that is there keeps its id. */
export function refuseOtherId(
  section: string,
  { place, id, existingId }: { place: number; id: string | undefined; existingId: string },
): void {
  if (id !== undefined && id.toLowerCase() !== existingId) {
    throw new OperatorError(`${section}[${place}].id is not the id of the existing record.`);
  }
}

/** An id of a new record that another record has, of any organization, or one before it in the file. */
export async function refuseTakenIds(
  tx: Transaction,
  { section, table }: { section: string; table: string },
  records: readonly { place: number; id: string }[],
): Promise<void> {
  const rows = await tx.query<{ id: string }>(
    {
      name: `import-taken-ids-${table}`,
      text: `select id from ${table} where id = any($1::uuid[])`,
    },
    [records.map(({ id }) => id)],
  );
  const taken = new Set(rows.map(({ id }) => id));
  for (const { place, id } of records) {
    if (taken.has(id)) {
      throw new OperatorError(`${section}[${place}].id belongs to another record already.`);
    }
    taken.add(id);
  }
}

function refuseRepeats(shape: TableShape, records: readonly Row[]): void {
  const places = new Map<string, number>();
  records.forEach((record, place) => {
    const key = keyOf(shape, record);
    const first = places.get(key);
    if (first !== undefined) {
      throw new OperatorError(`${shape.section}[${place}] repeats ${shape.section}[${first}].`);
    }
    places.set(key, place);
  });
}

function keyOf({ key }: TableShape, row: Row): string {
  return JSON.stringify(key.map((column) => String(row[column]).toString()));
}

function sorted(row: Row): [string, unknown][] {
  return Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
}

async function readExisting(
  tx: Transaction,
  shape: TableShape,
  records: readonly Row[],
): Promise<Map<string, Row>> {
  const { table, key, columns } = shape;
  const names = [...new Set(['id', ...Object.keys(columns)])]
    .map((column) => `t.${column}`)
    .join(', ');
  const rows = await tx.query<{ row: Row }>(
    {
      name: `import-read-${table}`,
      text: `
        select to_json(r) as row
          from (select ${names}
                  from json_to_recordset($1::json) as k (${typed(columns, key)})
                  join ${table} t using (${key.join(', ')})) r`,
    },
    [JSON.stringify(records.map((record) => pick(record, key)))],
  );
  return new Map(rows.map(({ row }) => [keyOf(shape, row), row]));
}

async function write(tx: Transaction, shape: TableShape, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const { table, key, columns } = shape;
  const names = Object.keys(columns);
  const changing = names.filter(
    (name) => !key.includes(name) && name !== 'id' && name !== CREATION_ONLY,
  );
  await tx.query(
    {
      name: `import-write-${table}`,
      text: `
        insert into ${table} (${names.join(', ')})
        select ${names.map((name) => (name === CREATION_ONLY ? 'coalesce(created_at, now())' : name)).join(', ')}
          from json_to_recordset($1::json) as r (${typed(columns, names)})
         order by ${key.join(', ')}
        on conflict (${key.join(', ')}) do update
          set ${changing.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    },
    [JSON.stringify(rows)],
  );
}

function typed(columns: TableShape['columns'], names: readonly string[]): string {
  return names.map((name) => `${name} ${columns[name]}`).join(', ');
}

function pick(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}
