// A mark that nobody took away rightly is found by a slow look, and by nothing else until the next event.
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Queryable } from '../../../src/database/database.ts';
import { fanOut } from '../../../src/webhooks/delivery/fan-out.ts';
import { clearFanOutPending } from '../../../src/webhooks/delivery/fan-out-pending.ts';
import { markMissedFanOut } from '../../../src/webhooks/delivery/mark-missed-fan-out.ts';
import { create, useEndpoints, WEBHOOKS } from '../../support/endpoints.ts';
import { day, post } from '../../support/pharmacy.ts';
import { hold } from '../../support/storm.ts';

const webhooks = useEndpoints();

/** Of the look. */
const PAGE = 200;

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly organizationIds: readonly string[];
}
const lines: Line[] = [];
const log = pino({ level: 'trace' }, { write: (line) => void lines.push(JSON.parse(line)) });

beforeEach(async () => {
  lines.length = 0;
  await webhooks.db.owner.query('delete from webhook_endpoint');
});

afterEach(async () => {
  await webhooks.db.owner.query(`
    delete from event_counter where organization_id in (select id from organization where slug like 'many-%');
    delete from organization where slug like 'many-%'`);
});

const receive = () =>
  post(webhooks.live, {
    type: 'receive',
    sku_code: 'SKU-1',
    qty: 1,
    lot_number: 'L',
    expiry_date: day(60),
  });

const loseMarks = () => webhooks.db.owner.query('update event_counter set news_since = null');

const look = (db: Queryable = webhooks.db.database, signal?: AbortSignal) =>
  markMissedFanOut(db, { log, ...(signal && { signal }) });

async function marked(): Promise<string[]> {
  const { rows } = await webhooks.db.owner.query(
    'select organization_id from event_counter where news_since is not null order by 1',
  );
  return rows.map(({ organization_id }) => organization_id);
}

async function mine(): Promise<string> {
  const { rows } = await webhooks.db.owner.query(
    `select id from organization where slug not in ('other') and slug not like 'many-%'`,
  );
  expect(rows).toHaveLength(1);
  return rows[0].id;
}

async function deliveryCount(): Promise<number> {
  await fanOut(webhooks.db.database);
  const { rows } = await webhooks.db.owner.query(
    'select count(*)::int as count from webhook_delivery',
  );
  return rows[0].count;
}

/** Idle, and without an endpoint; some before and some behind those of the tests. */
async function addOrganizations(count: number): Promise<void> {
  await webhooks.db.owner.query(
    `with added as (
       insert into organization (id, slug, name, kind)
       select case nth % 2 when 0 then overlay(gen_random_uuid()::text placing '00' from 1 for 2)::uuid
                   else overlay(gen_random_uuid()::text placing 'ff' from 1 for 2)::uuid end,
              'many-' || nth, 'Pharmacy', 'pharmacy'
         from generate_series(1, $1::int) nth
       returning id)
     insert into event_counter (organization_id, position, news_since) select id, 7, null from added`,
    [count],
  );
}

it('delivers what an organization without its mark has, and warns of it', async () => {
  await create(webhooks.live);
  await receive();
  await addOrganizations(3 * PAGE);
  await loseMarks();
  expect(await deliveryCount()).toBe(0);
  await look();
  expect(await marked()).toEqual([await mine()]);
  expect(await deliveryCount()).toBe(1);
  expect(lines).toMatchObject([{ level: 40, organizationIds: [await mine()] }]);
});

it('finds what is of test alone', async () => {
  await create(webhooks.test);
  const { id } = await create(webhooks.test);
  await webhooks.db.owner.query(
    `with counter as (
       update event_counter set position = position + 1 where organization_id = $1
       returning organization_id, position)
     insert into event (organization_id, position, id, environment, type, data, created_at)
     select organization_id, position, gen_random_uuid(), 'test', 'order.updated', '{}', now() from counter`,
    [await mine()],
  );
  await webhooks.test.patch(`${WEBHOOKS}/${id}`, { body: { events: ['order.updated'] } });
  await loseMarks();
  await look();
  expect(await marked()).toEqual([await mine()]);
  expect(await deliveryCount()).toBe(1);
});

it('marks nothing and says nothing where no endpoint is behind', async () => {
  await create(webhooks.live);
  await receive();
  await fanOut(webhooks.db.database);
  // Neither is behind what concerns it: one is of test keys, one is disabled.
  await create(webhooks.test);
  const { id } = await create(webhooks.live);
  await webhooks.live.patch(`${WEBHOOKS}/${id}`, { body: { status: 'disabled' } });
  await receive();
  await fanOut(webhooks.db.database);
  await clearFanOutPending(webhooks.db.database);
  expect(await marked()).toEqual([]);
  await look();
  expect([await marked(), lines]).toEqual([[], []]);
});

it('leaves a mark that stands as it is', async () => {
  await create(webhooks.live);
  await receive();
  const since = async () =>
    (await webhooks.db.owner.query('select news_since from event_counter order by organization_id'))
      .rows;
  const before = await since();
  await look();
  expect([await since(), lines]).toEqual([before, []]);
});

it('keeps nobody waiting, and waits for nobody: a counter in use is found by the next look', async () => {
  await create(webhooks.live);
  await receive();
  await loseMarks();
  const counter = await hold(webhooks.db.owner, 'select from event_counter for update');
  await look();
  await counter.release();
  expect([await marked(), lines]).toEqual([[], []]);
  await look();
  expect(await marked()).toEqual([await mine()]);
});

it('looks at so many organizations at once, and stops between two such looks when told to', async () => {
  await addOrganizations(2 * PAGE);
  const stopping = new AbortController();
  let looks = 0;
  const counting = (stopAfter: number): Queryable => ({
    query: (...asked) => {
      looks += 1;
      if (looks === stopAfter) stopping.abort();
      return webhooks.db.database.query(...asked);
    },
  });
  await look(counting(2), stopping.signal);
  expect(looks).toBe(2);
  looks = 0;
  await look(counting(Number.POSITIVE_INFINITY));
  // Two pages and a bit, and one that is empty.
  expect(looks).toBe(4);
});
