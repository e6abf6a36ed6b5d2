import { expect, it } from 'vitest';
import { hold } from '../../support/concurrency.ts';
import { addDelivery, create, useEndpoints, WEBHOOKS } from '../../support/endpoints.ts';

const webhooks = useEndpoints();

it('deletes an endpoint by its id, once', async () => {
  const { id } = await create(webhooks.live);
  const deleted = await webhooks.live.delete(WEBHOOKS, { query: { id } });
  expect([deleted.status, deleted.body]).toEqual([200, { id, deleted: true }]);
  expect((await webhooks.live.delete(WEBHOOKS, { query: { id } })).status).toBe(404);
  const malformed = await webhooks.live.delete(WEBHOOKS, { query: { id: 'no-uuid' } });
  expect([malformed.status, malformed.body.error.code]).toEqual([400, 'invalid_id']);
  expect((await webhooks.live.delete(WEBHOOKS)).status).toBe(400);
});

it('takes effect at once without a look at the deliveries, however many and anyone who holds them', async () => {
  const { id } = await create(webhooks.live);
  const deliveryId = await addDelivery(webhooks, id, 'pending');
  const dead = await addDelivery(webhooks, id);
  const held = await hold(webhooks.db.owner, 'select * from webhook_delivery for update');
  try {
    expect((await webhooks.live.delete(WEBHOOKS, { query: { id } })).status).toBe(200);
  } finally {
    await held.release();
  }
  const since = '2026-01-01T00:00:00Z';
  const answers = await Promise.all([
    webhooks.live.get(`${WEBHOOKS}/${id}`),
    webhooks.live.delete(WEBHOOKS, { query: { id } }),
    webhooks.live.patch(`${WEBHOOKS}/${id}`, { body: { status: 'enabled' } }),
    webhooks.live.post(`${WEBHOOKS}/${id}/test`),
    webhooks.live.post(`${WEBHOOKS}/${id}/rotate-secret`),
    webhooks.live.get(`${WEBHOOKS}/${id}/deliveries`),
    webhooks.live.post(`${WEBHOOKS}/${id}/replay`, { body: { since } }),
    webhooks.live.post(`${WEBHOOKS}/${id}/deliveries/${deliveryId}/replay`),
    webhooks.live.post(`${WEBHOOKS}/${id}/deliveries/${dead}/replay`),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  const { body } = await webhooks.live.get(WEBHOOKS, { query: { limit: 100 } });
  expect(body.data.map((one: { id: string }) => one.id)).not.toContain(id);
});

it('counts no deleted endpoint against the hundred, while its rows are still there', async () => {
  const made = [];
  for (let index = 0; index < 100; index += 1) made.push(await create(webhooks.theirs));
  for (const { id } of made) await webhooks.theirs.delete(WEBHOOKS, { query: { id } });
  await create(webhooks.theirs);
});
