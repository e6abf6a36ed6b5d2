// `pharmacy listen` as it is installed, against the real service, with a receiver that verifies by the SDK.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { signedHeaders } from '../../src/webhooks/endpoints/sign.ts';
import { nodes } from '../../test/support/nodes.ts';
import { day } from '../../test/support/pharmacy.ts';
import { verifyWebhook } from '../typescript/index.ts';
import { SKU, useSdk } from './support/sdk.ts';
import { type Installed, installPacked } from './support/sdk-package.ts';

const run = promisify(execFile);
const home = useSdk({
  lots: [{ sku_code: SKU, lot_number: 'L-1', expiry_date: day(90), qty: 1000 }],
});
let installed: Installed;
beforeAll(async () => {
  installed = await installPacked();
}, 120_000);
afterAll(() => installed.remove());

let folder: string;
let receiver: Receiver;
const listeners = new Set<Listener>();
beforeEach(async () => {
  folder = mkdtempSync(join(installed.folder, 'listen-'));
  receiver = await startReceiver();
});
afterEach(async () => {
  for (const listener of listeners) await listener.stop();
  receiver.close();
  rmSync(folder, { recursive: true });
});

it.each(nodes())(
  'signs each event as a delivery and goes on where it was after a restart, on %s',
  async (_version, node) => {
    await ship();
    const first = await startListener({ node });
    const one = await ship();
    await vi.waitFor(() => expect(first.output()).toContain(`stock.changed ${one} 204 in `), LONG);
    expect(await first.stop()).toBe(0);

    const two = await ship();
    const second = await startListener({ node });
    await vi.waitFor(() => expect(second.output()).toMatch(` ${two} 204 in `), LONG);
    expect(second.secret).toBe(first.secret);
    expect(statSync(join(folder, '.pharmacy-listen.json')).mode & 0o777).toBe(0o600);

    const events = [];
    for (const { body, headers } of receiver.received) {
      const event = await verifyWebhook(body, headers, first.secret);
      const expected = signedHeaders({
        deliveryId: String(headers['webhook-id']),
        type: event.type,
        payload: body,
        at: new Date(String(headers['x-webhook-timestamp'])),
        secret: first.secret,
        nextSecret: null,
      });
      const lowerCase = Object.entries(expected).map(([name, value]) => [
        name.toLowerCase(),
        value,
      ]);
      expect(headers).toMatchObject(Object.fromEntries(lowerCase));
      expect(headers['content-type']).toBe('application/json');
      events.push(event);
    }
    const feed = await home.client().listEvents({ query: { after: await before(one) } });
    expect(events).toEqual(feed.data);
    expect(events.map(({ id }) => id)).toEqual([one, two]);
  },
  60_000,
);

it('shows a failure and continues, and sends again what got no answer', async () => {
  receiver.status = 500;
  const listener = await startListener();
  const one = await ship();
  const failed = `${one} 500 in `;
  await vi.waitFor(() => expect(listener.output()).toContain(failed), LONG);
  expect(listener.output()).toContain('failed, only 2xx says that it was taken');
  receiver.close();
  const two = await ship();
  const refused = `${two} no answer (ECONNREFUSED); sent again in 2 s`;
  await vi.waitFor(() => expect(listener.output()).toContain(refused), LONG);
  const { port } = new URL(receiver.url);
  receiver = await startReceiver(Number(port));
  await vi.waitFor(() => expect(listener.output()).toContain(`${two} 204 in `), LONG);
  expect(receiver.received.map(({ body }) => JSON.parse(body).id)).toEqual([two]);
}, 60_000);

it('begins with the events of --since, of the types that are named alone', async () => {
  const at = new Date().toISOString();
  const one = await ship();
  const listener = await startListener({ options: ['--since', at] });
  await vi.waitFor(() => expect(listener.output()).toContain(`${one} 204 in `), LONG);
  await listener.stop();
  const others = ['--since', at, '--events', 'stock.low,sku.created'];
  const quiet = await startListener({ options: others });
  const two = await ship();
  const isPast = () => expect(readFileSync(join(folder, '.pharmacy-listen.json'), 'utf8'));
  await vi.waitFor(() => isPast().toContain(two), LONG);
  expect(quiet.output()).not.toContain('stock.changed');
  expect(receiver.received).toHaveLength(1);
}, 60_000);

it('says what is wrong, and what would be right', async () => {
  const listen = ['listen', '--forward-to', 'http://127.0.0.1:1/'];
  const wrongKey = `${home.pharmacy.liveKey.slice(0, -6)}AAAAAA`;
  const dir = folder;
  const position = (text: string) => {
    writeFileSync(join(dir, 'position'), text);
    return [...listen, '--position', 'position'];
  };
  const known = 'Known: stock.changed, stock.low, ';
  expect(await refusal([...listen, '--key', wrongKey])).toMatch(
    /^401 unauthorized: .*\nThe API refuses this key\. Is it whole, and of this API \(--api\)\?\n$/,
  );
  expect(await refusal([...listen, '--key', 'secret'])).toMatch(/^--key must be a whole key/);
  expect(await refusal(listen, { PHARMACY_KEY: '' })).toMatch('set PHARMACY_KEY, or pass --key.');
  expect(await refusal([...listen, '--api', 'here'])).toMatch(/^--api must be a whole address/);
  expect(await refusal([...listen, '--api', 'http://127.0.0.1:2'])).toMatch('ECONNREFUSED');
  expect(await refusal([...listen, '--events', 'stock.gone'])).toMatch(known);
  expect(await refusal([...listen, '--since', 'monday'])).toMatch(/^--since must be an ISO 8601/);
  expect(await refusal(['listen'])).toMatch(/^--forward-to must be a whole address/);
  expect(await refusal(['hear'])).toMatch('Say "pharmacy listen" or "pharmacy trigger"');
  expect(await refusal([...listen, '--port', '1'])).toMatch("Unknown option '--port'");
  expect(await refusal(position('{}'))).toMatch(/^position holds no position: delete it/);
  const elsewhere = { secret: 'whsec_AAAA', after: crypto.randomUUID(), since: null };
  expect(await refusal(position(JSON.stringify(elsewhere)))).toMatch(
    /^400 validation_error: (?:.|\n)*Delete position, or begin elsewhere with --since\.\n$/,
  );
}, 60_000);

