import { expect, it } from 'vitest';
import { importFile, issueKey } from '../support/as-operator.ts';
import { type Clinic, makeClinic } from '../support/clinic.ts';
import { itLists } from '../support/lists.ts';
import { client, makePharmacy } from '../support/pharmacy.ts';
import { hiddenCents } from '../support/sentinels.ts';
import { useWorld } from '../support/world.ts';

const PATH = '/v1/shop/listings';
const ID = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

const world = useWorld(async ({ db, service }) => {
  const clinic = await makeClinic(db.database, service);
  const stranger = await makeClinic(db.database, service, { slug: 'stranger' });
  await makePharmacy(db.database, { skuCodes: [] });
  const list = (index: number, fields: object = {}) => ({
    organization: 'clinic',
    product_id: ID(index),
    patient_price_cents: 100 * index,
    created_at: '2026-01-01T00:00:00.123456Z',
    ...fields,
  });
  await importFile(
    db.database,
    JSON.stringify({
      products: [1, 2, 3, 4, 5, 6, 7].map((index) => ({
        organization: 'pharmacy',
        id: ID(index),
        name: `Product ${index}`,
        requires_prescription: index === 1,
        min_order_qty: index,
        status: index === 2 ? 'archived' : 'active',
        price_cents: 5,
        wholesale_cost_cents: hiddenCents(),
      })),
      storefront_listings: [
        list(1, { created_at: '2026-01-02T00:00:00Z' }),
        list(2),
        list(3, { is_listed: false }),
        list(5),
        list(4),
        list(6, { created_at: '2025-01-02T00:00:00.5Z' }),
        list(7, { organization: 'stranger' }),
      ],
    }),
  );
  return { clinic, stranger };
});

const rowsOf = async (api: Clinic['live']) => (await api.get(PATH)).body.data;

itLists({
  path: PATH,
  world,
  caller: () => world.clinic.live,
  same: () => [world.clinic.test],
  foreign: () => [world.stranger.live],
  key: (row) => row.product_id,
  order: `select product_id from storefront_listing listing
            join organization on organization.id = listing.organization_id
           where slug = 'clinic' order by listing.created_at desc, listing.seq desc`,
  times: `select product_id as key,
                 to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as time
            from storefront_listing`,
});

it('says what each costs a patient, and whether and how it may be ordered', async () => {
  const [first, ...others] = await rowsOf(world.clinic.live);
  expect(first).toEqual({
    product_id: ID(1),
    name: 'Product 1',
    patient_price_cents: 100,
    is_listed: true,
    requires_prescription: true,
    min_order_qty: 1,
    status: 'active',
  });
  const byId = new Map(others.map((row: { product_id: string }) => [row.product_id, row]));
  expect(byId.get(ID(2))).toMatchObject({ status: 'archived', is_listed: true });
  expect(byId.get(ID(3))).toMatchObject({ status: 'active', is_listed: false, min_order_qty: 3 });
});

it.each([
  ['products:read', 200],
  ['shop:write', 200],
  ['orders:write', 403],
])('a key with %s alone is answered %i, here and for bundles', async (scopes, status) => {
  const { key } = await issueKey(world.db.database, {
    organization: 'clinic',
    environment: 'live',
    scopes,
    plan: 'standard',
  });
  const api = client({ url: world.service.url, key });
  for (const path of [PATH, '/v1/shop/bundles']) expect((await api.get(path)).status).toBe(status);
});
