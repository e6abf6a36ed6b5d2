// Calls that come at once share a statement, and each is answered as if it had come alone.
import { expect, it } from 'vitest';
import type { Call } from '../../src/contract.ts';
import { batchable, ReadBatches } from '../../src/database/batched-reads.ts';
import type { Queryable } from '../../src/database/database.ts';
import type { Statement } from '../../src/database/statement.ts';
import { listStock } from '../../src/inventory/operations/list-stock.ts';
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

/** Every way to read the stock of a SKU, and scans, of each organization. */
function everyRead(): ((database: Queryable) => Promise<unknown>)[] {
  return world.organizationIds.flatMap((organizationId) => {
    const principal = { organizationId, environment: 'live' };
    const stock = (query: object) => (database: Queryable) =>
      listStock({ query: { limit: 25, ...query }, principal } as Call<'listStock'>, { database });
    const scan = (code: string) => (database: Queryable) =>
      resolveScan({ body: { code }, principal } as Call<'resolveScan'>, { database });
    return [...STOCKED, 'nobody has it'].flatMap((sku_code) => [
      stock({ sku_code }),
      stock({ sku_code, limit: 1 }),
      stock({ sku_code, location: 'Annex' }),
      stock({ sku_code, low: true }),
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

it('sends at most sixty-four in a statement', async () => {
  const { database, sent } = watchedBatches();
  const [read = () => Promise.reject()] = everyRead();
  const answers = await Promise.all(Array.from({ length: 130 }, () => read(database)));
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

it('asks nobody again where the connection is lost', async () => {
  const sent: string[] = [];
  const batches = new ReadBatches(async ({ name }) => {
    sent.push(name);
    throw Object.assign(new Error('gone'), { code: 'ECONNRESET' });
  });
  const ends = await Promise.allSettled([1, 2].map((by) => batches.query(DIVIDE, [by])));
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(sent).toEqual(['test-divide-batch']);
});

it('refuses a statement that gives a parameter no type', () => {
  const untyped = { name: 'test-untyped', text: 'select $1::int as one, $2 as other' };
  expect(() => batchable(untyped)).toThrow('test-untyped gives $2 no type.');
});
