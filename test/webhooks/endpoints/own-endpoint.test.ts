import { expect, it } from 'vitest';
import { addDelivery, create, UNKNOWN, useEndpoints, WEBHOOKS } from '../../support/endpoints.ts';
import type { Client } from '../../support/pharmacy.ts';

const webhooks = useEndpoints();

it('answers the same for one that is missing, another organization’s or of the other environment', async () => {
  const { id: endpointId } = await create(webhooks.live);
  const deliveryId = await addDelivery(webhooks, endpointId);
  const { id: testId } = await create(webhooks.test);
  const own = await create(webhooks.theirs);
  const since = '2026-01-01T00:00:00Z';
  const calls = (api: Client, id: string, delivery = deliveryId) => [
    () => api.get(`${WEBHOOKS}/${id}`),
    () => api.delete(WEBHOOKS, { query: { id } }),
    () => api.delete(`${WEBHOOKS}/${id}`),
    () => api.patch(`${WEBHOOKS}/${id}`, { body: { url: 'https://10.0.0.1/' } }),
    () => api.post(`${WEBHOOKS}/${id}/test`),
    () => api.post(`${WEBHOOKS}/${id}/rotate-secret`),
    () => api.get(`${WEBHOOKS}/${id}/deliveries`),
    () => api.post(`${WEBHOOKS}/${id}/replay`, { body: { since } }),
    () => api.post(`${WEBHOOKS}/${id}/deliveries/${delivery}/replay`),
  ];
  const missing = await Promise.all(calls(webhooks.live, UNKNOWN).map((call) => call()));
  for (const [api, id] of [
    [webhooks.theirs, endpointId],
    [webhooks.test, endpointId],
    [webhooks.live, testId],
  ] as const) {
    const answers = await Promise.all(calls(api, id).map((call) => call()));
    expect(answers.map(bare)).toEqual(missing.map(bare));
  }
  expect(new Set(missing.map(({ status }) => status))).toEqual(new Set([404]));
  // A delivery belongs to its endpoint alone.
  const strange = await webhooks.theirs.post(
    `${WEBHOOKS}/${own.id}/deliveries/${deliveryId}/replay`,
  );
  const none = await webhooks.theirs.post(`${WEBHOOKS}/${own.id}/deliveries/${UNKNOWN}/replay`);
  expect(bare(strange)).toEqual(bare(none));
  expect(strange.status).toBe(404);
  const malformed = await Promise.all(
    calls(webhooks.live, 'x')
      .filter((_, index) => index !== 1)
      .map((call) => call()),
  );
  expect(malformed.map(({ status, body }) => [status, body.error.code])).toEqual(
    malformed.map(() => [400, 'invalid_id']),
  );
  const bad = await webhooks.live.post(`${WEBHOOKS}/${endpointId}/deliveries/x/replay`);
  expect([bad.status, bad.body.error.code]).toEqual([400, 'invalid_id']);
});

function bare({ status, body }: { status: number; body: { error: object } }) {
  return [status, { ...body.error, request_id: '' }];
}
