import { afterEach, describe, expect, it } from 'vitest';
import { DatabaseProxy } from '../../../kit/database-proxy.ts';
import { Database } from '../../../src/database/database.ts';
import { recordAttempts } from '../../../src/webhooks/delivery/record-attempts.ts';
import { until } from '../../support/concurrency.ts';
import {
  claimDue,
  deliveriesOf,
  sendTest,
  subscribe,
  useDeliveries,
} from '../../support/deliveries.ts';
import { WEBHOOKS } from '../../support/endpoints.ts';

const webhooks = useDeliveries();

it('lets no failure that comes late reopen what another try has finished', async () => {
  const { live } = await webhooks.tenant();
  const { url, received } = await webhooks.receiver((response, index) => {
    if (index === 1) response.end();
    else void until('the other is recorded', isDone).then(() => response.writeHead(500).end());
  });
  const { id } = await subscribe(live, url);
  const isDone = async () => (await deliveriesOf(live, id))[0].status === 'succeeded';
  webhooks.work();
  await sendTest(live, id);
  await until('it hangs', () => received.length === 1);
  await webhooks.db.owner.query(
    'update webhook_delivery set next_attempt_at = now(), leased_until = null',
  );
  await until(
    'both are recorded',
    async () => (await deliveriesOf(live, id))[0].attempts.length === 2,
  );
  expect(received).toHaveLength(2);
  const [delivery] = await deliveriesOf(live, id);
  // The oldest first, though it was recorded last.
  expect(delivery).toMatchObject({
    status: 'succeeded',
    attempts: [{ status: 500 }, { status: 200 }],
  });
  expect(Date.parse(delivery.attempts[0].at)).toBeLessThan(Date.parse(delivery.attempts[1].at));
});

it('numbers attempts as they were claimed, those that overlap and those after a replay', async () => {
  const { live } = await webhooks.tenant();
  const { database, owner } = webhooks.db;
  const { id } = await subscribe(live, 'http://127.0.0.1:1/');
  const deliveryId = await sendTest(live, id);
  const claim = async () => {
    await owner.query(
      'update webhook_delivery set next_attempt_at = now(), leased_until = null where id = $1',
      [deliveryId],
    );
    const [delivery] = await claimDue(database);
    if (delivery === undefined) throw new Error('It was not due.');
    return {
      delivery,
      at: new Date(),
      sent: { status: 503, milliseconds: 1, error: 'status' as const },
    };
  };
  const overlapping = [await claim(), await claim()];
  await recordAttempts(database, overlapping, [1, 1, 1]);
  expect(await deliveriesOf(live, id)).toMatchObject([{ status: 'pending' }]);
  await recordAttempts(database, [await claim()], [1, 1, 1]);
  // Nothing is recorded of this one: its worker died.
  await claim();
  await owner.query(
    `update webhook_delivery
        set status = 'dead', next_attempt_at = null, leased_until = null, finished_at = now()`,
  );
  await live.post(`${WEBHOOKS}/${id}/deliveries/${deliveryId}/replay`);
  await recordAttempts(database, [await claim()], [1]);
  const { rows } = await owner.query(
    'select number from webhook_attempt where delivery_id = $1 order by at, number',
    [deliveryId],
  );
  expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 5]);
  expect((await deliveriesOf(live, id))[0].attempts).toHaveLength(4);
});

it('leaves a delivery to the attempt under way when an earlier one fails after its lease', async () => {
  const { live } = await webhooks.tenant();
  const { database, owner } = webhooks.db;
  const { id } = await subscribe(live, 'http://127.0.0.1:1/');
  await sendTest(live, id);
  const [early] = await claimDue(database);
  if (early === undefined) throw new Error('It was not due.');
  await owner.query(
    `update webhook_delivery
        set next_attempt_at = now(), leased_until = now() where endpoint_id = $1`,
    [id],
  );
  expect(await claimDue(database)).toMatchObject([{ attempt_number: 2 }]);
  const sent = { status: 503, milliseconds: 1, error: 'status' as const };
  await recordAttempts(database, [{ delivery: early, at: new Date(), sent }], [0]);
  expect(await claimDue(database)).toEqual([]);
  expect(await deliveriesOf(live, id)).toMatchObject([
    { status: 'pending', attempts: [{ status: 503 }] },
  ]);
});

