import { expect, it } from 'vitest';
import events from '../../../generated/webhooks.json' with { type: 'json' };
import type { ContractDocument } from '../../../src/http/operations.ts';
import { compileWebhookChecker } from '../../support/checker.ts';
import { create, useEndpoints, WEBHOOKS } from '../../support/endpoints.ts';

const webhooks = useEndpoints();

it('adds a delivery of an event that the contract describes and no feed has', async () => {
  const check = compileWebhookChecker(events as unknown as ContractDocument);
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
  const { rows } = await webhooks.db.owner.query(
    'select payload from webhook_delivery where id = $1',
    [tested.body.id],
  );
  const sent = JSON.parse(rows[0].payload);
  expect(check(sent)).toEqual([]);
  expect(sent).toEqual({
    id: tested.body.event_id,
    type: 'webhook.test',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    data: { webhook_id: id },
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
