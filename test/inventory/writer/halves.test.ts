// A batch is halved to find the change that the database refuses. Changes behind one that is put back meanwhile stay
// behind it.
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../../kit/database.ts';
import { Database } from '../../../src/database/database.ts';
import { item, outcomesOf, resultsOf } from '../../support/batches.ts';
import { client, day, makePharmacy, startService } from '../../support/pharmacy.ts';

/** Refuses transactions with these codes of SQLSTATE, one after another, once they are set. */
class Refusing extends Database {
  codes: string[] = [];

  override transaction: Database['transaction'] = async (work, options) => {
    const code = this.codes.shift();
    if (code === undefined) return super.transaction(work, options);
    throw Object.assign(new Error('Refused by the test.'), { code });
  };
}

it('a half that waits for a lock keeps the other half of its level waiting', async () => {
  const db = await createTestDatabase();
  onTestFinished(() => db.drop());
  const { liveKey } = await makePharmacy(db.database);
  const database = new Refusing(db.serviceUrl, { preparedStatements: true });
  const service = await startService(database);
  onTestFinished(async () => {
    await service.close();
    await database.close();
  });
  const api = client({ url: service.url, key: liveKey });
  const lot = { lot_number: 'A', expiry_date: day(60) };
  const receive = (qty: number) => item({ type: 'receive', sku_code: 'SKU-1', qty, ...lot });
  const fulfill = (qty: number) => item({ type: 'fulfill', sku_code: 'SKU-1', qty });
  await resultsOf(api, [receive(5)]);
  // An internal error refuses the batch, a lock time-out its first half.
  database.codes = ['XX000', '55P03'];
  const answers = await resultsOf(api, [receive(20), fulfill(1), fulfill(20), fulfill(1)]);
  expect(database.codes).toEqual([]);
  expect(outcomesOf(answers)).toEqual(['201', '201', '201', '201']);
  expect(answers.map(({ body }) => body.transactions[0].balance_after)).toEqual([25, 24, 4, 3]);
});
