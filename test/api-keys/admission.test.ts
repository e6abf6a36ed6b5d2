// Who calls: real keys against a real database. Limits are in admission.quota.test.ts.
import { describe, expect, it } from 'vitest';
import { isWellFormedKey, makeKey } from '../../src/api-keys/key-format.ts';
import { Database } from '../../src/database/database.ts';
import { type IssuedKey, importFile, issueKey } from '../support/as-operator.ts';
import type { Answered } from '../support/client.ts';
import {
  client,
  day,
  freshKey,
  makePharmacy,
  mistyped,
  post,
  startService,
} from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const PATH = '/v1/inventory/stock';

const world = useWorld(async ({ db }) => {
  const lot = { sku_code: 'SKU-1', lot_number: 'LOT', expiry_date: day(60), qty: 9 };
  const pharmacy = await makePharmacy(db.database, { lots: [lot] });
  await makePharmacy(db.database, { slug: 'theirs' });
  return { pharmacy };
});

function issue(order: Partial<Parameters<typeof issueKey>[1]> = {}): Promise<IssuedKey> {
  return issueKey(world.db.database, {
    organization: world.pharmacy.slug,
    environment: 'live',
    scopes: 'all',
    plan: 'standard',
    ...order,
  });
}

function withHeader(authorization: string, url = world.service.url): Promise<Answered> {
  return client({ url }).get(PATH, { headers: { authorization } });
}

function withKey(key: string): Promise<Answered> {
  return withHeader(`Bearer ${key}`);
}

/** All refusals are alike: none says what was wrong with the key. */
function expectUnauthorized(answer: Answered): void {
  const { status, headers, body } = answer;
  expect([status, body.error.code]).toEqual([401, 'unauthorized']);
  expect(body.error.message).toBe(
    'A valid API key is needed: send Authorization: Bearer <API_KEY>.',
  );
  expect(headers.get('www-authenticate')).toBe('Bearer');
  expect([...headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
}

describe('a key', () => {
  it('opens its organization’s records and no other’s', async () => {
    const mine = await withKey(world.pharmacy.liveKey);
    expect(mine.body.data).toMatchObject([{ sku_code: 'SKU-1', on_hand: 9 }]);
    const { key } = await issue({ organization: 'theirs' });
    expect((await withKey(key)).body.data).toEqual([]);
  });

  it.each([
    ['bEaReR', (key: string) => `bEaReR ${key}`],
    ['BEARER', (key: string) => `BEARER ${key}`],
    ['spaces before it', (key: string) => `Bearer    ${key}`],
    ['spaces after it', (key: string) => `Bearer ${key}   `],
  ])('is read with %s', async (_what, header) => {
    expect((await withHeader(header(world.pharmacy.liveKey))).status).toBe(200);
  });

  it('is stored as its SHA-256 alone', async () => {
    const { id, key } = await issue();
    const { rows } = await world.db.owner.query(
      `select k::text as row, key_hash = sha256(convert_to($2, 'UTF8')) as hashed
         from api_key k where id = $1`,
      [id, key],
    );
    expect(rows[0].hashed).toBe(true);
    expect(rows[0].row).not.toContain(key.slice(10));
  });

  it('of a suspended organization still moves stock', async () => {
    const organization = { slug: 'suspended', name: 'S', kind: 'pharmacy', status: 'suspended' };
    await importFile(world.db.database, JSON.stringify({ organizations: [organization] }));
    const { key } = await issue({ organization: 'suspended' });
    expect((await withKey(key)).status).toBe(200);
    const answer = await post(client({ url: world.service.url, key }), {
      type: 'fulfill',
      qty: 1,
      sku_code: 'X',
    });
    expect(answer.body.error.code).toBe('product_not_found');
  });

  it('without the scope is refused, though it is counted', async () => {
    const { key } = await issue({ scopes: 'inventory:read' });
    const answer = await post(client({ url: world.service.url, key }), { type: 'fulfill', qty: 1 });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'insufficient_scope']);
    expect(answer.body.error.message).toContain('inventory:write');
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('59');
  });
});

