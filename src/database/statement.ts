// Every statement has a name, under which it is prepared once per connection, and declares the type of its rows.
// A test describes all of them on the real server and compares their columns with the declared types.

export interface Statement<Row = unknown> {
  readonly name: string;
  readonly text: string;
  /** Answers several calls at once: see batched-reads.ts. */
  batch?: Statement<CallRows>;
  /** What a batch runs, where the statement may take long. */
  short?: Short<Row>;
  /** Always absent; it carries the type of the rows. */
  readonly row?: Row;
}

/** A statement whose work is bounded; it marks a row for which that did not suffice. */
export interface Short<Row> {
  readonly short: Statement<Row>;
  isPart(row: Row): boolean;
}

/** What one call of a batch reads. */
export interface CallRows {
  readonly rows: unknown[];
}

/** Makes a statement whose text is another one each time, so that it is not kept prepared. */
export function unprepared(text: string): Statement<never> {
  return { name: '', text };
}

/**
 * Returns SQL that inserts rows which a select computes. In this form Citus runs it where the tables are. A plain `insert
 * … select` it may carry out by copying the rows there: row-level security refuses that, and a violation has no code.
 */
export function insertedRows(insert: string): string {
  return `with written as (${insert} returning 1) select from written`;
}

/** The statements by name, for the test that describes them. */
export const statements = new Map<string, Statement>();

/**
 * Declares a statement whose text is fixed. A name with two texts would run the wrong one, so the second is
 * refused as its module loads.
 */
export function statement<Row>(name: string, text: string): Statement<Row> {
  if (statements.has(name)) throw new Error(`Two statements are named ${name}.`);
  const declared: Statement<Row> = { name, text };
  statements.set(name, declared);
  return declared;
}
