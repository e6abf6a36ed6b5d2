// Temperatures of locations, as typed.
import { describe, expect, it } from 'vitest';
import { importFile } from '../../support/as-operator.ts';
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
    const noted = await world.operateJson(...record(celsius, '--location', 'Cupboard'));
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
  await world.operate(...record('-200', ...freezer, '--force'));
  expect(await excursions('Freezer')).toEqual([]);
  await world.operate(...record('-14.9', ...freezer));
  expect(await excursions('Freezer')).toEqual([
    { location: 'Freezer', celsius: -14.9, min_celsius: null, max_celsius: -15 },
  ]);
  const { printed } = await world.operate(...record('60', '--location', 'Main'));
  expect(printed).toMatch(/^Main: 60 °C, within its range\nreading: \S{36}$/);
});

it('says what it noted, to people', async () => {
  await world.operate(...record('5', ...inFridge));
  const say = async (celsius: string, ...words: string[]) => {
    const said = await world.operate(...record(celsius, ...inFridge, ...words));
    const lines = said.printed.split('\n');
    expect(lines.pop()).toMatch(/^reading: \S{36}$/);
    return lines;
  };
  const late = ['--measured-at', new Date(Date.now() - 4 * 86_400_000).toISOString()];
  const stands = 'a later reading counts: the location is';
  expect(await say('-1.25')).toEqual(['Fridge: -1.25 °C, out of its range, announced']);
  expect(await say('9')).toEqual(['Fridge: 9 °C, out of its range']);
  expect(await say('5', ...late)).toEqual([
    'Fridge: 5 °C, within its range',
    `${stands} out of its range now`,
  ]);
  expect(await say('8')).toEqual(['Fridge: 8 °C, within its range']);
  expect(await say('51', ...late)).toEqual([
    'Fridge: 51 °C, out of its range',
    `${stands} within its range now`,
  ]);
});

it('refuses what it cannot find or read', async () => {
  await refused(record('5', '--location', 'Their cellar'), /Unknown location "Their cellar"/);
  for (const celsius of ['warm', '1e3', '', '5,5', '40000', 'NaN']) {
    await refused(record(celsius, ...inFridge), /temperature in degrees/);
  }
  await refused(record('-273.16', ...inFridge), /--celsius.*at least -273\.15/);
  await refused(
    record('5'),
    /^--location is required, .* several locations: .*Freezer, Fridge, Main\.$/,
  );
  await refused(record('5', ...inFridge, '--measured-at', 'noon'), /--measured-at must be/);
  await refused(
    record('5', ...inFridge, '--measured-at', '2999-01-01T00:00:00Z'),
    /later than now/,
  );
  const nobody = ['--organization', 'nobody', '--celsius', '5'];
  await refused(['temperature', 'record', ...nobody], /nobody/);
});

it('announces once when two readings arrive together', async () => {
  await world.operate(...record('5', ...inFridge));
  const before = (await excursions('Fridge')).length;
  await Promise.all(Array.from({ length: 8 }, () => world.operate(...record('20', ...inFridge))));
  expect(await excursions('Fridge')).toHaveLength(before + 1);
});

