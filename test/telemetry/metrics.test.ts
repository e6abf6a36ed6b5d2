// What Prometheus reads, what the dashboard and the alerts ask of it, and what the runbook says.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { alerts, panelQueries, RULE_TESTS } from '../../kit/monitoring-files.ts';
import type { Database } from '../../src/database/database.ts';
import { databaseMetrics } from '../../src/program/database-metrics.ts';
import { alone } from '../support/alone.ts';
import { hold, until } from '../support/concurrency.ts';
import { ROOT } from '../support/document.ts';
import { metricNames, metricValue } from '../support/metrics-text.ts';
import { type Client, client, day, makePharmacy, post } from '../support/pharmacy.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { endSpawned, type SpawnedServer, spawnServer } from '../support/spawn-server.ts';

interface Stage {
  readonly db: TestDatabase;
  readonly receiver: Receiver;
  readonly server: SpawnedServer;
  readonly api: Client;
}

let stage: Stage;
const stages: Stage[] = [];
const scrape = async ({ server } = stage) => (await fetch(`${server.url}/metrics`)).text();

beforeAll(async () => {
  stage = await setStage();
});
afterAll(async () => {
  await endSpawned();
  for (const { receiver, db } of stages) {
    await receiver.close();
    await db.drop();
  }
});

/** A server that has counted nothing, and a receiver that refuses what it gets first. */
async function setStage(): Promise<Stage> {
  const db = await createTestDatabase();
  const receiver = await startReceiver((response, index) =>
    response.writeHead(index === 0 ? 500 : 204).end(),
  );
  const lot = { sku_code: 'SKU-1', lot_number: 'LOT-1', expiry_date: day(60), qty: 100 };
  const { liveKey } = await makePharmacy(db.database, { lots: [lot] });
  const server = await spawnServer({
    DATABASE_URL: db.serviceUrl,
    MIGRATE: 'off',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    WEBHOOK_RETRY_SECONDS: '0.1',
  });
  const made = { db, receiver, server, api: client({ url: server.url, key: liveKey }) };
  stages.push(made);
  return made;
}

async function subscribe({ api, receiver }: Stage): Promise<void> {
  const hook = { url: receiver.url, events: ['stock.changed'] };
  expect((await api.post('/v1/inventory/webhooks', { body: hook })).status).toBe(201);
}

/** Of Node.js and of the process: there are more of them than anybody looks at. */
const COMMON = /^(process|nodejs)_/;
/** Words with an underscore that are none. */
const FUNCTIONS = ['histogram_quantile'];

/** Metrics that a query names, a histogram by its own name. */
function metricsIn(query: string, histograms: ReadonlySet<string>): string[] {
  const words = query
    .replaceAll(/\{[^}]*\}|by \([^)]*\)/g, ' ')
    .match(/\b[a-z]+(?:_[a-z0-9]+)+\b/g);
  return (words ?? [])
    .filter((word) => !FUNCTIONS.includes(word))
    .map((word) => {
      const own = word.replace(/_(bucket|sum|count)$/, '');
      return histograms.has(own) ? own : word;
    });
}

