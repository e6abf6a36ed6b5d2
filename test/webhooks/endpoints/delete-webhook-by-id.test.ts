import { expect, it } from 'vitest';
import { create, useEndpoints, WEBHOOKS } from '../../support/endpoints.ts';

const webhooks = useEndpoints();

it('deletes as the form with a query does', async () => {
  const { id } = await create(webhooks.live);
  const remove = () => webhooks.live.delete(`${WEBHOOKS}/${id}`);
  const deleted = await remove();
  expect([deleted.status, deleted.body]).toEqual([200, { id, deleted: true }]);
  expect([(await remove()).status, (await webhooks.live.get(`${WEBHOOKS}/${id}`)).status]).toEqual([
    404, 404,
  ]);
  const malformed = await webhooks.live.delete(`${WEBHOOKS}/no-uuid`);
  expect([malformed.status, malformed.body.error.code]).toEqual([400, 'invalid_id']);
});
