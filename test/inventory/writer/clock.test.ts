// The database's clock may be set back, for which an entry from the future stands here.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../kit/database.ts';
import { Database } from '../../../src/database/database.ts';
import {
  type Client,
  client,
  day,
  makePharmacy,
  post,
  type RunningService,
  startService,
} from '../../support/pharmacy.ts';
import { expectConsistentReservations } from '../../support/reservations.ts';

const AHEAD = `${day(1)}T12:00:00.999999Z`;

let db: TestDatabase;
let database: Database;
let service: RunningService;
let api: Client;
let warned: string[];

beforeEach(async () => {
  db = await createTestDatabase();
  warned = [];
  database = new Database(db.serviceUrl, {
    preparedStatements: true,
    warn: (line) => warned.push(line),
  });
  const lots = ['USABLE', 'TODAY'].map((lot_number) => ({
    sku_code: 'SKU',
    lot_number,
    qty: 10,
    expiry_date: lot_number === 'TODAY' ? day(0) : day(30),
  }));
  const { liveKey } = await makePharmacy(db.database, { skuCodes: ['SKU'], lots });
  service = await startService(database);
  api = client({ url: service.url, key: liveKey });
});

afterEach(async () => {
  await service.close();
  await database.close();
  await db.drop();
});

it('keeps entries of a lot in order by microseconds while the clock is behind, and warns of it once', async () => {
  await expectConsistentReservations(db);
  await db.owner.query('update lot set last_entry_at = $1', [AHEAD]);
  const draw = { type: 'fulfill', sku_code: 'SKU', qty: 1, lot_number: 'USABLE' };
  for (let index = 0; index < 3; index += 1) expect((await post(api, draw)).status).toBe(201);
  const { rows } = await db.owner.query(
    `select to_char(created_at at time zone 'UTC', 'HH24:MI:SS.US') as at from ledger_entry
      where type = 'fulfill' order by seq`,
  );
  const times = rows.map(({ at }) => at);
  expect(times).toEqual(['12:00:01.000000', '12:00:01.000001', '12:00:01.000002']);
  expect(warned).toHaveLength(1);
  expect(warned[0]).toMatch(/clock .* behind the ledger/);
});

it('decides expiry by the clock, and not by the entry before', async () => {
  await db.owner.query('update lot set last_entry_at = $1', [AHEAD]);
  const draw = { type: 'fulfill', sku_code: 'SKU', qty: 1, lot_number: 'TODAY' };
  expect((await post(api, draw)).status).toBe(201);
});
