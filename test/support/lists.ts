import { describe, expect, it } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };
import type { TestDatabase } from '../../kit/database.ts';
import { type ContractDocument, readOperations } from '../../src/http/operations.ts';
import { CURSORS } from '../../src/lib/cursors.ts';
import type { Client } from './pharmacy.ts';

type Query = Readonly<Record<string, string | number>>;
type Row = Record<string, unknown>;

const PAGES_MAX = 200;

/**
 * The pages of a list, from the first to the last.
 *
 * @param meanwhile runs after each page, with the number of pages so far
 */
export async function readPages<One = Row>(
  caller: Client,
  path: string,
  query: Query = {},
  meanwhile: (pages: number) => Promise<unknown> = async () => {},
): Promise<One[][]> {
  const pages: One[][] = [];
  let cursor: string | null = null;
  while (pages.length < PAGES_MAX) {
    const page: Page = await readPage(caller, path, { ...query, ...(cursor && { cursor }) });
    pages.push(page.rows as One[]);
    cursor = page.next;
    await meanwhile(pages.length);
    if (cursor === null) return pages;
  }
  throw new Error('the list does not end');
}

/** Every row of a list, page by page. */
export async function readAll(caller: Client, path: string, query: Query = {}) {
  return (await readPages(caller, path, query)).flat();
}

interface Page {
  readonly rows: Row[];
  readonly next: string | null;
}

/** One page of a list, or of the movements of a trace. */
async function readPage(caller: Client, path: string, query: Query): Promise<Page> {
  const { status, text, body } = await caller.get(path, { query });
  expect(status, text).toBe(200);
  return { rows: body.data ?? body.movements, next: body.next_cursor };
}

/** The status, the code and the parameters that a refusal names. */
export async function refusal(caller: Client, path: string, query: Query): Promise<unknown[]> {
  const { status, body } = await caller.get(path, { query });
  return [
    status,
    body.error?.code,
    body.error?.details?.map((detail: { path: string }) => detail.path),
  ];
}

/** A filter: the values to ask for, and whether a row is among what a value asks for. */
export interface Filter {
  readonly values: readonly (string | boolean)[];
  readonly keeps: (row: Row, value: string | boolean) => boolean;
}

/** A filter by the value of a field that the rows have. */
export function filterBy(field: string, values: readonly string[]): Filter {
  return { values, keeps: (row, value) => row[field] === value };
}

/** A filter by an id that the rows have, asked for in capitals. */
export function filterById(field: string, ids: readonly unknown[]): Filter {
  const values = ids.map((id) => String(id).toUpperCase());
  return { values, keeps: (row, value) => String(row[field]).toUpperCase() === value };
}

/** A filter by the type and the id of the reference that the rows have, as `type,id`. */
export function filterByReference(values: readonly string[]): Filter {
  return {
    values,
    keeps: ({ reference }, value) => {
      const { type, id } = (reference ?? {}) as Row;
      return value === `${type},${id}`;
    },
  };
}

export interface ListUnderTest {
  /** The template that the contract has for the path. */
  readonly path: string;
  /** The id in the path, where the template has one. */
  readonly id?: () => string;
  /** Where the rows are stored. */
  readonly world: { readonly db: TestDatabase };
  /** Whose list is read. It has at least four rows, and rows of one moment where the list goes by time. */
  readonly caller: () => Client;
  /** SQL that selects the key of each row that the caller must see, in the documented order. */
  readonly order: string;
  /** What of an answered row is its key in `order`; the field `id` where nothing is said. */
  readonly key?: (row: Row) => unknown;
  /**
   * Callers who may see none of the rows: of another organization, of another environment. One of them at least has
   * rows of its own, which would otherwise prove nothing.
   */
  readonly foreign?: () => readonly Client[];
  /** Callers who see the very same rows: keys of another environment, where the list is one for both. */
  readonly same?: () => readonly Client[];
  /**
   * A filter for each parameter of the contract but `limit`, `cursor` and `apart`. A name of several parameters,
   * separated by a comma, takes values separated so too, and none of them may be sent without the others.
   */
  readonly filters?: () => Promise<Filters> | Filters;
  /** Parameters with a meaning of their own, which the file tests itself. */
  readonly apart?: readonly string[];
  /** The rows of a page where no limit is given. */
  readonly pageSize?: number;
  /** Sizes of pages in which the whole list is read: those of a long list must not be small. */
  readonly limits?: readonly number[];
  /** SQL that selects the key and the time of each row, as answers write it, where rows do not show their time. */
  readonly times?: string;
  /** Adds a row to a list of which the newest is first. */
  readonly arrive?: () => Promise<unknown>;
}

