// The answer of a commit is lost that posted some of what came together and refused the rest: all of it stands as it
// was decided, in the order sent.
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { DatabaseProxy, type Verdict } from '../../kit/database-proxy.ts';
import { Database } from '../../src/database/database.ts';
import { item, outcomesOf, type Result, resultsOf } from '../support/batches.ts';
import { type Hold, holdLevels } from '../support/concurrency.ts';
import {
  client,
  day,
  makePharmacy,
  type RunningService,
  startService,
} from '../support/pharmacy.ts';
import { expectConsistentStock } from '../support/stock-consistency.ts';
import { useWorld } from '../support/world.ts';

const SLUG = 'pharmacy';
const SKUS = ['SKU-1', 'SKU-2', 'SKU-3', 'SKU-4', 'SKU-5'];

let service: RunningService;
let liveKey: string;

const world = useWorld(
  async ({ db }) => {
    ({ liveKey } = await makePharmacy(db.database, { slug: SLUG, skuCodes: SKUS }));
    const proxy = await DatabaseProxy.start(db.serviceUrl);
    const database = new Database(proxy.url, { preparedStatements: true });
    service = await startService(database);
    const api = client({ url: service.url, key: liveKey });
    return { proxy, database, api };
  },
  { service: false },
);

afterAll(async () => {
  await service.close();
  await world.database.close();
  await world.proxy.close();
});

afterEach(async () => {
  world.proxy.judge = () => 'pass';
  await expectConsistentStock(world.db, SLUG);
});

/** What becomes of each commit, counted from 1. */
function judgeCommits(judge: (index: number) => Verdict): void {
  let index = 0;
  world.proxy.judge = ({ type, text }) => {
    if (type !== 'Q' || !text.startsWith('commit')) return 'pass';
    index += 1;
    return judge(index);
  };
}

const receive = (sku_code: string, qty: number) =>
  item({ type: 'receive', sku_code, qty, lot_number: 'A', expiry_date: day(60) });
const fulfill = (sku_code: string, qty: number) => item({ type: 'fulfill', sku_code, qty });
const SHORT = '409 insufficient_stock';

describe('what was refused before a receipt stays refused when the answer of its commit is lost', () => {
  it.each<[string, Verdict[]]>([
    ['once', ['cut after']],
    ['and again as it is looked up', ['cut after', 'cut after']],
    ['after one that was not done', ['cut before', 'cut after']],
  ])('%s', async (_when, verdicts) => {
    const [start] = await resultsOf(world.api, [receive('SKU-1', 5)]);
    const here = start?.body.transactions[0].balance_after;
    const cuts = world.proxy.cuts;
    judgeCommits((index) => verdicts[index - 1] ?? 'pass');
    const results = await resultsOf(world.api, [
      fulfill('SKU-1', here + 1),
      receive('SKU-1', 20),
      fulfill('SKU-1', here + 20),
      fulfill('SKU-1', 1),
    ]);
    expect(outcomesOf(results)).toEqual([SHORT, '201', '201', SHORT]);
    expect(results[0]?.body.error.details).toMatchObject({ requested: here + 1, available: here });
    expect(world.proxy.cuts - cuts).toBe(verdicts.length);
  });

  it('and that of the next try, for which its level was locked elsewhere', async () => {
    await resultsOf(world.api, [receive('SKU-2', 5)]);
    let held: Promise<Hold> | undefined;
    judgeCommits((index) => {
      if (index === 1) held = holdLevels(world.db.owner, ['SKU-2']);
      if (index === 2) void held?.then((level) => level.release());
      return index <= 2 ? 'cut after' : 'pass';
    });
    const results = await resultsOf(world.api, [fulfill('SKU-2', 6), receive('SKU-2', 20)]);
    expect(outcomesOf(results)).toEqual([SHORT, '201']);
  });

  it('and came late, behind another that was lost', async () => {
    await resultsOf(world.api, [receive('SKU-3', 5)]);
    judgeCommits((index) => {
      if (index === 2) world.proxy.deliver();
      return (['deliver late', 'cut after'] as const)[index - 1] ?? 'pass';
    });
    const results = await resultsOf(world.api, [fulfill('SKU-3', 6), receive('SKU-3', 20)]);
    expect(outcomesOf(results)).toEqual([SHORT, '201']);
  });
});

it('what an earlier try has posted does not stand for one that was not committed', async () => {
  const direct = await startService(world.db.database);
  const others = client({ url: direct.url, key: liveKey });
  await resultsOf(world.api, [receive('SKU-4', 5), receive('SKU-5', 5)]);
  const held = await holdLevels(world.db.owner, ['SKU-5']);
  let other: Promise<unknown> | undefined;
  judgeCommits((index) => {
    if (index === 1) void held.release();
    if (index === 2) other = resultsOf(others, [receive('SKU-5', 10)]);
    return (['cut after', 'cut before'] as const)[index - 1] ?? 'pass';
  });
  const sent = [fulfill('SKU-4', 1), fulfill('SKU-5', 5), fulfill('SKU-5', 1)];
  const results = await resultsOf(world.api, sent);
  await other;
  await direct.close();
  const [, first, second] = results;
  const left = first?.body.transactions[0].balance_after;
  // A later movement is answered by the stock that the one before has left.
  expect([left, outcomesOf([second as Result])]).toEqual(left === 0 ? [0, [SHORT]] : [10, ['201']]);
});
