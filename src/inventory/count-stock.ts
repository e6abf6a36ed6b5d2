import { RETRY_AFTER_SECONDS } from '../batcher.ts';
import type { Database } from '../database/database.ts';
import { errors } from '../errors.ts';
import { keyedRequest } from '../idempotency.ts';
import type { OperatorAction } from '../operator-actions.ts';
import { type CorrectedLot, correctedLot } from './correct-stock.ts';
import { StockDoor } from './door/stock-door.ts';
import { personChange, targetOf } from './person-change.ts';
import { findLot, type LotName } from './rows/find-lots-of-number.ts';
import type { CountAnswer } from './rules/apply-change.ts';
import type { MovedReservation } from './rules/stock.ts';
import { MOVES_A_STEP } from './vacate-lots.ts';

/** Transactions of one count: more orders than ever hold one lot. */
const STEPS_MAX = 10_000;

/**
 * Posts the difference to what was counted, at the location that is named or else the default one. What orders
 * hold in the lot beyond that is moved to other lots or released, in the transaction of the count; where many have
 * to move, in steps before it. A command that ends between two steps has posted nothing, and is typed again.
 *
 * @param countedAt timestamp text; null means now
 * @throws OperatorError when there is no such lot
 * @throws ApiError when the time cannot be compared, the lot would hold less than nothing, or the key came with
 *   other arguments
 */
export async function countStock(
  database: Database,
  name: LotName,
  count: { units: number; countedAt: string | null },
  { action, key }: { action: OperatorAction; key: string | undefined },
): Promise<CorrectedLot & { readonly moved: readonly MovedReservation[] }> {
  const lot = await findLot(database, name);
  const { lotNumber, organizationId } = lot;
  const by = { ...action, organizationId, target: targetOf(lot) };
  const keyed = keyedRequest('stock count', key, { ...name, ...count });
  const door = new StockDoor(database);
  let movedBefore: readonly MovedReservation[] = [];
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const limits = { movesMax: MOVES_A_STEP, movedBefore };
    const request = { type: 'count' as const, lotNumber, ...count, ...limits };
    const posted = await door.submit(personChange(lot, request, { by, keyed }));
    const answer = posted.answer as CountAnswer;
    movedBefore = [...answer.moved_before, ...answer.moved];
    if (answer.posted) return { ...correctedLot(lot, posted), moved: movedBefore };
  }
  throw errors.unavailable(RETRY_AFTER_SECONDS);
}
