import { expect, it } from 'vitest';
import { claimDeliveries } from '../../../src/webhooks/delivery/claim-deliveries.ts';
import { queueDueDeliveries } from '../../../src/webhooks/delivery/queue-due-deliveries.ts';
import { recordAttempts } from '../../../src/webhooks/delivery/record-attempts.ts';
import { sharesOf } from '../../../src/webhooks/delivery/shares.ts';
import { hold } from '../../support/concurrency.ts';
import {
  claimDue,
  deliveriesOf,
  sendTest,
  subscribe,
  useDeliveries,
} from '../../support/deliveries.ts';

const webhooks = useDeliveries();

const NOWHERE = 'http://127.0.0.1:1/';
const failed = { status: 503, milliseconds: 1, error: 'status' as const };

const wait = (seconds: number, ...ids: string[]) =>
  webhooks.db.owner.query(
    `update webhook_delivery
        set next_attempt_at = now() + make_interval(secs => $1), leased_until = null, is_queued = false
      where id = any($2)`,
    [seconds, ids],
  );

it('queues what has waited for its time, and nothing before it', async () => {
  const { live } = await webhooks.tenant();
  const { id } = await subscribe(live, NOWHERE);
  const [due, later] = [await sendTest(live, id), await sendTest(live, id)];
  await wait(-1, due);
  await wait(3_600, later);
  expect(await claimDeliveries(webhooks.db.database, sharesOf(0, 0))).toEqual([]);
  expect(await claimDue(webhooks.db.database)).toMatchObject([{ id: due }]);
  expect(await claimDue(webhooks.db.database)).toEqual([]);
});

it('does not keep the rest waiting for what somebody holds, and loses none of it', async () => {
  const { live } = await webhooks.tenant();
  const { id } = await subscribe(live, NOWHERE);
  const [first, second] = [await sendTest(live, id), await sendTest(live, id)];
  await wait(-2, first);
  await wait(-1, second);
  const held = await hold(
    webhooks.db.owner,
    'select from webhook_delivery where id = $1 for update',
    [first],
  );
  expect(await claimDue(webhooks.db.database)).toMatchObject([{ id: second }]);
  await held.release();
  expect(await claimDue(webhooks.db.database)).toMatchObject([{ id: first }]);
});

it('queues all of thousands that fell due together, and none once it is stopped', async () => {
  const { live } = await webhooks.tenant();
  const { id } = await subscribe(live, NOWHERE);
  const count = 2_500;
  await webhooks.db.owner.query(
    `insert into webhook_delivery (
       id, organization_id, endpoint_id, event_id, type, payload, created_at, next_attempt_at)
     select gen_random_uuid(), organization_id, id, gen_random_uuid(), 'webhook.test', '{}', now(),
            now() - make_interval(secs => nth)
       from webhook_endpoint, generate_series(1, $2::int) nth
      where id = $1`,
    [id, count],
  );
  const queued = async () => {
    const { rows } = await webhooks.db.owner.query(
      'select count(*)::int as count from webhook_delivery where is_queued and endpoint_id = $1',
      [id],
    );
    return rows[0].count;
  };
  await queueDueDeliveries(webhooks.db.database, AbortSignal.abort());
  expect(await queued()).toBe(0);
  await queueDueDeliveries(webhooks.db.database);
  expect(await queued()).toBe(count);
});

it('keeps an endpoint’s deliveries in the order of their times, new ones and those tried again', async () => {
  const { live } = await webhooks.tenant();
  const { id } = await subscribe(live, NOWHERE);
  const sent: string[] = [];
  for (let index = 0; index < 12; index += 1) sent.push(await sendTest(live, id));
  const [retried, ...fresh] = sent as [string, ...string[]];
  await wait(-60, retried);
  const first = await claimDue(webhooks.db.database);
  expect(first.map((one) => one.id).sort()).toEqual([retried, ...fresh.slice(0, 7)].sort());
});

it('takes a result that comes after the lease, and does not try again what has succeeded', async () => {
  const { live } = await webhooks.tenant();
  const { database } = webhooks.db;
  const { id } = await subscribe(live, NOWHERE);
  const [won, lost] = [await sendTest(live, id), await sendTest(live, id)];
  const claimed = await claimDue(database);
  expect(claimed).toHaveLength(2);
  await wait(-1, won, lost);
  await queueDueDeliveries(database);
  const attempts = claimed.map((delivery) => ({
    delivery,
    at: new Date(),
    sent: delivery.id === won ? { status: 200, milliseconds: 1, error: null } : failed,
  }));
  await recordAttempts(database, attempts, [3_600]);
  expect(await claimDue(database)).toEqual([]);
  const statuses = (await deliveriesOf(live, id)).map((one: { id: string; status: string }) => [
    one.id,
    one.status,
  ]);
  expect(new Map(statuses)).toEqual(
    new Map([
      [won, 'succeeded'],
      [lost, 'pending'],
    ]),
  );
});
