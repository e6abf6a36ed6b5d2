// People of the pharmacy, and all that the service keeps of them: names, PINs, passkeys, sessions, links and tokens.
import type pg from 'pg';
import type { Database } from '../../src/database/database.ts';
import { hashPin } from '../../src/people/pin.ts';
import { hashOfToken, makeToken } from '../../src/people/sessions.ts';
import { cookieOf, signInAs } from '../support/people.ts';
import type { Sentinels } from './sentinels.ts';
import type { PersonCaller, Stage } from './stage.ts';

export const PIN = '493027';
const OIDC_TOKEN = makeToken();
const ROLES = ['pharmacist', 'manager', 'developer'] as const;

/** Somebody at a terminal, with a colleague who has witnessed something. */
export async function signInPeople({
  sentinels,
  database,
  owner,
  url,
}: {
  sentinels: Sentinels;
  database: Database;
  owner: pg.Pool;
  url: string;
}): Promise<PersonCaller[]> {
  const { rows } = await owner.query(`select id from organization where slug = 'sen-pharmacy'`);
  const organizationId = rows[0].id as string;
  const at = { database, url };
  const colleague = await signInAs(at, organizationId, ROLES, {
    name: sentinels.person('colleague name'),
  });
  const enrolled = await colleague.api.post('/terminals', { body: { name: 'Counter' } });
  const terminal = cookieOf(enrolled.headers, '__Host-terminal');
  const me = await signInAs(at, organizationId, ROLES, {
    name: sentinels.person('person name'),
    terminal,
  });
  for (const { api } of [colleague, me]) await api.put('/me/pin', { body: { pin: PIN } });
  const witness = {
    person_id: colleague.id,
    pin: PIN,
    operation: 'wasteStock',
    body: { sku_code: 'SEN-1' },
  };
  const witnessed = await me.api.post('/witness', { body: witness });
  if (witnessed.status !== 201) throw new Error(`nobody could witness: ${witnessed.text}`);
  for (const token of [me.session, colleague.session, terminal, witnessed.body.token]) {
    sentinels.learn('a token', Buffer.from(token, 'base64url'));
  }
  account = [
    me.id,
    `${sentinels.person('person email')}@mail.example`,
    sentinels.text('person subject'),
  ];
  await owner.query(KEEP_ACCOUNT, account);
  passkey = [
    organizationId,
    me.id,
    sentinels.credential('credential'),
    Buffer.from(makeToken(), 'base64url'),
  ];
  await owner.query(KEEP_PASSKEY, passkey);
  await owner.query(
    `insert into passkey_challenge (id, challenge, expires_at)
     values (gen_random_uuid(), $1, now() + interval '1 day')`,
    [sentinels.text('challenge')],
  );
  const cookies = {
    '__Host-session': me.session,
    '__Host-terminal': terminal,
    '__Host-oidc': OIDC_TOKEN,
  };
  return [{ name: 'pharmacy person', cookies, id: me.id, colleagueId: colleague.id }];
}

let account: unknown[];
const KEEP_ACCOUNT = 'update person set email = $2, oidc_subject = $3 where id = $1';

let passkey: unknown[];
const KEEP_PASSKEY = `
  insert into passkey (id, organization_id, person_id, credential_id, public_key, sign_count, transports)
  values (gen_random_uuid(), $1, $2, $3, $4, 0, '{internal}')
  on conflict do nothing`;

let hashed: ReturnType<typeof hashPin> | undefined;

/** What requests and commands have ended, locked, signed out or erased is there again. */
export async function bringBackPeople({ owner, people }: Stage): Promise<void> {
  hashed ??= hashPin('everybody', PIN);
  const { hash, salt } = await hashed;
  await owner.query('update person set pin_hash = $1, pin_salt = $2 where pin_hash is null', [
    hash,
    salt,
  ]);
  await owner.query(
    `update person set ended_at = null, pin_failures = 0, roles = '{pharmacist,manager,developer}'`,
  );
  await owner.query(KEEP_ACCOUNT, account);
  // Of somebody else one may say who they are.
  await owner.query(
    'update person set linked_by = array[gen_random_uuid()] where not id = any($1::uuid[])',
    [people.map(({ id }) => id)],
  );
  await owner.query(
    `insert into oidc_sign_in (token_hash, subject, email, expires_at)
     select $1, oidc_subject, email, now() + interval '1 day' from person
      where id = $2
     on conflict do nothing`,
    [hashOfToken(OIDC_TOKEN), people[0]?.id],
  );
  await owner.query(KEEP_PASSKEY, passkey);
  await owner.query('update terminal set ended_at = null');
  await owner.query(
    'update person_session set ended_at = null, locked_at = null, last_used_at = now(), proven_at = now()',
  );
}
