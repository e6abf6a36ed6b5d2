// How much of the program a warm request runs, counted in a process as people start it: V8 counts the calls of each
// function. Batches that others form and timers count too, so the numbers may differ by a few.
import { afterAll, expect, it } from 'vitest';
import { createOrganization, importFile } from '../support/as-operator.ts';
import { until } from '../support/concurrency.ts';
import { day, makePharmacy } from '../support/pharmacy.ts';
import { endSpawned, type SpawnedServer, spawnServer } from '../support/spawn-server.ts';
import { useWorld } from '../support/world.ts';

const WARM_MILLISECONDS = 3_000;
const MOVEMENT = { files: 47, functions: 320 };
const ORDER = { files: 27, functions: 130 };
const ORDER_ID = crypto.randomUUID();

const world = useWorld(
  async ({ db }) => {
    const lots = [{ sku_code: 'A', lot_number: 'L', expiry_date: day(90), qty: 1_000_000 }];
    const pharmacy = await makePharmacy(db.database, { skuCodes: ['A'], lots });
    await createOrganization(db.database, { slug: 'clinic', name: 'Clinic', kind: 'clinic' });
    const fulfillment_organization = pharmacy.slug;
    const order = { id: ORDER_ID, order_number: 'VO-1', fulfillment_organization };
    const orders = [{ organization: 'clinic', ...order }];
    await importFile(db.database, JSON.stringify({ orders }));
    return pharmacy;
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

/** Sends one request again and again until the process is warm, then counts what the last of them ran. */
async function warmRun(
  send: (server: SpawnedServer, time: number) => Promise<Response>,
  status: number,
): Promise<{ files: string[]; functions: string[] }> {
  const server = await spawnServer({
    DATABASE_URL: world.db.ownerUrl,
    DEMO: 'off',
    WORKER: 'off',
    NODE_OPTIONS: '--inspect=127.0.0.1:0',
  });
  const ask = await debuggerOf(server);
  let time = 0;
  // Until what a process does once, a second after its start, is done.
  for (const end = performance.now() + WARM_MILLISECONDS; performance.now() < end; time += 1) {
    await (await send(server, time)).text();
  }
  await ask('Profiler.enable');
  await ask('Profiler.startPreciseCoverage', { callCount: true });
  const answer = await send(server, time);
  expect([answer.status, await answer.text()]).toEqual([status, expect.any(String)]);
  const { result } = await ask('Profiler.takePreciseCoverage');
  const run = result
    .filter(({ url }) => url.includes('/src/') && !url.includes('/node_modules/'))
    .map(({ url, functions }) => ({
      file: url.replace(/.*\/src\//, ''),
      called: functions.filter(({ ranges: [whole] }) => whole !== undefined && whole.count > 0),
    }))
    .filter(({ called }) => called.length > 0);
  return {
    files: run.map(({ file }) => file),
    functions: run.flatMap(({ file, called }) =>
      called.map(({ functionName }) => `${file} ${functionName}`),
    ),
  };
}

// What fails shows which they are.
function expectFew(
  { files, functions }: Awaited<ReturnType<typeof warmRun>>,
  most: { files: number; functions: number },
): void {
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(most.files);
  expect(functions.length, functions.join('\n')).toBeLessThanOrEqual(most.functions);
}

it('runs few files and functions of ours for a movement', async () => {
  const post = ({ url }: SpawnedServer, time: number) =>
    fetch(`${url}/api/public/v1/inventory/movements`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${world.liveKey}`,
        'content-type': 'application/json',
        'idempotency-key': `movement-${time}`,
      },
      body: JSON.stringify({ type: 'fulfill', sku_code: 'A', qty: 1 }),
    });
  expectFew(await warmRun(post, 201), MOVEMENT);
});

it('runs few files and functions of ours to read an order', async () => {
  const read = ({ url }: SpawnedServer) =>
    fetch(`${url}/api/public/v1/orders/${ORDER_ID}`, {
      headers: { authorization: `Bearer ${world.liveKey}` },
    });
  expectFew(await warmRun(read, 200), ORDER);
});
