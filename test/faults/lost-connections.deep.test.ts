// Connections to the database break at the worst moments; each movement is posted exactly once all the same.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClientMessage, DatabaseProxy, type Verdict } from '../../kit/database-proxy.ts';
import { stockOf } from '../../kit/one-database.ts';
import { Database } from '../../src/database/database.ts';
import { sweepLots } from '../../src/inventory/sweep/sweep-lots.ts';
import { inFlight, Tally, until } from '../support/concurrency.ts';
import {
  type Client,
  client,
  day,
  freshKey,
  makePharmacy,
  type RunningService,
  startService,
} from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const SKUS = Array.from({ length: 6 }, (_, index) => `SKU-${index}`);
const ANSWER_SECONDS = 2;

let liveKey: string;
let proxy: DatabaseProxy;
let database: Database;
let service: RunningService;
let api: Client;
const tally = new Tally();

const world = useWorld(
  async ({ db }) => {
    ({ liveKey } = await makePharmacy(db.database, { skuCodes: SKUS }));
    const direct = await startService(db.database);
    const directApi = client({ url: direct.url, key: liveKey });
    for (const skuCode of SKUS) {
      await tally.post(directApi, {
        type: 'receive',
        sku_code: skuCode,
        qty: 10_000,
        lot_number: `LOT-${skuCode}`,
        expiry_date: day(60),
      });
    }
    await direct.close();
  },
  { service: false },
);

beforeEach(async () => {
  proxy = await DatabaseProxy.start(world.db.serviceUrl);
  database = new Database(proxy.url, { preparedStatements: true, answerSeconds: ANSWER_SECONDS });
  service = await startService(database);
  api = client({ url: service.url, key: liveKey });
});

afterEach(async () => {
  proxy.judge = () => 'pass';
  await service.close();
  await database.close();
  await proxy.close();
  await tally.audit(world.db);
});

function order(skuCode = 'SKU-0') {
  return { type: 'fulfill' as const, sku_code: skuCode, qty: 1 };
}

const isCommit = ({ type, text }: ClientMessage) => type === 'Q' && text.startsWith('commit');
const isStatement = (name: string) => (message: ClientMessage) =>
  message.type === 'B' && message.text.startsWith(`\0${name}\0`);

/** Breaks the connection at the first message of this kind, once. */
function breakOnce(at: (message: ClientMessage) => boolean, verdict: Verdict): void {
  let done = false;
  proxy.judge = (message) => {
    if (done || !at(message)) return 'pass';
    done = true;
    return verdict;
  };
}

async function expectPostedOnce(): Promise<void> {
  const key = freshKey();
  const first = await tally.post(api, order(), key);
  expect(proxy.cuts).toBe(1);
  expect(first.status).toBe(201);
  expect(first.body.idempotent).toBe(false);
  const again = await tally.post(api, order(), key);
  expect(again.status).toBe(200);
  expect(again.body.transactions).toEqual(first.body.transactions);
}

it('a movement for which there was no connection is unavailable, and not unknown', async () => {
  const taken: Promise<{ release(): void }>[] = [];
  proxy.judge = (message) => {
    // Anyone who asks next finds the pool empty: the door.
    if (taken.length === 0 && isStatement('find-skus-at-locations')(message)) {
      taken.push(...Array.from({ length: 14 }, () => database.pool.connect()));
    }
    return 'pass';
  };
  const answer = await tally.post(api, order());
  for (const client of await Promise.all(taken)) client.release();
  expect(taken).toHaveLength(14);
  expect([answer.status, answer.body.error.code]).toEqual([503, 'unavailable']);
  expect(answer.body.error.message).toMatch(/^The service cannot answer right now\./);
}, 30_000);

