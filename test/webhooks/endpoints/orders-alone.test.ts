// A key that may read orders and not change stock keeps endpoints of `order.updated` alone.
import { beforeAll, describe, expect, it } from 'vitest';
import { issueKey } from '../../support/as-operator.ts';
import {
  addDelivery,
  create,
  PUBLIC_URL,
  useEndpoints,
  WEBHOOKS,
} from '../../support/endpoints.ts';
import { type Client, client } from '../../support/pharmacy.ts';

const webhooks = useEndpoints();
let reader: Client;

beforeAll(async () => {
  const { key } = await issueKey(webhooks.db.database, {
    organization: 'pharmacy',
    environment: 'live',
    scopes: 'orders:read',
    plan: 'enterprise',
    requestsPerMinute: 10_000,
    requestsPerDay: 10_000,
  });
  reader = client({ url: webhooks.service.url, key });
});

const ORDERS = { url: PUBLIC_URL, events: ['order.updated'] };

it('subscribes to order.updated, and keeps what it made', async () => {
  const made = await reader.post(WEBHOOKS, { body: ORDERS });
  expect([made.status, made.body.events]).toEqual([201, ['order.updated']]);
  const path = `${WEBHOOKS}/${made.body.id}`;
  expect((await reader.get(path)).status).toBe(200);
  expect((await reader.patch(path, { body: { description: 'Ours' } })).status).toBe(200);
  expect((await reader.patch(path, { body: { events: ['order.updated'] } })).status).toBe(200);
  expect((await reader.get(`${path}/deliveries`)).status).toBe(200);
  expect((await reader.post(`${path}/rotate-secret`, { body: {} })).status).toBe(200);
  expect((await reader.delete(path)).status).toBe(200);
});

describe('is refused', () => {
  it.each([
    ['events of stock', ['stock.changed']],
    ['events of stock beside those of orders', ['order.updated', 'stock.low']],
    ['all events', []],
    ['all events, unsaid', undefined],
  ])('%s, and names what would be right', async (_, events) => {
    const refused = await reader.post(WEBHOOKS, { body: { url: PUBLIC_URL, events } });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope']);
    expect(refused.body.error.message).toContain('send events ["order.updated"]');
    if (events === undefined) return;
    const own = (await reader.post(WEBHOOKS, { body: ORDERS })).body.id;
    const changed = await reader.patch(`${WEBHOOKS}/${own}`, { body: { events } });
    expect([changed.status, changed.body.error.code]).toEqual([403, 'insufficient_scope']);
    expect((await reader.get(`${WEBHOOKS}/${own}`)).body.events).toEqual(['order.updated']);
  });
});

it('does not see an endpoint that gets other events, by any operation', async () => {
  const stock = await create(webhooks.live, { events: ['order.updated', 'stock.changed'] });
  const all = await create(webhooks.live);
  const delivery = await addDelivery(webhooks, stock.id);
  const listed = await reader.get(WEBHOOKS, { query: { limit: 100 } });
  const ids = listed.body.data.map(({ id }: { id: string }) => id);
  expect(ids).not.toContain(stock.id);
  expect(ids).not.toContain(all.id);
  const path = `${WEBHOOKS}/${stock.id}`;
  const since = '2026-01-01T00:00:00Z';
  for (const answer of [
    await reader.get(path),
    await reader.patch(path, { body: { events: ['order.updated'] } }),
    await reader.delete(path),
    await reader.delete(WEBHOOKS, { query: { id: stock.id } }),
    await reader.post(`${path}/test`),
    await reader.post(`${path}/rotate-secret`, { body: {} }),
    await reader.get(`${path}/deliveries`),
    await reader.post(`${path}/deliveries/${delivery}/replay`),
    await reader.post(`${path}/replay`, { body: { since } }),
  ]) {
    expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
  }
  const { body } = await webhooks.live.get(path);
  expect(body).toMatchObject({ events: ['order.updated', 'stock.changed'], status: 'enabled' });
});
