// Events on their way to receivers: real servers on the loopback, the real queue.
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };
import { readConfig } from '../../src/config.ts';
import type { ContractDocument } from '../../src/http/operations.ts';
import { importFile } from '../../src/operator/import/import-file.ts';
import { AddressGuard } from '../../src/webhooks/address-guard.ts';
import { type DeliveryParts, startDelivery } from '../../src/webhooks/deliver.ts';
import { compileWebhookChecker } from '../support/checker.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { operate } from '../support/operator.ts';
import {
  type Client,
  client,
  day,
  freshKey,
  makePharmacy,
  post,
  type RunningService,
  startService,
} from '../support/pharmacy.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { until } from '../support/storm.ts';

const WEBHOOKS = '/v1/inventory/webhooks';
/** More than once took all that a worker had in flight. */
const HOLES = 20;
const ALLOWED = ['127.0.0.0/8'];
const DEFAULT_WAITS = readConfig({}).webhookRetrySeconds;

let db: TestDatabase;
let service: RunningService;
let count = 0;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
  service = await startService(db.database, { allowedNetworks: ALLOWED });
});
afterEach(async () => {
  // Receivers last: a worker waits for what they have not answered.
  await Promise.all(closing.splice(0).map((close) => close()));
  await db.owner.query('delete from webhook_endpoint');
});
afterAll(async () => {
  await service.close();
  await db.drop();
});

function work(options: Partial<DeliveryParts> = {}) {
  const worker = startDelivery({
    database: db.database,
    secrets: service.services.secrets,
    guard: new AddressGuard(ALLOWED),
    retrySeconds: [0.05, 0.05],
    log: pino({ level: 'silent' }),
    ...options,
  });
  closing.push(() => worker.stop());
  return worker;
}

async function receiver(...answer: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...answer);
  closing.push(() => started.close());
  return started;
}

interface Tenant {
  readonly slug: string;
  readonly live: Client;
  readonly test: Client;
}

async function tenant(reorderPoint: number | null = null): Promise<Tenant> {
  count += 1;
  const slug = `tenant-${count}`;
  const { liveKey, testKey } = await makePharmacy(db.database, { slug, reorderPoint });
  return {
    slug,
    live: client({ url: service.url, key: liveKey }),
    test: client({ url: service.url, key: testKey }),
  };
}

async function subscribe(api: Client, url: string, events?: string[]) {
  const { status, body } = await api.post(WEBHOOKS, { body: { url, ...(events && { events }) } });
  expect(status).toBe(201);
  return body as { id: string; secret: string };
}

async function sendTest(api: Client, endpointId: string): Promise<string> {
  return (await api.post(`${WEBHOOKS}/${endpointId}/test`)).body.id;
}

async function deliveries(api: Client, endpointId: string) {
  return (await api.get(`${WEBHOOKS}/${endpointId}/deliveries`)).body.data;
}

function receive(api: Client, qty = 10, key = freshKey()) {
  const body = { type: 'receive', sku_code: 'SKU-1', qty, lot_number: 'L', expiry_date: day(60) };
  return post(api, body, key);
}

