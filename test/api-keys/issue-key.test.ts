import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../generated/contract.ts';
import { useIssuedKeys } from '../support/issued-keys.ts';
import { post } from '../support/pharmacy.ts';

const desk = useIssuedKeys();

const words = (options: Record<string, string> = {}) => {
  const all = {
    organization: 'pharmacy',
    environment: 'live',
    scopes: 'inventory:read',
    ...options,
  };
  return ['key', 'issue', ...Object.entries(all).flatMap(([name, value]) => [`--${name}`, value])];
};
const issue = (options?: Record<string, string>) => desk.operateJson(...words(options));
const refused = (options: Record<string, string>) => desk.operate(...words(options));

describe('an issued key', () => {
  it('is printed once with what it may do', async () => {
    expect(await issue({ scopes: 'inventory:read, orders:read,inventory:read' })).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      key: expect.stringMatching(/^vita_live_[0-9A-Za-z]{38}$/),
      organization: 'pharmacy',
      environment: 'live',
      scopes: ['inventory:read', 'orders:read'],
      plan: 'standard',
      requests_per_minute: 60,
      requests_per_day: 10_000,
      expires_at: null,
      label: null,
    });
    const { printed } = await desk.operate(...words({ environment: 'test' }));
    expect(printed).toMatch(/^key [0-9a-f-]{36}, shown this once:\nvita_test_[0-9A-Za-z]{38}$/);
  });

  it('works on the wire with its scopes and no others', async () => {
    const reader = desk.as((await issue()).key);
    expect((await reader.get('/v1/inventory/stock')).status).toBe(200);
    const refusal = await post(reader, { type: 'fulfill', sku_code: 'SKU-1', qty: 1 });
    expect([refusal.status, refusal.body.error.code]).toEqual([403, 'insufficient_scope']);
    const [all] = [await issue({ scopes: 'all' })];
    expect(all.scopes).toEqual(SCOPES);
    const writer = desk.as(all.key);
    expect((await post(writer, { type: 'fulfill', sku_code: 'SKU-1', qty: 1 })).status).toBe(409);
  });

  it('is stored as its SHA-256 alone', async () => {
    const { id, key } = await issue();
    const { rows } = await desk.db.owner.query('select * from api_key where id = $1', [id]);
    expect(rows[0].key_hash.equals(hash('sha256', key, 'buffer'))).toBe(true);
    const secret = key.slice('vita_live_'.length, -6);
    const dump = await desk.db.owner.query('select k::text as text from api_key k');
    expect(dump.rows.filter(({ text }) => text.includes(secret))).toEqual([]);
  });

  it('has the limits of its plan, or those given', async () => {
    const limits = async (options: Record<string, string>) => {
      const { requests_per_minute, requests_per_day } = await issue(options);
      return [requests_per_minute, requests_per_day];
    };
    expect(await limits({ plan: 'standard' })).toEqual([60, 10_000]);
    expect(await limits({ plan: 'partner' })).toEqual([300, 100_000]);
    expect(await limits({ plan: 'partner', 'requests-per-minute': '7' })).toEqual([7, 100_000]);
    const own = { 'requests-per-minute': '5', 'requests-per-day': '6' };
    expect(await limits({ plan: 'enterprise', ...own })).toEqual([5, 6]);
  });

  it.each([
    ['2099-01-31', '2099-01-31T00:00:00.000Z'],
    ['2099-01-31T12:00+02:00', '2099-01-31T10:00:00.000Z'],
  ])('that is to end at %s says that it is valid until %s', async (end, moment) => {
    const { printed } = await desk.operate(...words({ 'expires-at': end }));
    expect(printed).toMatch(/^key .*\nvita_live_\w+\n.*$/);
    expect(printed.split('\n')[2]).toBe(`valid until ${moment}`);
  });

  it('ends at its time', async () => {
    const { expires_at, id, key } = await issue({ 'expires-at': '2099-01-31T12:00:00+02:00' });
    expect(expires_at).toBe('2099-01-31T10:00:00.000Z');
    await desk.db.owner.query(
      "update api_key set expires_at = now() - interval '1 s' where id = $1",
      [id],
    );
    const api = desk.as(key);
    expect((await api.get('/v1/inventory/stock')).status).toBe(401);
  });
});

it.each([
  ['an unknown organization', { organization: 'nobody' }, 'No organization has the slug nobody.'],
  ['an unknown scope', { scopes: 'inventory:read,inventory:all' }, '--scopes has "inventory:all"'],
  ['patients:read_phi', { scopes: 'patients:read_phi' }, '--scopes has "patients:read_phi"'],
  ['all among others', { scopes: 'all,orders:read' }, '--scopes has "all"'],
  ['no scope', { scopes: '' }, '--scopes has ""'],
  ['an enterprise plan without its limits', { plan: 'enterprise' }, '--requests-per-minute and'],
  ['an unknown plan', { plan: 'gold' }, 'standard, partner, enterprise'],
  ['an unknown environment', { environment: 'prod' }, 'live, test'],
  ['a limit of none', { 'requests-per-minute': '0' }, 'whole number of at least 1'],
  ['a broken limit', { 'requests-per-day': '1.5' }, 'whole number of at least 1'],
  ['a time that is none', { 'expires-at': 'tomorrow' }, '--expires-at must be an ISO 8601 time'],
  ['a date that is none', { 'expires-at': '2099-02-30T00:00:00Z' }, '--expires-at must be an ISO'],
  [
    'a time without its zone',
    { 'expires-at': '2099-01-30T00:00:00' },
    '--expires-at must be an ISO',
  ],
  ['a time that is past', { 'expires-at': '2020-01-01T00:00:00Z' }, 'must be in the future'],
  ['a slug with a quote', { organization: "o'hara" }, "No organization has the slug o'hara."],
])('refuses %s', async (_what, options, message) => {
  const count = async () =>
    (await desk.db.owner.query('select count(*) from api_key')).rows[0].count;
  const before = await count();
  await expect(refused(options as Record<string, string>)).rejects.toThrow(message);
  expect(await count()).toBe(before);
});
