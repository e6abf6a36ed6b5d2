// Whether Prometheus can answer what the dashboard and the alerts ask it for: it scrapes the product and a worker
// under a little load, and each query must return values. Before that, promtool reads the rules and tries when each
// fires. Without Prometheus it says so and succeeds.
//
//   npm run monitoring -- --seconds 30
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { stopAll, stopAllWhenEnded, stopLater } from '../../../kit/cleanup.ts';
import {
  alerts,
  measuredBy,
  panelQueries,
  RULE_TESTS,
  RULES,
} from '../../../kit/monitoring-files.ts';
import { importOrganization } from '../../../kit/organization.ts';
import { print } from '../../../kit/print.ts';
import { startProduct } from '../../../kit/product.ts';
import { freePort } from '../../../kit/system-server.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const ORGANIZATION = 'watched';
const SKU = 'WATCHED-1';
const AT_ONCE = 12;
const INTERVAL = '15s';
const READY_SECONDS_MAX = 60;

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '25' } } });

stopAllWhenEnded();
try {
  const missing = ['prometheus', 'promtool'].find((name) => spawnSync(name, ['--version']).error);
  if (missing !== undefined) {
    print(
      `monitoring: there is no ${missing} here (apt-get install prometheus): nothing was tried`,
    );
  } else process.exitCode = (await tryAll(Number(values.seconds))) ? 0 : 1;
} finally {
  await stopAll();
}
process.exit();