describe('a reading', () => {
  const readings = (...words: string[]) =>
    world.operateJson(...['temperature', 'list', '--organization', world.mine.slug, ...words]);
  const noted = (celsius: string, ...words: string[]) =>
    world.operateJson(...record(celsius, ...words));
  const said = { comment: null, recorded_by: null };
  const beside = { min_celsius: null, max_celsius: null, in_range: true, ...said };
  const inMain = ['--location', 'Main'];

  it('is kept with its range and its time, and listed, the newest first', async () => {
    const warm = await noted('8.25', ...inFridge);
    const at = ['--measured-at', '2020-01-01T12:00:00+02:00', '--force'];
    const before = await noted('3', ...inFridge, ...at);
    expect((await readings(...inFridge))[0]).toEqual({
      id: warm.id,
      location: 'Fridge',
      celsius: 8.25,
      min_celsius: 2,
      max_celsius: 8,
      in_range: false,
      measured_at: warm.measured_at,
      corrects: null,
      comment: null,
      recorded_by: null,
    });
    const long = ['--from', '2020-01-01T00:00:00Z', '--to', '2020-01-02T00:00:00Z'];
    expect(await readings(...long)).toMatchObject([
      { id: before.id, celsius: 3, in_range: true, measured_at: '2020-01-01T10:00:00.000000Z' },
    ]);
    const words = ['--organization', world.mine.slug, ...long];
    const { printed } = await world.operate('temperature', 'list', ...words);
    expect(printed.split('\n')).toEqual([
      expect.stringMatching(/^measured_at +location +celsius +min_celsius .* id +corrects$/),
      expect.stringMatching(/^2020-01-01T10:00:00\.000000Z {2}Fridge +3 +2 +8 +true +\S{36} {2}-$/),
    ]);
    await refused(['temperature', 'list', ...words, '--location', 'X'], /Unknown location "X"/);
  });

  it('outside -90 to 60 is refused without --force', async () => {
    for (const celsius of ['60.1', '-90.1', '1000']) {
      await refused(record(celsius, ...inMain), /^--celsius is outside -90 to 60: set --force/);
    }
    await noted('-90', ...inMain);
    await noted('60.1', ...inMain, '--force');
  });

  it('of more than a year ago is refused without --force', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    for (const at of ['1000-01-01T00:00:00Z', daysAgo(367)]) {
      const words = [...inMain, '--measured-at', at];
      await refused(record('5', ...words), /^--measured-at is more than a year ago.*set --force/);
    }
    const { id } = await noted('6', ...inMain, '--measured-at', daysAgo(367), '--force');
    await noted('5', '--corrects', id);
    await noted('5', ...inMain, '--measured-at', daysAgo(364));
  });

  it('is corrected once by one that names it, and so is the correction', async () => {
    const at = ['--measured-at', '2021-01-01T00:00:00Z', '--force'];
    const first = await noted('51', ...inMain, ...at);
    const correction = await noted('5.2', '--corrects', first.id);
    const { measured_at, location } = first;
    expect(correction).toMatchObject({ measured_at, location, corrects: first.id });
    await refused(
      record('5.1', '--corrects', first.id),
      new RegExp(`already, by ${correction.id}:`),
    );
    const last = await noted('5.1', '--corrects', correction.id, '--measured-at', measured_at);
    expect(await readings('--to', '2021-01-02T00:00:00Z', '--from', measured_at)).toEqual([
      { id: last.id, location, celsius: 5.1, ...beside, measured_at, corrects: correction.id },
      { id: correction.id, location, celsius: 5.2, ...beside, measured_at, corrects: first.id },
      { id: first.id, location, celsius: 51, ...beside, measured_at, corrects: null },
    ]);
    const again = ['--corrects', last.id];
    await refused(
      record('5', ...again, ...inFridge),
      /^--location is of another reading; this one is of Main\.$/,
    );
    const now = ['--measured-at', '2021-01-01T00:00:01Z'];
    await refused(record('5', ...again, ...now), /keeps the time of its reading, 2021-01-01T00/);
    await refused(
      record('51.5', '--corrects', crypto.randomUUID()),
      /There is no reading \S+ of the organization/,
    );
    await refused(record('500', ...again), /--force/);
    const theirs = ['--organization', 'theirs', '--celsius', '5', ...again];
    await refused(
      ['temperature', 'record', ...theirs],
      /There is no reading \S+ of the organization/,
    );
  });

  it('ends an excursion that was none when it is corrected, and begins one that was missed', async () => {
    await noted('5', ...inFridge);
    const before = (await excursions('Fridge')).length;
    const wrong = await noted('51', ...inFridge);
    expect(wrong).toMatchObject({ in_excursion: true, announced: true });
    const right = await noted('5.1', '--corrects', wrong.id);
    expect(right).toMatchObject({ in_excursion: false, announced: false });
    // What was measured long ago says nothing of now.
    const past = ['--measured-at', '2022-01-01T00:00:00Z', '--force'];
    const old = await noted('20', ...inFridge, ...past);
    expect(old).toMatchObject({ in_range: false, is_newest: false });
    expect(old).toMatchObject({ in_excursion: false, announced: false });
    expect(await noted('21', '--corrects', old.id)).toMatchObject({ announced: false });
    const missed = await noted('51', '--corrects', right.id);
    expect(missed).toMatchObject({ in_excursion: true, announced: true });
    expect(await excursions('Fridge')).toHaveLength(before + 2);
  });

  it('is corrected once, however many say it at once', async () => {
    const { id } = await noted('5', ...inMain);
    const tries = await Promise.allSettled(
      Array.from({ length: 5 }, () => noted('6', '--corrects', id)),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('can be changed by nobody', async () => {
    await noted('5', ...inMain);
    for (const change of ['delete from', 'truncate']) {
      const tried = world.db.owner.query(`${change} temperature_reading`);
      await expect(tried).rejects.toThrow('append-only');
    }
  });
});

async function refused(words: string[], message: RegExp): Promise<void> {
  const written = async () => [
    await everythingWritten(world.db),
    (await world.db.owner.query('select id from temperature_reading order by seq')).rows,
  ];
  const before = await written();
  await expect(world.operate(...words)).rejects.toThrow(message);
  expect(await written()).toEqual(before);
}
