// What the operations of people that correct stock share: their notes, their witnesses and their answers.
import type { ApplicationOperationId, PersonPrincipal } from '../../contract.ts';
import { errors } from '../../errors.ts';
import { consumeWitness } from '../../people/witness.ts';
import type { CorrectedLot } from '../corrections/correct-stock.ts';
import type { Witnessed } from '../corrections/post-witnessed.ts';

/** @param scopes one of which a person needs for a controlled product */
export function witnessedBy({
  principal,
  operation,
  body,
  scopes,
}: {
  readonly principal: PersonPrincipal;
  readonly operation: ApplicationOperationId;
  readonly body: { readonly witness_token?: string };
  readonly scopes: readonly string[];
}): Witnessed {
  const { witness_token: token, ...witnessed } = body;
  return (tx) => {
    if (!scopes.some((scope) => principal.scopes.has(scope))) {
      throw errors.insufficientScope(
        'This product is controlled, and your roles do not allow it: ask a pharmacist or a manager.',
      );
    }
    if (token === undefined) {
      throw errors.witnessRequired('This product is controlled: another person has to witness it.');
    }
    return consumeWitness(tx, { token, principal, operation, body: witnessed });
  };
}

/**
 * The note of a correction: its reason and the comment, which may be redacted with it.
 *
 * @throws ApiError where the reason says nothing by itself
 */
export function noteOf({
  reason,
  comment,
}: {
  readonly reason: string;
  readonly comment?: string;
}): string {
  if (comment !== undefined) return `${reason}: ${comment}`;
  if (reason !== 'other') return reason;
  throw errors.invalid('comment', 'is required where the reason is other');
}

/** @returns 201 with what was posted now, or 200 with what was posted before with the key */
export function correctionAnswer({
  lot: { lotNumber, naming },
  movementId,
  qty,
  balanceAfter,
  idempotent,
}: CorrectedLot) {
  if (balanceAfter === null) throw new Error('A correction has no entry.');
  const body = {
    movement_id: movementId,
    idempotent,
    sku_code: naming.skuCode,
    lot_number: lotNumber,
    location: naming.location,
    qty,
    balance_after: balanceAfter,
  };
  return idempotent ? { status: 200 as const, body } : { status: 201 as const, body };
}