type Filters = Readonly<Record<string, Filter>>;

/**
 * Makes the tests that each list must pass: its pages have the stored rows in the documented order, whatever their
 * size; filters, cursors and times keep what they name; no one sees the rows of somebody else; and each parameter of
 * the contract refuses bad values by its name.
 */
export function itLists({
  path: template,
  id = () => '',
  world,
  caller,
  order,
  key = (row) => row.id,
  foreign = () => [],
  same = () => [],
  filters = () => ({}),
  apart = [],
  pageSize = 25,
  limits = [1, 2, 3],
  times: timesOf,
  arrive,
}: ListUnderTest): void {
  const operations = readOperations(document as unknown as ContractDocument);
  const operation = operations.find((one) => one.template === template && one.method === 'get');
  if (operation === undefined) throw new Error(`The contract has no list at ${template}.`);
  const parameters = operation.parameters
    .filter((one) => one.in === 'query')
    .map(({ name }) => name);
  const opaque = Object.hasOwn(CURSORS, operation.id)
    ? (operation.id as keyof typeof CURSORS)
    : null;
  const code = template.startsWith('/v1/inventory/') ? 'validation_error' : 'validation_failed';
  const path = () => template.replace('{id}', id());
  const whole = (as = caller()) => readAll(as, path(), { limit: 100 });
  const keysOf = (rows: readonly Row[]) => rows.map(key);

  describe('the list', () => {
    it('has the stored rows in their order, each once, in pages of any size', async () => {
      const stored = await world.db.owner.query({ text: order, rowMode: 'array' });
      const rows = await whole();
      expect(keysOf(rows)).toEqual(stored.rows.flat());
      expect(rows.length).toBeGreaterThan(3);
      for (const limit of [...limits, Math.min(rows.length, 100)]) {
        const pages = await readPages(caller(), path(), { limit });
        expect(pages.flat()).toEqual(rows);
        const sizes = pages.map((page) => page.length);
        expect(sizes.slice(0, -1).every((size) => size === limit)).toBe(true);
        expect(pages).toHaveLength(Math.ceil(rows.length / limit));
      }
      expect((await readPage(caller(), path(), {})).rows).toEqual(rows.slice(0, pageSize));
    });

    it('is whole for those who may see it, and shows none of it to others, by no cursor', async () => {
      const rows = await whole();
      for (const one of same()) expect(await whole(one)).toEqual(rows);
      const own = new Set(keysOf(rows));
      let seen = 0;
      for (const other of foreign()) {
        const theirs = await whole(other);
        seen += theirs.length;
        expect(keysOf(theirs).filter((one) => own.has(one))).toEqual([]);
        // A cursor is a position, so that of somebody else's list is one among the caller's own rows.
        for (const [one, list, another] of [
          [caller(), rows, other],
          [other, theirs, caller()],
        ] as const) {
          const { next: cursor } = await readPage(another, path(), { limit: 1 });
          const page = await readPage(one, path(), { limit: 100, ...(cursor && { cursor }) });
          const from =
            page.rows.length === 0 ? list.length : keysOf(list).indexOf(key(page.rows[0] as Row));
          expect(page.rows).toEqual(list.slice(from).slice(0, 100));
        }
      }
      expect(seen > 0).toBe(foreign().length > 0);
    });

    it('has with each set of filters, to anyone who asks, what the whole list has', async () => {
      const chosen = await filters();
      const names = Object.keys(chosen).flatMap((name) => name.split(','));
      expect([...names, ...apart, 'limit', 'cursor'].sort()).toEqual(parameters.toSorted());
      const choices = choicesOf(chosen);
      if (choices.length === 0) return;
      const rows = await whole();
      for (const ofOne of choices) {
        // A filter proves something where a value of it keeps a row, and leaves one out.
        const kept = ofOne.map((choice) => rows.filter(isKeptBy([choice])).length);
        const proves = kept.some((count) => count > 0) && kept.some((count) => count < rows.length);
        expect(proves, `${ofOne[0]?.[0]} keeps ${kept} of ${rows.length} rows`).toBe(true);
      }
      await expectFilters(caller(), path(), combinations(choices));
      for (const other of [...same(), ...foreign()]) {
        await expectFilters(other, path(), combinations([choices.flat()]));
      }
    });

    if (arrive !== undefined) {
      it('loses and repeats nothing while rows arrive', async () => {
        const [first] = choicesOf(await filters()).flat();
        for (const choices of first === undefined ? [[]] : [[], [first]]) {
          const before = keysOf((await whole()).filter(isKeptBy(choices)));
          // Rows arrive between two pages at least.
          const limit = Math.min(limitOf(before), Math.ceil(before.length / 2));
          const query = { ...queryOf(choices), limit };
          const pages = await readPages(caller(), path(), query, arrive);
          expect(pages.length).toBeGreaterThan(1);
          expect(keysOf(pages.flat())).toEqual(before);
          expect((await whole()).length).toBeGreaterThan(before.length);
        }
      });
    }

    if (opaque === null) {
      it('takes any time as a cursor, and has what is strictly older', async () => {
        const rows = await whole();
        const stored = timesOf === undefined ? [] : (await world.db.owner.query(timesOf)).rows;
        const timeOfKey = new Map(stored.map((row) => [row.key, row.time]));
        const timeOf = (row: Row) => String(row.created_at ?? timeOfKey.get(key(row)));
        const times = Map.groupBy(rows.map(timeOf), (at) => at);
        // Of most rows.
        const [at = ''] =
          [...times].toSorted(([, some], [, others]) => others.length - some.length)[0] ?? [];
        const isBefore = (until: string) => (row: Row) => timeOf(row) < until;
        const isUpTo = (row: Row) => timeOf(row) <= at;
        const local = (hours: number, offset: string) =>
          `${new Date(Date.parse(`${at.slice(0, 19)}Z`) + hours * 3_600_000).toISOString().slice(0, 19)}${at.slice(19, -1)}${offset}`;
        for (const [cursor, isOlder] of [
          [at, isBefore(at)],
          [at.replace('Z', '000Z'), isBefore(at)],
          // A nanosecond later, and after the largest number that a row may have.
          [at.replace('Z', '001Z'), isUpTo],
          [at.replace('Z', '9223372036854775807Z'), isUpTo],
          [`${at.slice(0, 23)}Z`, isBefore(`${at.slice(0, 23)}000Z`)],
          [`${at.slice(0, 19)}Z`, isBefore(`${at.slice(0, 19)}.000000Z`)],
          [local(5.5, '+05:30'), isBefore(at)],
          [local(-8, '-08:00'), isBefore(at)],
          [local(14, '+14:00'), isBefore(at)],
          [local(0, '-00:00'), isBefore(at)],
          ['1999-12-31T23:59:59.999999999Z', () => false],
          ['1000-01-01T00:00:00+14:00', () => false],
          ['2999-12-31T23:59:59.999999999-14:00', () => true],
        ] as const) {
          const older = rows.filter(isOlder);
          const page = await readPage(caller(), path(), { limit: 100, cursor });
          expect(page.rows, cursor).toEqual(older.slice(0, 100));
          expect(page.next === null, cursor).toBe(older.length <= 100);
        }
      });
    }

    const bad = { ...BAD_VALUES, cursor: badCursors(opaque) };

    it.each(Object.entries(bad))('refuses bad values of %s, and names it', async (name, values) => {
      // What it does not know it refuses whatever the value is.
      for (const value of parameters.includes(name) ? values : ['x']) {
        const { status, body, text } = await caller().get(path(), { query: { [name]: value } });
        const named = body.error?.details?.map((detail: { path: string }) => detail.path);
        expect([value, status, body.error?.code, named]).toEqual([value, 400, code, [name]]);
        if (name === 'cursor' && value.length > 9) expect(text).not.toContain(value);
      }
    });

    it('refuses one of two filters that mean something only together', async () => {
      const pairs = Object.keys(await filters()).map((names) => names.split(','));
      for (const [one = '', other] of pairs.flatMap((pair) => [pair, pair.toReversed()])) {
        if (other === undefined) continue;
        expect(await refusal(caller(), path(), { [one]: 'x' })).toEqual([400, code, [other]]);
      }
    });
  });
}

