// The program with two cells: two databases of one server, each reached through a proxy that can cut it off.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { DatabaseProxy } from '../../kit/database-proxy.ts';
import { stockOf } from '../../kit/one-database.ts';
import { directoryIn } from '../../src/cells/directory.ts';
import { type OperatorIo, runOperator } from '../../src/operator/program.ts';
import { type Client, client } from '../support/client.ts';
import { until } from '../support/concurrency.ts';
import { SECRETS_KEYS } from '../support/operator.ts';
import { freshKey, makePharmacy, mistyped, type Pharmacy } from '../support/pharmacy.ts';
import { startReceiver } from '../support/receiver.ts';
import {
  endSpawned,
  type Finished,
  runProgram,
  type SpawnedServer,
  spawnServer,
} from '../support/spawn-server.ts';

const slow = 60_000;

interface Cell {
  readonly db: TestDatabase;
  readonly proxy: DatabaseProxy;
  readonly pharmacy: Pharmacy;
}

let a: Cell;
let b: Cell;
let directory: TestDatabase;
let directoryProxy: DatabaseProxy;
let env: Record<string, string>;
let filled: Finished;
let server: SpawnedServer;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cells-'));
  [a, b] = [await makeCell('pharmacy-a'), await makeCell('pharmacy-b')];
  directory = await createTestDatabase();
  directoryProxy = await DatabaseProxy.start(directory.ownerUrl);
  env = {
    CELLS: `a=${a.proxy.url} b=${b.proxy.url}`,
    DIRECTORY_URL: directoryProxy.url,
    MIGRATE: 'off',
    LOG_LEVEL: 'error',
  };
  filled = await runProgram(['migrate'], env);
  server = await start();
}, slow);

afterAll(async () => {
  await endSpawned();
  for (const { db, proxy } of [a, b]) {
    await proxy.close();
    await db.drop();
  }
  await directoryProxy.close();
  await directory.drop();
  rmSync(folder, { recursive: true });
});

async function makeCell(slug: string): Promise<Cell> {
  const db = await createTestDatabase();
  const lot = { sku_code: 'SKU-1', location: 'Main', lot_number: 'L1', expiry_date: '2030-01-31' };
  const pharmacy = await makePharmacy(db.database, { slug, lots: [{ ...lot, qty: 100 }] });
  return { db, pharmacy, proxy: await DatabaseProxy.start(db.ownerUrl) };
}