it('has each of its metrics on the dashboard or in an alert, and asks there for none that it has not', async () => {
  const text = await scrape();
  const there = metricNames(text);
  const histograms = new Set(
    [...text.matchAll(/^# TYPE (\w+) (?:histogram|summary)$/gm)].map(([, name]) => name as string),
  );
  const queries = [...panelQueries('1m'), ...alerts()].map(({ query }) => query);
  const asked = new Set(queries.flatMap((query) => metricsIn(query, histograms)));
  expect([...asked].filter((name) => !there.includes(name))).toEqual([]);
  expect(there.filter((name) => !COMMON.test(name) && !asked.has(name))).toEqual([]);
});

it('has labels whose values are known beforehand, and no others', async () => {
  const labels = new Set(
    [...(await scrape()).matchAll(/[{,](\w+)="/g)].map(([, name]) => name as string),
  );
  const ours = ['operation', 'status', 'code', 'by', 'queue', 'type', 'outcome', 'kind', 'reason'];
  const more = ['pool', 'state', 'task'];
  // Of Node.js: its version, kinds of collections, of memory and of handles.
  const nodes = ['le', 'quantile', 'version', 'major', 'minor', 'patch', 'kind', 'space', 'type'];
  expect([...labels].filter((name) => ![...ours, ...more, ...nodes].includes(name))).toEqual([]);
});

it('has a line of the runbook for each alert, and tries of each that it fires and that it does not', () => {
  const names = alerts().map(({ name }) => name);
  const runbook = readFileSync(`${ROOT}docs/runbook.md`, 'utf8');
  const entries = runbook.split(/^## /m).slice(1);
  expect(entries.map((entry) => entry.split('\n')[0])).toEqual(names);
  for (const part of ['**Means:**', '**Look at:**', '**Do:**'])
    expect(entries.filter((entry) => !entry.includes(part))).toEqual([]);
  for (const { name, severity, runbook: link } of alerts()) {
    expect([name, link]).toEqual([name, `docs/runbook.md#${name.toLowerCase()}`]);
    expect(['page', 'warn']).toContain(severity);
  }
  const tried = [...readFileSync(RULE_TESTS, 'utf8').matchAll(/^ {2}- name: (.*)$/gm)];
  expect(tried.map(([, name]) => name)).toEqual(
    names.flatMap((name) => [`${name} fires`, `${name} does not`]),
  );
});

it('names in the runbook panels that the dashboard has', () => {
  const titles = panelQueries('1m').map(({ name }) => name);
  const runbook = readFileSync(`${ROOT}docs/runbook.md`, 'utf8').replaceAll('\n', ' ');
  const named = [...runbook.matchAll(/(?<!\*)\*([A-Z][^*]+)\*(?!\*)/g)].map(([, name]) => name);
  expect(named.filter((name) => !titles.some((title) => title.startsWith(name as string)))).toEqual(
    [],
  );
});

it('counts what was posted and refused, in a batch too, and what became of deliveries', async () => {
  const own = await setStage();
  const { api, receiver } = own;
  await subscribe(own);
  const draw = { type: 'fulfill', sku_code: 'SKU-1', qty: 1 };
  expect((await post(api, draw, 'posted-once')).status).toBe(201);
  expect((await post(api, draw, 'posted-once')).status).toBe(200);
  expect((await post(api, { ...draw, qty: 900 })).status).toBe(409);
  const item = { idempotency_key: 'one-of-a-batch', movement: { ...draw, qty: 901 } };
  const batch = { body: { movements: [item] } };
  expect((await api.post('/v1/inventory/movements/batch', batch)).status).toBe(200);
  await until('it was tried twice', () => receiver.received.length === 2);
  let text = '';
  const counted = async () => {
    text = await scrape(own);
    return metricValue(text, 'webhook_attempts_total{outcome="succeeded",reason="none"}') === 1;
  };
  await until('that was counted', counted);
  const refused = 'http_refusals_total{operation="postMovement",code="insufficient_stock"}';
  const series = {
    'http_request_duration_seconds_count{operation="postMovement",status="201"}': 1,
    'http_request_duration_seconds_count{operation="postMovement",status="409"}': 1,
    [refused]: 2,
    'stock_changes_total{type="fulfill",outcome="posted"}': 1,
    'stock_changes_total{type="fulfill",outcome="refused"}': 2,
    'webhook_attempts_total{outcome="failed",reason="status"}': 1,
    webhook_delivery_delay_seconds_count: 1,
    'queue_depth{queue="stock_writer"}': 0,
    http_operations_in_flight: 0,
    'shed_total{by="in_flight"}': 0,
  };
  for (const [name, value] of Object.entries(series)) {
    expect([name, metricValue(text, name)]).toEqual([name, value]);
  }
  expect(metricValue(text, 'batch_size_count{queue="stock_writer"}')).toBeGreaterThan(0);
});

it('counts a batch that waits for a level which another has locked, and for how long', async () => {
  const { api, db } = stage;
  const waits = async () => {
    const text = await scrape();
    return ['count', 'sum'].map(
      (part) => metricValue(text, `stock_lock_wait_seconds_${part}`) ?? 0,
    );
  };
  const [countBefore = 0, sumBefore = 0] = await waits();
  const held = await hold(db.owner, 'select from stock_level for update');
  const startedAt = performance.now();
  const posted = post(api, { type: 'fulfill', sku_code: 'SKU-1', qty: 1 });
  await held.blocks(1);
  const blockedAt = performance.now();
  const releasedAt = performance.now();
  await held.release();
  expect((await posted).status).toBe(201);
  const endedAt = performance.now();
  const [count = 0, sum = 0] = await waits();
  expect(count - countBefore).toBe(1);
  expect(sum - sumBefore).toBeGreaterThan((releasedAt - blockedAt) / 1_000);
  expect(sum - sumBefore).toBeLessThan((endedAt - startedAt) / 1_000);
});

it('says what waits, and answers in any case: with the last values of the database while it is held', async () => {
  const { api, db } = stage;
  await subscribe(stage);
  const ask = databaseMetrics(alone(db.database), { keptMilliseconds: 10 });
  // No one makes deliveries of events.
  const held = await hold(db.owner, 'select from webhook_endpoint for update');
  expect((await post(api, { type: 'fulfill', sku_code: 'SKU-1', qty: 1 })).status).toBe(201);
  const lag = async () => metricValue(await ask(), 'webhook_fan_out_lag_seconds') ?? 0;
  await until('that is seen', async () => (await lag()) > 0);
  const locked = await hold(db.owner, 'lock table webhook_delivery in access exclusive mode');
  const age = async () => metricValue(await ask(), 'database_figures_age_seconds') ?? 0;
  await until('it was asked in vain', async () => (await age()) > 0.9);
  expect(await lag()).toBeGreaterThan(0);
  await locked.release();
  await held.release();
  await until('it is new again', async () => (await age()) < 0.9);
  await until('nothing waits', async () => (await lag()) === 0);
});

it('answers without what the database knows where it was never there', async () => {
  const gone = { transaction: () => Promise.reject(new Error('gone')) };
  const text = await databaseMetrics(alone(gone as unknown as Database))();
  expect(metricValue(text, 'database_figures_age_seconds')).toBe(120);
  expect(metricValue(text, 'webhook_deliveries_due')).toBeUndefined();
});
