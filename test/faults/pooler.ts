// PgBouncer in transaction mode between the program and PostgreSQL.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../kit/system-server.ts';
import { until } from '../support/concurrency.ts';

const PROGRAM = '/usr/sbin/pgbouncer';

/** Why there can be none on this machine; undefined where there can. */
export const noPooler: string | undefined = existsSync(PROGRAM)
  ? undefined
  : 'PgBouncer is not installed (apt-get install pgbouncer)';

export interface Pooler {
  /** The url, through the pooler. */
  readonly url: string;
  restart(): Promise<void>;
  end(): Promise<void>;
}

/**
 * @param url of the owner of a server that trusts anyone who comes from this machine
 * @param users whom it knows, with their passwords
 * @param sessions of PostgreSQL for each user at most
 */
export async function startPooler(
  url: string,
  { users, sessions }: { users: Readonly<Record<string, string>>; sessions: number },
): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'pharmacy-pooler-'));
  chmodSync(folder, 0o755);
  const { hostname, port: serverPort } = new URL(url);
  const port = await freePort();
  const quoted = Object.entries(users).map(([name, password]) => `"${name}" "${password}"`);
  writeFileSync(join(folder, 'users'), `${quoted.join('\n')}\n`);
  writeFileSync(
    join(folder, 'settings'),
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users')}
pool_mode = transaction
max_client_conn = 500
default_pool_size = ${sessions}
`,
  );
  let child: ChildProcess | undefined;
  const through = new URL(url);
  through.port = String(port);
  through.password = users[through.username] ?? '';
  const start = async () => {
    const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
    child = spawn(PROGRAM, ['-q', ...user, join(folder, 'settings')], { stdio: 'ignore' });
    await until('the pooler answers', async () => {
      const client = new pg.Client({ connectionString: through.toString() });
      client.on('error', () => {});
      return client.connect().then(
        () => client.end().then(() => true),
        () => false,
      );
    });
  };
  const stop = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    url: through.toString(),
    restart: async () => {
      await stop();
      await start();
    },
    end: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
