// A draw or a reservation changes no column of an index, so that PostgreSQL updates the rows of the
// level and the lot in place: `n_tup_hot_upd` counts those.
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../kit/database.ts';
import { Database } from '../../../src/database/database.ts';
import { until } from '../../support/concurrency.ts';
import { client, day, makePharmacy, post, startService } from '../../support/pharmacy.ts';
import { hold, release } from '../../support/reservations.ts';

const ROUNDS = 20;

it('draws and reservations leave the indexes of levels and lots alone', async () => {
  const db = await createTestDatabase();
  try {
    const lot = { sku_code: 'A', lot_number: 'L', expiry_date: day(300), qty: 1_000 };
    const { liveKey } = await makePharmacy(db.database, {
      skuCodes: ['A'],
      lots: [lot],
      reorderPoint: 10,
    });
    const own = new Database(db.serviceUrl, { preparedStatements: true });
    own.pool.options.application_name = 'counted';
    const service = await startService(own);
    const api = client({ url: service.url, key: liveKey });
    await hold(api, 'FIRST', { sku_code: 'A', qty: 1 });
    const updates = async () => {
      const { rows } = await db.owner.query(
        `select relname, n_tup_upd::int as all, n_tup_hot_upd::int as hot
           from pg_stat_user_tables where relname in ('lot', 'stock_level') order by relname`,
      );
      return rows;
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const drawn = await post(api, { type: 'fulfill', sku_code: 'A', qty: 1 });
      expect(drawn.status).toBe(201);
      await hold(api, `O-${round}`, { sku_code: 'A', qty: 1 });
      await release(api, `O-${round}`);
    }
    await service.close();
    await own.close();
    await until('the sessions have reported what they did', async () => {
      const [first] = await updates();
      return first.all >= 3 * ROUNDS + 1;
    });
    for (const { relname, all, hot } of await updates()) {
      // The first receipt and the first reservation put the rows into indexes.
      expect(all - hot, relname).toBeLessThanOrEqual(2);
    }
  } finally {
    await db.drop();
  }
});
