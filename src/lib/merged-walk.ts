/** Ranges of an index. All texts are SQL. */
export interface Ranges {
  /** What gives a row for each range, such as `unnest($2::uuid[]) as traced (lot_id)`. */
  readonly ranges: string;
  /** What is true of a row within its range, by columns that the index begins with. */
  readonly range: string;
}

/** Rows of one table in the order of an index; each column is named with the table's alias. */
export interface MergedWalk extends Ranges {
  /** With its alias behind it, or alone where that is its name too: `ledger_entry entry`. */
  readonly table: string;
  /** Conditions that every range has; may be empty. */
  readonly conditions?: string;
  /** The order of the index behind what a range fixes. */
  readonly order: string;
  readonly limit: string;
}

/**
 * The first rows of several ranges of an index, each of which has them in the order that is wanted: of each
 * range as many as are wanted in all, since they may all be of one, and of these the first. So a page costs
 * its rows for each range, however many there are in the ranges, and whatever the planner thinks of them.
 */
export function mergedWalk({ ranges, range, table, conditions, order, limit }: MergedWalk): string {
  const alias = table.split(' ').at(-1);
  return `
    select ${alias}.*
      from ${ranges}
     cross join lateral (
           select ${alias}.*
             from ${table}
            where ${range} ${conditions ? `and ${conditions}` : ''}
            order by ${order}
            limit ${limit}) ${alias}
     order by ${order}
     limit ${limit}`;
}
