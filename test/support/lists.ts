import { expect, it } from 'vitest';
import type { Client } from './pharmacy.ts';

type Query = Readonly<Record<string, string | number>>;

const PAGES_MAX = 200;

/**
 * The pages of a list, from the first to the last.
 *
 * @param meanwhile runs after each page, with the number of pages so far
 */
export async function readPages<Row = Record<string, unknown>>(
  caller: Client,
  path: string,
  query: Query = {},
  meanwhile: (pages: number) => Promise<unknown> = async () => {},
): Promise<Row[][]> {
  const pages: Row[][] = [];
  let cursor: string | null = null;
  while (pages.length < PAGES_MAX) {
    const answered = await caller.get(path, { query: { ...query, ...(cursor && { cursor }) } });
    expect(answered.status, answered.text).toBe(200);
    pages.push(answered.body.data);
    cursor = answered.body.next_cursor;
    await meanwhile(pages.length);
    if (cursor === null) return pages;
  }
  throw new Error('the list does not end');
}

/** Every row of a list, page by page. */
export async function readAll(caller: Client, path: string, query: Query = {}) {
  return (await readPages(caller, path, query)).flat();
}

/**
 * A test for each parameter with a value that the list must refuse.
 *
 * @param caller asked in the tests, since there is none before
 */
export function itRefusesParameters(
  caller: () => Client,
  { path, code }: { path: string; code: 'validation_error' | 'validation_failed' },
  parameters: readonly (readonly [name: string, value: string])[],
): void {
  it.each(parameters)('refuses %s=%j and names it', async (name, value) => {
    expect(await refusal(caller(), path, { [name]: value })).toEqual([400, code, [name]]);
  });
}

/** The status, the code and the parameters that a refusal names. */
export async function refusal(caller: Client, path: string, query: Query): Promise<unknown[]> {
  const { status, body } = await caller.get(path, { query });
  return [
    status,
    body.error.code,
    body.error.details?.map((detail: { path: string }) => detail.path),
  ];
}

type Row = Record<string, unknown>;

/** So that most answers have several pages. */
const PAGE = 3;

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
  const values = Object.entries(filters).map(([name, filter]) =>
    filter.values.map((value): Chosen => [name, filter, value]),
  );
  for (const chosen of combinations(values)) {
    const query: Record<string, string | number> = { limit: PAGE };
    for (const [names, , value] of chosen) {
      const parts = String(value).split(',');
      for (const [index, name] of names.split(',').entries()) query[name] = parts[index] as string;
    }
    const kept = whole.filter((row) =>
      chosen.every(([, filter, value]) => filter.keeps(row, value)),
    );
    expect(await readAll(caller, path, query), JSON.stringify(query)).toEqual(kept);
  }
}

type Chosen = [name: string, filter: Filter, value: string | boolean];

/** One or none of each. */
export function combinations<One>(all: readonly (readonly One[])[]): One[][] {
  const [first, ...others] = all;
  if (first === undefined) return [[]];
  return combinations(others).flatMap((rest) => [rest, ...first.map((one) => [one, ...rest])]);
}
