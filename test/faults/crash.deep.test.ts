// kill -9 of the server, of PostgreSQL and of both in the midst of a load, a restart on the same data, and the
// same keys again: what was acknowledged is there once, and what is sent again is there once.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDataDir } from '../../kit/data-dir.ts';
import { Database } from '../../src/database/database.ts';
import { migrate, serviceUrl } from '../../src/database/migrate.ts';
import { joinEmbeddedServer } from '../../src/embedded/embedded-server.ts';
import { type Answered, client } from '../support/client.ts';
import { inFlight, until } from '../support/concurrency.ts';
import { day, makePharmacy } from '../support/pharmacy.ts';
import { endSpawned, type SpawnedServer, spawnServer } from '../support/spawn-server.ts';
import { expectConsistentStock } from '../support/stock-consistency.ts';

/** A soak sets CRASH_ROUNDS; CRASH_SEED repeats a round, as far as a race can be repeated. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 1);
const SEED = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);
const SEEDS = Array.from({ length: ROUNDS }, (_, round) => SEED + round);

const REQUESTS = 500;
/** Some are accepted before the kill, and some of the load is still to come. */
const ACCEPTED_BEFORE_MAX = 150;
const CLIENTS = 16;
const SKUS = ['SKU-1', 'SKU-2', 'SKU-3'];
const DECIDE_TRIES_MAX = 100;

type Victim = 'server' | 'database';

interface Sent {
  readonly path: string;
  readonly key: string;
  readonly body: Record<string, unknown>;
  /** The answers that decide the request, in order. */
  readonly answers: Answered[];
}

const dataDir = makeDataDir();
let server: SpawnedServer;

beforeAll(async () => {
  const member = await joinEmbeddedServer({ dataDir: dataDir.path });
  await migrate(member.ownerUrl);
  await member.leave();
  server = await start();
}, 120_000);

afterAll(async () => {
  await server?.stop();
  await endSpawned();
  await dataDir.remove();
}, 60_000);

function start(): Promise<SpawnedServer> {
  return spawnServer({ DATA_DIR: dataDir.path, DEMO: 'off', WORKER: 'off', LOG_LEVEL: 'silent' });
}

