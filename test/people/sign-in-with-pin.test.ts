import { describe, expect, it } from 'vitest';
import {
  type Browser,
  browserAt,
  type Invited,
  invite,
  refusal,
  signedIn,
} from '../support/browsers.ts';
import { makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const PIN = '493027';

const world = useWorld(async ({ db, service }) => {
  await makePharmacy(db.database);
  await makePharmacy(db.database, { slug: 'other', skuCodes: [] });
  const manager = await signedIn(service.url, await invite(db));
  const enrolled = await manager.post('/terminals', { body: { name: 'Counter 1' } });
  const terminal = manager.cookies['__Host-terminal'] as string;
  return { manager, terminal, terminalId: enrolled.body.id as string };
});

/** Somebody with a PIN, and the browser in which they chose it. */
async function withPin(organization = 'pharmacy'): Promise<{ who: Invited; own: Browser }> {
  const who = await invite(world.db, { organization, name: 'Ben Okafor', roles: 'clerk' });
  const own = await signedIn(world.service.url, who);
  const set = await own.put('/me/pin', { body: { pin: PIN } });
  expect([set.status, set.body]).toEqual([200, { has_pin: true }]);
  return { who, own };
}

const atTerminal = () => browserAt(world.service.url, { '__Host-terminal': world.terminal });
const guess = (person_id: string, pin: string, browser = atTerminal()) =>
  browser.post('/session/pin', { body: { person_id, pin } });

describe('a PIN', () => {
  it('begins a session at a terminal, of a person whom it lists', async () => {
    const { who } = await withPin();
    const terminal = atTerminal();
    const listed = await terminal.get('/terminal/people');
    expect(listed.body).toMatchObject({
      terminal: 'Counter 1',
      data: expect.arrayContaining([{ id: who.id, name: 'Ben Okafor' }]),
    });
    const answer = await guess(who.id, PIN, terminal);
    expect(answer.body).toMatchObject({
      person: { id: who.id, has_pin: true },
      terminal: { id: world.terminalId, name: 'Counter 1' },
    });
    expect((await terminal.get('/session')).body.person.id).toBe(who.id);
    expect((await guess(who.id.toUpperCase(), PIN)).body.person?.id).toBe(who.id);
  });

  it('opens nothing in a browser that is no terminal, or a terminal that was ended', async () => {
    const { who } = await withPin();
    for (const browser of [
      browserAt(world.service.url),
      browserAt(world.service.url, { '__Host-terminal': 'x'.repeat(43) }),
    ]) {
      expect(refusal(await guess(who.id, PIN, browser))).toEqual([401, 'unauthorized']);
      expect(refusal(await browser.get('/terminal/people'))).toEqual([401, 'unauthorized']);
    }
    const manager = await signedIn(world.service.url, await invite(world.db));
    const { body } = await manager.post('/terminals', { body: { name: 'Counter 2' } });
    const terminal = browserAt(world.service.url, {
      '__Host-terminal': manager.cookies['__Host-terminal'] as string,
    });
    expect((await guess(who.id, PIN, terminal)).status).toBe(200);
    expect((await world.manager.delete(`/terminals/${body.id}`)).status).toBe(200);
    expect(refusal(await guess(who.id, PIN, terminal))).toEqual([401, 'unauthorized']);
    expect(refusal(await terminal.get('/session'))).toEqual([401, 'unauthorized']);
  });

  it('opens nothing at the terminal of another organization', async () => {
    const { who } = await withPin('other');
    expect(refusal(await guess(who.id, PIN))).toEqual([401, 'unauthorized']);
    const { rows } = await world.db.owner.query('select pin_failures from person where id = $1', [
      who.id,
    ]);
    expect(rows[0].pin_failures).toBe(0);
  });

  it('is locked by five failures until another way in is used', async () => {
    const { who, own } = await withPin();
    for (let failure = 1; failure <= 5; failure += 1) {
      expect(refusal(await guess(who.id, '111222'))).toEqual([401, 'unauthorized']);
    }
    expect(refusal(await guess(who.id, PIN))).toEqual([401, 'pin_locked']);
    const listed = await world.manager.get('/people');
    expect(listed.body.data).toContainEqual(
      expect.objectContaining({ id: who.id, has_pin: true, pin_locked: true }),
    );
    const { body } = await world.manager.post(`/people/${who.id}/link`);
    const linked = await signedIn(world.service.url, body);
    // Who made the link may have it, and would guess on.
    expect(refusal(await guess(who.id, PIN))).toEqual([401, 'pin_locked']);
    expect(refusal(await own.get('/session'))).toEqual([401, 'unauthorized']);
    await world.operate('person', 'confirm', '--id', who.id);
    expect((await guess(who.id, PIN)).status).toBe(200);
    expect((await linked.get('/session')).status).toBe(200);
  });

  it('gives no more than five guesses to many at once', async () => {
    const { who } = await withPin();
    const guesses = Array.from({ length: 20 }, (_, index) => guess(who.id, `87654${index % 10}`));
    const codes = (await Promise.all(guesses)).map((answer) => refusal(answer)[1]);
    expect(codes.filter((code) => code === 'unauthorized')).toHaveLength(5);
    expect(codes.filter((code) => code === 'pin_locked')).toHaveLength(15);
    expect(refusal(await guess(who.id, PIN))).toEqual([401, 'pin_locked']);
  });

  it('forgets the failures at the right one', async () => {
    const { who } = await withPin();
    for (let round = 0; round < 2; round += 1) {
      for (let failure = 1; failure <= 4; failure += 1) await guess(who.id, '111222');
      expect((await guess(who.id, PIN)).status).toBe(200);
    }
  });

  it('is six digits that not everybody would guess', async () => {
    const own = await signedIn(world.service.url, await invite(world.db));
    for (const pin of [
      '000000',
      '123456',
      '987654',
      '890123',
      '121212',
      '123123',
      '12345',
      '1234567',
      'abcdef',
    ]) {
      const refused = await own.put('/me/pin', { body: { pin } });
      expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'pin']);
    }
  });

  it('is nobody’s who has ended or has none', async () => {
    const { who } = await withPin();
    await world.manager.delete(`/people/${who.id}`);
    const without = await invite(world.db, { roles: 'clerk' });
    for (const id of [who.id, without.id, crypto.randomUUID()]) {
      expect(refusal(await guess(id, PIN))).toEqual([401, 'unauthorized']);
    }
  });
});
