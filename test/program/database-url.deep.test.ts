// The program on a PostgreSQL server of one's own.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TEMPLATE_URL, withDatabase } from '../../kit/database.ts';
import { serviceUrl } from '../../src/database/migrate.ts';
import { client } from '../support/client.ts';
import { freshKey } from '../support/pharmacy.ts';
import {
  endSpawned,
  runProgram,
  type SpawnedServer,
  spawnServer,
} from '../support/spawn-server.ts';

const slow = 60_000;
const template = process.env[TEMPLATE_URL] as string;

let admin: pg.Client;
beforeAll(async () => {
  admin = new pg.Client({ connectionString: withDatabase(template, 'postgres') });
  await admin.connect();
});
afterAll(() => admin.end());

let name: string;
/** Of an empty database, as the server's superuser. */
let url: string;
beforeEach(async () => {
  name = `program_${randomBytes(6).toString('hex')}`;
  await admin.query(`create database ${name}`);
  url = withDatabase(template, name);
});
afterEach(async () => {
  await endSpawned();
  await admin.query(`drop database ${name} with (force)`);
});

/** Makes the tables without the time that migrations take. */
async function clone(): Promise<void> {
  await admin.query(`drop database ${name}`);
  await admin.query(`create database ${name} template ${new URL(template).pathname.slice(1)}`);
}

/** Who is connected for the service, and what the role may. */
async function serviceUsers(): Promise<object[]> {
  const { rows } = await admin.query(
    `select distinct a.usename, r.rolsuper, r.rolcreaterole
       from pg_stat_activity a join pg_roles r on r.rolname = a.usename
      where a.datname = $1 and a.application_name = 'pharmacy-service'
      order by a.usename`,
    [name],
  );
  return rows;
}

async function expectMovements(server: SpawnedServer): Promise<void> {
  const key = /live: (\S+)/.exec(server.output())?.[1] as string;
  const api = client({ url: server.url, key });
  for (let round = 0; round < 3; round += 1) {
    const { status } = await api.post('/v1/inventory/movements', {
      body: { type: 'fulfill', sku_code: 'AMOX-500-CAP', qty: 1 },
      headers: { 'Idempotency-Key': freshKey() },
    });
    expect(status).toBe(201);
    const query = { sku_code: 'AMOX-500-CAP' };
    const { body } = await api.get('/v1/inventory/transactions', { query });
    expect(body.data).toHaveLength(3 + round);
    expect((await api.get('/v1/inventory/stock', { query })).body.data[0].on_hand).toBe(
      239 - round,
    );
  }
}

/** One for reads, one for the rest. */
const lesser = ['reader', 'service'].map((kind) => ({
  usename: expect.stringMatching(new RegExp(`^pharmacy_${kind}_`)),
  rolsuper: false,
  rolcreaterole: false,
}));

describe('a url of the owner', () => {
  it(
    'is enough: the program makes the tables and a lesser role, and serves as that',
    async () => {
      const server = await spawnServer({ DATABASE_URL: url, DEMO: 'on' });
      await expectMovements(server);
      expect(await serviceUsers()).toEqual(lesser);
      expect(await server.stop()).toBe(0);
    },
    slow,
  );

  it(
    'may be of an owner who is no superuser and may create roles',
    async () => {
      const owner = `owner_${name}`;
      await admin.query(`create role ${owner} login createrole password 'p@ss word'`);
      await admin.query(`alter database ${name} owner to ${owner}`);
      const own = new URL(url);
      own.username = owner;
      own.password = 'p@ss word';
      const server = await spawnServer({ DATABASE_URL: own.href, DEMO: 'on' });
      await expectMovements(server);
      expect(await serviceUsers()).toEqual(lesser);
      expect(await server.stop()).toBe(0);
    },
    slow,
  );

  it(
    'serves every process of WEB_CONCURRENCY as the lesser role',
    async () => {
      await clone();
      const env = { DATABASE_URL: url, DEMO: 'on', WEB_CONCURRENCY: '2' };
      const server = await spawnServer(env);
      await expectMovements(server);
      expect(await serviceUsers()).toEqual(lesser);
      expect(await server.stop()).toBe(0);
    },
    slow,
  );
});