describe('no access', () => {
  it('without a key', async () => {
    expectUnauthorized(await client({ url: world.service.url }).get(PATH));
  });

  it.each([
    ['nothing', ''],
    ['the scheme alone', 'Bearer'],
    ['the scheme and spaces', 'Bearer   '],
    ['a word', 'Bearer x'],
    ['another scheme', 'Basic KEY'],
    ['no scheme', 'KEY'],
    ['no space', 'BearerKEY'],
    ['a comma', 'Bearer KEY,'],
    ['two keys', 'Bearer KEY KEY'],
    ['quotes', 'Bearer "KEY"'],
    ['the scheme twice', 'Bearer Bearer KEY'],
    ['a tab', 'Bearer\tKEY'],
  ])('with %s', async (_what, form) => {
    expectUnauthorized(await withHeader(form.replaceAll('KEY', world.pharmacy.liveKey)));
  });

  it('with a key of the right form that was never issued', async () => {
    expectUnauthorized(await withKey(makeKey('live')));
  });

  it('with a mistyped key, or one of the other environment', async () => {
    const { liveKey } = world.pharmacy;
    expectUnauthorized(await withKey(mistyped(liveKey)));
    expectUnauthorized(await withKey(liveKey.replace('live', 'test')));
    expectUnauthorized(await withKey(liveKey.toLowerCase()));
  });

  it('from the next request on, once the key is revoked', async () => {
    const { id, key } = await issue();
    expect((await withKey(key)).status).toBe(200);
    await world.db.owner.query('update api_key set revoked_at = now() where id = $1', [id]);
    expectUnauthorized(await withKey(key));
    expectUnauthorized(
      await client({ url: world.service.url, key }).post('/v1/inventory/movements', {
        body: {},
        headers: { 'Idempotency-Key': freshKey() },
      }),
    );
  });

  it('once the key has expired, and until then it has', async () => {
    const { id, key } = await issue({ expiresAt: '2999-01-01T00:00:00Z' });
    expect((await withKey(key)).status).toBe(200);
    await world.db.owner.query('update api_key set expires_at = now() where id = $1', [id]);
    expectUnauthorized(await withKey(key));
  });

  it('is not counted as use of the key', async () => {
    const { id, key } = await issue();
    await world.db.owner.query('update api_key set revoked_at = now() where id = $1', [id]);
    expectUnauthorized(await withKey(key));
    const used = await world.db.owner.query('select * from api_key_usage where api_key_id = $1', [
      id,
    ]);
    const noted = await world.db.owner.query('select last_used_at from api_key where id = $1', [
      id,
    ]);
    expect([used.rows, noted.rows]).toEqual([[], [{ last_used_at: null }]]);
  });
});

describe('a key with a wrong checksum', () => {
  it('is refused without asking the database', async () => {
    const closed = new Database(world.db.serviceUrl, { preparedStatements: true });
    await closed.close();
    const deaf = await startService(closed);
    try {
      const wrong = mistyped(world.pharmacy.liveKey);
      expect(isWellFormedKey(wrong)).toBe(false);
      expectUnauthorized(await withHeader(`Bearer ${wrong}`, deaf.url));
      // One of the right form cannot be judged there.
      const unknown = await withHeader(`Bearer ${makeKey('live')}`, deaf.url);
      expect([unknown.status, unknown.body.error.code]).toEqual([503, 'unavailable']);
    } finally {
      await deaf.close();
    }
  });
});

describe('the note of a key’s last use', () => {
  it('is written at the first request and then at most every five minutes', async () => {
    const { id, key } = await issue();
    const lastUsed = async () => {
      const { rows } = await world.db.owner.query(
        'select last_used_at::text as at from api_key where id = $1',
        [id],
      );
      return rows[0].at;
    };
    const setTo = async (age: string) => {
      await world.db.owner.query(
        'update api_key set last_used_at = now() - $2::interval where id = $1',
        [id, age],
      );
      return lastUsed();
    };
    expect(await lastUsed()).toBeNull();
    await withKey(key);
    const first = await lastUsed();
    expect(first).not.toBeNull();
    for (let index = 0; index < 3; index += 1) await withKey(key);
    expect(await lastUsed()).toBe(first);
    const recent = await setTo('3 minutes');
    await withKey(key);
    expect(await lastUsed()).toBe(recent);
    const old = await setTo('5 minutes 1 second');
    await withKey(key);
    expect(await lastUsed()).not.toBe(old);
  });
});
