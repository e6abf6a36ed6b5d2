/**
 * What a ledger of years takes: makes one of so many movements, each with one entry, and measures what each row
 * takes on disk, vacuum, stock as of a day, the newest and the oldest page, and the proof of all of it, with the
 * memory that it took. Prints a table, and what ten times as many would take.
 *
 *     npm run bench:years                    a million
 *     npm run bench:years -- 10000000        ten, in some twenty minutes and 15 GB
 *
 * It needs PostgreSQL's programs as Debian installs them.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setInterval as every } from 'node:timers';
import { stopAll, stopAllWhenEnded, stopLater } from '../../../kit/cleanup.ts';
import { importOrganization } from '../../../kit/organization.ts';
import { type PostgresServer, startPostgres } from '../../../kit/postgres-server.ts';
import { print } from '../../../kit/print.ts';
import { operate, type Product, startProduct } from '../../../kit/product.ts';
import { usageOf } from '../../../kit/usage.ts';
import { median } from '../measurements.ts';
import { writeHistory } from './history.ts';

const ROWS_DEFAULT = 1_000_000;
const DATABASE = 'years';
const ORGANIZATION = 'years';
const SKUS = 100;
const LOTS_A_SKU = 10;
const UNITS = 1_000_000;
const YEARS = 3;
const DAY = 86_400_000;
const READS = 15;
const TIMES_MORE = 10;

interface Line {
  readonly what: string;
  readonly measured: number;
  readonly unit: string;
  /** Whether it grows with the rows; else it is the same for more. */
  readonly grows: boolean;
}

const rows = Number(process.argv[2] ?? ROWS_DEFAULT);
if (!Number.isInteger(rows) || rows < SKUS * LOTS_A_SKU) throw new Error('how many movements?');
stopAllWhenEnded();
try {
  await measure();
} finally {
  await stopAll();
}

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'years-'));
  stopLater(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startPostgres(folder);
  const { programs } = postgres;
  if (programs === undefined) throw new Error('PostgreSQL’s programs are not here.');
  await postgres.query('postgres', `create database ${DATABASE}`);
  const settings = { DATABASE_URL: postgres.url(DATABASE), WORKER: 'off' };
  const key = await importStock(settings, folder);
  const product = await startProduct(settings);

  const lines: Line[] = [];
  const add = (what: string, measured: number, unit: string, grows = true) => {
    lines.push({ what, measured, unit, grows });
    print(`${what}: ${shown(measured)} ${unit}`);
  };
  const seconds = await timed(() => writeHistory(postgres, DATABASE, { rows, programs }));
  print(`${postgres.name}\n${rows} movements written in ${seconds.toFixed(0)} s`);
  for (const table of ['movement', 'ledger_entry']) {
    add(`vacuum (freeze, analyze) of ${table}`, await vacuum(postgres, table), 's');
    for (const { what, bytes } of await sizes(postgres, table))
      add(what, bytes / rows, 'B a row', false);
  }
  add('the database on disk', (await bytesOf(postgres)) / 2 ** 30, 'GB');
  for (const [what, path] of reads()) add(what, await readTime(product, key, path), 'ms', false);
  const memory = watchMemory();
  add('`ledger verify`', await timed(() => operate(settings, ['ledger', 'verify'])), 's');
  add('its memory at most', memory(), 'MB', false);
  const anchor = join(folder, 'anchor.jsonl');
  const anchored = await timed(async () =>
    writeFileSync(anchor, await operate(settings, ['ledger', 'anchor'])),
  );
  add('`ledger anchor`', anchored, 's', false);
  const since = await timed(() => operate(settings, ['ledger', 'verify', '--since', anchor]));
  add('`ledger verify --since` it', since, 's');

  print(
    `\n| | ${rows.toLocaleString('en')} | ${(TIMES_MORE * rows).toLocaleString('en')}, computed |\n|---|---|---|`,
  );
  for (const { what, measured, unit, grows } of lines) {
    const more = grows ? shown(measured * TIMES_MORE) : 'the same';
    print(`| ${what} | ${shown(measured)} ${unit} | ${more}${grows ? ` ${unit}` : ''} |`);
  }
}

function shown(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 3 });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}

function importStock(settings: Record<string, string>, folder: string): Promise<string> {
  const created_at = new Date(Date.now() - YEARS * 365 * DAY).toISOString();
  const expiry_date = `${new Date().getUTCFullYear() + 2}-06-30`;
  const skus = Array.from({ length: SKUS }, (_, index) => `SKU-${index}`);
  const lots = Array.from({ length: LOTS_A_SKU }, (_, index) => ({
    lot_number: `L-${index}`,
    expiry_date,
    qty: UNITS,
    created_at,
  }));
  return importOrganization(
    { ...settings, MIGRATE: 'on' },
    { slug: ORGANIZATION, skus, lots },
    folder,
  );
}

function vacuum(postgres: PostgresServer, table: string): Promise<number> {
  return timed(() => postgres.query(DATABASE, `vacuum (freeze, analyze) ${table}`));
}

function sizes(
  postgres: PostgresServer,
  table: string,
): Promise<{ what: string; bytes: number }[]> {
  return postgres.query(
    DATABASE,
    `select '${table}' as what, pg_table_size('${table}')::float8 as bytes
     union all
     select 'its index ' || indexrelid::regclass, pg_relation_size(indexrelid)::float8
       from pg_index where indrelid = '${table}'::regclass`,
  );
}

async function bytesOf(postgres: PostgresServer): Promise<number> {
  const [row] = await postgres.query<{ bytes: number }>(
    DATABASE,
    'select pg_database_size(current_database())::float8 as bytes',
  );
  return row?.bytes ?? 0;
}

function reads(): [what: string, path: string][] {
  const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();
  return [
    ['the newest page of transactions', '/inventory/transactions?limit=100'],
    ['the newest page of one SKU', '/inventory/transactions?limit=100&sku_code=SKU-7'],
    ['the page of two years ago', `/inventory/transactions?limit=100&cursor=${ago(2 * 365)}`],
    ['stock now, 25 levels', '/inventory/stock'],
    ['stock as of yesterday, 25 levels', `/inventory/stock?as_of=${ago(1)}`],
    ['stock as of two years ago, 25 levels', `/inventory/stock?as_of=${ago(2 * 365)}`],
  ];
}

async function readTime(product: Product, key: string, path: string): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < READS; index += 1) {
    const from = performance.now();
    const answer = await fetch(product.url + path, { headers: { authorization: `Bearer ${key}` } });
    const output = await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${output}`);
    times.push(performance.now() - from);
  }
  return median(times);
}

/** Of the operator's command that runs meanwhile. */
function watchMemory(): () => number {
  let most = 0;
  const timer = every(() => {
    most = Math.max(most, usageOf(process.pid, 'operator')?.memoryMb ?? 0);
  }, 200);
  return () => {
    clearInterval(timer);
    return most;
  };
}
