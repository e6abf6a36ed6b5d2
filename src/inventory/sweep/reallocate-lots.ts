// Moves reservations out of lots that can no longer serve them, a bounded number in each transaction of one level,
// so that other requests for the level come in between.

import type { ActionRecord } from '../../audit/operator-actions.ts';
import { dateText, type Queryable, timestampText } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { LEVELS_AT_ONCE, runConcurrently } from '../../lib/run-concurrently.ts';
import { LOT_OF_DUE } from '../rows/lot-rows.ts';
import type { LotAtLocation } from '../rules/requests.ts';
import { type AllocationPosition, levelName, type MovedReservation } from '../rules/stock.ts';
import { isBusy, personChange } from '../writer/person-change.ts';
import type { Stock, StockWriter } from '../writer/stock-writer.ts';

/** Reservations that one transaction moves: a step of so many takes about as long as a full batch. */
export const MOVES_A_STEP = 64;
const LOTS_A_PAGE = 500;

export interface Reallocated {
  readonly moved: MovedReservation[];
  /** Units that are still reserved in the lot. */
  readonly waiting: number;
  /** Whether the level could not be locked: what waits is moved later. */
  readonly busy: boolean;
}

export interface SweepScope {
  /** The day to assume everywhere; null means today at each location. */
  readonly asOf: string | null;
  /** All organizations without it. */
  readonly organizationId?: string | undefined;
}

interface ReallocateOptions extends SweepScope {
  readonly by: ActionRecord | 'worker';
  /** Stops the work between two steps. */
  readonly signal?: AbortSignal | undefined;
}

export async function reallocateInSteps(
  stockWriter: StockWriter,
  lot: LotAtLocation,
  { by, asOf, signal }: ReallocateOptions,
): Promise<Reallocated> {
  const moved: MovedReservation[] = [];
  let after: AllocationPosition | null = null;
  // The loop ends: each step starts after the one before, and starts over only when reservations were moved.
  for (;;) {
    const step = await takeStep(stockWriter, lot, { by, asOf, after });
    if (step === undefined) return { moved, waiting: 0, busy: true };
    moved.push(...step.moved);
    if (step.waiting === 0) return { moved, waiting: 0, busy: false };
    if (step.moved.length === 0 && after === null) {
      return { moved, waiting: step.waiting, busy: false };
    }
    if (signal?.aborted) return { moved, waiting: step.waiting, busy: false };
    after = step.last;
  }
}

interface Step {
  readonly moved: MovedReservation[];
  readonly last: AllocationPosition | null;
  readonly waiting: number;
}

/** @returns undefined where the level could not be locked */
async function takeStep(
  stockWriter: StockWriter,
  lot: LotAtLocation,
  { by, asOf, after }: ReallocateOptions & { after: AllocationPosition | null },
): Promise<Step | undefined> {
  const { lotNumber } = lot;
  const request = { type: 'reallocate' as const, lotNumber, asOf, movesMax: MOVES_A_STEP, after };
  try {
    return (await stockWriter.submit(personChange(lot, request, { by }))).answer as Step;
  } catch (error) {
    if (!isBusy(error)) throw error;
    return undefined;
  }
}

/**
 * Moves what still waits in lots that were quarantined by a process that has ended since, and in lots that have
 * expired. A few levels are worked on at once, the lots of each in draw order.
 *
 * @returns also the number of levels that could not be locked
 */
export async function reallocateLots(
  { database, stockWriter }: Stock,
  options: ReallocateOptions,
): Promise<{ moved: MovedReservation[]; busy: number }> {
  const { signal } = options;
  const moved: MovedReservation[] = [];
  let busy = 0;
  for await (const lots of lotsToReallocate(database, options)) {
    const levels = [...Map.groupBy(lots, levelName).values()];
    const reallocated = await runConcurrently(
      levels,
      { concurrency: LEVELS_AT_ONCE, signal },
      async (ofLevel) => {
        const left: Reallocated[] = [];
        for (const lot of ofLevel) {
          if (signal?.aborted || left.at(-1)?.busy) break;
          left.push(await reallocateInSteps(stockWriter, lot, options));
        }
        return left;
      },
    );
    moved.push(...reallocated.flat().flatMap((left) => left.moved));
    busy += reallocated.flat().filter((left) => left.busy).length;
    if (signal?.aborted) break;
  }
  return { moved, busy };
}

/** Yields the lots that reservations have to leave on that day, in draw order, in bounded pages. */
export async function* lotsToReallocate(
  db: Queryable,
  { asOf, organizationId }: SweepScope,
): AsyncGenerator<LotAtLocation[]> {
  let after = ['-infinity', '-infinity', NO_ID];
  for (;;) {
    const page = await db.query(LOTS_TO_REALLOCATE, [...after, asOf, LOTS_A_PAGE]);
    const last = page.at(-1);
    // The loop ends: each page begins after the last lot of the one before.
    if (last === undefined) return;
    const due = page.filter(({ is_due }) => is_due).map(({ lot }) => lot);
    yield due.filter((lot) => isOf(lot, organizationId));
    after = [last.expiry_date, last.first_received_at, last.id];
  }
}

/** @param organizationId undefined means every organization */
export function isOf(lot: LotAtLocation, organizationId: string | undefined): boolean {
  return organizationId === undefined || lot.organizationId === organizationId;
}

/** Sorts before every other id. */
export const NO_ID = '00000000-0000-0000-0000-000000000000';

interface LotToReallocate {
  readonly id: string;
  readonly expiry_date: string;
  readonly first_received_at: string;
  readonly is_due: boolean;
  readonly lot: LotAtLocation;
}

const AFTER = `(expiry_date, first_received_at, id) > ($1::date, $2::timestamptz, $3::uuid)`;

/**
 * Reads each half from an index of its own, in draw order: lots that expire before the day that begins first
 * anywhere, which is up to fourteen hours before that of UTC, and the few in quarantine. The statement does not
 * filter by organization, since the planner might then read all lots of one by an index that begins with it.
 */
const LOTS_TO_REALLOCATE = statement<LotToReallocate>(
  'lots-to-reallocate',
  `with due as (
     (select id, organization_id, sku_id, location_id, lot_number, status, expiry_date, first_received_at
        from lot
       where is_held and expiry_date < coalesce($4::date, (now() at time zone 'UTC')::date + 1) and ${AFTER}
       order by expiry_date, first_received_at, id
       limit $5)
      union
     (select id, organization_id, sku_id, location_id, lot_number, status, expiry_date, first_received_at
        from lot
       where is_held and status = 'quarantine' and ${AFTER}
       order by expiry_date, first_received_at, id
       limit $5)
   )
   select due.id, ${dateText('due.expiry_date')} as expiry_date,
          ${timestampText('due.first_received_at')} as first_received_at,
          due.status = 'quarantine'
            or due.expiry_date < coalesce($4::date, (now() at time zone location.time_zone)::date)
            as is_due,
          ${LOT_OF_DUE}
    order by due.expiry_date, due.first_received_at, due.id
    limit $5`,
);
