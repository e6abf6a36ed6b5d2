import type { Queryable } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { errors } from '../../errors.ts';
import { RETRY_AFTER_SECONDS } from '../../queues/bounded-queue.ts';
import { findLot, type LotName } from '../rows/find-lots-of-number.ts';
import type { CountAnswer } from '../rules/apply-change.ts';
import type { Posted } from '../rules/batch.ts';
import type { CountRequest, LotAtLocation } from '../rules/requests.ts';
import type { MovedReservation } from '../rules/stock.ts';
import { MOVES_A_STEP } from '../sweep/reallocate-lots.ts';
import {
  keyedByPerson,
  type PersonRequest,
  personChange,
  targetOf,
} from '../writer/person-change.ts';
import type { Stock } from '../writer/stock-writer.ts';
import { type CorrectedLot, correctedLot } from './correct-stock.ts';

/** The transactions of one count, each of which moves up to MOVES_A_STEP reservations. */
const STEPS_MAX = 10_000;

export interface Counted {
  readonly units: number;
  /** Timestamp text; null means now. */
  readonly countedAt: string | null;
}

interface PostedCount {
  readonly posted: Posted;
  /** What the steps of the count have moved, also those of a try that was cut off. */
  readonly moved: readonly MovedReservation[];
}

/**
 * Posts the difference to what was counted, at the named location or else the default one.
 *
 * @throws ApiError when there is no such lot, as `postCount` does, or when the key came with other arguments
 */
export async function countStock(
  { database, stockWriter }: Stock,
  name: LotName,
  count: Counted,
  { action, key }: PersonRequest,
): Promise<CorrectedLot & { readonly moved: readonly MovedReservation[] }> {
  const lot = await findLot(database, name);
  const by = { ...action, organizationId: lot.organizationId, target: targetOf(lot) };
  const keyed = keyedByPerson({ action, key }, { ...name, ...count });
  const { posted, moved } = await postCount(database, lot, count, (request) =>
    stockWriter.submit(personChange(lot, request, { by, keyed })),
  );
  return { ...correctedLot(lot, posted), moved };
}

/**
 * Posts what was counted of a lot less its balance of that time. What orders hold in the lot beyond that is moved to
 * other lots or released, in the transaction of the count; where many have to move, in steps before it. A count that
 * ends between two steps has posted nothing; asked again, it continues, and its answer names what those steps have moved
 * too.
 *
 * @param post posts one step in one transaction
 * @throws ApiError when the time cannot be compared, or the lot would hold less than nothing
 */
export async function postCount(
  db: Queryable,
  lot: LotAtLocation,
  { units, countedAt }: Counted,
  post: (step: CountRequest) => Promise<Posted>,
): Promise<PostedCount> {
  const { lotNumber } = lot;
  let movedBefore = await readMovedBefore(db, lot);
  let at = countedAt;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const limits = { movesMax: MOVES_A_STEP, movedBefore };
    const posted = await post({ type: 'count', lotNumber, units, countedAt: at, ...limits });
    const answer = posted.answer as CountAnswer;
    movedBefore = [...answer.moved_before, ...answer.moved];
    if (answer.posted) return { posted, moved: movedBefore };
    // What leaves the lot between two steps was there when it was counted.
    at ??= answer.counted_at ?? null;
  }
  throw errors.unavailable(RETRY_AFTER_SECONDS);
}

/** Reads what the steps of an unfinished count have moved off the lot: nothing, where the last count was posted. */
async function readMovedBefore(
  db: Queryable,
  { lotNumber, skuId, locationId, organizationId }: LotAtLocation,
): Promise<readonly MovedReservation[]> {
  const [step] = await db.query(MOVED_BEFORE, [lotNumber, skuId, locationId, organizationId]);
  if (step?.type !== 'reallocate' || step.answer === null) return [];
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
