// Webhook endpoints over the wire: who sees which, what an address must be, and secrets at rest.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SecretBox } from '../../src/secrets.ts';
import { openSecrets, placeOf } from '../../src/webhooks/endpoint-secrets.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import {
  type Client,
  client,
  makePharmacy,
  type Pharmacy,
  type RunningService,
  startService,
} from '../support/pharmacy.ts';

const WEBHOOKS = '/v1/inventory/webhooks';
const PUBLIC_URL = 'https://93.184.215.14/hooks';
const UNKNOWN = '01935f60-aaaa-7c3e-a1d2-4b5c6d7e8f90';

let db: TestDatabase;
let service: RunningService;
let mine: Pharmacy;
let live: Client;
let test: Client;
let theirs: Client;

beforeAll(async () => {
  db = await createTestDatabase();
  mine = await makePharmacy(db.database);
  const other = await makePharmacy(db.database, { slug: 'other' });
  service = await startService(db.database);
  live = client({ url: service.url, key: mine.liveKey });
  test = client({ url: service.url, key: mine.testKey });
  theirs = client({ url: service.url, key: other.liveKey });
});

afterAll(async () => {
  await service.close();
  await db.drop();
});

async function create(api: Client, body: Record<string, unknown> = {}) {
  const answer = await api.post(WEBHOOKS, { body: { url: PUBLIC_URL, ...body } });
  expect(answer.status).toBe(201);
  return answer.body;
}

async function rowOf(id: string) {
  const { rows } = await db.owner.query('select * from webhook_endpoint where id = $1', [id]);
  return rows[0];
}

/** A delivery in the database, dead or as said, that no worker of this file touches. */
async function addDelivery(endpointId: string, status = 'dead', finishedAt = 'now()') {
  const { rows } = await db.owner.query(
    `insert into webhook_delivery (id, organization_id, endpoint_id, event_id, type, payload, status,
                                   attempts, created_at, next_attempt_at, finished_at)
     select gen_random_uuid(), organization_id, id, gen_random_uuid(), 'stock.changed', '{"a": 1}',
            $2::text, 10, now(), case when $2::text = 'pending' then now() end,
            case when $2::text <> 'pending' then ${finishedAt} end
       from webhook_endpoint where id = $1 returning id`,
    [endpointId, status],
  );
  return rows[0].id as string;
}

