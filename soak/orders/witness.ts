// What lies in the database of orders and patients, in one snapshot, with the transactions that have written it.
import type pg from 'pg';
import { SECRETS_KEY } from '../../kit/product.ts';
import { SecretBox } from '../../src/lib/seal.ts';
import { TABLES } from './check-secrecy.ts';
import { shownOf } from './clerk.ts';
import type { FoundMark, ListName, OrdersEvent, OrdersWitness, Row, StoredRow } from './history.ts';
import { MARK_REGEX, marksIn } from './marks.ts';
import type { OrdersWorld } from './world.ts';

const SECRETS = new SecretBox([SECRETS_KEY]);

export interface Since {
  readonly positions: { readonly pharmacy: number; readonly clinic: number };
  /** The database's clock at the last look. */
  readonly at: string;
  /** The first transaction that may have come behind it. */
  readonly xid: string;
}

export const NEVER_LOOKED: Pick<Since, 'at' | 'xid'> = { at: 'epoch', xid: '0' };

export async function readOrdersWitness(
  owner: pg.Pool,
  { pharmacy, clinic }: OrdersWorld,
  since: Since,
): Promise<{ witness: OrdersWitness; next: Pick<Since, 'at' | 'xid'> }> {
  const client = await owner.connect();
  const query = async (text: string, values: unknown[] = []): Promise<Any[]> =>
    (await client.query(text, values)).rows;
  try {
    await client.query('begin isolation level repeatable read read only');
    await query(ACT_FOR_ALL);
    const feedOf = (id: string, position: number): Promise<OrdersEvent[]> =>
      query(EVENTS, [id, position]);
    const opened = await openAll(query, clinic.id);
    const sealedOf = new Map(
      opened.flatMap(({ table, rowId, text }) =>
        table === 'patient' ? [[rowId, JSON.parse(text)] as const] : [],
      ),
    );
    const rowsOf = async (list: ListName, text: string): Promise<StoredRow[]> =>
      (await query(text, [clinic.id])).map(({ seq, erased_at, key, ...row }) => ({
        id: row.id,
        createdAt: row.created_at,
        seq,
        shown: erased_at == null ? withoutTime(shownOf(list, row)) : null,
        ...(list === 'orders' && { key }),
        ...(list === 'patients' && { sealed: sealedOf.get(row.id) ?? null }),
      }));
    const witness: OrdersWitness = {
      feeds: {
        pharmacy: await feedOf(pharmacy.id, since.positions.pharmacy),
        clinic: await feedOf(clinic.id, since.positions.clinic),
      },
      actions: await query(ACTIONS, [since.at]),
      rows: {
        orders: await rowsOf('orders', ORDERS),
        patients: await rowsOf('patients', PATIENTS),
        prescriptions: await rowsOf('prescriptions', PRESCRIPTIONS),
      },
      keys: await query(KEYS, [clinic.id]),
      notes: (await query(NOTES, [clinic.id, since.at])).map(({ key }) => key),
      marks: [
        ...(await marksInTables(query, since.xid)),
        ...opened.flatMap(({ table, text }) => marksIn(text).map((mark) => ({ table, mark }))),
      ],
      unerasedKeys: (await query(UNERASED_KEYS)).map(({ key }) => key),
    };
    const [next] = (await query(NOW)) as [Pick<Since, 'at' | 'xid'>];
    await client.query('commit');
    client.release();
    return { witness, next };
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: rows of any statement
type Any = any;
type Query = (text: string, values?: unknown[]) => Promise<Any[]>;

export function withoutTime({ created_at: _, ...row }: Row): Row {
  return row;
}

const ACT_FOR_ALL = `
  select set_config('app.organization_ids', array_agg(id)::text, true) from organization`;

const time = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const EVENTS = `
  select position::float8 as position, id, type, ${time('created_at')} as "createdAt", data, xmin::text as xid
    from event where organization_id = $1 and position > $2 order by position`;

/** Of the last minute too: anyone who had begun before has committed since. An import has one for each organization. */
const ACTIONS = `
  select distinct xmin::text as xid, actor, command
    from operator_action where at > $1::timestamptz - interval '60 seconds'`;

const PLACE = `${time('created_at')} as created_at, lpad(seq::text, 19, '0') as seq`;

const ORDERS = `
  select id, order_number, status, payment_status, total_cents::float8 as total_cents, currency,
         tracking_number, tracking_carrier, shipped_at, patient_id, external_order_id as key, ${PLACE}
    from customer_order where organization_id = $1
   order by created_at desc, seq desc`;

const PATIENTS = `
  select id, first_name, last_initial, erased_at, ${PLACE}
    from patient where organization_id = $1
   order by created_at desc, seq desc`;

const PRESCRIPTIONS = `
  select id, patient_id, product_name, dosage, status, ${PLACE}
    from prescription where organization_id = $1
   order by created_at desc, seq desc`;

const KEYS = `
  select operation, key, patient_id as patient
    from idempotency_key where organization_id = $1 and patient_id is not null`;

const NOTES = `
  select idempotency_key as key from movement
   where organization_id = $1 and created_at > $2::timestamptz - interval '60 seconds'`;

const UNERASED_KEYS = `
  select key.key
    from idempotency_key key
    join patient on patient.id = key.patient_id and patient.organization_id = key.organization_id
   where patient.erased_at is not null
     and num_nonnulls(key.answer::text, key.sealed_answer, key.request_salt) > 0`;

interface Opened {
  readonly table: string;
  readonly rowId: string;
  readonly text: string;
}

/** All that is sealed of the clinic. */
async function openAll(query: Query, organizationId: string): Promise<Opened[]> {
  const rows: { table: string; rowId: string; sealed: Buffer }[] = await query(SEALED, [
    organizationId,
  ]);
  return rows.map(({ table, rowId, sealed }) => {
    const text = SECRETS.open(sealed, { table, organizationId, rowId });
    return { table, rowId, text };
  });
}

const SEALED = `
  select 'patient' as table, id::text as "rowId", sealed from patient
   where organization_id = $1 and sealed is not null
   union all
  select 'intake', id::text, sealed from intake where organization_id = $1
   union all
  select 'customer_order', id::text, sealed from customer_order
   where organization_id = $1 and sealed is not null`;

const NOW = `
  select now()::text as at, pg_snapshot_xmin(pg_current_snapshot())::xid::text as xid`;

/**
 * All tables, whatever they are: each row as a text. Of those that must never hold any, and grow and grow, what was
 * written since the last look.
 */
async function marksInTables(query: Query, since: string): Promise<FoundMark[]> {
  const tables = await query(ALL_TABLES);
  const found: FoundMark[] = [];
  for (const { table } of tables) {
    const key = table === 'movement' ? 'row.idempotency_key' : 'null';
    const rows = await query(
      `select distinct found.mark[1] as mark, ${key} as key
         from "${table}" row cross join lateral regexp_matches(row::text, $1, 'g') as found (mark)
        where age(row.xmin) <= age($2::xid) and row::text ~ $1`,
      [MARK_REGEX, TABLES.has(table) ? NEVER_LOOKED.xid : since],
    );
    for (const { mark, key: of } of rows)
      found.push({ table, mark, ...(of !== null && { key: of }) });
  }
  return found;
}

const ALL_TABLES = `
  select relname as table
    from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`;