type Choice = readonly [name: string, filter: Filter, value: string | boolean];

/** Each filter with each of its values. */
const choicesOf = (filters: Filters): Choice[][] =>
  Object.entries(filters).map(([name, filter]) =>
    filter.values.map((value): Choice => [name, filter, value]),
  );

const isKeptBy = (choices: readonly Choice[]) => (row: Row) =>
  choices.every(([, filter, value]) => filter.keeps(row, value));

function queryOf(choices: readonly Choice[]): Record<string, string> {
  const named = choices.flatMap(([names, , value]) => {
    const values = String(value).split(',');
    return names.split(',').map((name, index) => [name, values[index] as string]);
  });
  return Object.fromEntries(named);
}

/** One or none of each. */
export function combinations<One>(all: readonly (readonly One[])[]): One[][] {
  const [first, ...others] = all;
  if (first === undefined) return [[]];
  return combinations(others).flatMap((rest) => [rest, ...first.map((one) => [one, ...rest])]);
}

/** So that most answers have several pages, and not too many, however long the list is. */
const limitOf = ({ length }: readonly unknown[]) =>
  Math.min(Math.max(3, Math.ceil(length / 50)), 100);

/** Asks for each set of choices in small pages, and for each one alone from the midst of the whole list on, too. */
async function expectFilters(caller: Client, path: string, sets: readonly Choice[][]) {
  const whole = await readAll(caller, path, { limit: 100 });
  const limit = limitOf(whole);
  const { rows: before, next } = await readPage(caller, path, { limit });
  for (const choices of sets.filter(({ length }) => length > 0)) {
    const query = { ...queryOf(choices), limit };
    const kept = whole.filter(isKeptBy(choices));
    expect(await readAll(caller, path, query), JSON.stringify(query)).toEqual(kept);
    if (next === null || choices.length > 1) continue;
    const rest = whole.slice(before.length).filter(isKeptBy(choices));
    expect(await readAll(caller, path, { ...query, cursor: next })).toEqual(rest);
  }
}

