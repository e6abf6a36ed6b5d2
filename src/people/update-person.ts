import { personAction } from '../audit/operator-actions.ts';
import type { Answer, PersonCall } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { changePerson } from './change-person.ts';
import { identitiesOf } from './two-people.ts';

/** Gives a person other roles. @throws ApiError as `changePerson` does */
export async function updatePerson(
  { path, body: { roles }, principal }: PersonCall<'updatePerson'>,
  { database }: { readonly database: Database },
): Promise<Answer<'updatePerson'>> {
  const { organizationId } = principal;
  const action = personAction({ principal, command: 'updatePerson', typed: { roles } });
  await database.transaction((tx) =>
    changePerson(
      tx,
      { id: path.id, organizationId },
      { roles, action, by: identitiesOf(principal) },
    ),
  );
  return { status: 200, body: { id: path.id, roles } };
}
