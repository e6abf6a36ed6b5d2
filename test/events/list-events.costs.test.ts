// What a page of the feed and a round of fan-out touch, where one environment has many events between those
// of the other; also on a table of which the planner knows nothing.
import { beforeAll, describe, expect, it } from 'vitest';
import { readsOf } from '../../kit/database.ts';
import { costOf } from '../../kit/plan-rows.ts';
import { listEvents } from '../../src/events/list-events.ts';
import { fanOut } from '../../src/webhooks/delivery/fan-out.ts';
import { setAnalysed } from '../support/watched-plans.ts';
import { useWorld } from '../support/world.ts';

const ORGANIZATION = '00000000-0000-7000-8000-000000000001';
const EVENTS = 20_000;
const LIMIT = 25;
/** From here on there is nothing of test. */
const IDLE_FROM = 18_000;
/** A page of what is shared and one of its own. */
const TOUCHED_MAX = 2 * LIMIT;
/** Events whose positions are compared for where a time begins. */
const BEGUN_MAX = 500;

const world = useWorld(
  async ({ db }) => {
    // Long runs of each: shared ones, live orders, test orders.
    await db.owner.query(`
    alter table event set (autovacuum_enabled = off);
    insert into organization (id, slug, name, kind) values ('${ORGANIZATION}', 'big', 'Big', 'pharmacy');
    insert into event_counter (organization_id, position) values ('${ORGANIZATION}', ${EVENTS});
    insert into event (organization_id, position, id, environment, type, data, created_at)
    select '${ORGANIZATION}', nth, gen_random_uuid(), environment,
           case when environment is null then 'stock.changed' else 'order.updated' end, '{}', now()
      from generate_series(1, ${EVENTS}) nth
     cross join lateral (
           values ((array[null, 'live', 'test'])[1 + nth / 3000 % 3])) as of_run (environment)`);
    await subscribeFrom(IDLE_FROM);
  },
  { service: false },
);

describe.each([
  ['never analysed', 'custom'],
  ['never analysed', 'generic'],
  ['analysed', 'custom'],
  ['analysed', 'generic'],
] as const)('on a table that was %s, by %s plans', (state, plans) => {
  beforeAll(() => setAnalysed(world.db.owner, state));

  it.each(['live', 'test'] as const)(
    'a page of %s touches few rows, wherever it begins',
    async (environment) => {
      for (const position of [0, 2_990, 5_990, 8_990, EVENTS - 10]) {
        const at = position === 0 ? undefined : await visibleAt(position, environment);
        const call = {
          query: { limit: LIMIT, ...(at && { after: at }) },
          principal: { organizationId: ORGANIZATION, environment },
        } as never;
        const place = { ...(at && { position }) };
        const cost = await costOf(readsOf(world.db.database), plans, (database) => {
          // The place is found by key; what is explained answers no rows.
          const found = {
            ...database,
            query: async (...of: Parameters<typeof database.query>) => {
              const rows = await database.query(...of);
              return of[0].name.startsWith('find-event') ? [place] : rows;
            },
          };
          return listEvents(call, { database: found as never });
        });
        // And the one of the place, and the oldest of both.
        expect([position, cost.rows <= TOUCHED_MAX + 3]).toEqual([position, true]);
      }
    },
  );

  it.each(['2000-01-01T00:00:00Z', '2999-01-01T00:00:00Z'])(
    'a page from %s on touches few rows',
    async (from) => {
      const query = { limit: LIMIT, from };
      const principal = { organizationId: ORGANIZATION, environment: 'live' };
      const cost = await costOf(readsOf(world.db.database), plans, (database) =>
        listEvents({ query, principal } as never, { database: database as never }),
      );
      // The newest of both are read too, and the events among which the feed begins.
      expect(cost.rows).toBeLessThanOrEqual(TOUCHED_MAX + 2 + BEGUN_MAX);
    },
  );

  it('a test endpoint that has nothing to come costs a look, and stays where it is', async () => {
    const cost = await costOf(world.db.database, plans, (database) => fanOut(database));
    // The endpoint and the counter, and each once more where they are collected in a bitmap.
    expect(cost.rows).toBeLessThanOrEqual(4);
    const { rows } = await world.db.owner.query(
      'select fanned_position::int as at from webhook_endpoint',
    );
    expect(rows).toEqual([{ at: IDLE_FROM }]);
  });
});

async function visibleAt(position: number, environment: string): Promise<string> {
  const { rows } = await world.db.owner.query(
    `select id from event where organization_id = $1 and position <= $2
        and (environment is null or environment = $3) order by position desc limit 1`,
    [ORGANIZATION, position, environment],
  );
  return rows[0].id;
}

it('a test endpoint is led past all that is not of test', async () => {
  await subscribeFrom(0);
  const { rows } = await world.db.owner.query(
    `select count(*)::int as test from event where environment = 'test'`,
  );
  // So many rounds at a time as one call makes.
  for (let calls = 0; calls < 3; calls += 1) await fanOut(world.db.database);
  const made = await world.db.owner.query('select count(*)::int as made from webhook_delivery');
  expect(made.rows[0].made).toBe(rows[0].test);
  const endpoints = await world.db.owner.query(
    'select fanned_position::int as at from webhook_endpoint order by 1',
  );
  expect(endpoints.rows.map(({ at }) => at)).toEqual([IDLE_FROM - 1, IDLE_FROM]);
  await world.db.owner.query('delete from webhook_delivery');
  await world.db.owner.query('delete from webhook_endpoint where fanned_position < $1', [
    IDLE_FROM,
  ]);
});

/** A test endpoint. */
async function subscribeFrom(position: number): Promise<void> {
  await world.db.owner.query(
    `insert into webhook_endpoint (
       id, organization_id, environment, url, events, secret, fanned_position, created_at)
     values (gen_random_uuid(), $1, 'test', 'https://partner.example/', '{order.updated}', 'sealed', $2, now())`,
    [ORGANIZATION, position],
  );
}