function start(more: Record<string, string> = {}): Promise<SpawnedServer> {
  return spawnServer({ ...env, WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', ...more });
}

/** Runs a command in this process; what the program itself adds is tried by `person invite`, below. */
async function operator(...words: string[]): Promise<Finished> {
  let stdout = '';
  const io: OperatorIo = {
    print: (line) => {
      stdout += `${line}\n`;
    },
    cells: ['a', 'b'],
    withCell: (cell, work) =>
      work({
        ...stockOf((cell === 'a' ? a : b).db.database),
        secretsKeys: SECRETS_KEYS,
        appUrl: 'http://localhost',
      }),
    withDirectory: (work) => work(directoryIn(directory.database.pool)),
  };
  try {
    return { code: await runOperator(words, io), stdout, stderr: '' };
  } catch (error) {
    return { code: 1, stdout, stderr: `${(error as Error).message}\n` };
  }
}

function apiOf(key: string, { url } = server): Client {
  return client({ url, key });
}

async function draw(key: string, from = server): Promise<number> {
  const { status } = await apiOf(key, from).post('/v1/inventory/movements', {
    body: { type: 'fulfill', sku_code: 'SKU-1', qty: 1 },
    headers: { 'Idempotency-Key': freshKey() },
  });
  return status;
}

async function movementsIn({ db }: Cell): Promise<number> {
  const { rows } = await db.owner.query('select count(*)::int as count from movement');
  return rows[0].count;
}

function cutOff(proxy: DatabaseProxy): void {
  proxy.judge = () => 'cut before';
  proxy.cutAll();
}

async function bringBack(cell: Cell, from = server): Promise<void> {
  cell.proxy.judge = () => 'pass';
  await until('the cell is back', async () => (await draw(cell.pharmacy.liveKey, from)) === 201);
}

async function readiness({ url } = server) {
  const response = await fetch(new URL('/readyz', url));
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
  return { status: response.status, body: (await response.json()) as any };
}

it('fills the directory with what the cells have, once', async () => {
  expect(filled.stdout).toMatch(/directory: 6 organizations and keys filled in\n$/);
  expect(filled.code).toBe(0);
  const again = await runProgram(['migrate'], env);
  expect(again.stdout).toMatch(/directory: up to date\n$/);
});

it('answers each key from its own cell, and no other cell knows of it', async () => {
  const before = [await movementsIn(a), await movementsIn(b)];
  expect(await draw(b.pharmacy.liveKey)).toBe(201);
  expect([await movementsIn(a), await movementsIn(b)]).toEqual([
    before[0],
    (before[1] as number) + 1,
  ]);
  const stockOf = async ({ pharmacy }: Cell) =>
    (await apiOf(pharmacy.liveKey).get('/v1/inventory/stock')).body.data[0].on_hand;
  expect([await stockOf(a), await stockOf(b)]).toEqual([100, 99]);
  for (const key of ['nonsense', mistyped(a.pharmacy.liveKey)]) expect(await draw(key)).toBe(401);
});

it('answers 401 for a well-formed key that is in no cell', async () => {
  const elsewhere = await createTestDatabase();
  const { liveKey } = await makePharmacy(elsewhere.database);
  await elsewhere.drop();
  expect(await draw(liveKey)).toBe(401);
});

it('delivers the events of a cell to the endpoints of that cell', async () => {
  const receiver = await startReceiver();
  const api = apiOf(b.pharmacy.liveKey);
  const made = await api.post('/v1/inventory/webhooks', {
    body: { url: `${receiver.url}/hooks`, events: ['stock.changed'] },
  });
  expect(made.status).toBe(201);
  await draw(a.pharmacy.liveKey);
  await draw(b.pharmacy.liveKey);
  await until('an event is delivered', () => receiver.received.length > 0);
  expect(receiver.received.map(({ body }) => body.type)).toEqual(['stock.changed']);
  await api.delete(`/v1/inventory/webhooks/${made.body.id}`);
  await receiver.close();
});

it('keeps the refused requests of a key in its cell', async () => {
  const api = apiOf(b.pharmacy.liveKey);
  const refused = await api.get('/v1/inventory/stock', { query: { limit: 'many' } });
  expect(refused.status).toBe(400);
  const id = refused.headers.get('x-request-id') as string;
  await until('the refusal is kept', async () => {
    const { body } = await api.get('/v1/requests', { query: { request_id: id } });
    return body.data.length === 1;
  });
});

it('names each cell in its metrics and its readiness', async () => {
  const { status, body } = await readiness();
  expect([status, body.status, body.checks.cells]).toEqual([200, 'ok', { a: 'ok', b: 'ok' }]);
  const metrics = await (await fetch(new URL('/metrics', server.url))).text();
  expect(metrics).toMatch(/^webhook_deliveries_pending\{cell="b"\} \d+$/m);
  expect(metrics).toMatch(
    /^database_pool_connections\{pool="writes",cell="a",state="idle"\} \d+$/m,
  );
  expect(metrics).toMatch(
    /^http_request_duration_seconds_count\{operation="postMovement",status="201",cell="b"\} \d+$/m,
  );
});

describe('while a cell is down', () => {
  it('the others answer, and it refuses its own alone', async () => {
    cutOff(b.proxy);
    try {
      expect(await draw(b.pharmacy.liveKey)).toBe(503);
      expect(await draw(a.pharmacy.liveKey)).toBe(201);
      expect(await draw('nonsense')).toBe(401);
      const { status, body } = await readiness();
      expect([status, body.checks.database]).toEqual([200, 'ok']);
      expect(body.checks.cells).toEqual({ a: 'ok', b: 'database unavailable' });
    } finally {
      await bringBack(b);
    }
  });

  it('that falls silent keeps nobody from hearing that the others are ready', async () => {
    b.proxy.judge = () => 'swallow';
    try {
      const startedAt = performance.now();
      const { status, body } = await readiness();
      expect([status, body.checks.cells.a]).toEqual([200, 'ok']);
      expect(performance.now() - startedAt).toBeLessThan(2_000);
    } finally {
      b.proxy.cutAll();
      await bringBack(b);
    }
  });

  it.each([
    ['one host', (url: string) => url],
    ['several hosts', (url: string) => url.replace(/@([^/]+)/, '@$1,$1')],
  ])(
    'of %s, a process starts with the others, and takes it up when it answers',
    {
      timeout: slow,
    },
    async (_hosts, urlOf) => {
      cutOff(b.proxy);
      const cells = `a=${urlOf(a.proxy.url)} b=${urlOf(b.proxy.url)}`;
      const started = await start({ LOG_LEVEL: 'warn', CELLS: cells });
      try {
        expect(started.output()).toMatch(/Cell b: The database .* It is asked again/);
        expect(await draw(a.pharmacy.liveKey, started)).toBe(201);
        expect(await draw(b.pharmacy.liveKey, started)).toBe(503);
        await bringBack(b, started);
        expect((await readiness(started)).body.checks.cells).toEqual({ a: 'ok', b: 'ok' });
        expect((await apiOf(b.pharmacy.liveKey, started).get('/v1/inventory/stock')).status).toBe(
          200,
        );
      } finally {
        b.proxy.judge = () => 'pass';
        await started.stop();
      }
    },
  );

  it('a start that migrates refuses, with its name', { timeout: slow }, async () => {
    cutOff(b.proxy);
    try {
      const { code, stderr } = await runProgram(['serve'], { ...env, MIGRATE: 'on', PORT: '0' });
      expect(stderr).toMatch(/Cell b: The database at .* cannot be reached/);
      expect(code).toBe(1);
    } finally {
      await bringBack(b);
    }
  });
});

describe('while the directory is down', () => {
  it('known keys are answered, and others are asked to come again', async () => {
    const { testKey } = b.pharmacy;
    expect(await draw(a.pharmacy.liveKey)).toBe(201);
    cutOff(directoryProxy);
    try {
      expect(await draw(a.pharmacy.liveKey)).toBe(201);
      const unseen = await apiOf(testKey).get('/v1/inventory/stock');
      expect(unseen.status).toBe(503);
      expect(unseen.headers.get('retry-after')).toMatch(/^\d+$/);
    } finally {
      directoryProxy.judge = () => 'pass';
    }
    await until(
      'the directory is back',
      async () => (await apiOf(testKey).get('/v1/inventory/stock')).status === 200,
    );
  });
});

it('is not ready while it has never reached the directory', { timeout: slow }, async () => {
  cutOff(directoryProxy);
  const started = await start({ LOG_LEVEL: 'warn' });
  try {
    expect(started.output()).toMatch(/The directory: .* Until it answers, no key is known/);
    const { status, body } = await readiness(started);
    expect([status, body.status]).toEqual([503, 'directory unavailable']);
    directoryProxy.judge = () => 'pass';
    await until('it is ready', async () => (await readiness(started)).status === 200);
    expect(await draw(a.pharmacy.liveKey, started)).toBe(201);
  } finally {
    directoryProxy.judge = () => 'pass';
    await started.stop();
  }
});

describe('the operator', { timeout: slow }, () => {
  it('makes an organization in the cell that is named, and its slug is in no other', async () => {
    const words = [
      'organization',
      'create',
      '--slug',
      'clinic-b',
      '--name',
      'B',
      '--kind',
      'clinic',
    ];
    expect((await operator(...words)).stderr).toBe(
      'Use --cell to say which cell is meant: a, b.\n',
    );
    expect((await operator(...words, '--cell', 'c')).stderr).toMatch(/Allowed choices are a, b/);
    expect((await operator(...words, '--cell', 'b')).stdout).toMatch(
      /^organization clinic-b created/,
    );
    const elsewhere = await operator(...words, '--cell', 'a');
    expect(elsewhere.stderr).toBe(
      'The organization clinic-b is in cell b, not in cell a.\n' +
        'Organizations that trade with each other must be in one cell.\n',
    );
    const { rows } = await a.db.owner.query(`select from organization where slug = 'clinic-b'`);
    expect(rows).toEqual([]);
  });

  it('finds the cell of an organization, and its new keys are known at once', async () => {
    const issued = await operator(
      ...['key', 'issue', '--organization', 'pharmacy-b', '--environment', 'live'],
      ...['--scopes', 'all', '--requests-per-minute', '4', '--json'],
    );
    const { id, key } = JSON.parse(issued.stdout);
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) statuses.push(await draw(key));
    expect(statuses).toEqual([201, 201, 201, 201, 429]);
    const rotated = JSON.parse(
      (await operator('key', 'rotate', '--id', id, '--cell', 'b', '--json')).stdout,
    );
    expect(await draw(rotated.key)).toBe(201);
    expect((await operator('key', 'revoke', '--id', rotated.id, '--cell', 'b')).code).toBe(0);
    expect(await draw(rotated.key)).toBe(401);
    const unknown = await operator('key', 'list', '--organization', 'nobody');
    expect(unknown.stderr).toBe('No organization has the slug nobody.\n');
  });

  it('verifies, lists and logs over all cells', async () => {
    const verified = await operator('ledger', 'verify');
    expect(verified.stdout).toMatch(
      /^cell a:\n\d+ entries .* correct\ncell b:\n\d+ entries .* correct\n$/,
    );
    const listed = await operator('organization', 'list', '--json');
    const cells = listed.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(cells.map(({ cell }) => cell)).toEqual(['a', 'b']);
    expect(JSON.stringify(cells[1])).toContain('clinic-b');
    expect((await operator('log', '--limit', '1')).stdout).toMatch(/^cell a:\n.*\ncell b:\n/);
    const oneCell = await operator('ledger', 'verify', '--cell', 'b');
    expect(oneCell.stdout).toMatch(/^\d+ entries/);
    expect((await operator('ledger', 'anchor')).stderr).toMatch(/^Use --cell/);
  });

  it('refuses an import of an order with an organization of another cell', async () => {
    const file = join(folder, 'orders.json');
    const order = {
      organization: 'clinic-b',
      order_number: 'X-1',
      fulfillment_organization: 'pharmacy-a',
    };
    writeFileSync(file, JSON.stringify({ orders: [order] }));
    const { code, stderr } = await operator('import', file, '--cell', 'b');
    expect(stderr).toBe(
      'The organization pharmacy-a is in cell a, not in cell b.\n' +
        'Organizations that trade with each other must be in one cell.\n',
    );
    expect(code).toBe(1);
  });

  it('imports into the cell of the organizations that the file names', async () => {
    const file = join(folder, 'locations.json');
    const location = (organization: string) => ({ organization, name: 'Cellar' });
    const write = (...slugs: string[]) =>
      writeFileSync(file, JSON.stringify({ locations: slugs.map(location) }));
    for (const [slug, { db }] of [
      ['pharmacy-a', a],
      ['clinic-b', b],
    ] as const) {
      write(slug);
      expect((await operator('import', file)).stderr).toBe('');
      const { rowCount } = await db.owner.query(`select from location where name = 'Cellar'`);
      expect(rowCount).toBe(1);
    }
    write('pharmacy-a', 'clinic-b');
    const { code, stderr } = await operator('import', file);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/must be in one cell/)]);
    write('nobody');
    expect((await operator('import', file)).stderr).toMatch(/^Use --cell/);
    const missing = (await operator('import', 'no-such.json')).stderr;
    expect(missing).toContain(`no-such.json cannot be read: ENOENT. It was looked for in `);
    expect(missing).toContain(process.cwd());
  });

  it('leaves nothing in the directory of what a cell refused', async () => {
    const file = join(folder, 'organizations.json');
    const refusals = [
      [{ slug: 'free', name: 'Free', kind: 'nonsense' }],
      // A location of an organization that no one has is found when the file is written.
      [
        { slug: 'free', name: 'Free', kind: 'clinic' },
        { slug: 'free', name: 'Twice', kind: 'clinic' },
      ],
      [null],
    ];
    for (const organizations of refusals) {
      writeFileSync(file, JSON.stringify({ organizations }));
      const { code, stderr } = await operator('import', file, '--cell', 'a');
      expect([code, stderr]).toEqual([1, expect.stringMatching(/Nothing was imported/)]);
    }
    // One that the cell had before stays in the directory.
    const kept = ['organization', 'create', '--slug', 'kept', '--name', 'Kept', '--kind', 'clinic'];
    expect((await operator(...kept, '--cell', 'b')).stderr).toBe('');
    const organizations = ['kept', 'free', 'free'].map((slug) => {
      return { slug, name: slug, kind: 'clinic' };
    });
    writeFileSync(file, JSON.stringify({ organizations }));
    expect((await operator('import', file, '--cell', 'b')).code).toBe(1);
    expect((await operator(...kept, '--cell', 'a')).stderr).toContain('in cell b');
    const name = 'x'.repeat(300);
    const words = ['organization', 'create', '--slug', 'free', '--kind', 'clinic'];
    expect((await operator(...words, '--name', name, '--cell', 'a')).code).toBe(1);
    expect((await operator(...words, '--name', 'Free', '--cell', 'b')).stderr).toBe('');
  });

  it('erases a patient of the second cell', async () => {
    const file = join(folder, 'patients.json');
    const patient = { organization: 'clinic-b', first_name: 'Ann', last_name: 'Example' };
    writeFileSync(file, JSON.stringify({ patients: [patient] }));
    expect((await operator('import', file, '--cell', 'b')).stderr).toBe('');
    const { rows } = await b.db.owner.query('select id from patient');
    const erased = await operator(
      'patient',
      'erase',
      '--id',
      rows[0].id,
      '--reason',
      'asked',
      '--cell',
      'b',
    );
    expect([erased.code, erased.stderr]).toEqual([0, '']);
  });
});

