// What it costs a read that PostgreSQL holds other organizations' rows back: an order by its id and a page of
// orders, without row-level security, as they are asked now (one message to the server), and in a transaction of
// their own; in turn, one at a time and several at once.
//
//   ORDERS=20000 npm run bench:acting-for
import pg from 'pg';
import { makeDataDir } from '../../kit/data-dir.ts';
import { CLINIC, fillOrders } from '../../kit/many-orders.ts';
import { print } from '../../kit/print.ts';
import type { Call } from '../../src/contract.ts';
import { type ActingReader, Database, READ_SECONDS_MAX } from '../../src/database/database.ts';
import { migrate, readerUrl } from '../../src/database/migrate.ts';
import { joinEmbeddedServer } from '../../src/embedded/embedded-server.ts';
import { getOrder } from '../../src/orders/get-order.ts';
import { listOrders } from '../../src/orders/list-orders.ts';
import { median } from './measurements.ts';

const ORDERS = Number(process.env.ORDERS ?? 20_000);
const ROUNDS = 5;
const ROUND_MILLISECONDS = 1_000;
const TABLES = ['order_reader', 'customer_order'];

const dataDir = makeDataDir();
const member = await joinEmbeddedServer({ dataDir: dataDir.path });
try {
  await migrate(member.ownerUrl);
  const owner = new pg.Pool({ connectionString: member.ownerUrl, max: 1 });
  await fillOrders(owner, ORDERS);
  await owner.query(`vacuum (analyze) ${TABLES}`);
  const { rows } = await owner.query(
    `select order_id from order_reader where organization_id = $1 and environment = 'live' limit 1`,
    [CLINIC],
  );
  const principal = { organizationId: CLINIC, environment: 'live' };
  const one = { path: { id: rows[0].order_id }, principal } as Call<'getOrder'>;
  const page = { query: { limit: 25 }, principal } as Call<'listOrders'>;
  for (const atOnce of [1, 8]) {
    const database = new Database(await readerUrl(member.ownerUrl), {
      preparedStatements: true,
      connections: atOnce,
      statementSeconds: READ_SECONDS_MAX,
    });
    for (const [what, read] of [
      ['an order', (as: ActingReader) => getOrder(one, { database: as })],
      ['a page of orders', (as: ActingReader) => listOrders(page, { database: as })],
    ] as const) {
      await measure(`${what}, ${atOnce} at once`, { owner, database, atOnce, read });
    }
    await database.close();
  }
  await owner.end();
} finally {
  await member.leave();
  await dataDir.remove();
}

interface Measured {
  readonly owner: pg.Pool;
  readonly database: Database;
  readonly atOnce: number;
  readonly read: (as: ActingReader) => Promise<unknown>;
}

async function measure(name: string, { owner, database, atOnce, read }: Measured): Promise<void> {
  const ways: Record<string, { guarded: boolean; as: ActingReader; times: number[] }> = {
    'without row-level security': { guarded: false, as: { actingFor: () => database }, times: [] },
    'in one message': { guarded: true, as: database, times: [] },
    'in a transaction': {
      guarded: true,
      as: { actingFor: (id) => inTransaction(database, id) },
      times: [],
    },
  };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { guarded, as, times } of Object.values(ways)) {
      const change = guarded ? 'enable' : 'disable';
      await owner.query(
        TABLES.map((table) => `alter table ${table} ${change} row level security`).join(';'),
      );
      const microseconds = await timeOf(() => read(as), atOnce);
      // The first round warms up.
      if (round > 0) times.push(microseconds);
    }
  }
  const [before] = Object.values(ways).map(({ times }) => median(times));
  for (const [way, { times }] of Object.entries(ways)) {
    const ratio = median(times) / (before as number);
    print(`${name}, ${way}: ${median(times).toFixed(0)} us, ratio ${ratio.toFixed(2)}`);
  }
}

function inTransaction(
  database: Database,
  organizationId: string,
): ReturnType<Database['actingFor']> {
  return {
    query: (statement, values) =>
      database.transaction((tx) => tx.query(statement, values), { actingFor: organizationId }),
  };
}

/** Microseconds for each, of as many as one round has time for. */
async function timeOf(read: () => Promise<unknown>, atOnce: number): Promise<number> {
  const startedAt = performance.now();
  const endsAt = startedAt + ROUND_MILLISECONDS;
  let count = 0;
  const lane = async () => {
    while (performance.now() < endsAt) {
      await read();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return ((performance.now() - startedAt) * 1_000) / count;
}
