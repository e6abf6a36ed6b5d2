import { Webhook } from 'standardwebhooks';
import { describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { registry } from '../../../src/telemetry/metrics.ts';
import { sharesOf } from '../../../src/webhooks/delivery/shares.ts';
import { until } from '../../support/concurrency.ts';
import {
  deliveriesOf,
  receive,
  sendTest,
  subscribe,
  useDeliveries,
} from '../../support/deliveries.ts';
import { WEBHOOKS } from '../../support/endpoints.ts';
import { metricValue } from '../../support/metrics-text.ts';
import type { Receiver } from '../../support/receiver.ts';

const webhooks = useDeliveries();

const DEFAULT_WAITS = readConfig({}).webhookRetrySeconds;

describe('a delivery', () => {
  it('carries the headers of the contract, verifies, and is recorded', async () => {
    const { live } = await webhooks.tenant();
    const { url, received } = await webhooks.receiver();
    const { id, secret } = await subscribe(live, url);
    webhooks.work();
    await receive(live);
    await until('it came', () => received.length === 1);
    const [got] = received as [Receiver['received'][number]];
    expect(new Webhook(secret).verify(got.text, got.headers as Record<string, string>)).toEqual(
      got.body,
    );
    const names = got.rawHeaders.filter((_, index) => index % 2 === 0);
    expect(names.filter((name) => /webhook/i.test(name)).sort()).toEqual([
      'X-Webhook-Delivery',
      'X-Webhook-Event',
      'X-Webhook-Signature',
      'X-Webhook-Timestamp',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ]);
    const { body: feed } = await live.get('/v1/inventory/events');
    expect(got.body).toEqual(feed.data.at(-1));
    expect(got.headers['x-webhook-event']).toBe('stock.changed');
    await until(
      'it is recorded',
      async () => (await deliveriesOf(live, id))[0].status !== 'pending',
    );
    expect(await deliveriesOf(live, id)).toEqual([
      {
        id: got.headers['x-webhook-delivery'],
        event_id: got.body.id,
        type: 'stock.changed',
        status: 'succeeded',
        attempts: [
          { at: expect.any(String), status: 204, milliseconds: expect.any(Number), error: null },
        ],
        created_at: expect.any(String),
        next_attempt_at: null,
      },
    ]);
  });

  it('is signed with both secrets during an overlap, and with the new one alone after it', async () => {
    const { live } = await webhooks.tenant();
    const { url, received } = await webhooks.receiver();
    const { id, secret: old } = await subscribe(live, url);
    const { secret } = (await live.post(`${WEBHOOKS}/${id}/rotate-secret`)).body;
    webhooks.work();
    await sendTest(live, id);
    await until('it came', () => received.length === 1);
    await webhooks.db.owner.query(
      'update webhook_endpoint set overlap_ends_at = now() where id = $1',
      [id],
    );
    await sendTest(live, id);
    await until('the next came', () => received.length === 2);
    const verifying = received.map(({ text, headers }) =>
      [old, secret].map((one) => {
        try {
          return Boolean(new Webhook(one).verify(text, headers as Record<string, string>));
        } catch {
          return false;
        }
      }),
    );
    expect(verifying).toEqual([
      [true, true],
      [false, true],
    ]);
    const next = received.map(({ headers }) => 'x-webhook-signature-next' in headers);
    expect(next).toEqual([true, false]);
  });

  it('is tried again with the same id and the same bytes until a 2xx comes', async () => {
    const { live } = await webhooks.tenant();
    const { url, received } = await webhooks.receiver((response, index) =>
      index < 2 ? response.writeHead(500 + index).end() : response.end(),
    );
    const { id } = await subscribe(live, url);
    webhooks.work();
    await receive(live);
    await until('it is through', async () => {
      return (await deliveriesOf(live, id))[0]?.status === 'succeeded';
    });
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ text }) => text)).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['x-webhook-delivery'])).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['x-webhook-timestamp'])).size).toBe(3);
    const [{ attempts }] = await deliveriesOf(live, id);
    expect(attempts.map(({ status, error }: Record<string, unknown>) => [status, error])).toEqual([
      [500, 'status'],
      [501, 'status'],
      [200, null],
    ]);
  });

  it('dies after ten tries in about a day, and a replay has its id and bytes', async () => {
    const { live, slug } = await webhooks.tenant();
    let isUp = false;
    const { url, received } = await webhooks.receiver((response) =>
      response.writeHead(isUp ? 200 : 503).end(),
    );
    const { id } = await subscribe(live, url);
    webhooks.work({ retrySeconds: DEFAULT_WAITS });
    const deliveryId = await sendTest(live, id);
    const row = async () => {
      const { rows } = await webhooks.db.owner.query(
        `select status, attempts, leased_until,
                extract(epoch from next_attempt_at - now())::float8 as wait
           from webhook_delivery where id = $1`,
        [deliveryId],
      );
      return rows[0];
    };
    for (const [index, wait] of DEFAULT_WAITS.entries()) {
      await until(`try ${index + 1} failed`, async () => (await row()).attempts === index + 1);
      const { wait: until_ } = await row();
      expect(until_).toBeGreaterThan(wait - 2);
      expect(until_).toBeLessThanOrEqual(wait * 1.2);
      await webhooks.db.owner.query(
        'update webhook_delivery set next_attempt_at = now() where id = $1',
        [deliveryId],
      );
    }
    await until('it is dead', async () => (await row()).status === 'dead');
    expect(DEFAULT_WAITS.reduce((sum, wait) => sum + wait) / 3600).toBeCloseTo(23, 0);
    expect(received).toHaveLength(10);
    const dead = await webhooks.operate('webhook', 'dead', '--organization', slug);
    expect(dead.printed).toMatch(new RegExp(`^${deliveryId} webhook.test died `));
    isUp = true;
    const replayed = await webhooks.operate('webhook', 'replay', '--delivery', deliveryId);
    expect(replayed.printed).toBe('1 deliveries are pending again');
    await until('it is through', async () => (await row()).status === 'succeeded');
    expect(received).toHaveLength(11);
    expect(new Set(received.map(({ text }) => text)).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([deliveryId]),
    );
    expect((await deliveriesOf(live, id))[0].attempts).toHaveLength(11);
    await expect(
      webhooks.operate(
        'webhook',
        'replay',
        '--endpoint',
        deliveryId,
        '--since',
        '2026-01-01T00:00:00Z',
      ),
    ).rejects.toThrow('--endpoint is not the id of an endpoint.');
  }, 60_000);

  it('is cancelled when its endpoint is deleted between tries or during one', async () => {
    const { live } = await webhooks.tenant();
    const answers: (() => void)[] = [];
    const { url, received } = await webhooks.receiver((response) => {
      answers.push(() => response.writeHead(500).end());
    });
    const { id } = await subscribe(live, url);
    webhooks.work();
    await sendTest(live, id);
    await until('it is under way', () => answers.length === 1);
    answers[0]?.();
    await until('it is tried again', () => answers.length === 2);
    expect((await live.delete(WEBHOOKS, { query: { id } })).status).toBe(200);
    answers[1]?.();
    // Anyone who comes later is served, and the deleted one no more.
    const other = await webhooks.receiver();
    const { id: next } = await subscribe(live, other.url);
    await sendTest(live, next);
    await until('the other came', () => other.received.length === 1);
    expect(received).toHaveLength(2);
    await until('its rows are gone', async () => {
      const { rows } = await webhooks.db.owner.query(
        `select id from webhook_endpoint where id = $1
         union all select id from webhook_delivery where endpoint_id = $1`,
        [id],
      );
      return rows.length === 0;
    });
  });
});