describe('a delivery', () => {
  it('carries the headers of the contract, verifies, and is recorded', async () => {
    const { live } = await tenant();
    const { url, received } = await receiver();
    const { id, secret } = await subscribe(live, url);
    work();
    await receive(live);
    await until('it came', () => received.length === 1);
    const [got] = received as [Receiver['received'][number]];
    expect(new Webhook(secret).verify(got.text, got.headers as Record<string, string>)).toEqual(
      got.body,
    );
    const names = got.rawHeaders.filter((_, place) => place % 2 === 0);
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
    await until('it is recorded', async () => (await deliveries(live, id))[0].status !== 'pending');
    expect(await deliveries(live, id)).toEqual([
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
    const { live } = await tenant();
    const { url, received } = await receiver();
    const { id, secret: old } = await subscribe(live, url);
    const { secret } = (await live.post(`${WEBHOOKS}/${id}/rotate-secret`)).body;
    work();
    await sendTest(live, id);
    await until('it came', () => received.length === 1);
    await db.owner.query('update webhook_endpoint set overlap_ends_at = now() where id = $1', [id]);
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
    const { live } = await tenant();
    const { url, received } = await receiver((response, nth) =>
      nth < 2 ? response.writeHead(500 + nth).end() : response.end(),
    );
    const { id } = await subscribe(live, url);
    work();
    await receive(live);
    await until('it is through', async () => {
      return (await deliveries(live, id))[0]?.status === 'succeeded';
    });
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ text }) => text)).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['x-webhook-delivery'])).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['x-webhook-timestamp'])).size).toBe(3);
    const [{ attempts }] = await deliveries(live, id);
    expect(attempts.map(({ status, error }: Record<string, unknown>) => [status, error])).toEqual([
      [500, 'status'],
      [501, 'status'],
      [200, null],
    ]);
  });

  it('dies after ten tries in about a day, and a replay has its id and bytes', async () => {
    const { live, slug } = await tenant();
    let isUp = false;
    const { url, received } = await receiver((response) =>
      response.writeHead(isUp ? 200 : 503).end(),
    );
    const { id } = await subscribe(live, url);
    work({ retrySeconds: DEFAULT_WAITS });
    const deliveryId = await sendTest(live, id);
    const row = async () => {
      const { rows } = await db.owner.query(
        `select status, attempts, leased_until,
                extract(epoch from next_attempt_at - now())::float8 as wait
           from webhook_delivery where id = $1`,
        [deliveryId],
      );
      return rows[0];
    };
    for (const [nth, wait] of DEFAULT_WAITS.entries()) {
      await until(`try ${nth + 1} failed`, async () => (await row()).attempts === nth + 1);
      const { wait: until_ } = await row();
      expect(until_).toBeGreaterThan(wait - 2);
      expect(until_).toBeLessThanOrEqual(wait * 1.2);
      await db.owner.query('update webhook_delivery set next_attempt_at = now() where id = $1', [
        deliveryId,
      ]);
    }
    await until('it is dead', async () => (await row()).status === 'dead');
    expect(DEFAULT_WAITS.reduce((sum, wait) => sum + wait) / 3600).toBeCloseTo(23, 0);
    expect(received).toHaveLength(10);
    const dead = await operate(db.database, 'webhook', 'dead', '--organization', slug);
    expect(dead.printed).toMatch(new RegExp(`^${deliveryId} webhook.test died `));
    isUp = true;
    const replayed = await operate(db.database, 'webhook', 'replay', '--delivery', deliveryId);
    expect(replayed.printed).toBe('1 deliveries are pending again');
    await until('it is through', async () => (await row()).status === 'succeeded');
    expect(received).toHaveLength(11);
    expect(new Set(received.map(({ text }) => text)).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([deliveryId]),
    );
    expect((await deliveries(live, id))[0].attempts).toHaveLength(11);
    await expect(
      operate(
        db.database,
        'webhook',
        'replay',
        '--endpoint',
        deliveryId,
        '--since',
        '2026-01-01T00:00:00Z',
      ),
    ).rejects.toThrow('--endpoint names no endpoint.');
  }, 60_000);

  it('is cancelled when its endpoint is deleted between tries or during one', async () => {
    const { live } = await tenant();
    const answers: (() => void)[] = [];
    const { url, received } = await receiver((response) => {
      answers.push(() => response.writeHead(500).end());
    });
    const { id } = await subscribe(live, url);
    work();
    await sendTest(live, id);
    await until('it is under way', () => answers.length === 1);
    answers[0]?.();
    await until('it is tried again', () => answers.length === 2);
    expect((await live.delete(WEBHOOKS, { query: { id } })).status).toBe(200);
    answers[1]?.();
    // Whoever comes later is served, and the deleted one no more.
    const other = await receiver();
    const { id: next } = await subscribe(live, other.url);
    await sendTest(live, next);
    await until('the other came', () => other.received.length === 1);
    expect(received).toHaveLength(2);
    const { rows } = await db.owner.query(
      'select id from webhook_delivery where endpoint_id = $1',
      [id],
    );
    expect(rows).toEqual([]);
  });
});

