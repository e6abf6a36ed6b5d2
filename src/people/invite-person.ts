import { personAction } from '../audit/operator-actions.ts';
import type { Answer, PersonCall } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { invite } from './invite.ts';
import { identitiesOf } from './two-people.ts';

/** Invites somebody to the organization. @throws ApiError 400 when another person has the e-mail address */
export async function invitePerson(
  { body, principal }: PersonCall<'invitePerson'>,
  { database, appUrl }: { readonly database: Database; readonly appUrl: () => string },
): Promise<Answer<'invitePerson'>> {
  const { organizationId } = principal;
  const action = personAction({
    principal,
    command: 'invitePerson',
    typed: { roles: body.roles },
  });
  const invited = await database.transaction((tx) =>
    invite(
      tx,
      { organizationId, ...body },
      { action, appUrl: appUrl(), linkedBy: identitiesOf(principal) },
    ),
  );
  return { status: 201, body: invited };
}
