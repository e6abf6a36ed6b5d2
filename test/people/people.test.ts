// Who works at an organization: invited, given other roles, ended. Managers do that, of their own organization.
import { describe, expect, it } from 'vitest';
import { type Browser, invite, refusal, signedIn, tokenOf } from '../support/browsers.ts';
import { makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

let organizations = 0;

const world = useWorld();

/** An organization of its own, and its one manager. */
async function pharmacy() {
  organizations += 1;
  const slug = `pharmacy-${organizations}`;
  await makePharmacy(world.db.database, { slug, skuCodes: [] });
  const who = await invite(world.db, { organization: slug });
  return { slug, who, manager: await signedIn(world.service.url, who) };
}

const managersOf = async (slug: string) => {
  const { rows } = await world.db.owner.query(
    `select person.id from person join organization on organization.id = person.organization_id
      where slug = $1 and 'manager' = any(roles) and ended_at is null`,
    [slug],
  );
  return rows.length;
};

describe('a manager', () => {
  it('invites somebody, who then signs in and is listed', async () => {
    const { manager } = await pharmacy();
    const body = { name: 'Ben Okafor', roles: ['clerk'], email: 'Ben@Example.org' };
    const invited = await manager.post('/people', { body });
    expect(invited.status).toBe(201);
    expect(invited.body.link).toMatch(`${world.service.url}/app/sign-in#`);
    const ben = await signedIn(world.service.url, invited.body);
    expect((await ben.get('/session')).body.person.roles).toEqual(['clerk']);
    const { data } = (await manager.get('/people')).body;
    expect(data).toContainEqual(
      expect.objectContaining({
        id: invited.body.id,
        name: 'Ben Okafor',
        email: 'ben@example.org',
      }),
    );
    const twice = await manager.post('/people', { body: { ...body, name: 'Another' } });
    expect([...refusal(twice), twice.body.error.details[0].path]).toEqual([
      400,
      'validation_failed',
      'email',
    ]);
  });

  it('answers which field of an invitation is wrong', async () => {
    const { manager } = await pharmacy();
    for (const [field, body] of [
      ['name', { name: ' ', roles: ['clerk'] }],
      ['roles.0', { name: 'Ben', roles: ['boss'] }],
      ['roles', { name: 'Ben', roles: [] }],
      ['email', { name: 'Ben', roles: ['clerk'], email: 'ben' }],
    ] as const) {
      const refused = await manager.post('/people', { body });
      expect([refused.status, refused.body.error.details[0].path]).toEqual([400, field]);
    }
  });

  it('gives other roles and ends people, and is the last of them never', async () => {
    const { who, manager } = await pharmacy();
    for (const id of [who.id, who.id.toUpperCase()]) {
      const refused = [
        await manager.patch(`/people/${id}`, { body: { roles: ['pharmacist'] } }),
        await manager.delete(`/people/${id}`),
      ];
      for (const one of refused) expect(refusal(one)).toEqual([400, 'validation_failed']);
    }
    const kept = await manager.patch(`/people/${who.id}`, {
      body: { roles: ['manager', 'clerk'] },
    });
    expect(kept.body).toEqual({ id: who.id, roles: ['manager', 'clerk'] });
    const other = await manager.post('/people', { body: { name: 'Cy', roles: ['manager'] } });
    expect((await manager.delete(`/people/${who.id}`)).status).toBe(200);
    const cy = await signedIn(world.service.url, other.body);
    expect(refusal(await cy.delete(`/people/${who.id}`))).toEqual([404, 'not_found']);
    const { data } = (await cy.get('/people')).body;
    expect(data.map(({ ended_at }: { ended_at: string | null }) => ended_at !== null)).toEqual([
      false,
      true,
    ]);
  });

  it('and another who end each other at once leave one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { slug, who, manager } = await pharmacy();
      const { body } = await manager.post('/people', { body: { name: 'Cy', roles: ['manager'] } });
      const cy = await signedIn(world.service.url, body);
      const answers = await Promise.all([
        manager.delete(`/people/${body.id}`),
        round % 2 === 0
          ? cy.delete(`/people/${who.id}`)
          : cy.patch(`/people/${who.id}`, { body: { roles: ['clerk'] } }),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await managersOf(slug)).toBe(1);
    }
  });

  it('reaches nobody and no terminal of another organization', async () => {
    const [one, other] = [await pharmacy(), await pharmacy()];
    await other.manager.post('/people', { body: { name: 'Cy', roles: ['manager'] } });
    const { body } = await other.manager.post('/terminals', { body: { name: 'Counter' } });
    for (const answer of [
      await one.manager.delete(`/people/${other.who.id}`),
      await one.manager.patch(`/people/${other.who.id}`, { body: { roles: ['clerk'] } }),
      await one.manager.post(`/people/${other.who.id}/link`),
      await one.manager.delete(`/terminals/${body.id}`),
    ]) {
      expect(refusal(answer)).toEqual([404, 'not_found']);
    }
    const [people, terminals] = [
      await one.manager.get('/people'),
      await one.manager.get('/terminals'),
    ];
    expect(people.body.data).toHaveLength(1);
    expect(terminals.body.data).toEqual([]);
    expect((await other.manager.get('/session')).status).toBe(200);
  });

  it('lists terminals and ends them', async () => {
    const { who, manager } = await pharmacy();
    const { body } = await manager.post('/terminals', { body: { name: 'Counter' } });
    expect(body).toEqual({ id: expect.any(String), name: 'Counter' });
    expect((await manager.get('/terminals')).body.data).toEqual([
      { ...body, enrolled_by: who.id, created_at: expect.any(String), ended_at: null },
    ]);
  });

  it('is recorded with what was done, and by no name', async () => {
    const { manager, who } = await pharmacy();
    const { body } = await manager.post('/people', {
      body: { name: 'Zacharias Quill', roles: ['clerk'], email: 'zq@example.org' },
    });
    await manager.patch(`/people/${body.id}`, { body: { roles: ['pharmacist'] } });
    await manager.post(`/people/${body.id}/link`);
    await manager.delete(`/people/${body.id}`);
    const { rows } = await world.db.owner.query(
      'select command, a::text as text from operator_action a where target = $1 order by at',
      [`person ${body.id}`],
    );
    expect(rows.map(({ command }) => command)).toEqual([
      'invitePerson',
      'updatePerson',
      'renewLink',
      'endPerson',
    ]);
    for (const { text } of rows) {
      expect(text).not.toMatch(/Quill|zq@/);
      expect(text).toContain(who.id);
    }
  });
});

describe('no one else', () => {
  it('manages people or terminals', async () => {
    const { slug, who } = await pharmacy();
    for (const roles of ['clerk', 'pharmacist', 'developer']) {
      const other: Browser = await signedIn(
        world.service.url,
        await invite(world.db, { organization: slug, roles }),
      );
      for (const answer of [
        await other.get('/people'),
        await other.post('/people', { body: { name: 'X', roles: ['clerk'] } }),
        await other.patch(`/people/${who.id}`, { body: { roles: ['clerk'] } }),
        await other.delete(`/people/${who.id}`),
        await other.get('/terminals'),
        await other.post('/terminals', { body: { name: 'X' } }),
        await other.delete(`/terminals/${who.id}`),
      ]) {
        expect(refusal(answer)).toEqual([403, 'insufficient_scope']);
      }
    }
  });

  it('finds an unused link’s token in what the manager lists', async () => {
    const { manager } = await pharmacy();
    const { body } = await manager.post('/people', { body: { name: 'Cy', roles: ['clerk'] } });
    expect((await manager.get('/people')).text).not.toContain(tokenOf(body.link));
  });
});
