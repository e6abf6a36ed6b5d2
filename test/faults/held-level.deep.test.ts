// Stock that another session holds keeps its own callers waiting, and no one else.
import { afterAll, describe, expect, it } from 'vitest';
import {
  hold,
  holdLevels,
  inFlight,
  percentile99,
  statusCounts,
  Tally,
} from '../support/concurrency.ts';
import { client, day, makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const HELD = Array.from({ length: 24 }, (_, index) => `HELD-${index}`);
const OTHERS = Array.from({ length: 10 }, (_, index) => `OTHER-${index}`);
const SLOW_MILLISECONDS = 1_000;

const tally = new Tally();

const world = useWorld(async ({ db, service }) => {
  const { liveKey } = await makePharmacy(db.database, {
    skuCodes: ['BRIEF', 'NUMBER', 'NEW', ...HELD, ...OTHERS],
  });
  const api = client({ url: service.url, key: liveKey });
  await inFlight(20, ['BRIEF', 'NUMBER', ...HELD, ...OTHERS], (skuCode) =>
    tally.post(api, receipt(skuCode, 10_000)),
  );
  return { api };
});

afterAll(async () => {
  await tally.audit(world.db);
});

function receipt(skuCode: string, qty = 1, location = 'Main') {
  return {
    type: 'receive' as const,
    sku_code: skuCode,
    qty,
    location,
    lot_number: `LOT-${skuCode}`,
    expiry_date: day(60),
  };
}

function order(skuCode: string) {
  return { type: 'fulfill' as const, sku_code: skuCode, qty: 1 };
}

async function timed<Result>(work: Promise<Result>) {
  const startedAt = performance.now();
  const result = await work;
  return { result, milliseconds: performance.now() - startedAt };
}

/** Orders of the other SKUs, four at a time, for as long as `lasts`; answers how long each took. */
async function orderOthers(lasts: Promise<unknown>): Promise<number[]> {
  let over = false;
  void lasts.finally(() => {
    over = true;
  });
  function* orders() {
    for (let index = 0; !over; index += 1) yield order(OTHERS[index % OTHERS.length] as string);
  }
  const times: number[] = [];
  await inFlight(4, orders(), async (body) => {
    const { result, milliseconds } = await timed(tally.post(world.api, body));
    expect(result.status).toBe(201);
    times.push(milliseconds);
  });
  return times;
}

function seconds(count: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, count * 1000));
}

describe('a level that another session holds', () => {
  it('delays no other SKU, refuses after the lock timeout and serves once released', async () => {
    const baseline = percentile99(await orderOthers(seconds(1.5)));

    const held = await holdLevels(world.db.owner, ['HELD-0']);
    const refused = Promise.all(
      Array.from({ length: 3 }, () => timed(tally.post(world.api, order('HELD-0')))),
    );
    const whileHeld = percentile99(await orderOthers(refused));
    for (const { result, milliseconds } of await refused) {
      expect(result.status).toBe(503);
      expect(Number(result.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(milliseconds).toBeGreaterThan(3_500);
    }
    const served = Promise.all(
      Array.from({ length: 3 }, () => tally.post(world.api, order('HELD-0'))),
    );
    await held.blocks(1);
    await held.release();
    expect(statusCounts(await served)).toEqual({ 201: 3 });
    expect(whileHeld).toBeLessThan(Math.max(SLOW_MILLISECONDS, 5 * baseline));
  });

  it('delays no other SKU and no brief wait when there are more of them than connections that may wait', async () => {
    const held = await holdLevels(world.db.owner, HELD);
    const brief = await holdLevels(world.db.owner, ['BRIEF']);
    const answers = Promise.all(
      HELD.map((skuCode) => timed(tally.post(world.api, order(skuCode)))),
    );
    await held.blocks(4);
    const others = orderOthers(answers);
    // The fifth to be held finds all connections that may wait in use; it must be served soon after its release.
    const served = tally.post(world.api, order('BRIEF'));
    await seconds(0.5);
    await brief.release();
    const { result, milliseconds } = await timed(served);
    expect(result.status).toBe(201);
    expect(milliseconds).toBeLessThan(2 * SLOW_MILLISECONDS);

    for (const { result, milliseconds } of await answers) {
      expect(result.status).toBe(503);
      expect(milliseconds).toBeLessThan(15_000);
    }
    expect(percentile99(await others)).toBeLessThan(SLOW_MILLISECONDS);
    await held.release();
  }, 60_000);
});

describe('a row that another session has written and not committed', () => {
  it('delays others in the batch for a second at most when it is a lot number', async () => {
    const held = await hold(
      world.db.owner,
      `insert into lot_number (organization_id, sku_id, lot_number, expiry_date)
       select organization_id, id, 'SHARED', '2040-01-01' from sku where sku_code = 'NUMBER'`,
    );
    // While an organization's counter is held, no batch ends, so what comes now shares the next ones.
    const counter = await hold(world.db.owner, 'select from event_counter for update');
    const ahead = OTHERS.slice(0, 4).map((skuCode) => tally.post(world.api, order(skuCode)));
    await counter.blocks(1);
    const first = tally.post(world.api, {
      ...receipt('NUMBER'),
      lot_number: 'SHARED',
      expiry_date: '2040-01-01',
    });
    const neighbours = Promise.all(
      OTHERS.flatMap((skuCode) =>
        [1, 2, 3].map(() => timed(tally.post(world.api, order(skuCode)))),
      ),
    );
    await seconds(0.2);
    await counter.release();
    expect(statusCounts(await Promise.all(ahead))).toEqual({ 201: 4 });
    for (const { result, milliseconds } of await neighbours) {
      expect(result.status).toBe(201);
      expect(milliseconds).toBeLessThan(2.5 * SLOW_MILLISECONDS);
    }
    await held.blocks(1);
    await held.release();
    expect((await first).status).toBe(201);
  });

  it('delays no other SKU when it is a new level that many wait for', async () => {
    const held = await hold(
      world.db.owner,
      `insert into stock_level (organization_id, sku_id, location_id)
       select s.organization_id, s.id, p.id from sku s join location p using (organization_id)
        where s.sku_code = 'NEW' and p.name = 'Annex'`,
    );
    const waiting = Promise.all(
      Array.from({ length: 20 }, () => tally.post(world.api, receipt('NEW', 1, 'Annex'))),
    );
    await held.blocks(1);
    const others = await Promise.all(
      OTHERS.map((skuCode) => timed(tally.post(world.api, order(skuCode)))),
    );
    for (const { result, milliseconds } of others) {
      expect(result.status).toBe(201);
      expect(milliseconds).toBeLessThan(SLOW_MILLISECONDS);
    }
    await held.release();
    expect(statusCounts(await waiting)).toEqual({ 201: 20 });
  });
});