const texts = (length: number) => ['', 'x'.repeat(length + 1), '\0', 'a\0b'];
const UUIDS = ['', 'x', '01935f40-11aa-7c3e-a1d2-4b5c6d7e8f9', "01935f40' or true --"];
const BOOLEANS = ['', 'maybe', 'yes', '1'];
const TIMES = [
  '',
  'yesterday',
  'now',
  'infinity',
  '0001-01-01T00:00:00Z',
  '2026-00-01T00:00:00Z',
  '2026-01-01',
  '2026-01-01T00:00:00',
  '2026-01-01T00:00:00+15:00',
  '2026-01-01T00:00:00+24:00',
  '2026-01-01T00:00:00+01:60',
  '2026-01-01T00:00:00.Z',
  '2026-01-01T00:00:00.1234567890Z',
  "2026-01-01T00:00:00Z'",
  '2026-01-01T23:59:60Z',
  '2026-01-01T23:60:00Z',
  '2026-01-01T24:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2027-02-29T00:00:00Z',
];

/** By the name of a parameter; what a list has no parameter for it refuses too. */
const BAD_VALUES: Readonly<Record<string, readonly string[]>> = {
  limit: [
    '',
    '0',
    '101',
    '-1',
    '1.5',
    '1e1',
    '0x10',
    ' 5',
    'five',
    '9'.repeat(20),
    '9'.repeat(400),
  ],
  sku_code: texts(100),
  product_id: UUIDS,
  location: texts(200),
  lot_id: UUIDS,
  lot_number: texts(100),
  type: texts(50),
  status: texts(50),
  reference_type: texts(50),
  reference_id: texts(200),
  low: BOOLEANS,
  in_stock: BOOLEANS,
  everywhere: BOOLEANS,
  as_of: [...TIMES, '2999-01-01T00:00:00Z'],
  from: TIMES,
  to: TIMES,
  expiring_before: ['', 'soon', '2027-02-30', '9999-12-31', '2027-02-28T00:00:00Z'],
  patient_id: ['x'],
  payment_status: ['x'],
  unheard_of: ['x'],
};

