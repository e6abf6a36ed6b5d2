// Reads over HTTP: the stock of a SKU against a bare route with the same SQL; scans; first and deep pages of a
// long ledger and a long feed; stock as it was.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { stopLater } from '../../../kit/cleanup.ts';
import type { Product } from '../../../kit/product.ts';
import { usageOf } from '../../../kit/usage.ts';
import { readerUrl } from '../../../src/database/migrate.ts';
import { SKUS_EACH } from '../fixture.ts';
import { get, type RequestForm, readStock, scan } from '../load/requests.ts';
import { ARCHIVE, timeOfOldRow } from '../old-rows.ts';
import { type BenchCase, inTurn, loadContender, onCopy, onSite, type Stage } from '../stage.ts';

const CONNECTIONS = 64;
const BARE = new URL('../bare-route.ts', import.meta.url).pathname;

export const reads: BenchCase = {
  name: 'reads',
  title:
    'The stock of a SKU at 64 connections, and by an Express route that only runs the same SQL; scans',
  unit: 'requests',
  run: (stage) =>
    onCopy(stage, 'reads', async ({ start, database }) => {
      const product = await start();
      const bare = await startBareRoute(stage, database);
      const of = (
        name: string,
        request: RequestForm,
        { server = product, against }: { server?: Product; against?: string } = {},
      ) =>
        loadContender(stage, server, {
          name,
          ...(against !== undefined && { against }),
          load: {
            requests: [request],
            keys: stage.fixture.keys,
            skus: SKUS_EACH,
            connections: CONNECTIONS,
          },
        });
      const measured = await inTurn(stage, [
        of('bare route', readStock, { server: bare }),
        of('stock', readStock, { against: 'bare route' }),
        of('scan', scan, { against: 'stock' }),
      ]);
      await bare.stop();
      return measured;
    }),
};

async function startBareRoute(stage: Stage, database: string): Promise<Product> {
  const url = await readerUrl(stage.postgres.url(database));
  const organizations = await stage.postgres.query<{ slug: string; id: string }>(
    database,
    `select slug, id from organization where slug like 'bench-%'`,
  );
  const idOf = new Map(organizations.map(({ slug, id }) => [slug, id]));
  const byKey = stage.fixture.keys.map((key, index) => [key, idOf.get(`bench-${index}`)]);
  const child: ChildProcess = fork(BARE, [url, JSON.stringify(byKey)]);
  const stop = stopLater(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, 'exit');
  });
  const [base] = (await once(child, 'message')) as [string];
  const usage = () => usageOf(child.pid as number);
  return { url: base, startSeconds: 0, usage, stop };
}

/** Beyond this many rows it is the same walk of an index. */
const ROWS_MAX = 1_000_000;
const PAGE = 25;

export const pages: BenchCase = {
  name: 'pages',
  title: `Pages of ${PAGE} of a long ledger and a long feed, and stock as it was, at 32 connections`,
  unit: 'requests',
  run: async (stage) => {
    const rows = stage.options.rows.filter((count) => count <= ROWS_MAX).at(-1) ?? 0;
    const database = await stage.fixture.withRows(rows);
    return onSite(stage, database, async ({ start }) => {
      const product = await start();
      const of = (name: string, path: string, against?: string) =>
        loadContender(stage, product, {
          name,
          ...(against !== undefined && { against }),
          load: {
            requests: [get(path)],
            keys: [stage.fixture.archiveKey],
            skus: SKUS_EACH,
            connections: CONNECTIONS / 2,
          },
        });
      const transactions = `/inventory/transactions?limit=${PAGE}`;
      const events = `/inventory/events?limit=${PAGE}`;
      const asOf = timeOfOldRow(Math.floor(rows / 2));
      return inTurn(stage, [
        of('transactions, first page', transactions),
        of(
          'transactions, deep page',
          `${transactions}&cursor=${timeOfOldRow(Math.floor(rows / 10))}`,
          'transactions, first page',
        ),
        of('events, first page', events),
        of(
          'events, deep page',
          `${events}&after=${await lateEvent(stage, database)}`,
          'events, first page',
        ),
        of('stock as it was', `/inventory/stock?sku_code=SKU-%sku%&as_of=${asOf}`),
      ]);
    });
  },
};

/** Nine of ten events of the archive come before it. */
async function lateEvent({ postgres }: Stage, database: string): Promise<string> {
  const [row] = await postgres.query<{ id: string }>(
    database,
    `select event.id
       from event_counter counter
       join organization on organization.id = counter.organization_id and slug = '${ARCHIVE}'
       join event on event.organization_id = organization.id and event.position = counter.position * 9 / 10`,
  );
  if (row === undefined) throw new Error('The archive has no events.');
  return row.id;
}
