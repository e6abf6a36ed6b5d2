/** Ranges of an index. All texts are SQL. */
export interface Ranges {
  /** The source of one row for each range, such as `unnest($2::uuid[]) as traced (lot_id)`. */
  readonly ranges: string;
  /** The condition of a row within its range, on columns with which the index begins. */
  readonly range: string;
}

/** Rows of one table in the order of an index; each column is named with the table's alias. */
interface MergedWalk extends Ranges {
  /** The table with its alias behind it, or alone where that is its name too: `ledger_entry entry`. */
  readonly table: string;
  /** The conditions of every range; may be empty. */
  readonly conditions?: string;
  /** The order of the index after the columns that a range fixes. */
  readonly order: string;
  readonly limit: string;
}

/**
 * Selects the first rows of several ranges of an index, each of which is in the wanted order: from each range as
 * many rows as are wanted in all, because one range may hold them all, and of these the first. So the cost of a page
 * depends only on its rows and the number of ranges, whatever the planner assumes.
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
