// Processes that get SIGTERM under load: alone, as children of one parent, and one after another behind a balancer.
import { once } from 'node:events';
import { request } from 'node:http';
import { createConnection } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../kit/database.ts';
import { MIGRATION_LOCK } from '../../../src/database/migrate.ts';
import { until } from '../../support/concurrency.ts';
import { freshKey } from '../../support/pharmacy.ts';
import { endSpawned, type SpawnedServer, spawnProgram } from '../../support/spawn-server.ts';
import { type Balancer, startBalancer } from '../balancer.ts';
import { FAULT_SEED, FaultStage, noteMeasurements } from '../fault-stage.ts';

const MOVEMENTS = '/api/public/v1/inventory/movements';
const CLIENTS = 20;
/** As long as children are kept by a request that never ends, a caller who was left with no one waits longer. */
const HUNG_SECONDS = 4;
const END_SECONDS_MAX = 10;

let db: TestDatabase;
let stage: FaultStage;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(async () => {
  await stage?.end();
  await db.drop();
});

interface Answer {
  readonly status: number | undefined;
  readonly seconds: number;
}

/** One movement on a connection of its own. */
function postAlone(url: string, key: string): Promise<Answer> {
  const body = JSON.stringify({ type: 'fulfill', sku_code: 'SKU-0', qty: 1 });
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const settle = (status: number | undefined) =>
      resolve({ status, seconds: (performance.now() - startedAt) / 1000 });
    const headers = {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': freshKey(),
    };
    request(new URL(MOVEMENTS, url), { method: 'POST', headers, agent: false }, (answer) => {
      answer.resume().once('end', () => settle(answer.statusCode));
    })
      .once('error', () => settle(undefined))
      .end(body);
  });
}

/** Keeps anyone who has it until its time is over. */
function unfinished(url: string, key: string): void {
  const head = [
    `POST ${MOVEMENTS} HTTP/1.1`,
    'Host: test',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Idempotency-Key: ${freshKey()}`,
    'Content-Length: 100',
  ];
  createConnection(Number(new URL(url).port), '127.0.0.1')
    .on('error', () => {})
    .write(`${head.join('\r\n')}\r\n\r\n{`);
}

describe.each([1, 2])('a start with WEB_CONCURRENCY=%i', (webConcurrency) => {
  it('asked to end under load answers what it took, posts nothing else, and leaves nobody waiting', async () => {
    const env = { WEB_CONCURRENCY: String(webConcurrency) };
    stage = await FaultStage.open(db.ownerUrl, { env, watchMemory: false });
    const server = stage.servers[0] as SpawnedServer;
    const posted = async () =>
      (await db.owner.query('select count(*)::int as count from movement')).rows[0].count;
    const before = await posted();
    for (let count = 0; count < 4; count += 1) unfinished(server.url, stage.liveKey);
    const answers: Answer[] = [];
    let isOver = false;
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (!isOver) {
        answers.push(await postAlone(server.url, stage.liveKey));
        await pause(2);
      }
    });
    await until('the load is under way', () => answers.length > 200);
    const exited = once(server.child, 'exit');
    const startedAt = performance.now();
    server.child.kill('SIGTERM');
    await exited;
    const seconds = (performance.now() - startedAt) / 1000;
    isOver = true;
    await Promise.all(clients);
    expect(server.child.exitCode).toBe(0);
    const acknowledged = answers.filter(({ status }) => status === 201).length;
    expect(await posted()).toBe(before + acknowledged);
    expect(answers.filter(({ status }) => status !== undefined && status !== 201)).toEqual([]);
    expect(answers.filter((one) => one.seconds > HUNG_SECONDS)).toEqual([]);
    noteMeasurements({
      'movements answered 201': acknowledged,
      's from the signal to the end': seconds,
      's for the slowest movement': Math.max(...answers.map((one) => one.seconds)),
    });
  });
});

it('ends within ten seconds where it is asked to while it waits for another that migrates', async () => {
  const other = await db.owner.connect();
  try {
    await other.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const env = { DATABASE_URL: db.ownerUrl, PORT: '0', DEMO: 'off', LOG_LEVEL: 'silent' };
    const starting = [
      spawnProgram(['serve'], env),
      spawnProgram(['serve'], { ...env, WEB_CONCURRENCY: '2' }),
      spawnProgram(['work'], env),
    ];
    await until('all of them wait', async () => {
      const { rows } = await db.owner.query(
        `select from pg_stat_activity
          where application_name = 'pharmacy-migrate' and datname = current_database()
            and query like '%pg_try_advisory_lock%'`,
      );
      return rows.length === starting.length;
    });
    const startedAt = performance.now();
    const ends = starting.map(async (child) => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      const [code] = await exited;
      return code as number;
    });
    expect((await Promise.all(ends)).every((code) => code !== 0)).toBe(true);
    const seconds = (performance.now() - startedAt) / 1000;
    expect(seconds).toBeLessThan(END_SECONDS_MAX);
    noteMeasurements({ 's from the signal to the last end': seconds });
  } finally {
    other.release(true);
    await endSpawned();
  }
});

describe(`a rolling restart behind a balancer, seed ${FAULT_SEED}`, () => {
  let balancer: Balancer;
  beforeEach(async () => {
    balancer = await startBalancer();
  });
  afterEach(() => balancer.close());

  it('fails no request', async () => {
    stage = await FaultStage.open(db.ownerUrl, { processes: 2 });
    const isReady = (server: SpawnedServer) =>
      until('it is ready', () => balancer.ready().includes(server.url));
    for (const server of stage.servers) balancer.add(server.url);
    for (const server of stage.servers) await isReady(server);
    const load = stage.load(() => stage.apiAt(balancer.url));
    await load.moves(200);
    const old = [...stage.servers];
    for (const server of old) {
      const next = await stage.spawn();
      balancer.add(next.url);
      await isReady(next);
      expect(await stage.stop(server)).toBe(0);
      balancer.remove(server.url);
      await load.moves(100);
    }
    await load.end();
    expect(load.undecided).toEqual([]);
    noteMeasurements({
      ...(await stage.expectWhole()),
      'requests failed': load.undecided.length,
      's for the slowest movement': load.slowestSeconds,
    });
  });
});
