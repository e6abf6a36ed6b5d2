// Migrations on servers as administrators give them out: the owner of a database is not always much.
import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TEMPLATE_URL, withDatabase } from '../../kit/database.ts';
import { migrate, readerUrl, serviceUrl } from '../../src/database/migrate.ts';
import { MigrationError } from '../../src/database/session.ts';

const template = process.env[TEMPLATE_URL] as string;

let name: string;
/** On the new database, as the server's superuser. */
let admin: pg.Client;
let ownerUrl: string;
beforeEach(async () => {
  name = `migrate_${randomBytes(6).toString('hex')}`;
  await asSuperuser(`create database ${name}`, `create role ${name} login password 'plain'`);
  admin = new pg.Client({ connectionString: withDatabase(template, name) });
  await admin.connect();
  const url = new URL(withDatabase(template, name));
  url.username = name;
  url.password = 'plain';
  ownerUrl = url.href;
});
afterEach(async () => {
  const made = await admin.query(`select to_regclass('service_role') is not null as found`);
  const roles = made.rows[0].found ? (await admin.query(ROLE_NAMES)).rows : [];
  await admin.end();
  await asSuperuser(
    `drop database ${name} with (force)`,
    ...[name, ...roles.map((role) => role.name)].map((role) => `drop role if exists ${role}`),
  );
});

const ROLE_NAMES = 'select name from service_role union all select reader_name from service_role';

async function asSuperuser(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(template, 'postgres') });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

it('tells an owner who may not create roles what an administrator must run, and then needs no more', async () => {
  await admin.query(`revoke all on schema public from public;
    grant usage, create on schema public to ${name};
    revoke connect on database ${name} from public;
    grant connect on database ${name} to ${name}`);
  const refused = await migrate(ownerUrl).then(
    () => undefined,
    (error: Error) => error,
  );
  expect(refused).toBeInstanceOf(MigrationError);
  const { rows } = await admin.query('select name, password from service_role');
  expect(refused?.message).toContain(`${name} may not create roles.`);
  expect(refused?.message).not.toContain(rows[0].password);
  // The same role again, whatever happens in between.
  await expect(migrate(ownerUrl)).rejects.toThrow(rows[0].name);

  await admin.query(refused?.message.split('\n\n')[1] as string);
  await migrate(ownerUrl);
  await migrate(ownerUrl);
  const service = new pg.Client({ connectionString: await serviceUrl(ownerUrl) });
  await service.connect();
  const limit = await service.query(
    `select count(*)::int as levels, current_setting('statement_timeout') as limit from stock_level`,
  );
  await service.end();
  expect(limit.rows).toEqual([{ levels: 0, limit: '9s' }]);
  const reader = new pg.Client({ connectionString: await readerUrl(ownerUrl) });
  await reader.connect();
  const readLimit = await reader.query(`select current_setting('statement_timeout') as limit`);
  await reader.end();
  expect(readLimit.rows).toEqual([{ limit: '3s' }]);
  expect(await answersOutsideTables()).toEqual(refusedOutsideTables());
});

it('needs neither a superuser nor rights on the database beyond its schema, but for roles', async () => {
  await admin.query(
    `alter role ${name} createrole; grant usage, create on schema public to ${name}`,
  );
  await migrate(ownerUrl);
  expect(await serviceUrl(ownerUrl)).toContain('pharmacy_service_');
  const settings = async () => {
    const { rows } = await admin.query(
      `select s.xmin, s.setconfig from pg_db_role_setting s join service_role r
           on s.setrole in (to_regrole(r.name), to_regrole(r.reader_name))`,
    );
    return rows;
  };
  const set = await settings();
  expect(set).toHaveLength(2);
  // The next start finds all of them and sets none.
  await migrate(ownerUrl);
  expect(await settings()).toEqual(set);
});

it('leaves the settings of a role that only its maker may change', async () => {
  await admin.query(
    `alter role ${name} createrole; grant usage, create on schema public to ${name}`,
  );
  await migrate(ownerUrl);
  const { rows } = await admin.query('select name from service_role');
  const role = rows[0].name;
  await admin.query(`revoke ${role} from ${name} cascade`);
  await admin.query(`alter role ${role} reset jit`);
  expect(await migrate(ownerUrl)).toContain(
    `Have an administrator of the server run this once:\n\n  alter role "${role}" set jit = 'off';\n`,
  );
  const { rows: left } = await admin.query('select rolconfig from pg_roles where rolname = $1', [
    role,
  ]);
  expect(left[0].rolconfig).not.toContain('jit=off');
});

/** What each of the two roles is answered where it would write outside of the tables, as PostgreSQL lets everybody. */
async function answersOutsideTables(): Promise<string[]> {
  const urls = [await serviceUrl(ownerUrl), await readerUrl(ownerUrl)];
  const answers = urls.map(async (url) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const given: string[] = [];
    for (const text of [
      'create temp table fresh (id int)',
      'select lo_creat(-1)',
      'select lo_create(0)',
      "select lo_from_bytea(0, 'x')",
    ]) {
      await client.query(`rollback; begin read write; ${text}`).then(
        () => given.push(`done: ${text}`),
        (error: Error) => given.push(error.message),
      );
    }
    await client.end();
    return given;
  });
  return (await Promise.all(answers)).flat();
}

