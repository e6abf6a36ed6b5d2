import { expect, it } from 'vitest';
import { importFile } from '../support/as-operator.ts';
import { type Clinic, makeClinic } from '../support/clinic.ts';
import { itLists, readAll } from '../support/lists.ts';
import { makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const PATH = '/v1/shop/bundles';
const ID = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

const world = useWorld(async ({ db, service }) => {
  const clinic = await makeClinic(db.database, service);
  const stranger = await makeClinic(db.database, service, { slug: 'stranger' });
  await makePharmacy(db.database, { skuCodes: [] });
  await importFile(
    db.database,
    JSON.stringify({
      products: [1, 2].map((index) => ({
        organization: 'pharmacy',
        id: ID(index),
        name: `Product ${index}`,
        requires_prescription: index === 1,
        status: 'active',
        ships_to_patient: true,
      })),
      storefront_listings: ['clinic', 'stranger'].flatMap((organization) =>
        [1, 2].map((index) => ({
          organization,
          product_id: ID(index),
          patient_price_cents: 1_000 * index,
        })),
      ),
    }),
  );
  const put = async (api: Clinic['live'], fields: object = {}) => {
    const items = [
      { platform_product_id: ID(2), qty: 3 },
      { platform_product_id: ID(1), qty: 1 },
    ];
    const answer = await api.put(PATH, { body: { name: 'A kit', items, ...fields } });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body.bundle;
  };
  const markup = { pricing_mode: 'package_markup', package_markup_type: 'percent' };
  const shown = [
    await put(clinic.live),
    await put(clinic.live, { pricing_mode: 'flat', flat_price_cents: 900, description: 'Cheap' }),
    await put(clinic.live, { ...markup, package_markup_value: 2.5 }),
    await put(clinic.live, { purchase_mode: 'both', default_cadence: 'weekly', is_listed: false }),
  ];
  await put(clinic.test);
  await put(stranger.live);
  // Some are of one moment.
  await db.owner.query(
    `update bundle set created_at = '2026-01-01T00:00:00.123456Z' where id = any($1)`,
    [shown.slice(0, 3).map(({ id }) => id)],
  );
  return { clinic, stranger, put, shown };
});

itLists({
  path: PATH,
  world,
  caller: () => world.clinic.live,
  foreign: () => [world.clinic.test, world.stranger.live],
  order: `select bundle.id from bundle
            join organization on organization.id = bundle.organization_id
           where slug = 'clinic' and environment = 'live' order by bundle.created_at desc, bundle.seq desc`,
  times: `select id as key,
                 to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as time
            from bundle`,
});

it('has each as it was answered when it was made', async () => {
  const rows = await readAll(world.clinic.live, PATH);
  const [first, second, third, last] = world.shown;
  expect(rows).toEqual([last, third, second, first]);
});

it('has prices and eligibility as of now', async () => {
  const made = await world.put(world.clinic.test, { name: 'To change' });
  expect(made).toMatchObject({ patient_price_cents: 7_000, eligible: true });
  const set = (patient_price_cents: number, is_listed: boolean) =>
    world.db.owner.query(
      `update storefront_listing set patient_price_cents = $2, is_listed = $3
        where product_id = $1
          and organization_id = (select id from organization where slug = 'clinic')`,
      [ID(2), patient_price_cents, is_listed],
    );
  const shown = async () =>
    (await readAll(world.clinic.test, PATH)).find(({ id }) => id === made.id);
  await set(5_000, false);
  expect(await shown()).toEqual({ ...made, patient_price_cents: 16_000, eligible: false });
  // Dearer than an answer can say: no longer for sale.
  await set(Number.MAX_SAFE_INTEGER, true);
  expect(await shown()).toEqual({
    ...made,
    patient_price_cents: Number.MAX_SAFE_INTEGER,
    eligible: false,
  });
  await set(2_000, true);
  expect(await shown()).toEqual(made);
});
