// Calls that come at once share a statement, and each is answered as if it had come alone.
import { expect, it } from 'vitest';
import type { Call } from '../../src/contract.ts';
import { batchable, ReadBatches } from '../../src/database/batched-reads.ts';
import type { Queryable } from '../../src/database/database.ts';
import type { Statement } from '../../src/database/statement.ts';
import { listStock } from '../../src/inventory/operations/list-stock.ts';
import { CURSORS } from '../../src/lib/cursors.ts';
import { resolveScan } from '../../src/scan/resolve-scan.ts';
import { readsOf } from '../support/database.ts';
import { day, makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const SLUGS = ['one', 'two', 'three'];
const STOCKED = ['A', 'B', 'Ü 💊', `it's {a, "b"} \\ \\u0000 null`];
const GTIN = '09506000134352';

const world = useWorld(
  async ({ db }) => {
    for (const [nth, slug] of SLUGS.entries()) {
      const lots = STOCKED.flatMap((sku_code, index) =>
        ['Main', 'Annex'].map((location) => ({
          sku_code,
          location,
          lot_number: 'L',
          expiry_date: day(300 + nth),
          qty: 1_000 * (nth + 1) + index,
        })),
      );
      await makePharmacy(db.database, { slug, skuCodes: STOCKED, lots, reorderPoint: 2_001 });
    }
    await db.owner.query(`update sku set gtin = $1 where sku_code = 'B'`, [GTIN]);
    const { rows } = await db.owner.query(`select id from organization where slug = any($1)`, [
      SLUGS,
    ]);
    return { organizationIds: rows.map(({ id }) => id as string) };
  },
  { service: false },
);

function readStock(database: Queryable, organizationId: string, query: object) {
  const call = { query: { limit: 25, ...query }, principal: { organizationId } };
  return listStock(call as Call<'listStock'>, { database });
}

/** Every way to read the stock of a SKU, and scans, of each organization. */
function everyRead(): ((database: Queryable) => Promise<unknown>)[] {
  return world.organizationIds.flatMap((organizationId) => {
    const stock = (query: object) => (database: Queryable) =>
      readStock(database, organizationId, query);
    const scan = (code: string) => (database: Queryable) =>
      resolveScan({ body: { code }, principal: { organizationId } } as Call<'resolveScan'>, {
        database,
      });
    return [...STOCKED, 'nobody has it'].flatMap((sku_code) => [
      stock({ sku_code }),
      stock({ sku_code, limit: 1 }),
      stock({ sku_code, location: 'Annex' }),
      stock({ sku_code, cursor: CURSORS.listStock.write([sku_code, 'Annex']) }),
      stock({ sku_code, low: false, location: 'Main' }),
      scan(sku_code),
      scan(`01${GTIN}`),
    ]);
  });
}

/** The batches of a database, and the names of the statements that they have sent. */
function watchedBatches(): { database: Queryable; sent: string[] } {
  const sent: string[] = [];
  const plain: Queryable = readsOf(world.db.database);
  const run = <Row>(one: Statement<Row>, values: unknown[]) => {
    sent.push(one.name);
    // A statement of no batch, since it is another object.
    return plain.query({ ...one }, values);
  };
  const batches = new ReadBatches(run);
  return {
    sent,
    database: { query: (one, values) => batches.query(one, values) ?? run(one, values) },
  };
}

it('answers each of many that come at once as if it had come alone', async () => {
  const reads = everyRead();
  const lone = watchedBatches();
  const expected: unknown[] = [];
  for (const read of reads) expected.push(await read(lone.database));
  expect(lone.sent.filter((name) => name.endsWith('-batch'))).toEqual([]);
  expect(new Set(expected.map((answer) => JSON.stringify(answer))).size).toBeGreaterThan(30);

  const { database, sent } = watchedBatches();
  const answers = await Promise.all(reads.map((read) => read(database)));
  expect(answers).toEqual(expected);
  // Names are looked up first where they are not plain, so not all come in one turn.
  const ofReads = sent.filter((name) => /^(find-code|list-stock)/.test(name));
  expect(ofReads.length).toBeLessThan(reads.length / 3);
});

it('sends at most sixteen in a statement', async () => {
  const { database, sent } = watchedBatches();
  const [read = () => Promise.reject()] = everyRead();
  const answers = await Promise.all(Array.from({ length: 40 }, () => read(database)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(sent.length).toBe(3);
});

const DIVIDE = batchable<{ quotient: number }>({
  name: 'test-divide',
  text: 'select 12 / $1::int as quotient',
});

it('fails the one call whose values fail, and answers the others', async () => {
  const { database, sent } = watchedBatches();
  const ends = await Promise.allSettled([3, 0, 4].map((by) => database.query(DIVIDE, [by])));
  expect(ends).toEqual([
    { status: 'fulfilled', value: [{ quotient: 4 }] },
    { status: 'rejected', reason: expect.objectContaining({ code: '22012' }) },
    { status: 'fulfilled', value: [{ quotient: 3 }] },
  ]);
  expect(sent).toEqual(['test-divide-batch', 'test-divide', 'test-divide', 'test-divide']);
});

it.each([
  ['the connection is lost', 'ECONNRESET'],
  ['the statement took too long', '57014'],
])('asks nobody again where %s', async (_, code) => {
  const sent: string[] = [];
  const batches = new ReadBatches(async ({ name }) => {
    sent.push(name);
    throw Object.assign(new Error('failed'), { code });
  });
  const ends = await Promise.allSettled([1, 2].map((by) => batches.query(DIVIDE, [by])));
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(sent).toEqual(['test-divide-batch']);
});

it('leaves reads alone that may be long', async () => {
  const { database, sent } = watchedBatches();
  const [organizationId = ''] = world.organizationIds;
  const queries = [{}, { location: 'Main' }, { sku_code: 'A', low: true }];
  for (const query of queries) {
    await Promise.all([1, 2, 3].map(() => readStock(database, organizationId, query)));
  }
  expect(sent.length).toBe(9);
  expect(sent.filter((name) => name.endsWith('-batch'))).toEqual([]);
});

it('tells the first value from the tenth', async () => {
  const nine = Array.from({ length: 9 }, (_, index) => `$${index + 1}::int`);
  const last = batchable<{ all: string; tenth: number }>({
    name: 'test-ten',
    text: `select concat_ws(' ', ${nine.join(', ')}) as all, $10::int as tenth`,
  });
  const { database } = watchedBatches();
  const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  const ask = () => database.query(last, values);
  expect(await Promise.all([ask(), ask()])).toEqual(
    Array.from({ length: 2 }, () => [{ all: '1 2 3 4 5 6 7 8 9', tenth: 10 }]),
  );
});

it.each([
  ['no type', 'select $1::int as one, $2 as other', '$2'],
  ['two types', 'select $1::int as one, $1::numeric as other', '$1'],
])('refuses a statement that gives a parameter %s', (kind, text, parameter) => {
  const name = `test-${kind.replace(' ', '-')}`;
  expect(() => batchable({ name, text })).toThrow(`${name} gives ${parameter} no one type.`);
});
