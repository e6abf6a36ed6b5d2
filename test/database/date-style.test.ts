// A server whose administrator writes dates as one does at home: 31.12.2030.
import { afterAll, expect, it } from 'vitest';
import { Database } from '../../src/database/database.ts';
import { importFile } from '../support/as-operator.ts';
import { client, day, makePharmacy, post, startService } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const EXPIRY = day(60);

const world = useWorld(
  async ({ db }) => {
    // Nearer than what the role brings along, so that the statements are on their own.
    const { rows } = await db.owner.query(
      'select name, current_database() as base from service_role',
    );
    const role = `alter role ${rows[0].name} in database ${rows[0].base}`;
    await db.owner.query(
      `${role} set datestyle = 'German, DMY'; ${role} set intervalstyle = 'sql_standard'`,
    );
    const database = new Database(db.serviceUrl, { preparedStatements: true });
    const text = `select date '2030-12-31' as day`;
    expect(await database.query({ name: 'day', text }, [])).toEqual([{ day: '31.12.2030' }]);
    return { database };
  },
  { service: false },
);
afterAll(async () => {
  await world.database.close();
});

it('changes no date that a caller or an operator reads', async () => {
  const lot = { sku_code: 'SKU-1', lot_number: 'LOT', expiry_date: EXPIRY, qty: 5 };
  const { liveKey, slug } = await makePharmacy(world.database, { lots: [lot] });
  const service = await startService(world.database);
  const api = client({ url: service.url, key: liveKey });
  const receipt = { ...lot, type: 'receive', lot_number: 'NEW' };
  expect((await post(api, receipt)).status).toBe(201);
  expect((await post(api, receipt)).status).toBe(201);
  expect((await post(api, { ...receipt, expiry_date: day(61) })).status).toBe(422);

  const [level] = (await api.get('/v1/inventory/stock')).body.data;
  expect(level).toMatchObject({ on_hand: 15, next_expiry: EXPIRY });
  const now = new Date().toISOString();
  const past = await api.get('/v1/inventory/stock', { query: { as_of: now } });
  expect(past.body.data[0]).toMatchObject({ on_hand: 15, next_expiry: EXPIRY });
  const first = await api.get('/v1/inventory/lots', { query: { limit: 1 } });
  expect(first.body.data[0].expiry_date).toBe(EXPIRY);
  const query = { cursor: first.body.next_cursor as string };
  expect((await api.get('/v1/inventory/lots', { query })).body.data).toHaveLength(1);
  await service.close();

  const file = JSON.stringify({ lots: [{ organization: slug, ...lot }] });
  const { counts } = await importFile(world.database, file);
  expect(counts.lots).toEqual({ created: 0, updated: 0, unchanged: 1 });
});
