import { timestampText } from '../../../src/database/database.ts';
import { importFile } from '../../support/as-operator.ts';
import { filterBy, itLists } from '../../support/lists.ts';
import { operate } from '../../support/operator.ts';
import { client, makePharmacy } from '../../support/pharmacy.ts';
import { useWorld } from '../../support/world.ts';

/** When a thermometer was read again and again. */
const AT = '2026-11-20T10:15:30.123456Z';
const LATER = '2026-11-20T11:00:00.000000Z';

const world = useWorld(async ({ db, service }) => {
  const mine = await makePharmacy(db.database);
  const foreign = await makePharmacy(db.database, { slug: 'theirs', skuCodes: ['THEIRS'] });
  const fridge = { organization: 'pharmacy', name: 'Fridge', min_celsius: 2, max_celsius: 8 };
  await importFile(db.database, JSON.stringify({ locations: [fridge] }));
  const record = (organization: string, location: string, ...words: string[]) =>
    operate(
      db.database,
      'temperature',
      'record',
      // The times that it records grow old.
      ...['--organization', organization, '--location', location, '--force', ...words],
    );
  for (const celsius of ['2', '8.25', '-1', '4']) {
    await record('pharmacy', 'Fridge', '--celsius', celsius, '--measured-at', AT);
  }
  await record('pharmacy', 'Main', '--celsius', '20', '--measured-at', LATER);
  await record('pharmacy', 'Fridge', '--celsius', '5', '--measured-at', '2026-11-19T00:00:00Z');
  await record('theirs', 'Main', '--celsius', '21', '--measured-at', AT);
  await record('theirs', 'Main', '--celsius', '22');
  const [live, test, theirs] = [mine.liveKey, mine.testKey, foreign.liveKey].map((key) =>
    client({ url: service.url, key }),
  );
  return { record, live, test, theirs } as {
    record: typeof record;
    live: typeof live & object;
    test: typeof test & object;
    theirs: typeof theirs & object;
  };
});

itLists({
  path: '/v1/inventory/temperatures',
  world,
  caller: () => world.live,
  // Stock is one for both environments.
  same: () => [world.test],
  foreign: () => [world.theirs],
  times: `select id as key, ${timestampText('measured_at')} as time from temperature_reading`,
  order: `select reading.id from temperature_reading reading
            join organization on organization.id = organization_id
           where slug = 'pharmacy' order by measured_at desc, seq desc`,
  filters: () => ({
    location: filterBy('location', ['Fridge', 'Main', 'Annex', 'Nowhere']),
    from: {
      values: [AT, '2999-01-01T00:00:00Z'],
      keeps: ({ measured_at }, value) => String(measured_at) >= String(value),
    },
    to: {
      values: [AT, LATER],
      keeps: ({ measured_at }, value) => String(measured_at) < String(value),
    },
  }),
  arrive: () => world.record('pharmacy', 'Fridge', '--celsius', '6'),
});
