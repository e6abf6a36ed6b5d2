// How many fulfils a second the service posts, over HTTP and with a key for each, as a part of what PostgreSQL
// alone can do (yardstick.sql, one call each over 8 connections), on one machine and in turn.
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import pg from 'pg';
import { type Lot, type Measured, measure, median, print, withService } from './service.ts';

const ROUNDS = 3;
const SECONDS = 6;
const SKUS = 1_000;
const LOTS_A_SKU = 20;
const UNITS = 1_000_000_000;
const YARDSTICK_CLIENTS = 8;
const CLIENTS = [8, 64];

const lots: Lot[] = Array.from({ length: SKUS * LOTS_A_SKU }, (_, nth) => ({
  sku_code: `SKU-${Math.floor(nth / LOTS_A_SKU)}`,
  lot_number: `L${nth}`,
  qty: UNITS,
  expiry_date: `209${Math.floor(nth % 10)}-06-15`,
}));

const spreads = [
  { name: `${SKUS} SKUs`, skus: SKUS },
  { name: 'one hot SKU', skus: 1 },
];

await withService(lots, async ({ ownerUrl, fulfill }) => {
  const yardstick = await openYardstick(ownerUrl);
  const qty = () => 1 + Math.floor(Math.random() * 3);
  const any = (count: number) => Math.floor(Math.random() * count);
  const results = new Map<string, Measured[]>();
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const note = async (name: string, measuring: Promise<Measured>) => {
      const measured = await measuring;
      if (round > 0) results.set(name, [...(results.get(name) ?? []), measured]);
    };
    for (const { name, skus } of spreads) {
      await note(
        `yardstick, ${name}`,
        measure({ clients: YARDSTICK_CLIENTS, seconds: SECONDS }, (client) =>
          yardstick.fulfill(client, 1 + any(skus), qty()),
        ),
      );
      for (const clients of CLIENTS) {
        await note(
          `service, ${name}, ${clients} in flight`,
          measure({ clients, seconds: SECONDS }, () => fulfill(`SKU-${any(skus)}`, qty())),
        );
      }
    }
  }
  await yardstick.close();
  report(results);
});

function report(results: ReadonlyMap<string, Measured[]>): void {
  print(
    `${cpus().length} cores shared by callers, server and PostgreSQL, Node ${process.version}, ` +
      `median of ${ROUNDS} rounds of ${SECONDS} s:`,
  );
  const middle = (name: string, what: keyof Measured) =>
    median((results.get(name) ?? []).map((measured) => measured[what]));
  for (const name of results.keys()) {
    const [kind, spread] = name.split(', ');
    const ratio = middle(name, 'perSecond') / middle(`yardstick, ${spread}`, 'perSecond');
    print(
      `${name.padEnd(36)} ${middle(name, 'perSecond').toFixed(0).padStart(6)}/s` +
        `  p50 ${middle(name, 'p50').toFixed(1)} ms  p99 ${middle(name, 'p99').toFixed(1)} ms` +
        (kind === 'service' ? `  ${ratio.toFixed(2)} of the yardstick` : ''),
    );
  }
}

interface Yardstick {
  fulfill(client: number, sku: number, qty: number): Promise<number>;
  close(): Promise<void>;
}

async function openYardstick(ownerUrl: string): Promise<Yardstick> {
  const clients = Array.from(
    { length: YARDSTICK_CLIENTS },
    () => new pg.Client({ connectionString: ownerUrl }),
  );
  for (const client of clients) await client.connect();
  await clients[0]?.query(readFileSync(new URL('yardstick.sql', import.meta.url), 'utf8'));
  return {
    fulfill: async (client, sku, qty) => {
      const startedAt = performance.now();
      await clients[client]?.query({
        name: 'fulfill',
        text: 'select yardstick.fulfill($1, $2, $3)',
        values: [sku, qty, crypto.randomUUID()],
      });
      return performance.now() - startedAt;
    },
    close: async () => {
      for (const client of clients) await client.end();
    },
  };
}
