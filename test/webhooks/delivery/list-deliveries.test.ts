import { expect, it } from 'vitest';
import { addDelivery, create, useEndpoints, WEBHOOKS } from '../../support/endpoints.ts';

const webhooks = useEndpoints();

it('lists deliveries newest first and by status, beginning with a test', async () => {
  const { id } = await create(webhooks.test);
  const tested = await webhooks.test.post(`${WEBHOOKS}/${id}/test`);
  expect(tested.status).toBe(201);
  expect(tested.body).toMatchObject({ type: 'webhook.test', status: 'pending', attempts: [] });
  const dead = [
    await addDelivery(webhooks, id),
    await addDelivery(webhooks, id),
    await addDelivery(webhooks, id),
  ].reverse();
  const deliveries = `${WEBHOOKS}/${id}/deliveries`;
  const first = await webhooks.test.get(deliveries, { query: { limit: 2 } });
  const rest = await webhooks.test.get(deliveries, { query: { cursor: first.body.next_cursor } });
  expect([...first.body.data, ...rest.body.data].map((one) => one.id)).toEqual([
    ...dead,
    tested.body.id,
  ]);
  const pending = await webhooks.test.get(deliveries, { query: { status: 'pending' } });
  expect(pending.body.data).toEqual([tested.body]);
  expect((await webhooks.test.get(deliveries, { query: { status: 'odd' } })).body.data).toEqual([]);
  expect((await webhooks.test.get(deliveries, { query: { cursor: 'x' } })).status).toBe(400);
});
