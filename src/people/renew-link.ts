import { type OperatorAction, personAction, recordAction } from '../audit/operator-actions.ts';
import type { Answer, PersonCall } from '../contract.ts';
import type { Database, Transaction } from '../database/database.ts';
import { errors } from '../errors.ts';
import { type Invited, type MadeLink, makeLink } from './invite.ts';
import { identitiesOf } from './two-people.ts';
import { LOCK_PERSON } from './ways-in.ts';

/**
 * Makes another link for somebody else who cannot sign in.
 *
 * @throws ApiError 404 when there is no such person, 422 `own_approval` for one's own
 */
export async function renewLink(
  { path: { id }, principal }: PersonCall<'renewLink'>,
  { database, appUrl }: { readonly database: Database; readonly appUrl: () => string },
): Promise<Answer<'renewLink'>> {
  const { organizationId } = principal;
  const linkedBy = identitiesOf(principal);
  if (linkedBy.includes(id.toLowerCase())) {
    throw errors.ownApproval('Another manager, or the operator, has to make a link for you.');
  }
  const action = personAction({ principal, command: 'renewLink' });
  const body = await database.transaction((tx) =>
    makeNewLink(tx, { id, organizationId }, { appUrl: appUrl(), linkedBy, action }),
  );
  return { status: 201, body };
}

/** @throws ApiError 404 when the organization has no such person */
export async function makeNewLink(
  tx: Transaction,
  { id, organizationId }: { readonly id: string; readonly organizationId: string },
  { action, ...made }: { readonly action: OperatorAction } & MadeLink,
): Promise<Invited> {
  const [found] = await tx.query(LOCK_PERSON, [id, organizationId]);
  if (found === undefined) throw errors.notFound('The organization has no person of this id.');
  const link = await makeLink(tx, { id, organizationId }, made);
  await recordAction(tx, { ...action, organizationId, target: `person ${id}` });
  return { id, ...link };
}
