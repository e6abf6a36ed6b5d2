// How long a session lasts, when it is locked, and what ends it.
import { describe, expect, it } from 'vitest';
import { sessionAuthenticator } from '../../src/people/sessions.ts';
import { type Browser, browserAt, invite, refusal, signedIn } from '../support/browsers.ts';
import { makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const PIN = '493027';

const world = useWorld(async ({ db, service }) => {
  await makePharmacy(db.database);
  const manager = await signedIn(service.url, await invite(db));
  await manager.post('/terminals', { body: { name: 'Counter 1' } });
  return { manager, terminal: manager.cookies['__Host-terminal'] as string };
});

async function atTerminal() {
  const who = await invite(world.db, { roles: 'clerk' });
  const own = await signedIn(world.service.url, who);
  await own.put('/me/pin', { body: { pin: PIN } });
  const shared = browserAt(world.service.url, { '__Host-terminal': world.terminal });
  await shared.post('/session/pin', { body: { person_id: who.id, pin: PIN } });
  return { who, own, shared };
}

/** As if the last request of the person's sessions, or their beginning, were longer ago. */
const age = (column: 'last_used_at' | 'created_at', by: string, personId: string) =>
  world.db.owner.query(
    `update person_session set ${column} = ${column} - $1::interval where person_id = $2`,
    [by, personId],
  );

describe('a session', () => {
  it('is locked after 10 minutes at a terminal and 30 elsewhere, and not before', async () => {
    const { who, own, shared } = await atTerminal();
    await age('last_used_at', '9 minutes 50 seconds', who.id);
    expect((await shared.get('/inventory/locations')).status).toBe(200);
    expect((await own.get('/inventory/locations')).status).toBe(200);
    await age('last_used_at', '10 minutes 1 second', who.id);
    expect(refusal(await shared.get('/inventory/locations'))).toEqual([401, 'session_locked']);
    expect((await shared.get('/session')).body).toMatchObject({ locked: true });
    expect((await own.get('/inventory/locations')).status).toBe(200);
    await age('last_used_at', '30 minutes 1 second', who.id);
    expect(refusal(await own.get('/inventory/locations'))).toEqual([401, 'session_locked']);
  });

  it('stays awake while it is used, though the last use is rarely written', async () => {
    const { who, own } = await atTerminal();
    const lastUse = async () => {
      const { rows } = await world.db.owner.query(
        'select last_used_at::text as at from person_session where person_id = $1 and terminal_id is null',
        [who.id],
      );
      return rows[0].at as string;
    };
    const before = await lastUse();
    await own.get('/session');
    expect(await lastUse()).toBe(before);
    await age('last_used_at', '20 minutes', who.id);
    await own.get('/session');
    expect((await lastUse()) > before).toBe(true);
  });

  it('continues after it is unlocked, for the same person alone', async () => {
    const { who, shared } = await atTerminal();
    const cookie = shared.cookies['__Host-session'];
    expect((await shared.post('/session/lock')).body).toMatchObject({ locked: true });
    expect(refusal(await shared.get('/inventory/stock'))).toEqual([401, 'session_locked']);
    expect(refusal(await shared.put('/me/pin', { body: { pin: '503918' } }))).toEqual([
      401,
      'session_locked',
    ]);
    const other = await shared.post('/session/unlock', { body: { pin: '111222' } });
    expect(refusal(other)).toEqual([401, 'unauthorized']);
    const unlocked = await shared.post('/session/unlock', { body: { pin: PIN } });
    expect(unlocked.body).toMatchObject({ locked: false, person: { id: who.id } });
    expect(shared.cookies['__Host-session']).toBe(cookie);
    expect((await shared.get('/inventory/stock')).status).toBe(200);
  });

  it('is not unlocked by a PIN elsewhere, by nothing, or by a PIN that five failures locked', async () => {
    const { own, shared } = await atTerminal();
    await own.post('/session/lock');
    expect(refusal(await own.post('/session/unlock', { body: { pin: PIN } }))).toEqual([
      401,
      'unauthorized',
    ]);
    expect(refusal(await own.post('/session/unlock', { body: {} }))).toEqual([
      400,
      'validation_failed',
    ]);
    await shared.post('/session/lock');
    for (let failure = 1; failure <= 5; failure += 1) {
      await shared.post('/session/unlock', { body: { pin: '111222' } });
    }
    const locked = await shared.post('/session/unlock', { body: { pin: PIN } });
    expect(refusal(locked)).toEqual([401, 'pin_locked']);
  });

  it('ends after twelve hours, however busy', async () => {
    const { who, own } = await atTerminal();
    await age('created_at', '11 hours 59 minutes', who.id);
    expect((await own.get('/session')).status).toBe(200);
    await age('created_at', '1 minute', who.id);
    expect(refusal(await own.get('/session'))).toEqual([401, 'unauthorized']);
  });

  it('ends when the person signs out, locked or not, and its cookie goes', async () => {
    const { shared } = await atTerminal();
    const cookies = { ...shared.cookies };
    await shared.post('/session/lock');
    expect((await shared.delete('/session')).body).toEqual({ signed_out: true });
    expect(Object.keys(shared.cookies)).toEqual(['__Host-terminal']);
    const copy = browserAt(world.service.url, cookies);
    expect(refusal(await copy.get('/session'))).toEqual([401, 'unauthorized']);
  });

  it('ends with the next request once the person is ended', async () => {
    const { who, own, shared } = await atTerminal();
    const ended = await world.manager.delete(`/people/${who.id}`);
    expect(ended.body).toEqual({ id: who.id, ended: true });
    for (const browser of [own, shared]) {
      expect(refusal(await browser.get('/inventory/stock'))).toEqual([401, 'unauthorized']);
      expect(refusal(await browser.get('/session'))).toEqual([401, 'unauthorized']);
    }
  });

  it('has other scopes with the next request once the roles are others', async () => {
    const { who, own } = await atTerminal();
    expect(refusal(await own.get('/people'))).toEqual([403, 'insufficient_scope']);
    await world.manager.patch(`/people/${who.id}`, { body: { roles: ['manager'] } });
    expect((await own.get('/people')).status).toBe(200);
  });

  it('opens nothing of the public API', async () => {
    const session = world.manager.cookies['__Host-session'];
    const answer = await fetch(`${world.service.url}/api/public/v1/inventory/stock`, {
      headers: { cookie: `__Host-session=${session}`, authorization: `Bearer ${session}` },
    });
    expect(answer.status).toBe(401);
  });
});

it('a person has one quota of requests at once, however many sessions they have', async () => {
  const { own, shared, who } = await atTerminal();
  const authenticate = sessionAuthenticator(world.db.database);
  const of = (browser: Browser) =>
    authenticate(
      { session: browser.cookies['__Host-session'], terminal: undefined },
      { mayBeLocked: false, person: who.id },
    );
  const entered = await Promise.all(
    Array.from({ length: 32 }, (_, index) => of(index % 2 === 0 ? own : shared)),
  );
  for (const browser of [own, shared]) {
    await expect(of(browser)).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
  }
  expect(new Set(entered.map(({ principal }) => principal.callerId)).size).toBe(1);
  const manager = await authenticate(
    { session: world.manager.cookies['__Host-session'], terminal: undefined },
    { mayBeLocked: false, person: undefined },
  );
  for (const { leave } of [...entered, manager]) leave();
  (await of(shared)).leave();
});
