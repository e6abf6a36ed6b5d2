import { personAction, recordAction } from '../audit/operator-actions.ts';
import type { Answer, PersonCall } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { mayEndWaysOf } from './ways-in.ts';

/** Ends a session of the person, or of another one as their manager. @throws ApiError 403 as `mayEndWaysOf` does, 404 */
export async function endPersonSession(
  { path: { id, session_id: sessionId }, principal }: PersonCall<'endPersonSession'>,
  { database }: { readonly database: Database },
): Promise<Answer<'endPersonSession'>> {
  const { organizationId } = principal;
  mayEndWaysOf(id, principal);
  const action = personAction({ principal, command: 'endPersonSession' });
  await database.transaction(async (tx) => {
    const [ended] = await tx.query(END_SESSION, [id, organizationId, sessionId]);
    if (ended === undefined) throw errors.notFound('The person has none of this id.');
    await recordAction(tx, { ...action, organizationId, target: `person ${id}` });
  });
  return { status: 200, body: { id: sessionId, ended: true } };
}

const END_SESSION = statement<{ id: string }>(
  'end-person-session',
  `update person_session set ended_at = now()
    where id = $3::uuid and person_id = $1::uuid and organization_id = $2::uuid and ended_at is null
   returning id`,
);
