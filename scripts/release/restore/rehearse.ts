/**
 * Backs up a service that is being written to and restores it, as docs/backup.md says: a dump into another server,
 * and a base backup with the archived log up to a point in time. Each is proved by `ledger verify --against` an
 * anchor, and by the movements that were acknowledged; and what should be found out is: a row that was changed,
 * and a backup that is older than the anchor. Prints a table, and ends with 1 where one does not hold.
 *
 *     npm run restore:rehearse
 *
 * It needs PostgreSQL's programs as Debian installs them.
 */
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { stopAll, stopAllWhenEnded, stopLater } from '../../../kit/cleanup.ts';
import { startCluster } from '../../../kit/postgres-server.ts';
import { print } from '../../../kit/print.ts';
import { operate, type Product, startProduct } from '../../../kit/product.ts';
import { run } from '../../../kit/run.ts';
import { asPostgres, initialise, makeHome, SYSTEM_PROGRAMS } from '../../../kit/system-server.ts';
import { draw, makeStock, Writer } from './writer.ts';

const DATABASE = 'pharmacy';
const WRITE_MILLISECONDS = 2_000;
const BACKUP_ROLE = 'pharmacy_backup';
const CREATE_BACKUP_ROLE = `create role ${BACKUP_ROLE} login bypassrls in role pg_read_all_data`;
const MISTAKE = 'before_the_mistake';

interface Row {
  readonly what: string;
  readonly seconds: number;
  readonly shown: string;
}

