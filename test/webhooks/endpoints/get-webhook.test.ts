import { expect, it } from 'vitest';
import { create, UNKNOWN, useEndpoints, WEBHOOKS } from '../../support/endpoints.ts';

const webhooks = useEndpoints();

it('shows an endpoint as it was made, without its secret, and after a rotation too', async () => {
  const { secret, ...shown } = await create(webhooks.live, { events: ['stock.low'] });
  const rotated = await webhooks.live.post(`${WEBHOOKS}/${shown.id}/rotate-secret`);
  const got = await webhooks.live.get(`${WEBHOOKS}/${shown.id}`);
  expect([got.status, got.body]).toEqual([200, shown]);
  expect(got.text).not.toContain(secret);
  expect(got.text).not.toContain(rotated.body.secret);
  expect((await webhooks.live.get(`${WEBHOOKS}/${UNKNOWN}`)).status).toBe(404);
});
