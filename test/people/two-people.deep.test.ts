// One manager alone cannot be two people: not by inviting somebody, nor by a new link for somebody who is there, nor by
// what can be done with either. The attack is played on a service as a script; then, what ends the suspicion.
import { beforeAll, describe, expect, it } from 'vitest';
import { makePasskey, type Passkey } from '../support/authenticator.ts';
import {
  type Browser,
  browserAt,
  invite,
  refusal,
  signedIn,
  tokenOf,
} from '../support/browsers.ts';
import { day, freshKey, makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const ROSAS_PIN = '730514';
const PIN = '493027';
const LOT = { sku_code: 'MORPH', lot_number: 'M-1' };
const OWN = [422, 'own_approval'];
const GONE = [401, 'unauthorized'];

/** Somebody whom the manager plays, or a real person, at a browser of theirs. */
interface Someone {
  readonly id: string;
  readonly browser: Browser;
  /** Whether the manager knows the PIN or has the passkey. */
  readonly mayWitness?: boolean;
  readonly passkey?: Passkey;
}

const world = useWorld(async ({ db, service }) => {
  const lots = [{ ...LOT, qty: 50, expiry_date: day(200) }];
  await makePharmacy(db.database, { skuCodes: ['MORPH'], lots });
  await db.owner.query(`update product set controlled_schedule = 'III'`);
  const invited = await invite(db, { roles: 'manager', name: 'Xenia Ade' });
  const xenia = { id: invited.id, browser: await signedIn(service.url, invited) };
  await xenia.browser.put('/me/pin', { body: { pin: PIN } });
  await xenia.browser.post('/terminals', { body: { name: 'Counter' } });
  return { xenia, terminal: xenia.browser.cookies['__Host-terminal'] as string };
});

const url = () => world.service.url;

/** A real colleague, whom the operator invited, with a PIN that the manager does not know. */
async function colleague(roles = 'pharmacist'): Promise<Someone> {
  const invited = await invite(world.db, { roles, name: 'Rosa Diaz' });
  const browser = await signedIn(url(), invited);
  expect((await browser.put('/me/pin', { body: { pin: ROSAS_PIN } })).status).toBe(200);
  return { id: invited.id, browser };
}

async function invitedBy({ browser }: Someone, roles: string[]): Promise<Someone> {
  const { body } = await browser.post('/people', { body: { name: 'Somebody', roles } });
  return { id: body.id, browser: await signedIn(url(), body) };
}

/** At the terminal, where who makes the link is. */
async function newLink({ browser }: Someone, id: string): Promise<Someone> {
  const { status, body } = await browser.post(`/people/${id}/link`);
  expect(status).toBe(201);
  const other = browserAt(url(), { '__Host-terminal': world.terminal });
  const token = tokenOf(body.link);
  expect((await other.post('/session/link', { body: { token } })).status).toBe(200);
  return { id, browser: other };
}

async function byPin({ id, browser }: Someone): Promise<Someone> {
  expect((await browser.put('/me/pin', { body: { pin: PIN } })).status).toBe(200);
  return { ...(await atTerminal(id, PIN)), mayWitness: true };
}

async function atTerminal(id: string, pin: string): Promise<Someone> {
  const browser = browserAt(url(), { '__Host-terminal': world.terminal });
  const { status } = await browser.post('/session/pin', { body: { person_id: id, pin } });
  expect(status).toBe(200);
  return { id, browser };
}

async function byPasskey({ id, browser }: Someone): Promise<Someone> {
  const passkey = makePasskey(url());
  expect((await passkey.register(browser)).status).toBe(201);
  const other = browserAt(url(), { '__Host-terminal': world.terminal });
  const body = await passkey.answer(other);
  expect((await other.post('/session/passkey', { body })).status).toBe(200);
  return { id, browser: other, passkey, mayWitness: true };
}

/** @returns the sheet and its line, handed in */
async function counted({ browser }: Someone, units = 3) {
  const headers = { 'Idempotency-Key': freshKey() };
  const scope = { location: 'Main', scope: 'skus', sku_codes: ['MORPH'] };
  const { id } = (await browser.post('/counts', { body: scope, headers })).body;
  const lines = [{ ...LOT, counted: units }];
  const [line] = (await browser.put(`/counts/${id}/lines`, { body: { lines } })).body.data;
  const handedIn = await browser.post(`/counts/${id}/hand-in`, {
    headers: { 'Idempotency-Key': freshKey() },
  });
  expect(handedIn.status, handedIn.text).toBe(200);
  return { sheet: id as string, line: line.id as string };
}

type Counted = Awaited<ReturnType<typeof counted>>;

const approve = ({ browser }: Someone, { sheet, line }: Counted) =>
  browser.post(`/counts/${sheet}/approval`, {
    body: { lines: [{ id: line }] },
    headers: { 'Idempotency-Key': freshKey() },
  });

/** Wastes units of the controlled lot at a terminal, with a witness by PIN or passkey. */
async function wasted({ browser }: Someone, witness: Someone, pin = PIN) {
  const body = { ...LOT, location: 'Main', qty: 1, reason: 'broken' };
  const proof = witness.passkey ? { passkey: await witness.passkey.answer(browser) } : { pin };
  const said = await browser.post('/witness', {
    body: { person_id: witness.id, operation: 'wasteStock', body, ...proof },
  });
  if (said.status !== 201) return said;
  return browser.post('/inventory/waste', {
    body: { ...body, witness_token: said.body.token },
    headers: { 'Idempotency-Key': freshKey() },
  });
}

const unitsOfLot = async () => {
  const { rows } = await world.db.owner.query('select on_hand from lot');
  return Number(rows[0].on_hand);
};

describe('a manager who wants to be two people', () => {
  let puppets: Readonly<Record<string, Someone>>;

  beforeAll(async () => {
    const { xenia } = world;
    const raised = await invitedBy(xenia, ['clerk']);
    await xenia.browser.patch(`/people/${raised.id}`, { body: { roles: ['pharmacist'] } });
    const deputy = await invitedBy(xenia, ['manager']);
    const [empty, ended] = [await invite(world.db, { roles: 'pharmacist' }), await colleague()];
    await xenia.browser.delete(`/people/${ended.id}`);
    puppets = {
      'by a first link': await invitedBy(xenia, ['pharmacist']),
      'by a PIN that the first link chose': await byPin(await invitedBy(xenia, ['manager'])),
      'by a passkey that the first link kept, raised later': await byPasskey(raised),
      'by whom the deputy invited': await byPin(await invitedBy(deputy, ['pharmacist'])),
      'by a new link of a colleague': await newLink(xenia, (await colleague()).id),
      'by a new link of a manager': await newLink(xenia, (await colleague('manager')).id),
      'by the deputy’s link of a colleague': await newLink(deputy, (await colleague()).id),
      // Last of what is done by the deputy's link: a way in of one's own ends its session.
      'as a deputy': await byPin(deputy),
      'by a link of a colleague who has no way in': await byPin(await newLink(xenia, empty.id)),
      'by a second link of whom they invited': await newLink(
        xenia,
        (await byPin(await invitedBy(xenia, ['pharmacist']))).id,
      ),
    };
  });

  it('does not approve as another what they counted, nor count as another what they approve', async () => {
    const everybody = [world.xenia, ...Object.values(puppets)];
    const sheets = await Promise.all(everybody.map((who) => counted(who)));
    for (const sheet of sheets) {
      for (const who of everybody) {
        expect(refusal(await approve(who, sheet))).toEqual(OWN);
        const { data: lines } = (await who.browser.get(`/counts/${sheet.sheet}`)).body;
        expect(lines[0]).toMatchObject({ may_approve: false, approved_by: null });
      }
    }
    expect(await unitsOfLot()).toBe(50);
  });

  it('does not witness as another what they waste, nor waste as another what they witness', async () => {
    const xenia = { ...(await atTerminal(world.xenia.id, PIN)), mayWitness: true };
    const everybody = [xenia, ...Object.values(puppets)];
    const witnesses = everybody.filter(({ mayWitness }) => mayWitness);
    expect(witnesses).toHaveLength(6);
    for (const who of everybody.filter(({ browser }) => '__Host-terminal' in browser.cookies)) {
      const { data } = (await who.browser.get('/colleagues')).body;
      for (const witness of witnesses) {
        expect(refusal(await wasted(who, witness))).toEqual(OWN);
        const seen = data.find(({ id }: { id: string }) => id === witness.id);
        expect(seen).toMatchObject({ may_witness: false });
      }
    }
    expect(await unitsOfLot()).toBe(50);
  });

  it('changes no way in of a colleague, though the link was theirs, and gets no more guesses by it', async () => {
    const rosa = await colleague();
    for (let guess = 0; guess < 6; guess += 1) {
      const { browser } = await newLink(world.xenia, rosa.id);
      const set = await browser.put('/me/pin', { body: { pin: PIN } });
      expect(refusal(set)).toEqual([422, 'proof_required']);
      const kept = await makePasskey(url()).register(browser);
      expect(refusal(kept)).toEqual([422, 'proof_required']);
      const shown = await browser.post('/session/unlock', { body: { pin: '111222' } });
      expect(refusal(shown)).toEqual([401, guess < 5 ? 'unauthorized' : 'pin_locked']);
    }
    await world.db.owner.query('update person set pin_failures = 0 where id = $1', [rosa.id]);
    await atTerminal(rosa.id, ROSAS_PIN);
  });

  it('keeps no passkey once the way in that was shown is too long ago', async () => {
    const { id } = await colleague();
    const { browser } = await atTerminal(id, ROSAS_PIN);
    const late: Browser = {
      ...browser,
      post: async (path, options) => {
        if (path === '/me/passkeys') {
          await world.db.owner.query(
            "update person_session set proven_at = now() - interval '6 minutes' where person_id = $1",
            [id],
          );
        }
        return browser.post(path, options);
      },
    };
    expect(refusal(await makePasskey(url()).register(late))).toEqual([422, 'proof_required']);
  });

  it('has no session left by a link once its person came in by a way of their own', async () => {
    const rosa = await colleague();
    const linked = await newLink(world.xenia, rosa.id);
    expect((await linked.browser.get('/session')).status).toBe(200);
    const own = await atTerminal(rosa.id, ROSAS_PIN);
    // Otherwise who confirms Rosa now would confirm that session too.
    expect(refusal(await linked.browser.get('/session'))).toEqual([401, 'unauthorized']);
    expect((await own.browser.get('/session')).status).toBe(200);
  });

  it('is no one else by taking their passkeys away first', async () => {
    const { id, link } = await invite(world.db, { roles: 'pharmacist', name: 'Rosa Diaz' });
    const rosa = await byPasskey({ id, browser: await signedIn(url(), { id, link }) });
    const ways = await world.xenia.browser.get(`/people/${id}/ways-in`);
    for (const passkey of ways.body.passkeys) {
      const path = `/people/${id}/passkeys/${passkey.id}`;
      expect((await world.xenia.browser.delete(path)).status).toBe(200);
    }
    const linked = await newLink(world.xenia, id);
    expect(refusal(await rosa.browser.get('/session'))).toEqual([401, 'unauthorized']);
    const sheet = await counted(world.xenia);
    expect(refusal(await approve(linked, sheet))).toEqual(OWN);
    const puppet = await byPin(linked);
    expect(refusal(await approve(puppet, sheet))).toEqual(OWN);
    expect(refusal(await wasted(world.xenia, puppet))).toEqual(OWN);
  });

  it('is confirmed by nobody but somebody else who is', async () => {
    const everybody = [world.xenia, ...Object.values(puppets)];
    for (const { id } of Object.values(puppets)) {
      for (const { browser } of everybody) {
        expect(refusal(await browser.post(`/people/${id}/confirmation`))).toEqual(OWN);
      }
    }
    const mine = await world.xenia.browser.post(`/people/${world.xenia.id}/confirmation`);
    expect(refusal(mine)).toEqual([409, 'wrong_state']);
    const nobody = await world.xenia.browser.post(`/people/${crypto.randomUUID()}/confirmation`);
    expect(refusal(nobody)).toEqual([404, 'not_found']);
  });

  it('widens neither their own roles nor makes a link of their own, by their deputy either', async () => {
    const { xenia } = world;
    const deputy = puppets['as a deputy'] as Someone;
    const body = { roles: ['manager', 'pharmacist'] };
    for (const { browser } of [xenia, deputy]) {
      expect(refusal(await browser.patch(`/people/${xenia.id}`, { body }))).toEqual(OWN);
      expect(refusal(await browser.post(`/people/${xenia.id}/link`))).toEqual(OWN);
    }
    const other = await colleague('manager');
    expect((await other.browser.patch(`/people/${xenia.id}`, { body })).status).toBe(200);
    const narrower = { roles: ['manager'] };
    const narrowed = await xenia.browser.patch(`/people/${xenia.id}`, { body: narrower });
    expect(narrowed.status).toBe(200);
  });

  it('does not become two by leaving', async () => {
    const who = await invite(world.db, { roles: 'manager' });
    const leaving = { id: who.id, browser: await signedIn(url(), who) };
    const deputy = await byPin(await invitedBy(leaving, ['manager']));
    const sheet = await counted(leaving);
    expect((await deputy.browser.delete(`/people/${who.id}`)).status).toBe(200);
    await world.operateJson('person', 'erase', '--id', who.id);
    expect(refusal(await approve(deputy, sheet))).toEqual(OWN);
    expect(await unitsOfLot()).toBe(50);
  });
});

describe('who came in by a link', () => {
  it('is confirmed by any colleague, and from then on another person', async () => {
    const { xenia } = world;
    const cara = await byPin(await invitedBy(xenia, ['pharmacist']));
    const clerk = await colleague('clerk');
    const earlier = await counted(cara, 49);
    const { data } = (await clerk.browser.get('/colleagues')).body;
    expect(data.find(({ id }: { id: string }) => id === cara.id).linked_by).toEqual([xenia.id]);
    const said = await clerk.browser.post(`/people/${cara.id}/confirmation`);
    expect([said.status, said.body]).toEqual([200, { id: cara.id, confirmed: true }]);
    expect((await cara.browser.get('/session')).body.person.linked_by).toEqual([]);
    // Who counted then is not known by what is known now.
    expect(refusal(await approve(xenia, earlier))).toEqual(OWN);
    const sheet = await counted(xenia, 49);
    expect((await approve(cara, sheet)).body.results[0].outcome).toBe('approved');
    const atCounter = await atTerminal(xenia.id, PIN);
    expect((await wasted(atCounter, cara)).status).toBe(201);
    const again = await clerk.browser.post(`/people/${cara.id}/confirmation`);
    expect(refusal(again)).toEqual([409, 'wrong_state']);
  });

  it('is confirmed by the operator too', async () => {
    const cara = await invitedBy(world.xenia, ['pharmacist']);
    const confirmed = await world.operateJson('person', 'confirm', '--id', cara.id);
    expect(confirmed).toEqual({ id: cara.id, confirmed: true });
    const sheet = await counted(world.xenia);
    expect((await approve(cara, sheet)).status).toBe(200);
  });

  it('approves for everybody who has no part in the link', async () => {
    const cara = await invitedBy(world.xenia, ['pharmacist']);
    const sheet = await counted(await colleague('clerk'));
    expect((await approve(cara, sheet)).status).toBe(200);
  });

  it('is themselves again once they show a way in that they had', async () => {
    const rosa = await colleague();
    const linked = await newLink(world.xenia, rosa.id);
    expect(refusal(await rosa.browser.get('/session'))).toEqual([401, 'unauthorized']);
    const before = (await linked.browser.get('/session')).body;
    expect(before.person.linked_by).toEqual([world.xenia.id]);
    expect(before.new_link).toMatchObject({ made_by: world.xenia.id, used: true });
    const sheet = await counted(world.xenia);
    expect(refusal(await approve(linked, sheet))).toEqual(OWN);
    const shown = await linked.browser.post('/session/unlock', { body: { pin: ROSAS_PIN } });
    expect(shown.body.person.linked_by).toEqual([]);
    expect((await approve(linked, sheet)).status).toBe(200);
    expect((await linked.browser.put('/me/pin', { body: { pin: PIN } })).status).toBe(200);
    await atTerminal(rosa.id, PIN);
  });

  it('chooses a new PIN once somebody else confirms them, or by a link of the operator, and once', async () => {
    const [rosa, clerk] = [await colleague(), await colleague('clerk')];
    const linked = await newLink(world.xenia, rosa.id);
    expect((await clerk.browser.post(`/people/${rosa.id}/confirmation`)).status).toBe(200);
    const made = await world.operateJson('person', 'link', '--id', clerk.id);
    const operators = await signedIn(url(), made);
    for (const browser of [linked.browser, operators]) {
      expect((await browser.put('/me/pin', { body: { pin: '864209' } })).status).toBe(200);
      await world.db.owner.query(
        `update person_session set proven_at = now() - interval '6 minutes'`,
      );
      const again = await browser.put('/me/pin', { body: { pin: PIN } });
      expect(refusal(again)).toEqual([422, 'proof_required']);
    }
  });

  it('sees at the next sign-in that a link was made, once, and so does the activity', async () => {
    const rosa = await colleague();
    await world.xenia.browser.post(`/people/${rosa.id}/link`);
    const next = await atTerminal(rosa.id, ROSAS_PIN);
    expect((await next.browser.get('/session')).body.new_link).toEqual({
      made_at: expect.any(String),
      made_by: world.xenia.id,
      used: false,
    });
    const later = await atTerminal(rosa.id, ROSAS_PIN);
    expect((await later.browser.get('/session')).body.new_link).toBeNull();
    const { data } = (await world.xenia.browser.get('/activity')).body;
    const said = data.map(
      ({ operation, person_id, target, terminal_id }: Record<string, string>) => [
        operation,
        person_id,
        target,
        terminal_id !== null,
      ],
    );
    expect(said.slice(0, 5)).toEqual([
      ['signInWithPin', rosa.id, `person ${rosa.id}`, true],
      ['signInWithPin', rosa.id, `person ${rosa.id}`, true],
      ['renewLink', world.xenia.id, `person ${rosa.id}`, true],
      ['setPin', rosa.id, `person ${rosa.id}`, false],
      ['signInWithLink', rosa.id, `person ${rosa.id}`, false],
    ]);
  });

  it('leaves no way in to who used an earlier link, once they are confirmed by a newer one', async () => {
    const { xenia } = world;
    const clerk = await colleague('clerk');
    const links: ((id: string) => Promise<Someone>)[] = [
      async (id) => {
        const caras = await newLink(xenia, id);
        expect((await clerk.browser.post(`/people/${id}/confirmation`)).status).toBe(200);
        return caras;
      },
      async (id) => {
        const made = await world.operateJson('person', 'link', '--id', id);
        return { id, browser: await signedIn(url(), made) };
      },
    ];
    for (const link of links) {
      const played = await byPasskey(await byPin(await invitedBy(xenia, ['pharmacist'])));
      const caras = await link(played.id);
      expect(refusal(await played.browser.get('/session'))).toEqual([401, 'unauthorized']);
      const other = browserAt(url(), { '__Host-terminal': world.terminal });
      const body = await played.passkey?.answer(other);
      expect(refusal(await other.post('/session/passkey', { body }))).toEqual(GONE);
      const pin = { person_id: played.id, pin: PIN };
      expect(refusal(await other.post('/session/pin', { body: pin }))).toEqual(GONE);
      const chosen = await caras.browser.put('/me/pin', { body: { pin: ROSAS_PIN } });
      expect(chosen.status).toBe(200);
      const { browser } = await atTerminal(played.id, ROSAS_PIN);
      expect((await browser.get('/session')).body.person.linked_by).toEqual([]);
    }
  });
});
