// Calls that come at once share a statement, and each is answered as if it had come alone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readsOf, type TestDatabase } from '../../kit/database.ts';
import type { Call } from '../../src/contract.ts';
import { batchable, ReadBatches } from '../../src/database/batched-reads.ts';
import type { Queryable } from '../../src/database/database.ts';
import type { Statement } from '../../src/database/statement.ts';
import { listStock } from '../../src/inventory/operations/list-stock.ts';
import { CURSORS } from '../../src/lib/cursors.ts';
import { resolveScan } from '../../src/scan/resolve-scan.ts';
import { percentile99 } from '../support/concurrency.ts';
import {
  type Client,
  client,
  day,
  makePharmacy,
  post,
  type RunningService,
  startService,
} from '../support/pharmacy.ts';
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

describe('a SKU with very many expired lots', () => {
  const LOTS = 20_000;
  let long: Client;
  let other: Client;
  let service: RunningService;

  beforeAll(async () => {
    const { database, owner } = world.db;
    const longPharmacy = await makePharmacy(database, { slug: 'long', skuCodes: ['LONG'] });
    const otherPharmacy = await makePharmacy(database, {
      slug: 'other',
      skuCodes: ['OTHER'],
      lots: [{ sku_code: 'OTHER', lot_number: 'L', expiry_date: day(60), qty: 7 }],
    });
    service = await startService(database);
    long = client({ url: service.url, key: longPharmacy.liveKey });
    other = client({ url: service.url, key: otherPharmacy.liveKey });
    const first = { sku_code: 'LONG', lot_number: 'L', expiry_date: day(60), qty: 1 };
    expect((await post(long, { type: 'receive', ...first })).status).toBe(201);
    const columns = await columnsOfLot(owner);
    const chosen = columns.map((name) =>
      name === 'id'
        ? 'gen_random_uuid()'
        : name === 'lot_number'
          ? `'L' || n`
          : name === 'expiry_date'
            ? `date '2020-01-01'`
            : name,
    );
    await owner.query(
      `begin; set local session_replication_role = replica;
       insert into lot (${columns.join(', ')})
       select ${chosen.join(', ')} from lot cross join generate_series(1, ${LOTS}) n
        where sku_id = (select id from sku where sku_code = 'LONG');
       update stock_level set on_hand = on_hand + ${LOTS}
        where sku_id = (select id from sku where sku_code = 'LONG');
       commit`,
    );
    await owner.query('vacuum analyze lot');
  }, 60_000);
  afterAll(() => service.close());

  const stock = (api: Client, sku_code: string) =>
    api.get('/v1/inventory/stock', { query: { sku_code } });

  it('is summed whole, and asked once by those who ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => stock(long, 'LONG')));
    for (const { body } of answers) {
      expect(body.data[0]).toMatchObject({ on_hand: LOTS + 1, expired: LOTS, available: 1 });
    }
    const { database, sent } = watchedBatches();
    const [{ organization_id }] = (
      await world.db.owner.query(`select organization_id from sku where sku_code = 'LONG'`)
    ).rows;
    const read = () => readStock(database, organization_id, { sku_code: 'LONG' });
    await Promise.all(Array.from({ length: 8 }, read));
    expect(sent.filter((name) => /^list-stock-[0-9a-f]+$/.test(name))).toHaveLength(1);
  });

  it('delays no other organization: its reads take no more than twice what they took', async () => {
    const times = async (attacks: boolean): Promise<number[]> => {
      let isOver = false;
      const attack = async () => {
        while (!isOver) await stock(long, 'LONG');
      };
      const attacking = attacks ? Array.from({ length: 8 }, attack) : [];
      const taken: number[] = [];
      for (let nth = 0; nth < 60; nth += 1) {
        const startedAt = performance.now();
        const { body } = await stock(other, 'OTHER');
        expect(body.data[0].on_hand).toBe(7);
        taken.push(performance.now() - startedAt);
      }
      isOver = true;
      await Promise.all(attacking);
      return taken;
    };
    // Rounds take turns, so that what else the machine does meets both.
    const [alone, attacked]: [number[], number[]] = [[], []];
    for (let round = 0; round < 4; round += 1) {
      alone.push(...(await times(false)));
      attacked.push(...(await times(true)));
    }
    const [before, meanwhile] = [percentile99(alone), percentile99(attacked)];
    expect(meanwhile, `${before} ms before`).toBeLessThan(
      Math.max(2 * before, NOTICED_MILLISECONDS),
    );
  }, 60_000);
});

/** Less is no delay on a machine that others use too. */
const NOTICED_MILLISECONDS = 60;

async function columnsOfLot(owner: TestDatabase['owner']): Promise<string[]> {
  const { rows } = await owner.query(
    `select column_name from information_schema.columns
      where table_name = 'lot' and is_generated = 'NEVER' and table_schema = current_schema()`,
  );
  return rows.map(({ column_name }) => column_name);
}
