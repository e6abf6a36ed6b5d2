// order.updated on its way: in the feed of anyone who may read the order, and to the endpoints that name it, of
// the order's environment alone.
import { expect, it } from 'vitest';
import events from '../../generated/webhooks.json' with { type: 'json' };
import type { ContractDocument } from '../../src/http/operations.ts';
import { importFile } from '../support/as-operator.ts';
import { compileWebhookChecker } from '../support/checker.ts';
import { until } from '../support/concurrency.ts';
import { receive, sendTest, subscribe, useDeliveries } from '../support/deliveries.ts';
import type { Client } from '../support/pharmacy.ts';
import type { Receiver } from '../support/receiver.ts';

const webhooks = useDeliveries();

const place = async (organization: string, fields: object) => {
  const order = { organization, order_number: crypto.randomUUID(), ...fields };
  await importFile(webhooks.db.database, JSON.stringify({ orders: [order] }));
  return order.order_number;
};

const feed = async (api: Client, query: Record<string, string | number> = {}) => {
  const answer = await api.get('/v1/inventory/events', { query: { limit: 100, ...query } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as { id: string; type: string; data: { order_number?: string } }[];
};
const numbersIn = async (api: Client) =>
  (await feed(api)).flatMap(({ data }) => data.order_number ?? []);

it('comes to endpoints that name it, live ones of live orders, test ones of test orders', async () => {
  const check = compileWebhookChecker(events as unknown as ContractDocument);
  const mine = await webhooks.tenant();
  const pharmacy = await webhooks.tenant();
  const stranger = await webhooks.tenant();
  const receivers: Record<string, Receiver> = {};
  const listen = async (name: string, api: Client, events?: string[]) => {
    const receiver = await webhooks.receiver();
    receivers[name] = receiver;
    return subscribe(api, receiver.url, events);
  };
  await listen('live', mine.live, ['order.updated']);
  await listen('test', mine.test, ['order.updated', 'stock.changed']);
  const { id } = await listen('test of all', mine.test);
  await listen('live of all', mine.live);
  await listen('pharmacy', pharmacy.live, ['order.updated']);
  await listen('pharmacy test', pharmacy.test, ['order.updated']);
  await listen('stranger', stranger.live, ['order.updated']);
  webhooks.work();
  const live = await place(mine.slug, { fulfillment_organization: pharmacy.slug, status: 'paid' });
  const test = await place(mine.slug, { environment: 'test' });
  await receive(mine.live);
  await sendTest(mine.test, id);
  const came = (name: string) =>
    (receivers[name]?.received ?? []).map(({ body }) => body.data.order_number ?? body.type);
  await until('all came', () =>
    ['live', 'test', 'test of all', 'live of all', 'pharmacy'].every(
      (name) => came(name).length > 0,
    ),
  );
  // Later ones have come by then, too.
  await receive(mine.live);
  await until('the second came', () => came('live of all').length === 2);
  expect(Object.fromEntries(Object.keys(receivers).map((name) => [name, came(name)]))).toEqual({
    live: [live],
    test: [test],
    'test of all': ['webhook.test'],
    'live of all': ['stock.changed', 'stock.changed'],
    pharmacy: [live],
    'pharmacy test': [],
    stranger: [],
  });
  for (const { body, headers } of [receivers.live, receivers.test].flatMap(
    (one) => one?.received ?? [],
  )) {
    expect([body, check(body)]).toEqual([body, []]);
    expect(headers['x-webhook-event']).toBe('order.updated');
  }
});

it('is in the feed of a key of its environment, beside what both share, each once and in order', async () => {
  const mine = await webhooks.tenant();
  await receive(mine.live);
  const live = await place(mine.slug, {});
  const test = await place(mine.slug, { environment: 'test' });
  await receive(mine.live);
  const types = async (api: Client) => (await feed(api)).map(({ type }) => type).slice(-3);
  expect(await types(mine.live)).toEqual(['stock.changed', 'order.updated', 'stock.changed']);
  expect(await types(mine.test)).toEqual(['stock.changed', 'order.updated', 'stock.changed']);
  expect([await numbersIn(mine.live), await numbersIn(mine.test)]).toEqual([[live], [test]]);
  for (const api of [mine.live, mine.test]) {
    const whole = await feed(api);
    const stepped: unknown[] = [];
    for (let after: string | undefined; ; ) {
      const page = await feed(api, { limit: 1, ...(after && { after }) });
      if (page.length === 0) break;
      stepped.push(...page);
      after = page[0]?.id;
    }
    expect(stepped).toEqual(whole);
  }
});

it('of the other environment is an unknown position', async () => {
  const mine = await webhooks.tenant();
  await place(mine.slug, { environment: 'test' });
  await place(mine.slug, { environment: 'live' });
  const [test, live] = [await feed(mine.test), await feed(mine.live)];
  for (const [api, own, foreign] of [
    [mine.live, live, test],
    [mine.test, test, live],
  ] as const) {
    const after = foreign.at(-1)?.id as string;
    const unknown = await api.get('/v1/inventory/events', {
      query: { after: crypto.randomUUID() },
    });
    const refused = await api.get('/v1/inventory/events', { query: { after } });
    expect(refused.status).toBe(400);
    expect(refused.body.error.details).toEqual(unknown.body.error.details);
    expect(refused.body.error.message).toContain(own[0]?.id);
    expect(await feed(api, { after: own.at(-1)?.id as string })).toEqual([]);
  }
});

it('says no more than what the order is, and who it is', async () => {
  const mine = await webhooks.tenant();
  const number = await place(mine.slug, {
    total_cents: 778_899,
    wholesale_total_cents: 778_899,
    commission_cents: 778_899,
    tracking_number: 'SECRET',
    status: 'shipped',
    payment_status: 'paid',
  });
  const event = (await feed(mine.live)).at(-1);
  expect(event?.data).toEqual({
    order_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    order_number: number,
    status: 'shipped',
    payment_status: 'paid',
  });
});

it('of a test endpoint that has nothing to come is not even written down', async () => {
  const mine = await webhooks.tenant();
  const quiet = await webhooks.receiver();
  const { id } = await subscribe(mine.test, quiet.url, ['order.updated']);
  const positionOf = async () => {
    const { rows } = await webhooks.db.owner.query(
      `select fanned_position::int as fanned, (select position::int from event_counter c
               where c.organization_id = e.organization_id) as last
         from webhook_endpoint e where id = $1`,
      [id],
    );
    return rows[0];
  };
  const before = await positionOf();
  webhooks.work();
  const late = await webhooks.receiver();
  await subscribe(mine.live, late.url);
  await receive(mine.live);
  await until('the live one got it', () => late.received.length === 1);
  expect((await positionOf()).fanned).toBe(before.fanned);
  await place(mine.slug, { environment: 'test' });
  await until('the test one moved', async () => {
    const { fanned, last } = await positionOf();
    return fanned === last;
  });
});
