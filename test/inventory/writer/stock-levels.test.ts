// Levels are locked in one order by everybody, each by its own key.
import { expect, it } from 'vitest';
import { type Statement, statements } from '../../../src/database/statement.ts';
import { type LevelKey, levelName } from '../../../src/inventory/rules/stock.ts';
import { lockLevels } from '../../../src/inventory/writer/stock-levels.ts';
import { hold, shuffled } from '../../support/concurrency.ts';
import { makePharmacy } from '../../support/pharmacy.ts';
import { useWorld } from '../../support/world.ts';

const LEVELS = 40;
const STRANGERS = 20_000;

const world = useWorld(
  async ({ db }) => {
    await makePharmacy(db.database, {
      skuCodes: Array.from({ length: LEVELS }, (_, index) => `SKU-${index}`),
    });
    await makePharmacy(db.database, { slug: 'theirs', skuCodes: ['SKU-0'] });
    const { rows } = await db.owner.query(
      `insert into stock_level (sku_id, location_id, organization_id)
     select sku.id, location.id, organization_id from sku join location using (organization_id)
      where location.name = 'Main'
     returning sku_id as "skuId", location_id as "locationId", organization_id as "organizationId"`,
    );
    const keys = rows;
    return { keys };
  },
  { service: false },
);

it('returns the levels that it locked, whatever order they were named in', async () => {
  const locked = await world.db.database.transaction((tx) =>
    lockLevels(tx, shuffled(world.keys), true),
  );
  expect(locked).toEqual(new Set(world.keys.map(levelName)));
});

it('locks nothing under another organization', async () => {
  const [mine] = world.keys as [LevelKey];
  const others = world.keys.filter(({ organizationId }) => organizationId !== mine.organizationId);
  const [theirs] = others as [LevelKey];
  const stolen = { ...mine, organizationId: theirs.organizationId };
  const locked = await world.db.database.transaction((tx) => lockLevels(tx, [stolen], true));
  expect(locked.size).toBe(0);
});

it('never deadlocks, in whatever orders the levels are named', async () => {
  await Promise.all(
    Array.from({ length: 60 }, () =>
      world.db.database.transaction((tx) =>
        lockLevels(tx, shuffled(world.keys).slice(0, LEVELS / 2), true),
      ),
    ),
  );
});

it('locks levels in the order of their key: who waits for one holds none that comes after it', async () => {
  const ordered = world.keys.toSorted((a, b) => (levelName(a) < levelName(b) ? -1 : 1));
  const middle = ordered[LEVELS / 2] as LevelKey;
  const held = await hold(
    world.db.owner,
    `select from stock_level
      where sku_id = $1 and location_id = $2 and organization_id = $3 for update`,
    [middle.skuId, middle.locationId, middle.organizationId],
  );
  const waiting = world.db.database.transaction((tx) => lockLevels(tx, shuffled(world.keys), true));
  await held.blocks(1);
  const free = await world.db.database.transaction((tx) => lockLevels(tx, world.keys, false));
  expect(free).toEqual(new Set(ordered.slice(LEVELS / 2 + 1).map(levelName)));
  await held.release();
  await waiting;
});

it('looks each level up by its key, on a table without statistics and on one with them', async () => {
  const lock = statements.get('lock-levels-waiting') as Statement;
  const plan = async () => {
    const values = [
      world.keys.map(({ skuId }) => skuId),
      world.keys.map(({ locationId }) => locationId),
      world.keys.map(({ organizationId }) => organizationId),
    ];
    const { rows } = await world.db.owner.query(`explain ${lock.text}`, values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  await world.db.owner.query(
    `with fresh as (
       insert into sku (id, organization_id, sku_code, product_id)
       select gen_random_uuid(), organization_id, 'FRESH-' || ordinal, product_id
         from sku cross join generate_series(1, $1::int) as ordinal
        where sku_code = 'SKU-1'
       returning id, organization_id)
     insert into stock_level (sku_id, location_id, organization_id)
     select fresh.id, location.id, organization_id from fresh join location using (organization_id)`,
    [STRANGERS],
  );
  for (const prepare of ['select', 'analyze stock_level']) {
    await world.db.owner.query(prepare);
    expect(await plan()).toMatch(/Nested Loop.*Sort.*LockRows.*stock_level_pkey/s);
  }
});
