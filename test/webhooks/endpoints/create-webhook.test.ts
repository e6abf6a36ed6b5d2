import { expect, it } from 'vitest';
import { create, PUBLIC_URL, useEndpoints, WEBHOOKS } from '../../support/endpoints.ts';
import { client, makePharmacy } from '../../support/pharmacy.ts';

const webhooks = useEndpoints();

it('makes an endpoint with what was asked, and shows its secret this once', async () => {
  const asked = { events: ['stock.low', 'stock.low', 'order.updated'], description: 'Shop' };
  const { secret, ...shown } = await create(webhooks.live, asked);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
  expect(shown).toEqual({
    id: expect.any(String),
    url: PUBLIC_URL,
    events: ['stock.low', 'order.updated'],
    description: 'Shop',
    status: 'enabled',
    disabled_at: null,
    disabled_reason: null,
    created_at: expect.any(String),
  });
  const got = await webhooks.live.get(`${WEBHOOKS}/${shown.id}`);
  expect([got.status, got.body]).toEqual([200, shown]);
  const listed = await webhooks.live.get(WEBHOOKS);
  expect(listed.body.data).toContainEqual(shown);
  expect(listed.text + got.text).not.toContain('secret');
  expect((await create(webhooks.live)).secret).not.toBe(secret);
});

it('refuses an event that is unknown, a field too many and no url', async () => {
  for (const body of [
    { url: PUBLIC_URL, events: ['stock.gone'] },
    { url: PUBLIC_URL, events: ['webhook.test'] },
    { url: PUBLIC_URL, secret: 'mine' },
    {},
  ]) {
    const refused = await webhooks.live.post(WEBHOOKS, { body });
    expect([refused.status, refused.body.error.code]).toEqual([400, 'validation_error']);
  }
});

it('makes a hundred at most, in each environment', async () => {
  const { liveKey } = await makePharmacy(webhooks.db.database, { slug: 'many' });
  const many = client({ url: webhooks.service.url, key: liveKey });
  // All at once: the count must hold in a race too.
  const answers = await Promise.all(
    Array.from({ length: 110 }, () => many.post(WEBHOOKS, { body: { url: PUBLIC_URL } })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(100);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
});