const TIME = '2026-11-20T10:15:30.123456Z';
const ROW = '01935f40-11aa-7c3e-a1d2-4b5c6d7e8f90';
const CURSOR_OF: Readonly<Record<keyof typeof CURSORS, string>> = {
  listStock: CURSORS.listStock.write(['A', 'Main']),
  listSkus: CURSORS.listSkus.write(['A']),
  listSkuPacks: CURSORS.listSkuPacks.write(['gtin', 'A']),
  listLocations: CURSORS.listLocations.write(['Main']),
  listLots: CURSORS.listLots.write(['2027-02-28', ROW]),
  listAllocations: CURSORS.listAllocations.write([TIME, ROW]),
  listWebhooks: CURSORS.listWebhooks.write([ROW]),
  listDeliveries: CURSORS.listDeliveries.write([TIME, ROW]),
  listActivity: CURSORS.listActivity.write([TIME, ROW]),
  getCountSheet: CURSORS.getCountSheet.write([ROW, 'L']),
};

/** Cursors of every other list, and some of no list, whatever they hold. */
function badCursors(own: keyof typeof CURSORS | null): string[] {
  const others = Object.entries(CURSOR_OF).filter(([list]) => list !== own);
  const encoded = [null, {}, ['A'], ['A', 'B'], [1, 2], ['A\0', 'B'], ['2027-02-30', ROW]];
  return [
    ...others.map(([, cursor]) => cursor),
    ...encoded.map((value) => Buffer.from(JSON.stringify(value)).toString('base64url')),
    ...['', '!!!', 'AAAA', '__4A', 'A'.repeat(4001)],
    ...(own === null ? BAD_TIME_CURSORS : [TIME, ...misspelt(CURSOR_OF[own])]),
  ];
}

const BAD_TIME_CURSORS = [
  ...TIMES,
  // A row's number of 24 digits in all, of 26, beyond 64 bits, and of a day that there is not.
  '2026-11-20T10:15:30.123456000000000104857Z',
  '2026-11-20T10:15:30.12345600000000000010485760Z',
  '2026-11-20T10:15:30.1234569223372036854775808Z',
  '2026-02-30T10:15:30.1234560000000000001048576Z',
];

/** Of a part too few, too many, that is empty, that has another form, and with more before or behind it. */
function misspelt(cursor: string): string[] {
  const parts = cursor.split('.').slice(0, -1).join('.');
  return [
    parts,
    `${cursor}.x`,
    `${parts}.`,
    `${parts}.!!!`,
    ` ${cursor}`,
    `${cursor} `,
    `x${cursor}`,
  ];
}
