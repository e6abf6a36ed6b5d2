// Several processes on one database: the same work in opposite orders, and none of it twice or lost.
import { afterAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/database/database.ts';
import {
  hold,
  inFlight,
  type MovementBody,
  shuffled,
  statusCounts,
  Tally,
} from '../support/concurrency.ts';
import {
  type Client,
  client,
  day,
  freshKey,
  makePharmacy,
  startService,
} from '../support/pharmacy.ts';
import { spawnServer } from '../support/spawn-server.ts';
import { useWorld } from '../support/world.ts';

const SKUS = Array.from({ length: 8 }, (_, index) => `SKU-${index}`);
const LOCATIONS = ['Main', 'Annex'];

/** Of the two spawned processes, then of the one in this process. */
const tally = new Tally();

const world = useWorld(
  async ({ db }) => {
    const { liveKey } = await makePharmacy(db.database, {
      skuCodes: ['EXPIRY', ...SKUS, ...SKUS.map((code) => `STORM-${code}`)],
    });
    const env = {
      DATABASE_URL: db.ownerUrl,
      SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
      DEMO: 'off',
      WORKER: 'off',
    };
    const servers = await Promise.all([spawnServer(env), spawnServer(env)]);
    const database = new Database(db.serviceUrl, { preparedStatements: true });
    const own = { database, service: await startService(database) };
    const apis = [...servers, own.service].map(({ url }) => client({ url, key: liveKey }));
    return { servers, own, apis };
  },
  { service: false, timeout: 120_000 },
);

afterAll(async () => {
  await Promise.all(world.servers.map((server) => server.stop()));
  expect(world.servers.map((server) => server.output())).toEqual(
    world.servers.map(({ url }) => `listening on ${url}\n`),
  );
  await world.own.service.close();
  await world.own.database.close();
});

interface Keyed {
  readonly key: string;
  readonly body: MovementBody;
}

/** The same movements through two processes, one of them backwards; answers every pair of statuses. */
async function postOpposed(movements: readonly Keyed[], concurrency: number): Promise<string[]> {
  const statuses = new Map<string, number[]>();
  const through = (api: Client, order: readonly Keyed[]) =>
    inFlight(concurrency, order, async ({ key, body }) => {
      const { status } = await tally.post(api, body, key);
      statuses.set(key, [...(statuses.get(key) ?? []), status]);
    });
  const [one, other] = world.apis as [Client, Client];
  await Promise.all([through(one, movements), through(other, movements.toReversed())]);
  return [...statuses.values()].map((pair) => pair.sort().join(' '));
}

describe('two processes', () => {
  it('receive fifty new lots in opposite orders without a double or a failure', async () => {
    const lots = Array.from({ length: 50 }, (_, index) => index).flatMap((index) =>
      LOCATIONS.map((location) => ({
        key: freshKey(),
        body: {
          type: 'receive' as const,
          sku_code: SKUS[index % SKUS.length] as string,
          location,
          qty: 100,
          lot_number: `NEW-${index}`,
          expiry_date: day(30 + index),
        },
      })),
    );
    const pairs = await postOpposed(lots, 50);
    expect(pairs).toEqual(Array(lots.length).fill('200 201'));
    await tally.audit(world.db);
  });

  it('post two hundred keys in opposite orders, each once', async () => {
    for (const [index, sku_code] of SKUS.entries()) {
      const lot = { lot_number: 'SOLD', expiry_date: day(90) };
      const location = LOCATIONS[index % 2] as string;
      const receipt = { type: 'receive' as const, sku_code, location, qty: 100, ...lot };
      expect((await tally.post(world.apis[0] as Client, receipt)).status).toBe(201);
    }
    const orders = Array.from({ length: 200 }, (_, index) => ({
      key: freshKey(),
      body: {
        type: 'fulfill' as const,
        sku_code: SKUS[index % SKUS.length] as string,
        location: LOCATIONS[index % 2] as string,
        qty: 1,
      },
    }));
    const pairs = await postOpposed(orders, 50);
    expect(pairs).toEqual(Array(orders.length).fill('200 201'));
    await tally.audit(world.db);
  });

  it('let one expiry date win when two come for one new lot number at two locations', async () => {
    const [one, other] = world.apis as [Client, Client];
    for (let round = 0; round < 10; round += 1) {
      const body = {
        type: 'receive' as const,
        sku_code: 'EXPIRY',
        qty: 1,
        lot_number: `RACE-${round}`,
      };
      // The first has written the lot number and waits for the counter of events, which is taken last;
      // the second has decided without seeing that number and waits for the first.
      const held = await hold(world.db.owner, 'select from event_counter for update');
      const answers = Promise.all([
        tally.post(one, { ...body, location: 'Main', expiry_date: day(40) }),
        tally.post(other, { ...body, location: 'Annex', expiry_date: day(41) }),
      ]);
      await held.blocks(2);
      await held.release();
      expect(statusCounts(await answers)).toEqual({ 201: 1, 422: 1 });
      const refused = (await answers).find(({ status }) => status === 422);
      expect(refused?.body.error.code).toBe('lot_expiry_mismatch');
    }
  });
});

describe('three processes', () => {
  it('receive and sell at random without a deadlock, a gap or a double, whoever idles', async () => {
    // A long transaction elsewhere must hold up neither versions nor positions.
    const idle = await hold(world.db.owner, 'select pg_current_xact_id()');
    const receipts = Array.from({ length: 300 }, (_, index) => ({
      type: 'receive' as const,
      sku_code: `STORM-${SKUS[index % SKUS.length]}`,
      location: LOCATIONS[index % 2] as string,
      qty: 10,
      // Few numbers, so that the same new one comes to many locations at once.
      lot_number: `STORM-${index % 25}`,
      expiry_date: day(50 + (index % 25)),
    }));
    const sales = receipts.map(({ sku_code, location }) => ({
      type: 'fulfill' as const,
      sku_code,
      location,
      qty: 3,
    }));
    const answers: number[] = [];
    await Promise.all(
      world.apis.map((api, turn) =>
        inFlight(
          25,
          shuffled(
            [...receipts, ...sales].filter((_, index) => index % world.apis.length === turn),
          ),
          async (body) => {
            answers.push((await tally.post(api, body)).status);
          },
        ),
      ),
    );
    await idle.release();
    // A sale may come before its stock; nothing else is refused.
    expect(answers.filter((status) => status !== 201 && status !== 409)).toEqual([]);
    expect(answers.filter((status) => status === 201).length).toBeGreaterThanOrEqual(300);
    await tally.audit(world.db);
  });
});