describe('an endpoint', () => {
  it('is made with what was asked, and shows its secret this once', async () => {
    const asked = { events: ['stock.low', 'stock.low', 'order.updated'], description: 'Shop' };
    const { secret, ...shown } = await create(live, asked);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    expect(shown).toEqual({
      id: expect.any(String),
      url: PUBLIC_URL,
      events: ['stock.low', 'order.updated'],
      description: 'Shop',
      created_at: expect.any(String),
    });
    const got = await live.get(`${WEBHOOKS}/${shown.id}`);
    expect([got.status, got.body]).toEqual([200, shown]);
    const listed = await live.get(WEBHOOKS);
    expect(listed.body.data).toContainEqual(shown);
    expect(listed.text + got.text).not.toContain('secret');
    expect((await create(live)).secret).not.toBe(secret);
  });

  it('is listed page by page, each once', async () => {
    for (let nth = 0; nth < 4; nth += 1) await create(test);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string | number> = { limit: 3, ...(cursor && { cursor }) };
      const { body } = await test.get(WEBHOOKS, { query });
      expect(body.data.length).toBeLessThanOrEqual(3);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor;
    } while (cursor !== null);
    const { rows } = await db.owner.query(
      `select id from webhook_endpoint where environment = 'test' order by id`,
    );
    expect(seen).toEqual(rows.map(({ id }) => id));
    expect((await test.get(WEBHOOKS, { query: { cursor: 'x' } })).status).toBe(400);
  });

  it('is refused with an event that is unknown, a field too many or no url', async () => {
    for (const body of [
      { url: PUBLIC_URL, events: ['stock.gone'] },
      { url: PUBLIC_URL, events: ['webhook.test'] },
      { url: PUBLIC_URL, secret: 'mine' },
      {},
    ]) {
      const refused = await live.post(WEBHOOKS, { body });
      expect([refused.status, refused.body.error.code]).toEqual([400, 'validation_error']);
    }
  });

  it('is one of a hundred at most, in each environment', async () => {
    const { liveKey } = await makePharmacy(db.database, { slug: 'many' });
    const many = client({ url: service.url, key: liveKey });
    // All at once: the count must hold in a race too.
    const answers = await Promise.all(
      Array.from({ length: 110 }, () => many.post(WEBHOOKS, { body: { url: PUBLIC_URL } })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(100);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
  });

  it('is deleted by its id with what was to be delivered to it, once', async () => {
    const { id } = await create(live);
    await addDelivery(id, 'pending');
    const deleted = await live.delete(WEBHOOKS, { query: { id } });
    expect([deleted.status, deleted.body]).toEqual([200, { id, deleted: true }]);
    const { rows } = await db.owner.query('select * from webhook_delivery where endpoint_id = $1', [
      id,
    ]);
    expect(rows).toEqual([]);
    expect((await live.delete(WEBHOOKS, { query: { id } })).status).toBe(404);
    const malformed = await live.delete(WEBHOOKS, { query: { id: 'no-uuid' } });
    expect([malformed.status, malformed.body.error.code]).toEqual([400, 'invalid_id']);
    expect((await live.delete(WEBHOOKS)).status).toBe(400);
  });
});

it('answers the same for one that is missing, another organization’s or of the other environment', async () => {
  const { id: endpointId } = await create(live);
  const deliveryId = await addDelivery(endpointId);
  const { id: testId } = await create(test);
  const own = await create(theirs);
  const since = '2026-01-01T00:00:00Z';
  const calls = (api: Client, id: string, delivery = deliveryId) => [
    () => api.get(`${WEBHOOKS}/${id}`),
    () => api.delete(WEBHOOKS, { query: { id } }),
    () => api.post(`${WEBHOOKS}/${id}/test`),
    () => api.post(`${WEBHOOKS}/${id}/rotate-secret`),
    () => api.get(`${WEBHOOKS}/${id}/deliveries`),
    () => api.post(`${WEBHOOKS}/${id}/replay`, { body: { since } }),
    () => api.post(`${WEBHOOKS}/${id}/deliveries/${delivery}/replay`),
  ];
  const missing = await Promise.all(calls(live, UNKNOWN).map((call) => call()));
  for (const [api, id] of [
    [theirs, endpointId],
    [test, endpointId],
    [live, testId],
  ] as const) {
    const answers = await Promise.all(calls(api, id).map((call) => call()));
    expect(answers.map(bare)).toEqual(missing.map(bare));
  }
  expect(new Set(missing.map(({ status }) => status))).toEqual(new Set([404]));
  // A delivery belongs to its endpoint alone.
  const strange = await theirs.post(`${WEBHOOKS}/${own.id}/deliveries/${deliveryId}/replay`);
  const none = await theirs.post(`${WEBHOOKS}/${own.id}/deliveries/${UNKNOWN}/replay`);
  expect(bare(strange)).toEqual(bare(none));
  expect(strange.status).toBe(404);
  const malformed = await Promise.all(
    calls(live, 'x')
      .filter((_, place) => place !== 1)
      .map((call) => call()),
  );
  expect(malformed.map(({ status, body }) => [status, body.error.code])).toEqual(
    malformed.map(() => [400, 'invalid_id']),
  );
  const bad = await live.post(`${WEBHOOKS}/${endpointId}/deliveries/x/replay`);
  expect([bad.status, bad.body.error.code]).toEqual([400, 'invalid_id']);
});

function bare({ status, body }: { status: number; body: { error: object } }) {
  return [status, { ...body.error, request_id: '' }];
}

describe('deliveries', () => {
  it('begin with a test, and are listed newest first and by status', async () => {
    const { id } = await create(test);
    const tested = await test.post(`${WEBHOOKS}/${id}/test`);
    expect(tested.status).toBe(201);
    expect(tested.body).toMatchObject({ type: 'webhook.test', status: 'pending', attempts: [] });
    const dead = [await addDelivery(id), await addDelivery(id), await addDelivery(id)].reverse();
    const deliveries = `${WEBHOOKS}/${id}/deliveries`;
    const first = await test.get(deliveries, { query: { limit: 2 } });
    const rest = await test.get(deliveries, { query: { cursor: first.body.next_cursor } });
    expect([...first.body.data, ...rest.body.data].map((one) => one.id)).toEqual([
      ...dead,
      tested.body.id,
    ]);
    const pending = await test.get(deliveries, { query: { status: 'pending' } });
    expect(pending.body.data).toEqual([tested.body]);
    expect((await test.get(deliveries, { query: { status: 'odd' } })).body.data).toEqual([]);
    expect((await test.get(deliveries, { query: { cursor: 'x' } })).status).toBe(400);
  });

  it('are replayed one by one, with id and bytes; one that is pending stays', async () => {
    const { id } = await create(live);
    const [dead, done, pending] = [
      await addDelivery(id, 'dead'),
      await addDelivery(id, 'succeeded'),
      await addDelivery(id, 'pending'),
    ];
    const rows = () =>
      db.owner
        .query(
          'select id, payload, event_id, attempts from webhook_delivery where endpoint_id = $1 order by id',
          [id],
        )
        .then((result) => result.rows);
    const before = await rows();
    for (const one of [dead, done, pending]) {
      const answer = await live.post(`${WEBHOOKS}/${id}/deliveries/${one}/replay`);
      expect([answer.status, answer.body.id, answer.body.status]).toEqual([200, one, 'pending']);
      expect(Date.parse(answer.body.next_attempt_at)).toBeLessThanOrEqual(Date.now() + 1_000);
    }
    expect(await rows()).toEqual(
      before.map((row) => ({ ...row, attempts: row.id === pending ? 10 : 0 })),
    );
  });

  it('that died since a time are replayed together, apart from each other', async () => {
    const { id } = await create(live);
    const old = await addDelivery(id, 'dead', `now() - interval '2 hours'`);
    for (let nth = 0; nth < 20; nth += 1) await addDelivery(id);
    await addDelivery(id, 'succeeded');
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const replay = () => live.post(`${WEBHOOKS}/${id}/replay`, { body: { since } });
    const [one, other] = await Promise.all([replay(), replay()]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(one.body.replayed + other.body.replayed).toBe(20);
    const { rows } = await db.owner.query(
      `select extract(epoch from max(next_attempt_at) - min(next_attempt_at))::float8 as span,
              count(distinct next_attempt_at)::int as times
         from webhook_delivery where endpoint_id = $1 and status = 'pending'`,
      [id],
    );
    expect(rows).toEqual([{ span: expect.closeTo(19 * 0.02, 2), times: 20 }]);
    const { body } = await live.get(`${WEBHOOKS}/${id}/deliveries`, { query: { status: 'dead' } });
    expect(body.data.map((delivery: { id: string }) => delivery.id)).toEqual([old]);
    for (const wrong of [{}, { since: 'yesterday' }, { since, until: since }]) {
      expect((await live.post(`${WEBHOOKS}/${id}/replay`, { body: wrong })).status).toBe(400);
    }
  });
});

describe('an address', () => {
  it.each([
    ['http://93.184.215.14/', 'must be an https url'],
    ['ftp://93.184.215.14/', 'must be an https url'],
    ['93.184.215.14/hooks', 'must be an https url'],
    ['https://', 'must be an https url'],
    ['https://user@93.184.215.14/', 'must not carry user info'],
    ['https://user:secret@93.184.215.14/', 'must not carry user info'],
    ['https://:secret@93.184.215.14/', 'must not carry user info'],
    ['https://93.184.215.14/#part', 'must not have a fragment'],
    ['https://[fe80::1%25eth0]/', 'must be an https url'],
    ['https://[fe80::1%eth0]/', 'must be an https url'],
    ...[
      'https://127.0.0.1/',
      'https://127.1/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://0x7f000001/',
      'https://017700000001/',
      'https://0177.0.0.1/',
      'https://127.0.0.1./',
      'https://127。0。0。1/',
      'https://１２７.0.0.1/',
      'https://①②⑦.0.0.1/',
      'https://%31%32%37.0.0.1/',
      'https://localhost/',
      'https://LOCALHOST/',
      'https://localhost./',
      'https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
      'https://127.0.0.1:443/',
      'https:\\\\127.0.0.1\\',
      ' https://127.0.0.1/ ',
      'https://0/',
      'https://0.0.0.0/',
      'https://0.1.2.3/',
      'https://10.0.0.1/',
      'https://172.16.0.1/',
      'https://172.31.255.255/',
      'https://192.168.1.1/',
      'https://169.254.169.254/latest/meta-data',
      'https://100.64.0.1/',
      'https://100.127.255.254/',
      'https://192.0.0.8/',
      'https://192.0.2.1/',
      'https://192.88.99.1/',
      'https://198.18.0.1/',
      'https://198.19.255.255/',
      'https://198.51.100.1/',
      'https://203.0.113.1/',
      'https://224.0.0.1/',
      'https://239.255.255.255/',
      'https://240.0.0.1/',
      'https://255.255.255.255/',
      'https://[::]/',
      'https://[::1]/',
      'https://[0:0:0:0:0:0:0:1]/',
      'https://[::127.0.0.1]/',
      'https://[::7f00:1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://[::ffff:7f00:1]/',
      'https://[::ffff:93.184.215.14]/',
      'https://[::ffff:0:7f00:1]/',
      'https://[64:ff9b::7f00:1]/',
      'https://[64:ff9b:1::1]/',
      'https://[100::1]/',
      'https://[100:0:0:1::1]/',
      'https://[2001::1]/',
      'https://[2001:2::1]/',
      'https://[2001:10::1]/',
      'https://[2001:db8::1]/',
      'https://[2002:7f00:1::]/',
      'https://[3fff::1]/',
      'https://[4000::1]/',
      'https://[5f00::1]/',
      'https://[fc00::1]/',
      'https://[fd12:3456::1]/',
      'https://[fe80::1]/',
      'https://[fec0::1]/',
      'https://[ff02::1]/',
    ].map((url) => [url, 'must be a public address']),
  ])('%s is refused: %s', async (url, message) => {
    const refused = await live.post(WEBHOOKS, { body: { url } });
    expect([refused.status, refused.body.error?.details]).toEqual([
      400,
      [{ path: 'url', message }],
    ]);
  });

  it.each([
    'https://93.184.215.14/',
    'https://8.8.8.8:8443/a?b=c',
    'https://172.32.0.1/',
    'https://100.63.255.255/',
    'https://[2606:4700::6810:84e5]/',
    // It is asked again at each try.
    'https://does-not-resolve.invalid/',
  ])('%s is taken', async (url) => {
    expect((await test.post(WEBHOOKS, { body: { url } })).status).toBe(201);
  });
});

describe('a secret', () => {
  const oldKey = Buffer.alloc(32, 7);
  const box = new SecretBox([oldKey]);

  async function sealed(id: string) {
    const { organization_id, secret, next_secret } = await rowOf(id);
    return { organization_id, endpoint_id: id, secret, next_secret, overlap_is_over: false };
  }

  it('is sealed at rest: no byte of the row shows it', async () => {
    const { id, secret } = await create(live);
    const rotated = (await live.post(`${WEBHOOKS}/${id}/rotate-secret`)).body.secret;
    const { rows } = await db.owner.query(
      'select t::text as row from webhook_endpoint t where id = $1',
      [id],
    );
    const row = await rowOf(id);
    for (const text of [secret, rotated]) {
      const key = Buffer.from(text.slice('whsec_'.length), 'base64');
      for (const form of [text, text.slice(6), key.toString('hex')]) {
        expect(rows[0].row).not.toContain(form);
      }
      for (const column of [row.secret, row.next_secret] as Buffer[]) {
        expect(column.includes(Buffer.from(text)) || column.includes(key)).toBe(false);
      }
    }
    expect(openSecrets(box, await sealed(id))).toEqual({ secret, nextSecret: rotated });
  });

  it('opens in its own row alone, and not when a byte was changed', async () => {
    const [one, other] = [await create(live), await create(live)];
    const row = await sealed(one.id);
    expect(openSecrets(box, row).secret).toBe(one.secret);
    expect(() => openSecrets(box, { ...row, endpoint_id: other.id })).toThrow();
    expect(() => openSecrets(box, { ...row, organization_id: UNKNOWN })).toThrow();
    for (let at = 0; at < row.secret.length; at += 1) {
      const changed = Buffer.from(row.secret);
      changed[at] = (changed[at] as number) ^ 1;
      expect(() => openSecrets(box, { ...row, secret: changed })).toThrow();
    }
    expect(() => openSecrets(box, { ...row, secret: row.secret.subarray(0, -1) })).toThrow();
  });

  it('still opens when a new key stands before the old one, and is sealed anew with that', async () => {
    const newKey = Buffer.alloc(32, 8);
    const rotated = new SecretBox([newKey, oldKey]);
    const { id, secret } = await create(live);
    const row = await sealed(id);
    expect(openSecrets(rotated, row).secret).toBe(secret);
    const fresh = { ...row, secret: rotated.seal('new', placeOf(row.organization_id, id)) };
    expect(openSecrets(new SecretBox([newKey]), fresh).secret).toBe('new');
    expect(() => openSecrets(new SecretBox([newKey]), row)).toThrow(/SECRETS_KEY does not hold/);
  });

  it('is rotated with an overlap of a day, as asked, or none', async () => {
    const { id, secret } = await create(live);
    const rotate = (body?: object) =>
      live.post(`${WEBHOOKS}/${id}/rotate-secret`, body === undefined ? {} : { body });
    const overlapSeconds = async () =>
      (Date.parse((await rowOf(id)).overlap_ends_at) - Date.now()) / 1000;
    const first = await rotate();
    expect([first.status, first.body.id]).toEqual([200, id]);
    expect(await overlapSeconds()).toBeCloseTo(86_400, -2);
    expect(openSecrets(box, await sealed(id))).toEqual({
      secret,
      nextSecret: first.body.secret,
    });
    // The newest two count.
    const second = await rotate({ overlap_seconds: 3600 });
    expect(await overlapSeconds()).toBeCloseTo(3600, -2);
    expect(openSecrets(box, await sealed(id))).toEqual({
      secret: first.body.secret,
      nextSecret: second.body.secret,
    });
    const third = await rotate({ overlap_seconds: 0 });
    expect(openSecrets(box, { ...(await sealed(id)), overlap_is_over: true })).toEqual({
      secret: third.body.secret,
      nextSecret: null,
    });
    for (const overlap_seconds of [-1, 604_801, 1.5, '60']) {
      expect((await rotate({ overlap_seconds })).status).toBe(400);
    }
  });
});
