/**
 * Moves a cell from one server to another while it is written to, as docs/scaling.md says: a standby is made,
 * commits wait for it, the old server is stopped and becomes the standby of the new one. Compares everything that was
 * acknowledged before, during and after, prints a table, and ends with 1 where something is lost.
 *
 *     npm run cells:move
 *
 * It needs PostgreSQL's programs as Debian installs them.
 */
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { stopAll, stopAllWhenEnded, stopLater } from '../../kit/cleanup.ts';
import { print } from '../../kit/print.ts';
import { run } from '../../kit/run.ts';
import {
  copyAsStandby,
  initialise,
  makeHome,
  makeServer,
  SYSTEM_PROGRAMS,
  type SystemServer,
} from '../../kit/system-server.ts';
import { rehearse } from './rehearse.ts';

const DATABASE = 'pharmacy';
const SETTINGS = { shared_buffers: '256MB', max_connections: '200', wal_level: 'replica' };
const POLL_INTERVAL_MILLISECONDS = 100;
const SYNCHRONOUS_SECONDS_MAX = 30;
const BETWEEN = 500;
stopAllWhenEnded();
try {
  await move();
} catch (error) {
  print((error as Error).stack ?? String(error));
  process.exitCode = 1;
} finally {
  await stopAll();
}

async function move(): Promise<void> {
  if (SYSTEM_PROGRAMS === undefined) {
    throw new Error('PostgreSQL’s programs are not here: apt install postgresql.');
  }
  const folder = mkdtempSync(join(tmpdir(), 'move-'));
  stopLater(() => rmSync(folder, { recursive: true, force: true }));
  await run('chmod', ['755', folder]);
  const [here, there] = await Promise.all(['here', 'there'].map((name) => makeHost(folder, name)));
  if (here === undefined || there === undefined) throw new Error('Two servers are needed.');
  await initialise(here.data);
  await here.start();
  await here.query(`create database ${DATABASE}`);

  const hosts = `127.0.0.1:${here.port},127.0.0.1:${there.port}`;
  const settings = { DATABASE_URL: `postgresql://postgres@${hosts}/${DATABASE}` };
  await rehearse({ settings, folder, between: BETWEEN }, async ({ timed, moves }) => {
    await timed('the standby is copied with pg_basebackup, and follows', async () => {
      await copyAsStandby(here, there);
      await there.start();
    });
    await timed('each commit waits for the standby', () => waitFor(here));
    await moves();
    await here.query('checkpoint');
    await timed('the old server is stopped, which sends the rest of its log', () => here.stop());
    await timed('the standby is promoted', () => there.query('select pg_promote(wait => true)'));
    await timed('the next change is acknowledged', () => moves(1));
    await timed('the old server comes back as the standby of the new one', async () => {
      writeFileSync(join(here.data, 'standby.signal'), '');
      appendFileSync(
        join(here.data, 'postgresql.auto.conf'),
        `primary_conninfo = 'host=127.0.0.1 port=${there.port} user=postgres'\n`,
      );
      await here.start();
      await waitFor(there);
    });
  });
}

async function makeHost(folder: string, name: string): Promise<SystemServer> {
  const home = join(folder, name);
  makeHome(home);
  const server = await makeServer(join(home, 'data'), SETTINGS);
  stopLater(() => server.kill());
  return server;
}

/** Set once the standby follows: before, commits would wait for ever, and a copy would take the setting with it. */
async function waitFor(primary: SystemServer): Promise<void> {
  await primary.query(`alter system set synchronous_standby_names = '*'`);
  await primary.query('select pg_reload_conf()');
  const deadline = performance.now() + SYNCHRONOUS_SECONDS_MAX * 1_000;
  while (performance.now() < deadline) {
    const rows = await primary.query(
      `select from pg_stat_replication where sync_state = 'sync' and state = 'streaming'`,
    );
    if (rows.length > 0) return;
    await pause(POLL_INTERVAL_MILLISECONDS);
  }
  throw new Error('The standby is not synchronous in time.');
}