stopAllWhenEnded();
try {
  await rehearse();
} finally {
  await stopAll();
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a rehearsal is one list of steps.
async function rehearse(): Promise<void> {
  const programs = SYSTEM_PROGRAMS;
  if (programs === undefined)
    throw new Error('PostgreSQL’s programs are not here: apt install postgresql.');
  const folder = mkdtempSync(join(tmpdir(), 'restore-'));
  stopLater(() => rmSync(folder, { recursive: true, force: true }));
  await run('chmod', ['755', folder]);
  const rows: Row[] = [];
  const timed = async <Result>(
    what: string,
    work: () => Promise<Result>,
    shown: (result: Result) => string,
  ) => {
    const from = performance.now();
    const result = await work();
    rows.push({ what, seconds: (performance.now() - from) / 1000, shown: shown(result) });
    print(`${what}: ${rows.at(-1)?.shown}`);
    return result;
  };
  const directory = (name: string) => {
    const home = join(folder, name);
    makeHome(home);
    return home;
  };

  const home = directory('primary');
  const archive = directory('archive');
  await initialise(join(home, 'data'));
  const archiving = {
    archive_mode: 'on',
    archive_command: `cp %p ${archive}/%f`,
    wal_level: 'replica',
  };
  const primary = await startCluster(join(home, 'data'), archiving);
  await query(primary.url(), 'postgres', `create database ${DATABASE}`);
  await query(primary.url(), 'postgres', CREATE_BACKUP_ROLE);
  const settings = settingsOf(primary.url());
  const product = await startProduct(settings);
  const key = await makeStock(settings, folder);

  const first = new Writer(product, key);
  await pause(WRITE_MILLISECONDS);
  const early = join(folder, 'early.jsonl');
  writeFileSync(early, await operate(settings, ['ledger', 'anchor']));
  const anchored = first.acknowledged.length;
  const tool = (name: string, words: string[]) => runAs(join(programs, name), words, home);
  const dump = join(home, 'dump');
  await timed(
    'pg_dump, while movements are posted',
    () => tool('pg_dump', ['--format=custom', `--file=${dump}`, backupUrl(primary.url())]),
    () => `${megabytes(statSync(dump).size)}, ${anchored} movements before its anchor`,
  );
  const base = join(directory('base'), 'data');
  await timed(
    'pg_basebackup, while movements are posted',
    () =>
      tool('pg_basebackup', [
        '--pgdata',
        base,
        '--dbname',
        primary.url(),
        '--checkpoint=fast',
        '--wal-method=none',
      ]),
    () => `${megabytes(sizeOf(base))}`,
  );
  await first.stop();
  const late = join(folder, 'late.jsonl');
  writeFileSync(late, await operate(settings, ['ledger', 'anchor']));
  await query(primary.url(), DATABASE, `select pg_create_restore_point('${MISTAKE}')`);
  const mistaken = new Writer(product, key);
  await pause(WRITE_MILLISECONDS / 4);
  await mistaken.stop();
  await query(primary.url(), DATABASE, 'select pg_switch_wal()');
  await product.stop();
  await primary.stop();

  const other = join(directory('other'), 'data');
  await initialise(other);
  const restored = await startCluster(other);
  await query(restored.url(), 'postgres', `create database ${DATABASE}`);
  await timed(
    'pg_restore into another server',
    () =>
      tool('pg_restore', [
        '--no-owner',
        '--no-privileges',
        '--exit-on-error',
        `--dbname=${urlOf(restored.url())}`,
        dump,
      ]),
    () => 'without its roles, which the start makes anew',
  );
  const dumped = settingsOf(restored.url());
  await timed(
    'a start on it, and a movement',
    async () => {
      const again = await startProduct(dumped);
      await expectSame(again, key, first.acknowledged.slice(0, anchored));
      await again.stop();
    },
    () => 'a key of before answers with its first result; a new one with 201',
  );
  await timed(
    'verified against the anchor before the dump',
    () => verify(dumped, early),
    (output) => output,
  );
  await timed(
    'against a later anchor',
    () => refused(dumped, late),
    (output) => `found out: ${output}`,
  );
  await query(
    restored.url(),
    DATABASE,
    `set session_replication_role = replica;
     update ledger_entry set qty = qty - 1 where ctid = (select ctid from ledger_entry limit 1)`,
  );
  await timed(
    'with one entry changed by hand',
    () => refused(dumped, early),
    (output) => `found out: ${output}`,
  );
  await restored.stop();

  const recovered = await timed(
    'base backup and log, up to the restore point',
    async () => {
      writeFileSync(join(base, 'recovery.signal'), '');
      return startRecovery(base, archive);
    },
    () => `${readdirSync(archive).length} files of the log`,
  );
  const pointed = settingsOf(recovered.url());
  await timed(
    'verified against the anchor right before that point',
    () => verify(pointed, late),
    (output) => output,
  );
  await timed(
    'every acknowledged movement before the point, and none after it',
    () => counted(recovered.url(), first.acknowledged, mistaken.acknowledged),
    (output) => output,
  );

  print(`\n| step | seconds | seen |\n|---|---|---|`);
  for (const { what, seconds, shown } of rows)
    print(`| ${what} | ${seconds.toFixed(1)} | ${shown} |`);
}

function settingsOf(ownerUrl: string): Record<string, string> {
  return { DATABASE_URL: urlOf(ownerUrl), WORKER: 'off' };
}

function urlOf(ownerUrl: string, database = DATABASE): string {
  const url = new URL(ownerUrl);
  url.pathname = database;
  return url.toString();
}

function backupUrl(ownerUrl: string): string {
  const url = new URL(urlOf(ownerUrl));
  url.username = BACKUP_ROLE;
  return url.toString();
}

async function query<Row>(ownerUrl: string, database: string, text: string, values?: unknown[]) {
  const client = new pg.Client({ connectionString: urlOf(ownerUrl, database) });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}

function runAs(program: string, words: string[], home: string): Promise<string> {
  return run(program, words, asPostgres(home));
}

async function startRecovery(data: string, archive: string) {
  const server = await startCluster(data, {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_name: MISTAKE,
    recovery_target_action: 'promote',
  });
  for (;;) {
    const [row] = await query<{ recovering: boolean }>(
      server.url(),
      'postgres',
      'select pg_is_in_recovery() as recovering',
    );
    if (row?.recovering === false) return server;
    await pause(100);
  }
}

async function verify(settings: Record<string, string>, anchor: string): Promise<string> {
  return (await operate(settings, ['ledger', 'verify', '--against', anchor])).trim();
}

/** @throws Error where it is not refused */
async function refused(settings: Record<string, string>, anchor: string): Promise<string> {
  const output = await verify(settings, anchor).then(
    (words) => new Error(`Nothing was found: ${words}`),
    (error: Error) => error.message,
  );
  if (output instanceof Error) throw output;
  const last = output.split('\n').at(-1) ?? '';
  if (!/ verified: \d+ problems$/.test(last))
    throw new Error(`It was not verified at all: ${output}`);
  return last;
}

async function expectSame(product: Product, key: string, before: readonly string[]): Promise<void> {
  for (const idempotencyKey of before.slice(-5)) {
    const { status, idempotent } = await draw(product, key, idempotencyKey);
    if (status !== 200 || idempotent !== true) throw new Error(`${status} for a key of before.`);
  }
  const { status } = await draw(product, key, `new-${crypto.randomUUID()}`);
  if (status !== 201) throw new Error(`${status} for a new movement.`);
}

async function counted(
  ownerUrl: string,
  wanted: readonly string[],
  unwanted: readonly string[],
): Promise<string> {
  const rows = await query<{ idempotency_key: string }>(
    ownerUrl,
    DATABASE,
    'select idempotency_key from movement where idempotency_key is not null',
  );
  const found = new Set(rows.map(({ idempotency_key: one }) => one));
  const missing = wanted.filter((one) => !found.has(one)).length;
  const beyond = unwanted.filter((one) => found.has(one)).length;
  if (missing + beyond > 0)
    throw new Error(`${missing} movements are missing, ${beyond} too many.`);
  return `${wanted.length} are there, none of ${unwanted.length} later ones`;
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}
