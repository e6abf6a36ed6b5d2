// A witness: another person, who gives their PIN for one request of somebody else.
import { describe, expect, it } from 'vitest';
import type { PersonPrincipal } from '../../src/contract.ts';
import { consumeWitness } from '../../src/people/witness.ts';
import { browserAt, invite, refusal, signedIn } from '../support/browsers.ts';
import { makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const PIN = '493027';
const BODY = { sku_code: 'SKU-1', lot_number: 'L-1', qty: 1, reason: 'broken' };

const world = useWorld(async ({ db, service }) => {
  await makePharmacy(db.database);
  await makePharmacy(db.database, { slug: 'other', skuCodes: [] });
  const pharmacist = await invite(db, { roles: 'pharmacist,manager', name: 'Ana Ruiz' });
  const own = await signedIn(service.url, pharmacist);
  await own.put('/me/pin', { body: { pin: PIN } });
  await own.post('/terminals', { body: { name: 'Counter 1' } });
  const terminal = own.cookies['__Host-terminal'] as string;
  const clerk = await invite(db, { roles: 'clerk', name: 'Ben Okafor' });
  const first = await signedIn(service.url, clerk);
  await first.put('/me/pin', { body: { pin: PIN } });
  const counter = browserAt(service.url, { '__Host-terminal': terminal });
  await counter.post('/session/pin', { body: { person_id: clerk.id, pin: PIN } });
  const { rows } = await db.owner.query('select organization_id from person where id = $1', [
    clerk.id,
  ]);
  return { pharmacist, own, clerk, counter, first, organizationId: rows[0].organization_id };
});

const ask = (more: Record<string, unknown> = {}, browser = world.counter) =>
  browser.post('/witness', {
    body: {
      person_id: world.pharmacist.id,
      pin: PIN,
      operation: 'wasteStock',
      body: BODY,
      ...more,
    },
  });

const principal = (personId = world.clerk.id) =>
  ({
    personId,
    organizationId: world.organizationId,
    linkedBy: [] as readonly string[],
  }) as PersonPrincipal;

const consume = (token: string, more: object = {}) =>
  world.db.database.transaction((tx) =>
    consumeWitness(tx, {
      token,
      principal: principal(),
      operation: 'createWitness',
      body: BODY,
      ...more,
    }),
  );
/** The operation of the requests below; any does. */
const OPERATION = { operation: 'createWitness' };
const NO_WITNESS = { code: 'witness_required' };

describe('a witness', () => {
  it('is one of the others who may, as the list says', async () => {
    const { data } = (await world.counter.get('/colleagues')).body;
    expect(data).toContainEqual({
      id: world.pharmacist.id,
      name: 'Ana Ruiz',
      may_witness: true,
      ended: false,
      linked_by: [],
    });
  });

  it('gives a token that works once, for that request of that person', async () => {
    const { status, body } = await ask(OPERATION);
    expect([status, Date.parse(body.expires_at) - Date.now() <= 120_000]).toEqual([201, true]);
    for (const other of [
      { body: { ...BODY, qty: 2 } },
      { operation: 'endPerson' },
      { principal: principal(world.pharmacist.id) },
    ]) {
      await expect(consume(body.token, other)).rejects.toMatchObject(NO_WITNESS);
    }
    const witnessed = { ...BODY, witness_token: body.token };
    const reordered = Object.fromEntries(Object.entries(witnessed).reverse());
    expect(await consume(body.token, { body: reordered })).toBe(world.pharmacist.id);
    await expect(consume(body.token)).rejects.toMatchObject(NO_WITNESS);
  });

  it('is asked once for a request that was refused', async () => {
    const { body } = await ask(OPERATION);
    const refused = world.db.database.transaction(async (tx) => {
      await consumeWitness(tx, {
        token: body.token,
        principal: principal(),
        operation: 'createWitness',
        body: BODY,
      });
      throw new Error('only 48 on hand');
    });
    await expect(refused).rejects.toThrow('only 48 on hand');
    expect(await consume(body.token)).toBe(world.pharmacist.id);
  });

  it('is worth nothing to a second request that comes with the same token at once', async () => {
    const { body } = await ask(OPERATION);
    const ends = await Promise.allSettled([consume(body.token), consume(body.token)]);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('is worth two minutes', async () => {
    const { body } = await ask(OPERATION);
    await world.db.owner.query(
      `update witness_token set expires_at = expires_at - interval '2 minutes'`,
    );
    await expect(consume(body.token)).rejects.toMatchObject(NO_WITNESS);
  });

  it('is nobody who has left meanwhile, or may not witness any more', async () => {
    const { owner } = world.db;
    const { id } = world.pharmacist;
    for (const [gone, back] of [
      ['ended_at = now()', 'ended_at = null'],
      [`roles = '{clerk}'`, `roles = '{pharmacist,manager}'`],
    ]) {
      const { body } = await ask(OPERATION);
      await owner.query(`update person set ${gone} where id = $1`, [id]);
      const used = consume(body.token);
      await expect(used).rejects.toMatchObject(NO_WITNESS);
      await owner.query(`update person set ${back} where id = $1`, [id]);
      expect(await consume(body.token)).toBe(id);
    }
  });

  it('is never the person who asks, whatever writes the row', async () => {
    const counter = browserAt(world.service.url, {
      '__Host-terminal': world.counter.cookies['__Host-terminal'] as string,
    });
    const { id } = world.pharmacist;
    await counter.post('/session/pin', { body: { person_id: id, pin: PIN } });
    expect(refusal(await ask({}, counter))).toEqual([422, 'own_approval']);
    const raw = world.db.owner.query(
      `insert into witness_token (id, organization_id, asked_by, witness_id, token_hash, operation, body_digest, expires_at)
       values (gen_random_uuid(), $1, $2, $2, '\\x00', 'wasteStock', '\\x00', now())`,
      [world.organizationId, id],
    );
    await expect(raw).rejects.toMatchObject({ code: '23514' });
  });

  it('is somebody of the organization whose roles allow it, with the right PIN, at a terminal', async () => {
    const other = await invite(world.db, { organization: 'other' });
    const clerk = await invite(world.db, { roles: 'clerk' });
    for (const person_id of [other.id, clerk.id, crypto.randomUUID()]) {
      expect(refusal(await ask({ person_id }))).toEqual([404, 'not_found']);
    }
    expect(refusal(await ask({ pin: '111222' }))).toEqual([401, 'unauthorized']);
    expect(refusal(await ask({}, world.first))).toEqual([401, 'unauthorized']);
    expect(refusal(await ask({ pin: undefined }))).toEqual([400, 'validation_failed']);
  });
});

it('locks the witness’s PIN after five that are wrong', async () => {
  const { owner } = world.db;
  const refusals = [];
  for (const _ of Array.from({ length: 6 })) refusals.push((await ask({ pin: '864209' })).body);
  expect(refusals.at(-1)).toMatchObject({ error: { code: 'pin_locked' } });
  await owner.query('update person set pin_failures = 0');
});

it('takes no body whose numbers have no canonical form', async () => {
  const { person_id, pin } = { person_id: world.pharmacist.id, pin: PIN };
  const typed = JSON.stringify({ person_id, pin, operation: 'wasteStock', body: { qty: 0 } });
  const answer = await world.counter.post('/witness', {
    rawBody: typed.replace('"qty":0', '"qty":1e400'),
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.body).toMatchObject({ error: { details: [{ path: 'body' }] } });
});
