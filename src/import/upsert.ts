// Writes the records of a file to the rows of a table: reads the existing rows, applies the records' fields and writes
// the rows that differ. It takes a few statements however many records there are, because a file has thousands; that
// is why they are our own statements and not Prisma's calls, which go row by row.
import canonicalize from 'canonicalize';
import { actingForAll } from '../database/acting-for.ts';
import { type Transaction, timestampText } from '../database/database.ts';
import { type Statement, statement } from '../database/statement.ts';
import { importedNameProblem, isPlainName, nfc } from '../lib/names.ts';
import { newId } from '../lib/random.ts';
import type { SealedField, SecretBox } from '../lib/seal.ts';
import { type RecordFault, refuseFaulty } from './record-faults.ts';

/** The type of a field that is stored, with the others of this type, in the row's one sealed column, `sealed`. */
export const SEALED = 'sealed';

/** The columns of every table that an import writes. */
interface UpsertRow {
  readonly id: string;
  readonly organization_id?: string;
  /** Where it is absent, a new row gets the present time. */
  readonly created_at?: string | undefined;
}

interface UpsertShape<Row extends UpsertRow> {
  readonly table: string;
  /** The columns of the natural key. */
  readonly key: readonly (keyof Row & string)[];
  /** Every column that a file may bring, and its type; or `SEALED`. */
  readonly columns: { readonly [Name in keyof Row & string]-?: string };
  /** The table says in `updated_at` when a row was last changed. */
  readonly hasUpdatedAt?: true;
  /** The values of a new row for the fields that the record does not have. */
  readonly defaults: Partial<Row>;
  /** The fields that are names: a new one must have the form of names, and is stored in NFC. */
  readonly names?: readonly (keyof Row & string)[];
  /** Checks a row before it is written; returns the violation and its field. */
  readonly refuse?: (row: Row) => Omit<RecordFault, 'index'> | undefined;
}

