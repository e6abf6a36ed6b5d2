// How the stock writer makes batches of the changes that wait. The rows of one commit carry the same xmin.
import type pg from 'pg';
import { expect, it } from 'vitest';
import {
  type MovementRequest,
  newMovement,
  type StockChange,
} from '../../../src/inventory/rules/requests.ts';
import { StockWriter, type WriterRequest } from '../../../src/inventory/writer/stock-writer.ts';
import { until } from '../../support/concurrency.ts';
import { day, makePharmacy } from '../../support/pharmacy.ts';
import { useWorld } from '../../support/world.ts';
import { drawOne } from './draw-one.ts';

const SKU_CODES = Array.from({ length: 60 }, (_, index) => `SKU-${index}`);

const world = useWorld(
  async ({ db }) => {
    for (const slug of ['pharmacy', 'theirs']) {
      const lots = SKU_CODES.map((sku_code) => ({
        sku_code,
        lot_number: 'LOT',
        expiry_date: day(100),
        qty: 1_000,
      }));
      await makePharmacy(db.database, { slug, skuCodes: SKU_CODES, lots });
    }
  },
  { service: false },
);

type Level = StockChange['level'];

async function levelsOf(slug: string): Promise<Level[]> {
  const { rows } = await world.db.owner.query<Level>(
    `select level.sku_id as "skuId", level.location_id as "locationId",
            level.organization_id as "organizationId"
       from stock_level level join organization on organization.id = level.organization_id
      where organization.slug = $1`,
    [slug],
  );
  return rows;
}

function drawOf(level: Level): StockChange<MovementRequest> {
  return {
    level,
    naming: { skuCode: 'SKU', productId: '', location: 'Main' },
    request: drawOne,
    movement: newMovement({ actor: 'worker' }),
  };
}

function stepOf(level: Level): StockChange<WriterRequest> {
  const request = { lotNumber: 'LOT', asOf: null, movesMax: 64, after: null };
  return { ...drawOf(level), request: { type: 'reallocate', ...request } };
}

/** @returns how many of the movements each commit has written */
async function sizesOf(posted: readonly { movementId: string }[]): Promise<number[]> {
  const { rows } = await world.db.owner.query(
    `select count(*)::int as size from movement where id = any($1) group by xmin::text order by size`,
    [posted.map(({ movementId }) => movementId)],
  );
  return rows.map(({ size }) => size);
}

it.each([
  ['sixty changes of as many levels in two batches, half in each', 60, [30, 30]],
  ['forty in one, since two would cost more than they win', 40, [40]],
])('posts %s', async (_what, count, sizes) => {
  const writer = new StockWriter(world.db.database);
  const levels = (await levelsOf('pharmacy')).slice(0, count);
  const posted = await Promise.all(levels.map((level) => writer.submit(drawOf(level))));
  expect(await sizesOf(posted)).toEqual(sizes);
});

it('posts all in one batch where the levels that have most leave too little for another', async () => {
  const writer = new StockWriter(world.db.database);
  const levels = (await levelsOf('pharmacy')).slice(0, 10);
  const draws = levels.flatMap((level, index) =>
    Array.from({ length: index < 2 ? 20 : 1 }, () => drawOf(level)),
  );
  const posted = await Promise.all(draws.map((draw) => writer.submit(draw)));
  expect(await sizesOf(posted)).toEqual([48]);
});

it('posts sixty changes of one level in one batch, since no other batch could take any', async () => {
  const writer = new StockWriter(world.db.database);
  const [level] = (await levelsOf('pharmacy')) as [Level];
  const posted = await Promise.all(Array.from({ length: 60 }, () => writer.submit(drawOf(level))));
  expect(await sizesOf(posted)).toEqual([60]);
});

it('posts the level of a step that takes long apart from all others', async () => {
  const writer = new StockWriter(world.db.database);
  const levels = (await levelsOf('pharmacy')).slice(0, 10);
  const step = writer.submit(stepOf(levels[0] as Level));
  const posted = await Promise.all(levels.map((one) => writer.submit(drawOf(one))));
  await step;
  expect(await sizesOf(posted)).toEqual([1, 9]);
});

it('keeps room for changes of contended levels while steps wait for levels that others hold', async () => {
  const { owner, database } = world.db;
  const writer = new StockWriter(database);
  const held = (await levelsOf('pharmacy')).slice(0, 4);
  const [hot] = (await levelsOf('theirs')) as [Level];
  const [ofSteps, ofHot] = [await owner.connect(), await owner.connect()];
  const hold = async (client: pg.PoolClient, levels: readonly Level[]) => {
    await client.query('begin');
    for (const { skuId, locationId, organizationId } of levels) {
      await client.query(LOCK_LEVEL, [skuId, locationId, organizationId]);
    }
    const { rows } = await client.query('select pg_backend_pid() as pid');
    return rows[0].pid;
  };
  const isWaitedFor = async (pid: number) => {
    const { rows } = await owner.query(WAITING_FOR, [pid]);
    return rows[0].sessions > 0;
  };
  const submitted: Promise<unknown>[] = [];
  try {
    const holdingSteps = await hold(ofSteps, held);
    const holdingHot = await hold(ofHot, [hot]);
    for (const level of held) submitted.push(writer.submit(stepOf(level)));
    await until('steps wait', () => isWaitedFor(holdingSteps));
    submitted.push(writer.submit(drawOf(hot)));
    // Less than a step waits for its lock.
    await until('the draw waits too', () => isWaitedFor(holdingHot), 2);
  } finally {
    for (const client of [ofSteps, ofHot]) {
      await client.query('rollback');
      client.release();
    }
    await Promise.all(submitted);
  }
});

const LOCK_LEVEL = `select from stock_level
  where sku_id = $1 and location_id = $2 and organization_id = $3 for update`;
const WAITING_FOR = `select count(*)::int as sessions from pg_stat_activity
  where $1 = any(pg_blocking_pids(pid))`;

/** A batch of several levels is put back when it has waited for a lock for so long. */
const LOCK_MILLISECONDS = 1_000;

it('posts a change next to a batch that is held up, though it waits alone', async () => {
  const writer = new StockWriter(world.db.database);
  const [[mine], [theirs]] = [await levelsOf('pharmacy'), await levelsOf('theirs')] as [
    [Level],
    [Level],
  ];
  const { owner } = world.db;
  await owner.query('begin');
  let first: Promise<unknown>;
  try {
    // The batch writes all that it has, and then waits for the counter of its organization's events.
    await owner.query('select 1 from event_counter where organization_id = $1 for update', [
      mine.organizationId,
    ]);
    const heldAt = performance.now();
    first = writer.submit(drawOf(mine));
    await new Promise((wake) => setTimeout(wake, 50));
    await writer.submit(drawOf(theirs));
    expect(performance.now() - heldAt).toBeLessThan(LOCK_MILLISECONDS);
  } finally {
    await owner.query('rollback');
  }
  expect(await first).toMatchObject({ idempotent: false });
});
