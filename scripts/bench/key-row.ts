// What it would cost a movement to keep its key and its answer in `idempotency_key`, as other writes do, and
// not on its own row: fulfils with keys, submitted to the door, with and without a second row for each,
// in turn.
//
//   node --disable-warning=ExperimentalWarning scripts/bench/key-row.ts
import { cpus } from 'node:os';
import { v7 as uuidv7 } from 'uuid';
import { Database, type Transaction } from '../../src/database/database.ts';
import { serviceUrl } from '../../src/database/migrate.ts';
import type { Statement } from '../../src/database/statement.ts';
import { keyedRequest } from '../../src/idempotency.ts';
import { StockDoor } from '../../src/inventory/door/stock-door.ts';
import { newMovement } from '../../src/inventory/rules/new-movement.ts';
import type { LevelKey } from '../../src/inventory/rules/stock.ts';
import { type Lot, measure, median, print, withService } from './service.ts';

const ROUNDS = 7;
const SECONDS = 5;
const SKUS = 1_000;
const LOTS_A_SKU = 20;
const UNITS = 1_000_000_000;

const lots: Lot[] = Array.from({ length: SKUS * LOTS_A_SKU }, (_, nth) => ({
  sku_code: `SKU-${Math.floor(nth / LOTS_A_SKU)}`,
  lot_number: `L${nth}`,
  qty: UNITS,
  expiry_date: `209${nth % 10}-06-15`,
}));

/** The row that every other write has, added to the one statement that writes a batch. */
const KEY_ROW = `new_key as (
  insert into idempotency_key (
    organization_id, environment, operation, key, request_salt, request_digest, answer, created_at)
  select organization_id, 'live', operation, idempotency_key, decode(request_salt, 'hex'),
         decode(request_digest, 'hex'), '{"status":201,"body":{"idempotent":false,"transactions":[]}}',
         created_at
    from json_to_recordset($2::json) as given (
      organization_id uuid, operation text, idempotency_key text, request_salt text,
      request_digest text, created_at timestamptz)
   where (select count(*) from new_movement) >= 0
   order by organization_id, idempotency_key, operation
  returning 1
), new_lot as (`;

class TwoRows extends Database {
  override transaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
    options: { lockSeconds?: number } = {},
  ): Promise<Result> {
    return super.transaction((tx) => {
      const query: Transaction['query'] = (statement, values) =>
        tx.query(withKeyRow(statement), values);
      return work(Object.assign(Object.create(tx), { query }));
    }, options);
  }
}

function withKeyRow<Row>(statement: Statement<Row>): Statement<Row> {
  if (statement.name !== 'write-batch') return statement;
  return { name: 'write-batch-and-keys', text: statement.text.replace('new_lot as (', KEY_ROW) };
}

await withService(lots, async ({ ownerUrl }) => {
  const url = await serviceUrl(ownerUrl);
  const one = new Database(url, { preparedStatements: true });
  const two = new TwoRows(url, { preparedStatements: true });
  const { rows } = await one.pool.query(
    'select sku_id as "skuId", location_id as "locationId", organization_id as "organizationId" from stock_level',
  );
  const levels: LevelKey[] = rows;
  for (const clients of [8, 64]) {
    const results = { one: [] as number[], two: [] as number[] };
    // The first round warms up.
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [name, door] of [
        ['one', new StockDoor(one)],
        ['two', new StockDoor(two)],
      ] as const) {
        const { perSecond } = await measure({ clients, seconds: SECONDS }, () =>
          fulfill(door, levels[Math.floor(Math.random() * levels.length)] as LevelKey),
        );
        if (round > 0) results[name].push(perSecond);
      }
    }
    const [alone, both] = [median(results.one), median(results.two)];
    print(
      `${cpus().length} cores, Node ${process.version}, ${SKUS} SKUs, ${clients} in flight, median of ` +
        `${ROUNDS} rounds of ${SECONDS} s: ${alone.toFixed(0)}/s on one row, ${both.toFixed(0)}/s on two ` +
        `(${((both / alone - 1) * 100).toFixed(1)} %)`,
    );
  }
  await one.close();
  await two.close();
});

async function fulfill(door: StockDoor, level: LevelKey): Promise<number> {
  const startedAt = performance.now();
  await door.submit({
    level,
    naming: { skuCode: 'SKU', productId: level.skuId, location: 'Main' },
    request: {
      type: 'fulfill',
      units: 1,
      lotNumber: undefined,
      expiryDate: undefined,
      status: undefined,
    },
    keyed: keyedRequest('postMovement', uuidv7(), { type: 'fulfill', qty: 1 }),
    movement: newMovement({ actor: 'worker' }),
  });
  return performance.now() - startedAt;
}
