// What the database keeps and reads do not show, table by table, as the server itself says it. A column that
// is new here must be given something to hide, or a reason why it hides nothing.
import type pg from 'pg';
import { SECRETS } from '../support/as-operator.ts';
import type { Stage } from './stage.ts';

/** Tables that reads may not select at all, and that hold nothing of anybody but in the columns named. */
const APART: Record<string, { readonly why: string; readonly but?: readonly string[] }> = {
  _prisma_migrations: { why: 'names of migrations' },
  account_charge: { why: 'amounts that the operator lists' },
  api_key: { why: 'what key list shows, beside the hash' },
  api_key_usage: { why: 'counts' },
  idempotency_key: { why: 'the callers’ own keys, and answers that they had' },
  intake: { why: 'a state, and what is sealed' },
  lot_record: { why: 'links of chains, which ledger export prints' },
  oidc_sign_in: { why: 'a time, beside a hash', but: ['subject', 'email'] },
  operator_action: { why: 'what log prints', but: ['reason'] },
  passkey: { why: 'ids and times, beside a key', but: ['credential_id'] },
  passkey_challenge: { why: 'a time', but: ['challenge'] },
  patient_access: { why: 'ids of requests and patients, which patient accesses lists' },
  periodic_job: { why: 'times' },
  person: { why: 'roles, which listPeople shows', but: ['name', 'email', 'oidc_subject'] },
  person_session: { why: 'ids and times, beside a hash' },
  secrets_key: { why: 'ids of keys' },
  service_role: { why: 'passwords, which the service makes itself: see learnBytes' },
  sign_in_link: { why: 'ids and times, beside a hash' },
  terminal: { why: 'names of counters, which listTerminals shows, beside a hash' },
  webhook_replay: { why: 'times' },
  witness_token: { why: 'ids and times, beside hashes' },
};

/** Bytes that are no secret: what the reads call a hash, and digests that an outsider verifies with. */
const SHOWN_BYTES = [
  'ledger_entry.hash',
  'lot.last_hash',
  'lot_record.hash',
  'movement.note_digest',
  'movement.request_digest',
  'movement.rx_number_digest',
];

/** Of what is sealed: what need not be a text of ours. */
const PLAIN_LEAVES = /^(country|accepted|at|requested_products)$/;

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly is_readable: boolean;
}

export async function hiddenColumns({
  owner,
  reader,
}: {
  owner: pg.Pool;
  reader: string;
}): Promise<Column[]> {
  const { rows } = await owner.query(
    `select table_name as table, column_name as name, data_type as type,
            has_column_privilege($1, quote_ident(table_name), column_name, 'select') as is_readable
       from information_schema.columns
      where table_schema = 'public' order by 1, ordinal_position`,
    [reader],
  );
  const readable = new Set(rows.filter((one) => one.is_readable).map(({ table }) => table));
  return (rows as Column[]).filter(
    ({ table, name, type, is_readable }) =>
      type === 'bytea' ||
      (!is_readable &&
        (readable.has(table) || !(table in APART) || APART[table]?.but?.includes(name))),
  );
}

/** Columns that hide something and hold none of the texts that the test looks for. */
export async function withoutSentinel(
  { owner, sentinels }: Stage,
  columns: readonly Column[],
): Promise<string[]> {
  const missing: string[] = [];
  for (const { table, name, type } of columns) {
    const column = `${table}.${name}`;
    const { rows } = await owner.query(
      `select to_jsonb(t) as row, ${name} as value from ${table} t where ${name} is not null`,
    );
    if (SHOWN_BYTES.includes(column)) continue;
    if (type !== 'bytea') {
      if (!rows.some(({ value }) => sentinels.holds(String(value)))) missing.push(column);
    } else if (rows.length === 0) {
      missing.push(column);
    } else if (name === 'sealed' && table !== 'secrets_key') {
      const opened = rows.map(({ row, value }) =>
        JSON.parse(
          SECRETS.open(value, { table, organizationId: row.organization_id, rowId: row.id }),
        ),
      );
      const leaves = opened.flatMap((one) => leavesOf(one));
      const held = leaves.filter(([path, value]) => sentinels.holds(`${path} ${value}`));
      for (const name of new Set(leaves.map(([path]) => path))) {
        // What is null in one row may be an object in another.
        if (!held.some(([path]) => path === name || path.startsWith(`${name}.`))) {
          missing.push(`${column} ${name}`);
        }
      }
    }
  }
  return missing;
}

function leavesOf(value: unknown, path: readonly string[] = []): [path: string, value: unknown][] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, one]) =>
      leavesOf(one, Array.isArray(value) || path.at(-1) === 'answers' ? path : [...path, name]),
    );
  }
  return PLAIN_LEAVES.test(path.at(-1) ?? '') ? [] : [[path.join('.'), value]];
}

/** Bytes that the service made: no answer, no log and no command may show them in hex or base64. */
export async function learnBytes(
  { owner, sentinels }: Stage,
  columns: readonly Column[],
): Promise<number> {
  let learnt = 0;
  for (const { table, name, type } of columns) {
    if (type !== 'bytea' || SHOWN_BYTES.includes(`${table}.${name}`)) continue;
    const { rows } = await owner.query(
      `select ${name} as value from ${table} where ${name} is not null`,
    );
    for (const { value } of rows) sentinels.learn(`${table}.${name}`, value);
    learnt += rows.length;
  }
  const { rows } = await owner.query('select password, reader_password from service_role');
  for (const { password, reader_password } of rows) {
    for (const one of [password, reader_password]) {
      sentinels.learn('the password of a role', Buffer.from(one, 'base64url'));
    }
  }
  return learnt;
}
