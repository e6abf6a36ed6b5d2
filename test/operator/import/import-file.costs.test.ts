// How often an import asks the database: for what its file has, and not for the sections that it might have had.
import { afterAll, beforeEach, expect, it } from 'vitest';
import { DatabaseProxy } from '../../../kit/database-proxy.ts';
import { Database } from '../../../src/database/database.ts';
import { importFile } from '../../support/as-operator.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld(
  async ({ db }) => {
    const proxy = await DatabaseProxy.start(db.serviceUrl);
    const database = new Database(proxy.url, { preparedStatements: true, connections: 1 });
    return { proxy, database };
  },
  { service: false },
);

afterAll(async () => {
  await world.database.close();
  await world.proxy.close();
});

let organization: string;
let number = 0;
beforeEach(async () => {
  number += 1;
  organization = `pharmacy-${number}`;
  await load({
    organizations: [{ slug: organization, name: 'A pharmacy', kind: 'pharmacy' }],
    locations: [{ organization, name: 'Main' }],
    products: [{ organization, id: crypto.randomUUID(), name: 'A product' }],
  });
});

const load = (file: object) => importFile(world.database, JSON.stringify(file));

async function tripsOf(file: object): Promise<number> {
  const before = world.proxy.trips;
  await load(file);
  return world.proxy.trips - before;
}

const partners = () =>
  ['A', 'B'].map((external_id) => ({ organization, external_id, name: 'A partner' }));

// As measured on the day; with all sections read each of them took more than 80.
it.each([
  ['an empty one', 4, () => ({})],
  ['one whose sections are empty', 4, () => ({ partners: [], orders: [], lots: [] })],
  ['two new records', 11, () => ({ partners: partners() })],
  [
    'a location with another time zone, whose stock is looked at again',
    17,
    () => ({ locations: [{ organization, name: 'Main', time_zone: 'America/New_York' }] }),
  ],
])('is asked little for a file of little: %s takes %i trips', async (_what, trips, file) => {
  expect(await tripsOf(file())).toBeLessThanOrEqual(trips);
});

it('is asked less for what is there already', async () => {
  await load({ partners: partners() });
  expect(await tripsOf({ partners: partners() })).toBeLessThanOrEqual(7);
});
