import { expect, it } from 'vitest';
import { addDelivery, create, useEndpoints, WEBHOOKS } from '../../support/endpoints.ts';

const webhooks = useEndpoints();

it('replays together those that died since a time, apart from each other', async () => {
  const { id } = await create(webhooks.live);
  const old = await addDelivery(webhooks, id, 'dead', `now() - interval '2 hours'`);
  for (let index = 0; index < 20; index += 1) await addDelivery(webhooks, id);
  await addDelivery(webhooks, id, 'succeeded');
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const replay = () => webhooks.live.post(`${WEBHOOKS}/${id}/replay`, { body: { since } });
  const [one, other] = await Promise.all([replay(), replay()]);
  expect([one.status, other.status]).toEqual([200, 200]);
  expect(one.body.replayed + other.body.replayed).toBe(20);
  const { rows } = await webhooks.db.owner.query(
    `select extract(epoch from max(next_attempt_at) - min(next_attempt_at))::float8 as span,
            count(distinct next_attempt_at)::int as times
       from webhook_delivery where endpoint_id = $1 and status = 'pending'`,
    [id],
  );
  expect(rows).toEqual([{ span: expect.closeTo(19 * 0.02, 2), times: 20 }]);
  const { body } = await webhooks.live.get(`${WEBHOOKS}/${id}/deliveries`, {
    query: { status: 'dead' },
  });
  expect(body.data.map((delivery: { id: string }) => delivery.id)).toEqual([old]);
  for (const wrong of [{}, { since: 'yesterday' }, { since, until: since }]) {
    expect((await webhooks.live.post(`${WEBHOOKS}/${id}/replay`, { body: wrong })).status).toBe(
      400,
    );
  }
});
