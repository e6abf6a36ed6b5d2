// A scan in a large catalog: one statement, and only index scans whatever the catalog's size.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database } from '../../src/database/database.ts';
import type { Statement } from '../../src/database/statement.ts';
import { checkDigitOf } from '../../src/scan/check-digit.ts';
import { resolveCode } from '../../src/scan/resolve-scan.ts';
import { importFile } from '../support/as-operator.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** `npm run test:scale` takes 100,000, which are imported in 18 s. */
const SKUS = Number(process.env.SCAN_SKUS ?? 20_000);
const organization = 'large';
const GS = '\u001d';

let db: TestDatabase;
let organizationId: string;

beforeAll(async () => {
  db = await createTestDatabase();
  const places = Array.from({ length: SKUS }, (_, place) => place);
  const id = (place: number) => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`;
  const file = {
    organizations: [{ slug: organization, name: 'Large', kind: 'pharmacy' }],
    products: places.map((place) => ({
      organization,
      id: id(place),
      name: `Product ${place}`,
      ndc_code: `${ndcOf(place).slice(0, 5)}-${ndcOf(place).slice(5, 9)}-${ndcOf(place).slice(9)}`,
    })),
    skus: places.map((place) => ({
      organization,
      sku_code: `SKU-${place}`,
      product_id: id(place),
      gtin: gtinOf(place),
      upc: withCheck(String(40_000_000_000 + place)),
      ean: withCheck(String(400_000_000_000 + place)),
    })),
  };
  await importFile(db.database, JSON.stringify(file));
  const { rows } = await db.owner.query('select id from organization');
  organizationId = rows[0].id;
}, 300_000);

afterAll(() => db.drop());

const withCheck = (digits: string) => digits + checkDigitOf(digits);
const gtinOf = (place: number) => withCheck(String(1_000_000_000_000 + place));
const ndcOf = (place: number) => String(60_000_000_000 + place * 7);

const codes = [
  `]d201${gtinOf(777)}17271130` + `10LOT${GS}21S`,
  withCheck(String(40_000_000_000 + 777)),
  withCheck(String(400_000_000_000 + 777)),
  ndcOf(777),
  'SKU-777',
];

it('is one statement', async () => {
  const sent: Statement[] = [];
  const counting = new Database(db.serviceUrl, { preparedStatements: true });
  const query = counting.query.bind(counting);
  counting.query = async (statement, values) => {
    sent.push(statement);
    return query(statement, values);
  };
  for (const code of codes) {
    const result = await resolveCode(counting, { organizationId, code });
    expect(result).toMatchObject({ match: 'sku', sku_code: 'SKU-777' });
  }
  await counting.close();
  expect(sent.map(({ name }) => name)).toEqual(codes.map(() => 'find-code'));
});

it('reads a handful of pages, all by indexes that lead with the code', async () => {
  for (const code of codes) {
    let plan: Node | undefined;
    const explaining = {
      query: async ({ text }: Statement, values: unknown[]) => {
        const client = await db.database.pool.connect();
        try {
          // As prepared statements run after their first uses.
          await client.query('set plan_cache_mode = force_generic_plan');
          const { rows } = await client.query({
            name: 'explained',
            text: `explain (analyze, buffers, format json) ${text}`,
            values,
          });
          plan = rows[0]['QUERY PLAN'][0].Plan;
          return [];
        } finally {
          client.release(true);
        }
      },
    };
    await resolveCode(explaining as unknown as Database, { organizationId, code });
    const nodes = flatten(plan as Node);
    expect(nodes.filter((node) => /Seq Scan/.test(node['Node Type']))).toEqual([]);
    const used = new Set(nodes.flatMap((node) => node['Index Name'] ?? []));
    for (const index of ['sku_gtin', 'sku_upc', 'sku_ean', 'sku_ndc', 'product_ndc_code']) {
      expect([...used]).toContain(index);
    }
    const pages = (plan as Node)['Shared Hit Blocks'] + (plan as Node)['Shared Read Blocks'];
    expect([code, pages < 150]).toEqual([code, true]);
    const discarded = nodes.reduce((rows, node) => rows + (node['Rows Removed by Filter'] ?? 0), 0);
    expect([code, discarded]).toEqual([code, 0]);
  }
});

interface Node {
  'Node Type': string;
  'Index Name'?: string;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Node[];
}

function flatten(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}
