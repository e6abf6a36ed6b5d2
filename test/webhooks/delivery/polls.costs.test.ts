// What a worker's polls touch: what is due, and not what there is.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../kit/database.ts';
import { databaseMetrics } from '../../../src/program/database-metrics.ts';
import { claimDeliveries } from '../../../src/webhooks/delivery/claim-deliveries.ts';
import { fanOut } from '../../../src/webhooks/delivery/fan-out.ts';
import { queueDueDeliveries } from '../../../src/webhooks/delivery/queue-due-deliveries.ts';
import { sharesOf } from '../../../src/webhooks/delivery/shares.ts';
import { tendDeliveries } from '../../../src/webhooks/delivery/tend-deliveries.ts';
import { alone } from '../../support/alone.ts';
import { untilPrunable } from '../../support/concurrency.ts';
import { logPlans, PlanWatch, pretendAnalysed, type Ran } from '../../support/watched-plans.ts';
import { useWorld } from '../../support/world.ts';

const ORGANIZATIONS = 100;
const ENDPOINTS_EACH = 50;
const LOOKS_MAX = 5;

type Opened = Awaited<ReturnType<typeof openDatabase>> & { readonly watch: PlanWatch };

/** With plans for the values that are asked for, and for any. */
const opened: Opened[] = [];

const world = useWorld(
  async ({ db }) => {
    await logPlans(db.owner);
    for (const kind of ['custom', 'generic']) {
      const settings = { plan_cache_mode: `force_${kind}_plan` };
      const one = await openDatabase(db.ownerUrl, { settings, connections: 1 });
      opened.push({ ...one, watch: new PlanWatch(one.database) });
    }
    // Each endpoint has one retry, which is late; all have what there is of events.
    await db.owner.query(`
    alter table event_counter set (autovacuum_enabled = off);
    alter table webhook_endpoint set (autovacuum_enabled = off);
    alter table webhook_delivery set (autovacuum_enabled = off);
    insert into organization (id, slug, name, kind)
    select gen_random_uuid(), 'pharmacy-' || nth, 'Pharmacy', 'pharmacy'
      from generate_series(1, ${ORGANIZATIONS}) nth;
    insert into event_counter (organization_id, position, pending_since) select id, 1, null from organization;
    insert into event (organization_id, position, id, type, data, created_at)
    select id, nth, gen_random_uuid(), 'stock.changed', '{}', now()
      from organization, generate_series(1, 2) nth;
    insert into webhook_endpoint (
      id, organization_id, environment, url, events, secret, fanned_position, created_at)
    select gen_random_uuid(), id, case nth when 1 then 'test' else 'live' end, 'https://partner.example/',
           '{}', 'sealed', case nth when 1 then 0 else 1 end, now()
      from organization, generate_series(1, ${ENDPOINTS_EACH}) nth;
    insert into webhook_delivery (
      id, organization_id, endpoint_id, event_id, type, payload, created_at, next_attempt_at)
    select gen_random_uuid(), organization_id, id, gen_random_uuid(), 'stock.changed', '{}', now(),
           now() + interval '1 hour'
      from webhook_endpoint`);
  },
  { service: false },
);

afterAll(async () => {
  for (const { close } of opened) await close();
});

async function poll({ database }: Opened): Promise<number> {
  await fanOut(database);
  await queueDueDeliveries(database);
  return (await claimDeliveries(database, sharesOf(0, 0))).length;
}

interface Touched {
  readonly rows: number;
  readonly pages: number;
}

async function touchedBy(one: Opened, work: () => Promise<unknown>): Promise<Touched> {
  one.watch.take();
  await work();
  const sum = (of: (ran: Ran) => number, ran: readonly Ran[]) =>
    ran.reduce((total, each) => total + of(each), 0);
  const ran = one.watch.take();
  expect(ran.length).toBeGreaterThan(0);
  return { rows: sum(({ rows }) => rows, ran), pages: sum(({ pages }) => pages, ran) };
}

describe.each(['never', 'while empty', 'as they are'] as const)('of tables analysed %s', (when) => {
  beforeAll(async () => {
    if (when === 'as they are') await world.db.owner.query('analyze');
    else await pretendAnalysed(world.db.owner, when);
  });

  it.each<[string, (one: Opened) => Promise<unknown>]>([
    ['a poll', poll],
    ['a look at what is to be tended', ({ database }) => tendDeliveries(database)],
    ['a scrape', ({ database }) => databaseMetrics(alone(database), { keptMilliseconds: 0 })()],
  ])('%s touches a handful where nothing is due', async (what, work) => {
    for (const one of opened) {
      // A scrape counts what is pending, by an index; whether it looks into the table too is vacuum's.
      const isScrape = what === 'a scrape';
      const rowsMax = isScrape ? ORGANIZATIONS * ENDPOINTS_EACH + 20 : 10;
      const pagesMax = isScrape ? Number.POSITIVE_INFINITY : 60;
      // The least of several looks: what is dead in an index is read while somebody writes on the server.
      let touched = await touchedBy(one, () => work(one));
      for (let look = 1; touched.pages > pagesMax && look < LOOKS_MAX; look += 1) {
        await untilPrunable(world.db.owner);
        touched = await touchedBy(one, () => work(one));
      }
      expect(touched.rows).toBeLessThanOrEqual(rowsMax);
      expect(touched.pages).toBeLessThanOrEqual(pagesMax);
    }
  });

  it('a poll touches what is due, and little more', async () => {
    for (const one of opened) {
      const perDelivery: number[] = [];
      for (const due of [10, 40]) {
        await makeDue(due);
        const { rows } = await touchedBy(one, async () => expect(await poll(one)).toBe(due));
        perDelivery.push(rows / due);
      }
      for (const rows of perDelivery) expect(rows).toBeLessThanOrEqual(40);
    }
  });

  it('a fan-out touches the endpoints of who has news, and no others', async () => {
    for (const one of opened) {
      await world.db.owner.query(`
        update webhook_endpoint set fanned_position = 1 where environment = 'live' and fanned_position = 2;
        update event_counter set position = 1, pending_since = null;
        update event_counter set position = 2, pending_since = now()
         where organization_id = (select organization_id from event_counter limit 1)`);
      const first = await touchedBy(one, () => fanOut(one.database));
      expect(first.rows).toBeLessThanOrEqual(ENDPOINTS_EACH * 40);
      // Level, and not settled yet.
      const second = await touchedBy(one, () => fanOut(one.database));
      expect(second.rows).toBeLessThanOrEqual(2 * ENDPOINTS_EACH);
      await tendDeliveries(one.database);
      const settled = await touchedBy(one, () => fanOut(one.database));
      expect(settled.rows).toBeLessThanOrEqual(5);
      await world.db.owner.query(
        `delete from webhook_delivery where next_attempt_at < now() + interval '1 minute'`,
      );
    }
  });
});

/** So many endpoints' retries, and no others. */
async function makeDue(count: number): Promise<void> {
  await world.db.owner.query(
    `update webhook_delivery
        set next_attempt_at = now() + interval '1 hour', leased_until = null, is_queued = false
      where leased_until is not null`,
  );
  await world.db.owner.query(
    `update webhook_delivery set next_attempt_at = now()
      where id in (select distinct on (endpoint_id) id from webhook_delivery
                    order by endpoint_id limit $1::int)`,
    [count],
  );
}
