// Whether a page of orders costs the same wherever it is and however many orders there are: rows that the plans
// touch, and the time that a page takes, for an organization in all three roles and for one that sees ten of
// them; before the tables were ever analysed and after. Fails where a page touches more than its own rows.
//
//   ORDERS=200000 npm run bench:orders
//
// does it with fewer than a million.
import pg from 'pg';
import { makeDataDir } from '../../kit/data-dir.ts';
import {
  CLINIC,
  cursorAfter,
  fillOrders,
  PHARMACY,
  SMALL,
  SMALL_SEES,
} from '../../kit/many-orders.ts';
import { touchedRows } from '../../kit/plan-rows.ts';
import { print } from '../../kit/print.ts';
import type { Call } from '../../src/contract.ts';
import { type ActingReader, Database, READ_SECONDS_MAX } from '../../src/database/database.ts';
import { migrate, readerUrl } from '../../src/database/migrate.ts';
import { joinEmbeddedServer } from '../../src/embedded/embedded-server.ts';
import { listOrders } from '../../src/orders/list-orders.ts';
import { median } from './measurements.ts';

const ORDERS = Number(process.env.ORDERS ?? 1_000_000);
const LIMIT = 25;
/** Of 25 rows each; nearer where there are fewer orders. */
const DEEP_PAGE = 10_000;
const ROUNDS = 200;
const WARM_ROUNDS = 20;
/** A row of order_reader and one of customer_order for each, and for the one that tells of more. */
const TOUCHED_MAX = 2 * (LIMIT + 1);

const dataDir = makeDataDir();
const member = await joinEmbeddedServer({ dataDir: dataDir.path });
try {
  await migrate(member.ownerUrl);
  const owner = new pg.Pool({ connectionString: member.ownerUrl, max: 1 });
  const reads = new Database(await readerUrl(member.ownerUrl), {
    preparedStatements: true,
    connections: 1,
    statementSeconds: READ_SECONDS_MAX,
  });
  await owner.query(`alter table order_reader set (autovacuum_enabled = false);
    alter table customer_order set (autovacuum_enabled = false)`);
  print(`filling ${ORDERS} orders`);
  await fillOrders(owner, ORDERS);
  await measureAll('never analysed', owner, reads);
  await owner.query('vacuum (analyze) order_reader, customer_order');
  await measureAll('analysed', owner, reads);
  await reads.close();
  await owner.end();
} finally {
  await member.leave();
  await dataDir.remove();
}

async function measureAll(tables: string, owner: pg.Pool, reads: Database): Promise<void> {
  for (const [who, organizationId, sees] of [
    ['in all three roles', CLINIC, await countOf(owner, CLINIC)],
    ['as a pharmacy', PHARMACY, await countOf(owner, PHARMACY)],
    [`that sees ${SMALL_SEES}`, SMALL, SMALL_SEES],
  ] as const) {
    for (const status of [undefined, 'paid']) {
      const statuses = status === undefined ? {} : { status };
      const pages = [1, ...(sees > SMALL_SEES ? [deepPage(status ? sees / 6 : sees)] : [])];
      for (const page of pages) {
        const rows = (page - 1) * LIMIT;
        const query = {
          limit: LIMIT,
          ...statuses,
          ...(page > 1 && {
            cursor: await cursorAfter(owner, { organizationId, ...statuses, rows }),
          }),
        };
        const call = {
          query,
          principal: { organizationId, environment: 'live' },
        } as Call<'listOrders'>;
        const read = (database: ActingReader) => listOrders(call, { database });
        const touched = await touchedRows(reads, read);
        const name = `${tables}, ${who} (${sees} orders), ${status ?? 'any status'}, page ${page}`;
        print(`${name}: ${touched} rows, ${(await timeOf(() => read(reads))).toFixed(2)} ms`);
        if (touched > TOUCHED_MAX) process.exitCode = 1;
      }
    }
  }
}

async function countOf(owner: pg.Pool, organizationId: string): Promise<number> {
  const { rows } = await owner.query(
    `select count(*)::int as sees from order_reader where organization_id = $1 and environment = 'live'`,
    [organizationId],
  );
  return rows[0].sees;
}

function deepPage(rows: number): number {
  return Math.min(DEEP_PAGE, Math.floor((rows / LIMIT) * 0.9));
}

/** Median milliseconds, as the service reads: one statement, prepared. */
async function timeOf(read: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < WARM_ROUNDS + ROUNDS; round += 1) {
    const startedAt = performance.now();
    await read();
    if (round >= WARM_ROUNDS) times.push(performance.now() - startedAt);
  }
  return median(times);
}
