import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importFile } from '../support/as-operator.ts';
import { itLists, readAll } from '../support/lists.ts';
import { client, makePharmacy, type Pharmacy } from '../support/pharmacy.ts';
import { hiddenCents } from '../support/sentinels.ts';
import { useWorld } from '../support/world.ts';

const PATH = '/v1/products';
const STOCK_PATH = '/v1/inventory/stock';
/** What wholesale costs, and no one may see. */
const WHOLESALE = hiddenCents();

const world = useWorld(async ({ db, service }) => {
  const mine = await makePharmacy(db.database, { skuCodes: [] });
  const other = await makePharmacy(db.database, { slug: 'stranger', skuCodes: ['A'] });
  const product = { organization: mine.slug, wholesale_cost_cents: WHOLESALE, price_cents: 1500 };
  await importFile(
    db.database,
    JSON.stringify({
      products: [
        {
          ...product,
          id: ID(1),
          created_at: '2026-01-01T00:00:00.000001Z',
          name: 'Amoxicillin 500 mg',
          description: 'Capsules',
          category: 'Antibiotics',
          product_type: 'medication',
          strengths: ['500 mg'],
          dosage_forms: ['capsule', 'hard shell'],
          ndc_code: '0093-3109-01',
          requires_prescription: true,
          ships_to_patient: true,
          ships_to_office: true,
          min_order_qty: 3,
        },
        {
          ...product,
          id: ID(2),
          created_at: '2026-01-02T00:00:00Z',
          name: 'Draft',
          status: 'draft',
        },
        {
          ...product,
          id: ID(3),
          created_at: '2026-01-03T00:00:00Z',
          name: 'Old',
          status: 'archived',
        },
        ...[7, 5, 6, 4].map((index) => ({
          ...product,
          id: ID(index),
          created_at: '2025-01-01T00:00:00.123456Z',
          name: 'Of one moment',
        })),
      ],
    }),
  );
  const api = client({ url: service.url, key: mine.liveKey });
  const testApi = client({ url: service.url, key: mine.testKey });
  const stranger = client({ url: service.url, key: other.liveKey });
  const { liveKey } = await makePharmacy(db.database, { slug: 'nothing', skuCodes: [] });
  return { api, testApi, stranger, nothing: client({ url: service.url, key: liveKey }) };
});

function ID(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
}

itLists({
  path: PATH,
  world,
  caller: () => world.api,
  same: () => [world.testApi],
  foreign: () => [world.stranger, world.nothing],
  order: `select product.id from product join organization on organization.id = organization_id
           where slug = 'pharmacy' order by product.created_at desc, seq desc`,
  filters: () => ({
    in_stock: { values: [true, false], keeps: ({ in_stock }, value) => in_stock === value },
  }),
});

describe('the catalog', () => {
  it('has drafts and archived products with their status', async () => {
    const rows = (await readAll(world.api, PATH)).slice(0, 3);
    expect(rows.map(({ name, status }) => [name, status])).toEqual([
      ['Old', 'archived'],
      ['Draft', 'draft'],
      ['Amoxicillin 500 mg', 'active'],
    ]);
    expect(rows[2]).toEqual({
      id: ID(1),
      name: 'Amoxicillin 500 mg',
      description: 'Capsules',
      category: 'Antibiotics',
      product_type: 'medication',
      strengths: ['500 mg'],
      dosage_forms: ['capsule', 'hard shell'],
      ndc_code: '0093-3109-01',
      in_stock: false,
      requires_prescription: true,
      ships_to_patient: true,
      ships_to_office: true,
      min_order_qty: 3,
      status: 'active',
      created_at: '2026-01-01T00:00:00.000001Z',
    });
    expect(rows[1]).toMatchObject({ description: null, ndc_code: null, strengths: [] });
  });

  it('never tells what wholesale costs', async () => {
    const { text } = await world.api.get(PATH);
    expect(text).not.toMatch(/wholesale|price/);
    expect(text).not.toContain(String(WHOLESALE));
  });
});

/** A lot, its date in days from today where it lies. */
const lot = fc.record({
  location: fc.nat(2),
  days: fc.constantFrom(-400, -1, 0, 1, 400),
  released: fc.boolean(),
  on_hand: fc.nat(3),
  reservedAll: fc.boolean(),
  reserved: fc.nat(2),
});
/** Products, their SKUs, and the lots of each. */
const stock = fc.array(fc.array(fc.array(lot, { maxLength: 4 }), { maxLength: 3 }), {
  minLength: 1,
  maxLength: 30,
});
/** A day ahead of one another at every hour. */
const ZONES = ['UTC', 'Pacific/Kiritimati', 'Etc/GMT+12'];