describe('a url of the lesser role', () => {
  it(
    'serves with MIGRATE=off, and without prepared statements',
    async () => {
      await clone();
      const env = { DATABASE_URL: await serviceUrl(url), MIGRATE: 'off', DEMO: 'on' };
      const server = await spawnServer({ ...env, PREPARED_STATEMENTS: 'off' });
      await expectMovements(server);
      expect(await serviceUsers()).toEqual(lesser);
      expect(await server.stop()).toBe(0);
    },
    slow,
  );

  it(
    'serves while another url is for migrations',
    async () => {
      await clone();
      const env = { DATABASE_URL: await serviceUrl(url), DATABASE_DIRECT_URL: url, DEMO: 'on' };
      const server = await spawnServer(env);
      await expectMovements(server);
      expect(await server.stop()).toBe(0);
    },
    slow,
  );

  it(
    'is refused since it may not migrate',
    async () => {
      await clone();
      const ended = await serve({ DATABASE_URL: await serviceUrl(url) });
      expect(ended.stderr).toMatch(
        /^The user of \S+ may not do this \(permission denied .*MIGRATE=off/,
      );
    },
    slow,
  );
});

it(
  'says that there are no tables where nobody migrated, until `migrate` has run',
  async () => {
    const env = { DATABASE_URL: url, MIGRATE: 'off' };
    const { stderr } = await serve(env);
    expect(stderr).toBe('The database has no tables yet: run `npm run migrate` first.\n');
    const applied = new RegExp(
      `^127\\.0\\.0\\.1:\\d+${new URL(url).pathname}: applied \\d{14}_baseline\\b.*\\n$`,
    );
    expect(await runProgram(['migrate'], env)).toEqual({
      code: 0,
      stdout: expect.stringMatching(applied),
      stderr: '',
    });
    const server = await spawnServer(env);
    expect(server.output()).toMatch(/^listening on \S+\n$/);
    expect(await server.stop()).toBe(0);
    // A named database is not filled with a demo, unless it is asked for.
    const reader = new pg.Client({ connectionString: url });
    await reader.connect();
    const { rows } = await reader.query('select count(*)::int as organizations from organization');
    await reader.end();
    expect(rows).toEqual([{ organizations: 0 }]);
  },
  slow,
);

describe('a database that cannot be used', () => {
  const changed = (change: (url: URL) => void) => {
    const own = new URL(url);
    change(own);
    return own.href;
  };

  it('is named in one line, without the password', async () => {
    const closed = await freePort();
    const cases: [string, RegExp][] = [
      [`postgresql://u:hidden@127.0.0.1:${closed}/d`, /cannot be reached \(ECONNREFUSED\)/],
      [`postgresql://u:hidden@localhost:${closed}/d`, /cannot be reached \(ECONNREFUSED\)/],
      ['postgresql://u:hidden@nowhere.invalid/d', /cannot be reached \((ENOTFOUND|EAI_AGAIN)\)/],
      [changed((own) => (own.password = 'hidden')), /refuses the user or the password \(28P01\)/],
      [
        changed((own) => (own.pathname = '/nowhere')),
        /database "nowhere" does not exist \(3D000\)/,
      ],
    ];
    const ended = await Promise.all(cases.map(([address]) => serve({ DATABASE_URL: address })));
    for (const [at, { stderr }] of ended.entries()) {
      expect(stderr).toMatch(/^The database at [^\n]+\.\n$/);
      expect(stderr).toMatch(cases[at]?.[1] as RegExp);
      expect(stderr).not.toContain('hidden');
    }
    const operator = await runProgram(['operator', 'ledger', 'verify'], {
      DATABASE_URL: cases[0]?.[0] as string,
    });
    expect([operator.code, operator.stderr]).toEqual([1, ended[0]?.stderr]);
  }, 30_000);
});

async function serve(env: Record<string, string>) {
  const ended = await runProgram(['serve'], { PORT: '0', LOG_LEVEL: 'warn', ...env });
  expect([ended.code, ended.stdout]).toEqual([1, '']);
  return ended;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
