// Batches beside batches, in two processes: opposite orders of levels, the same keys, the last units.
import { afterAll, expect, it } from 'vitest';
import { Database } from '../../../src/database/database.ts';
import { item, outcomesOf, type Result, resultsOf } from '../../support/batches.ts';
import { holdLevels, shuffled } from '../../support/concurrency.ts';
import {
  type Client,
  client,
  day,
  makePharmacy,
  post,
  startService,
} from '../../support/pharmacy.ts';
import { expectConsistentStock } from '../../support/stock-consistency.ts';
import { useWorld } from '../../support/world.ts';

const SKUS = Array.from({ length: 25 }, (_, index) => `SKU-${index}`);
const ROUNDS = 4;
const UNITS = 1_000;

const world = useWorld(
  async ({ db }) => {
    const pharmacy = await makePharmacy(db.database, {
      skuCodes: [...SKUS, 'LAST'],
      lots: [...SKUS, 'LAST'].map((sku_code) => ({
        sku_code,
        lot_number: `L-${sku_code}`,
        expiry_date: day(60),
        qty: UNITS,
      })),
    });
    const otherDatabase = new Database(db.serviceUrl, { preparedStatements: true });
    const services = [await startService(db.database), await startService(otherDatabase)];
    const apis = services.map(({ url }) => client({ url, key: pharmacy.liveKey }));
    return { otherDatabase, services, apis, pharmacy };
  },
  { service: false },
);

afterAll(async () => {
  await expectConsistentStock(world.db, world.pharmacy.slug);
  for (const service of world.services) await service.close();
  await world.otherDatabase.close();
});

const draw = (sku_code: string, qty = 1) => ({ type: 'fulfill', sku_code, qty });

/** As a careful partner does: the same again until all is decided. */
async function decided(api: Client, items: ReturnType<typeof item>[]): Promise<Result[]> {
  for (let tries = 0; tries < 20; tries += 1) {
    const results = await resultsOf(api, items);
    if (results.every(({ status }) => status < 500)) return results;
  }
  throw new Error('A batch was never decided.');
}

it('levels in opposite orders keep nobody waiting for each other', async () => {
  const before = { deadlocks: await deadlocks(), left: await left() };
  const batches = Array.from({ length: 12 }, (_, index) => {
    const order = index % 3 === 0 ? SKUS : index % 3 === 1 ? SKUS.toReversed() : shuffled(SKUS);
    return Array.from({ length: ROUNDS }, () => order.map((code) => item(draw(code)))).flat();
  });
  const answers = await Promise.all(
    batches.map((items, index) => decided(world.apis[index % 2] as Client, items)),
  );
  expect(new Set(answers.flatMap(outcomesOf))).toEqual(new Set(['201']));
  for (const results of answers) {
    for (const start of SKUS.keys()) {
      const own = results.filter((_, index) => index % SKUS.length === start);
      const balances = own.map(({ body }) => body.transactions[0].balance_after);
      expect(balances).toEqual(balances.toSorted((a, b) => b - a));
    }
  }
  expect(await left()).toEqual(before.left.map((units) => units - batches.length * ROUNDS));
  expect(await deadlocks()).toBe(before.deadlocks);
});

/** Of each SKU but the last. */
async function left(): Promise<number[]> {
  const { rows } = await world.db.owner.query(
    `select on_hand::int as left from stock_level l join sku s on s.id = l.sku_id
      where s.sku_code like 'SKU-%' order by s.sku_code`,
  );
  return rows.map(({ left }) => left);
}

async function deadlocks(): Promise<number> {
  const { rows } = await world.db.owner.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  return rows[0].deadlocks;
}

it('the same batch at two processes at once is posted once', async () => {
  const items = Array.from({ length: 100 }, (_, index) => item(draw(SKUS[index % 25] as string)));
  const held = await holdLevels(world.db.owner, [SKUS[0] as string]);
  const both = Promise.all(world.apis.map((api) => decided(api, items)));
  await held.blocks(2);
  await held.release();
  const [one = [], other = []] = await both;
  items.forEach((_, index) => {
    const pair = [one[index], other[index]];
    expect(pair.map((result) => result?.status).sort()).toEqual([200, 201]);
    expect(pair[0]?.body.transactions).toEqual(pair[1]?.body.transactions);
  });
});

it('the last units go once, to batches and to movements alone', async () => {
  const batches = world.apis.flatMap((api) => [
    ...Array.from({ length: 4 }, () =>
      decided(
        api,
        Array.from({ length: 100 }, () => item(draw('LAST', 3))),
      ),
    ),
    ...Array.from({ length: 20 }, async () => [(await post(api, draw('LAST', 3))) as Result]),
  ]);
  const outcomes = (await Promise.all(batches)).flatMap(outcomesOf);
  const posted = outcomes.filter((one) => one === '201').length;
  expect(posted).toBe(Math.floor(UNITS / 3));
  expect(new Set(outcomes)).toEqual(new Set(['201', '409 insufficient_stock']));
});