interface UpsertTable<Row extends UpsertRow> extends UpsertShape<Row> {
  /** The fields that are sealed, and those that are times. */
  readonly sealedFields: readonly (keyof Row & string)[];
  readonly timeFields: readonly (keyof Row & string)[];
  /** Its rows have the shape `Row`. */
  readonly read: Statement<{ row: unknown }>;
  readonly lock: Statement<never>;
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

/** Declares the statements of a table, so it is called once for each table. */
export function upsertTable<Row extends UpsertRow>(shape: UpsertShape<Row>): UpsertTable<Row> {
  const { table, key } = shape;
  const fields = Object.keys(shape.columns) as (keyof Row & string)[];
  const sealedFields = fields.filter((name) => shape.columns[name] === SEALED);
  const names: string[] = fields.filter((name) => !sealedFields.includes(name));
  if (sealedFields.length > 0) names.push(SEALED);
  const types: Readonly<Record<string, string>> = { ...shape.columns, [SEALED]: 'bytea' };
  const typed = (columns: readonly string[]) =>
    columns.map((name) => `${name} ${types[name]}`).join(', ');
  // A later import does not change when a row was created.
  const kept = new Set<string>([...key, 'id', 'created_at']);
  const changing = names
    .filter((name) => !kept.has(name))
    .map((name) => `${name} = excluded.${name}`);
  if (shape.hasUpdatedAt) changing.push('updated_at = excluded.updated_at');
  const shown = (name: string) =>
    types[name] === 'timestamptz'
      ? `${timestampText(`${table}.${name}`)} as ${name}`
      : `${table}.${name}`;
  return {
    ...shape,
    sealedFields,
    timeFields: fields.filter((name) => types[name] === 'timestamptz' && name !== 'created_at'),
    read: statement<{ row: unknown }>(
      `import-read-${table}`,
      `
        select to_json(found) as row
          from (select ${names.map(shown).join(', ')}
                  from json_to_recordset($1::json) as wanted (${typed(key)})
                  join ${table} using (${key.join(', ')})) found`,
    ),
    lock: statement<never>(
      `import-lock-${table}`,
      // The lateral join reads row by row and in the order of writing, whatever number the planner expects.
      `
        select from (select * from json_to_recordset($1::json) as given (${typed(key)})
                      order by ${key.join(', ')}) wanted
         cross join lateral (
               select from ${table}
                where ${key.map((name) => `${table}.${name} = wanted.${name}`).join(' and ')}
                limit 1
                  for no key update) locked`,
    ),
    write: statement<never>(
      `import-write-${table}`,
      `
        insert into ${table} (${names.join(', ')})
        select ${names.map((name) => (name === 'created_at' ? 'coalesce(created_at, now())' : name)).join(', ')}
          from json_to_recordset($1::json) as record (${typed(names)})
         order by ${key.join(', ')}
        on conflict (${key.join(', ')}) do update
          set ${changing.join(', ')}`,
    ),
    takenIds: takenIds(table),
  };
}

/**
 * Declares a statement that finds which of these ids the table has. It is the only look-up by an id alone: an id names
 * one record of the whole platform, also where the key would allow it in two organizations.
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
 * @param records in the file's order; their required fields and the defaults make a whole row
 * @param secrets required for a table with sealed fields, whose rows must have an organization_id
 * @throws FaultyRecords when a natural key repeats, or an id belongs to another record
 */
export async function upsert<Row extends UpsertRow>(
  tx: Transaction,
  table: UpsertTable<Row>,
  given: readonly Partial<Row>[],
  secrets?: SecretBox,
): Promise<Upserted<Row>> {
  const named = await withNames(tx, table, { given, secrets });
  refuseRepeats(table, named);
  const records = await withUtcTimes(tx, table, named);
  const existing = await readToChange(tx, table, { records, secrets });
  const created: Row[] = [];
  const fresh: FreshId[] = [];
  const updated: { before: Row; after: Row }[] = [];
  const faults: RecordFault[] = [];
  const rows = records.map((record, index) => {
    const before = existing.get(keyOf(table, record));
    if (before === undefined) {
      const id = record.id?.toLowerCase() ?? newId();
      const row = { ...table.defaults, ...record, id } as Row;
      created.push(row);
      fresh.push({ index, id });
      return row;
    }
    faults.push(...otherIdFaults({ index, id: record.id, existingId: before.id }));
    const after = layOver(before, record);
    if (differs(before, after)) updated.push({ before, after });
    return after;
  });
  rows.forEach((row, index) => {
    const problem = table.refuse?.(row);
    if (problem !== undefined) faults.push({ index, ...problem });
  });
  refuseFaulty([...faults, ...(await takenIdFaults(tx, table.takenIds, fresh))]);
  const changed = [...created, ...updated.map(({ after }) => after)];
  if (changed.length > 0) {
    const stored = changed.map((row) => seal(table, row, secrets));
    await tx.query(table.write, [JSON.stringify(stored)]);
  }
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

/** Finds another id for a row that exists. */
export function otherIdFaults({
  index,
  id,
  existingId,
}: {
  index: number;
  id: string | undefined;
  existingId: string;
}): RecordFault[] {
  if (id === undefined || id.toLowerCase() === existingId) return [];
  return [{ index, field: 'id', message: 'is not the id of the existing record' }];
}

/** The id of a new record, in lower case, and the index of the record in its section. */
export interface FreshId {
  readonly index: number;
  readonly id: string;
}

/** Finds ids of new records that a row of any organization has, or an earlier record of the file. */
export async function takenIdFaults(
  tx: Transaction,
  takenIds: Statement<{ id: string }>,
  fresh: readonly FreshId[],
): Promise<RecordFault[]> {
  if (fresh.length === 0) return [];
  const ids = fresh.map(({ id }) => id);
  const rows = await actingForAll(tx, () => tx.query(takenIds, [ids]));
  const taken = new Set(rows.map(({ id }) => id));
  return fresh.flatMap(({ index, id }) => {
    if (taken.has(id)) return { index, field: 'id', message: 'already belongs to another record' };
    taken.add(id);
    return [];
  });
}

/** @returns the records with their names in NFC, but for names that the existing row has in the same spelling */
async function withNames<Row extends UpsertRow>(
  tx: Transaction,
  table: UpsertTable<Row>,
  { given, secrets }: { given: readonly Partial<Row>[]; secrets: SecretBox | undefined },
): Promise<readonly Partial<Row>[]> {
  const { key, names = [] } = table;
  const faults: RecordFault[] = [];
  const isPlain = (record: Partial<Row>) =>
    names.every((field) => typeof record[field] !== 'string' || isPlainName(record[field]));
  if (given.every(isPlain)) return given;
  const spelt = given.map((record) => respelt(record, names, nfc));
  const records = [...given, ...spelt];
  const existing = await readExisting(tx, table, { records, secrets });
  const named = given.map((record, index) => {
    const exact = existing.get(keyOf(table, record));
    const before = exact ?? existing.get(keyOf(table, spelt[index] as Partial<Row>));
    return respelt(record, names, (name, field) => {
      if (before?.[field] === name) return name;
      const isKnown = before !== undefined && key.includes(field);
      const problem = isKnown ? undefined : importedNameProblem(name);
      if (problem !== undefined) faults.push({ index, field, message: problem });
      return nfc(name);
    });
  });
  refuseFaulty(faults);
  return named;
}

function respelt<Row extends UpsertRow>(
  record: Partial<Row>,
  names: readonly (keyof Row & string)[],
  spell: (name: string, field: keyof Row & string) => string,
): Partial<Row> {
  const spelt = names.flatMap((field) => {
    const name = record[field];
    return typeof name === 'string' ? [[field, spell(name, field)]] : [];
  });
  return { ...record, ...Object.fromEntries(spelt) };
}

function refuseRepeats<Row extends UpsertRow>(
  table: UpsertTable<Row>,
  records: readonly Partial<Row>[],
): void {
  const indexes = new Map<string, number>();
  const faults = records.flatMap((record, index): RecordFault[] => {
    const key = keyOf(table, record);
    const first = indexes.get(key);
    if (first !== undefined) return [{ index, message: 'repeats', repeats: first }];
    indexes.set(key, index);
    return [];
  });
  refuseFaulty(faults);
}

/** Applies a record to its row, which keeps its id and its time. */
function layOver<Row extends UpsertRow>(before: Row, record: Partial<Row>): Row {
  const { id, created_at } = before;
  return { ...before, ...record, id, created_at };
}

function differs(before: object, after: object): boolean {
  return canonicalize(after) !== canonicalize(before);
}

interface Wanted<Row> {
  readonly records: readonly Partial<Row>[];
  readonly secrets: SecretBox | undefined;
}

/**
 * Reads the existing rows. Rows that will change are locked and read again: a change that another transaction has
 * just made must not be overwritten. The other rows stay unlocked, so that other transactions can change them.
 */
async function readToChange<Row extends UpsertRow>(
  tx: Transaction,
  table: UpsertTable<Row>,
  { records, secrets }: Wanted<Row>,
): Promise<Map<string, Row>> {
  const existing = await readExisting(tx, table, { records, secrets });
  const changing = records.filter((record) => {
    const before = existing.get(keyOf(table, record));
    return before !== undefined && differs(before, layOver(before, record));
  });
  if (changing.length === 0) return existing;
  await tx.query(table.lock, [keysOf(table, changing)]);
  const locked = await readExisting(tx, table, { records: changing, secrets });
  return new Map([...existing, ...locked]);
}

async function readExisting<Row extends UpsertRow>(
  tx: Transaction,
  table: UpsertTable<Row>,
  { records, secrets }: Wanted<Row>,
): Promise<Map<string, Row>> {
  const rows = await tx.query(table.read, [keysOf(table, records)]);
  const existing = rows.map(({ row }) => open(table, row as StoredRow, secrets));
  return new Map(existing.map((row) => [keyOf(table, row), row]));
}

function keysOf<Row extends UpsertRow>(
  { key }: UpsertTable<Row>,
  records: readonly Partial<Row>[],
): string {
  return JSON.stringify(
    records.map((record) => Object.fromEntries(key.map((column) => [column, record[column]]))),
  );
}

function keyOf<Row extends UpsertRow>({ key }: UpsertTable<Row>, row: Partial<Row>): string {
  return JSON.stringify(key.map((column) => String(row[column])));
}

/** Converts the times to the database's text, so that they can be compared with its rows. */
async function withUtcTimes<Row extends UpsertRow>(
  tx: Transaction,
  { timeFields }: UpsertTable<Row>,
  records: readonly Partial<Row>[],
): Promise<Partial<Row>[]> {
  const given = records.flatMap((record) =>
    timeFields.flatMap((field) => (typeof record[field] === 'string' ? [record[field]] : [])),
  );
  if (given.length === 0) return [...records];
  const [row] = await tx.query(UTC_TIMES, [given]);
  const utc = new Map(given.map((text, index) => [text as unknown, row?.times[index]]));
  return records.map((record) => ({
    ...record,
    ...Object.fromEntries(
      timeFields.flatMap((field) =>
        utc.has(record[field]) ? [[field, utc.get(record[field])]] : [],
      ),
    ),
  }));
}

const UTC_TIMES = statement<{ times: string[] }>(
  'import-utc-times',
  `
    select array(select ${timestampText('given.time')}
                   from unnest($1::timestamptz[]) with ordinality as given (time, index)
                  order by given.index) as times`,
);

/** A row as the statements read and write it: the bytes that hold the sealed fields, in hex, replace them. */
type StoredRow = UpsertRow & { readonly [SEALED]?: string | null };

function open<Row extends UpsertRow>(
  table: UpsertTable<Row>,
  stored: StoredRow,
  secrets: SecretBox | undefined,
): Row {
  if (table.sealedFields.length === 0) return stored as Row;
  const { [SEALED]: bytes, ...row } = stored;
  const fields =
    bytes == null
      ? Object.fromEntries(table.sealedFields.map((field) => [field, null]))
      : JSON.parse(
          boxOf(secrets).open(Buffer.from(bytes.slice(2), 'hex'), sealedFieldOf(table.table, row)),
        );
  return { ...row, ...fields } as Row;
}

function seal<Row extends UpsertRow>(
  { table, sealedFields }: UpsertTable<Row>,
  row: Row,
  secrets: SecretBox | undefined,
): object {
  if (sealedFields.length === 0) return row;
  const hidden: readonly string[] = sealedFields;
  const fields = Object.entries(row);
  const text = JSON.stringify(Object.fromEntries(fields.filter(([name]) => hidden.includes(name))));
  return {
    ...Object.fromEntries(fields.filter(([name]) => !hidden.includes(name))),
    [SEALED]: `\\x${boxOf(secrets).seal(text, sealedFieldOf(table, row)).toString('hex')}`,
  };
}

function boxOf(secrets: SecretBox | undefined): SecretBox {
  if (secrets === undefined) throw new Error('A table has sealed fields and there is no key.');
  return secrets;
}

function sealedFieldOf(
  table: string,
  { id, organization_id: organizationId }: UpsertRow,
): SealedField {
  if (organizationId === undefined) throw new Error(`${table} has no organization_id to bind to.`);
  return { table, organizationId, rowId: id };
}
