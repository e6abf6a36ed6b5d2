import { expect, it } from 'vitest';
import { importFile } from '../support/as-operator.ts';
import { itLists, readAll } from '../support/lists.ts';
import { client, makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const path = '/v1/inventory/locations';

const world = useWorld(async ({ db, service }) => {
  const pharmacy = await makePharmacy(db.database, { skuCodes: [] });
  const other = await makePharmacy(db.database, { slug: 'stranger', skuCodes: [] });
  const locations = ['annex', 'Ärzte', '10'].map((name) => ({ organization: pharmacy.slug, name }));
  await importFile(db.database, JSON.stringify({ locations }));
  const api = client({ url: service.url, key: pharmacy.liveKey });
  const tests = client({ url: service.url, key: pharmacy.testKey });
  const stranger = client({ url: service.url, key: other.testKey });
  return { api, tests, stranger };
});

itLists({
  path,
  world,
  caller: () => world.api,
  same: () => [world.tests],
  foreign: () => [world.stranger],
  order: `select location.id from location join organization on organization.id = organization_id
           where organization.slug = 'pharmacy' order by location.name collate "C"`,
});

it('marks the default location', async () => {
  expect(await readAll(world.stranger, path)).toMatchObject([
    { name: 'Annex', is_default: false, time_zone: 'UTC' },
    { name: 'Main', is_default: true, time_zone: 'UTC' },
  ]);
});
