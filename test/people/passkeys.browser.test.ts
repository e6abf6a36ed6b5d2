// Passkeys in a real browser, whose authenticator is a virtual one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, browserAt, invite, refusal, signedIn } from '../support/browsers.ts';
import { type BrowserPage, findChromium, openBrowser } from '../support/chromium.ts';
import { makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const program = findChromium('passkeys');

/** What a browser does with the options of a challenge: it answers them, or says why not. */
const CEREMONIES = {
  create: 'create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })',
  get: 'get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })',
};

describe.skipIf(program === undefined)('a passkey', { shuffle: false }, () => {
  const world = useWorld(
    async ({ db }) => {
      await makePharmacy(db.database);
      return undefined;
    },
    { service: { host: 'localhost' } },
  );
  let page: BrowserPage;
  let ana: Browser;
  let anaId: string;
  /** Ana's answer when she registered, and the id of its credential. */
  let registered: { id: string };

  beforeAll(async () => {
    page = await openBrowser(program as string);
    // Any document of the same origin.
    await page.open(`${world.service.url}/docs`);
    await page.until(`location.pathname === '/docs' && document.readyState === 'complete'`, 'docs');
    await page.holdPasskeys();
    const invited = await invite(world.db, { roles: 'pharmacist,manager' });
    anaId = invited.id;
    ana = await signedIn(world.service.url, invited);
  }, 120_000);
  afterAll(() => page?.close());

  const perform = (how: keyof typeof CEREMONIES, options: unknown) =>
    page.evaluate<{ id: string }>(
      `(async (options) => (await navigator.credentials.${CEREMONIES[how]}).toJSON())(${JSON.stringify(options)})`,
    );

  const challenge = async () => {
    const { status, body } = await browserAt(world.service.url).post('/session/passkey/options');
    expect(status).toBe(201);
    return body as { challenge_id: string; options: unknown };
  };
  /** The answer to a new challenge. */
  const answered = async () => {
    const { challenge_id, options } = await challenge();
    return { challenge_id, response: await perform('get', options) };
  };

  it('is registered by a person who is signed in, once', async () => {
    const begun = (await ana.post('/me/passkeys/options')).body;
    registered = await perform('create', begun.options);
    const body = { challenge_id: begun.challenge_id, response: registered };
    expect((await ana.post('/me/passkeys', { body })).status).toBe(201);
    expect((await ana.get('/session')).body.person.passkeys).toBe(1);
    expect(refusal(await ana.post('/me/passkeys', { body }))).toEqual([401, 'unauthorized']);
    const again = (await ana.post('/me/passkeys/options')).body;
    const replayed = { challenge_id: again.challenge_id, response: registered };
    expect(refusal(await ana.post('/me/passkeys', { body: replayed }))).toEqual([
      400,
      'validation_failed',
    ]);
    // The browser knows that it has one.
    await expect(perform('create', again.options)).rejects.toThrow(
      /InvalidState|excluded|already/i,
    );
    expect((await ana.get('/session')).body.person.passkeys).toBe(1);
  });

  it('begins a session, and its answer works once', async () => {
    const body = await answered();
    const browser = browserAt(world.service.url);
    const answer = await browser.post('/session/passkey', { body });
    expect([answer.status, answer.body.person.id]).toEqual([200, anaId]);
    expect((await browser.get('/session')).status).toBe(200);
    const other = browserAt(world.service.url);
    expect(refusal(await other.post('/session/passkey', { body }))).toEqual([401, 'unauthorized']);
  });

  it('answers its own challenge alone, within five minutes, unchanged', async () => {
    const browser = browserAt(world.service.url);
    const ask = (body: object) => browser.post('/session/passkey', { body });
    const swapped = { ...(await answered()), challenge_id: (await challenge()).challenge_id };
    expect(refusal(await ask(swapped))).toEqual([401, 'unauthorized']);
    const old = await answered();
    await world.db.owner.query(
      `update passkey_challenge set expires_at = expires_at - interval '5 minutes'`,
    );
    expect(refusal(await ask(old))).toEqual([401, 'unauthorized']);
    const { challenge_id, response } = (await answered()) as unknown as {
      challenge_id: string;
      response: { response: { signature: string } };
    };
    response.response.signature = response.response.signature.replace(/....$/, 'AAAA');
    expect(refusal(await ask({ challenge_id, response }))).toEqual([401, 'unauthorized']);
    const unknown = { challenge_id: (await challenge()).challenge_id, response: { id: 'x' } };
    expect(refusal(await ask(unknown))).toEqual([401, 'unauthorized']);
    expect(refusal(await ask({ challenge_id: crypto.randomUUID(), response }))).toEqual([
      401,
      'unauthorized',
    ]);
  });

  it('unlocks the session of its own person alone', async () => {
    await ana.post('/session/lock');
    const ben = await signedIn(world.service.url, await invite(world.db, { roles: 'clerk' }));
    await ben.post('/session/lock');
    const wrong = await ben.post('/session/unlock', { body: { passkey: await answered() } });
    expect(refusal(wrong)).toEqual([401, 'unauthorized']);
    const right = await ana.post('/session/unlock', { body: { passkey: await answered() } });
    expect([right.status, right.body.locked]).toEqual([200, false]);
  });

  it('witnesses, away from a terminal too', async () => {
    const ben = await signedIn(world.service.url, await invite(world.db, { roles: 'clerk' }));
    const request = { person_id: anaId, operation: 'wasteStock', body: { qty: 1 } };
    const given = await ben.post('/witness', { body: { ...request, passkey: await answered() } });
    expect(given.status).toBe(201);
  });

  it('is another way in, which unlocks a PIN', async () => {
    await world.db.owner.query('update person set pin_failures = 5 where id = $1', [anaId]);
    const browser = browserAt(world.service.url);
    await browser.post('/session/passkey', { body: await answered() });
    const { rows } = await world.db.owner.query('select pin_failures from person where id = $1', [
      anaId,
    ]);
    expect(rows[0].pin_failures).toBe(0);
  });

  it('opens nothing once its person has ended', async () => {
    await world.db.owner.query('update person set ended_at = now() where id = $1', [anaId]);
    const browser = browserAt(world.service.url);
    const refused = await browser.post('/session/passkey', { body: await answered() });
    expect(refusal(refused)).toEqual([401, 'unauthorized']);
  });
});
