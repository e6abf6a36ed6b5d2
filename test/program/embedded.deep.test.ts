// The program on its embedded server, as a newcomer starts it and as a bad day ends it.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, writeFileSync, writeSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type DataDir, makeDataDir } from '../../kit/data-dir.ts';
import { client } from '../support/client.ts';
import { freshKey } from '../support/pharmacy.ts';
import {
  endSpawned,
  runProgram,
  type SpawnedServer,
  spawnProgram,
  spawnServer,
} from '../support/spawn-server.ts';
import { childrenOf, isAlive } from './processes.ts';

const waitOptions = { timeout: 30_000, interval: 50 };
const slow = 90_000;
const FIRST_SCREEN =
  /^A demo pharmacy was made\..*\n {2}live: (vita_live_\w+)\n {2}test: (vita_test_\w+)\nA demo clinic orders from it\..*\n {2}live: vita_live_\w+\n {2}test: vita_test_\w+\nThe application, .*\n {2}.*: (http:\S+)\/app\/sign-in#[\w-]{43}\n {2}.*#[\w-]{43}\nlistening on (http:\S+)\n$/;

afterEach(() => endSpawned());

async function expectServing(server: SpawnedServer, key: string): Promise<void> {
  const answer = await client({ url: server.url, key }).get('/v1/inventory/stock');
  expect(answer.status).toBe(200);
  expect(answer.body.data.length).toBeGreaterThan(0);
}

it(
  'starts empty with DEMO=off, says so by nothing but its address, and stops its database',
  async () => {
    const empty = makeDataDir();
    const env = { DATA_DIR: empty.path };
    const server = await spawnServer({ ...env, DEMO: 'off' });
    expect(server.output()).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+\n$/);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
    expect(empty.postmasterPid()).toBeUndefined();
    const verify = ['operator', 'ledger', 'verify', '--organization', 'demo-pharmacy'];
    const { code, stderr } = await runProgram(verify, env);
    expect([code, stderr]).toEqual([1, 'No organization has the slug demo-pharmacy.\n']);
    expect(empty.postmasterPid()).toBeUndefined();
    await empty.remove();
  },
  slow,
);

it.each(['1', '2'])(
  'takes the port before it makes the demo, with WEB_CONCURRENCY=%s, whose keys and links are printed in one piece',
  async (WEB_CONCURRENCY) => {
    const dir = makeDataDir();
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const PORT = String((taken.address() as AddressInfo).port);
    const env = { DATA_DIR: dir.path, WEB_CONCURRENCY, LOG_LEVEL: 'info' };
    const refused = await runProgram(['serve'], { ...env, PORT });
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain(`Port ${PORT} is taken`);
    taken.close();
    await once(taken, 'close');
    const server = spawnProgram(['serve'], { ...env, PORT });
    const writes: string[] = [];
    server.stdout?.on('data', (bytes) => writes.push(String(bytes)));
    await expect.poll(() => writes.join(''), waitOptions).toContain('listening on');
    expect(writes).toHaveLength(1);
    const [, live = '', , appUrl, url] = FIRST_SCREEN.exec(writes[0] as string) ?? [];
    expect([appUrl, url]).toEqual([`http://localhost:${PORT}`, `http://127.0.0.1:${PORT}`]);
    const answer = await client({ url: url as string, key: live }).get('/v1/inventory/stock');
    expect(answer.status).toBe(200);
    server.kill();
    await once(server, 'exit');
    await dir.remove();
  },
  slow,
);

