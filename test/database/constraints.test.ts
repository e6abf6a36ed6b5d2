// What the database refuses by itself, anyone who asks.
import { readFileSync } from 'node:fs';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { migrate, serviceUrl } from '../../src/database/migrate.ts';
import { day, makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const CHECK = '23514';
const FOREIGN_KEY = '23503';
const UNIQUE = '23505';
const APPEND_ONLY = '23001';
const NO_PRIVILEGE = '42501';
const SOME_ROWS = /^[1-9]\d* rows$/;

/** As the service, in its lesser role. */
let service: pg.Pool;

const world = useWorld(
  async ({ db }) => {
    service = new pg.Pool({ connectionString: db.serviceUrl, max: 2 });
    for (const slug of ['mine', 'theirs']) {
      const lot = { sku_code: 'SKU', lot_number: 'LOT', expiry_date: day(60), qty: 5 };
      await makePharmacy(db.database, { slug, skuCodes: ['SKU'], lots: [lot] });
    }
    await db.owner.query(`
    with endpoint as (
      insert into webhook_endpoint (
        id, organization_id, environment, url, events, secret, fanned_position, created_at)
      select gen_random_uuid(), id, 'live', 'https://partner.example/', '{}', 'sealed', 0, now()
        from organization returning id, organization_id
    ), delivery as (
      insert into webhook_delivery (
        id, organization_id, endpoint_id, event_id, type, payload, created_at, next_attempt_at)
      select gen_random_uuid(), organization_id, id, gen_random_uuid(), 'stock.low', '{}', now(), now()
        from endpoint returning id, organization_id
    )
    insert into webhook_attempt (organization_id, delivery_id, number, at, milliseconds)
    select organization_id, id, 1, now(), 1 from delivery`);
  },
  { service: false },
);

afterAll(async () => {
  await service.end();
});

/** The code with which a statement fails, or how many rows it touched. */
async function outcome(statement: string, as: pg.Pool = world.db.owner): Promise<string> {
  try {
    const { rowCount } = await as.query(statement);
    return `${rowCount} rows`;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

async function columnsOf(table: string): Promise<string[]> {
  const { rows } = await world.db.owner.query(
    `select column_name from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'
      order by ordinal_position`,
    [table],
  );
  return rows.map(({ column_name }) => column_name);
}

/** Inserts a row of `mine` once more, with some columns replaced. */
async function insertLike(table: string, replaced: Record<string, string>): Promise<string> {
  const columns = await columnsOf(table);
  const unknown = Object.keys(replaced).filter((column) => !columns.includes(column));
  if (unknown.length > 0) throw new Error(`${table} has no ${unknown}`);
  const values = columns.map((column) => replaced[column] ?? `t.${column}`);
  return outcome(
    `insert into ${table} (${columns}) select ${values} from ${table} t
       join organization o on o.id = t.organization_id where o.slug = 'mine' limit 1`,
  );
}

const NEW_ID = 'gen_random_uuid()';
/** Of a movement that came with a key. */
const KEYED = {
  idempotency_key: `'key'`,
  operation: `'postMovement'`,
  request_digest: `sha256('')`,
};
const UNKEYED = {
  idempotency_key: 'null',
  operation: 'null',
  request_salt: 'null',
  request_digest: 'null',
};
/** Of a lot record that tells of a reservation. */
const RESERVED = { type: `'reserve'`, qty: '1', reference_type: `'order'`, reference_id: `'O-1'` };
const theirs = (table: string) =>
  `(select x.id from ${table} x join organization y on y.id = x.organization_id
     where y.slug = 'theirs' limit 1)`;

describe('the ledger and its movements', () => {
  it.each(['ledger_entry', 'movement'])(
    '%s cannot be changed, deleted or emptied, not even by the owner',
    async (table) => {
      const before = await outcome(`select from ${table}`);
      expect(before).toMatch(SOME_ROWS);
      for (const statement of [
        `update ${table} set type = type`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
        'truncate organization cascade',
      ]) {
        expect([statement, await outcome(statement)]).toEqual([statement, APPEND_ONLY]);
      }
      expect(await outcome(`select from ${table}`)).toBe(before);
    },
  );

  it.each(['ledger_entry', 'movement'])(
    '%s lets the service add and read, and nothing else',
    async (table) => {
      expect(await outcome(`select * from ${table}`, service)).toMatch(SOME_ROWS);
      for (const statement of [
        `update ${table} set type = type`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ]) {
        expect([statement, await outcome(statement, service)]).toEqual([statement, NO_PRIVILEGE]);
      }
    },
  );
});

describe('what the ledger refers to', () => {
  // Some by a foreign key, others by triggers alone.
  it.each(['organization', 'location', 'sku', 'stock_level', 'lot_number', 'lot', 'movement'])(
    'cannot be deleted or emptied, not even by the owner: %s',
    async (table) => {
      const before = await outcome(`select from ${table}`);
      expect(before).toMatch(SOME_ROWS);
      expect(await outcome(`delete from ${table}`)).toMatch(/^(23001|23503)$/);
      expect(await outcome(`truncate ${table} cascade`)).toBe(APPEND_ONLY);
      expect(await outcome(`delete from ${table}`, service)).toBe(NO_PRIVILEGE);
      expect(await outcome(`select from ${table}`)).toBe(before);
    },
  );

  it.each([
    ['lot', `update lot set id = ${NEW_ID}`],
    ['lot', `update lot set location_id = (select id from location where name = 'Spare')`],
    ['stock_level', `delete from stock_level where location_name = 'Spare'`],
    [
      'stock_level',
      `update stock_level set (location_id, location_name) = (select id, name from location where name = 'Other')
        where location_name = 'Spare'`,
    ],
  ])('stays what it is, and a level does without any lot: %s, %s', async (_table, statement) => {
    const mine = `(select id from organization where slug = 'mine')`;
    expect(
      await outcome(`
        do $$ begin
          insert into location (id, organization_id, name)
          values (${NEW_ID}, ${mine}, 'Spare'), (${NEW_ID}, ${mine}, 'Other');
          insert into stock_level (sku_id, location_id, organization_id)
          select sku.id, location.id, sku.organization_id from sku join location using (organization_id)
           where location.name = 'Spare';
          ${statement};
        end $$`),
    ).toBe(APPEND_ONLY);
  });

  it('may change in all but its key', async () => {
    expect(await outcome('update lot set sku_id = sku_id, holders = holders')).toBe('2 rows');
    expect(await outcome('update stock_level set sku_id = sku_id')).toBe('2 rows');
  });
});

describe('the service’s role', () => {
  it('is neither owner nor superuser, and cannot make roles, databases or tables', async () => {
    const { rows } = await service.query(
      `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls
         from pg_roles where rolname = current_user`,
    );
    expect(new Set(Object.values(rows[0]))).toEqual(new Set([false]));
    const { rows: owned } = await service.query(
      'select relname from pg_class where pg_has_role(relowner, $1)',
      ['member'],
    );
    expect(owned).toEqual([]);
  });

  it.each([
    'alter table lot add column x int',
    'alter table ledger_entry disable trigger all',
    'alter table stock_level drop constraint stock_level_units',
    'drop table event',
    'drop trigger movement_append_only on movement',
    'create table x (id int)',
    'create function x() returns int language sql as $$ select 1 $$',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
    'create role x',
    'set session_replication_role = replica',
    'truncate event',
    `select setval('ledger_block', 1048576)`,
    'select * from service_role',
    'update service_role set name = name',
    'select * from _prisma_migrations',
  ])('may not: %s', async (statement) => {
    expect(await outcome(statement, service)).toMatch(/^(42501|42P01)$/);
  });

  it('is kept when its own url is given, and found from the owner’s', async () => {
    expect(await serviceUrl(world.db.serviceUrl)).toBe(world.db.serviceUrl);
    expect(await serviceUrl(world.db.ownerUrl)).toBe(world.db.serviceUrl);
  });
});

describe('a reference to another organization', () => {
  it.each([
    ['sku', 'product_id', 'product', { sku_code: `'NEW'` }],
    ['stock_level', 'sku_id', 'sku', {}],
    ['stock_level', 'location_id', 'location', {}],
    ['lot_number', 'sku_id', 'sku', { lot_number: `'NEW'` }],
    ['lot', 'sku_id', 'sku', { lot_number: `'NEW'` }],
    ['lot', 'location_id', 'location', {}],
    ['webhook_delivery', 'endpoint_id', 'webhook_endpoint', {}],
    ['webhook_attempt', 'delivery_id', 'webhook_delivery', {}],
  ])('cannot be stored: %s.%s', async (table, column, target, others) => {
    const { rows } = await world.db.owner.query(
      `select data_type from information_schema.columns where table_name = $1 and column_name = 'id'`,
      [table],
    );
    const id = { uuid: { id: NEW_ID }, bigint: { id: '999999999' } }[rows[0]?.data_type as string];
    const replaced = { ...id, ...others };
    expect(await insertLike(table, { ...replaced, [column]: theirs(target) })).toBe(FOREIGN_KEY);
  });

  it('cannot come about by a change either', async () => {
    for (const [table, column, target] of [
      ['stock_level', 'sku_id', 'sku'],
      ['lot', 'location_id', 'location'],
      ['sku', 'product_id', 'product'],
    ] as const) {
      const statement = `update ${table} set ${column} = ${theirs(target)}
        where organization_id = (select id from organization where slug = 'mine')`;
      expect([table, await outcome(statement)]).toEqual([table, FOREIGN_KEY]);
    }
  });
});

describe('a row that says what cannot be', () => {
  it.each([
    ['organization', `kind = 'hospital'`],
    ['organization', `status = 'closed'`],
    ['api_key', 'scopes = null'],
    ['api_key', `environment = 'prod'`],
    ['api_key', `plan = 'free'`],
    ['api_key', 'requests_per_minute = 0'],
    ['api_key', 'requests_per_day = 0'],
    ['api_key', `key_hash = 'short'`],
    ['location', 'min_celsius = 9, max_celsius = 8'],
    ['product', `status = 'gone'`],
    ['product', 'price_cents = -1'],
    ['product', 'price_cents = 9007199254740992'],
    ['product', 'wholesale_cost_cents = -1'],
    ['product', 'min_order_qty = 0'],
    ['product', `controlled_schedule = 'I'`],
    ['sku', `gtin = '1'`],
    ['sku', `upc = '1'`],
    ['sku', `ean = '1'`],
    ['sku', `ndc = '1'`],
    ['sku', 'reorder_point = -1'],
    ['stock_level', 'on_hand = -1'],
    ['stock_level', 'on_hand = 9007199254740992'],
    ['stock_level', 'reserved = -1'],
    ['stock_level', 'reserved = on_hand + 1'],
    ['stock_level', 'quarantined = on_hand + 1'],
    ['stock_level', 'quarantined = -1'],
    ['stock_level', 'quarantined_reserved = quarantined + 1'],
    ['stock_level', 'quarantined_reserved = -1'],
    ['stock_level', 'version = -1'],
    ['lot', 'on_hand = -1'],
    ['lot', 'on_hand = 9007199254740992'],
    ['lot', 'reserved = -1'],
    ['lot', 'reserved = on_hand + 1'],
    ['lot', 'holders = -1'],
    ['lot', `status = 'lost'`],
    ['lot', `last_hash = 'short'`],
    ['event', `environment = 'prod', type = 'order.updated'`],
    ['event', `environment = 'live'`],
    ['event', `type = 'order.updated'`],
    ['event_counter', 'position = -1'],
    ['webhook_endpoint', 'events = null'],
    ['webhook_endpoint', `environment = 'prod'`],
    ['webhook_endpoint', `next_secret = 'without an end'`],
    ['webhook_endpoint', 'disabled_at = now()'],
    ['webhook_endpoint', `disabled_at = now(), disabled_reason = 'bored'`],
    ['webhook_endpoint', 'era = 1'],
    ['webhook_endpoint', 'has_over = true'],
    ['webhook_delivery', `status = 'lost'`],
    ['webhook_delivery', 'finished_at = now()'],
    ['webhook_delivery', 'next_attempt_at = null'],
    ['webhook_delivery', `status = 'dead'`],
    [
      'webhook_delivery',
      `status = 'dead', next_attempt_at = null, finished_at = now(), is_queued = true`,
    ],
  ])('is refused: %s with %s', async (table, assignment) => {
    expect(await outcome(`update ${table} set ${assignment}`)).toBe(CHECK);
  });

  it.each([
    ['ledger_entry', { type: `'steal'` }],
    ['ledger_entry', { qty: '0' }],
    ['ledger_entry', { qty: '9007199254740992' }],
    ['ledger_entry', { qty: '-9007199254740992' }],
    ['ledger_entry', { balance_after: '-1' }],
    ['ledger_entry', { balance_after: '9007199254740992' }],
    ['ledger_entry', { hash: `'short'::bytea` }],
    ['lot_record', { type: `'steal'` }],
    ['lot_record', { type: `'reserve'` }],
    ['lot_record', { ...RESERVED, type: `'set_status'` }],
    ['lot_record', { ...RESERVED, reference_id: 'null' }],
    ['lot_record', { ...RESERVED, reference_type: 'null' }],
    ['lot_record', { ...RESERVED, qty: 'null' }],
    ['lot_record', { ...RESERVED, qty: '0' }],
    ['lot_record', { ...RESERVED, qty: '9007199254740992' }],
    ['lot_record', { reserved_after: '-1' }],
    ['lot_record', { reserved_after: '9007199254740992' }],
    ['lot_record', { status: `'lost'` }],
    ['lot_record', { hash: `'short'::bytea` }],
    ['movement', { type: `'steal'` }],
    ['movement', { answer: `'{}'` }],
    ['movement', { redacted_at: 'now()', ...UNKEYED, note: `'kept'` }],
    ['movement', { idempotency_key: `'without a digest'` }],
    ['movement', { request_digest: "sha256('')" }],
    ['movement', { operation: `'postMovement'` }],
    ['movement', { request_salt: "decode(repeat('ab', 16), 'hex')" }],
    ['movement', { ...KEYED, request_digest: `'short'::bytea` }],
    ['movement', { ...KEYED, request_salt: `'short'::bytea` }],
    ['movement', { ...KEYED, operation: 'null' }],
    ['movement', { ...KEYED, request_digest: 'null' }],
  ])('is refused: %s with %o', async (table, replaced) => {
    const key = {
      ledger_entry: { id: NEW_ID, seq: '2' },
      lot_record: { seq: '2' },
      movement: { id: NEW_ID },
    }[table];
    expect(await insertLike(table, { ...key, ...replaced } as never)).toBe(CHECK);
  });

  it('would have been taken with other values', async () => {
    expect(await insertLike('movement', { id: NEW_ID, ...KEYED })).toBe('1 rows');
    expect(await insertLike('movement', { id: NEW_ID, ...KEYED })).toBe(UNIQUE);
    const other = { ...KEYED, operation: `'createAllocation'` };
    expect(await insertLike('movement', { id: NEW_ID, ...other })).toBe('1 rows');
    const counted = { ...UNKEYED, type: `'count'`, answer: `'{}'` };
    expect(await insertLike('movement', { id: NEW_ID, ...counted })).toBe('1 rows');
    expect(await insertLike('movement', { id: NEW_ID, ...counted, answer: 'null' })).toBe('1 rows');
    expect(await insertLike('lot_record', { ...RESERVED, seq: '3' })).toBe('1 rows');
    expect(await insertLike('lot_record', { type: `'set_expiry'`, seq: '4' })).toBe('1 rows');
  });

  it('is refused when a lot would expire on another day than its number', async () => {
    expect(await outcome(`update lot set expiry_date = expiry_date + 1`)).toBe(FOREIGN_KEY);
    expect(await outcome(`update lot_number set expiry_date = expiry_date + 1`)).toBe('2 rows');
    const { rows } = await world.db.owner.query('select distinct expiry_date::text as on from lot');
    expect(rows).toEqual([{ on: day(61) }]);
  });

  it.each([
    ['a second default location', 'location', { id: NEW_ID, name: `'New'`, is_default: 'true' }],
    ['a location of the same name', 'location', { id: NEW_ID, is_default: 'false' }],
    ['a SKU of the same code', 'sku', { id: NEW_ID }],
    ['a level twice', 'stock_level', {}],
    ['a lot number twice', 'lot_number', {}],
    ['a lot twice', 'lot', { id: NEW_ID }],
    ['a place in a chain twice', 'ledger_entry', { id: NEW_ID }],
    ['a position twice', 'event', { id: NEW_ID }],
    ['a key twice', 'api_key', { id: NEW_ID }],
    ['an event twice for an endpoint', 'webhook_delivery', { id: NEW_ID }],
  ])('is refused: %s', async (_what, table, replaced) => {
    expect(await insertLike(table, replaced as never)).toBe(UNIQUE);
  });
});

describe('the migrations', () => {
  it('are applied once, and the role is made once, however often they run', async () => {
    const state = async () => {
      const { rows } = await world.db.owner.query(`
        select (select json_agg(m order by id) from _prisma_migrations m) as migrations,
               (select json_agg(r) from service_role r) as roles,
               (select json_agg(c order by conname) from
                 (select conname, pg_get_constraintdef(oid) from pg_constraint) c) as constraints,
               (select json_agg(a order by relname) from
                 (select relname, relacl::text from pg_class
                   where relnamespace = 'public'::regnamespace) a) as privileges`);
      return rows[0];
    };
    const before = await state();
    await migrate(world.db.ownerUrl);
    await Promise.all([migrate(world.db.ownerUrl), migrate(world.db.ownerUrl)]);
    expect(await state()).toEqual(before);
    expect(before.roles).toHaveLength(1);
  });

  it('make the columns, indexes and references that the Prisma schema describes', async () => {
    const path = 'prisma/schema.prisma';
    const url = new URL(`../../${path}`, import.meta.url);
    const content = readFileSync(url, 'utf8');
    const adapter = new PrismaPg({ connectionString: world.db.ownerUrl });
    const engine = await SchemaEngine.new(
      { datamodels: [[path, content]] },
      () => {},
      bindMigrationAwareSqlAdapterFactory(adapter),
    );
    const { stdout } = await engine.diff({
      from: { tag: 'empty' },
      to: { tag: 'schemaDatamodel', files: [{ path, content }] },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    const fresh = `from_schema_${crypto.randomUUID().slice(0, 8)}`;
    await world.db.owner.query(`create schema ${fresh}`);
    const client = new pg.Client({ connectionString: world.db.ownerUrl });
    await client.connect();
    try {
      const script = (stdout ?? '')
        .replace(/CREATE SCHEMA IF NOT EXISTS "public";/, '')
        // Written by hand in the migration: Prisma knows that it is generated, and not from what.
        .replace(/"in_stock" BOOLEAN NOT NULL DEFAULT[^,]*,/, '"in_stock" BOOLEAN NOT NULL,');
      await client.query(`set search_path = ${fresh}; ${script}`);
    } finally {
      await client.end();
    }
    const described = await shapeOf(fresh);
    expect(described.length).toBeGreaterThan(100);
    expect(await shapeOf('public')).toEqual(described);
  });

  async function shapeOf(schema: string): Promise<string[]> {
    const { rows } = await world.db.owner.query(
      `select table_name || '.' || column_name || ' ' || udt_name || ' ' ||
              -- Prisma makes every list nullable.
              case data_type when 'ARRAY' then '' else is_nullable end as shape
         from information_schema.columns
        where table_schema = $1 and table_name <> '_prisma_migrations'
       union all
       select regexp_replace(tablename || ': ' || indexdef, ' ON [a-z_0-9]+[.]', ' ON ')
         from pg_indexes
        where schemaname = $1 and tablename <> '_prisma_migrations'
          -- Partial indexes are the migration's own.
          and indexdef not like '% WHERE %'
       union all
       select relname || ': ' || regexp_replace(pg_get_constraintdef(k.oid), 'REFERENCES [a-z_0-9]+[.]', 'REFERENCES ')
         from pg_constraint k join pg_class on pg_class.oid = conrelid
        where connamespace = $1::regnamespace and contype in ('p', 'f')
          -- A unique constraint is its index, which stands above.
          and relname <> '_prisma_migrations'
       order by 1`,
      [schema],
    );
    return rows.map(({ shape }) => shape);
  }
});
