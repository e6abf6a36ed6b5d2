import { describe, expect, it } from 'vitest';
import { browserAt, refusal, signedIn, tokenOf } from '../../support/browsers.ts';
import { makePharmacy } from '../../support/pharmacy.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld(async ({ db }) => {
  await makePharmacy(db.database);
  return undefined;
});

const PERSON = [
  '--organization',
  'pharmacy',
  '--name',
  'Ana Ruiz',
  '--roles',
  'pharmacist, manager',
];
const run = (...words: string[]) => world.operate('person', ...words);
const json = (...words: string[]) => world.operateJson('person', ...words);

describe('operator person', () => {
  it('invites somebody by a link that signs them in, and prints it', async () => {
    const invited = await json('invite', ...PERSON, '--email', 'Ana@Example.org');
    expect(invited.link).toMatch(/^http:\/\/localhost:3000\/app\/sign-in#[\w-]{43}$/);
    const browser = await signedIn(world.service.url, invited);
    const { body } = await browser.get('/session');
    expect(body.person).toMatchObject({ id: invited.id, roles: ['pharmacist', 'manager'] });
    const { printed } = await run('invite', ...PERSON);
    expect(printed).toMatch(
      /^person [0-9a-f-]{36}; this link signs in once, until \S+:\nhttp:\/\/localhost:3000\/app\/sign-in#\S+$/,
    );
  });

  it('records the command without the name, the address and the link', async () => {
    const words = ['--name', 'Zacharias Quill', '--email', 'zq@example.org', '--roles', 'clerk'];
    const { id, link } = await json('invite', '--organization', 'pharmacy', ...words);
    const { rows } = await world.db.owner.query(
      'select command, a::text as text from operator_action a where target = $1',
      [`person ${id}`],
    );
    expect(rows.map(({ command }) => command)).toEqual(['person invite']);
    for (const secret of ['Quill', 'zq@', tokenOf(link)]) {
      expect(rows[0].text).not.toContain(secret);
    }
  });

  it('lists people and ends them, but never the last manager', async () => {
    await makePharmacy(world.db.database, { slug: 'small', skuCodes: [] });
    const words = ['--organization', 'small', '--name', 'Cy', '--roles'];
    const manager = await json('invite', ...words, 'manager');
    const clerk = await json('invite', ...words, 'clerk');
    const browser = await signedIn(world.service.url, clerk);
    expect(await json('end', '--id', clerk.id)).toEqual({ id: clerk.id, ended: true });
    expect(refusal(await browser.get('/session'))).toEqual([401, 'unauthorized']);
    const listed = await json('list', '--organization', 'small');
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([manager.id, clerk.id]);
    await expect(run('end', '--id', manager.id)).rejects.toThrow('the last manager');
    await expect(run('end', '--id', clerk.id)).rejects.toThrow();
    const again = await browserAt(world.service.url).post('/session/link', {
      body: { token: tokenOf(manager.link) },
    });
    expect(again.status).toBe(200);
  });

  it('erases the name of somebody who has left, and of no one else', async () => {
    const { id } = await json('invite', ...PERSON, '--email', 'leaver@example.org');
    await expect(run('erase', '--id', id)).rejects.toThrow('end the person first');
    await run('end', '--id', id);
    await world.db.owner.query(
      `insert into passkey (id, organization_id, person_id, credential_id, public_key, sign_count, transports)
       select gen_random_uuid(), organization_id, id, 'a-device', '\\x00', 0, '{}' from person where id = $1`,
      [id],
    );
    expect(await json('erase', '--id', id)).toEqual({ id, erased: true });
    const { rows } = await world.db.owner.query(
      'select name, email, pin_hash, roles from person where id = $1',
      [id],
    );
    expect(rows).toEqual([
      { name: null, email: null, pin_hash: null, roles: ['pharmacist', 'manager'] },
    ]);
    const left = await world.db.owner.query('select from passkey where person_id = $1', [id]);
    expect(left.rowCount).toBe(0);
  });

  it.each([
    [
      ['--roles', 'boss'],
      'It must be a comma-separated list of clerk, pharmacist, manager, developer.',
    ],
    [['--roles', 'clerk', '--email', 'ana'], 'It must be an e-mail address.'],
    [['--roles', 'clerk', '--name', ' '], 'It must be a text'],
  ])('refuses %j with what would be right', async (words, message) => {
    const name = words.includes('--name') ? [] : ['--name', 'Ana'];
    await expect(run('invite', '--organization', 'pharmacy', ...name, ...words)).rejects.toThrow(
      message,
    );
  });

  it('names an organization or a person that is not there', async () => {
    await expect(run('list', '--organization', 'nowhere')).rejects.toThrow('nowhere');
    const id = crypto.randomUUID();
    await expect(run('end', '--id', id)).rejects.toThrow(`No person has the id ${id}.`);
  });
});
