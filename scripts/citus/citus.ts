/**
 * The product on Citus: a coordinator and two workers, a cell in a distributed schema, every declared statement, test
 * files of the API, a soak, and a move of the cell while it is written to. It ends with 1 where anything fails, and says
 * why where there is no Citus here.
 *
 *     CITUS_OVERLAY=FILE npm run citus
 *
 * CITUS_SOAK_MINUTES is how long the soak lasts, 5 by default. `npm run citus -- statements tests` does only the named
 * parts: statements, entry, tests, soak, move.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stopAll, stopAllWhenEnded, stopLater } from '../../kit/cleanup.ts';
import { CITUS_URL, distribute, withSettings } from '../../kit/database.ts';
import { print } from '../../kit/print.ts';
import type { SystemServer } from '../../kit/system-server.ts';
import { migrate, readerUrl, serviceUrl } from '../../src/database/migrate.ts';
import { type Rehearsal, rehearse } from '../cells/rehearse.ts';
import { type Cluster, NoCitus, startCluster } from './cluster.ts';
import { refusedStatements } from './statements.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CLEAN_UP_SECONDS_MAX = 60;
const POLL_INTERVAL_MILLISECONDS = 500;
/** Fewer than on a plain server, since each change takes several times as long. */
const BETWEEN = 100;
/**
 * The core of the API: each kind of change and read, and row-level security. Tests that hold a lock until
 * they see who waits for it are left out: a worker's waits are not seen on the coordinator.
 */
const TESTS = [
  'inventory/operations/post-movement.test.ts',
  'inventory/operations/release-allocations.test.ts',
  'database/row-security.test.ts',
  'orders/create-order.test.ts',
  'orders/list-order-items.test.ts',
  'orders/ship-order.test.ts',
  'patients/get-patient.test.ts',
  'people/sign-in-with-pin.test.ts',
  'storefront/list-bundles.test.ts',
  'webhooks/endpoints/create-webhook.test.ts',
];

const PARTS: Readonly<Record<string, (cluster: Cluster, folder: string) => Promise<void>>> = {
  statements: probe,
  entry: checkEntry,
  tests: runTests,
  soak,
  move,
};

stopAllWhenEnded();
try {
  await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof NoCitus) {
    print(`skipped: ${error.message}.`);
  } else {
    print((error as Error).stack ?? String(error));
    process.exitCode = 1;
  }
} finally {
  await stopAll();
}

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => PARTS[name] === undefined);
  if (unknown.length > 0) {
    throw new Error(`Unknown part ${unknown.join(', ')}. Known: ${Object.keys(PARTS).join(', ')}.`);
  }
  const folder = mkdtempSync(join(tmpdir(), 'citus-'));
  stopLater(() => rmSync(folder, { recursive: true, force: true }));
  const cluster = await startCluster(folder);
  print(`${cluster.version}: a coordinator and ${cluster.workers.length} workers`);
  for (const [name, part] of Object.entries(PARTS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const from = performance.now();
    await part(cluster, folder);
    print(`${name}: done in ${((performance.now() - from) / 1_000).toFixed(0)} s\n`);
  }
}

async function makeCell(cluster: Cluster, schema: string): Promise<string> {
  const url = cluster.url(schema);
  await migrate(url);
  await distribute(cluster.coordinator.url(), schema);
  return url;
}

async function probe(cluster: Cluster): Promise<void> {
  const url = await makeCell(cluster, 'probed');
  const migrated = await migrate(url);
  if (!migrated.includes('nothing to apply')) throw new Error(`A second migration: ${migrated}`);
  for (const [role, of] of Object.entries({ service: serviceUrl, reader: readerUrl })) {
    const { executed, refused } = await refusedStatements(await of(url));
    print(`${executed} statements as the ${role}, of which ${refused.length} are refused`);
    if (refused.length === 0) continue;
    throw new Error(
      refused.map(({ name, code, message }) => `${name}: ${code} ${message}`).join('\n'),
    );
  }
}

