// Of several hosts in one url the service follows the one that accepts writes. That a standby is promoted is tried
// with real ones in test/faults/long.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { DatabaseProxy } from '../../kit/database-proxy.ts';
import { freePort } from '../../kit/system-server.ts';
import { Database } from '../../src/database/database.ts';
import { readerUrl, serviceUrl } from '../../src/database/migrate.ts';
import type { Statement } from '../../src/database/statement.ts';
import { NoPrimary, Primary } from '../../src/hosts/primary.ts';
import { useWorld } from '../support/world.ts';

const ANSWER_SECONDS = 12;

const proxies: DatabaseProxy[] = [];
const world = useWorld(undefined, { service: false });
afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.close()));
});

async function startProxy(): Promise<DatabaseProxy> {
  const proxy = await DatabaseProxy.start(world.db.ownerUrl);
  proxies.push(proxy);
  return proxy;
}

/** The owner's url with these hosts. */
function naming(...hosts: string[]): string {
  const url = new URL(world.db.ownerUrl);
  return world.db.ownerUrl.replace(url.host, hosts.join(','));
}

const hostOf = (url: string) => new URL(url).host;
const PID: Statement<{ pid: number }> = {
  name: 'test-pid',
  text: 'select pg_backend_pid() as pid',
};
const WHO: Statement<{ name: string }> = {
  name: 'test-who',
  text: 'select current_user::text as name',
};
const SLEEP: Statement<{ slept: string }> = {
  name: 'test-sleep',
  text: 'select pg_sleep(4)::text as slept',
};

it('connects to the host that answers, whichever it is, in the roles of the service', async () => {
  const dead = `127.0.0.1:${await freePort()}`;
  const url = naming(dead, hostOf(world.db.ownerUrl));
  for (const [role, of] of [
    ['service', serviceUrl],
    ['reader', readerUrl],
  ] as const) {
    const own = await of(url);
    expect(own).toContain(`@${dead},${hostOf(world.db.ownerUrl)}/`);
    const database = new Database(own, { preparedStatements: true });
    expect((await database.query(WHO, []))[0]?.name).toMatch(`pharmacy_${role}_`);
    await database.close();
  }
});

it('continues asking where the certificate that its url names is away for a while', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pharmacy-primary-'));
  const certificate = join(folder, 'root.crt');
  writeFileSync(certificate, '');
  const url = `${naming('127.0.0.1:1', '127.0.0.1:2')}?sslmode=verify-full&sslrootcert=${certificate}`;
  const primary = new Primary(url);
  rmSync(folder, { recursive: true });
  // Where this rejected, nobody would hear it, and it would end the process.
  primary.suspect();
  const failure = await primary.find().catch((error) => error);
  expect(failure).toBeInstanceOf(NoPrimary);
  expect(failure.message).toContain('127.0.0.1:2 (ENOENT)');
  primary.close();
});

it('says of each host why none of them accepts writes, and no password', async () => {
  const ports = [await freePort(), await freePort()].map((port) => `127.0.0.1:${port}`);
  const failure = await serviceUrl(naming(...ports)).catch((error: Error) => error);
  expect((failure as Error).message).toBe(
    `The database cannot be reached: none of the hosts accepts writes: ${ports[0]} (ECONNREFUSED), ` +
      `${ports[1]} (ECONNREFUSED). Check DATABASE_URL, or start one of these servers.`,
  );
});

it.concurrent('leaves a host that falls silent for another, long before its answers are overdue', async () => {
  const lines: string[] = [];
  const [first, second] = [await startProxy(), await startProxy()];
  const hosts = naming(hostOf(first.url), hostOf(second.url));
  const database = new Database(await serviceUrl(hosts), {
    preparedStatements: true,
    answerSeconds: ANSWER_SECONDS,
    warn: (line) => lines.push(line),
  });
  await database.query(PID, []);
  expect(second.connections).toBe(1);
  const startedAt = performance.now();
  first.judge = () => 'swallow';
  const waiting = [PID, PID, PID].map((asked) => database.query(asked, []).catch(String));
  expect(await Promise.all(waiting)).toEqual(Array(3).fill(expect.stringMatching(/terminated/)));
  expect(performance.now() - startedAt).toBeLessThan((ANSWER_SECONDS - 2) * 1_000);
  expect(await database.query(PID, [])).toHaveLength(1);
  expect(lines).toEqual([
    `writes go to the database at ${hostOf(second.url)} from now on, and no longer to ${hostOf(first.url)}`,
  ]);
  await database.close();
});

it.concurrent('stays with a host that is slow, where no other accepts writes', async () => {
  const first = await startProxy();
  const dead = `127.0.0.1:${await freePort()}`;
  const database = new Database(await serviceUrl(naming(dead, hostOf(first.url))), {
    preparedStatements: true,
    connections: 2,
  });
  await database.query(PID, []);
  // Longer than a host may take to say that it accepts writes.
  let isMuted = false;
  first.judge = ({ text }) => (isMuted && text.includes('pg_is_in_recovery') ? 'swallow' : 'pass');
  isMuted = true;
  expect(await database.query(SLEEP, [])).toHaveLength(1);
  await database.close();
});