function refusedOutsideTables(): string[] {
  const refused = [
    `permission denied to create temporary tables in database "${name}"`,
    ...['lo_creat', 'lo_create', 'lo_from_bytea'].map(
      (one) => `permission denied for function ${one}`,
    ),
  ];
  return [...refused, ...refused];
}

it('lets neither role fill the disk outside of the tables', async () => {
  ownerUrl = withDatabase(template, name);
  await migrate(ownerUrl);
  expect(await answersOutsideTables()).toEqual(refusedOutsideTables());
  // The same once more, when nothing is left to take away.
  await migrate(ownerUrl);
});

it('refuses the databases that belong to the server, for a superuser too', async () => {
  for (const database of ['postgres', 'template1']) {
    const refused = migrate(withDatabase(template, database));
    await expect(refused).rejects.toThrow(MigrationError);
    await expect(refused).rejects.toThrow(
      `The database ${database} belongs to the server: make one for the service, such as with "create database pharmacy", and name it in DATABASE_URL.`,
    );
  }
  const client = new pg.Client({ connectionString: withDatabase(template, 'postgres') });
  await client.connect();
  const { rows } = await client.query(
    `select count(*)::int as tables from pg_class where relnamespace = 'public'::regnamespace`,
  );
  await client.end();
  expect(rows).toEqual([{ tables: 0 }]);
});

it('says which database it migrated, and what it applied', async () => {
  const url = withDatabase(template, name);
  const lines = [await migrate(url), await migrate(url)];
  const address = `${new URL(template).host}/${name}`;
  const { rows } = await admin.query(
    `select string_agg(migration_name, ', ' order by migration_name) as names from _prisma_migrations`,
  );
  expect(lines).toEqual([
    `${address}: applied ${rows[0].names}`,
    `${address}: up to date, nothing to apply`,
  ]);
});

it('refuses a database of a build from before the first release', async () => {
  const url = withDatabase(template, name);
  await migrate(url);
  const refusal = /before the first release, .* Make a new one/;
  await admin.query(`update _prisma_migrations set checksum = repeat('0', 64)`);
  await expect(migrate(url)).rejects.toThrow(refusal);
  await admin.query(`update _prisma_migrations set migration_name = '20261122000000_baseline'`);
  await expect(migrate(url)).rejects.toThrow(refusal);
});

it('does not mind how the server writes dates, and neither does the service', async () => {
  await admin.query(`alter role ${name} createrole;
    grant usage, create on schema public to ${name};
    alter database ${name} set datestyle = 'German, DMY';
    alter database ${name} set intervalstyle = 'sql_standard'`);
  await migrate(ownerUrl);
  await migrate(ownerUrl);
  const service = new pg.Client({ connectionString: await serviceUrl(ownerUrl) });
  await service.connect();
  const { rows } = await service.query(
    `select date '2030-12-31'::text as day, interval '25 hours'::text as hours`,
  );
  await service.end();
  expect(rows).toEqual([{ day: '2030-12-31', hours: '25:00:00' }]);
});

it('holds an owner back who is no superuser, but neither foreign keys nor cascades nor triggers', async () => {
  await admin.query(
    `alter role ${name} createrole; grant usage, create on schema public to ${name}`,
  );
  await migrate(ownerUrl);
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const act = (...ids: string[]) =>
    owner.query(`select set_config('app.organization_ids', $1, false)`, [`{${ids.join(',')}}`]);
  const count = async (table: string) =>
    (await owner.query(`select count(*)::int as rows from ${table}`)).rows[0].rows;
  const [clinic, brand] = [randomUUID(), randomUUID()];
  const [patient, order] = [randomUUID(), randomUUID()];
  try {
    await owner.query(
      `insert into organization (id, slug, name, kind)
       values ($1, 'clinic', 'Clinic', 'clinic'), ($2, 'brand', 'Brand', 'brand')`,
      [clinic, brand],
    );
    await act(clinic);
    await owner.query(
      `insert into patient (id, organization_id, environment, first_name, last_initial, sealed)
       values ($1, $2, 'test', 'Ann', 'B', '')`,
      [patient, clinic],
    );
    await owner.query(
      `insert into customer_order (id, organization_id, environment, order_number, total_cents, patient_id,
                                   affiliate_organization_id)
       values ($1, $2, 'test', 'VO-1', 1, $3, $4)`,
      [order, clinic, patient, brand],
    );
    // The trigger has written a line for each who may read it.
    expect(await count('order_reader')).toBe(2);
    // Who acts for no one sees nothing, be he the owner; what refers to it is found all the same.
    await act();
    expect([await count('patient'), await count('customer_order')]).toEqual([0, 0]);
    await act(clinic);
    await expect(owner.query('delete from patient where id = $1', [patient])).rejects.toThrow(
      'customer_order_patient_id',
    );
    await act(brand);
    expect([await count('customer_order'), await count('order_reader')]).toEqual([1, 1]);
    expect((await owner.query('delete from customer_order')).rowCount).toBe(0);
    await act(clinic);
    await owner.query('update customer_order set affiliate_organization_id = null');
    expect(await count('order_reader')).toBe(1);
    expect((await owner.query('delete from customer_order')).rowCount).toBe(1);
    // By the cascade.
    expect((await admin.query('select from order_reader')).rowCount).toBe(0);
    // Statistics are of all rows, and a new foreign key is checked against all.
    await act();
    await owner.query('select gather_statistics()');
    await owner.query(`alter table intake add foreign key (patient_id, organization_id)
      references patient (id, organization_id)`);
  } finally {
    await owner.end();
  }
});
