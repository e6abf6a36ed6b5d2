// Passkeys are listed and removed, sessions listed and ended: one's own, and by a manager those of others.
import { describe, expect, it } from 'vitest';
import { makePasskey, type Passkey } from '../support/authenticator.ts';
import { type Browser, browserAt, invite, refusal, signedIn } from '../support/browsers.ts';
import { makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const PIN = '493027';
const UNKNOWN = crypto.randomUUID();

const world = useWorld(async ({ db, service }) => {
  await makePharmacy(db.database);
  await makePharmacy(db.database, { slug: 'other', skuCodes: [] });
  const invited = await invite(db, { name: 'Mia Ott' });
  return { mia: { id: invited.id, browser: await signedIn(service.url, invited) } };
});

/** Somebody with passkeys, and the session of the link that the operator made. */
async function somebody({ passkeys = 1, hasPin = false, roles = 'clerk' } = {}) {
  const invited = await invite(world.db, { roles });
  const browser = await signedIn(world.service.url, invited);
  const keys = Array.from({ length: passkeys }, () => makePasskey(world.service.url));
  for (const key of keys) expect((await key.register(browser)).status).toBe(201);
  if (hasPin) expect((await browser.put('/me/pin', { body: { pin: PIN } })).status).toBe(200);
  return { id: invited.id, browser, keys };
}

async function byPasskey(passkey: Passkey): Promise<Browser> {
  const browser = browserAt(world.service.url);
  const answer = await browser.post('/session/passkey', { body: await passkey.answer(browser) });
  expect(answer.status, answer.text).toBe(200);
  return browser;
}

const waysOf = async (browser: Browser, id: string) =>
  (await browser.get(`/people/${id}/ways-in`)).body;

const remove = (browser: Browser, id: string, passkey: string) =>
  browser.delete(`/people/${id}/passkeys/${passkey}`);

const end = (browser: Browser, id: string, session: string) =>
  browser.delete(`/people/${id}/sessions/${session}`);

const forgetProofs = () =>
  world.db.owner.query(
    `update person_session set proven_at = now() - interval '6 minutes',
                               linked_by = nullif(linked_by, '{}')`,
  );

describe('a person', () => {
  it('sees their passkeys and sessions, by which way each began, where and since when, and no token', async () => {
    const { id, browser, keys } = await somebody({ hasPin: true });
    const enroller = await signedIn(world.service.url, await invite(world.db));
    const { body: terminal } = await enroller.post('/terminals', { body: { name: 'Counter' } });
    const counter = browserAt(world.service.url, {
      '__Host-terminal': enroller.cookies['__Host-terminal'] as string,
    });
    await counter.post('/session/pin', { body: { person_id: id, pin: PIN } });
    const own = await byPasskey(keys[0] as Passkey);
    const ended = await byPasskey(keys[0] as Passkey);
    await ended.delete('/session');
    const listed = await own.get(`/people/${id.toUpperCase()}/ways-in`);
    const at = expect.any(String);
    const session = { id: at, created_at: at, last_used_at: at };
    expect(listed.body).toEqual({
      passkeys: [{ id: at, created_at: at, last_used_at: at }],
      sessions: [
        { ...session, operation: 'signInWithPasskey', terminal: null, this_one: true },
        { ...session, operation: 'signInWithPin', terminal: 'Counter', this_one: false },
        { ...session, operation: 'signInWithLink', terminal: null, this_one: false },
      ],
    });
    expect(listed.text).not.toContain(own.cookies['__Host-session']);
    // Those who may see it are the person and a manager.
    expect(await waysOf(world.mia.browser, id)).toMatchObject({
      sessions: [{ this_one: false }, {}, {}],
    });
    await world.mia.browser.delete(`/terminals/${terminal.id}`);
    expect((await waysOf(browser, id)).sessions).toHaveLength(2);
  });

  it('ends a session of theirs with its next request, and it is activity', async () => {
    const { id, browser, keys } = await somebody();
    const lost = await byPasskey(keys[0] as Passkey);
    const { sessions } = await waysOf(browser, id);
    const other = sessions.find(({ this_one }: { this_one: boolean }) => !this_one);
    expect((await end(browser, id, other.id)).status).toBe(200);
    expect(refusal(await lost.get('/session'))).toEqual([401, 'unauthorized']);
    expect((await browser.get('/session')).status).toBe(200);
    expect(refusal(await end(browser, id, other.id))).toEqual([404, 'not_found']);
    const [last] = (await world.mia.browser.get('/activity')).body.data;
    expect(last).toMatchObject({
      operation: 'endPersonSession',
      person_id: id,
      target: `person ${id}`,
    });
  });

  it('removes a passkey once a way in was shown within five minutes, and never the last way in', async () => {
    const { id, browser, keys } = await somebody({ passkeys: 2 });
    const [first, second] = (await waysOf(browser, id)).passkeys;
    await forgetProofs();
    expect(refusal(await remove(browser, id, first.id))).toEqual([422, 'proof_required']);
    expect((await waysOf(browser, id)).passkeys).toHaveLength(2);
    const body = { passkey: await keys[1]?.answer(browser) };
    expect((await browser.post('/session/unlock', { body })).status).toBe(200);
    expect((await remove(browser, id, first.id)).status).toBe(200);
    const gone = browserAt(world.service.url);
    const answer = await gone.post('/session/passkey', { body: await keys[0]?.answer(gone) });
    expect(refusal(answer)).toEqual([401, 'unauthorized']);

    const last = await remove(browser, id, second.id);
    expect(refusal(last)).toEqual([409, 'wrong_state']);
    expect(last.body.error.message).toContain('a manager');
    await byPasskey(keys[1] as Passkey);
    await browser.put('/me/pin', { body: { pin: PIN } });
    expect((await remove(browser, id, second.id)).status).toBe(200);
    expect(refusal(await remove(browser, id, second.id))).toEqual([404, 'not_found']);
    expect((await browser.get('/session')).body.person).toMatchObject({
      passkeys: 0,
      has_pin: true,
    });
  });

  it('keeps one of two passkeys that are removed at once', async () => {
    const { id, browser, keys } = await somebody({ passkeys: 2 });
    const other = await byPasskey(keys[0] as Passkey);
    const [first, second] = (await waysOf(browser, id)).passkeys;
    const answers = await Promise.all([
      remove(browser, id, first.id),
      remove(other, id, second.id),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await waysOf(browser, id)).passkeys).toHaveLength(1);
  });

  it('reaches nothing of somebody else', async () => {
    const [clerk, other] = [await somebody({ roles: 'clerk,pharmacist' }), await somebody()];
    const theirs = await waysOf(other.browser, other.id);
    const [passkey, session] = [theirs.passkeys[0].id, theirs.sessions[0].id];
    const refused = [403, 'insufficient_scope'];
    const ways = await clerk.browser.get(`/people/${other.id}/ways-in`);
    expect(refusal(ways)).toEqual(refused);
    expect(refusal(await remove(clerk.browser, other.id, passkey))).toEqual(refused);
    expect(refusal(await end(clerk.browser, other.id, session))).toEqual(refused);
    for (const id of [passkey, session, UNKNOWN]) {
      expect(refusal(await remove(clerk.browser, clerk.id, id))).toEqual([404, 'not_found']);
      expect(refusal(await end(clerk.browser, clerk.id, id))).toEqual([404, 'not_found']);
    }
    expect(await waysOf(other.browser, other.id)).toMatchObject({
      passkeys: [{ id: passkey }],
      sessions: [{ id: session }],
    });
  });
});

describe('a manager', () => {
  it('removes the passkeys and ends the sessions of somebody else, the last too, which is activity', async () => {
    const { id, browser } = await somebody();
    const { mia } = world;
    const { passkeys, sessions } = await waysOf(mia.browser, id);
    expect((await remove(mia.browser, id, passkeys[0].id)).status).toBe(200);
    expect((await end(mia.browser, id, sessions[0].id)).status).toBe(200);
    expect(refusal(await browser.get('/session'))).toEqual([401, 'unauthorized']);
    const { data } = (await mia.browser.get('/activity')).body;
    expect(
      data
        .slice(0, 2)
        .map(({ operation, person_id, target }: Record<string, string>) => [
          operation,
          person_id,
          target,
        ]),
    ).toEqual([
      ['endPersonSession', mia.id, `person ${id}`],
      ['removePasskey', mia.id, `person ${id}`],
    ]);
  });

  it('shows a way in before their own passkey goes, as everybody does', async () => {
    const { id, browser } = await somebody({ passkeys: 2, roles: 'manager' });
    const [first] = (await waysOf(browser, id)).passkeys;
    await forgetProofs();
    expect(refusal(await remove(browser, id, first.id))).toEqual([422, 'proof_required']);
  });

  it('reaches nobody of another organization', async () => {
    const { id, browser } = await somebody();
    const { passkeys, sessions } = await waysOf(browser, id);
    const stranger = await signedIn(
      world.service.url,
      await invite(world.db, { organization: 'other' }),
    );
    expect(refusal(await stranger.get(`/people/${id}/ways-in`))).toEqual([404, 'not_found']);
    expect(refusal(await remove(stranger, id, passkeys[0].id))).toEqual([404, 'not_found']);
    expect(refusal(await end(stranger, id, sessions[0].id))).toEqual([404, 'not_found']);
  });
});