it(
  'refuses an order of a product that is in another cell',
  async () => {
    const issued = await operator(
      ...[
        'key',
        'issue',
        '--organization',
        'clinic-b',
        '--environment',
        'live',
        '--scopes',
        'all',
        '--json',
      ],
    );
    const [productId] = a.pharmacy.productIds;
    const { status, body } = await apiOf(JSON.parse(issued.stdout).key).post('/v1/orders', {
      body: {
        patient_id: crypto.randomUUID(),
        items: [{ product_id: productId, quantity: 1 }],
        ship_to: {
          name: 'Ann',
          line1: '1 Main St',
          city: 'Springfield',
          state: 'IL',
          postal_code: '62701',
          country: 'US',
        },
      },
      headers: { 'Idempotency-Key': freshKey() },
    });
    expect([status, body.error]).toMatchObject([
      404,
      {
        code: 'not_found',
        message: 'items.0.product_id is not an active product that the storefront lists.',
      },
    ]);
  },
  slow,
);

describe('the application', { timeout: slow }, () => {
  /** Asks as a browser that has opened the application at this host. */
  function ask(
    host: string,
    { path, cookie, body }: { path: string; cookie?: string; body?: object },
  ): Promise<{ status: number; cookies: string[]; json: unknown }> {
    const { port } = new URL(server.url);
    return new Promise((resolve, reject) => {
      const asking = httpRequest(
        {
          host: '127.0.0.1',
          port,
          path: `/app/api${path}`,
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            host: `${host}:${port}`,
            'sec-fetch-site': 'same-origin',
            ...(cookie && { cookie }),
            ...(body && { 'content-type': 'application/json' }),
          },
        },
        async (response: IncomingMessage) => {
          let text = '';
          for await (const part of response.setEncoding('utf8')) text += part;
          const cookies = (response.headers['set-cookie'] ?? []).map(
            (one) => one.split(';')[0] ?? '',
          );
          resolve({ status: response.statusCode ?? 0, cookies, json: JSON.parse(text) });
        },
      );
      asking.on('error', reject);
      asking.end(body && JSON.stringify(body));
    });
  }

  it('has an address for each cell, and a session is of that cell alone', async () => {
    const { port } = new URL(server.url);
    const invited = await runProgram(
      [
        'operator',
        'person',
        'invite',
        '--organization',
        'pharmacy-b',
        '--name',
        'Ann',
        '--roles',
        'manager',
        '--json',
      ],
      { ...env, PORT: port },
    );
    const { link } = JSON.parse(invited.stdout);
    expect(link).toMatch(new RegExp(`^http://b[.]localhost:${port}/app/`));
    const token = new URL(link).hash.slice(1);
    const signIn = (host: string) => ask(host, { path: '/session/link', body: { token } });
    expect((await signIn('localhost')).status).toBe(403);
    expect((await signIn('a.localhost')).status).not.toBe(200);
    const { status, cookies } = await signIn('b.localhost');
    expect(status).toBe(200);
    const cookie = cookies.find((one) => one.startsWith('__Host-session=')) as string;
    expect((await ask('b.localhost', { path: '/session', cookie })).status).toBe(200);
    expect((await ask('a.localhost', { path: '/session', cookie })).status).toBe(401);
  });
});

