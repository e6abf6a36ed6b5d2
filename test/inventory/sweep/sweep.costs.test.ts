// What the hourly sweep reads where nearly all that is near its expiry, or past it, was seen before: the rows
// that its plans touch, before the tables were ever analysed and after.
import { beforeAll, describe, expect, it } from 'vitest';
import { stockOf } from '../../../kit/one-database.ts';
import { costOf, type PlanNode, scannedRows } from '../../../kit/plan-rows.ts';
import type { Database, Queryable, Transaction } from '../../../src/database/database.ts';
import type { Statement } from '../../../src/database/statement.ts';
import { lotsToReallocate } from '../../../src/inventory/sweep/reallocate-lots.ts';
import { lotsToSweep, sweepLots } from '../../../src/inventory/sweep/sweep-lots.ts';
import { day } from '../../support/pharmacy.ts';
import { setAnalysed } from '../../support/watched-plans.ts';
import { useWorld } from '../../support/world.ts';

const ORGANIZATION = '00000000-0000-7000-8000-000000000001';
const LOCATION = '00000000-0000-7000-8000-000000000002';
/** The SKU that is due, and has very many lots. */
const FULL = '00000000-0000-7000-8000-000000000003';
const PRODUCT = '00000000-0000-7000-8000-000000000004';
const ROWS = 20_000;
/** Of one lot that is due, and its level. */
const READ_MAX = 200;

const world = useWorld(
  async ({ db }) => {
    // Without the checks of references: only the rows that a sweep reads are needed.
    await db.owner.query(`begin; set local session_replication_role = replica;
    alter table lot set (autovacuum_enabled = off);
    alter table stock_level set (autovacuum_enabled = off);
    alter table sku set (autovacuum_enabled = off);
    insert into organization (id, slug, name, kind) values ('${ORGANIZATION}', 'big', 'Big', 'pharmacy');
    insert into location (id, organization_id, name) values ('${LOCATION}', '${ORGANIZATION}', 'Main');
    insert into sku (id, organization_id, sku_code, product_id)
    values ('${FULL}', '${ORGANIZATION}', 'FULL', '${PRODUCT}');
    insert into sku (id, organization_id, sku_code, product_id)
    select gen_random_uuid(), '${ORGANIZATION}', 'SKU-' || n, gen_random_uuid()
      from generate_series(1, ${ROWS}) n;
    insert into stock_level (organization_id, sku_id, location_id, sku_code, location_name, version, on_hand)
    select '${ORGANIZATION}', id, '${LOCATION}', sku_code, 'Main', 1, 10 * (${ROWS} + 1) from sku;
    insert into lot (id, organization_id, sku_id, location_id, lot_number, expiry_date, status, on_hand,
                     first_received_at, last_hash, last_entry_at, created_at, expiry_announced_days)
    select gen_random_uuid(), '${ORGANIZATION}', sku_id, '${LOCATION}', number, expires::date, 'released', 10,
           now(), decode(repeat('00', 32), 'hex'), now(), now(), mark
      from (-- At levels of their own: announced and not due again, or expired and seen.
            select id as sku_id, 'L' as number, '${day(60)}' as expires, 90 as mark
              from sku where sku_code < 'SKU-5'
             union all
            select id, 'L', '${day(-60)}', -3 from sku where sku_code >= 'SKU-5'
             union all
            -- All at one level.
            select '${FULL}', 'L-' || n, '${day(60)}', 90 from generate_series(1, ${ROWS}) n) seen;
    commit`);
  },
  { service: false },
);

interface Explained {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }];
}

const SAVE: Statement<never> = { name: 'save', text: 'savepoint before' };
const GO_BACK: Statement<never> = { name: 'go-back', text: 'rollback to before' };

/** Runs the sweep's statements as they are, and undoes them; answers what it did and how many rows it read. */
async function sweepOnce(): Promise<{ expiring: number; levels: number; read: number }> {
  let read = 0;
  const undone = new Error('undone');
  let swept = { expiring: -1, levels: -1 };
  const sweeping = world.db.database.transaction(async (tx) => {
    const query: Queryable['query'] = async (statement, values) => {
      const explained: Statement<Explained> = {
        name: `${statement.name}-explained`,
        text: `explain (analyze, format json) ${statement.text}`,
      };
      await tx.query(SAVE, []);
      const [row] = await tx.query(explained, values);
      await tx.query(GO_BACK, []);
      read += scannedRows(row?.['QUERY PLAN'][0].Plan ?? expect.fail('no plan came'));
      return tx.query(statement, values);
    };
    const transaction = async (
      inside: (tx: Pick<Transaction, 'query' | 'defer'>) => Promise<unknown>,
    ) => {
      const last: (() => Promise<unknown>)[] = [];
      const defer: Transaction['defer'] = (statement, values) => {
        last.push(() => query(statement, values));
      };
      const result = await inside({ query, defer });
      for (const run of last) await run();
      return result;
    };
    const explaining = { query, transaction } as unknown as Database;
    swept = await sweepLots(stockOf(explaining), { asOf: null, by: 'worker' });
    throw undone;
  });
  await expect(sweeping).rejects.toBe(undone);
  const { expiring, levels } = swept;
  return { expiring, levels, read };
}

describe.each(['never analysed', 'analysed'] as const)('on tables that were %s', (state) => {
  beforeAll(async () => {
    await setAnalysed(world.db.owner, state);
  });

  it('reads nothing of what was announced or seen already', async () => {
    const { read, ...swept } = await sweepOnce();
    expect(swept).toEqual({ expiring: 0, levels: 0 });
    expect(read).toBeLessThan(READ_MAX);
  });

  it('reads the lot that is due and no others of its level', async () => {
    await world.db.owner.query(
      `update lot set expiry_announced_days = null where lot_number = 'L-7'`,
    );
    const { read, ...swept } = await sweepOnce();
    expect(swept).toEqual({ expiring: 1, levels: 1 });
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(READ_MAX);
    await world.db.owner.query(
      `update lot set expiry_announced_days = 90 where lot_number = 'L-7'`,
    );
  });

  it.each(['custom', 'generic'] as const)('finds what is due by a %s plan', async (plans) => {
    const scope = { asOf: day(0), organizationId: ORGANIZATION };
    for (const find of [lotsToSweep, lotsToReallocate]) {
      const cost = await costOf(world.db.database, plans, (reading) => find(reading, scope).next());
      expect([find.name, cost.rows]).toEqual([find.name, 0]);
    }
  });

  it.each(['custom', 'generic'] as const)(
    'finds a lot that orders have to leave by a %s plan',
    async (plans) => {
      const ofSku = `lot_number = 'L' and sku_id = (select id from sku where sku_code = 'SKU-9')`;
      await world.db.owner.query(
        `update lot set reserved = 1 where lot_number = 'L-9' or ${ofSku}`,
      );
      const scope = { asOf: day(0), organizationId: ORGANIZATION };
      const cost = await costOf(world.db.database, plans, (reading) =>
        lotsToReallocate(reading, scope).next(),
      );
      // The lot, its SKU and its location.
      expect(cost.rows).toBe(3);
      await world.db.owner.query('update lot set reserved = 0 where is_held');
    },
  );
});
