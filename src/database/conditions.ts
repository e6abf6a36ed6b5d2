import type { Statement } from './database.ts';

/**
 * The conditions of a list that a caller filters. A filter that is not asked for is not in the statement,
 * and each combination is a prepared statement of its own: one text with `$1 is null or …` would be planned
 * once for all of them and scan the table for the rarest.
 */
export class Conditions {
  readonly values: unknown[] = [];
  readonly #conditions: string[] = [];
  readonly #labels: string[] = [];

  /** @param condition given the placeholders of the values */
  add(
    label: string,
    values: readonly unknown[],
    condition: (...placeholders: string[]) => string,
  ): this {
    if (values.some((value) => value === undefined)) return this;
    const first = this.values.length + 1;
    this.values.push(...values);
    this.#labels.push(label);
    this.#conditions.push(condition(...values.map((_, place) => `$${first + place}`)));
    return this;
  }

  /** Another value of the statement, outside of the conditions. */
  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  statement(name: string, text: (where: string) => string): Statement {
    return {
      name: `${name}:${this.#labels.join(',')}`,
      text: text(this.#conditions.join(' and ')),
    };
  }
}
