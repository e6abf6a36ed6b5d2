import { personAction, recordAction } from '../audit/operator-actions.ts';
import type { Answer, PersonCall } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { makeLink } from './invite.ts';

/** Makes another link for somebody who cannot sign in. @throws ApiError 404 when there is no such person */
export async function renewLink(
  { path: { id }, principal }: PersonCall<'renewLink'>,
  { database, appUrl }: { readonly database: Database; readonly appUrl: () => string },
): Promise<Answer<'renewLink'>> {
  const { organizationId } = principal;
  const action = personAction({ principal, command: 'renewLink' });
  return database.transaction(async (tx) => {
    const [found] = await tx.query(FIND_PERSON, [id, organizationId]);
    if (found === undefined) throw errors.notFound('The organization has no person of this id.');
    const link = await makeLink(tx, { id, organizationId }, appUrl());
    await recordAction(tx, { ...action, organizationId, target: `person ${id}` });
    return { status: 201, body: { id, ...link } };
  });
}

const FIND_PERSON = statement<{ found: boolean }>(
  'find-person',
  `select true as found from person
    where id = $1::uuid and organization_id = $2::uuid and ended_at is null`,
);
