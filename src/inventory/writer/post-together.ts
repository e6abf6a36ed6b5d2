import type { Database, Transaction } from '../../database/database.ts';
import {
  type Attempts,
  RETRY_POLICIES,
  type RetryPolicy,
  runTransaction,
} from '../../database/run-transaction.ts';
import { ApiError } from '../../errors.ts';
import { appendEvents } from '../../events/append-events.ts';
import type { NewEvent } from '../../events/event.ts';
import { countChange } from '../../telemetry/metrics.ts';
import type { Posted } from '../rules/batch.ts';
import type { StockChange } from '../rules/requests.ts';
import { postBatch } from './post-batch.ts';

export interface Together {
  /** Their levels are locked; each attempt has the same movements. */
  readonly changes: readonly StockChange[];
  /**
   * Writes what belongs to the changes, once they are posted, and returns its events. Rows that it changes were
   * locked before the levels.
   */
  readonly beside?: (posted: readonly Posted[]) => Promise<readonly NewEvent[]>;
  /**
   * Called last, when the events' counters are locked: from then on nothing else of their organizations commits. Throws
   * where what was read before is not so any more.
   */
  readonly confirm?: () => Promise<void>;
  /** Makes what is thrown where a change is refused. */
  readonly refuse?: (refused: ApiError, change: StockChange) => Error;
}

/**
 * Posts changes of several levels in one transaction, all or none, and what belongs to them. An attempt whose end
 * was lost is looked up by the ids of its movements before the next, so nothing is posted twice.
 *
 * @param lock locks what is changed, the levels last, and returns the changes as it finds them then
 * @throws ApiError the first refusal
 */
export async function postTogether(
  database: Database,
  lock: (tx: Transaction, attempts: Attempts) => Promise<Together>,
  policy: RetryPolicy = RETRY_POLICIES.stockTransfer,
): Promise<Posted[]> {
  let changes: readonly StockChange[] = [];
  const posted = await runTransaction(database, policy, async (tx, attempts) => {
    const together = await lock(tx, attempts);
    ({ changes } = together);
    return postLocked(tx, together, attempts.mayHaveCommitted);
  });
  for (const { request } of changes) countChange(request.type, 'posted');
  return posted;
}

async function postLocked(
  tx: Transaction,
  { changes, beside, confirm, refuse }: Together,
  isUncertain: boolean,
): Promise<Posted[]> {
  const events: NewEvent[] = [];
  const outcomes = await postBatch(tx, changes, {
    locks: 'held',
    // An attempt that refused any wrote nothing, so there is no refusal to keep.
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
  await confirm?.();
  return posted;
}
