import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { importFile, issueKey } from '../support/as-operator.ts';
import { client, makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

/** What a caller may call his partners; they stand for themselves in an address once they are encoded. */
const EXTERNAL_IDS = [
  'p-1',
  'P-1',
  'with space',
  'a/b//c',
  '/',
  'a?b=c&d#e',
  '50%',
  '%2F',
  'a+b',
  'a\\b',
  '"quoted"; drop table partner',
  "O'Brien",
  'Zoë 株式会社 🏥',
  '\u00e9',
  'a.b',
  'x'.repeat(200),
  '🏥'.repeat(200),
  'null',
  '01935f60-aaaa-7c3e-a1d2-4b5c6d7e8f90',
];
/** A client may resolve these away, encoded or not, before it sends anything. */
const DOTS = ['.', '..', '...'];

const NEVER_NAMED = 'nobody';

const world = useWorld(async ({ db, service }) => {
  const mine = await makePharmacy(db.database, { skuCodes: [] });
  const theirs = await makePharmacy(db.database, { slug: 'theirs', skuCodes: [] });
  const live = client({ url: service.url, key: mine.liveKey });
  const test = client({ url: service.url, key: mine.testKey });
  const organization = mine.slug;
  await importFile(
    db.database,
    JSON.stringify({
      partners: [
        ...[...EXTERNAL_IDS, ...DOTS].map((external_id, index) => ({
          organization,
          external_id,
          name: `Partner ${index}`,
        })),
        { organization, external_id: 'test only', name: 'Sandboxed', environment: 'test' },
        { organization, external_id: 'old', name: 'Old' },
        { organization, external_id: 'both', name: 'Live' },
        { organization, external_id: 'both', name: 'Test', environment: 'test' },
        { organization: theirs.slug, external_id: 'foreign', name: 'Foreign' },
        {
          organization,
          external_id: 'whole',
          name: 'Lakeside Wellness',
          email: 'hello@lakeside.example',
          sponsor_external_id: 'p-1',
          status: 'active',
          invite_sent: true,
          portal_linked: true,
          id: '01935f70-5b1e-7a40-8c2d-9e0f1a2b3c4d',
          created_at: '2026-11-20T10:15:30.123456Z',
        },
      ],
    }),
  );
  return { mine, live, test };
});

const get = (externalId: string, as = world.live) =>
  as.get(`/v1/partners/${encodeURIComponent(externalId)}`);

/** The address as it stands, since `fetch` would tidy it. */
async function getRaw(segment: string) {
  const { hostname, port } = new URL(world.service.url);
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const request = httpRequest(
    {
      hostname,
      port,
      path: `/api/public/v1/partners/${segment}`,
      headers: { authorization: `Bearer ${world.mine.liveKey}` },
    },
    (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    },
  );
  request.once('error', reject).end();
  const { status, body } = await promise;
  return { status, body: JSON.parse(body) };
}

describe('a partner', () => {
  it('is answered whole', async () => {
    const { status, body } = await get('whole');
    expect([status, body]).toEqual([
      200,
      {
        data: {
          id: '01935f70-5b1e-7a40-8c2d-9e0f1a2b3c4d',
          external_id: 'whole',
          name: 'Lakeside Wellness',
          email: 'hello@lakeside.example',
          sponsor_external_id: 'p-1',
          status: 'active',
          invite_sent: true,
          portal_linked: true,
          created_at: '2026-11-20T10:15:30.123456Z',
        },
      },
    ]);
  });

  it('of whom little is known has null for the rest', async () => {
    const { body } = await get('p-1');
    expect(body.data).toMatchObject({
      email: null,
      sponsor_external_id: null,
      status: 'invited',
      invite_sent: false,
      portal_linked: false,
    });
  });

  it('is found by an id in another Unicode form, and by one from before ids had a form', async () => {
    expect((await get('e\u0301')).body.data.external_id).toBe('\u00e9');
    for (const old of [' spaces around ', 'o\u0308']) {
      await world.db.owner.query(`update partner set external_id = $1 where external_id = 'old'`, [
        old,
      ]);
      expect((await get(old)).body.data.external_id).toBe(old);
      await world.db.owner.query(`update partner set external_id = 'old' where external_id = $1`, [
        old,
      ]);
    }
  });

  it.each(EXTERNAL_IDS)('is found by %j, and by nothing that is like it', async (externalId) => {
    const { status, body } = await get(externalId);
    expect([status, body.data?.external_id, body.data?.name]).toEqual([
      200,
      externalId,
      `Partner ${EXTERNAL_IDS.indexOf(externalId)}`,
    ]);
  });

  it.each(DOTS)('is found by %j, where that arrives', async (externalId) => {
    for (const segment of [externalId, externalId.replaceAll('.', '%2E')]) {
      const { status, body } = await getRaw(segment);
      expect([status, body.data?.external_id]).toEqual([200, externalId]);
    }
  });

  it('is found where reserved characters come as they are', async () => {
    for (const [segment, externalId] of [
      ['a+b', 'a+b'],
      ["O'Brien", "O'Brien"],
      ['%61.b', 'a.b'],
    ] as const) {
      const { status, body } = await getRaw(segment);
      expect([status, body.data?.external_id]).toEqual([200, externalId]);
    }
  });

  it.each(['store:read', 'store:write'])('may be read with %s alone', async (scopes) => {
    const { key } = await issueKey(world.db.database, {
      organization: world.mine.slug,
      environment: 'live',
      scopes,
      plan: 'standard',
    });
    expect((await get('p-1', client({ url: world.service.url, key }))).status).toBe(200);
  });

  it('may not be read with any other scope, and the refusal names both', async () => {
    const { key } = await issueKey(world.db.database, {
      organization: world.mine.slug,
      environment: 'live',
      scopes: 'inventory:read,inventory:write,orders:read,patients:read,products:read,shop:write',
      plan: 'standard',
    });
    const { status, body } = await get('p-1', client({ url: world.service.url, key }));
    expect([status, body.error.code]).toEqual([403, 'insufficient_scope']);
    expect(body.error.message).toContain('store:read or store:write');
  });
});

describe('an environment', () => {
  it('has its own partners', async () => {
    expect((await get('both', world.live)).body.data.name).toBe('Live');
    expect((await get('both', world.test)).body.data.name).toBe('Test');
  });
});

describe('what is not found', () => {
  it('is answered the same, byte for byte, whether it is missing, foreign or of the other environment', async () => {
    const answers = await Promise.all([
      get(NEVER_NAMED),
      get('foreign'),
      get('test only'),
      get('p-1', world.test),
      // A letter's case, a space and the composition of a letter count.
      get('WHOLE'),
      get('p-1 '),
      get('P‐1'),
    ]);
    const bodies = answers.map(({ status, text, body }) => [
      status,
      text.replace(body.error.request_id, ''),
    ]);
    expect(new Set(bodies.map(String)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  });

  it.each([
    ['a control character', '%01', 404],
    ['a line break', 'a%0Ab', 404],
    ['NUL', 'a%00b', 400],
    ['half a surrogate pair', '%ED%A0%80', 400],
    ['an overlong encoding', '%C0%AF', 400],
    ['a lone continuation byte', '%80', 400],
    ['half an escape', '%4', 400],
    ['an escape of no digits', '%zz', 400],
    ['a bare percent sign', '50%', 400],
    ['more than 200 characters', 'x'.repeat(201), 400],
    ['very many characters', 'x'.repeat(8_000), 400],
    ['nothing', '', 404],
    ['two segments', 'a/b', 404],
    ['a segment after it', 'p-1/', 404],
  ])('is never a failure of ours: %s', async (_what, segment, expected) => {
    const { status, body } = await getRaw(segment);
    const code = expected === 404 ? 'not_found' : 'validation_failed';
    expect([status, body.error.code]).toEqual([expected, code]);
    if (segment.length > 8) expect(JSON.stringify(body)).not.toContain(segment);
  });

  it('names the field that is too long', async () => {
    const { body } = await get('y'.repeat(201));
    expect(body.error.details).toEqual([
      { path: 'external_id', message: expect.stringContaining('200') },
    ]);
  });
});
