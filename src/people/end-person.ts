import { personAction } from '../audit/operator-actions.ts';
import type { Answer, PersonCall } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { changePerson } from './change-person.ts';

/** Ends a person, and their sessions with the next request. @throws ApiError as `changePerson` does */
export async function endPerson(
  { path, principal }: PersonCall<'endPerson'>,
  { database }: { readonly database: Database },
): Promise<Answer<'endPerson'>> {
  const { organizationId } = principal;
  const action = personAction({ principal, command: 'endPerson' });
  await database.transaction((tx) =>
    changePerson(tx, { id: path.id, organizationId }, { roles: null, action }),
  );
  return { status: 200, body: { id: path.id, ended: true } };
}
