// What it would cost a movement to keep its key and its answer in `idempotency_key`, as other writes do, and
// not on its own row: fulfils with keys, submitted to the door, with and without a second row for each,
// in turn.
//
//   node --disable-warning=ExperimentalWarning scripts/bench/key-row.ts
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { Database, type Transaction } from '../../src/database/database.ts';
import { serviceUrl } from '../../src/database/migrate.ts';
import type { Statement } from '../../src/database/statement.ts';
import { keyedRequest } from '../../src/idempotency.ts';
import { StockDoor } from '../../src/inventory/door/stock-door.ts';
import { newMovement } from '../../src/inventory/rules/new-movement.ts';
import type { LevelKey } from '../../src/inventory/rules/stock.ts';
import { stopAll, stopAllWhenEnded, stopLater } from './cleanup.ts';
import { summarise } from './figures.ts';
import { makeFixture } from './fixture.ts';
import { repeat } from './load/repeat.ts';
import { startPostgres } from './postgres-server.ts';
import { inTurn } from './stage.ts';

const ROUNDS = 7;
const SECONDS = 5;
const IN_FLIGHT = [8, 64];

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
  const text = statement.text.replace('new_lot as (', KEY_ROW);
  if (text === statement.text) throw new Error('write-batch has no new_lot to put the row before.');
  return { name: 'write-batch-and-keys', text };
}

stopAllWhenEnded();
try {
  await compare();
} finally {
  await stopAll();
}

async function compare(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  stopLater(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startPostgres(folder);
  const fixture = await makeFixture(postgres, { rows: [0], folder });
  const url = await serviceUrl(postgres.url(await fixture.copy('key_row')));
  const one = new Database(url, { preparedStatements: true });
  const two = new TwoRows(url, { preparedStatements: true });
  const { rows } = await one.pool.query(
    'select sku_id as "skuId", location_id as "locationId", organization_id as "organizationId" from stock_level',
  );
  const levels: LevelKey[] = rows;
  const of = (name: string, database: Database, clients: number) => {
    const door = new StockDoor(database);
    const any = () => levels[Math.floor(Math.random() * levels.length)] as LevelKey;
    return {
      ...{ name: `${name}, ${clients} in flight` },
      ...(database === two && { against: `one row, ${clients} in flight` }),
      measure: (seconds: number) => repeat({ clients, seconds }, () => fulfill(door, any())),
    };
  };
  const measured = await inTurn(
    { options: { rounds: ROUNDS, seconds: SECONDS }, say },
    IN_FLIGHT.flatMap((clients) => [of('one row', one, clients), of('two rows', two, clients)]),
  );
  for (const result of measured) {
    const { perSecond, ratio } = summarise(result, measured);
    const compared = ratio === undefined ? '' : `, ${ratio.toFixed(2)} of ${result.against}`;
    say(`${result.name}: ${perSecond.toFixed(0)}/s${compared}`);
  }
  await one.close();
  await two.close();
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function fulfill(door: StockDoor, level: LevelKey): Promise<void> {
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
}