describe('workers', () => {
  it('that are two deliver each once, and at most eight at once to an endpoint', async () => {
    const { live } = await tenant();
    const receivers: Receiver[] = [];
    for (let nth = 0; nth < 3; nth += 1) {
      const one = await receiver((response) => setTimeout(() => response.end(), 5));
      await subscribe(live, one.url);
      receivers.push(one);
    }
    work();
    work();
    await Promise.all(Array.from({ length: 100 }, () => receive(live)));
    await until('all came', () => receivers.every(({ received }) => received.length >= 100));
    await until('all are recorded', async () => {
      const { rows } = await db.owner.query(
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
    const { live } = await tenant();
    const { url, received } = await receiver();
    const { id } = await subscribe(live, url);
    const held = await sendTest(live, id);
    const lease = (seconds: number) =>
      db.owner.query(
        `update webhook_delivery set leased_until = now() + make_interval(secs => $2),
                next_attempt_at = now() + make_interval(secs => $2) where id = $1`,
        [held, seconds],
      );
    await lease(20);
    work();
    const other = await sendTest(live, id);
    await until('the other came', () => received.length === 1);
    expect(received[0]?.headers['webhook-id']).toBe(other);
    await lease(-1);
    await until('it came', () => received.length === 2);
    expect(received[1]?.headers['webhook-id']).toBe(held);
  });

  it('lease what they try for 25 s, longer than a try can last', async () => {
    const { live } = await tenant();
    let answer = () => {};
    const { url } = await receiver((response) => {
      answer = () => response.end();
    });
    const { id } = await subscribe(live, url);
    work();
    await sendTest(live, id);
    await until('it is leased', async () => {
      const { rows } = await db.owner.query(
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

  it('do not let a failure that comes late reopen what another try has finished', async () => {
    const { live } = await tenant();
    const { url, received } = await receiver((response, nth) => {
      if (nth === 1) response.end();
      else void until('the other is recorded', isDone).then(() => response.writeHead(500).end());
    });
    const { id } = await subscribe(live, url);
    const isDone = async () => (await deliveries(live, id))[0].status === 'succeeded';
    work();
    await sendTest(live, id);
    await until('it hangs', () => received.length === 1);
    await db.owner.query(
      'update webhook_delivery set next_attempt_at = now(), leased_until = null',
    );
    await until(
      'both are recorded',
      async () => (await deliveries(live, id))[0].attempts.length === 2,
    );
    expect(received).toHaveLength(2);
    expect((await deliveries(live, id))[0]).toMatchObject({
      status: 'succeeded',
      attempts: [{ status: 200 }, { status: 500 }],
    });
  });

  it('do not let receivers that never answer, with full queues, delay another', async () => {
    const { live } = await tenant();
    const fine = await receiver();
    await subscribe(live, fine.url);
    work();
    const alone = await percentile95(live, fine);
    const hole = await receiver(() => {});
    for (let nth = 0; nth < HOLES; nth += 1) await subscribe(live, hole.url, ['order.updated']);
    await db.owner.query(
      `insert into webhook_delivery (id, organization_id, endpoint_id, event_id, type, payload,
                                     created_at, next_attempt_at)
       select gen_random_uuid(), organization_id, id, gen_random_uuid(), 'stock.changed', '{}', now(), now()
         from webhook_endpoint, generate_series(1, 200) where url = $1`,
      [hole.url],
    );
    await until('the holes are full', () => hole.received.length === HOLES * 8);
    const beside = await percentile95(live, fine);
    expect(hole.mostAtOnce()).toBe(HOLES * 8);
    expect(beside).toBeLessThan(1_000);
    expect(beside).toBeLessThan(alone * 1.2 + 100);
    // What hangs is cut off, so that the worker can stop.
    await hole.close();
  }, 60_000);
});

/** Milliseconds from the posting of a movement to its receipt. */
async function percentile95(api: Client, { received }: Receiver): Promise<number> {
  const began = received.length;
  const delays: number[] = [];
  for (let nth = 0; nth < 40; nth += 1) {
    await receive(api);
    const postedAt = Date.now();
    await until('it came', () => received.length > began + nth);
    delays.push((received.at(-1)?.at as number) - postedAt);
  }
  return delays.sort((a, b) => a - b)[Math.ceil(delays.length * 0.95) - 1] as number;
}

describe('an endpoint', () => {
  it('gets what came after its creation, of the kinds that it names; others and nobody get nothing', async () => {
    const [mine, stranger] = [await tenant(), await tenant()];
    const late = await receiver();
    const all = await receiver();
    const low = await receiver();
    const orders = await receiver();
    const test = await receiver();
    await receive(mine.live);
    await subscribe(mine.live, all.url, []);
    await subscribe(mine.live, low.url, ['sku.updated', 'count.approved']);
    await subscribe(mine.live, orders.url, ['order.updated']);
    await subscribe(mine.test, test.url);
    await receive(mine.live);
    await receive(stranger.live);
    const lot = ['--organization', mine.slug, '--sku', 'SKU-1', '--lot', 'L'];
    await operate(db.database, 'stock', 'count', ...lot, '--counted', '20');
    await subscribe(mine.live, late.url);
    await receive(mine.live);
    work();
    const types = ({ received }: Receiver) => received.map(({ body }) => body.type).sort();
    await until('all came', () => all.received.length === 4 - 1 && late.received.length === 1);
    await until('the counted came', () => low.received.length === 1);
    expect(types(all)).toEqual(['count.approved', 'stock.changed', 'stock.changed']);
    expect(types(low)).toEqual(['count.approved']);
    expect([orders, test].map(types)).toEqual([[], []]);
    const { rows } = await db.owner.query(
      'select distinct endpoint_id, type from webhook_delivery',
    );
    expect(rows).toHaveLength(4);
    const { rows: foreign } = await db.owner.query(
      `select d.id from webhook_delivery d join organization o on o.id = d.organization_id
        where o.slug = $1`,
      [stranger.slug],
    );
    expect(foreign).toEqual([]);
  });

  it('is not passed over among many, nor held up by events that were forgotten', async () => {
    const { live } = await tenant();
    const one = await receiver();
    const endpoints = [];
    for (let nth = 0; nth < 70; nth += 1)
      endpoints.push(await subscribe(live, `${one.url}/${nth}`));
    await receive(live);
    await receive(live);
    await db.owner.query(`delete from event where type = 'stock.changed' and position =
      (select max(position) from event e where e.organization_id = event.organization_id)`);
    work();
    await until('all came', () => one.received.length === 70);
    expect(new Set(one.received.map(({ path }) => path)).size).toBe(70);
    const { rows } = await db.owner.query(
      `select e.id from webhook_endpoint e join event_counter c using (organization_id)
        where e.fanned_position <> c.position`,
    );
    expect(rows).toEqual([]);
  });
});

it('sends every kind as the contract has it, and nothing private', async () => {
  const check = compileWebhookChecker(document as unknown as ContractDocument);
  const { live, slug } = await tenant(20);
  const { url, received } = await receiver();
  const { id } = await subscribe(live, url);
  const secretive = 'PRIVATE-';
  work();
  const lot = ['--organization', slug, '--sku', 'SKU-1', '--lot', 'L'];
  const run = (...words: string[]) => operate(db.database, ...words);
  const { body } = await live.get('/v1/inventory/skus');
  const product = body.data[0].product_id;
  const catalog = (sku: object) =>
    importFile(
      db.database,
      JSON.stringify({ skus: [{ organization: slug, product_id: product, ...sku }] }),
    );
  await catalog({ sku_code: 'SKU-2' });
  await catalog({ sku_code: 'SKU-2', gtin: '00300933109055', reorder_point: 3 });
  await importFile(
    db.database,
    JSON.stringify({
      locations: [{ organization: slug, name: 'Cold room', min_celsius: 2, max_celsius: 8 }],
    }),
  );
  await post(live, {
    type: 'receive',
    sku_code: 'SKU-1',
    qty: 30,
    lot_number: 'L',
    expiry_date: day(20),
    note: `${secretive}note`,
    po_number: `${secretive}po`,
  });
  await post(live, {
    type: 'dispense',
    sku_code: 'SKU-1',
    qty: 15,
    reference: { type: 'prescription', id: 'RX', rx_number: `${secretive}rx` },
  });
  await run('stock', 'adjust', ...lot, '--qty', '1', '--reason', `${secretive}reason`);
  await run('stock', 'count', ...lot, '--counted', '16');
  await run('lot', 'set-status', ...lot, '--status', 'quarantine');
  await run('lot', 'set-status', ...lot, '--status', 'released');
  await run('lot', 'sweep');
  await run(
    'temperature',
    'record',
    '--organization',
    slug,
    '--location',
    'Cold room',
    '--celsius',
    '9.5',
  );
  await sendTest(live, id);
  const { rows } = await db.owner.query(
    `select count(*)::int as count from event e join webhook_endpoint w using (organization_id)
      where w.id = $1 and e.created_at > w.created_at`,
    [id],
  );
  await until('all came', () => received.length === rows[0].count + 1);
  expect([...new Set(received.map((one) => one.body.type))].sort()).toEqual([
    'count.approved',
    'lot.expiring',
    'lot.status_changed',
    'sku.created',
    'sku.updated',
    'stock.changed',
    'stock.low',
    'temperature.excursion',
    'webhook.test',
  ]);
  for (const { body, text, headers } of received) {
    expect([body, check(body)]).toEqual([body, []]);
    expect(headers['x-webhook-event']).toBe(body.type);
    expect(text).not.toContain(secretive);
    expect(text.length).toBeLessThan(65_536);
  }
});
