import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Claimed } from '../../../src/webhooks/delivery/claim-deliveries.ts';
import { IN_FLIGHT_MAX, sharesOf } from '../../../src/webhooks/delivery/shares.ts';
import { until } from '../../support/concurrency.ts';
import {
  claimDue,
  receive,
  sendTest,
  subscribe,
  type Tenant,
  useDeliveries,
} from '../../support/deliveries.ts';
import type { Client } from '../../support/pharmacy.ts';
import type { Receiver } from '../../support/receiver.ts';

const webhooks = useDeliveries();

/** More than once took all that a worker had in flight. */
const HOLES = 20;
/** With eight each they took all of them again. */
const MANY_HOLES = 150;
/** Of which the delay is measured. */
const EVENTS = 40;
const APART_MILLISECONDS = 25;

describe('workers', () => {
  it('that are two deliver each once, and at most eight at once to an endpoint', async () => {
    const { live } = await webhooks.tenant();
    const receivers: Receiver[] = [];
    for (let index = 0; index < 3; index += 1) {
      const one = await webhooks.receiver((response) => setTimeout(() => response.end(), 5));
      await subscribe(live, one.url);
      receivers.push(one);
    }
    webhooks.work();
    webhooks.work();
    await Promise.all(Array.from({ length: 100 }, () => receive(live)));
    await until('all came', () => receivers.every(({ received }) => received.length >= 100));
    await until('all are recorded', async () => {
      const { rows } = await webhooks.db.owner.query(
        `select count(*)::int as open from webhook_delivery where status = 'pending'`,
      );
      return rows[0].open === 0;
    });
    for (const { received, mostAtOnce } of receivers) {
      const ids = received.map(({ headers }) => headers['webhook-id']);
      expect([ids.length, new Set(ids).size]).toEqual([100, 100]);
      expect(mostAtOnce()).toBeLessThanOrEqual(8);
    }
  });

  it('leave what another has, and take it up when its lease is over', async () => {
    const { live } = await webhooks.tenant();
    const { url, received } = await webhooks.receiver();
    const { id } = await subscribe(live, url);
    const held = await sendTest(live, id);
    const lease = (seconds: number) =>
      webhooks.db.owner.query(
        `update webhook_delivery set leased_until = now() + make_interval(secs => $2),
                next_attempt_at = now() + make_interval(secs => $2) where id = $1`,
        [held, seconds],
      );
    await lease(20);
    webhooks.work();
    const other = await sendTest(live, id);
    await until('the other came', () => received.length === 1);
    expect(received[0]?.headers['webhook-id']).toBe(other);
    await lease(-1);
    await until('it came', () => received.length === 2);
    expect(received[1]?.headers['webhook-id']).toBe(held);
  });

  it('wait for no delivery that another worker is claiming', async () => {
    const { live } = await webhooks.tenant();
    const { url } = await webhooks.receiver();
    const { id } = await subscribe(live, url);
    const held = await sendTest(live, id);
    const session = await webhooks.db.owner.connect();
    try {
      await session.query('begin');
      await session.query('select from webhook_delivery where id = $1 for update', [held]);
      expect((await claimDue(webhooks.db.database)).map((claimed) => claimed.id)).not.toContain(
        held,
      );
    } finally {
      await session.query('rollback');
      session.release();
    }
    expect((await claimDue(webhooks.db.database)).map((claimed) => claimed.id)).toContain(held);
  }, 20_000);

  it('lease what they try for 25 s, longer than a try can last', async () => {
    const { live } = await webhooks.tenant();
    let answer = () => {};
    const { url } = await webhooks.receiver((response) => {
      answer = () => response.end();
    });
    const { id } = await subscribe(live, url);
    webhooks.work();
    await sendTest(live, id);
    await until('it is leased', async () => {
      const { rows } = await webhooks.db.owner.query(
        `select extract(epoch from leased_until - now())::float8 as left,
                next_attempt_at = leased_until as same from webhook_delivery`,
      );
      const [{ left, same }] = rows;
      if (left === null) return false;
      expect(same).toBe(true);
      expect(left).toBeGreaterThan(20);
      expect(left).toBeLessThanOrEqual(25);
      return true;
    });
    answer();
  });

  it('do not let receivers that never answer, with full queues, delay another', async () => {
    const { live } = await webhooks.tenant();
    const fine = await webhooks.receiver();
    await subscribe(live, fine.url);
    webhooks.work();
    const alone = await percentile95(live, fine);
    const hole = await webhooks.receiver(() => {});
    for (let index = 0; index < HOLES; index += 1)
      await subscribe(live, hole.url, ['order.updated']);
    await fill(hole.url, 200);
    await until('the holes are full', () => hole.received.length === HOLES * 8);
    const beside = await percentile95(live, fine);
    expect(hole.mostAtOnce()).toBe(HOLES * 8);
    expect(beside).toBeLessThan(1_000);
    expect(beside).toBeLessThan(alone * 1.2 + 100);
    // What hangs is cut off, so that the worker can stop.
    await hole.close();
  }, 60_000);
});