describe('a connection that breaks', () => {
  it('after COMMIT was done and before its answer: the first result is found, not posted again', async () => {
    breakOnce(isCommit, 'cut after');
    await expectPostedOnce();
  });

  it('before COMMIT reaches the server: the movement is posted again, once', async () => {
    breakOnce(isCommit, 'cut before');
    await expectPostedOnce();
  });

  it.each([
    ['lock-levels-skipping', 'cut before'],
    ['read-simple-facts', 'cut after'],
    ['insert-movements', 'cut before'],
    ['insert-movements', 'cut after'],
    ['update-levels', 'cut after'],
    ['append-events', 'cut after'],
  ] as const)('at %s (%s): the movement is posted once', async (statement, verdict) => {
    // Prepared on one connection first, so that the broken try runs it as the hot path does.
    breakOnce(isStatement(statement), verdict);
    await expectPostedOnce();
  });

  it.each([
    ['was done', 'cut after'],
    ['did not arrive', 'cut before'],
  ] as const)(
    'at the COMMIT of a sweep, which %s: its answer counts what was announced, once',
    async (_, verdict) => {
      await world.db.owner.query('update lot set expiry_announced_days = null');
      const announced = async () => {
        const { rows } = await world.db.owner.query(
          `select count(*)::int from event where type = 'lot.expiring'`,
        );
        return rows[0].count;
      };
      const before = await announced();
      breakOnce(isCommit, verdict);
      const swept = await sweepLots(stockOf(database), { by: 'worker', asOf: null });
      expect(proxy.cuts).toBe(1);
      expect(swept.expiring).toBe(SKUS.length);
      expect(await announced()).toBe(before + SKUS.length);
    },
  );

  it('with COMMIT still under way: the next try waits for it and finds the first result', async () => {
    const key = freshKey();
    breakOnce(isCommit, 'deliver late');
    const first = tally.post(api, order(), key);
    await until('the next try waits for the first one', async () => {
      const { rows } = await world.db.owner.query(
        `select from pg_stat_activity
          where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
      );
      return rows.length > 0;
    });
    proxy.deliver();
    const answer = await first;
    expect(answer.status).toBe(201);
    expect(answer.body.idempotent).toBe(false);
    const again = await tally.post(api, order(), key);
    expect(again.body).toEqual({ idempotent: true, transactions: answer.body.transactions });
  });

  it('during authentication or the reading of targets: a retry is served', async () => {
    for (const [index, statement] of ['admit', 'find-skus-at-locations'].entries()) {
      breakOnce(isStatement(statement), 'cut before');
      const key = freshKey();
      // One that the service does not remember.
      const sku = SKUS[index];
      const first = await tally.post(api, order(sku), key);
      expect(first.status).toBe(503);
      expect(first.headers.get('retry-after')).not.toBeNull();
      expect((await tally.post(api, order(sku), key)).status).toBe(201);
    }
  });

  it('while idle: the next request does not notice', async () => {
    expect((await tally.post(api, order())).status).toBe(201);
    expect(proxy.connections).toBeGreaterThan(0);
    proxy.cutAll();
    await until('the pool has noticed', () => database.pool.totalCount === 0);
    expect((await tally.post(api, order())).status).toBe(201);
  });

  it('without a word, as behind a dead router: it is given up and the movement posted once', async () => {
    breakOnce(isCommit, 'swallow');
    const key = freshKey();
    const first = tally.post(api, order(), key);
    await until('the service has given up the silent connection', () => proxy.abandoned === 1);
    // The server hears nothing either; once it ends the session, the level is free.
    proxy.cutAll();
    expect((await first).body.idempotent).toBe(false);
    expect((await tally.post(api, order(), key)).status).toBe(200);
  });
});

describe('connections that break all the time', () => {
  it('leave two hundred keyed movements posted once each', async () => {
    let statements = 0;
    let commits = 0;
    proxy.judge = (message) => {
      if (isCommit(message)) {
        commits += 1;
        return commits % 4 === 0 ? 'cut after' : 'pass';
      }
      if (message.type !== 'B') return 'pass';
      statements += 1;
      if (statements % 41 === 0) return 'cut before';
      return statements % 43 === 0 ? 'cut after' : 'pass';
    };
    const orders = Array.from({ length: 200 }, (_, index) => order(SKUS[index % SKUS.length]));
    await inFlight(20, orders, async (body) => {
      const { status } = await tally.postUntilDecided(() => api, body);
      expect([200, 201]).toContain(status);
    });
    expect(proxy.cuts).toBeGreaterThan(10);
  }, 60_000);
});
