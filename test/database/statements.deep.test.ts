// Every statement is described on the real server, and its columns are compared with the rows that the
// source declares: a cast in `query` believes the declaration, so nothing else would tell.
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { sourceFiles } from '../../kit/source-files.ts';
import { type Statement, statements } from '../../src/database/statement.ts';
import type { Services } from '../../src/program/services.ts';
import { allHandlers } from '../support/all-handlers.ts';
import { type ListId, listQueries, queryParametersOf } from '../support/list-queries.ts';
import { useWorld } from '../support/world.ts';
import { type Column, type Declared, type Kind, readSource } from './declared-rows.ts';

const ID = '01935f4e-7c10-7a52-9f0e-2d8b5a1c4e01';
const TIME = '2026-11-20T10:15:30.123456Z';

const LISTS = listQueries({
  skuCode: 'A',
  productId: ID,
  location: 'Main',
  lotId: ID,
  lotNumber: 'L',
  orderId: 'O-1',
  eventId: ID,
  rowId: ID,
  time: TIME,
  asOf: TIME,
  expiryDate: '2027-01-31',
});

const world = useWorld(
  async ({ db }) => {
    const client = new pg.Client({ connectionString: db.serviceUrl });
    await client.connect();
    const source = readSource();
    for (const file of sourceFiles()) await import(file);
    const { rows } = await db.owner.query(
      `select attrelid as "tableID", attnum as "columnID"
       from pg_attribute
      where attrelid in (select oid from pg_class where relnamespace = quote_ident(current_schema())::regnamespace)
        and attnum > 0 and not attnotnull
        and not exists (
              select from pg_constraint
               where conrelid = attrelid and conkey = array[attnum]
                 and pg_get_constraintdef(pg_constraint.oid) like '%(' || attname || ' IS NOT NULL)%')`,
    );
    // These columns of tables may be null. Whether a join leaves a row out is not known.
    const nullable = new Set(rows.map(columnKey));
    return { client, source, nullable };
  },
  { service: false, timeout: 60_000 },
);

afterAll(async () => {
  await world.client.end();
});

it('asks every list with every query parameter of the contract', () => {
  for (const [list, asked] of Object.entries(LISTS)) {
    const names = new Set([...asked.flatMap((query) => Object.keys(query)), 'limit']);
    expect([list, [...names].sort()]).toEqual([list, queryParametersOf(list)]);
  }
});

it('leaves no statement without declared rows', () => {
  const silent = world.source.undeclared.map((made) => ({
    ...made,
    problems: ['it is made by hand'],
  }));
  const found = [...world.source.declared, ...silent].flatMap(({ location, problems }) =>
    problems.map((problem) => `${location}: ${problem}`),
  );
  expect(found).toEqual([]);
});

it('declares for every statement the columns that the server gives, and their types', async () => {
  const found: string[] = [];
  const fixed = world.source.declared.filter(({ isOfList }) => !isOfList);
  for (const { name, text } of statements.values()) {
    const declared = fixed.filter((one) => one.name.test(name));
    if (declared.length !== 1) found.push(`${name} is declared in ${declared.length} places`);
    for (const one of declared) found.push(...mismatches(one, await describe(text)));
  }
  for (const { name, location } of fixed) {
    if (![...statements.keys()].some((one) => name.test(one)))
      found.push(`${location} is not loaded`);
  }
  expect(found).toEqual([]);
});

it('declares for every list, with and without filters, the columns that the server gives', async () => {
  const asked = await askLists();
  const found: string[] = [];
  for (const declared of world.source.declared.filter(({ isOfList }) => isOfList)) {
    const own = asked.filter(({ name }) => declared.name.test(name.replace(/-[0-9a-f]{16}$/, '')));
    if (own.length < 2) found.push(`${declared.location} was asked in ${own.length} ways`);
    for (const { text } of own) found.push(...mismatches(declared, await describe(text)));
  }
  expect(found).toEqual([]);
});