describe('a worker', () => {
  it('keeps sockets for a healthy receiver beside 150 that hang at once', async () => {
    const { live } = await webhooks.tenant();
    const fine = await webhooks.receiver();
    await subscribe(live, fine.url);
    const hole = await webhooks.receiver(() => {});
    const others = [await webhooks.tenant(), await webhooks.tenant()];
    for (let index = 0; index < MANY_HOLES; index += 1) {
      await subscribe((others[index % 2] as Tenant).live, hole.url, ['order.updated']);
    }
    await fill(hole.url, 20);
    webhooks.work();
    await until('each has been tried', () => hole.received.length >= MANY_HOLES);
    await steady(hole);
    const delay = await percentile95(live, fine);
    expect(delay).toBeLessThan(1_000);
    expect(hole.mostAtOnce()).toBeLessThan(IN_FLIGHT_MAX - 100);
    await hole.close();
  }, 90_000);

  it('gives endpoints that are known to be slow its half, and the others come first in theirs', async () => {
    const { live } = await webhooks.tenant();
    const { id: slow } = await subscribe(live, 'http://127.0.0.1:1/slow');
    const { id: fast } = await subscribe(live, 'http://127.0.0.1:1/fast');
    await webhooks.db.owner.query(
      `insert into webhook_endpoint (id, organization_id, environment, url, events, secret,
                                     fanned_position, created_at, is_slow)
       select gen_random_uuid(), organization_id, environment, url, events, secret, fanned_position,
              created_at, id = $1
         from webhook_endpoint, generate_series(1, case when id = $1 then 700 else 30 end)
        where id in ($1, $2)`,
      [slow, fast],
    );
    await fill('http://127.0.0.1:1/slow', 10);
    await fill('http://127.0.0.1:1/fast', 2);
    const claimed: Claimed[] = [];
    for (;;) {
      const slowOnes = claimed.filter(({ is_slow }) => is_slow).length;
      const more = await claimDue(webhooks.db.database, sharesOf(claimed.length, slowOnes));
      if (more.length === 0) break;
      claimed.push(...more);
    }
    const of = (url: string) => claimed.filter((one) => one.url.endsWith(url));
    expect(of('/fast')).toHaveLength(2 * 31);
    expect(of('/slow').filter(({ is_slow }) => is_slow).length).toBeGreaterThan(400);
    expect(of('/slow').filter(({ is_slow }) => is_slow).length).toBeLessThanOrEqual(512);
  });
});

/** So many deliveries for each endpoint of the url. */
async function fill(url: string, each: number): Promise<void> {
  await webhooks.db.owner.query(
    `insert into webhook_delivery (id, organization_id, endpoint_id, event_id, type, payload,
                                   created_at, next_attempt_at)
     select gen_random_uuid(), organization_id, id, gen_random_uuid(), 'stock.changed', '{}', now(), now()
       from webhook_endpoint, generate_series(1, $2::int) where url = $1`,
    [url, each],
  );
}

/** Resolves when nothing more has come for a second. */
async function steady({ received }: Receiver): Promise<void> {
  let seen = -1;
  while (seen !== received.length) {
    seen = received.length;
    await pause(1_000);
  }
}

/** Milliseconds from a movement to its receipt, of as many as come one after another within some polls. */
async function percentile95(api: Client, { received }: Receiver): Promise<number> {
  const began = received.length;
  for (let index = 0; index < EVENTS; index += 1) {
    await receive(api);
    await pause(APART_MILLISECONDS);
  }
  await until('all came', () => received.length === began + EVENTS);
  const delays = received.slice(began).map(({ at, body }) => at - Date.parse(body.created_at));
  return delays.sort((a, b) => a - b)[Math.ceil(delays.length * 0.95) - 1] as number;
}
