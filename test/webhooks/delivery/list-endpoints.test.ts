// Endpoints with their health, as developers of the organization see them: of one environment at a time.
import { beforeAll, expect, it } from 'vitest';
import { noteOutcomes } from '../../../src/webhooks/delivery/note-outcomes.ts';
import type { Attempt } from '../../../src/webhooks/delivery/record-attempts.ts';
import {
  addDelivery,
  create,
  rowOf,
  UNKNOWN,
  useEndpoints,
  WEBHOOKS,
} from '../../support/endpoints.ts';
import { type SignedInPerson, signInAs } from '../../support/people.ts';

const webhooks = useEndpoints();
let developer: SignedInPerson['api'];

const ENDPOINTS = '/developers/endpoints';
const LIVE = { query: { environment: 'live' } };
const TEST = { query: { environment: 'test' } };

beforeAll(async () => {
  const { db, service } = webhooks;
  const { rows } = await db.owner.query(`select id from organization where slug = 'pharmacy'`);
  const at = { database: db.database, url: service.url };
  ({ api: developer } = await signInAs(at, rows[0].id, ['developer']));
});

const note = async (id: string, sent: Attempt['sent']) => {
  const { organization_id } = await rowOf(webhooks, id);
  const delivery = { endpoint_id: id, organization_id } as Attempt['delivery'];
  await noteOutcomes(webhooks.db.database, [{ delivery, at: new Date(), sent }]);
};

const idsIn = async (options: object): Promise<string[]> =>
  (await developer.get(ENDPOINTS, options)).body.data.map(({ id }: { id: string }) => id);

it('shows what fails since when, first of all, with its last success, its last failure and what waits', async () => {
  const works = await create(webhooks.live);
  const { id, url } = await create(webhooks.live, { description: 'Web shop' });
  await note(id, { status: 204, milliseconds: 20, error: null });
  await note(id, { status: 503, milliseconds: 20, error: 'status' });
  const waiting = await addDelivery(webhooks, id, 'pending');
  await addDelivery(webhooks, id, 'dead');
  await webhooks.db.owner.query(
    `insert into webhook_attempt (delivery_id, number, organization_id, at, status, milliseconds, error)
     select id, 1, organization_id, '2026-11-20T10:03:00Z', 503, 43, 'status'
       from webhook_delivery where id = $1`,
    [waiting],
  );
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  const shown = {
    id,
    url,
    events: [],
    description: 'Web shop',
    status: 'enabled',
    disabled_at: null,
    disabled_reason: null,
    created_at: time,
    overlap_ends_at: null,
    failing_since: time,
    last_success_at: time,
    last_failure: { at: '2026-11-20T10:03:00.000000Z', status: 503, error: 'status' },
    pending: 1,
    dead: 1,
  };
  const { body } = await developer.get(ENDPOINTS, LIVE);
  expect(body.data[0]).toEqual(shown);
  expect(body.data.at(-1)).toMatchObject({
    id: works.id,
    failing_since: null,
    last_success_at: null,
    last_failure: null,
    pending: 0,
    dead: 0,
  });
  expect((await developer.get(`${ENDPOINTS}/${id}`, LIVE)).body).toEqual(shown);
});

it('counts what ended when the endpoint was disabled as dead', async () => {
  const { id } = await create(webhooks.live);
  await addDelivery(webhooks, id, 'pending');
  await developer.patch(`/inventory/webhooks/${id}`, { ...LIVE, body: { status: 'disabled' } });
  const { body } = await developer.get(`${ENDPOINTS}/${id}`, LIVE);
  expect(body).toMatchObject({ status: 'disabled', pending: 0, dead: 1 });
});

it('forgets the last success of another address', async () => {
  const { id } = await create(webhooks.live);
  await note(id, { status: 204, milliseconds: 20, error: null });
  const body = { url: 'https://93.184.215.14/other' };
  await developer.patch(`/inventory/webhooks/${id}`, { ...LIVE, body });
  expect((await developer.get(`${ENDPOINTS}/${id}`, LIVE)).body.last_success_at).toBeNull();
});

it('says until when both secrets sign', async () => {
  const { id } = await create(webhooks.test);
  const rotated = await developer.post(`/inventory/webhooks/${id}/rotate-secret`, {
    ...TEST,
    body: { overlap_seconds: 3600 },
  });
  expect(rotated.body.secret).toMatch(/^whsec_/);
  const ends = Date.parse((await developer.get(`${ENDPOINTS}/${id}`, TEST)).body.overlap_ends_at);
  expect(Math.abs(ends - Date.now() - 3_600_000)).toBeLessThan(60_000);
});

it('knows the endpoints of the environment that is asked for, and no others', async () => {
  const [live, test, theirs] = [
    await create(webhooks.live),
    await create(webhooks.test),
    await create(webhooks.theirs),
  ];
  const inLive = await idsIn(LIVE);
  expect(inLive).toContain(live.id);
  expect(inLive).not.toContain(test.id);
  expect(inLive).not.toContain(theirs.id);
  expect(await idsIn(TEST)).toContain(test.id);
  expect(await idsIn(TEST)).not.toContain(live.id);
  for (const [id, where] of [
    [test.id, LIVE],
    [live.id, TEST],
    [theirs.id, LIVE],
    [UNKNOWN, LIVE],
  ]) {
    expect((await developer.get(`${ENDPOINTS}/${id}`, where)).status).toBe(404);
    expect((await developer.delete(`/inventory/webhooks/${id}`, where)).status).toBe(404);
  }
  expect((await webhooks.test.get(`${WEBHOOKS}/${test.id}`)).status).toBe(200);
});

it('makes an endpoint in the environment that is named, and refuses where none is', async () => {
  const body = { url: 'https://93.184.215.14/made' };
  expect((await developer.post('/inventory/webhooks', { body })).status).toBe(400);
  const bogus = { body, query: { environment: 'staging' } };
  expect((await developer.post('/inventory/webhooks', bogus)).status).toBe(400);
  const { body: made } = await developer.post('/inventory/webhooks', { ...TEST, body });
  expect((await rowOf(webhooks, made.id)).environment).toBe('test');
});

it('lets nobody name an environment elsewhere', async () => {
  const { status } = await developer.get('/inventory/stock', TEST);
  expect(status).toBe(400);
});
