import { type Queryable, timestampText } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { ApiError } from '../../errors.ts';
import { applyChange, type Outcome } from '../rules/apply-change.ts';
import { Batch } from '../rules/batch.ts';
import type { Book } from '../rules/decide-count.ts';
import { type CountRequest, needsOf, type StockChange } from '../rules/requests.ts';
import { levelName } from '../rules/stock.ts';
import { readBooks } from './read-facts.ts';
import { LEVEL_PARTS, LEVELS, type LevelRow, readLevels } from './read-levels.ts';

export interface CountPreview {
  /** Undefined where the count is of now. */
  readonly book: Book | undefined;
  /** Of the lot before any of the counts; 0 where there is no such lot. */
  readonly onHand: number;
  readonly outcome: Outcome | ApiError;
}

/**
 * Decides counts, one after the other, on the stock as it is now. It locks and writes nothing, so that what is posted
 * later may differ.
 *
 * @returns a preview for each, in their order
 */
export async function previewCounts(
  db: Queryable,
  changes: readonly StockChange<CountRequest>[],
): Promise<CountPreview[]> {
  if (changes.length === 0) return [];
  const read = async (wanted: string) => (await db.query(READ_STOCK, [wanted]))[0];
  const [books, { row, levels }] = await Promise.all([
    readBooks(db, changes),
    readLevels(changes.flatMap(needsOf), read),
  ]);
  const onHand = changes.map(
    ({ level, request }) =>
      levels.get(levelName(level))?.lots.find(({ lotNumber }) => lotNumber === request.lotNumber)
        ?.onHand ?? 0,
  );
  const batch = new Batch({ levels, books, lotNumbers: new Map(), now: row.now, firstSeq: 0n });
  return changes.map((change, index) => ({
    book: books.get(change.movement.id),
    onHand: onHand[index] as number,
    outcome: decide(batch, change),
  }));
}

function decide(batch: Batch, change: StockChange): Outcome | ApiError {
  try {
    return applyChange(batch, change);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

const READ_STOCK = statement<{ now: string; levels: LevelRow[] | null }>(
  'read-stock-for-preview',
  `with ${LEVEL_PARTS}
   select (select ${timestampText('moment.at')} from moment) as now, ${LEVELS} as levels`,
);