it('serves from several processes', { timeout: slow }, async () => {
  const several = await start({ WEB_CONCURRENCY: '2' });
  expect(await draw(a.pharmacy.liveKey, several)).toBe(201);
  expect(await draw(b.pharmacy.liveKey, several)).toBe(201);
  expect(await several.stop()).toBe(0);
});

describe('a start is refused', { timeout: slow }, () => {
  it('where a cell lacks migrations, with its name', async () => {
    const last = 'migration_name = (select max(migration_name) from _prisma_migrations)';
    await b.db.owner.query(`update _prisma_migrations set finished_at = null where ${last}`);
    const { code, stderr } = await runProgram(['serve'], { ...env, PORT: '0' });
    await b.db.owner.query(`update _prisma_migrations set finished_at = now() where ${last}`);
    expect(stderr).toBe(
      'Cell b: The database lacks migrations of this version: run `npm run migrate` before this start.\n',
    );
    expect(code).toBe(1);
  });

  it('where there is no directory', async () => {
    const other = { ...env, DIRECTORY_URL: a.db.ownerUrl };
    const { stderr } = await runProgram(['serve'], { ...other, PORT: '0' });
    expect(stderr).toBe('There is no directory yet: run `npm run migrate` first.\n');
  });

  it('where one organization is in two cells', async () => {
    await a.db.owner.query(
      `insert into organization (id, slug, name, kind) values (gen_random_uuid(), 'twice', 't', 'clinic')`,
    );
    await b.db.owner.query(
      `insert into organization (id, slug, name, kind) values (gen_random_uuid(), 'twice', 't', 'clinic')`,
    );
    const { code, stderr } = await runProgram(['migrate'], env);
    expect(stderr).toBe(
      'twice is in the cells a and b: each organization and each key must be in one.\n',
    );
    expect(code).toBe(1);
  });
});
