import type { Database, Queryable } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { errors } from '../../errors.ts';
import { RETRY_AFTER_SECONDS } from '../../lib/shed.ts';
import { findLot, type LotName } from '../rows/find-lots-of-number.ts';
import type { CountAnswer } from '../rules/apply-change.ts';
import type { LotAtLocation } from '../rules/requests.ts';
import type { MovedReservation } from '../rules/stock.ts';
import { MOVES_A_STEP } from '../sweep/reallocate-lots.ts';
import { StockWriter } from '../writer/stock-writer.ts';
import { type CorrectedLot, correctedLot } from './correct-stock.ts';
import { keyedByPerson, type PersonRequest, personChange, targetOf } from './person-change.ts';

/** The transactions of one count, each of which moves up to MOVES_A_STEP reservations. */
const STEPS_MAX = 10_000;

/**
 * Posts the difference to what was counted, at the named location or else the default one. What orders hold in the
 * lot beyond that is moved to other lots or released, in the transaction of the count; where many have to move, in
 * steps before it. A command that ends between two steps has posted nothing; run again, it goes on, and its answer
 * names what those steps have moved too.
 *
 * @param countedAt timestamp text; null means now
 * @throws ApiError when there is no such lot; when the time cannot be compared, the lot would hold less than nothing, or the key came with
 *   other arguments
 */
export async function countStock(
  database: Database,
  name: LotName,
  count: { units: number; countedAt: string | null },
  { action, key }: PersonRequest,
): Promise<CorrectedLot & { readonly moved: readonly MovedReservation[] }> {
  const lot = await findLot(database, name);
  const { lotNumber, organizationId } = lot;
  const by = { ...action, organizationId, target: targetOf(lot) };
  const keyed = keyedByPerson({ action, key }, { ...name, ...count });
  const stockWriter = new StockWriter(database);
  let movedBefore = await readMovedBefore(database, lot);
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const limits = { movesMax: MOVES_A_STEP, movedBefore };
    const request = { type: 'count' as const, lotNumber, ...count, ...limits };
    const posted = await stockWriter.submit(personChange(lot, request, { by, keyed }));
    const answer = posted.answer as CountAnswer;
    movedBefore = [...answer.moved_before, ...answer.moved];
    if (answer.posted) return { ...correctedLot(lot, posted), moved: movedBefore };
  }
  throw errors.unavailable(RETRY_AFTER_SECONDS);
}

/** Reads what the steps of an unfinished count have moved off the lot: nothing, where the last count was posted. */
async function readMovedBefore(
  db: Queryable,
  { lotNumber, skuId, locationId, organizationId }: LotAtLocation,
): Promise<readonly MovedReservation[]> {
  const [step] = await db.query(MOVED_BEFORE, [lotNumber, skuId, locationId, organizationId]);
  if (step?.type !== 'vacate' || step.answer === null) return [];
  return [...step.answer.moved_before, ...step.answer.moved];
}

const MOVED_BEFORE = statement<{ type: string; answer: CountAnswer | null }>(
  'moves-of-unfinished-count',
  `select step.type, step.answer
     from (select id, organization_id from lot
            where lot_number = $1::text and sku_id = $2::uuid and location_id = $3::uuid
              and organization_id = $4::uuid
            limit 1) lot
    cross join lateral (
          select type, answer from movement
           where movement.lot_id = lot.id and movement.organization_id = lot.organization_id
             and (type = 'count' or answer ->> 'posted' = 'false')
           order by movement.created_at desc, movement.id desc
           limit 1) step`,
);