async function tryAll(seconds: number): Promise<boolean> {
  for (const words of [
    ['check', 'rules', RULES],
    ['test', 'rules', RULE_TESTS],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', words, { encoding: 'utf8' });
    print(`promtool ${words[0]} rules: ${status === 0 ? 'fine' : `${stdout}${stderr}`}`);
    if (status !== 0) return false;
  }
  const folder = mkdtempSync(join(tmpdir(), 'monitoring-'));
  stopLater(() => rmSync(folder, { recursive: true, force: true }));
  const receiver = await startReceiver();
  const settings = {
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'silent',
    WEB_CONCURRENCY: '2',
    WORKER: 'off',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    WEBHOOK_RETRY_SECONDS: '1,1',
  };
  const product = await startProduct(settings);
  const workerPort = await freePort();
  startWorker({ ...settings, OTEL_EXPORTER_PROMETHEUS_PORT: `${workerPort}` });
  const key = await makeWorld(settings, folder);
  const ask = await startPrometheus(folder, [new URL(product.url).port, `${workerPort}`]);
  print(`two processes and a worker under a little load, ${seconds} s`);
  await load({ url: product.url, key, hook: receiver, seconds });
  return report(ask);
}

type Ask = (path: string) => Promise<unknown>;

/** The number of values that a query returns, and the first of them. */
async function valuesOf(ask: Ask, query: string): Promise<{ count: number; first: string }> {
  const answer = (await ask(`query?query=${encodeURIComponent(query)}`)) as {
    result: { value: [number, string] }[];
  };
  const values = answer.result.map(({ value }) => value[1]).filter((value) => value !== 'NaN');
  return { count: values.length, first: values[0] ?? '' };
}

async function report(ask: Ask): Promise<boolean> {
  const rules = alerts();
  const asked = [
    ...panelQueries(INTERVAL).map((panel) => ({ ...panel, kind: 'panel' })),
    ...rules.flatMap((rule) =>
      measuredBy(rule).map((query) => ({ name: rule.name, query, kind: 'rule' })),
    ),
  ];
  let silent = 0;
  print(`\n${'kind'.padEnd(6)} ${'name'.padEnd(54)} ${'series'.padStart(6)}  first`);
  for (const { kind, name, query } of asked) {
    const { count, first } = await valuesOf(ask, query);
    const shown = count === 0 ? `NOTHING for ${query}` : Number(first).toPrecision(3);
    print(`${kind.padEnd(6)} ${name.padEnd(54)} ${String(count).padStart(6)}  ${shown}`);
    if (count === 0) silent += 1;
  }
  const { groups } = (await ask('rules')) as {
    groups: { rules: { name: string; health: string; state: string }[] }[];
  };
  const judged = groups.flatMap((group) => group.rules);
  const ill = judged.filter(({ health }) => health !== 'ok').map(({ name }) => name);
  const firing = judged.filter(({ state }) => state === 'firing').map(({ name }) => name);
  print(`\n${asked.length} queries, ${silent} without values; ${judged.length} rules judged`);
  print(`rules that fail: ${ill.join(', ') || 'none'}; that fire: ${firing.join(', ') || 'none'}`);
  return silent === 0 && ill.length === 0 && judged.length === rules.length;
}

/** Each fifth delivery fails. */
async function startReceiver(): Promise<string> {
  let index = 0;
  const server = createServer((request, response) => {
    request.resume();
    index += 1;
    response.writeHead(index % 5 === 0 ? 500 : 204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stopLater(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function startWorker(settings: Record<string, string>): void {
  const { PATH, HOME } = process.env;
  const program = ['--disable-warning=ExperimentalWarning', 'src/main.ts', 'work'];
  const child = spawn(process.execPath, program, {
    cwd: ROOT,
    env: { PATH, HOME, DEMO: 'off', ...settings },
    stdio: 'ignore',
    detached: true,
  });
  stopLater(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
}

/** @returns a key */
function makeWorld(settings: Record<string, string>, folder: string): Promise<string> {
  const expiry_date = `${new Date().getUTCFullYear() + 2}-12-31`;
  const lots = [{ lot_number: 'L-1', expiry_date, qty: 1_000_000 }];
  return importOrganization(settings, { slug: ORGANIZATION, skus: [SKU], lots }, folder);
}

async function startPrometheus(folder: string, ports: readonly (string | undefined)[]) {
  const port = await freePort();
  const config = join(folder, 'prometheus.yml');
  const jobs = ['pharmacy', 'pharmacy-worker'].map(
    (name, index) =>
      `  - job_name: ${name}\n    static_configs: [{ targets: ['127.0.0.1:${ports[index]}'] }]`,
  );
  writeFileSync(
    config,
    [
      'global: { scrape_interval: 1s, evaluation_interval: 2s }',
      `rule_files: ['${RULES}']`,
      'scrape_configs:',
      ...jobs,
      '',
    ].join('\n'),
  );
  const child = spawn(
    'prometheus',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'prometheus')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore', detached: true },
  );
  stopLater(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  const base = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + READY_SECONDS_MAX * 1000;
  while (!(await fetch(`${base}/-/ready`).catch(() => undefined))?.ok) {
    if (performance.now() > deadline) throw new Error('Prometheus is not ready in time');
    await pause(100);
  }
  return async (path: string): Promise<unknown> => {
    const answer = await fetch(`${base}/api/v1/${path}`);
    const { status, data, error } = (await answer.json()) as {
      status: string;
      data?: unknown;
      error?: string;
    };
    if (status !== 'success') throw new Error(`${decodeURIComponent(path)}: ${error}`);
    return data;
  };
}

/** Draws of one SKU through both processes, so that they wait for one another; refusals, reads and a batch. */
async function load({
  url,
  key,
  hook,
  seconds,
}: {
  url: string;
  key: string;
  hook: string;
  seconds: number;
}): Promise<void> {
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const draw = { type: 'fulfill', sku_code: SKU, qty: 1 };
  const item = () => ({ idempotency_key: crypto.randomUUID(), movement: draw });
  const created = await send('POST', '/inventory/webhooks', { url: hook, events: [] });
  if (created !== 201) throw new Error(`the endpoint was answered ${created}`);
  const asked: (() => Promise<number>)[] = [
    () => send('POST', '/inventory/movements', draw),
    () => send('POST', '/inventory/movements', draw),
    () => send('GET', '/inventory/stock'),
    () => send('POST', '/inventory/movements', { ...draw, qty: 900_000_000 }),
    () => send('POST', '/inventory/movements', { ...draw, sku_code: 'NOT-THERE' }),
    () => send('POST', '/inventory/movements/batch', { movements: [item(), item()] }),
    () => send('GET', '/inventory/lots/nothing/trace'),
  ];
  const endsAt = performance.now() + seconds * 1000;
  const lane = async (first: number) => {
    for (let index = first; performance.now() < endsAt; index += 1) {
      await asked[index % asked.length]?.();
      await pause(10);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => lane(index)));
}
