import { hash } from 'node:crypto';
import type { TimePosition } from '../lib/paging.ts';
import type { Statement } from './statement.ts';

const DIGEST_DIGITS = 16;

/**
 * Collects the conditions of a list that a caller filters. A filter that is not asked for is not in the statement,
 * and each combination is a prepared statement of its own: one text with `$1 is null or …` would be planned
 * once for all of them and scan the table for the rarest.
 */
export class ListFilter {
  readonly values: unknown[] = [];
  readonly #conditions: string[] = [];

  /**
   * Adds a condition, unless one of its values is undefined.
   *
   * @param condition receives the placeholders of the values
   */
  add(values: readonly unknown[], condition: (...placeholders: string[]) => string): this {
    if (values.some((value) => value === undefined)) return this;
    const first = this.values.length + 1;
    this.values.push(...values);
    this.#conditions.push(condition(...values.map((_, index) => `$${first + index}`)));
    return this;
  }

  /**
   * Keeps the rows after a position in a list that is ordered by time, newest first; all rows without a position.
   *
   * @param row the alias of the rows, where the statement has others too
   */
  olderThan(position: TimePosition | undefined, row?: string): this {
    const of = row === undefined ? '' : `${row}.`;
    return this.add(
      [position?.created_at, position?.seq],
      (time, seq) => `(${of}created_at, ${of}seq) < (${time}::timestamptz, ${seq}::bigint)`,
    );
  }

  /**
   * @param condition receives the placeholder of the value
   * @returns a condition that begins with `and`, for the part of the statement that finds the rows; empty where it is
   *   not asked for
   */
  asked(value: unknown, condition: (placeholder: string) => string): string {
    return value === undefined ? '' : `and ${condition(this.value(value))}`;
  }

  /** Adds a value that stands outside the conditions. @returns its placeholder */
  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** PostgreSQL cuts names after 63 bytes, so the text is named by its digest. */
  statement<Row>(name: string, textOf: (conditions: string) => string): Statement<Row> {
    const text = textOf(this.#conditions.join(' and '));
    const known = made.get(text);
    if (known !== undefined) return known as Statement<Row>;
    const digest = hash('sha1', text, 'hex').slice(0, DIGEST_DIGITS);
    const one = { name: `${name}-${digest}`, text };
    made.set(text, one);
    return one;
  }
}

/** The statements by their texts: as many as lists have combinations of filters. Values are never part of a text. */
const made = new Map<string, Statement>();
