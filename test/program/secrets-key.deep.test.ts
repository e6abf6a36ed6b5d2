// A start with another SECRETS_KEY than the one that sealed this database's secrets.
import { hash } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { endSpawned, spawnServer } from '../support/spawn-server.ts';
import { useWorld } from '../support/world.ts';

const keys = [1, 2, 3].map((byte) => Buffer.alloc(32, byte));
const idOf = (key: Buffer) => hash('sha256', key).slice(0, 8);

const world = useWorld(undefined, { service: false });
afterEach(() => endSpawned());

/** What /readyz answers, and what was logged. */
async function startWith(...held: Buffer[]): Promise<{ ready: unknown[]; output: string }> {
  const server = await spawnServer({
    DATABASE_URL: world.db.serviceUrl,
    MIGRATE: 'off',
    SECRETS_KEY: held.map((key) => key.toString('base64')).join(','),
  });
  const response = await fetch(`${server.url}/readyz`);
  const ready = [response.status, await response.json()];
  const output = server.output();
  await server.stop();
  return { ready, output };
}

const checks = {
  process: 'ok',
  secrets: 'ok',
  writes: 'ok',
  event_loop: 'ok',
  database: 'ok',
  migrations: 'ok',
};
const fine = [200, { status: 'ok', checks }];
const lacks = 'SECRETS_KEY lacks a key';
const lacking = [503, { status: lacks, checks: { ...checks, secrets: lacks } }];

it('is not ready, and names the key’s id in the log and never the key, whatever it started with before', async () => {
  const [first, second, other] = keys as [Buffer, Buffer, Buffer];
  expect((await startWith(first)).ready).toEqual(fine);
  const wrong = await startWith(other);
  expect(wrong.ready).toEqual(lacking);
  expect(wrong.output).toContain(`"keyIds":["${idOf(first)}"],"sealsWith":"${idOf(other)}"`);
  for (const key of keys) expect(wrong.output).not.toContain(key.toString('base64'));
  // The wrong one has left nothing behind, and the right one is right as before.
  const right = await startWith(first);
  expect(right.ready).toEqual(fine);
  expect(right.output).not.toContain('SECRETS_KEY');
  // Rotated: the new one seals and the old one opens.
  expect((await startWith(second, first)).ready).toEqual(fine);
  expect((await startWith(second)).output).toContain(`"keyIds":["${idOf(first)}"]`);
}, 90_000);
