import { expect, it } from 'vitest';
import { forgetAged } from '../../../src/audit/forget.ts';
import { statements } from '../../../src/database/statement.ts';
import { hold } from '../../support/concurrency.ts';
import { addDelivery, create, rowOf, useEndpoints, WEBHOOKS } from '../../support/endpoints.ts';

const webhooks = useEndpoints();

it('replays one with its id and bytes; one that is pending stays', async () => {
  const { id } = await create(webhooks.live);
  const [dead, done, pending] = [
    await addDelivery(webhooks, id, 'dead'),
    await addDelivery(webhooks, id, 'succeeded'),
    await addDelivery(webhooks, id, 'pending'),
  ];
  const rows = () =>
    webhooks.db.owner
      .query(
        'select id, payload, event_id, attempts from webhook_delivery where endpoint_id = $1 order by id',
        [id],
      )
      .then((result) => result.rows);
  const before = await rows();
  for (const one of [dead, done, pending]) {
    const answer = await webhooks.live.post(`${WEBHOOKS}/${id}/deliveries/${one}/replay`);
    expect([answer.status, answer.body.id, answer.body.status]).toEqual([200, one, 'pending']);
    expect(Date.parse(answer.body.next_attempt_at)).toBeLessThanOrEqual(Date.now() + 1_000);
  }
  expect(await rows()).toEqual(
    before.map((row) => ({ ...row, attempts: row.id === pending ? 10 : 0 })),
  );
});

it('keeps one that is old enough to be forgotten at that moment', async () => {
  const { id } = await create(webhooks.live);
  const { organization_id } = await rowOf(webhooks, id);
  const old = await addDelivery(webhooks, id, 'dead', `now() - interval '40 days'`);
  const text = statements.get('webhook-replay-one')?.text as string;
  const replayed = await hold(webhooks.db.owner, text, [old, organization_id, id]);
  const forgotten = forgetAged(webhooks.db.database, new AbortController().signal);
  await replayed.blocks(1);
  await replayed.commit();
  await forgotten;
  const { body } = await webhooks.live.get(`${WEBHOOKS}/${id}/deliveries`);
  expect(body.data).toMatchObject([{ id: old, status: 'pending' }]);
});
