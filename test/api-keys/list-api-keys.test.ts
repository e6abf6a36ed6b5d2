import { expect, it } from 'vitest';
import { issueKey } from '../../src/api-keys/issue-key.ts';
import { anAction, revokeKey } from '../support/as-operator.ts';
import { signInAs } from '../support/people.ts';
import { makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld(async ({ db, service }) => {
  await makePharmacy(db.database, { slug: 'mine' });
  await makePharmacy(db.database, { slug: 'theirs' });
  const { rows } = await db.owner.query(`select id from organization where slug = 'mine'`);
  const at = { database: db.database, url: service.url };
  return { developer: (await signInAs(at, rows[0].id, ['developer'])).api };
});

const issue = (environment: 'live' | 'test', label: string, organization = 'mine') =>
  issueKey(
    world.db.database,
    { organization, environment, scopes: 'inventory:read', plan: 'partner', label },
    anAction('key issue'),
  );

const list = async (environment: 'live' | 'test') => {
  const { body, text } = await world.developer.get('/developers/keys', { query: { environment } });
  return { data: body.data as Record<string, unknown>[], text };
};

it('lists the keys of one environment by what they begin with, never a key', async () => {
  const live = await issue('live', 'Web shop');
  const test = await issue('test', 'CI');
  const theirs = await issue('live', 'Theirs', 'theirs');
  const { data, text } = await list('live');
  expect(data).toContainEqual({
    id: live.id,
    prefix: live.key.slice(0, 14),
    label: 'Web shop',
    environment: 'live',
    status: 'valid',
    scopes: ['inventory:read'],
    plan: 'partner',
    requests_per_minute: 300,
    requests_per_day: 100_000,
    last_used_at: null,
    expires_at: null,
    revoked_at: null,
    created_at: expect.any(String),
  });
  for (const hidden of [live.key.slice(14), test.id, theirs.id]) expect(text).not.toContain(hidden);
  expect((await list('test')).text).toContain(test.id);
});

it('lists valid keys first, and says what became of the others', async () => {
  const ended = await issue('live', 'Ended');
  const { revoked_at } = await revokeKey(world.db.database, ended.id);
  const expired = await issue('live', 'Expired');
  const past = 'update api_key set expires_at = now() where id = $1';
  await world.db.owner.query(past, [expired.id]);
  const { data } = await list('live');
  expect(data.at(-2)).toMatchObject({ id: expired.id, status: 'expired' });
  expect(data.at(-1)).toMatchObject({ id: ended.id, status: 'revoked', revoked_at });
});

it('shows no prefix of a key that was issued before prefixes were kept', async () => {
  const { id } = await issue('test', 'Old');
  await world.db.owner.query('update api_key set prefix = null where id = $1', [id]);
  const { data } = await list('test');
  expect(data.find((one) => one.id === id)?.prefix).toBeNull();
});
