// Sign-in by OpenID Connect, with an issuer of the test's own and a browser that follows where it is sent.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { makePasskey } from '../support/authenticator.ts';
import { browserAt, invite, refusal, signedIn } from '../support/browsers.ts';
import { hold } from '../support/concurrency.ts';
import { CLIENT, type OidcIssuer, startIssuer } from '../support/oidc-issuer.ts';
import { makePharmacy, type RunningService, startService } from '../support/pharmacy.ts';

let db: TestDatabase;
let service: RunningService;
let issuer: OidcIssuer;

beforeAll(async () => {
  db = await createTestDatabase();
  await makePharmacy(db.database);
  await makePharmacy(db.database, { slug: 'other', skuCodes: [] });
  issuer = await startIssuer();
  service = await startService(db.database, { oidc: { issuer: issuer.url, ...CLIENT } });
});
afterAll(async () => {
  await service.close();
  await issuer.close();
  await db.drop();
});
beforeEach(() => Object.assign(issuer, { who: { sub: 'nobody' }, wrong: {}, key: 'own' }));

type Cookies = Record<string, string>;

/** Goes to an address of ours or the issuer's, and keeps what cookies ours sets. */
async function go(address: string, cookies: Cookies): Promise<string> {
  const isOurs = address.startsWith(service.url);
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const answer = await fetch(address, {
    redirect: 'manual',
    headers: isOurs ? { cookie, 'sec-fetch-site': 'cross-site' } : {},
  });
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/Max-Age=0(;|$)/.test(line)) delete cookies[name];
    else cookies[name] = value;
  }
  expect([302, 303]).toContain(answer.status);
  return new URL(answer.headers.get('location') as string, address).href;
}

/** @returns where the browser ends, with its cookies */
async function signIn(cookies: Cookies = {}) {
  const authorize = await go(`${service.url}/app/sign-in/oidc`, cookies);
  // The issuer's redirect leaves the Strict cookies out.
  const lax = { '__Host-oidc': cookies['__Host-oidc'] as string };
  const callback = await go(authorize, {});
  const end = await go(callback, lax);
  return { end: end.slice(service.url.length), cookies: lax as Cookies, callback };
}

const CHOOSE = '/app/sign-in?choose=organization';

/** Comes to the choice, and accepts the invitation. */
async function accept(id: string, cookies: Cookies = {}) {
  const signed = await signIn(cookies);
  expect(signed.end).toBe(CHOOSE);
  const browser = browserAt(service.url, { ...cookies, ...signed.cookies });
  const chosen = await browser.post('/session/oidc', { body: { person_id: id } });
  expect(chosen.status, chosen.text).toBe(200);
  return browser;
}

const verified = (sub: string, email: string) => ({ sub, email, email_verified: true });

/** Whether the page offers it. */
async function isOffered(url: string): Promise<boolean> {
  return (await (await fetch(`${url}/app`)).text()).includes('data-oidc');
}

