// The stock writer's promises to callers of one process: one commit for many, and none of them harmed by another.
import type pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { Database } from '../../../src/database/database.ts';
import { holdLevels, inFlight, statusCounts, Tally, until } from '../../support/concurrency.ts';
import { client, day, freshKey, makePharmacy, startService } from '../../support/pharmacy.ts';
import { useWorld } from '../../support/world.ts';

const STILL_MILLISECONDS = 1_200;
const MANY_SKUS = Array.from({ length: 20 }, (_, index) => `MANY-${index}`);

const tally = new Tally();

const world = useWorld(async ({ db, service }) => {
  const pharmacy = await makePharmacy(db.database, {
    skuCodes: ['LAST', 'KEY', 'BODIES', 'HOT', 'CALM', 'POISON', 'CLEAN', 'TWICE', ...MANY_SKUS],
  });
  const liveKey = pharmacy.liveKey;
  const api = client({ url: service.url, key: liveKey });
  return { api, liveKey };
});

afterAll(async () => {
  await tally.audit(world.db);
});

function receipt(skuCode: string, qty: number) {
  return {
    type: 'receive' as const,
    sku_code: skuCode,
    qty,
    lot_number: `LOT-${skuCode}`,
    expiry_date: day(60),
  };
}

function order(skuCode: string, qty = 1) {
  return { type: 'fulfill' as const, sku_code: skuCode, qty };
}

describe('fifty at once', () => {
  it('sells the last unit once', async () => {
    await tally.post(world.api, receipt('LAST', 1));
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => tally.post(world.api, order('LAST'))),
    );
    expect(statusCounts(answers)).toEqual({ 201: 1, 409: 49 });
  });

  it('posts one key once and answers the others the same', async () => {
    const key = freshKey();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => tally.post(world.api, receipt('KEY', 5), key)),
    );
    expect(statusCounts(answers)).toEqual({ 200: 49, 201: 1 });
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.transactions))).size).toBe(1);
  });

  it('posts one of two bodies that came under one key, whichever SKU they name', async () => {
    await tally.post(world.api, receipt('BODIES', 100));
    await tally.post(world.api, receipt('TWICE', 100));
    for (const [one, other] of [
      [order('BODIES', 1), order('BODIES', 2)],
      [order('BODIES', 1), order('TWICE', 1)],
    ] as const) {
      const key = freshKey();
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          tally.post(world.api, index % 2 === 0 ? one : other, key),
        ),
      );
      expect(statusCounts(answers)).toEqual({ 200: 24, 201: 1, 422: 25 });
      const refused = answers.filter(({ status }) => status === 422);
      expect(new Set(refused.map(({ body }) => body.error.code))).toEqual(
        new Set(['idempotency_key_reused']),
      );
    }
  });
});

describe('a batch', () => {
  it('costs less than half a commit a movement, all of authentication included', async () => {
    for (const skuCode of MANY_SKUS) await tally.post(world.api, receipt(skuCode, 1_000));
    const own = new Database(world.db.serviceUrl, { preparedStatements: true });
    const busy = await startService(own);
    const busyApi = client({ url: busy.url, key: world.liveKey });
    const before = await commitsOnceStill(world.db.owner);
    const movements = Array.from({ length: 2_000 }, (_, index) =>
      order(MANY_SKUS[index % MANY_SKUS.length] as string),
    );
    // A hundred at once, because the client is in this process, and searches every answer for what must not leave.
    await inFlight(100, movements, async (body) => {
      expect((await tally.post(busyApi, body)).status).toBe(201);
    });
    await busy.close();
    await own.close();
    const commits = (await commitsOnceStill(world.db.owner)) - before;
    expect(commits).toBeGreaterThan(0);
    expect(commits).toBeLessThan(movements.length / 2);
  }, 60_000);

  it('loses only the change that the database refuses', async () => {
    for (const skuCode of ['POISON', 'CLEAN']) await tally.post(world.api, receipt(skuCode, 100));
    await world.db.owner.query(
      `alter table movement add constraint poisoned check (po_number is distinct from 'POISON')`,
    );
    try {
      // The levels are held until all are queued behind the first, so that they make batches.
      const held = await holdLevels(world.db.owner, ['POISON', 'CLEAN']);
      const answers = Array.from({ length: 60 }, (_, index) =>
        tally.post(world.api, {
          ...order(index % 3 === 0 ? 'POISON' : 'CLEAN'),
          po_number: index === 33 ? 'POISON' : `PO-${index}`,
        }),
      );
      await held.blocks(2);
      await held.release();
      const statuses = (await Promise.all(answers)).map(({ status }) => status);
      expect(statuses[33]).toBe(500);
      expect(statuses.toSpliced(33, 1)).toEqual(Array(59).fill(201));
    } finally {
      await world.db.owner.query('alter table movement drop constraint poisoned');
    }
  });

  it('loses only the change whose key somebody else holds for good', async () => {
    await tally.post(world.api, receipt('POISON', 100));
    await world.db.owner.query(`
      create function refuse_taken() returns trigger language plpgsql as
        'begin raise unique_violation; end';
      create trigger taken before insert on movement for each row
        when (new.po_number = 'TAKEN') execute function refuse_taken()`);
    try {
      const held = await holdLevels(world.db.owner, ['POISON']);
      const answers = Array.from({ length: 65 }, (_, index) =>
        tally.post(world.api, {
          ...order('POISON'),
          po_number: index === 33 ? 'TAKEN' : `PO-${index}`,
        }),
      );
      await held.blocks(1);
      await held.release();
      const statuses = (await Promise.all(answers)).map(({ status }) => status);
      expect(statuses[33]).toBe(503);
      expect(statuses.toSpliced(33, 1)).toEqual(Array(64).fill(201));
    } finally {
      await world.db.owner.query('drop function refuse_taken() cascade');
    }
  });

  it('lets another SKU pass a flood of five hundred', async () => {
    await tally.post(world.api, receipt('HOT', 1_000));
    await tally.post(world.api, receipt('CALM', 10));
    let flooded = 0;
    const flood = Array.from({ length: 500 }, async () => {
      expect((await tally.post(world.api, order('HOT'))).status).toBe(201);
      flooded += 1;
    });
    await until('the flood has begun to be answered', () => flooded > 0);
    expect((await tally.post(world.api, order('CALM'))).status).toBe(201);
    // Its answer waits for one batch of the flood at most, not for the flood.
    expect(flooded).toBeLessThan(500);
    await Promise.all(flood);
  });
});

/** Sessions report their commits up to a second late. Reading makes none, since it is rolled back. */
async function commitsOnceStill(owner: pg.Pool): Promise<number> {
  const session = await owner.connect();
  try {
    let commits = -1;
    let since = 0;
    await until('the count of commits stands still', async () => {
      await session.query('begin');
      const { rows } = await session.query(
        'select xact_commit::int as commits from pg_stat_database where datname = current_database()',
      );
      await session.query('rollback');
      if (rows[0].commits !== commits) since = performance.now();
      commits = rows[0].commits;
      return performance.now() - since > STILL_MILLISECONDS;
    });
    return commits;
  } finally {
    session.release();
  }
}
