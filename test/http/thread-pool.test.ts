// What callers ask for together never takes all of Node's four threads: the database's name is looked up there too.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSite } from '../../src/http/docs/site.ts';
import { type Browser, browserAt, invite, signedIn } from '../support/browsers.ts';
import { CLIENT, type OidcIssuer, startIssuer } from '../support/oidc-issuer.ts';
import { makePharmacy, type RunningService, startService } from '../support/pharmacy.ts';
import { ask } from '../support/raw.ts';
import { watchThreadsTaken } from '../support/thread-pool.ts';
import { useWorld } from '../support/world.ts';

const PIN = '493027';
const AT_ONCE = 30;

const world = useWorld(async ({ db }) => {
  await makePharmacy(db.database);
  return {};
});

/** All at once, by one of them after another. */
function allAtOnce<Result>(ask: (index: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: AT_ONCE }, (_, index) => ask(index)));
}

describe('PINs', () => {
  it('are hashed one at a time, and of one person few wait', async () => {
    const own = await signedIn(world.service.url, await invite(world.db));
    const end = watchThreadsTaken();
    const answers = await allAtOnce(() => own.put('/me/pin', { body: { pin: PIN } }));
    expect(end()).toEqual({ SCRYPTREQUEST: 1 });
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
  });

  it('of others are hashed meanwhile, and a guess that is turned away does not count', async () => {
    const { url } = world.service;
    const manager = await signedIn(url, await invite(world.db));
    await manager.post('/terminals', { body: { name: 'Counter' } });
    const terminal = { '__Host-terminal': manager.cookies['__Host-terminal'] as string };
    const other = await invite(world.db, { name: 'Ben', roles: 'clerk' });
    await (await signedIn(url, other)).put('/me/pin', { body: { pin: PIN } });
    const guess = () =>
      browserAt(url, { ...terminal }).post('/session/pin', {
        body: { person_id: other.id, pin: PIN },
      });
    const beside = allAtOnce(() => manager.put('/me/pin', { body: { pin: PIN } }));
    expect((await guess()).status).toBe(200);
    await beside;
    // More than may wait: those that are compared are right, so that nothing is locked.
    const own = await signedIn(url, { ...other, ...(await renewed(manager, other.id)) });
    const [guesses] = await Promise.all([
      Promise.all(Array.from({ length: 5 }, guess)),
      allAtOnce(() => own.put('/me/pin', { body: { pin: PIN } })),
    ]);
    const statuses = new Set(guesses.map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    const { rows } = await world.db.owner.query('select pin_failures from person where id = $1', [
      other.id,
    ]);
    expect(rows[0].pin_failures).toBe(0);
  });
});

async function renewed(manager: Browser, id: string): Promise<{ link: string }> {
  return (await manager.post(`/people/${id}/link`)).body;
}

it('pages are compressed one at a time', async () => {
  const { url } = world.service;
  const site = readSite().map(({ name }) => `/docs/${name}`.replace(/\/$/, ''));
  const paths = ['/app/assets/LICENSE.txt', '/app/assets/page.css', ...site];
  expect(paths.length).toBeGreaterThan(5);
  const end = watchThreadsTaken();
  await Promise.all(
    paths.flatMap((path) =>
      // A client that unpacks what came would take threads itself.
      ['br', 'gzip'].map((coding) =>
        ask(url, { target: path, headers: [['Accept-Encoding', coding]] }),
      ),
    ),
  );
  expect(end()).toEqual({ ZLIB: 1 });
});

describe('an issuer of OpenID Connect', () => {
  let issuer: OidcIssuer;
  let service: RunningService;
  beforeAll(async () => {
    issuer = await startIssuer();
    // The name is looked up for each connection.
    const named = issuer.url.replace('127.0.0.1', 'localhost');
    Object.assign(issuer, { url: named });
    service = await startService(world.db.database, { oidc: { issuer: named, ...CLIENT } });
  });
  afterAll(async () => {
    await service.close();
    await issuer.close();
  });

  it('is asked by two at a time', async () => {
    const begin = async () => {
      const begun = await fetch(`${service.url}/app/sign-in/oidc`, { redirect: 'manual' });
      const [cookie = ''] = (begun.headers.getSetCookie()[0] ?? '').split(';');
      return { cookie, to: new URL(begun.headers.get('location') as string) };
    };
    const all = await allAtOnce(begin);
    const end = watchThreadsTaken();
    await Promise.all(
      all.map(({ cookie, to }) => {
        const back = new URL(to.searchParams.get('redirect_uri') as string);
        back.searchParams.set('code', 'of nobody');
        back.searchParams.set('state', to.searchParams.get('state') as string);
        return fetch(back, { redirect: 'manual', headers: { cookie } });
      }),
    );
    expect(end().GETADDRINFOREQWRAP ?? 0).toBeLessThanOrEqual(2);
  });
});
