import { type OperatorAction, recordAction } from '../audit/operator-actions.ts';
import type { Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { type Role, scopesOf } from './roles.ts';
import { LOCK_PERSON } from './ways-in.ts';

/**
 * Gives a person other roles, or ends them. All managers of the organization are locked first, so that two who end
 * each other at once leave one.
 *
 * @param change the new roles; null ends the person
 * @param by who asks for it, with those whose links they rest on; nobody where it is the operator
 * @throws ApiError 404 when the organization has no such person, 400 when the last manager would be gone, 422
 *   `own_approval` when people would widen their own roles
 */
export async function changePerson(
  tx: Transaction,
  { id, organizationId }: { readonly id: string; readonly organizationId: string },
  {
    roles,
    action,
    by = [],
  }: {
    readonly roles: readonly Role[] | null;
    readonly action: OperatorAction;
    readonly by?: readonly string[];
  },
): Promise<void> {
  const managers = await tx.query(LOCK_MANAGERS, [organizationId]);
  const isLast = managers.length === 1 && managers[0]?.id === id;
  if (isLast && !roles?.includes('manager')) {
    const message = 'must not be the last manager: make somebody else a manager first';
    throw errors.validation([{ path: 'id', message }]);
  }
  const [found] = await tx.query(LOCK_PERSON, [id, organizationId]);
  const before = scopesOf((found?.roles ?? []) as Role[]);
  const wider = [...scopesOf(roles ?? [])].filter((scope) => !before.has(scope));
  if (found !== undefined && wider.length > 0 && by.includes(id.toLowerCase())) {
    throw errors.ownApproval('Another manager, or the operator, has to give you further roles.');
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
