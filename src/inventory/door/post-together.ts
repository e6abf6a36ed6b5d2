import { type Database, failureKind, type Transaction } from '../../database/database.ts';
import type { Posted } from '../rules/batch.ts';
import type { StockChange } from '../rules/requests.ts';
import { postBatch } from './post-batch.ts';

const TRIES_MAX = 6;
const FIRST_PAUSE_MILLISECONDS = 100;

/**
 * Posts changes of several levels in one transaction, all or none. A try whose end was lost is looked up by
 * the ids of its movements before the next, so nothing is posted twice.
 *
 * @param lock locks the levels and answers the changes, as it finds them then; the same movements with
 *   each try
 * @throws ApiError the first refusal
 */
export async function postTogether(
  database: Database,
  lock: (tx: Transaction) => Promise<readonly StockChange[]>,
): Promise<Posted[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.transaction(async (tx) => {
        const changes = await lock(tx);
        const uncertain = tries === 1 ? [] : changes;
        const outcomes = await postBatch(tx, changes, { locks: 'held', uncertain });
        return outcomes.map((outcome) => {
          if (outcome === 'locked elsewhere') throw new Error('A level of a change is gone.');
          if ('refused' in outcome) throw outcome.refused;
          return outcome.posted;
        });
      });
    } catch (error) {
      const kind = failureKind(error);
      if (tries === TRIES_MAX || (kind !== 'lost' && kind !== 'conflict')) throw error;
      await new Promise((wake) => setTimeout(wake, FIRST_PAUSE_MILLISECONDS * 2 ** tries));
    }
  }
}
