// What was marked at once is done bit by bit, whoever breaks off in between.
import { expect, it } from 'vitest';
import type { Queryable } from '../../../src/database/database.ts';
import { statements } from '../../../src/database/statement.ts';
import { registry } from '../../../src/telemetry/metrics.ts';
import { tendDeliveries } from '../../../src/webhooks/delivery/tend-deliveries.ts';
import { hold } from '../../support/concurrency.ts';
import { addDelivery, create, rowOf, useEndpoints, WEBHOOKS } from '../../support/endpoints.ts';
import { metricValue } from '../../support/metrics-text.ts';

const webhooks = useEndpoints();

const MANY = 2_500;
/** The most that one transaction may write. */
const SLICE_MAX = 1_000;

const textOf = (name: string) => statements.get(name)?.text as string;

async function addMany(id: string, status: string): Promise<void> {
  await webhooks.db.owner.query(
    `with delivery as (
       insert into webhook_delivery (id, organization_id, endpoint_id, event_id, type, payload, status,
                                     created_at, next_attempt_at, finished_at)
       select gen_random_uuid(), organization_id, id, gen_random_uuid(), 'stock.changed', '{}', $2::text,
              now() + make_interval(secs => nth), case when $2::text = 'pending' then now() end,
              case when $2::text <> 'pending' then now() end
         from webhook_endpoint, generate_series(1, ${MANY}) nth where id = $1
       returning id, organization_id)
     insert into webhook_attempt (delivery_id, number, organization_id, at, milliseconds)
     select id, 1, organization_id, now(), 1 from delivery`,
    [id, status],
  );
}

