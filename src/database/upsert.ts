// Brings the rows of a table in line with the records of a file: reads those that are there, lays the
// records' fields over them and writes what differs. Set-wise, in three statements however many records
// there are, because a file has thousands; that is why they are our own statements and not Prisma's calls,
// which go row by row.
import { v7 as uuidv7 } from 'uuid';
import { OperatorError } from '../errors.ts';
import type { Transaction } from './database.ts';
import { type Statement, statement } from './statement.ts';

/** What every row has that a file may bring. */
export interface UpsertRow {
  readonly id: string;
  /** Absent in a new row: now. */
  readonly created_at?: string | undefined;
}

export interface UpsertShape<Row extends UpsertRow> {
  /** The section of the file, for messages. */
  readonly section: string;
  readonly table: string;
  /** The columns of the natural key. */
  readonly key: readonly (keyof Row & string)[];
  /** Every column that a file may bring, and its type. */
  readonly columns: { readonly [Name in keyof Row & string]-?: string };
  /** For new rows, where the record is silent. */
  readonly defaults: Partial<Row>;
  /** Judges a row as it would be written; answers what is wrong with a field, beginning with its name. */
  readonly refuse?: (row: Row) => string | undefined;
}

export interface UpsertTable<Row extends UpsertRow> extends UpsertShape<Row> {
  /** A row of the shape. */
  readonly read: Statement<{ row: unknown }>;
  readonly write: Statement<never>;
  readonly takenIds: Statement<{ id: string }>;
}

export interface ImportCount {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

export interface Upserted<Row> {
  readonly count: ImportCount;
  readonly created: Row[];
  readonly updated: { readonly before: Row; readonly after: Row }[];
}

/** Declares the statements of a table, so once for each. */
export function upsertTable<Row extends UpsertRow>(shape: UpsertShape<Row>): UpsertTable<Row> {
  const { table, key } = shape;
  const names = Object.keys(shape.columns);
  const types: Readonly<Record<string, string>> = shape.columns;
  const typed = (columns: readonly string[]) =>
    columns.map((name) => `${name} ${types[name]}`).join(', ');
  // A later import does not move a record in time.
  const kept = new Set<string>([...key, 'id', 'created_at']);
  const changing = names.filter((name) => !kept.has(name));
  return {
    ...shape,
    read: statement<{ row: unknown }>(
      `import-read-${table}`,
      `
        select to_json(found) as row
          from (select ${names.map((name) => `${table}.${name}`).join(', ')}
                  from json_to_recordset($1::json) as wanted (${typed(key)})
                  join ${table} using (${key.join(', ')})) found`,
    ),
    write: statement<never>(
      `import-write-${table}`,
      `
        insert into ${table} (${names.join(', ')})
        select ${names.map((name) => (name === 'created_at' ? 'coalesce(created_at, now())' : name)).join(', ')}
          from json_to_recordset($1::json) as record (${typed(names)})
         order by ${key.join(', ')}
        on conflict (${key.join(', ')}) do update
          set ${changing.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    ),
    takenIds: takenIds(table),
  };
}

/**
 * Which of these ids a row of the table has. The one look-up by an id alone: an id names one record of the
 * whole platform, also where the key would allow it to stand in two organizations.
 */
export function takenIds(table: string): Statement<{ id: string }> {
  return statement<{ id: string }>(
    `import-taken-ids-${table}`,
    `select distinct id from ${table} where id = any($1::uuid[])`,
  );
}

/**
 * A field that a record leaves out keeps its value; null clears it.
 *
 * @param records in the file's order; what they must say and the defaults make a row whole
 * @throws OperatorError when a natural key repeats, or an id belongs to another record
 */
export async function upsert<Row extends UpsertRow>(
  tx: Transaction,
  table: UpsertTable<Row>,
  records: readonly Partial<Row>[],
): Promise<Upserted<Row>> {
  refuseRepeats(table, records);
  const existing = await readExisting(tx, table, records);
  const created: Row[] = [];
  const fresh: FreshId[] = [];
  const updated: { before: Row; after: Row }[] = [];
  const rows = records.map((record, place) => {
    const before = existing.get(keyOf(table, record));
    if (before === undefined) {
      const id = record.id?.toLowerCase() ?? uuidv7();
      const row = { ...table.defaults, ...record, id } as Row;
      created.push(row);
      fresh.push({ place, id });
      return row;
    }
    refuseOtherId(table.section, { place, id: record.id, existingId: before.id });
    const { id, created_at } = before;
    const after: Row = { ...before, ...record, id, created_at };
    if (JSON.stringify(sorted(after)) !== JSON.stringify(sorted(before))) {
      updated.push({ before, after });
    }
    return after;
  });
  rows.forEach((row, place) => {
    const problem = table.refuse?.(row);
    if (problem !== undefined) throw new OperatorError(`${table.section}[${place}].${problem}.`);
  });
  await refuseTakenIds(tx, table, fresh);
  const changed = [...created, ...updated.map(({ after }) => after)];
  if (changed.length > 0) await tx.query(table.write, [JSON.stringify(changed)]);
  return {
    count: {
      created: created.length,
      updated: updated.length,
      unchanged: records.length - changed.length,
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

/** The id of a new record, in lower case, and where the record stands in its section. */
export interface FreshId {
  readonly place: number;
  readonly id: string;
}

/** An id of a new record that another record has, of any organization, or one before it in the file. */
export async function refuseTakenIds(
  tx: Transaction,
  { section, takenIds }: { section: string; takenIds: Statement<{ id: string }> },
  fresh: readonly FreshId[],
): Promise<void> {
  const rows = await tx.query(takenIds, [fresh.map(({ id }) => id)]);
  const taken = new Set(rows.map(({ id }) => id));
  for (const { place, id } of fresh) {
    if (taken.has(id)) {
      throw new OperatorError(`${section}[${place}].id belongs to another record already.`);
    }
    taken.add(id);
  }
}

function refuseRepeats<Row extends UpsertRow>(
  table: UpsertTable<Row>,
  records: readonly Partial<Row>[],
): void {
  const places = new Map<string, number>();
  records.forEach((record, place) => {
    const key = keyOf(table, record);
    const first = places.get(key);
    if (first !== undefined) {
      throw new OperatorError(`${table.section}[${place}] repeats ${table.section}[${first}].`);
    }
    places.set(key, place);
  });
}

async function readExisting<Row extends UpsertRow>(
  tx: Transaction,
  table: UpsertTable<Row>,
  records: readonly Partial<Row>[],
): Promise<Map<string, Row>> {
  const keys = records.map((record) =>
    Object.fromEntries(table.key.map((column) => [column, record[column]])),
  );
  const rows = await tx.query(table.read, [JSON.stringify(keys)]);
  const existing = rows.map(({ row }) => row as Row);
  return new Map(existing.map((row) => [keyOf(table, row), row]));
}

function keyOf<Row extends UpsertRow>({ key }: UpsertTable<Row>, row: Partial<Row>): string {
  return JSON.stringify(key.map((column) => String(row[column])));
}

function sorted(row: object): [string, unknown][] {
  return Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
}
