// The answer of a commit is lost that posted some of what came together and refused the rest: all of it stands as it
// was decided, in the order sent.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database } from '../../src/database/database.ts';
import { item, outcomesOf, resultsOf } from '../support/batches.ts';
import { expectSoundBooks } from '../support/books.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { DatabaseProxy, type Verdict } from '../support/database-proxy.ts';
import {
  type Client,
  client,
  day,
  makePharmacy,
  type RunningService,
  startService,
} from '../support/pharmacy.ts';

const SLUG = 'pharmacy';

let db: TestDatabase;
let proxy: DatabaseProxy;
let database: Database;
let service: RunningService;
let api: Client;

beforeAll(async () => {
  db = await createTestDatabase();
  const { liveKey } = await makePharmacy(db.database, { slug: SLUG });
  proxy = await DatabaseProxy.start(db.serviceUrl);
  database = new Database(proxy.url, { preparedStatements: true });
  service = await startService(database);
  api = client({ url: service.url, key: liveKey });
});

afterAll(async () => {
  await service.close();
  await database.close();
  await proxy.close();
  await db.drop();
});

/** The next commits break so, one after another. */
function breakCommits(verdicts: readonly Verdict[]): void {
  const left = [...verdicts];
  proxy.judge = ({ type, text }) =>
    type === 'Q' && text.startsWith('commit') ? (left.shift() ?? 'pass') : 'pass';
}

const receive = (qty: number) =>
  item({
    ...{ type: 'receive', sku_code: 'SKU-1', qty },
    ...{ lot_number: 'A', expiry_date: day(60) },
  });
const fulfill = (qty: number) => item({ type: 'fulfill', sku_code: 'SKU-1', qty });

it.each<[string, Verdict[]]>([
  ['once', ['cut after']],
  ['and again, as it is looked up', ['cut after', 'cut after']],
  ['which was not done, and then one that was', ['cut before', 'cut after']],
])(
  'a commit whose answer is lost %s: what was refused before a receipt stays refused',
  async (_when, verdicts) => {
    const [start] = await resultsOf(api, [receive(5)]);
    const here = start?.body.transactions[0].balance_after;
    const cuts = proxy.cuts;
    breakCommits(verdicts);
    const sent = [fulfill(here + 1), receive(20), fulfill(here + 20), fulfill(1)];
    const told = await resultsOf(api, sent);
    expect(outcomesOf(told)).toEqual([
      '409 insufficient_stock',
      '201',
      '201',
      '409 insufficient_stock',
    ]);
    expect(told[0]?.body.error.details).toMatchObject({ requested: here + 1, available: here });
    expect(proxy.cuts - cuts).toBe(verdicts.length);
    await expectSoundBooks(db, SLUG);
  },
);
