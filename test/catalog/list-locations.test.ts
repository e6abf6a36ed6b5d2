import { expect, it } from 'vitest';
import { itRefusesParameters, readAll } from '../support/lists.ts';
import { client, makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const path = '/v1/inventory/locations';

const world = useWorld(async ({ db, service }) => {
  const pharmacy = await makePharmacy(db.database, { skuCodes: [] });
  const other = await makePharmacy(db.database, { slug: 'stranger', skuCodes: [] });
  const api = client({ url: service.url, key: pharmacy.liveKey });
  const stranger = client({ url: service.url, key: other.testKey });
  return { api, stranger };
});

it('lists locations by name, the default one marked, whatever the page size', async () => {
  const whole = await readAll(world.api, path);
  expect(whole).toMatchObject([
    { name: 'Annex', is_default: false, time_zone: 'UTC' },
    { name: 'Main', is_default: true, time_zone: 'UTC' },
  ]);
  expect(await readAll(world.api, path, { limit: 1 })).toEqual(whole);
});

it('shows each organization its own', async () => {
  const own = (await readAll(world.api, path)).map(({ id }) => id);
  const others = (await readAll(world.stranger, path)).map(({ id }) => id);
  expect(others).toHaveLength(2);
  expect(others.filter((id) => own.includes(id))).toEqual([]);
});

itRefusesParameters(() => world.api, { path, code: 'validation_error' }, [
  ['cursor', 'AAAA'],
  ['cursor', Buffer.from('["A","B"]').toString('base64url')],
  ['cursor', Buffer.from('["A\\u0000"]').toString('base64url')],
  ['limit', '0'],
  ['limit', '101'],
  ['unheard_of', '1'],
]);
