// A service caches which SKU and which location is meant, and no change is reported to it: the stock writer finds a
// stale entry.
import { expect, it } from 'vitest';
import {
  type SkuAtLocationQuery,
  TargetCache,
} from '../../../src/inventory/rows/find-sku-at-location.ts';
import { importFile } from '../../support/as-operator.ts';
import { client, day, freshKey, makePharmacy, post } from '../../support/pharmacy.ts';
import { useWorld } from '../../support/world.ts';

const ALLOCATIONS = '/v1/inventory/allocations';

const otherProduct = crypto.randomUUID();

const world = useWorld(async ({ db, service }) => {
  const mine = await makePharmacy(db.database, { skuCodes: ['ONE', 'TWO'] });
  const organization = mine.slug;
  await importFile(
    db.database,
    JSON.stringify({
      locations: [{ organization, name: 'Cellar' }],
      products: [{ organization, id: otherProduct, name: 'Other' }],
      lots: ['Main', 'Cellar'].flatMap((location) =>
        ['ONE', 'TWO'].map((sku_code) => ({
          organization,
          sku_code,
          location,
          lot_number: `${sku_code}-${location}`,
          expiry_date: day(50),
          qty: 1_000,
        })),
      ),
    }),
  );
  const api = client({ url: service.url, key: mine.liveKey });
  return { mine, api };
});

const fulfill = (sku_code: string, more = {}) => ({ type: 'fulfill', sku_code, qty: 1, ...more });

async function lotOf(body: Record<string, unknown>, key?: string): Promise<string> {
  const { status, body: posted } = await post(world.api, body, key);
  expect(status).toBe(201);
  return posted.transactions[0].lot_number;
}

async function makeDefault(name: string): Promise<void> {
  const organization = world.mine.slug;
  const locations = ['Main', 'Cellar'].map((one) => ({
    organization,
    name: one,
    is_default: one === name,
  }));
  await importFile(world.db.database, JSON.stringify({ locations }));
}

it('goes to the location that is the default one now, and to a named one all the same', async () => {
  const key = freshKey();
  expect(await lotOf(fulfill('ONE'), key)).toBe('ONE-Main');
  expect(await lotOf(fulfill('ONE'))).toBe('ONE-Main');
  expect(await lotOf(fulfill('ONE', { location: 'Main' }))).toBe('ONE-Main');
  await makeDefault('Cellar');
  expect(await lotOf(fulfill('ONE', { location: 'Main' }))).toBe('ONE-Main');
  expect(await lotOf(fulfill('ONE'))).toBe('ONE-Cellar');
  expect(await lotOf(fulfill('ONE'))).toBe('ONE-Cellar');
  // What was posted before stays the answer to its key.
  const again = await post(world.api, fulfill('ONE'), key);
  expect(again.status).toBe(200);
  expect(again.body.transactions[0].lot_number).toBe('ONE-Main');
  await makeDefault('Main');
  expect(await lotOf(fulfill('ONE'))).toBe('ONE-Main');
});

it('reserves at the location that is the default one now', async () => {
  const reserve = async (id: string) => {
    const body = { reference: { type: 'order', id }, sku_code: 'ONE', qty: 1 };
    return (await world.api.post(ALLOCATIONS, { body })).body.location;
  };
  expect(await reserve('A')).toBe('Main');
  await makeDefault('Cellar');
  expect(await reserve('B')).toBe('Cellar');
  await makeDefault('Main');
});

it('names the product that the SKU belongs to now', async () => {
  const products = async () => {
    const { rows } = await world.db.owner.query(
      `select data ->> 'product_id' as id from event
        where type = 'stock.changed' and data ->> 'sku_code' = 'TWO' and data ->> 'cause' = 'fulfill'
        order by position`,
    );
    return rows.map(({ id }) => id);
  };
  await lotOf(fulfill('TWO'));
  await lotOf(fulfill('TWO'));
  const [before] = await products();
  const organization = world.mine.slug;
  const skus = [{ organization, sku_code: 'TWO', product_id: otherProduct }];
  await importFile(world.db.database, JSON.stringify({ skus }));
  await lotOf(fulfill('TWO'));
  await lotOf(fulfill('TWO'));
  expect(await products()).toEqual([before, before, otherProduct, otherProduct]);
});

it('posts each of many at once that find the default location changed', async () => {
  await lotOf(fulfill('ONE'));
  await makeDefault('Cellar');
  const lots = await Promise.all(Array.from({ length: 30 }, () => lotOf(fulfill('ONE'))));
  expect(new Set(lots)).toEqual(new Set(['ONE-Cellar']));
  await makeDefault('Main');
});

it('caches a bounded number of entries, the latest', async () => {
  const asked: string[] = [];
  const cache = new TargetCache(async ({ skuCode }) => {
    asked.push(String(skuCode));
    return {
      earlier: null,
      skuByCode: { id: String(skuCode), skuCode: String(skuCode), productId: 'P' },
      productKnown: false,
      skusByProduct: [],
      location: { id: 'L', name: 'Main' },
      hasLevel: true,
    };
  });
  const find = (skuCode: string) =>
    cache.with((finder) => finder({ skuCode, ...NOTHING_ELSE } satisfies SkuAtLocationQuery));
  for (let index = 0; index <= 20_000; index += 1) await find(`S${index}`);
  asked.length = 0;
  await find('S1');
  await find('S20000');
  expect(asked).toEqual([]);
  await find('S0');
  expect(asked).toEqual(['S0']);
});

const NOTHING_ELSE = { organizationId: 'O', productId: null, location: null, mayScan: true };
