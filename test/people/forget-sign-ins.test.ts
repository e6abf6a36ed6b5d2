import { expect, it } from 'vitest';
import { forgetAged } from '../../src/audit/forget.ts';
import { RETENTION } from '../../src/audit/retention.ts';
import { signInAs } from '../support/people.ts';
import { makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld(async ({ db, service }) => {
  await makePharmacy(db.database, { slug: 'pharmacy' });
  const { rows } = await db.owner.query('select id from organization');
  const { id } = rows[0];
  const at = { database: db.database, url: service.url };
  const old = await signInAs(at, id, ['pharmacist']);
  const recent = await signInAs(at, id, ['manager']);
  return { id, old, recent };
});

/** The ids of the rows whose age is one day more than they are kept, and one day less. */
async function age(table: 'person_session' | 'sign_in_link' | 'witness_token'): Promise<string[]> {
  const column = table === 'person_session' ? 'created_at' : 'expires_at';
  const who = table === 'witness_token' ? 'asked_by' : 'person_id';
  const { owner } = world.db;
  const { rows } = await owner.query(
    `update ${table} set ${column} = now() - make_interval(days => case when ${who} = $1 then $2 + 1 else $2 - 1 end)
      returning id, ${who} = $1 as is_old`,
    [world.old.id, RETENTION[table].days],
  );
  expect(rows.map(({ is_old }) => is_old).sort()).toEqual([false, true]);
  return rows.filter(({ is_old }) => !is_old).map(({ id }) => id);
}

it('forgets sessions, links and tokens of witnesses after their days, and no person', async () => {
  const { owner, database } = world.db;
  const { id, old, recent } = world;
  for (const [asked, witness] of [
    [old.id, recent.id],
    [recent.id, old.id],
  ]) {
    await owner.query(
      `insert into witness_token (id, organization_id, asked_by, witness_id, token_hash, operation, body_digest, expires_at)
       values (gen_random_uuid(), $1, $2, $3, uuid_send(gen_random_uuid()), 'wasteStock', '\\x00', now())`,
      [id, asked, witness],
    );
  }
  const people = await owner.query('select id from person order by id');
  const tables = ['person_session', 'sign_in_link', 'witness_token'] as const;
  for (const table of tables) {
    const left = await age(table);
    await forgetAged(database, new AbortController().signal);
    const { rows } = await owner.query(`select id from ${table}`);
    expect([table, rows.map((row) => row.id)]).toEqual([table, left]);
  }
  expect((await owner.query('select id from person order by id')).rows).toEqual(people.rows);
});
