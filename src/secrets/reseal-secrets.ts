// Seals everything again that was sealed with another key than the first of SECRETS_KEY, while the service
// serves, so that the other keys can be dropped.
//
// It goes column by column along the primary key, some rows at a time, each time in a transaction of its own. A row
// is locked, opened and sealed again; a row that another transaction has locked is left for the next pass, so that
// this waits for no lock and holds none for long. A crash loses nothing: rows that are sealed with the first key are
// skipped. Processes that were started with the new first key seal with it too; a pass that finds nothing shows that
// all of them do.

import { type OperatorAction, recordAction } from '../audit/operator-actions.ts';
import { actForAll } from '../database/acting-for.ts';
import type { Database, Transaction } from '../database/database.ts';
import { type Statement, statement } from '../database/statement.ts';
import { OperatorError } from '../errors.ts';
import type { OnProgress } from '../lib/on-progress.ts';
import { type SealedField, SecretBox } from '../lib/seal.ts';
import { checkSecrets, forgetOtherKeys } from './check-secrets.ts';

/** The rows of one transaction: so few that a lock is held for milliseconds. */
const ROWS_A_STEP = 100;
/** One pass finds, one makes sure; the others are for rows that were locked. */
const PASSES_USUAL = 2;
const PASSES_MAX = 5;

interface Resealed {
  /** The number of rows that were sealed again, by `table.column`. */
  readonly resealed: Readonly<Record<string, number>>;
  /** The rows that the last pass still found under another key: 0 when the others may be dropped. */
  readonly left: number;
}

/**
 * @param onProgress is called with the rows that are read, over and over in several passes
 * @throws OperatorError when something was sealed with a key that is not held
 */
export async function resealSecrets(
  database: Database,
  box: SecretBox,
  action: OperatorAction,
  onProgress?: OnProgress,
): Promise<Resealed> {
  const lacking = await checkSecrets(database, box);
  if (lacking.length > 0) {
    throw new OperatorError(
      `SECRETS_KEY lacks the keys ${lacking.join(', ')}, with which something here is sealed: put them behind the first.`,
    );
  }
  const resealed: Record<string, number> = {};
  let left = 0;
  let read = 0;
  const rows = onProgress === undefined ? 0 : await estimateRows(database);
  for (let pass = 1; pass <= PASSES_MAX; pass += 1) {
    let found = 0;
    left = 0;
    for (const column of SEALED_COLUMNS) {
      const onRows = (more: number) => {
        read += more;
        onProgress?.(read, rows * Math.max(pass, PASSES_USUAL));
      };
      const { stale, done } = await resealColumn(database, box, { column, action, onRows });
      found += stale;
      left += stale - done;
      const name = `${column.table}.${column.name}`;
      resealed[name] = (resealed[name] ?? 0) + done;
    }
    if (found === 0) break;
    // A pass may miss rows that were sealed while it ran: only a pass that finds nothing proves that none is left.
    if (pass === PASSES_MAX) left = Math.max(left, found);
  }
  if (left === 0) await database.transaction((tx) => forgetOtherKeys(tx, box));
  return { resealed, left };
}

/** The planner's estimate of the rows that a pass reads; counting them would take as long as the pass. */
async function estimateRows(database: Database): Promise<number> {
  const estimates = await database.query(ESTIMATE_ROWS, [SEALED_COLUMNS.map(({ table }) => table)]);
  return estimates.reduce((sum, { rows }) => sum + rows, 0);
}

const ESTIMATE_ROWS = statement<{ rows: number }>(
  'reseal-estimate-rows',
  `
    select greatest(reltuples, 0)::bigint as rows
      from unnest($1::text[]) as sealed (table_name)
      join pg_class on pg_class.oid = to_regclass(sealed.table_name)`,
);

interface Count {
  /** Rows that were sealed with another key. */
  readonly stale: number;
  /** How many of these were sealed again; the others were locked. */
  readonly done: number;
}

async function resealColumn(
  database: Database,
  box: SecretBox,
  {
    column,
    action,
    onRows,
  }: { column: SealedColumn; action: OperatorAction; onRows: (more: number) => void },
): Promise<Count> {
  let [stale, done] = [0, 0];
  let after: readonly string[] = column.key.map(({ first }) => first);
  for (;;) {
    const step = await database.transaction((tx) => resealStep(tx, box, { column, after, action }));
    stale += step.stale;
    done += step.done;
    onRows(step.read);
    // The loop ends because each step begins after the last row of the one before.
    if (step.last === undefined) return { stale, done };
    after = step.last;
  }
}