describe('with the demo', () => {
  let dir: DataDir;
  let liveKey: string;
  /** What the first start printed. */
  let first: string;
  beforeAll(async () => {
    dir = makeDataDir();
    const server = await start();
    first = server.output();
    liveKey = /live: (\w+)/.exec(first)?.[1] as string;
    expect(await server.stop('SIGINT')).toBe(0);
  }, slow);
  afterAll(() => dir.remove(), slow);

  const start = (env: Record<string, string> = {}) => spawnServer({ DATA_DIR: dir.path, ...env });
  const operator = (...words: string[]) =>
    runProgram(['operator', ...words], { DATA_DIR: dir.path });
  const expectStopped = () => expect(dir.postmasterPid()).toBeUndefined();

  it(
    'prints its keys at the first start, and never again: a later one says how to get another',
    async () => {
      const [, live, test] = FIRST_SCREEN.exec(first) ?? [];
      const second = await start();
      const [, command = ''] =
        /^The demo is there .*\n {2}npm run operator -- (key issue .*)\nAnother link for the application:\n {2}npm run operator -- person invite .*\nlistening on \S+\n$/.exec(
          second.output(),
        ) ?? [];
      await expectServing(second, live as string);
      await expectServing(second, test as string);
      const issued = await operator(...command.split(' '), '--json');
      await expectServing(second, JSON.parse(issued.stdout).key);
      // Ctrl-C comes twice: from the terminal and from npm.
      second.child.kill('SIGINT');
      expect(await second.stop('SIGINT')).toBe(0);
      expectStopped();
    },
    slow,
  );

  it(
    'keeps its keys, and every other, out of the log, however much that tells',
    async () => {
      const own = makeDataDir();
      const server = await spawnServer({ DATA_DIR: own.path, LOG_LEVEL: 'trace' });
      const [live = '', ...others] = server.output().match(/vita_(live|test)_\w+/g) ?? [];
      expect(others).toHaveLength(3);
      await expectServing(server, live);
      await client({ url: server.url, key: `${live}x` }).get('/v1/inventory/stock');
      expect(await server.stop()).toBe(0);
      expect(server.log()).toContain('listStock');
      expect(server.log()).not.toMatch(/vita_(live|test)_|sign-in#/);
      await own.remove();
    },
    slow,
  );

  it(
    'finds its data and keys after Node alone was killed',
    async () => {
      const killed = await start();
      const api = client({ url: killed.url, key: liveKey });
      const body = { type: 'fulfill', sku_code: 'AMOX-500-CAP', qty: 1 };
      const movement = { body, headers: { 'Idempotency-Key': freshKey() } };
      expect((await api.post('/v1/inventory/movements', movement)).status).toBe(201);
      const postmaster = dir.postmasterPid();
      await killed.stop('SIGKILL');
      expect(dir.postmasterPid()).toBe(postmaster);
      const server = await start();
      expect(dir.postmasterPid()).toBe(postmaster);
      const again = client({ url: server.url, key: liveKey });
      const repeated = await again.post('/v1/inventory/movements', movement);
      expect([repeated.status, repeated.body.idempotent]).toEqual([200, true]);
      expect(await server.stop()).toBe(0);
      expectStopped();
    },
    slow,
  );

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends when npm is sent %s, though a shell stands between',
    async (signal) => {
      const server = await spawnServer({ DATA_DIR: dir.path }, { npm: true });
      await expectServing(server, liveKey);
      server.child.kill(signal);
      await expect.poll(() => dir.postmasterPid(), waitOptions).toBeUndefined();
      await expect.poll(() => statusOf(`${server.url}/healthz`), waitOptions).toBe(0);
    },
    slow,
  );

  it(
    'says that a port is taken, and leaves no database running',
    async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as { port: number };
      for (const processes of ['1', '2']) {
        const { code, stdout, stderr } = await runProgram(['serve'], {
          DATA_DIR: dir.path,
          PORT: String(port),
          WEB_CONCURRENCY: processes,
          DEMO: 'off',
          LOG_LEVEL: 'warn',
        });
        expect([code, stdout]).toEqual([1, '']);
        const message = `Port ${port} is taken: set PORT to another, or to 0 for a free one.\n`;
        expect(stderr).toContain(message);
        expect(stderr).not.toContain('    at ');
        expectStopped();
      }
      other.close();
    },
    slow,
  );

  it(
    'serves from two processes, replaces a killed one, and ends them all',
    async () => {
      const server = await start({ WEB_CONCURRENCY: '2', LOG_LEVEL: 'info' });
      await expectServing(server, liveKey);
      const parent = server.child.pid as number;
      const first = childrenOf(parent);
      expect(first).toHaveLength(2);
      process.kill(first[0] as number, 'SIGKILL');
      const replacement = () => childrenOf(parent).find((pid) => !first.includes(pid));
      await expect.poll(replacement, waitOptions).toBeDefined();
      // The log says which process answered.
      const answered = async () => {
        await statusOf(`${server.url}/readyz`);
        return server.output().includes(`"pid":${replacement()},`);
      };
      await expect.poll(answered, waitOptions).toBe(true);
      await expectServing(server, liveKey);
      const last = childrenOf(parent);
      expect(last).toEqual([first[1], replacement()]);
      expect(await server.stop()).toBe(0);
      expect(last.filter(isAlive)).toEqual([]);
      expectStopped();
    },
    slow,
  );

  it(
    'keeps the database running when an operator who came first leaves',
    async () => {
      const pipe = join(dir.path, '..', 'pipe');
      execFileSync('mkfifo', [pipe]);
      const importing = operator('import', pipe, '--json');
      let descriptor: number | undefined;
      await expect
        .poll(() => {
          descriptor ??= openForReader(pipe);
          return descriptor;
        }, waitOptions)
        .toBeDefined();
      const server = await start();
      writeSync(descriptor as number, '{"skus": []}');
      closeSync(descriptor as number);
      const { code, stdout } = await importing;
      expect([code, JSON.parse(stdout).skus.created]).toEqual([0, 0]);
      await expectServing(server, liveKey);
      expect(await server.stop()).toBe(0);
      expectStopped();
    },
    slow,
  );
});

