// What comes to a location while it moves to another time zone is judged by one of the two days, and by the new one
// once both are done.
import { expect, it } from 'vitest';
import { importFile } from '../../support/as-operator.ts';
import { hold, until } from '../../support/concurrency.ts';
import { onOneDate } from '../../support/days.ts';
import { readAll } from '../../support/lists.ts';
import { client, makePharmacy, post } from '../../support/pharmacy.ts';
import { eventsOf } from '../../support/reservations.ts';
import { useWorld } from '../../support/world.ts';

const EAST = 'Pacific/Kiritimati';
const WEST = 'Pacific/Pago_Pago';
const POINT = 5;
const WHY = ['--reason', 'broken'];

const world = useWorld(async ({ db, service }) => {
  const mine = await makePharmacy(db.database, {
    skuCodes: ['HELD', 'ZONED'],
    reorderPoint: POINT,
  });
  const api = client({ url: service.url, key: mine.liveKey });
  return { mine, api };
});

const PATH = '/v1/inventory/stock';

const load = (file: object) => importFile(world.db.database, JSON.stringify(file));
const command = (...words: string[]) => world.operate(...words);
const onLot = (location: string) => [
  '--organization',
  world.mine.slug,
  '--sku',
  'ZONED',
  '--lot',
  location,
  '--location',
  location,
];

async function move(type: string, location: string, rest = {}): Promise<void> {
  const units = { sku_code: 'ZONED', lot_number: location, location, qty: 50 };
  const answer = await post(world.api, { type, ...units, ...rest });
  expect(answer.status, answer.text).toBe(201);
}

/** How many of its levels are said to be low, and how many not. */
async function listed(location: string): Promise<number[]> {
  const lists = ['true', 'false'].map((low) =>
    readAll(world.api, PATH, { sku_code: 'ZONED', location, low }),
  );
  return (await Promise.all(lists)).map((rows) => rows.length);
}

interface Zones {
  readonly from: string;
  readonly to: string;
}

/** An import that moves the location, held back after it has looked at what lies there, and `comes` next to it. */
async function moved(location: string, { from, to }: Zones, comes: () => Promise<unknown>) {
  const held = await hold(
    world.db.owner,
    `select from stock_level where location_name = '${location}' and sku_code = 'HELD' for update`,
  );
  const moving = load({
    locations: [{ organization: world.mine.slug, name: location, time_zone: to }],
  });
  await held.blocks(1);
  let isDone = false;
  const coming = comes().finally(() => {
    isDone = true;
  });
  await Promise.race([held.blocks(2), until(`it has come in ${from}`, () => isDone)]);
  await held.release();
  await Promise.all([moving, coming]);
}

/** A location with a lot of each SKU whose last day is over in the east and not in the west. */
async function stocked(zone: string, expiry_date: string, skus: string[]): Promise<string> {
  const location = crypto.randomUUID();
  const at = {
    organization: world.mine.slug,
    location,
    lot_number: location,
    qty: 50,
    expiry_date,
  };
  await load({
    locations: [{ organization: world.mine.slug, name: location, time_zone: zone }],
    lots: skus.map((sku_code) => ({ ...at, sku_code })),
  });
  return location;
}

it.each([
  [
    'is returned',
    (location: string) => command('stock', 'waste', ...onLot(location), '--qty', '50', ...WHY),
    (location: string) => move('return', location),
  ],
  [
    'is released from quarantine',
    (location: string) =>
      command('lot', 'set-status', ...onLot(location), '--status', 'quarantine'),
    (location: string) => command('lot', 'set-status', ...onLot(location), '--status', 'released'),
  ],
])('lists what %s while its day begins anew', (_what, before, comes) =>
  onOneDate(world.db, [EAST, WEST], async (dateIn) => {
    const location = await stocked(EAST, dateIn(WEST), ['HELD', 'ZONED']);
    await before(location);
    await moved(location, { from: EAST, to: WEST }, () => comes(location));
    expect(await listed(location)).toEqual([0, 1]);
  }),
);

it('lists what is received while its day ends as low, and the next sweep says so', () =>
  onOneDate(world.db, [EAST, WEST], async (dateIn) => {
    const location = await stocked(WEST, dateIn(WEST), ['HELD']);
    await moved(location, { from: WEST, to: EAST }, () =>
      move('receive', location, { expiry_date: dateIn(WEST) }),
    );
    expect(await listed(location)).toEqual([1, 0]);
    const announced = async () =>
      (await eventsOf(world.db, 'ZONED')).filter(
        ([type, data]) => type === 'stock.low' && data.location === location,
      ).length;
    expect(await announced()).toBe(0);
    await command('lot', 'sweep', '--force');
    expect(await announced()).toBe(1);
  }));
