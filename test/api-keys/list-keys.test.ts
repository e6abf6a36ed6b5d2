import { expect, it } from 'vitest';
import { listKeys } from '../../src/api-keys/list-api-keys.ts';
import { revokeKey } from '../support/as-operator.ts';
import { useIssuedKeys } from '../support/issued-keys.ts';
import { makePharmacy } from '../support/pharmacy.ts';

const desk = useIssuedKeys();

it('the list never shows a key or its hash', async () => {
  const issued = await desk.issue();
  const listed = JSON.stringify(await listKeys(desk.db.database, 'pharmacy'));
  expect(listed).toContain(issued.id);
  expect(listed).not.toContain(issued.key);
  expect(listed).not.toContain('hash');
});

it('a key is listed with what it may do, what became of it and when', async () => {
  const [valid, expired, revoked] = [
    await desk.issue('inventory:read'),
    await desk.issue(),
    await desk.issue(),
  ];
  expect(await desk.statusOf(valid.key)).toBe(200);
  await desk.db.owner.query('update api_key set expires_at = now() where id = $1', [expired.id]);
  const { revoked_at } = await revokeKey(desk.db.database, revoked.id);
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  const common = {
    environment: 'live',
    plan: 'partner',
    requests_per_minute: 300,
    requests_per_day: 100_000,
    created_at: time,
    label: null,
    prefix: expect.stringMatching(/^vita_live_[0-9A-Za-z]{4}$/),
  };
  const keys = await listKeys(desk.db.database, 'pharmacy');
  expect(keys.slice(-3)).toEqual([
    {
      ...common,
      id: valid.id,
      status: 'valid',
      scopes: ['inventory:read'],
      expires_at: null,
      revoked_at: null,
      last_used_at: time,
    },
    {
      ...common,
      id: expired.id,
      status: 'expired',
      scopes: expired.scopes,
      expires_at: time,
      revoked_at: null,
      last_used_at: null,
    },
    {
      ...common,
      id: revoked.id,
      status: 'revoked',
      scopes: revoked.scopes,
      expires_at: null,
      revoked_at,
      last_used_at: null,
    },
  ]);
});

it('an organization has its own keys listed alone, and an unknown one is refused', async () => {
  await makePharmacy(desk.db.database, { slug: 'theirs' });
  expect(await listKeys(desk.db.database, 'theirs')).toHaveLength(2);
  await expect(listKeys(desk.db.database, 'nobody')).rejects.toThrow(
    'No organization has the slug',
  );
});
