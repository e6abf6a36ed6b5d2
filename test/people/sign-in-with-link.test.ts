import { describe, expect, it } from 'vitest';
import { browserAt, invite, refusal, signedIn, tokenOf } from '../support/browsers.ts';
import { hold } from '../support/concurrency.ts';
import { operateJson } from '../support/operator.ts';
import { makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld(async ({ db }) => {
  await makePharmacy(db.database);
  return undefined;
});

const use = (token: string) =>
  browserAt(world.service.url).post('/session/link', { body: { token } });

describe('a sign-in link', () => {
  it('begins a session of what the roles allow, in a cookie that no script and no other site has', async () => {
    const invited = await invite(world.db, { roles: 'pharmacist,manager' });
    const answer = await use(tokenOf(invited.link));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      person: { id: invited.id, name: 'Ana Ruiz', has_pin: false, passkeys: 0 },
      organization: { name: 'pharmacy' },
      terminal: null,
      locked: false,
    });
    expect(answer.body.scopes).toEqual(expect.arrayContaining(['lots:release', 'people:write']));
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-session=[\w-]{43}; /);
    for (const word of ['Path=/', 'Secure', 'HttpOnly', 'SameSite=Strict', 'Max-Age=43200']) {
      expect(cookie.split('; ')).toContain(word);
    }
  });

  it('works once, also for two who use it at once', async () => {
    const token = tokenOf((await invite(world.db)).link);
    const answers = await Promise.all([use(token), use(token), use(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect(refusal(await use(token))).toEqual([401, 'unauthorized']);
  });

  it('works for 72 hours', async () => {
    const [young, old] = [await invite(world.db), await invite(world.db)];
    const age =
      'update sign_in_link set expires_at = expires_at - $1::interval where person_id = $2';
    await world.db.owner.query(age, ['71 hours 59 minutes', young.id]);
    await world.db.owner.query(age, ['72 hours', old.id]);
    expect((await use(tokenOf(young.link))).status).toBe(200);
    expect(refusal(await use(tokenOf(old.link)))).toEqual([401, 'unauthorized']);
  });

  it('is refused when it is nobody’s, is no token, or the person has ended', async () => {
    expect(refusal(await use('x'.repeat(43)))).toEqual([401, 'unauthorized']);
    expect(refusal(await use('<script>'))).toEqual([400, 'validation_failed']);
    await invite(world.db);
    const { id, link } = await invite(world.db, { roles: 'clerk' });
    await world.db.owner.query('update person set ended_at = now() where id = $1', [id]);
    expect(refusal(await use(tokenOf(link)))).toEqual([401, 'unauthorized']);
  });

  it('ends when a manager makes another for the same person', async () => {
    const manager = await signedIn(world.service.url, await invite(world.db));
    const clerk = await invite(world.db, { roles: 'clerk' });
    const renewed = await manager.post(`/people/${clerk.id}/link`);
    expect(renewed.status).toBe(201);
    expect(refusal(await use(tokenOf(clerk.link)))).toEqual([401, 'unauthorized']);
    expect((await use(tokenOf(renewed.body.link))).status).toBe(200);
    const nobody = await manager.post(`/people/${crypto.randomUUID()}/link`);
    expect(refusal(nobody)).toEqual([404, 'not_found']);
  });

  it('leaves no session when another is made in the same moment', async () => {
    const { db } = world;
    const clerk = await invite(db, { roles: 'clerk' });
    // The session is written and not committed yet while the operator makes another link.
    const held = await hold(db.owner, 'lock table operator_action in share mode');
    const browser = browserAt(world.service.url);
    const used = browser.post('/session/link', { body: { token: tokenOf(clerk.link) } });
    await held.blocks(1);
    const renewed = operateJson(db.database, 'person', 'link', '--id', clerk.id);
    await held.blocks(2);
    await held.release();
    expect([(await used).status, (await renewed).id]).toEqual([200, clerk.id]);
    expect(refusal(await browser.get('/session'))).toEqual([401, 'unauthorized']);
  });

  it('is stored as a hash alone, and so is the session', async () => {
    const invited = await invite(world.db);
    const { cookies } = await signedIn(world.service.url, invited);
    const secrets = [tokenOf(invited.link), cookies['__Host-session'] as string];
    const { rows } = await world.db.owner.query(
      `select l::text as text from sign_in_link l union all select s::text from person_session s
       union all select a::text from operator_action a`,
    );
    const hex = secrets.map((secret) => Buffer.from(secret, 'base64url').toString('hex'));
    for (const secret of [...secrets, ...hex]) {
      expect(rows.filter(({ text }) => text.includes(secret))).toEqual([]);
    }
  });
});