describe('operators', () => {
  it(
    'may come five at once to an empty folder',
    async () => {
      const empty = makeDataDir();
      const env = { DATA_DIR: empty.path };
      const create = (slug: string) => [
        'organization',
        'create',
        '--slug',
        slug,
        '--name',
        'A name',
        '--kind',
        'brand',
        '--json',
      ];
      const slugs = ['a', 'b', 'c', 'd', 'e'];
      const ended = await Promise.all(
        slugs.map((slug) => runProgram(['operator', ...create(slug)], env)),
      );
      expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual(slugs.map(() => [0, '']));
      expect(ended.map(({ stdout }) => JSON.parse(stdout).slug)).toEqual(slugs);
      expect(empty.postmasterPid()).toBeUndefined();
      const again = await runProgram(['operator', ...create('a')], env);
      expect([again.code, again.stdout]).toEqual([1, '']);
      expect(again.stderr).toBe('An organization with the slug a exists already.\n');
      await empty.remove();
    },
    slow,
  );

  it(
    'get a message that says what is wrong with a file',
    async () => {
      const dir = makeDataDir();
      const latin = join(tmpdir(), 'latin-1.json');
      writeFileSync(latin, Buffer.from('Müller', 'latin1'));
      for (const [file, message] of [
        [join(dir.path, 'nothing.json'), 'cannot be read: ENOENT.'],
        [tmpdir(), 'cannot be read: EISDIR.'],
        [latin, 'is not UTF-8 text.'],
      ] as const) {
        const { code, stdout, stderr } = await runProgram(['operator', 'import', file], {
          DATA_DIR: dir.path,
        });
        expect([code, stdout, stderr]).toEqual([1, '', `${file} ${message}\n`]);
      }
      await dir.remove();
    },
    slow,
  );
});

/** On a connection of its own, so that any of the processes may answer; 0 while one is being killed. */
async function statusOf(url: string): Promise<number> {
  return fetch(url, { headers: { connection: 'close' } }).then(
    ({ status }) => status,
    () => 0,
  );
}

/** Undefined while no one reads from the pipe. */
function openForReader(pipe: string): number | undefined {
  try {
    return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}
