// Connections break at each commit of a release: what it has released is never answered as nothing.
import { expect, it } from 'vitest';
import { DatabaseProxy } from '../../kit/database-proxy.ts';
import { Database } from '../../src/database/database.ts';
import { client, day, makePharmacy, post, startService } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

/** Every attempt of one transaction, as `src/database/run-transaction.ts` has them. */
const ATTEMPTS = 6;

const world = useWorld(async ({ db }) => {
  const { liveKey } = await makePharmacy(db.database, { skuCodes: ['SKU'] });
  return { liveKey };
}, {});

it('after each COMMIT of a release was done: it is unavailable, and never answers that nothing was held', async () => {
  const proxy = await DatabaseProxy.start(world.db.serviceUrl);
  const database = new Database(proxy.url, { preparedStatements: true, answerSeconds: 2 });
  const service = await startService(database);
  const api = client({ url: service.url, key: world.liveKey });
  try {
    const lot = { lot_number: 'LOT', expiry_date: day(60) };
    await post(api, { type: 'receive', sku_code: 'SKU', qty: 5, ...lot });
    const reference = { type: 'order', id: '1' };
    const held = await api.post('/v1/inventory/allocations', {
      body: { sku_code: 'SKU', qty: 3, reference },
    });
    expect(held.status).toBe(201);
    const query = { reference_type: reference.type, reference_id: reference.id };
    const release = () => api.delete('/v1/inventory/allocations', { query });
    let lost = 0;
    proxy.judge = ({ type, text }) => {
      const isLost = type === 'Q' && text.startsWith('commit') && lost < ATTEMPTS;
      if (isLost) lost += 1;
      return isLost ? 'cut after' : 'pass';
    };
    const cut = await release();
    expect([lost, cut.status, cut.body.error?.code]).toEqual([ATTEMPTS, 503, 'unavailable']);
    const again = await release();
    expect([again.status, again.body.released]).toEqual([200, 0]);
  } finally {
    await service.close();
    await database.close();
    await proxy.close();
  }
});
