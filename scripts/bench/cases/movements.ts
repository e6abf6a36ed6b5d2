// Draws over HTTP, each with a key, against what PostgreSQL alone can do.
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import type { Product } from '../../../kit/product.ts';
import { SKUS_EACH } from '../fixture.ts';
import { send } from '../load/node-driver.ts';
import { fulfil, fulfilMany, type Load, mixed } from '../load/requests.ts';
import type { Measured } from '../measurements.ts';
import { rowsAlone } from '../rows-alone.ts';
import {
  type BenchCase,
  inTurn,
  limitContender,
  loadContender,
  loadsContender,
  NotHere,
  onCopy,
  onSite,
  type ServerLoad,
  type Stage,
} from '../stage.ts';

const spreadLoad = ({ fixture }: Stage, connections: number): Load => ({
  requests: [fulfil],
  keys: fixture.keys,
  skus: SKUS_EACH,
  connections,
});

const connectionsName = (connections: number) =>
  connections === 1 ? '1 connection' : `${connections} connections`;

export const spread: BenchCase = {
  name: 'spread',
  title: 'Draws from 1,000 SKUs of 20 lots in 10 organizations',
  unit: 'movements',
  run: (stage) =>
    onCopy(stage, 'spread', async ({ start }) => {
      const product = await start();
      const at = (connections: number, against: string) =>
        loadContender(stage, product, {
          name: connectionsName(connections),
          against,
          load: spreadLoad(stage, connections),
        });
      return inTurn(stage, [
        limitContender(stage, { name: 'limit with one client', clients: 1 }),
        at(1, 'limit with one client'),
        limitContender(stage),
        ...(await rowsAlone(stage)),
        ...[8, 64, 256].map((connections) => at(connections, 'limit')),
      ]);
    }),
};

export const hot: BenchCase = {
  name: 'hot',
  title: 'Draws from one SKU',
  unit: 'movements',
  run: (stage) =>
    onCopy(stage, 'hot', async ({ start }) => {
      const product = await start();
      const at = (connections: number) =>
        loadContender(stage, product, {
          name: connectionsName(connections),
          against: 'limit',
          load: { requests: [fulfil], keys: stage.fixture.keys.slice(0, 1), skus: 1, connections },
        });
      return inTurn(stage, [limitContender(stage, { skus: 1 }), ...[8, 64, 256].map(at)]);
    }),
};

export const mixedCase: BenchCase = {
  name: 'mixed',
  title: 'Of twenty requests 8 draws, 2 receipts, 3 reservations, 3 releases, 4 reads',
  unit: 'requests',
  run: (stage) =>
    onCopy(stage, 'mixed', async ({ start }) => {
      const product = await start();
      const load = { ...spreadLoad(stage, 64), requests: mixed };
      return inTurn(stage, [
        limitContender(stage),
        loadContender(stage, product, { name: '64 connections', against: 'limit', load }),
      ]);
    }),
};

const ITEMS = 100;

export const batch: BenchCase = {
  name: 'batch',
  title: `Draws, ${ITEMS} in one request, from 1,000 SKUs`,
  unit: 'movements',
  run: (stage) => {
    if (!contractHas('/inventory/movements/batch')) {
      throw new NotHere('the contract has no POST /v1/inventory/movements/batch');
    }
    return onCopy(stage, 'batch', async ({ start }) => {
      const product = await start();
      const load = { ...spreadLoad(stage, 8), ...fulfilMany(ITEMS) };
      return inTurn(stage, [
        limitContender(stage),
        loadContender(stage, product, {
          name: `8 connections of ${ITEMS}`,
          against: 'limit',
          load,
        }),
      ]);
    });
  },
};

function contractHas(path: string): boolean {
  const document = new URL('../../../generated/openapi.json', import.meta.url);
  const { paths } = JSON.parse(readFileSync(document, 'utf8')) as { paths: object };
  return Object.keys(paths).some((known) => known.endsWith(path));
}

export const processes: BenchCase = {
  name: 'processes',
  title:
    'Draws as in `spread`, by one server process, by two (`WEB_CONCURRENCY`), and by two of which each gets half of the keys',
  unit: 'movements',
  run: (stage) =>
    onCopy(stage, 'processes', async ({ start }) => {
      const [one, two] = [await start(), await start({ WEB_CONCURRENCY: '2' })];
      const other = await start();
      return inTurn(stage, [
        limitContender(stage),
        ...[64, 256].flatMap((connections) => {
          const load = spreadLoad(stage, connections);
          const named = (name: string) => ({
            name: `${name}, ${connectionsName(connections)}`,
            against: 'limit',
          });
          return [
            loadContender(stage, one, { ...named('1 process'), load }),
            loadContender(stage, two, { ...named('2 processes'), load }),
            loadsContender(stage, eachWithHalf([one, other], load), named('2 by key')),
          ];
        }),
      ]);
    }),
};

