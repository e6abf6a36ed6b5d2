import { expect, it } from 'vitest';
import { addDelivery, create, useEndpoints, WEBHOOKS } from '../support/endpoints.ts';

const webhooks = useEndpoints();

it('deletes an endpoint by its id with what was to be delivered to it, once', async () => {
  const { id } = await create(webhooks.live);
  await addDelivery(webhooks, id, 'pending');
  const deleted = await webhooks.live.delete(WEBHOOKS, { query: { id } });
  expect([deleted.status, deleted.body]).toEqual([200, { id, deleted: true }]);
  const { rows } = await webhooks.db.owner.query(
    'select * from webhook_delivery where endpoint_id = $1',
    [id],
  );
  expect(rows).toEqual([]);
  expect((await webhooks.live.delete(WEBHOOKS, { query: { id } })).status).toBe(404);
  const malformed = await webhooks.live.delete(WEBHOOKS, { query: { id: 'no-uuid' } });
  expect([malformed.status, malformed.body.error.code]).toEqual([400, 'invalid_id']);
  expect((await webhooks.live.delete(WEBHOOKS)).status).toBe(400);
});
