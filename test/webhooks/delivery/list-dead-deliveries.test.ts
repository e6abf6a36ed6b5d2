import { expect, it } from 'vitest';
import { listDeadDeliveries } from '../../../src/webhooks/delivery/list-dead-deliveries.ts';
import { addDelivery, create, PUBLIC_URL, rowOf, useEndpoints } from '../../support/endpoints.ts';

const webhooks = useEndpoints();

it('lists the dead of all endpoints of one organization, the first to die first', async () => {
  const [one, other] = [await create(webhooks.live), await create(webhooks.test)];
  const foreign = await create(webhooks.theirs);
  await addDelivery(webhooks, foreign.id);
  await addDelivery(webhooks, one.id, 'succeeded');
  await addDelivery(webhooks, one.id, 'pending');
  const last = await addDelivery(webhooks, one.id, 'dead', `now() - interval '1 hour'`);
  const first = await addDelivery(webhooks, other.id, 'dead', `now() - interval '3 hours'`);
  const second = await addDelivery(webhooks, one.id, 'dead', `now() - interval '2 hours'`);
  const { organization_id } = await rowOf(webhooks, one.id);
  const dead = await listDeadDeliveries(webhooks.db.database, organization_id);
  expect(dead.map(({ id, endpoint_id }) => [id, endpoint_id])).toEqual([
    [first, other.id],
    [second, one.id],
    [last, one.id],
  ]);
  expect(dead[0]).toEqual({
    id: first,
    endpoint_id: other.id,
    url: PUBLIC_URL,
    event_id: expect.any(String),
    type: 'stock.changed',
    attempts: 10,
    finished_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
  });
});
