// Announces lots that expire soon, and moves reservations out of those that have expired. Both read what is due and
// not all that is in stock: the next mark of each lot is in its row (rules/expiry-marks.ts).

import type { ActionRecord, OperatorAction } from '../../audit/operator-actions.ts';
import { dateText, type Queryable } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import type { OnProgress } from '../../lib/on-progress.ts';
import { LEVELS_AT_ONCE, runConcurrently } from '../../lib/run-concurrently.ts';
import { LOT_OF_DUE } from '../rows/lot-rows.ts';
import { markReached } from '../rules/expiry-marks.ts';
import type { LotAtLocation } from '../rules/requests.ts';
import { levelName, type MovedReservation } from '../rules/stock.ts';
import { isBusy, personChange } from '../writer/person-change.ts';
import type { Stock, StockWriter } from '../writer/stock-writer.ts';
import { isOf, NO_ID, reallocateLots, type SweepScope } from './reallocate-lots.ts';

const LOTS_A_PAGE = 1_000;
/** Lots that one transaction announces; it takes about as long as a full batch. */
const LOTS_A_STEP = 64;

interface Swept {
  /** The number of levels where a lot had reached a mark. */
  readonly levels: number;
  /** The number of levels that could not be locked. */
  readonly busy: number;
  /** The number of lots that were announced. */
  readonly expiring: number;
  readonly moved: MovedReservation[];
}

/**
 * Frees expired lots from reservations and announces what expires soon. Each transaction works on one level, and a
 * few run at once.
 *
 * @param signal stops the sweep between two transactions
 */
export async function sweepLots(
  { database, stockWriter }: Stock,
  {
    by,
    signal,
    onProgress,
    ...scope
  }: SweepScope & {
    readonly by: OperatorAction | 'worker';
    readonly signal?: AbortSignal | undefined;
    /** Called with the lots that are swept, once the reservations are moved. */
    readonly onProgress?: OnProgress | undefined;
  },
): Promise<Swept> {
  const action: ActionRecord | 'worker' =
    by === 'worker' ? by : { ...by, organizationId: scope.organizationId ?? null, target: null };
  const reallocated = await reallocateLots(
    { database, stockWriter },
    { ...scope, by: action, signal },
  );
  const sweptLevels = new Set<string>();
  let { busy } = reallocated;
  let expiring = 0;
  let done = 0;
  const due = onProgress && (await database.query(COUNT_DUE, [scope.asOf, scope.organizationId]));
  for await (const lots of lotsToSweep(database, scope)) {
    if (signal?.aborted) break;
    const levels = [...Map.groupBy(lots, ({ lot }) => levelName(lot)).values()];
    const sweeps = await runConcurrently(
      levels,
      { concurrency: LEVELS_AT_ONCE, signal },
      async (ofLevel) => {
        const { asOf } = scope;
        const swept = await sweepLevel(stockWriter, ofLevel, { asOf, by: action, signal });
        done += ofLevel.length;
        onProgress?.(done, due?.[0]?.lots);
        return swept;
      },
    );
    for (const swept of sweeps) {
      expiring += swept.expiring;
      if (swept.busy) busy += 1;
      else sweptLevels.add(swept.level);
    }
  }
  return { levels: sweptLevels.size, busy, expiring, moved: reallocated.moved };
}

/** The next sweep finds a level again that could not be locked. */
async function sweepLevel(
  stockWriter: StockWriter,
  lots: readonly LotToSweep[],
  {
    asOf,
    by,
    signal,
  }: { asOf: string | null; by: ActionRecord | 'worker'; signal: AbortSignal | undefined },
): Promise<{ level: string; busy: boolean; expiring: number }> {
  const [{ lot }] = lots as [LotToSweep];
  const level = levelName(lot);
  let expiring = 0;
  for (let from = 0; from < lots.length && !signal?.aborted; from += LOTS_A_STEP) {
    const lotNumbers = lots.slice(from, from + LOTS_A_STEP).map((one) => one.lot.lotNumber);
    const change = personChange(lot, { type: 'sweep' as const, lotNumbers, asOf }, { by });
    try {
      const { answer } = await stockWriter.submit(change);
      expiring += (answer as { expiring: number }).expiring;
    } catch (error) {
      if (!isBusy(error)) throw error;
      return { level, busy: true, expiring };
    }
  }
  return { level, busy: false, expiring };
}

/** A lot that has reached a mark. */
export interface LotToSweep {
  readonly lot: LotAtLocation;
  readonly mark: number;
  /** The day as of which the lot has reached the mark. */
  readonly day: string;
  readonly expiryDate: string;
  readonly onHand: number;
}

/** Yields the lots that have reached a mark since the last sweep, the first due first, in bounded pages. */
export async function* lotsToSweep(
  db: Queryable,
  { asOf, organizationId }: SweepScope,
): AsyncGenerator<LotToSweep[]> {
  let after = ['-infinity', NO_ID, NO_ID];
  for (;;) {
    const page = await db.query(LOTS_DUE, [...after, asOf, LOTS_A_PAGE]);
    const last = page.at(-1);
    // The loop ends: each page begins after the last lot of the one before.
    if (last === undefined) return;
    yield page.flatMap((row) => {
      const { lot, today, on_hand: onHand, expiry_date: expiryDate } = row;
      const day = asOf ?? today;
      const marked = { expiryDate, expiryAnnouncedDays: row.expiry_announced_days };
      const mark = markReached(marked, { day, today });
      return mark === undefined || !isOf(lot, organizationId)
        ? []
        : [{ lot, mark, day, expiryDate, onHand }];
    });
    after = [last.due_on, last.id, last.organization_id];
  }
}

/** @param asOf the parameter of the day that the sweep takes for today everywhere; null means the present day */
const mayBeDue = (asOf: string) =>
  `in_stock and sweep_due_on <= coalesce(${asOf}::date, (now() at time zone 'UTC')::date + 1)`;

const COUNT_DUE = statement<{ lots: number }>(
  'count-lots-due',
  `select count(*) as lots from lot
    where ${mayBeDue('$1')} and ($2::uuid is null or organization_id = $2::uuid)`,
);

interface LotDue {
  readonly id: string;
  readonly organization_id: string;
  readonly due_on: string;
  readonly expiry_date: string;
  readonly expiry_announced_days: number | null;
  readonly on_hand: number;
  /** The date at the location. */
  readonly today: string;
  readonly lot: LotAtLocation;
}

/**
 * Reads generously, since the rule decides: up to the day that begins first anywhere, which is up to fourteen hours
 * before that of UTC. The statement does not filter by organization, since the planner might then read all lots of
 * one by an index that begins with it. A mark's day before the year 1 is written with BC.
 */
const LOTS_DUE = statement<LotDue>(
  'lots-due',
  `with due as (
     select id, organization_id, sku_id, location_id, lot_number, expiry_date, expiry_announced_days,
            on_hand, sweep_due_on
       from lot
      where ${mayBeDue('$4')}
        and (sweep_due_on, id, organization_id) > ($1::date, $2::uuid, $3::uuid)
      order by sweep_due_on, id, organization_id
      limit $5
   )
   select due.id, due.organization_id, to_char(due.sweep_due_on, 'YYYY-MM-DD BC') as due_on,
          ${dateText('due.expiry_date')} as expiry_date, due.expiry_announced_days, due.on_hand,
          ${dateText('(now() at time zone location.time_zone)::date')} as today,
          ${LOT_OF_DUE}
    order by due.sweep_due_on, due.id, due.organization_id`,
);
