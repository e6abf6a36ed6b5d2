// Forgets what was needed to sign in or to witness and is long over. Who did what stays in the log of actions.
import { forget } from '../audit/forget.ts';
import { RETENTION } from '../audit/retention.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';

/** Deletes old sessions, links and tokens of witnesses, used or not. People and terminals stay. */
export async function forgetSignIns(database: Database, signal: AbortSignal): Promise<void> {
  const { person_session, sign_in_link, witness_token } = RETENTION;
  await forget(database, FORGET_SESSIONS, { days: person_session.days, signal });
  await forget(database, FORGET_LINKS, { days: sign_in_link.days, signal });
  await forget(database, FORGET_WITNESS_TOKENS, { days: witness_token.days, signal });
}

/** By when they began: a session lasts less than a day. */
const FORGET_SESSIONS = statement<{ id: string }>(
  'forget-sessions',
  `
    delete from person_session
     using (select id, organization_id from person_session
             where created_at < now() - make_interval(days => $1::int)
             order by created_at limit $2) old
     where person_session.id = old.id and person_session.organization_id = old.organization_id
    returning person_session.id`,
);

const FORGET_LINKS = statement<{ id: string }>(
  'forget-links',
  `
    delete from sign_in_link
     using (select id, organization_id from sign_in_link
             where expires_at < now() - make_interval(days => $1::int)
             order by expires_at limit $2) old
     where sign_in_link.id = old.id and sign_in_link.organization_id = old.organization_id
    returning sign_in_link.id`,
);

const FORGET_WITNESS_TOKENS = statement<{ id: string }>(
  'forget-witness-tokens',
  `
    delete from witness_token
     using (select id, organization_id from witness_token
             where expires_at < now() - make_interval(days => $1::int)
             order by expires_at limit $2) old
     where witness_token.id = old.id and witness_token.organization_id = old.organization_id
    returning witness_token.id`,
);
