import { personAction, recordAction } from '../audit/operator-actions.ts';
import type { Answer, PersonCall } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';

/** Ends a terminal, and the sessions at it with their next request. @throws ApiError 404 when there is none */
export async function endTerminal(
  { path: { id }, principal }: PersonCall<'endTerminal'>,
  { database }: { readonly database: Database },
): Promise<Answer<'endTerminal'>> {
  const { organizationId } = principal;
  const action = personAction({ principal, command: 'endTerminal' });
  await database.transaction(async (tx) => {
    const [ended] = await tx.query(END_TERMINAL, [id, organizationId]);
    if (ended === undefined) throw errors.notFound('The organization has no terminal of this id.');
    await recordAction(tx, { ...action, organizationId, target: `terminal ${id}` });
  });
  return { status: 200, body: { id, ended: true } };
}

const END_TERMINAL = statement<{ id: string }>(
  'end-terminal',
  `update terminal set ended_at = now()
    where id = $1::uuid and organization_id = $2::uuid and ended_at is null
   returning id`,
);