it('gives back the claims of deliveries once they end, of slow endpoints too, and counts who is under way', async () => {
  const { live } = await webhooks.tenant();
  const answers: (() => void)[] = [];
  const { url } = await webhooks.receiver((response) => {
    answers.push(() => response.writeHead(204).end());
  });
  const { id } = await subscribe(live, url);
  await webhooks.db.owner.query('update webhook_endpoint set is_slow = true where id = $1', [id]);
  await sendTest(live, id);
  const asked = vi.spyOn(webhooks.db.database, 'query');
  try {
    webhooks.work();
    const claimsAs = (inFlight: number, slowInFlight: number) => {
      const { normal, slow } = sharesOf(inFlight, slowInFlight);
      const [, ...last] =
        asked.mock.calls.filter(([{ name }]) => name === 'webhook-claim').at(-1)?.[1] ?? [];
      const expected = [normal.endpointMax, normal.claimMax, slow.endpointMax, slow.claimMax];
      return JSON.stringify(last) === JSON.stringify(expected);
    };
    const underWay = async () =>
      metricValue(await registry.metrics(), 'webhook_attempts_in_flight') ?? 0;
    await until('it came', () => answers.length === 1);
    await sendTest(live, id);
    await until('both came', () => answers.length === 2);
    await until('both have their claims', () => claimsAs(2, 2));
    expect(await underWay()).toBe(2);
    for (const answer of answers) answer();
    await until('all claims are given back', () => claimsAs(0, 0));
    expect(await underWay()).toBe(0);
  } finally {
    asked.mockRestore();
  }
});
