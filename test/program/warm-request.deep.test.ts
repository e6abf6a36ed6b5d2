// How much of the program a warm request runs, counted in a process as people start it: V8 counts the calls of each
// function. Batches that others form and timers count too, so the numbers may differ by a few.
import { afterAll, expect, it } from 'vitest';
import { until } from '../support/concurrency.ts';
import { day, makePharmacy } from '../support/pharmacy.ts';
import { endSpawned, type SpawnedServer, spawnServer } from '../support/spawn-server.ts';
import { useWorld } from '../support/world.ts';

const WARM_MILLISECONDS = 3_000;
const MOVEMENT = { files: 50, functions: 340 };

const world = useWorld(
  async ({ db }) => {
    const lots = [{ sku_code: 'A', lot_number: 'L', expiry_date: day(90), qty: 1_000_000 }];
    return makePharmacy(db.database, { skuCodes: ['A'], lots });
  },
  { service: false },
);
afterAll(endSpawned);

type Ask = (method: string, params?: object) => Promise<{ result: readonly Counted[] }>;

interface Counted {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly count: number }[];
  }[];
}

async function debuggerOf(server: SpawnedServer): Promise<Ask> {
  const address = () => /Debugger listening on (ws:\S+)/.exec(server.log())?.[1];
  await until('it says where it is debugged', () => address() !== undefined);
  const socket = new WebSocket(address() as string);
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  let last = 0;
  return (method, params = {}) =>
    new Promise((resolve) => {
      last += 1;
      const id = last;
      const hear = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data));
        if (answer.id !== id) return;
        socket.removeEventListener('message', hear);
        resolve(answer.result);
      };
      socket.addEventListener('message', hear);
      socket.send(JSON.stringify({ id, method, params }));
    });
}

it('runs few files and functions of ours for a movement', async () => {
  const server = await spawnServer({
    DATABASE_URL: world.db.ownerUrl,
    DEMO: 'off',
    WORKER: 'off',
    NODE_OPTIONS: '--inspect=127.0.0.1:0',
  });
  const ask = await debuggerOf(server);
  const post = (key: number) =>
    fetch(`${server.url}/api/public/v1/inventory/movements`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${world.liveKey}`,
        'content-type': 'application/json',
        'idempotency-key': `movement-${key}`,
      },
      body: JSON.stringify({ type: 'fulfill', sku_code: 'A', qty: 1 }),
    });
  let key = 0;
  // Until what a process does once, a second after its start, is done.
  for (const end = performance.now() + WARM_MILLISECONDS; performance.now() < end; ) {
    key += 1;
    await (await post(key)).text();
  }
  await ask('Profiler.enable');
  await ask('Profiler.startPreciseCoverage', { callCount: true });
  const answer = await post(key + 1);
  expect([answer.status, await answer.text()]).toEqual([201, expect.any(String)]);
  const { result } = await ask('Profiler.takePreciseCoverage');
  const run = result
    .filter(({ url }) => url.includes('/src/') && !url.includes('/node_modules/'))
    .map(({ url, functions }) => ({
      file: url.replace(/.*\/src\//, ''),
      called: functions.filter(({ ranges: [whole] }) => whole !== undefined && whole.count > 0),
    }))
    .filter(({ called }) => called.length > 0);
  const files = run.map(({ file }) => file);
  const functions = run.flatMap(({ file, called }) =>
    called.map(({ functionName }) => `${file} ${functionName}`),
  );
  // What fails shows which they are.
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(MOVEMENT.files);
  expect(functions.length, functions.join('\n')).toBeLessThanOrEqual(MOVEMENT.functions);
});
