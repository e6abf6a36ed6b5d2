// Prisma's client costs a process 90 MB and a second of its start: only the command that needs it loads it.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { endSpawned, runProgram, spawnServer } from '../support/spawn-server.ts';
import { useWorld } from '../support/world.ts';

const CLIENT = /node_modules\/@prisma\/|generated\/prisma\//;

const world = useWorld(async () => ({ folder: await mkdtemp(join(tmpdir(), 'loaded-modules-')) }), {
  service: false,
});
afterAll(async () => {
  await endSpawned();
  await rm(world.folder, { recursive: true, force: true });
});

/** Runs a process that notes its modules as it ends, and returns their urls. */
async function modulesOf(
  run: (env: Record<string, string>) => Promise<unknown>,
): Promise<string[]> {
  const coverage = await mkdtemp(join(world.folder, 'process-'));
  await run({ DATABASE_URL: world.db.ownerUrl, NODE_V8_COVERAGE: coverage });
  const [file] = await readdir(coverage);
  const { result } = JSON.parse(await readFile(join(coverage, file as string), 'utf8')) as {
    result: readonly { readonly url: string }[];
  };
  return result.map(({ url }) => url);
}

it('is loaded by no process that serves, even while it makes the demo', async () => {
  const modules = await modulesOf(async (env) => {
    const server = await spawnServer({ ...env, DEMO: 'on' });
    expect(await fetch(`${server.url}/readyz`).then(({ status }) => status)).toBe(200);
    expect(await server.stop()).toBe(0);
    expect(server.output()).toContain('A demo pharmacy was made.');
  });
  expect(modules.some((url) => url.endsWith('src/operator/demo/seed-demo.ts'))).toBe(true);
  expect(modules.filter((url) => CLIENT.test(url))).toEqual([]);
});

it('is loaded by a command that reads or writes by it', async () => {
  const words = ['organization', 'set-status', '--status', 'active', '--organization', 'lakeside'];
  const modules = await modulesOf((env) => runProgram(['operator', ...words], env));
  expect(modules.some((url) => CLIENT.test(url))).toBe(true);
});
