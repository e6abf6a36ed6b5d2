import { beforeEach, expect, it } from 'vitest';
import { importFile } from '../support/as-operator.ts';
import { makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld(
  async ({ db }) => {
    const pharmacy = await makePharmacy(db.database, { skuCodes: ['A', 'B'] });
    const productId = pharmacy.productIds[0] as string;
    const clinics = ['clinic', 'another'].map((slug) => ({ slug, name: slug, kind: 'clinic' }));
    await importFile(db.database, JSON.stringify({ organizations: clinics }));
    return { productId };
  },
  { service: false },
);
beforeEach(() => world.db.owner.query('delete from storefront_listing'));

function load(...records: Record<string, unknown>[]) {
  const listings = records.map((record) => ({
    organization: 'clinic',
    product_id: world.productId,
    patient_price_cents: 1999,
    ...record,
  }));
  return importFile(world.db.database, JSON.stringify({ storefront_listings: listings })).then(
    ({ counts }) => counts.storefront_listings,
  );
}

async function stored() {
  const { rows } = await world.db.owner.query(
    `select listing.product_id, listing.patient_price_cents::int as cents, listing.is_listed,
            seller.slug as seller, owner.slug as owner
       from storefront_listing listing
       join organization seller on seller.id = listing.organization_id
       join organization owner on owner.id = listing.product_organization_id
      order by seller.slug, cents`,
  );
  return rows;
}

it('lists products of a pharmacy in a storefront, and changes what a second file says', async () => {
  expect(await load({})).toEqual({ created: 1, updated: 0, unchanged: 0 });
  const listing = { product_id: world.productId, seller: 'clinic', owner: 'pharmacy' };
  expect(await stored()).toEqual([{ ...listing, cents: 1999, is_listed: true }]);
  expect(await load({ product_id: world.productId.toUpperCase() })).toMatchObject({ unchanged: 1 });
  expect(await load({ patient_price_cents: 0, is_listed: false })).toMatchObject({ updated: 1 });
  expect(await load({ patient_price_cents: 5 })).toMatchObject({ updated: 1 });
  expect(await stored()).toEqual([{ ...listing, cents: 5, is_listed: false }]);
});

it('keeps the storefronts of organizations apart', async () => {
  await load({ patient_price_cents: 5 });
  expect(await load({ organization: 'another', patient_price_cents: 7 })).toMatchObject({
    created: 1,
  });
  expect(await stored()).toMatchObject([
    { seller: 'another', cents: 7 },
    { seller: 'clinic', cents: 5 },
  ]);
});

it('lists products of several pharmacies in one file, each as its own pharmacy’s', async () => {
  const organizations = ['first', 'second'].map((slug) => ({ slug, name: slug, kind: 'pharmacy' }));
  const products = Array.from({ length: 6 }, (_, index) => ({
    organization: index % 2 === 0 ? 'second' : 'first',
    id: crypto.randomUUID(),
    name: `Product ${index}`,
  }));
  const storefront_listings = products.map(({ id: product_id }, index) => ({
    organization: 'clinic',
    product_id,
    patient_price_cents: 100 + index,
  }));
  const file = { organizations, products, storefront_listings };
  await importFile(world.db.database, JSON.stringify(file));
  const kept = (await stored()).filter(({ owner }) => owner !== 'pharmacy');
  expect(kept.map(({ product_id, cents, owner }) => [product_id, cents, owner])).toEqual(
    products.map(({ id, organization }, index) => [id, 100 + index, organization]),
  );
});

it('lists products that the same file brings', async () => {
  const id = crypto.randomUUID();
  const file = {
    products: [{ organization: 'pharmacy', id, name: 'New' }],
    storefront_listings: [{ organization: 'clinic', product_id: id, patient_price_cents: 1 }],
  };
  const { counts } = await importFile(world.db.database, JSON.stringify(file));
  expect(counts.storefront_listings.created).toBe(1);
});

it.each<[string, Record<string, unknown>[], string]>([
  [
    'an unknown product',
    [{}, { product_id: crypto.randomUUID() }],
    'storefront_listings[1].product_id: is not a known product.',
  ],
  [
    'a word for a product',
    [{ product_id: 'A' }],
    'storefront_listings[0].product_id: must be a UUID',
  ],
  ['an unknown organization', [{ organization: 'nobody' }], 'storefront_listings[0].organization'],
  ['a product twice', [{}, {}], 'storefront_listings[1]: repeats storefront_listings[0].'],
  [
    'a price below nothing',
    [{ patient_price_cents: -1 }],
    'patient_price_cents: must be at least 0',
  ],
  ['half a cent', [{ patient_price_cents: 0.5 }], 'patient_price_cents: must be an integer'],
  [
    'a price beyond 2^53',
    [{ patient_price_cents: 2 ** 53 }],
    'patient_price_cents: must be at most ',
  ],
  ['no price', [{ patient_price_cents: undefined }], 'patient_price_cents: is missing'],
])('refuses %s, and loads nothing', async (_what, records, message) => {
  const before = await stored();
  await expect(load(...records)).rejects.toThrow(message);
  expect(await stored()).toEqual(before);
});