/** Two nodes that number the entries of one ledger are refused, from either. */
async function checkEntry(cluster: Cluster): Promise<void> {
  const schema = 'entered';
  const url = await makeCell(cluster, schema);
  const [worker] = cluster.workers;
  if (worker === undefined) throw new Error('A cluster has workers.');
  const atWorker = withSettings(worker.url(), { search_path: schema });
  await refuses(() => serviceUrl(atWorker), 'is not on this node of Citus');
  await worker.query(`create sequence ${schema}.ledger_block`);
  await refuses(() => serviceUrl(atWorker), '2 nodes of Citus have a sequence');
  await refuses(() => serviceUrl(url), '2 nodes of Citus have a sequence');
  await worker.query(`drop sequence ${schema}.ledger_block`);
  await serviceUrl(url);
  print('a second entry of a cell is refused');
}

async function refuses(start: () => Promise<unknown>, words: string): Promise<void> {
  const message = await start().then(
    () => 'It starts.',
    (error: Error) => error.message,
  );
  if (!message.includes(words)) throw new Error(`Expected a refusal with "${words}": ${message}`);
}

function runTests(cluster: Cluster): Promise<void> {
  const files = TESTS.map((name) => join('test', name));
  return runNode('node_modules/vitest/vitest.mjs', ['run', '--maxWorkers=1', ...files], {
    [CITUS_URL]: cluster.coordinator.url(),
  });
}

function soak(cluster: Cluster): Promise<void> {
  const minutes = process.env.CITUS_SOAK_MINUTES ?? '5';
  return runNode('soak/soak.ts', ['--minutes', minutes], {
    [CITUS_URL]: cluster.coordinator.url(),
  });
}

async function move(cluster: Cluster, folder: string): Promise<void> {
  const schema = 'moved';
  const settings = { DATABASE_URL: await makeCell(cluster, schema) };
  await rehearse({ settings, folder, between: BETWEEN }, async (rehearsal) => {
    await moveOnce(cluster, rehearsal, { schema, mode: 'force_logical' });
    await moveOnce(cluster, rehearsal, { schema, mode: 'block_writes' });
  });
}

async function moveOnce(
  { coordinator }: Cluster,
  { timed, moves }: Rehearsal,
  { schema, mode }: { schema: string; mode: 'force_logical' | 'block_writes' },
): Promise<void> {
  const table = `${schema}.api_key_usage`;
  // Logical replication leaves out what has no log.
  await timed('the counters of keys are logged', () =>
    coordinator.query(`alter table ${table} set logged`),
  );
  await timed(`the cell moves to the other worker (${mode})`, () =>
    coordinator.query(
      `select citus_schema_move('${schema}', nodename, nodeport, '${mode}')
         from pg_dist_node
        where isactive and shouldhaveshards and groupid <> 0
          and nodeport <> (select nodeport from citus_shards where table_name = '${table}'::regclass)
        limit 1`,
    ),
  );
  await timed('the next change is acknowledged', () => moves(1));
  await timed('what is left on the old worker is dropped', () => cleanUp(coordinator));
  await timed('the counters of keys are not logged any more', () =>
    coordinator.query(`alter table ${table} set unlogged`),
  );
  await moves();
}

/** A second move is refused before. A session that still reads there delays it. */
async function cleanUp(coordinator: SystemServer): Promise<void> {
  const deadline = performance.now() + CLEAN_UP_SECONDS_MAX * 1_000;
  while (performance.now() < deadline) {
    await coordinator.query('call citus_cleanup_orphaned_resources()');
    const left = await coordinator.query('select from pg_dist_cleanup');
    if (left.length === 0) return;
    await pause(POLL_INTERVAL_MILLISECONDS);
  }
  throw new Error('The old worker keeps tables of the cell.');
}

async function runNode(
  file: string,
  words: readonly string[],
  settings: Record<string, string>,
): Promise<void> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...words], {
    cwd: ROOT,
    env: { ...process.env, ...settings },
    stdio: 'inherit',
  });
  const stop = stopLater(() => child.kill());
  const [code] = await once(child, 'exit');
  await stop();
  if (code !== 0) throw new Error(`${file} ended with ${code}.`);
}