/** Numbers from 0 up to `below`, the same for the same seed. */
function drawer(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function drawRequests(draw: (below: number) => number): Sent[] {
  return Array.from({ length: REQUESTS }, (_, index) => {
    const sku_code = SKUS[draw(SKUS.length)] as string;
    const reference = { type: 'order', id: `O-${draw(40)}` };
    const lot_number = `L${draw(4)}`;
    const qty = 1 + draw(9);
    const body = [
      { type: 'receive', sku_code, lot_number, expiry_date: day(400), qty },
      { type: 'return', sku_code, lot_number, qty },
      { type: 'fulfill', sku_code, qty },
      { type: 'dispense', sku_code, qty, reference },
      { sku_code, qty, reference },
    ][draw(5)] as Record<string, unknown>;
    const path = 'type' in body ? 'movements' : 'allocations';
    return { path: `/v1/inventory/${path}`, key: `request-${index}`, body, answers: [] };
  });
}

/** Whether the answer decides; a broken connection or a 5xx does not. */
async function send(liveKey: string, { path, key, body, answers }: Sent): Promise<boolean> {
  const api = client({ url: server.url, key: liveKey });
  const answer = await api
    .post(path, { body, headers: { 'Idempotency-Key': key } })
    .catch(() => undefined);
  if (answer === undefined || answer.status >= 500) return false;
  answers.push(answer);
  return true;
}

async function sendUntilDecided(liveKey: string, sent: Sent): Promise<void> {
  for (let tries = 0; tries < DECIDE_TRIES_MAX; tries += 1) {
    if (await send(liveKey, sent)) return;
    await pause(100);
  }
  throw new Error('A request was never decided.');
}

async function crash(victims: readonly Victim[]): Promise<void> {
  const pid = dataDir.postmasterPid();
  if (victims.includes('database')) process.kill(pid as number, 'SIGKILL');
  if (!victims.includes('server')) return;
  await server.stop('SIGKILL');
  server = await start();
}

async function withDatabase<Result>(
  work: (db: { database: Database; owner: pg.Pool }) => Promise<Result>,
): Promise<Result> {
  const member = await joinEmbeddedServer({ dataDir: dataDir.path });
  const owner = new pg.Pool({ connectionString: member.ownerUrl, max: 2 });
  const database = new Database(await serviceUrl(member.ownerUrl), { preparedStatements: true });
  try {
    return await work({ database, owner });
  } finally {
    await database.close();
    await owner.end();
    await member.leave();
  }
}

const wasAccepted = ({ answers }: Sent) => answers.some(({ status }) => status < 300);

/** At most one answer is 201, which may be lost on the way; the others repeat it. */
function expectOneResult({ key, answers }: Sent): void {
  const accepted = answers.filter(({ status }) => status < 300);
  if (accepted.length === 0) return;
  expect(accepted.filter(({ status }) => status === 201).length, key).toBeLessThanOrEqual(1);
  const results = accepted.map(({ body: { idempotent: _, ...result } }) => JSON.stringify(result));
  expect(new Set(results).size, key).toBe(1);
  // Once it is accepted it stays so.
  const first = answers.findIndex(({ status }) => status < 300);
  expect(answers.slice(first).every(({ status }) => status < 300)).toBe(true);
}

/** Compares the sums of all acknowledged movements with the tables. */
async function audit(owner: pg.Pool, slug: string, requests: readonly Sent[]): Promise<void> {
  const accepted = requests.filter(wasAccepted);
  const { rows: posted } = await owner.query(
    `select m.idempotency_key as key, count(*)::int as times from movement m
       join organization o on o.id = m.organization_id
      where o.slug = $1 and m.idempotency_key is not null group by 1`,
    [slug],
  );
  expect(new Map(posted.map(({ key, times }) => [key, times]))).toEqual(
    new Map(accepted.map(({ key }) => [key, 1])),
  );
  const units = new Map(SKUS.map((skuCode) => [skuCode, 0]));
  for (const { body } of accepted) {
    if (body.type === undefined) continue;
    const leaves = body.type === 'fulfill' || body.type === 'dispense';
    const skuCode = body.sku_code as string;
    const signed = (body.qty as number) * (leaves ? -1 : 1);
    units.set(skuCode, (units.get(skuCode) as number) + signed);
  }
  const { rows: levels } = await owner.query(
    `select s.sku_code, coalesce(sum(l.on_hand), 0)::int as on_hand
       from sku s join organization o on o.id = s.organization_id
       left join stock_level l on l.sku_id = s.id where o.slug = $1 group by 1`,
    [slug],
  );
  expect(new Map(levels.map(({ sku_code, on_hand }) => [sku_code, on_hand]))).toEqual(units);
}

describe.each(SEEDS)('seed %i', (seed) => {
  it.each([
    ['the server', ['server']],
    ['PostgreSQL', ['database']],
    ['both', ['database', 'server']],
  ] as [string, Victim[]][])(
    'kill -9 of %s loses and doubles nothing',
    async (name, victims) => {
      const slug = `seed-${seed}-${victims.length}-${victims[0]}`;
      const { liveKey } = await withDatabase(({ database }) =>
        makePharmacy(database, { slug, skuCodes: SKUS }),
      );
      const draw = drawer(seed * 31 + name.length);
      const requests = drawRequests(draw);
      const killAfter = 1 + draw(ACCEPTED_BEFORE_MAX);
      const laterMilliseconds = draw(15);

      const accepted = () => requests.filter(wasAccepted).length;
      const load = inFlight(CLIENTS, requests, (sent) => send(liveKey, sent));
      await until('the load is under way', () => accepted() >= killAfter);
      await pause(laterMilliseconds);
      expect(requests.some(({ answers }) => answers.length === 0)).toBe(true);
      await crash(victims);
      await load;

      for (let again = 0; again < 2; again += 1) {
        await inFlight(CLIENTS, requests, (sent) => sendUntilDecided(liveKey, sent));
      }
      for (const sent of requests) expectOneResult(sent);
      await withDatabase(async (db) => {
        await audit(db.owner, slug, requests);
        await expectConsistentStock(db, slug);
      });
    },
    120_000,
  );
});