describe('OpenID Connect', () => {
  it('signs in whom the verified address names, once, and by the subject from then on', async () => {
    const { id } = await invite(db, { email: 'ana@example.org' });
    issuer.who = verified('subject-1', 'Ana@Example.org');
    const { body } = await (await accept(id)).get('/session');
    expect([body.person.id, body.locked]).toEqual([id, false]);
    issuer.who = verified('subject-1', 'changed@example.org');
    expect((await signIn()).end).toBe('/app');
    // The address went to somebody else at the issuer.
    issuer.who = verified('subject-2', 'ana@example.org');
    const stranger = await signIn();
    expect(stranger.end).toBe('/app/sign-in?problem=oidc_unknown');
    expect(stranger.cookies).not.toHaveProperty('__Host-session');
  });

  it('signs in nobody whose address is not verified, who was not invited, or has ended', async () => {
    const { id } = await invite(db, { email: 'eva@example.org', roles: 'clerk' });
    const before = await db.owner.query('select count(*) from person');
    for (const who of [
      { sub: 'eva', email: 'eva@example.org', email_verified: false },
      { sub: 'eva', email: 'eva@example.org' },
      { sub: 'eva' },
      verified('zoe', 'zoe@example.org'),
    ]) {
      issuer.who = who;
      expect((await signIn()).end).toBe('/app/sign-in?problem=oidc_unknown');
    }
    expect((await db.owner.query('select count(*) from person')).rows).toEqual(before.rows);
    issuer.who = verified('eva', 'eva@example.org');
    await accept(id);
    await db.owner.query('update person set ended_at = now() where id = $1', [id]);
    expect((await signIn()).end).toBe('/app/sign-in?problem=oidc_unknown');
  });

  it('lets who was invited by two see whose the invitations are, and binds neither before the choice', async () => {
    const mine = await invite(db, { email: 'two@example.org', name: 'Tia Wo' });
    const theirs = await invite(db, { email: 'two@example.org', organization: 'other', name: 'T' });
    issuer.who = verified('two', 'two@example.org');
    const { end, cookies } = await signIn();
    expect(end).toBe(CHOOSE);
    const browser = browserAt(service.url, cookies);
    const { rows: names } = await db.owner.query('select slug, name from organization');
    const nameOf = (slug: string) => names.find((row) => row.slug === slug).name;
    expect((await browser.get('/session/oidc')).body.data).toEqual([
      { id: mine.id, name: 'Tia Wo', organization: nameOf('pharmacy'), invited: true },
      { id: theirs.id, name: 'T', organization: nameOf('other'), invited: true },
    ]);
    const bound = 'select id from person where oidc_subject like $1';
    expect((await db.owner.query(bound, ['% two'])).rows).toEqual([]);
    expect((await browser.post('/session/oidc', { body: { person_id: mine.id } })).status).toBe(
      200,
    );
    expect((await browser.get('/session')).body.person.id).toBe(mine.id);
    expect((await db.owner.query(bound, ['% two'])).rows).toEqual([{ id: mine.id }]);
    // Chosen once: what the cookie held is worth nothing any more.
    expect(refusal(await browserAt(service.url, cookies).get('/session/oidc'))[0]).toBe(401);

    // The other invitation is still there, and somebody may work at both.
    await accept(theirs.id);
    const again = await signIn();
    expect(again.end).toBe(CHOOSE);
    const both = browserAt(service.url, again.cookies);
    const { data } = (await both.get('/session/oidc')).body;
    expect(data.map(({ id, invited }: { id: string; invited: boolean }) => [id, invited])).toEqual([
      [mine.id, false],
      [theirs.id, false],
    ]);
    expect((await both.post('/session/oidc', { body: { person_id: theirs.id } })).status).toBe(200);
    expect((await both.get('/session')).body.organization.name).toBe(nameOf('other'));
  });

  it('asks who works at one whether they accept an invitation of another, and leaves them where they are', async () => {
    const { id } = await invite(db, { email: 'lou@example.org' });
    issuer.who = verified('lou', 'lou@example.org');
    await accept(id);
    const spam = await invite(db, { email: 'lou@example.org', organization: 'other' });
    const browser = await accept(id);
    expect((await browser.get('/session')).body.person.id).toBe(id);
    const { rows } = await db.owner.query('select oidc_subject from person where id = $1', [
      spam.id,
    ]);
    expect(rows[0].oidc_subject).toBeNull();
  });

  it('takes no choice that was not offered, without the cookie or too late', async () => {
    const { id } = await invite(db, { email: 'max@example.org' });
    const stranger = await invite(db, { email: 'other@example.org', organization: 'other' });
    issuer.who = verified('max', 'max@example.org');
    const { cookies } = await signIn();
    const choose = (person_id: string, jar: Cookies = cookies) =>
      browserAt(service.url, { ...jar }).post('/session/oidc', { body: { person_id } });
    const forged = { '__Host-oidc': Buffer.alloc(32, 1).toString('base64url') };
    expect(refusal(await choose(stranger.id))).toEqual([401, 'unauthorized']);
    for (const jar of [{}, forged]) {
      expect(refusal(await choose(id, jar))).toEqual([401, 'unauthorized']);
      const listed = await browserAt(service.url, jar).get('/session/oidc');
      expect(refusal(listed)).toEqual([401, 'unauthorized']);
    }
    await db.owner.query(`update oidc_sign_in set expires_at = now() where subject like '% max'`);
    expect(refusal(await choose(id))).toEqual([401, 'unauthorized']);
    const { rows } = await db.owner.query(
      'select id from person where oidc_subject is not null and id = any($1)',
      [[id, stranger.id]],
    );
    expect(rows).toEqual([]);
  });

  it('makes one subject one person of an organization, whatever its address is by then', async () => {
    const { id } = await invite(db, { email: 'uma@example.org' });
    const second = await invite(db, { email: 'uma.new@example.org' });
    issuer.who = verified('uma', 'uma@example.org');
    const first = await signIn();
    issuer.who = verified('uma', 'uma.new@example.org');
    const other = await signIn();
    const choose = ({ cookies }: typeof first, person_id: string) =>
      browserAt(service.url, cookies).post('/session/oidc', { body: { person_id } });
    const held = await hold(db.owner, 'select from person where id = $1 for update', [id]);
    const answers = [choose(first, id)];
    await held.blocks(1);
    answers.push(choose(other, second.id));
    await Promise.race([held.blocks(2), answers[1]]);
    await held.release();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses).toEqual([200, 401]);
    expect((await signIn()).end).toBe('/app');
  });

  it('takes from who came by a link what may be of who made it, once the issuer says who it is', async () => {
    const manager = await signedIn(service.url, await invite(db));
    const body = { name: 'Ivo', roles: ['clerk'], email: 'ivo@example.org' };
    const invited = (await manager.post('/people', { body })).body;
    const byLink = await signedIn(service.url, invited);
    await byLink.put('/me/pin', { body: { pin: '730514' } });
    expect((await makePasskey(service.url).register(byLink)).status).toBe(201);
    issuer.who = verified('ivo', 'ivo@example.org');
    const ivo = await accept(invited.id);
    expect(refusal(await byLink.get('/session'))).toEqual([401, 'unauthorized']);
    const { person } = (await ivo.get('/session')).body;
    expect(person).toMatchObject({ has_pin: false, passkeys: 0, linked_by: [] });

    // What they choose from then on stays.
    await ivo.put('/me/pin', { body: { pin: '730514' } });
    expect((await makePasskey(service.url).register(ivo)).status).toBe(201);
    const { end, cookies } = await signIn();
    expect(end).toBe('/app');
    const session = (await browserAt(service.url, cookies).get('/session')).body;
    expect(session.person).toMatchObject({ has_pin: true, passkeys: 1, linked_by: [] });
    expect((await ivo.get('/session')).status).toBe(200);
  });

  it.each([
    ['of another issuer', { wrong: { iss: 'https://evil.example' } }],
    ['for another client', { wrong: { aud: 'somebody-else' } }],
    ['of another sign-in', { wrong: { nonce: 'another' } }],
    ['that is over', { wrong: { exp: 1 } }],
    ['that another key has signed', { key: 'foreign' as const }],
  ])('refuses an id token %s', async (_what, how) => {
    const email = `${crypto.randomUUID()}@example.org`;
    await invite(db, { email });
    Object.assign(issuer, { who: verified(email, email) }, how);
    const refused = await signIn();
    expect(refused.end).toBe('/app/sign-in?problem=oidc_failed');
    expect(refused.cookies).not.toHaveProperty('__Host-session');
    Object.assign(issuer, { wrong: {}, key: 'own' });
    expect((await signIn()).end).toBe(CHOOSE);
  });

  it('refuses an answer that another browser began, that came before, or that has no code', async () => {
    await invite(db, { email: 'bob@example.org' });
    issuer.who = verified('bob', 'bob@example.org');
    const mine: Cookies = {};
    const [yours, authorize] = [{} as Cookies, await go(`${service.url}/app/sign-in/oidc`, mine)];
    await go(`${service.url}/app/sign-in/oidc`, yours);
    const callback = await go(authorize, {});
    const failed = `${service.url}/app/sign-in?problem=oidc_failed`;
    expect(await go(callback, { ...yours })).toBe(failed);
    expect(await go(callback, {})).toBe(failed);
    expect(await go(callback, { ...mine })).toBe(service.url + CHOOSE);
    expect(await go(callback, { ...mine })).toBe(failed);
    expect(await go(callback.replace(/\?.*/, '?error=access_denied'), { ...mine })).toBe(failed);
    expect(await go(callback.replace(/\?.*/, ''), { ...mine })).toBe(failed);
  });

  it('keeps the terminal of the browser, though its cookie does not come with the redirect', async () => {
    const cy = await invite(db, { email: 'cy@example.org' });
    const manager = await signedIn(service.url, cy);
    const { body } = await manager.post('/terminals', { body: { name: 'Counter 1' } });
    issuer.who = verified('cy', 'cy@example.org');
    const terminal = { '__Host-terminal': manager.cookies['__Host-terminal'] as string };
    const chosen = await (await accept(cy.id, terminal)).get('/session');
    expect(chosen.body.terminal).toEqual({ id: body.id, name: 'Counter 1' });
    const { cookies } = await signIn(terminal);
    const session = await browserAt(service.url, cookies).get('/session');
    expect(session.body.terminal).toEqual({ id: body.id, name: 'Counter 1' });
  });

  it('unlocks a PIN that failures have locked', async () => {
    const { id } = await invite(db, { email: 'dan@example.org' });
    await db.owner.query('update person set pin_failures = 5 where id = $1', [id]);
    issuer.who = verified('dan', 'dan@example.org');
    await accept(id);
    const { rows } = await db.owner.query('select pin_failures from person where id = $1', [id]);
    expect(rows[0].pin_failures).toBe(0);
  });

  it('takes the ways that a link chose, also of a sign-in that is under way', async () => {
    const manager = await signedIn(service.url, await invite(db, { name: 'Xenia' }));
    await manager.post('/terminals', { body: { name: 'Counter 2' } });
    const terminal = { '__Host-terminal': manager.cookies['__Host-terminal'] as string };
    const email = 'fay@example.org';
    const fay = { name: 'Fay', roles: ['pharmacist'], email };
    const invited = (await manager.post('/people', { body: fay })).body;
    const pin = '493027';
    await (await signedIn(service.url, invited)).put('/me/pin', { body: { pin } });
    const played = browserAt(service.url, { ...terminal });
    const held = await hold(db.owner, 'select from terminal for update');
    const guess = played.post('/session/pin', { body: { person_id: invited.id, pin } });
    await held.blocks(1);
    issuer.who = verified('fay', email);
    const own = accept(invited.id);
    await Promise.race([own, held.blocks(2)]);
    await held.release();
    expect((await (await own).get('/session')).body.person.id).toBe(invited.id);
    await guess;
    expect(refusal(await played.get('/session'))).toEqual([401, 'unauthorized']);
    const again = await played.post('/session/pin', { body: { person_id: invited.id, pin } });
    expect(refusal(again)).toEqual([401, 'unauthorized']);
  });

  it('sends nobody on from another name of this address', async () => {
    const { request } = await import('node:http');
    const status = await new Promise((resolve, reject) => {
      const sent = request(`${service.url}/app/sign-in/oidc`, {
        headers: { host: 'evil.example' },
      });
      sent.on('error', reject).on('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.end();
    });
    expect(status).toBe(403);
  });

  it('says so when the issuer does not answer, and asks it again the next time', async () => {
    const dead = await startIssuer();
    await dead.close();
    const other = await startService(db.database, { oidc: { issuer: dead.url, ...CLIENT } });
    const answer = await fetch(`${other.url}/app/sign-in/oidc`, { redirect: 'manual' });
    expect(answer.headers.get('location')).toBe('/app/sign-in?problem=oidc_unavailable');
    await other.close();
  });

  it('is nowhere without an issuer', async () => {
    const other = await startService(db.database);
    const answer = await fetch(`${other.url}/app/sign-in/oidc/callback?code=1&state=2`, {
      redirect: 'manual',
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect([await isOffered(service.url), await isOffered(other.url)]).toEqual([true, false]);
    expect(refusal(await browserAt(other.url).get('/session'))).toEqual([401, 'unauthorized']);
    await other.close();
  });
});