it('lets a success decide, of two attempts that are recorded together', async () => {
  const { live } = await webhooks.tenant();
  const { database, owner } = webhooks.db;
  const { id } = await subscribe(live, 'http://127.0.0.1:1/');
  await sendTest(live, id);
  const [first] = await claimDue(database);
  await owner.query('update webhook_delivery set next_attempt_at = now(), leased_until = null');
  const [second] = await claimDue(database);
  if (first === undefined || second === undefined) throw new Error('It was not due.');
  const sent = { milliseconds: 1, status: null };
  const attempts = [
    { delivery: first, at: new Date(), sent: { ...sent, error: null } },
    { delivery: second, at: new Date(), sent: { ...sent, error: 'reset' as const } },
  ];
  await recordAttempts(database, attempts, [1]);
  const [delivery] = await deliveriesOf(live, id);
  expect([delivery.status, delivery.attempts.length]).toEqual(['succeeded', 2]);
});

it('counts an attempt once that is recorded again', async () => {
  const { live } = await webhooks.tenant();
  const { database } = webhooks.db;
  const { id } = await subscribe(live, 'http://127.0.0.1:1/');
  await sendTest(live, id);
  const [delivery] = await claimDue(database);
  if (delivery === undefined) throw new Error('It was not due.');
  const sent = { milliseconds: 1, status: null, error: 'reset' as const };
  const attempts = [{ delivery, at: new Date(), sent }];
  await recordAttempts(database, attempts, [60, 60]);
  const once = await rowOf(id);
  await recordAttempts(database, attempts, [60, 60]);
  expect(await rowOf(id)).toEqual(once);
  expect(once).toMatchObject({ attempts: 1, status: 'pending' });
});

it('reports how long the first success of a delivery took from its event, and no later one', async () => {
  const { live } = await webhooks.tenant();
  const { database, owner } = webhooks.db;
  const { id } = await subscribe(live, 'http://127.0.0.1:1/');
  const deliveryId = await sendTest(live, id);
  await owner.query(
    `update webhook_delivery
        set payload = jsonb_set(payload::jsonb, '{created_at}', to_jsonb(now() - interval '100 seconds'))`,
  );
  const recorded = async (error: 'reset' | null) => {
    await owner.query('update webhook_delivery set next_attempt_at = now() where id = $1', [
      deliveryId,
    ]);
    const [delivery] = await claimDue(database);
    if (delivery === undefined) throw new Error('It was not due.');
    const attempt = { delivery, at: new Date(), sent: { milliseconds: 1, status: null, error } };
    return recordAttempts(database, [attempt], [60, 60]);
  };
  expect(await recorded('reset')).toEqual([]);
  const [seconds] = await recorded(null);
  expect(seconds).toBeGreaterThanOrEqual(100);
  expect(seconds).toBeLessThan(200);
  await live.post(`${WEBHOOKS}/${id}/deliveries/${deliveryId}/replay`);
  expect(await recorded(null)).toEqual([]);
});

async function rowOf(endpointId: string) {
  const { rows } = await webhooks.db.owner.query(
    'select * from webhook_delivery where endpoint_id = $1',
    [endpointId],
  );
  return rows[0];
}

describe('what came of an attempt', () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  it.each(['cut before', 'cut after'] as const)(
    'is recorded without a second one where its record is lost (%s)',
    async (verdict) => {
      const proxy = await DatabaseProxy.start(webhooks.db.serviceUrl);
      closing.push(() => proxy.close());
      const database = new Database(proxy.url, { preparedStatements: true });
      closing.push(() => database.close());
      const { live } = await webhooks.tenant();
      const { url, received } = await webhooks.receiver();
      const { id } = await subscribe(live, url);
      proxy.judge = ({ text }) =>
        proxy.cuts === 0 && text.includes('webhook-record') ? verdict : 'pass';
      const stop = webhooks.work({ database });
      await sendTest(live, id);
      await until('it is recorded', async () => {
        const [delivery] = await deliveriesOf(live, id);
        return delivery.status === 'succeeded' && delivery.attempts.length === 1;
      });
      expect([proxy.cuts, received.length]).toEqual([1, 1]);
      await stop();
    },
  );

  it('keeps no worker from its end where nothing can be recorded', async () => {
    const proxy = await DatabaseProxy.start(webhooks.db.serviceUrl);
    closing.push(() => proxy.close());
    const database = new Database(proxy.url, { preparedStatements: true });
    closing.push(() => database.close());
    const { live } = await webhooks.tenant();
    const { url } = await webhooks.receiver();
    const { id } = await subscribe(live, url);
    proxy.judge = ({ text }) => (text.includes('webhook-record') ? 'cut before' : 'pass');
    const stop = webhooks.work({ database });
    await sendTest(live, id);
    await until('it was tried to record it', () => proxy.cuts > 1);
    await stop();
  }, 15_000);
});
