// Temperatures of locations, as typed.
import { expect, it } from 'vitest';
import { importFile } from '../../support/as-operator.ts';
import { operate, operateJson } from '../../support/operator.ts';
import { makePharmacy } from '../../support/pharmacy.ts';
import { everythingWritten } from '../../support/refusals.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld(
  async ({ db }) => {
    const mine = await makePharmacy(db.database);
    await makePharmacy(db.database, { slug: 'theirs', skuCodes: ['THEIRS'] });
    const organization = mine.slug;
    const locations = [
      { organization, name: 'Fridge', min_celsius: 2, max_celsius: 8 },
      { organization, name: 'Cupboard', min_celsius: 2, max_celsius: 8 },
      { organization, name: 'Freezer', max_celsius: -15 },
      { organization: 'theirs', name: 'Their cellar' },
    ];
    await importFile(db.database, JSON.stringify({ locations }));
    return { mine };
  },
  { service: false },
);

const record = (celsius: string, ...words: string[]) => [
  'temperature',
  'record',
  '--organization',
  world.mine.slug,
  '--celsius',
  celsius,
  ...words,
];
const inFridge = ['--location', 'Fridge'];

async function excursions(location: string): Promise<unknown[]> {
  const { rows } = await world.db.owner.query(
    `select data from event where type = 'temperature.excursion' and data ->> 'location' = $1
      order by position`,
    [location],
  );
  return rows.map(({ data }) => data);
}

it('announces an excursion once, until the location was back within its range', async () => {
  const announced: boolean[] = [];
  for (const celsius of ['5', '8', '8.1', '30', '1.9', '2', '-3', '4.5', '9']) {
    const noted = await operateJson(
      world.db.database,
      ...record(celsius, '--location', 'Cupboard'),
    );
    const degrees = Number(celsius);
    expect(noted).toMatchObject({ location: 'Cupboard', celsius: degrees });
    expect(noted.in_excursion).toBe(degrees < 2 || degrees > 8);
    announced.push(noted.announced);
  }
  expect(announced).toEqual([false, false, true, false, false, false, true, false, true]);
  expect(await excursions('Cupboard')).toEqual(
    [8.1, -3, 9].map((celsius) => ({
      location: 'Cupboard',
      celsius,
      min_celsius: 2,
      max_celsius: 8,
    })),
  );
});

it('accepts locations with one bound or none, and the default location', async () => {
  const freezer = ['--location', 'Freezer'];
  await operate(world.db.database, ...record('-200', ...freezer));
  expect(await excursions('Freezer')).toEqual([]);
  await operate(world.db.database, ...record('-14.9', ...freezer));
  expect(await excursions('Freezer')).toEqual([
    { location: 'Freezer', celsius: -14.9, min_celsius: null, max_celsius: -15 },
  ]);
  const { printed } = await operate(world.db.database, ...record('60', '--location', 'Main'));
  expect(printed).toBe('Main: 60 °C, within its range');
});

it('says what it noted, to people', async () => {
  await operate(world.db.database, ...record('5', ...inFridge));
  const say = async (celsius: string) =>
    (await operate(world.db.database, ...record(celsius, ...inFridge))).printed;
  expect(await say('-1.25')).toBe('Fridge: -1.25 °C, out of its range, announced');
  expect(await say('9')).toBe('Fridge: 9 °C, out of its range');
  expect(await say('8')).toBe('Fridge: 8 °C, within its range');
});

it('refuses what it cannot find or read', async () => {
  await refused(
    record('5', '--location', 'Their cellar'),
    /--location names no location "Their cellar"/,
  );
  for (const celsius of ['warm', '1e3', '', '5,5', '40000', 'NaN']) {
    await refused(record(celsius, ...inFridge), /number of degrees/);
  }
  await refused(record('-273.16', ...inFridge), /--celsius.*at least -273\.15/);
  const nobody = ['--organization', 'nobody', '--celsius', '5'];
  await refused(['temperature', 'record', ...nobody], /nobody/);
});

it('announces once when two readings arrive together', async () => {
  await operate(world.db.database, ...record('5', ...inFridge));
  const before = (await excursions('Fridge')).length;
  await Promise.all(
    Array.from({ length: 8 }, () => operate(world.db.database, ...record('20', ...inFridge))),
  );
  expect(await excursions('Fridge')).toHaveLength(before + 1);
});

async function refused(words: string[], message: RegExp): Promise<void> {
  const before = await everythingWritten(world.db);
  await expect(operate(world.db.database, ...words)).rejects.toThrow(message);
  expect(await everythingWritten(world.db)).toEqual(before);
}