it('has in_stock where GET /inventory/stock tells of available units, and nowhere else', async () => {
  await fc.assert(
    fc.asyncProperty(stock, async (products) => {
      const pharmacy = await makePharmacy(world.db.database, {
        slug: `stock-${crypto.randomUUID()}`,
        skuCodes: [],
      });
      await fill(pharmacy, products);
      const own = client({ url: world.service.url, key: pharmacy.liveKey });
      const levels = await readAll(own, STOCK_PATH, { limit: 100 });
      const available = new Set(
        levels.filter((level) => Number(level.available) > 0).map((level) => level.product_id),
      );
      const listed = await readAll(own, PATH, { limit: 100 });
      expect(listed).toHaveLength(products.length);
      for (const { id, in_stock } of listed) expect(in_stock).toBe(available.has(id));
      for (const wanted of ['true', 'false']) {
        const filtered = await readAll(own, PATH, { limit: 7, in_stock: wanted });
        expect(filtered).toEqual(listed.filter(({ in_stock }) => String(in_stock) === wanted));
      }
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 25) },
  );
}, 60_000);

/** Writes stock as it may be between two movements, reservations that wait to be moved included. */
async function fill(
  { slug }: Pharmacy,
  products: typeof stock extends fc.Arbitrary<infer Value> ? Value : never,
): Promise<void> {
  const lots = products.flatMap((skus, product) =>
    skus.flatMap((own, sku) =>
      own.map((one, index) => ({ ...one, product, sku: `${product}-${sku}`, nth: index })),
    ),
  );
  const skus = products.flatMap((own, product) =>
    own.map((_, sku) => ({ product, sku: `${product}-${sku}` })),
  );
  const session = await world.db.owner.connect();
  try {
    await session.query('begin');
    await session.query('set local session_replication_role = replica');
    await session.query(
      `insert into location (id, organization_id, name, time_zone)
       select gen_random_uuid(), organization.id, 'zone ' || place - 1, zone
         from organization, unnest($2::text[]) with ordinality as zones (zone, place)
        where slug = $1`,
      [slug, ZONES],
    );
    await session.query(
      `insert into product (id, organization_id, name, strengths, dosage_forms)
       select gen_random_uuid(), organization.id, nth::text, '{}', '{}'
         from organization, generate_series(0, $2::int - 1) nth where slug = $1`,
      [slug, products.length],
    );
    await session.query(
      `insert into sku (id, organization_id, sku_code, product_id)
       select gen_random_uuid(), organization.id, wanted.sku, product.id
         from organization
         cross join json_to_recordset($2::json) as wanted (product text, sku text)
         join product on product.organization_id = organization.id and product.name = wanted.product
        where slug = $1`,
      [slug, JSON.stringify(skus)],
    );
    await session.query(
      `insert into lot (id, organization_id, sku_id, location_id, lot_number, expiry_date, status, on_hand,
                        reserved, first_received_at, last_hash, last_entry_at, created_at)
       select gen_random_uuid(), sku.organization_id, sku.id, location.id, wanted.nth::text,
              (now() at time zone location.time_zone)::date + wanted.days,
              case when wanted.released then 'released' else 'quarantine' end, wanted.on_hand,
              case when wanted."reservedAll" then wanted.on_hand
                   else least(wanted.reserved, wanted.on_hand) end,
              now(), decode(repeat('00', 32), 'hex'), now(), now()
         from organization
         cross join json_to_recordset($2::json) as wanted (
              sku text, nth int, location int, days int, released boolean, on_hand int,
              "reservedAll" boolean, reserved int)
         join sku on sku.organization_id = organization.id and sku.sku_code = wanted.sku
         join location on location.organization_id = organization.id
              and location.name = 'zone ' || wanted.location
        where slug = $1`,
      [slug, JSON.stringify(lots)],
    );
    await session.query(
      `insert into stock_level (organization_id, sku_id, location_id, sku_code, location_name, on_hand,
                                reserved, quarantined, quarantined_reserved, version)
       select lot.organization_id, sku_id, location_id, sku.sku_code, location.name, sum(on_hand), sum(reserved),
              coalesce(sum(on_hand) filter (where lot.status = 'quarantine'), 0),
              coalesce(sum(reserved) filter (where lot.status = 'quarantine'), 0), 1
         from lot
         join organization on organization.id = lot.organization_id
         join sku on sku.id = lot.sku_id and sku.organization_id = lot.organization_id
         join location on location.id = lot.location_id
              and location.organization_id = lot.organization_id
        where slug = $1
        group by lot.organization_id, sku_id, location_id, sku.sku_code, location.name`,
      [slug],
    );
    await session.query('commit');
  } finally {
    // Nothing, where it is committed.
    await session.query('rollback');
    session.release();
  }
}