function eachWithHalf(
  servers: readonly [Product, Product],
  { keys, connections, ...load }: Load,
): ServerLoad[] {
  const half = Math.ceil(keys.length / 2);
  return servers.map((server, index) => ({
    server,
    load: {
      ...load,
      keys: keys.slice(index * half, (index + 1) * half),
      connections: connections / 2,
    },
  }));
}

export const rowsName = (rows: number) => `${rows.toLocaleString('en')} rows`;

export const rows: BenchCase = {
  name: 'rows',
  title: 'Draws as in `spread` at 64 connections, with a short and a long ledger',
  unit: 'movements',
  run: (stage) => measureRows(stage, stage.options.rows),
};

/** A server for each ledger, all of them up; each ledger is verified as it is left. */
async function measureRows(
  stage: Stage,
  [count, ...others]: readonly number[],
  servers: readonly (readonly [rows: number, product: Product])[] = [],
): Promise<Measured[]> {
  if (count !== undefined) {
    return onSite(stage, await stage.fixture.withRows(count), async ({ start }) =>
      measureRows(stage, others, [...servers, [count, await start()]]),
    );
  }
  const fewest = rowsName(servers[0]?.[0] ?? 0);
  return inTurn(stage, [
    limitContender(stage),
    ...servers.map(([rowCount, product]) =>
      loadContender(stage, product, {
        name: rowsName(rowCount),
        against: rowsName(rowCount) === fewest ? 'limit' : fewest,
        load: spreadLoad(stage, 64),
      }),
    ),
  ]);
}

const DEPLETED = 10_000;
const LIVE = 2_000;
const HISTORY_UNITS = 1_000_000;
const DEPLETED_A_MOVEMENT = 200;
/** The SKU whose lots are many. */
const OLD_SKU = 'SKU-0';
/** The one that has the lots of the fixture. */
const YOUNG_SKU = 'SKU-1';

export const history: BenchCase = {
  name: 'history',
  title: 'Draws from a SKU with 10,000 depleted lots and 2,000 live ones, and from one with 20',
  unit: 'movements',
  run: (stage) =>
    onCopy(stage, 'history', async ({ start, operate }) => {
      const [key] = stage.fixture.keys as readonly [string];
      const file = join(stage.folder, 'history.json');
      writeFileSync(file, JSON.stringify({ lots: oldLots() }));
      await operate(['import', file]);
      const product = await start();
      const draw = (sku: string, qty: string) => ({
        method: 'POST' as const,
        path: '/inventory/movements',
        isKeyed: true,
        body: `{"type":"fulfill","sku_code":"${sku}","qty":${qty}}`,
      });
      const agent = new Agent({ keepAlive: true });
      for (let units = 0; units < DEPLETED; units += DEPLETED_A_MOVEMENT) {
        const form = draw(OLD_SKU, `${DEPLETED_A_MOVEMENT}`);
        const { status } = await send(product.url, { ...form, key }, agent);
        if (status !== 201) throw new Error(`A draw was answered ${status}.`);
      }
      agent.destroy();
      const of = (name: string, sku: string) =>
        loadContender(stage, product, {
          name,
          ...(sku === OLD_SKU && { against: 'few lots' }),
          load: { requests: [draw(sku, '1')], keys: [key], skus: 1, connections: 8 },
        });
      return inTurn(stage, [of('few lots', YOUNG_SKU), of('many lots', OLD_SKU)]);
    }),
};

/** The depleted ones expire first, where a draw begins to look. */
function oldLots() {
  const lot = (index: number, { qty, days }: { qty: number; days: number }) => ({
    organization: 'bench-0',
    sku_code: OLD_SKU,
    lot_number: `H${index}`,
    qty,
    expiry_date: new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
  });
  return Array.from({ length: DEPLETED + LIVE }, (_, index) =>
    index < DEPLETED
      ? lot(index, { qty: 1, days: 30 + (index % 300) })
      : lot(index, { qty: HISTORY_UNITS, days: 400 + index - DEPLETED }),
  );
}
