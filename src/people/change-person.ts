import { type OperatorAction, recordAction } from '../audit/operator-actions.ts';
import type { Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import type { Role } from './roles.ts';

/**
 * Gives a person other roles, or ends them. All managers of the organization are locked first, so that two who end
 * each other at once leave one.
 *
 * @param change the new roles; null ends the person
 * @throws ApiError 404 when the organization has no such person, 400 when the last manager would be gone
 */
export async function changePerson(
  tx: Transaction,
  { id, organizationId }: { readonly id: string; readonly organizationId: string },
  { roles, action }: { readonly roles: readonly Role[] | null; readonly action: OperatorAction },
): Promise<void> {
  const managers = await tx.query(LOCK_MANAGERS, [organizationId]);
  const isLast = managers.length === 1 && managers[0]?.id === id;
  if (isLast && !roles?.includes('manager')) {
    const message = 'must not be the last manager: make somebody else a manager first';
    throw errors.validation([{ path: 'id', message }]);
  }
  const [changed] = await tx.query(roles === null ? END_PERSON : SET_ROLES, [
    id,
    organizationId,
    ...(roles === null ? [] : [roles]),
  ]);
  if (changed === undefined) throw errors.notFound('The organization has no person of this id.');
  await recordAction(tx, { ...action, organizationId, target: `person ${id}` });
}

const LOCK_MANAGERS = statement<{ id: string }>(
  'lock-managers',
  `select id from person
    where organization_id = $1::uuid and ended_at is null and 'manager' = any(roles)
    order by id
      for no key update`,
);

const SET_ROLES = statement<{ id: string }>(
  'set-roles',
  `update person set roles = $3::text[]
    where id = $1::uuid and organization_id = $2::uuid and ended_at is null
   returning id`,
);

const END_PERSON = statement<{ id: string }>(
  'end-person',
  `update person set ended_at = now()
    where id = $1::uuid and organization_id = $2::uuid and ended_at is null
   returning id`,
);
