import { type OperatorAction, recordAction } from '../../audit/operator-actions.ts';
import { type Database, type Transaction, timestampText } from '../../database/database.ts';
import { CLOCK } from '../../database/moments.ts';
import { statement } from '../../database/statement.ts';
import { errors } from '../../errors.ts';

interface RedactedMovement {
  readonly id: string;
  readonly organizationId: string;
  readonly redactedAt: string;
  /** False where it was redacted before; `redactedAt` is that earlier time. */
  readonly changed: boolean;
}

/**
 * Removes a movement's note and rx_number for good, and every salt, so that no guess can be tried on the digests
 * that stay in its hash. The database refuses any other change of a movement. The reason is in the operator's
 * action alone.
 *
 * @param organizationId null where the id alone identifies the movement
 * @throws ApiError when there is no such movement, or (without an organization) more than one
 */
export async function redactMovement(
  database: Database,
  { id, organizationId }: { id: string; organizationId: string | null },
  action: OperatorAction,
): Promise<RedactedMovement> {
  return database.transaction(async (tx) => {
    const found = await tx.query(FIND_MOVEMENT, [id, organizationId]);
    const [movement, another] = found;
    if (movement === undefined) throw errors.notFound(`No movement has the id ${id}.`);
    if (another !== undefined) {
      throw errors.validationFailed(
        `Several organizations have a movement ${id}: use \`organization\` to choose one.`,
      );
    }
    const redacted = await redactIn(tx, movement);
    if (redacted.changed) {
      const { organizationId: owner } = redacted;
      await recordAction(tx, { ...action, organizationId: owner, target: `movement ${id}` });
    }
    return redacted;
  });
}

export async function redactIn(
  tx: Transaction,
  { id, organization_id: organizationId }: FoundRow,
): Promise<RedactedMovement> {
  const [redacted] = await tx.query(REDACT, [id, organizationId]);
  if (redacted !== undefined) {
    return { id, organizationId, redactedAt: redacted.redacted_at, changed: true };
  }
  const [earlier] = await tx.query(FIND_REDACTION, [id, organizationId]);
  if (earlier?.redacted_at == null) throw new Error('A movement is neither redacted nor can be.');
  return { id, organizationId, redactedAt: earlier.redacted_at, changed: false };
}

interface FoundRow {
  id: string;
  organization_id: string;
}

const FIND_MOVEMENT = statement<FoundRow>(
  'find-movement-to-redact',
  `select id, organization_id from movement
    where id = $1::uuid and ($2::uuid is null or organization_id = $2::uuid)
    limit 2`,
);

/** A trigger sets redacted_at from the clock, whatever the statement writes. */
const REDACT = statement<{ redacted_at: string }>(
  'redact-movement',
  `with ${CLOCK}, redacted as (
     update movement
        set note = null, note_salt = null, rx_number = null, rx_number_salt = null, request_salt = null,
            redacted_at = clock.at
       from clock
      where id = $1::uuid and organization_id = $2::uuid and redacted_at is null
     returning redacted_at)
   select ${timestampText('redacted_at')} as redacted_at from redacted`,
);

const FIND_REDACTION = statement<{ redacted_at: string | null }>(
  'find-redaction',
  `select ${timestampText('redacted_at')} as redacted_at from movement
    where id = $1::uuid and organization_id = $2::uuid`,
);
