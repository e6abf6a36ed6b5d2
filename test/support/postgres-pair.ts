// A PostgreSQL of the system's own for tests, or two of them as primary and synchronous standby. The embedded
// server's package has no program that makes a standby.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  copyAsStandby,
  initialise,
  makeHome,
  makeServer,
  runProgram,
  SYSTEM_PROGRAMS,
  type SystemServer,
} from '../../kit/system-server.ts';
import { until } from './concurrency.ts';

const DATABASE = 'pharmacy';

/** A server that is killed need not survive the machine. */
const SETTINGS = { fsync: 'off', max_connections: '150', log_min_messages: 'fatal' };

/** Why there can be no such servers on this machine; undefined where there can. */
export const noServers: string | undefined =
  SYSTEM_PROGRAMS === undefined
    ? 'PostgreSQL of the system is not installed (apt-get install postgresql)'
    : undefined;

export interface Pair {
  /** Of the owner, with both hosts. */
  readonly url: string;
  readonly primary: SystemServer;
  /** Each commit waits until this one has it. */
  readonly standby: SystemServer;
  /** Makes the standby the primary; resolves when it accepts writes. */
  promote(): Promise<void>;
  /** Ends both and removes what they wrote. */
  end(): Promise<void>;
}

/** A single server. */
export async function startSystemServer(
  settings: Readonly<Record<string, string>> = {},
): Promise<SystemServer & { end(): Promise<void> }> {
  const { home, remove } = makeFolder();
  const server = await makeServer(join(home, 'server'), { ...SETTINGS, ...settings }, DATABASE);
  await startNew(server);
  return {
    ...server,
    end: async () => {
      await server.kill();
      remove();
    },
  };
}

export async function startPair(): Promise<Pair> {
  const { home, remove } = makeFolder();
  const replicates = { wal_level: 'replica', hot_standby: 'on', max_wal_senders: '4' };
  const primary = await makeServer(join(home, 'primary'), { ...SETTINGS, ...replicates }, DATABASE);
  const standby = await makeServer(join(home, 'standby'), SETTINGS, DATABASE);
  await startNew(primary);
  await copyAsStandby(primary, standby);
  await standby.start();
  // Before there is a standby, commits would wait for it for ever.
  await primary.query("alter system set synchronous_standby_names = '*'");
  await primary.query('select pg_reload_conf()');
  await until('the standby is synchronous', async () => {
    const rows = await primary.query(
      "select from pg_stat_replication where sync_state = 'sync' and state = 'streaming'",
    );
    return rows.length === 1;
  });
  return {
    url: `postgresql://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/${DATABASE}`,
    primary,
    standby,
    promote: async () => {
      await standby.query('select pg_promote(wait => true)');
    },
    end: async () => {
      await Promise.all([primary.kill(), standby.kill()]);
      remove();
    },
  };
}

async function startNew({ data, port, start }: SystemServer): Promise<void> {
  await initialise(data, '--no-sync');
  await start();
  const address = ['-h', '127.0.0.1', '-p', `${port}`, '-U', 'postgres'];
  await runProgram('createdb', [...address, DATABASE], dirname(data));
}

function makeFolder(): { home: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'pharmacy-servers-'));
  chmodSync(folder, 0o755);
  const home = join(folder, 'home');
  makeHome(home);
  return { home, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
