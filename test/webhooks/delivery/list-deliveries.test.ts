import { beforeAll, expect, it } from 'vitest';
import { addDelivery, create, useEndpoints, WEBHOOKS } from '../../support/endpoints.ts';
import { filterBy, itLists, readAll } from '../../support/lists.ts';

const webhooks = useEndpoints();
let id: string;

beforeAll(async () => {
  ({ id } = await create(webhooks.test));
  const other = await create(webhooks.test);
  const statuses = ['pending', 'succeeded', 'dead', 'dead', 'pending', 'dead'];
  for (const status of statuses) {
    await addDelivery(webhooks, id, status);
    await addDelivery(webhooks, other.id, status);
  }
  // All but one of each endpoint are of one moment.
  await webhooks.db.owner.query(
    `update webhook_delivery set created_at = '2026-01-01' where status <> 'succeeded'`,
  );
});

itLists({
  path: `${WEBHOOKS}/{id}/deliveries`,
  id: () => id,
  world: webhooks,
  caller: () => webhooks.test,
  order: `select id from webhook_delivery where endpoint_id = (
            select id from webhook_endpoint order by created_at limit 1)
           order by created_at desc, id desc`,
  filters: () => ({ status: filterBy('status', ['pending', 'succeeded', 'dead', 'odd']) }),
});

it('lists a test as it was answered', async () => {
  const tested = await create(webhooks.test);
  const { status, body } = await webhooks.test.post(`${WEBHOOKS}/${tested.id}/test`);
  expect(status).toBe(201);
  expect(body).toMatchObject({ type: 'webhook.test', status: 'pending', attempts: [] });
  expect(await readAll(webhooks.test, `${WEBHOOKS}/${tested.id}/deliveries`)).toEqual([body]);
});