it('has the API send a test of a type to each endpoint that gets it, or to the one that is named', async () => {
  const api = home.client();
  const make = async (path: string, events: ['stock.low'] | []) => {
    const url = `https://93.184.215.14/${path}`;
    return (await api.createWebhook({ body: { url, events } })).id;
  };
  const [all, low, disabled] = [
    await make('all', []),
    await make('low', ['stock.low']),
    await make('disabled', []),
  ];
  await api.updateWebhook({ path: { id: disabled }, body: { status: 'disabled' } });
  const sent = async (id: string) =>
    (await api.listDeliveries({ path: { id } })).data.map(({ type, event_id, id: delivery }) => [
      type,
      event_id,
      delivery,
    ]);
  const trigger = async (...args: string[]) => {
    const options = { cwd: folder, env: environment() };
    return (await run(process.execPath, [program(), 'trigger', ...args], options)).stdout;
  };
  const toAll = await trigger('stock.changed');
  const [[type, event, delivery] = []] = await sent(all);
  expect(type).toBe('stock.changed');
  expect(toAll).toBe(`stock.changed ${event} to https://93.184.215.14/all, delivery ${delivery}\n`);
  expect([await sent(low), await sent(disabled)]).toEqual([[], []]);
  expect(await trigger('sku.created', '--endpoint', low)).toMatch('14/low, delivery ');
  expect(await sent(low)).toEqual([['sku.created', expect.any(String), expect.any(String)]]);

  expect(await refusal(['trigger'])).toMatch('Name one type of event');
  expect(await refusal(['trigger', 'stock.gone'])).toMatch(
    'Unknown type of event "stock.gone". Known: webhook.test, stock.changed, stock.low, ',
  );
  expect(await refusal(['trigger', 'order.updated'])).toBe(
    'No enabled endpoint gets order.updated. Create one, or name one with --endpoint.\n',
  );
  expect(await refusal(['trigger', 'stock.low', '--endpoint', disabled])).toMatch(
    /^400 validation_error: .*id must name an endpoint that is enabled/,
  );
}, 60_000);

it('is run by npx from the folder in which the package is installed', async () => {
  const npx = ['--no', 'pharmacy', '--', '--help'];
  const { stdout } = await run('npx', npx, { cwd: installed.folder });
  expect(stdout).toMatch(/^Usage: pharmacy listen --forward-to URL/);
}, 60_000);

const LONG = { timeout: 20_000, interval: 50 };

/** @returns the id of the event that says so */
async function ship(): Promise<string> {
  const client = home.client();
  const { next_cursor: end } = await client.listEvents({ query: { from: '2999-12-31T00:00:00Z' } });
  await client.postMovement({ body: { type: 'fulfill', sku_code: SKU, qty: 1 } });
  const { data } = await client.listEvents({ query: end === null ? {} : { after: end } });
  return String(data.at(-1)?.id);
}

async function before(id: string): Promise<string> {
  const ids: string[] = [];
  for await (const event of home.client().events()) ids.push(event.id);
  return String(ids[ids.indexOf(id) - 1]);
}

function environment(): Record<string, string> {
  return {
    PATH: String(process.env.PATH),
    PHARMACY_KEY: home.pharmacy.liveKey,
    PHARMACY_URL: `${home.service.url}/api/public`,
  };
}

const program = () => join(installed.folder, 'node_modules/.bin/pharmacy');

/** @returns what stands on stderr */
async function refusal(args: string[], env: Record<string, string> = {}): Promise<string> {
  const options = { cwd: folder, env: { ...environment(), ...env } };
  const failure = await run(process.execPath, [program(), ...args], options).catch(
    (error) => error,
  );
  expect(failure).toMatchObject({ code: 1, stdout: '' });
  return failure.stderr;
}

interface Listener {
  readonly secret: string;
  output(): string;
  /** Ctrl-C; answers the exit code. */
  stop(): Promise<number | null>;
}

async function startListener({
  node = process.execPath,
  options = [] as string[],
} = {}): Promise<Listener> {
  const args = [program(), 'listen', '--forward-to', receiver.url, ...options];
  const child = spawn(node, args, { cwd: folder, env: environment() });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'exit');
  const listener = {
    secret: '',
    output: () => output,
    async stop() {
      listeners.delete(listener);
      child.kill('SIGINT');
      const [code] = await ended;
      return code as number | null;
    },
  };
  listeners.add(listener);
  await vi.waitFor(() => expect(output).toMatch(/secret whsec_\S+\n/), LONG);
  listener.secret = /secret (whsec_\S+)\n/.exec(output)?.[1] ?? '';
  return listener;
}

interface Receiver {
  readonly url: string;
  readonly received: { readonly body: string; readonly headers: IncomingHttpHeaders }[];
  /** What it answers. */
  status: number;
  close(): void;
}

async function startReceiver(port = 0): Promise<Receiver> {
  const server: Server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    receiver.received.push({ body, headers: request.headers });
    response.writeHead(receiver.status).end();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  const { port: own } = server.address() as AddressInfo;
  const receiver: Receiver = { url: `http://127.0.0.1:${own}/`, received: [], status: 204, close };
  return receiver;
}
