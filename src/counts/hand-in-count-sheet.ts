import { personAction, recordAction } from '../audit/operator-actions.ts';
import type { Answer, PersonCall } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { CLOCK } from '../database/moments.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { findSheet, lockSheet, sheetTarget } from './sheet-rows.ts';

/** Ends the counting. What was counted is the same from now on, and compared with the ledger. */
export async function handInCountSheet(
  { path: { id }, principal }: PersonCall<'handInCountSheet'>,
  { database }: { readonly database: Database },
): Promise<Answer<'handInCountSheet'>> {
  const { organizationId, personId } = principal;
  const sheet = await database.transaction(async (tx) => {
    const { state } = await lockSheet(tx, { id, organizationId }, { isShared: false });
    if (state === 'cancelled') throw errors.wrongState('The sheet is cancelled.');
    if (state === 'open') {
      const [handedIn] = await tx.query(HAND_IN, [id, organizationId, personId]);
      if (handedIn === undefined) {
        throw errors.wrongState('Nothing is counted yet: count a lot, or cancel the sheet.');
      }
      const action = personAction({ principal, command: 'handInCountSheet' });
      await recordAction(tx, { ...action, organizationId, target: sheetTarget(id) });
    }
    return findSheet(tx, { id, organizationId });
  });
  return { status: 200, body: sheet };
}

const HAND_IN = statement<{ id: string }>(
  'hand-in-count-sheet',
  `with ${CLOCK}
   update count_sheet sheet set state = 'handed_in', handed_in_by = $3::uuid, handed_in_at = clock.at
     from clock
    where sheet.id = $1::uuid and sheet.organization_id = $2::uuid
      and exists (select from count_line line
                   where line.sheet_id = sheet.id and line.organization_id = sheet.organization_id
                     and line.counted is not null)
   returning id`,
);
