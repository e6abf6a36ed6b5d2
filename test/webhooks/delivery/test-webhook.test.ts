import { expect, it } from 'vitest';
import events from '../../../generated/webhooks.json' with { type: 'json' };
import type { ContractDocument } from '../../../src/http/operations.ts';
import { compileWebhookChecker } from '../../support/checker.ts';
import { create, useEndpoints, WEBHOOKS } from '../../support/endpoints.ts';

const webhooks = useEndpoints();
const check = compileWebhookChecker(events as unknown as ContractDocument);

async function payloadOf(deliveryId: string) {
  const { rows } = await webhooks.db.owner.query(
    'select payload from webhook_delivery where id = $1',
    [deliveryId],
  );
  return JSON.parse(rows[0].payload);
}

it('adds a delivery of an event that the contract describes and no feed has', async () => {
  const { id } = await create(webhooks.live);
  const tested = await webhooks.live.post(`${WEBHOOKS}/${id}/test`);
  expect([tested.status, tested.body]).toEqual([
    201,
    {
      id: expect.any(String),
      event_id: expect.any(String),
      type: 'webhook.test',
      status: 'pending',
      attempts: [],
      created_at: expect.any(String),
      next_attempt_at: expect.any(String),
    },
  ]);
  const sent = await payloadOf(tested.body.id);
  expect(check(sent)).toEqual([]);
  expect(sent).toEqual({
    id: tested.body.event_id,
    type: 'webhook.test',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    data: { webhook_id: id },
    is_test: true,
  });
  expect((await webhooks.live.get('/v1/inventory/events')).body.data).not.toContainEqual(sent);
});

it('adds one each time, for a test endpoint too', async () => {
  const { id } = await create(webhooks.test);
  const test = async () => (await webhooks.test.post(`${WEBHOOKS}/${id}/test`)).body;
  const [one, other] = [await test(), await test()];
  expect(one.id).not.toBe(other.id);
  expect(one.event_id).not.toBe(other.event_id);
});

it('sends each kind that the contract describes, with the data of its example and marked as a test', async () => {
  const { id } = await create(webhooks.live, { events: ['stock.low'] });
  const feed = async () => (await webhooks.live.get('/v1/inventory/events')).body;
  const before = await feed();
  for (const [type, { post }] of Object.entries(events.webhooks)) {
    const tested = await webhooks.live.post(`${WEBHOOKS}/${id}/test`, { body: { type } });
    expect([tested.status, tested.body.type]).toEqual([201, type]);
    const sent = await payloadOf(tested.body.id);
    const example = post.requestBody.content['application/json'].examples.event.value;
    const data = type === 'webhook.test' ? { webhook_id: id } : example.data;
    expect(check(sent)).toEqual([]);
    expect(sent).toEqual({
      id: tested.body.event_id,
      type,
      created_at: expect.any(String),
      data,
      is_test: true,
    });
  }
  expect(await feed()).toEqual(before);
});

it('names the kinds that there are to who asks for another', async () => {
  const { id } = await create(webhooks.live);
  const body = { type: 'stock.moved' };
  const { status, body: refused } = await webhooks.live.post(`${WEBHOOKS}/${id}/test`, { body });
  expect(status).toBe(400);
  expect(refused.error.message).toBe(
    `The request is not valid: type must be one of webhook.test, ${Object.keys(events.webhooks)
      .filter((type) => type !== 'webhook.test')
      .join(', ')}.`,
  );
});
