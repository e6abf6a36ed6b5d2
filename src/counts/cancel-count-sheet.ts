import { personAction, recordAction } from '../audit/operator-actions.ts';
import type { Answer, PersonCall } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { CLOCK } from '../database/moments.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { findSheet, lockSheet, sheetTarget } from './sheet-rows.ts';

/** Ends a sheet without posting what is not approved. Who only counts may not take away what others wait to approve. */
export async function cancelCountSheet(
  { path: { id }, principal }: PersonCall<'cancelCountSheet'>,
  { database }: { readonly database: Database },
): Promise<Answer<'cancelCountSheet'>> {
  const { organizationId, personId, scopes } = principal;
  const sheet = await database.transaction(async (tx) => {
    const { state } = await lockSheet(tx, { id, organizationId }, { isShared: false });
    if (state === 'closed') {
      throw errors.wrongState('The sheet is closed: all that was counted is approved.');
    }
    if (state === 'handed_in' && !scopes.has('counts:approve')) {
      throw errors.insufficientScope(
        'The sheet was handed in, and your roles do not allow this: it needs counts:approve.',
      );
    }
    if (state !== 'cancelled') {
      await tx.query(CANCEL, [id, organizationId, personId]);
      const action = personAction({ principal, command: 'cancelCountSheet' });
      await recordAction(tx, { ...action, organizationId, target: sheetTarget(id) });
    }
    return findSheet(tx, { id, organizationId });
  });
  return { status: 200, body: sheet };
}

const CANCEL = statement<never>(
  'cancel-count-sheet',
  `with ${CLOCK}
   update count_sheet set state = 'cancelled', ended_by = $3::uuid, ended_at = clock.at
     from clock
    where id = $1::uuid and organization_id = $2::uuid`,
);