async function counts(id: string): Promise<Record<string, number>> {
  const { rows } = await webhooks.db.owner.query(
    `select status, count(*)::int as count from webhook_delivery where endpoint_id = $1 group by status`,
    [id],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** How many were counted as ended for it, in this process. */
const endedFor = async (reason: string) =>
  metricValue(await registry.metrics(), `webhook_deliveries_ended_total{reason="${reason}"}`) ?? 0;

/** A worker that is gone after so many statements. */
async function tendAndDie(statements: number): Promise<void> {
  let left = statements;
  const mortal: Queryable = {
    query: (...asked) => {
      left -= 1;
      if (left < 0) throw new Error('The process is gone.');
      return webhooks.db.database.query(...asked);
    },
  };
  await tendDeliveries(mortal).catch(() => undefined);
}

it('purges a deleted endpoint in slices, and the next worker continues where one broke off', async () => {
  const { id } = await create(webhooks.live);
  const attempts = async () =>
    (await webhooks.db.owner.query('select count(*)::int as count from webhook_attempt')).rows[0]
      .count;
  const before = await attempts();
  await addMany(id, 'succeeded');
  await webhooks.live.delete(WEBHOOKS, { query: { id } });
  expect(await counts(id)).toEqual({ succeeded: MANY });
  await tendAndDie(5);
  expect(await counts(id)).toEqual({ succeeded: MANY - SLICE_MAX });
  await tendDeliveries(webhooks.db.database);
  const { rows } = await webhooks.db.owner.query(
    `select (select count(*)::int from webhook_endpoint where id = $1) as endpoints,
            (select count(*)::int from webhook_delivery where endpoint_id = $1) as deliveries`,
    [id],
  );
  expect(rows).toEqual([{ endpoints: 0, deliveries: 0 }]);
  expect(await attempts()).toBe(before);
});

it('ends what is pending for a disabled endpoint in slices, and continues', async () => {
  const { id } = await create(webhooks.live);
  await addMany(id, 'pending');
  await webhooks.live.patch(`${WEBHOOKS}/${id}`, { body: { status: 'disabled' } });
  const before = await endedFor('disabled');
  await tendAndDie(1);
  expect(await counts(id)).toEqual({ dead: SLICE_MAX, pending: MANY - SLICE_MAX });
  expect((await endedFor('disabled')) - before).toBe(SLICE_MAX);
  await tendDeliveries(webhooks.db.database);
  expect(await counts(id)).toEqual({ dead: MANY });
  expect((await endedFor('disabled')) - before).toBe(MANY);
});

it('ends what was replayed at the moment that its endpoint was disabled', async () => {
  const { id } = await create(webhooks.live);
  const { organization_id } = await rowOf(webhooks, id);
  const dead = await addDelivery(webhooks, id, 'dead');
  const replayed = await hold(webhooks.db.owner, textOf('webhook-replay-one'), [
    dead,
    organization_id,
    id,
  ]);
  const disabled = webhooks.live.patch(`${WEBHOOKS}/${id}`, { body: { status: 'disabled' } });
  await replayed.blocks(1);
  await tendDeliveries(webhooks.db.database);
  await replayed.commit();
  expect((await disabled).status).toBe(200);
  expect(await counts(id)).toEqual({ pending: 1 });
  await tendDeliveries(webhooks.db.database);
  expect(await counts(id)).toEqual({ dead: 1 });
});

it('keeps its mark of an endpoint while rows are left that somebody holds, and takes it away then', async () => {
  const { id } = await create(webhooks.live);
  await addDelivery(webhooks, id, 'pending');
  const isMarked = async () => (await rowOf(webhooks, id)).has_over;
  expect(await isMarked()).toBe(false);
  await webhooks.live.patch(`${WEBHOOKS}/${id}`, { body: { status: 'disabled' } });
  const held = await hold(webhooks.db.owner, 'select from webhook_delivery for update');
  await tendDeliveries(webhooks.db.database);
  expect([await isMarked(), await counts(id)]).toEqual([true, { pending: 1 }]);
  await held.release();
  // In hand at that moment, the endpoint is left for the next time.
  const endpoint = await hold(webhooks.db.owner, 'select from webhook_endpoint for update');
  await tendDeliveries(webhooks.db.database);
  await endpoint.release();
  expect([await isMarked(), await counts(id)]).toEqual([true, { dead: 1 }]);
  await tendDeliveries(webhooks.db.database);
  expect(await isMarked()).toBe(false);
});

it('makes many dead ones pending in slices, the oldest first and apart, and continues', async () => {
  const { id } = await create(webhooks.live);
  await addMany(id, 'dead');
  const since = '2026-01-01T00:00:00Z';
  const replay = () => webhooks.live.post(`${WEBHOOKS}/${id}/replay`, { body: { since } });
  expect((await replay()).body).toEqual({ replayed: MANY });
  expect(await counts(id)).toEqual({ pending: SLICE_MAX, dead: MANY - SLICE_MAX });
  // What the first is about to deliver is not replayed twice.
  expect((await replay()).body).toEqual({ replayed: 0 });
  await tendAndDie(3);
  expect(await counts(id)).toEqual({ pending: 2 * SLICE_MAX, dead: MANY - 2 * SLICE_MAX });
  await tendDeliveries(webhooks.db.database);
  expect(await counts(id)).toEqual({ pending: MANY });
  const { rows } = await webhooks.db.owner.query(
    `select count(distinct next_attempt_at)::int as times,
            bool_and(in_order) as in_order,
            extract(epoch from max(next_attempt_at) - min(next_attempt_at))::float8 as span
       from (select next_attempt_at,
                    next_attempt_at > lag(next_attempt_at, 1, '-infinity') over (order by created_at, id)
                      as in_order
               from webhook_delivery where endpoint_id = $1) delivery`,
    [id],
  );
  expect(rows).toEqual([{ times: MANY, in_order: true, span: expect.closeTo(0.02 * MANY, 0) }]);
  const { rows: marks } = await webhooks.db.owner.query('select * from webhook_replay');
  expect(marks).toEqual([]);
});

it('lets a delivery die 36 hours after it was made or replayed, and not before', async () => {
  const { id } = await create(webhooks.live);
  const [young, old, tried] = [
    await addDelivery(webhooks, id, 'pending'),
    await addDelivery(webhooks, id, 'pending'),
    await addDelivery(webhooks, id, 'pending'),
  ];
  const age = (delivery: string, time: string, leased = 'null') =>
    webhooks.db.owner.query(
      `update webhook_delivery set expires_at = expires_at - $2::interval, leased_until = ${leased}
        where id = $1`,
      [delivery, time],
    );
  await age(young, '35 hours 59 minutes');
  await age(old, '36 hours');
  await age(tried, '36 hours', `now() + interval '20 seconds'`);
  const statuses = async () => {
    await tendDeliveries(webhooks.db.database);
    const { body } = await webhooks.live.get(`${WEBHOOKS}/${id}/deliveries`);
    return Object.fromEntries(
      body.data.map((one: { id: string; status: string }) => [one.id, one.status]),
    );
  };
  const before = await endedFor('expired');
  expect(await statuses()).toEqual({ [young]: 'pending', [old]: 'dead', [tried]: 'pending' });
  expect((await endedFor('expired')) - before).toBe(1);
  await webhooks.live.post(`${WEBHOOKS}/${id}/deliveries/${old}/replay`);
  expect((await statuses())[old]).toBe('pending');
  await age(old, '36 hours');
  expect((await statuses())[old]).toBe('dead');
});