async function resealStep(
  tx: Transaction,
  box: SecretBox,
  {
    column,
    after,
    action,
  }: {
    readonly column: SealedColumn;
    readonly after: readonly string[];
    readonly action: OperatorAction;
  },
): Promise<Count & { readonly read: number; readonly last: readonly string[] | undefined }> {
  await actForAll(tx);
  const rows = await tx.query(column.lock, [...after, box.keyId, ROWS_A_STEP]);
  let done = 0;
  for (const { key, sealed } of rows) {
    if (sealed === null) continue;
    const field = { table: column.table, ...column.rowOf(key) };
    await tx.query(column.write, [...key, box.seal(open(box, sealed, { column, field }), field)]);
    done += 1;
  }
  if (done > 0) await recordAction(tx, { ...action, organizationId: null, target: 'secrets' });
  return {
    stale: rows.filter(({ is_stale }) => is_stale).length,
    done,
    read: rows.length,
    last: rows.length < ROWS_A_STEP ? undefined : rows.at(-1)?.key,
  };
}

/** @throws OperatorError that names the row, so that nobody drops a key while a row cannot be opened */
function open(
  box: SecretBox,
  sealed: Buffer,
  { column, field }: { column: SealedColumn; field: SealedField },
): string {
  try {
    return box.open(sealed, field);
  } catch {
    throw new OperatorError(
      `${column.table}.${column.name} of ${field.rowId} cannot be opened: it was sealed with the key ${SecretBox.keyIdOf(sealed)}, and is not what was sealed there, or SECRETS_KEY lacks that key. What was sealed anew stays so.`,
    );
  }
}

interface SealedRow {
  /** The values of the primary key, in its order. */
  readonly key: string[];
  readonly is_stale: boolean;
  /** Null where the row is not stale, or is locked. */
  readonly sealed: Buffer | null;
}

interface KeyColumn {
  readonly name: string;
  readonly type: 'uuid' | 'text';
  /** A value that sorts before all others. */
  readonly first: string;
}

interface SealedColumn {
  readonly table: string;
  readonly name: string;
  readonly key: readonly KeyColumn[];
  readonly rowOf: (key: readonly string[]) => { organizationId: string; rowId: string };
  readonly lock: Statement<SealedRow>;
  readonly write: Statement<never>;
}

const uuid = (name: string): KeyColumn => ({
  name,
  type: 'uuid',
  first: '00000000-0000-0000-0000-000000000000',
});
const text = (name: string): KeyColumn => ({ name, type: 'text', first: '' });

function sealedColumn({
  table,
  name,
  key = [uuid('id'), uuid('organization_id')],
  rowOf = ([rowId = '', organizationId = '']) => ({ organizationId, rowId }),
}: Pick<SealedColumn, 'table' | 'name'> &
  Partial<Pick<SealedColumn, 'key' | 'rowOf'>>): SealedColumn {
  const names = key.map((one) => one.name);
  const values = key.map(({ type }, index) => `$${index + 1}::${type}`);
  const next = key.length + 1;
  const isRow = (other: (index: number) => string) =>
    names.map((one, index) => `sealing.${one} = ${other(index)}`).join(' and ');
  // A version byte stands before the four of the key's id.
  const isStale = (row: string) =>
    `substring(${row}.${name} from 2 for 4) <> decode($${next}::text, 'hex')`;
  return {
    table,
    name,
    key,
    rowOf,
    lock: statement<SealedRow>(
      `reseal-lock-${table}-${name}`,
      `
        select array[${names.map((one) => `step.${one}::text`).join(', ')}] as key,
               coalesce(step.is_stale, false) as is_stale, locked.sealed
          from (select ${names.join(', ')}, ${isStale(table)} as is_stale
                  from ${table}
                 where (${names.join(', ')}) > (${values.join(', ')})
                 order by ${names.join(', ')}
                 limit $${next + 1}) step
          left join lateral (
               select sealing.${name} as sealed
                 from ${table} sealing
                where step.is_stale and ${isRow((index) => `step.${names[index]}`)} and ${isStale('sealing')}
                limit 1
                  for no key update skip locked) locked on true
         order by ${names.map((one) => `step.${one}`).join(', ')}`,
    ),
    write: statement<never>(
      `reseal-write-${table}-${name}`,
      `update ${table} sealing set ${name} = $${next}::bytea where ${isRow((index) => values[index] ?? '')}`,
    ),
  };
}

/** Every column that `SecretBox.seal` fills; a test compares the list with the schema. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  sealedColumn({ table: 'patient', name: 'sealed' }),
  sealedColumn({ table: 'intake', name: 'sealed' }),
  sealedColumn({ table: 'customer_order', name: 'sealed' }),
  sealedColumn({ table: 'store_order', name: 'sealed' }),
  sealedColumn({ table: 'checkout_config', name: 'sealed' }),
  sealedColumn({ table: 'webhook_endpoint', name: 'secret' }),
  sealedColumn({ table: 'webhook_endpoint', name: 'next_secret' }),
  sealedColumn({
    table: 'idempotency_key',
    name: 'sealed_answer',
    key: [text('key'), text('operation'), text('environment'), uuid('organization_id')],
    rowOf: ([key, operation, environment, organizationId = '']) => ({
      organizationId,
      rowId: JSON.stringify([environment, operation, key]),
    }),
  }),
];
