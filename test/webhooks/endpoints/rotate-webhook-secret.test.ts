import { expect, it } from 'vitest';
import { SecretBox } from '../../../src/lib/seal.ts';
import { openSecrets } from '../../../src/webhooks/endpoints/endpoint-secrets.ts';
import { create, rowOf, sealedSecrets, useEndpoints, WEBHOOKS } from '../../support/endpoints.ts';

const webhooks = useEndpoints();

const box = new SecretBox([Buffer.alloc(32, 7)]);

it('rotates a secret with an overlap of a day, as asked, or none', async () => {
  const { id, secret } = await create(webhooks.live);
  const rotate = (body?: object) =>
    webhooks.live.post(`${WEBHOOKS}/${id}/rotate-secret`, body === undefined ? {} : { body });
  const overlapSeconds = async () =>
    (Date.parse((await rowOf(webhooks, id)).overlap_ends_at) - Date.now()) / 1000;
  const first = await rotate();
  expect([first.status, first.body.id]).toEqual([200, id]);
  expect(await overlapSeconds()).toBeCloseTo(86_400, -2);
  expect(openSecrets(box, await sealedSecrets(webhooks, id))).toEqual({
    secret,
    nextSecret: first.body.secret,
  });
  // The newest two count.
  const second = await rotate({ overlap_seconds: 3600 });
  expect(await overlapSeconds()).toBeCloseTo(3600, -2);
  expect(openSecrets(box, await sealedSecrets(webhooks, id))).toEqual({
    secret: first.body.secret,
    nextSecret: second.body.secret,
  });
  const third = await rotate({ overlap_seconds: 0 });
  expect(
    openSecrets(box, { ...(await sealedSecrets(webhooks, id)), overlap_is_over: true }),
  ).toEqual({
    secret: third.body.secret,
    nextSecret: null,
  });
  for (const overlap_seconds of [-1, 604_801, 1.5, '60']) {
    expect((await rotate({ overlap_seconds })).status).toBe(400);
  }
});
