import { expect } from 'vitest';
import type { Client } from './pharmacy.ts';

/** Every row of a list, page by page. */
export async function readAll(
  caller: Client,
  path: string,
  query: Record<string, string | number> = {},
) {
  const rows: Record<string, unknown>[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < 50; page += 1) {
    const answered = await caller.get(path, { query: { ...query, ...(cursor && { cursor }) } });
    expect(answered.status).toBe(200);
    rows.push(...answered.body.data);
    cursor = answered.body.next_cursor;
    if (cursor === null) return rows;
  }
  throw new Error('the list does not end');
}

type Row = Record<string, unknown>;

/** A filter: the values to ask for, and whether a row is among what a value asks for. */
export interface Filter {
  readonly values: readonly (string | boolean)[];
  readonly keeps: (row: Row, value: string | boolean) => boolean;
}

/** A filter by the value of a field that the rows have. */
export function filterBy(field: string, values: readonly string[]): Filter {
  return { values, keeps: (row, value) => row[field] === value };
}

/**
 * Asks a list for each combination of filters and their values, in small pages, and compares with what the
 * whole list has of them.
 *
 * @param filters by the parameters; a name of several, separated by a comma, takes values separated so too
 */
export async function expectEveryFilter(
  caller: Client,
  path: string,
  filters: Readonly<Record<string, Filter>>,
): Promise<void> {
  const whole = await readAll(caller, path, { limit: 100 });
  expect(whole.length).toBeGreaterThan(0);
  for (const chosen of combinations(Object.entries(filters))) {
    const query: Record<string, string | number> = { limit: 2 };
    for (const [names, , value] of chosen) {
      const values = String(value).split(',');
      for (const [nth, name] of names.split(',').entries()) query[name] = values[nth] as string;
    }
    const kept = whole.filter((row) =>
      chosen.every(([, filter, value]) => filter.keeps(row, value)),
    );
    expect(await readAll(caller, path, query), JSON.stringify(query)).toEqual(kept);
  }
}

type Chosen = [name: string, filter: Filter, value: string | boolean];

function combinations(filters: readonly [string, Filter][]): Chosen[][] {
  const [first, ...others] = filters;
  if (first === undefined) return [[]];
  const [name, filter] = first;
  return combinations(others).flatMap((rest) => [
    rest,
    ...filter.values.map((value): Chosen[] => [[name, filter, value], ...rest]),
  ]);
}
