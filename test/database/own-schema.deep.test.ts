// The service in a schema of another name, next to a copy of the tables in `public` that it must leave alone.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SCHEMA, TEMPLATE_URL, withDatabase, withSettings } from '../../kit/database.ts';
import { migrate, readerUrl, serviceUrl } from '../../src/database/migrate.ts';
import { runAgain } from '../support/again.ts';

/** Test files that run here a second time, on that schema. */
const AGAIN = [
  'database/privileges',
  'inventory/corrections/redact-movement',
  'inventory/ledger/verify-ledger',
  'inventory/operations/post-movement',
  'orders/create-order',
  'organizations/create-organization',
  'patients/erase-patient',
  'webhooks/endpoints/create-webhook',
  'webhooks/delivery/fan-out',
];

// The name is another one unless it is quoted; the space is escaped as the url's options have it.
runAgain(AGAIN, SCHEMA, '"Cell\\ b"');

describe('migrate', () => {
  const template = process.env[TEMPLATE_URL] as string;
  let database: string;
  let admin: pg.Client;
  beforeEach(async () => {
    database = `schema_${randomBytes(6).toString('hex')}`;
    await asSuperuser(
      `create database ${database} template ${new URL(template).pathname.slice(1)}`,
    );
    admin = new pg.Client({ connectionString: withDatabase(template, database) });
    await admin.connect();
  });
  afterEach(async () => {
    await admin.end();
    await asSuperuser(`drop database ${database} with (force)`);
  });

  async function asSuperuser(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: withDatabase(template, 'postgres') });
    await client.connect();
    await client.query(statement);
    await client.end();
  }

  const urlOf = (path: string) =>
    withSettings(withDatabase(template, database), { search_path: path });

  async function tablesOf(url: string): Promise<unknown> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const { rows } = await client.query(
        `select current_schema() as schema, 'movement'::regclass::oid::regclass::text as "table",
                (select relnamespace::regnamespace::text from pg_class
                  where oid = 'movement'::regclass) as found_in`,
      );
      return rows[0];
    } finally {
      await client.end();
    }
  }

  it.each(['database', 'role'])(
    'refuses a schema that a default of the %s leads to while another has the tables, and names both',
    async (kind) => {
      const role = `owner_${randomBytes(6).toString('hex')}`;
      await asSuperuser(`create role ${role} superuser login password 'x'`);
      const url = new URL(withDatabase(template, database));
      [url.username, url.password] = [role, 'x'];
      await asSuperuser(
        `alter ${kind} ${kind === 'role' ? role : database} set search_path = another`,
      );
      const unnamed = url.toString();
      const refusal =
        /schema public .* leads to (another|none)\. .*\?options=-c%20search_path%3D%22public%22/;
      await expect(migrate(unnamed)).rejects.toThrow(refusal);
      await expect(serviceUrl(unnamed)).rejects.toThrow(refusal);
      const { rowCount } = await admin.query(`select from pg_namespace where nspname = 'another'`);
      expect(rowCount).toBe(0);
      const named = withSettings(unnamed, { search_path: 'public' });
      expect(await migrate(named)).toMatch(/[0-9a-f]: up to date, nothing to apply$/);
      const found = { schema: 'public', table: 'movement', found_in: 'public' };
      expect(await tablesOf(await serviceUrl(named))).toEqual(found);
      // Both have them now, as after an earlier start that refused nothing.
      await migrate(withSettings(unnamed, { search_path: 'another' }));
      await expect(migrate(unnamed)).rejects.toThrow(/schema public .* leads to another\./);
      await expect(serviceUrl(unnamed)).rejects.toThrow(/schema public .* leads to another\./);
      await admin.query(`reassign owned by ${role} to current_user; drop owned by ${role}`);
      await asSuperuser(`drop role ${role}`);
    },
    60_000,
  );

  it('makes the first schema of the search path, though the next has all tables, and then finds nothing to apply', async () => {
    const url = urlOf('cell_b,public');
    expect(await migrate(url)).toMatch(/, schema cell_b: applied 20261127000000_baseline, /);
    expect(await migrate(url)).toMatch(/, schema cell_b: up to date, nothing to apply$/);
    expect(await migrate(urlOf('public'))).toMatch(/[0-9a-f]: up to date, nothing to apply$/);
    const found = { schema: 'cell_b', table: 'movement', found_in: 'cell_b' };
    expect(await tablesOf(await serviceUrl(url))).toEqual(found);
    expect(await tablesOf(await readerUrl(url))).toEqual(found);
  });

  it('gives the roles the schema for their own, where a pooler takes no settings from the url', async () => {
    const url = urlOf('cell_b');
    await migrate(url);
    for (const one of [await serviceUrl(url), await readerUrl(url)]) {
      expect(new URL(one).searchParams.get('options')).toBe('-c search_path=cell_b');
      const plain = new URL(one);
      plain.searchParams.delete('options');
      expect(await tablesOf(plain.href)).toMatchObject({ schema: 'cell_b', found_in: 'cell_b' });
    }
  });

  it('says so where the schema has no tables yet, whatever another one has', async () => {
    await admin.query('create schema cell_b');
    await expect(serviceUrl(urlOf('cell_b,public'))).rejects.toThrow(
      'The database has no tables yet: run `npm run migrate` first.',
    );
  });

  it('tells an owner who may not use the schema', async () => {
    const role = `plain_${randomBytes(6).toString('hex')}`;
    await admin.query(
      `create schema cell_b; create role ${role} login createrole password 'plain'`,
    );
    const url = new URL(urlOf('cell_b'));
    url.username = role;
    url.password = 'plain';
    await expect(migrate(url.href)).rejects.toThrow(
      `${role} may not use the first schema of the search path cell_b: grant usage and create on it, or name another ` +
        'at the end of the url, such as ?options=-c%20search_path%3Dpharmacy.',
    );
    await admin.query(`grant usage, create on schema cell_b to ${role}`);
    // An owner who may use it and may not pass that on has an administrator do it.
    const [, roleName] =
      /grant usage on schema cell_b to "(pharmacy_service_\w+)"/.exec(await migrate(url.href)) ??
      [];
    expect(roleName).toBeDefined();
    await admin.query(`drop owned by ${role} cascade`);
    const { rows } = await admin.query(
      `select rolname from pg_roles where rolname like '%' || $1`,
      [roleName?.split('_')[2]],
    );
    for (const { rolname } of rows)
      await admin.query(`drop owned by ${rolname}; drop role ${rolname}`);
    await admin.query(`drop role ${role}`);
  });
});

it('names every row by an index, so that a server that copies changes can find it', async () => {
  const client = new pg.Client({ connectionString: process.env[TEMPLATE_URL] });
  await client.connect();
  const { rows } = await client.query(
    `select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'
        and not exists (select from pg_index
                         where indrelid = pg_class.oid
                           and (indisreplident or relreplident = 'd' and indisprimary))`,
  );
  await client.end();
  expect(rows).toEqual([]);
});
