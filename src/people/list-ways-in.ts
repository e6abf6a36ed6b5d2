import type { Answer, PersonCall } from '../contract.ts';
import { type Database, timestampText } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { SESSION_HOURS_MAX } from './sessions.ts';
import { mayEndWaysOf } from './ways-in.ts';

/** A session lasts twelve hours, so that a person has a few. */
const SESSIONS_MAX = 100;

type WaysIn = Answer<'listWaysIn'>['body'];

/** Lists what a person comes in by, and where they are in; no token. @throws ApiError 403 as `mayEndWaysOf` does, 404 */
export async function listWaysIn(
  { path: { id }, principal }: PersonCall<'listWaysIn'>,
  { database }: { readonly database: Database },
): Promise<Answer<'listWaysIn'>> {
  mayEndWaysOf(id, principal);
  const key = [id, principal.organizationId];
  const [person] = await database.query(IS_PERSON, key);
  if (person === undefined) throw errors.notFound('The organization has no person of this id.');
  const passkeys = await database.query(LIST_PASSKEYS, key);
  const sessions = await database.query(LIST_SESSIONS, [...key, principal.sessionId, SESSIONS_MAX]);
  return { status: 200, body: { passkeys, sessions } };
}

const IS_PERSON = statement<{ id: string }>(
  'is-person',
  `select id from person
    where id = $1::uuid and organization_id = $2::uuid and ended_at is null`,
);

const LIST_PASSKEYS = statement<WaysIn['passkeys'][number]>(
  'list-passkeys',
  `select id, ${timestampText('created_at')} as created_at,
          ${timestampText('last_used_at')} as last_used_at
     from passkey
    where person_id = $1::uuid and organization_id = $2::uuid
    order by passkey.created_at, id`,
);

const LIST_SESSIONS = statement<WaysIn['sessions'][number]>(
  'list-sessions',
  `
    select session.id, session.operation, terminal.name as terminal,
           session.id = $3::uuid as this_one,
           ${timestampText('session.created_at')} as created_at,
           ${timestampText('session.last_used_at')} as last_used_at
      from person_session session
      left join terminal on terminal.id = session.terminal_id
           and terminal.organization_id = session.organization_id
     where session.person_id = $1::uuid and session.organization_id = $2::uuid
       and session.ended_at is null and terminal.ended_at is null
       and session.created_at > now() - interval '${SESSION_HOURS_MAX} hours'
     order by session.last_used_at desc, session.id
     limit $4::int`,
);
