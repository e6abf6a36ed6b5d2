import { type Database, failureKind, type Transaction } from '../../database/database.ts';
import { ApiError } from '../../errors.ts';
import { appendEvents } from '../../events/append-events.ts';
import type { NewEvent } from '../../events/event.ts';
import { countChange } from '../../telemetry/metrics.ts';
import type { Posted } from '../rules/batch.ts';
import type { StockChange } from '../rules/requests.ts';
import { postBatch } from './post-batch.ts';

const TRIES_MAX = 6;
const FIRST_PAUSE_MILLISECONDS = 100;

export interface Together {
  /** Their levels are locked; the same movements with each try. */
  readonly changes: readonly StockChange[];
  /**
   * Writes what belongs to the changes, once they are posted, and answers what it has to tell. Rows that it
   * changes were locked before the levels.
   */
  readonly beside?: (posted: readonly Posted[]) => Promise<readonly NewEvent[]>;
  /** What is thrown where a change is refused. */
  readonly refuse?: (refused: ApiError, change: StockChange) => Error;
}

/**
 * Posts changes of several levels in one transaction, all or none, and what belongs to them. A try whose end
 * was lost is looked up by the ids of its movements before the next, so nothing is posted twice.
 *
 * @param lock locks what is changed, the levels last, and answers the changes as it finds them then
 * @throws ApiError the first refusal
 */
export async function postTogether(
  database: Database,
  lock: (tx: Transaction) => Promise<Together>,
): Promise<Posted[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      let changes: readonly StockChange[] = [];
      const posted = await database.transaction(async (tx) => {
        const together = await lock(tx);
        ({ changes } = together);
        return postLocked(tx, together, tries > 1);
      });
      for (const { request } of changes) countChange(request.type, 'posted');
      return posted;
    } catch (error) {
      const kind = failureKind(error);
      if (tries === TRIES_MAX || (kind !== 'lost' && kind !== 'conflict')) throw error;
      await new Promise((wake) => setTimeout(wake, FIRST_PAUSE_MILLISECONDS * 2 ** tries));
    }
  }
}

async function postLocked(
  tx: Transaction,
  { changes, beside, refuse }: Together,
  isUncertain: boolean,
): Promise<Posted[]> {
  const events: NewEvent[] = [];
  const outcomes = await postBatch(tx, changes, {
    locks: 'held',
    // A try that refused any wrote nothing.
    uncertain: new Map(isUncertain ? changes.map((change) => [change, new Map()]) : []),
    takeEvents: (taken) => events.push(...taken),
  });
  const posted = changes.map((change, index) => {
    const outcome = outcomes[index];
    if (outcome === undefined || outcome === 'put back') {
      throw new Error('A level of a change is gone.');
    }
    if ('refused' in outcome) {
      const { refused } = outcome;
      throw (refused instanceof ApiError ? refuse?.(refused, change) : undefined) ?? refused;
    }
    return outcome.posted;
  });
  appendEvents(tx, [...events, ...((await beside?.(posted)) ?? [])]);
  return posted;
}
