import { personAction } from '../../audit/operator-actions.ts';
import type { Answer, PersonCall } from '../../contract.ts';
import type { Database } from '../../database/database.ts';
import { undoCorrection as undo } from '../corrections/undo-correction.ts';
import { correctionAnswer, witnessedBy } from './person-corrections.ts';

/** Takes back an adjustment or waste of the same person. */
export async function undoCorrection(
  { path, body, header, principal }: PersonCall<'undoCorrection'>,
  { database }: { database: Database },
): Promise<Answer<'undoCorrection'>> {
  const { organizationId } = principal;
  const movementId = path.movement_id.toLowerCase();
  const operation = 'undoCorrection';
  // The token is bound to the movement too.
  const bound = { ...body, movement_id: movementId };
  const scopes = ['stock:waste-controlled', 'stock:adjust'];
  const undone = await undo(
    database,
    { organizationId, movementId },
    {
      action: personAction({ principal, command: operation, typed: { undone: movementId } }),
      key: header['Idempotency-Key'],
      witnessed: witnessedBy({ principal, operation, body: bound, scopes }),
    },
  );
  return correctionAnswer(undone);
}