/** The statements of list filters that the lists make. */
async function askLists(): Promise<Statement[]> {
  const asked = new Map<string, Statement>();
  const database = {
    query: async (statement: Statement) => {
      for (const one of [statement, ...(statement.short ? [statement.short.short] : [])]) {
        if (!statements.has(one.name)) asked.set(one.text, one);
      }
      // Enough of a row for what a list looks at before it lists.
      return [
        {
          id: ID,
          now: '9999-12-31T00:00:00.000000Z',
          position: 1,
          items: [],
          members: [],
          pricing_mode: 'sum',
        },
      ];
    },
    actingFor: () => database,
  };
  const services = {
    database,
    secrets: { open: () => '{}' },
    notePatientAccess: async () => {},
  };
  const principal = {
    organizationId: ID,
    environment: 'live',
    scopes: new Set(['inventory:write']),
  };
  for (const [id, queries] of Object.entries(LISTS)) {
    for (const filters of queries) {
      const call = { path: { id: ID }, query: { limit: 25, ...filters }, principal };
      const list = allHandlers[id as ListId] as (
        call: unknown,
        services: Services,
      ) => Promise<unknown>;
      await list(call, services as unknown as Services);
    }
  }
  return [...asked.values()];
}

function mismatches({ location, columns }: Declared, given: readonly pg.FieldDef[]): string[] {
  const names = given.map(({ name }) => name);
  return [
    ...given.flatMap((field) => mismatchesOf(field, columns.get(field.name))),
    ...[...columns.keys()]
      .filter((name) => !names.includes(name))
      .map((name) => `${name} is declared, but the statement does not give it`),
    ...(new Set(names).size < names.length ? ['a column is given twice'] : []),
  ].map((mismatch) => `${location}: ${mismatch}`);
}

function mismatchesOf(field: pg.FieldDef, declared: Column | undefined): string[] {
  const { name, dataTypeID } = field;
  if (declared === undefined) return [`${name} is not declared`];
  const arrives = KINDS.get(dataTypeID);
  if (arrives === undefined) return [`${name} is of type ${dataTypeID}, not known here`];
  const kinds = [...declared.kinds];
  const fits =
    arrives === 'json'
      ? kinds.every((kind) => JSON_KINDS.has(kind))
      : kinds.every((kind) => kind === arrives);
  return [
    ...(fits ? [] : [`${name} is declared as ${kinds.join(' or ')}, but is ${arrives}`]),
    ...(world.nullable.has(columnKey(field)) && !declared.mayBeNull
      ? [`${name} may be null, but is not declared so`]
      : []),
  ];
}

function columnKey({ tableID, columnID }: { tableID: number; columnID: number }): string {
  return `${tableID}.${columnID}`;
}

const JSON_KINDS: ReadonlySet<Kind> = new Set(['json', 'string[]']);

/** How `Database` hands on what it reads, by the type's OID. A timestamp without a zone has no place. */
const KINDS: ReadonlyMap<number, Kind> = new Map([
  [16, 'boolean'],
  [17, 'Buffer'],
  [19, 'string'],
  [20, 'number'],
  [21, 'number'],
  [23, 'number'],
  [25, 'string'],
  [114, 'json'],
  [700, 'number'],
  [701, 'number'],
  [1009, 'string[]'],
  [1043, 'string'],
  [1082, 'string'],
  [1184, 'string'],
  [1700, 'string'],
  [2950, 'string'],
  [2951, 'string[]'],
  [3802, 'json'],
] as const);

/** Parses and describes, and runs nothing. */
function describe(text: string): Promise<pg.FieldDef[]> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.FieldDef[]>();
  let fields: pg.FieldDef[] = [];
  const description = {
    submit(connection: pg.Connection) {
      connection.parse({ name: '', text, types: [] }, true);
      connection.describe({ type: 'S', name: '' }, true);
      connection.sync();
    },
    handleRowDescription(message: { fields: pg.FieldDef[] }) {
      fields = message.fields;
    },
    handleError(error: Error) {
      reject(new Error(`${error.message}: ${text}`));
    },
    handleReadyForQuery() {
      resolve(fields);
    },
  };
  world.client.query(description as unknown as pg.Submittable);
  return promise;
}
