// What a soak happens on: PostgreSQL, the service's processes on it, and between each of them and each host of
// PostgreSQL a proxy that can break connections.
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { stopLater } from '../../kit/cleanup.ts';
import { CITUS_URL, distribute, withSettings } from '../../kit/database.ts';
import { DatabaseProxy } from '../../kit/database-proxy.ts';
import { type Disk, mountDisk } from '../../kit/disk.ts';
import { startPostgres } from '../../kit/postgres-server.ts';
import { SECRETS_KEY } from '../../kit/product.ts';
import { SYSTEM_PROGRAMS, type SystemServer } from '../../kit/system-server.ts';
import { Database } from '../../src/database/database.ts';
import { migrate, serviceUrl } from '../../src/database/migrate.ts';
import { Hosts } from './hosts.ts';
import { type Supervised, supervise } from './processes.ts';

const DATABASE = 'soak';
const SERVERS = 2;
const WORKERS = 1;
const CONNECTIONS = '10';
const OPERATOR_CONNECTIONS = 4;
const OWNER_CONNECTIONS = 2;
/** The size of each host's disk, which takes memory as far as it is used. */
const DISK_MEGABYTES = 8_000;

interface Ground {
  /** Describes the stage for people, and names the faults that are left out because something is missing here. */
  readonly name: string;
  /** The primary and its standby; nothing where PostgreSQL is the embedded one. */
  readonly hosts: Hosts | undefined;
  /** Which disk a host writes to, where one could be mounted that can be filled. */
  readonly diskOf: (server: SystemServer) => Disk | undefined;
  /** Past all faults but those of the server, and always at the one that accepts writes. */
  readonly owner: pg.Pool;
}

export interface Stage extends Ground {
  readonly servers: readonly Supervised[];
  readonly workers: readonly Supervised[];
  /** Between each process, the operator's too, and the host that accepts writes now. */
  readonly proxies: readonly DatabaseProxy[];
  /** The operator's connections, which may break as any. */
  readonly operatorDatabase: Database;
  /** Breaks all of them, as one would who has waited too long. */
  readonly cutOperator: () => void;
}

/**
 * @param folder for what PostgreSQL writes
 * @param log a file that gets what the processes say
 */
export async function openStage({ folder, log }: { folder: string; log: string }): Promise<Stage> {
  const ground = await openGround(folder);
  const { hosts, owner, urls } = ground;
  owner.on('error', () => {});
  stopLater(() => owner.end());
  if (process.env[CITUS_URL] === undefined) await migrate(inOne(urls));

  const proxies = urls.map((): DatabaseProxy[] => []);
  /** The connection of one process, and the proxies on its way. */
  const proxied = async () => {
    const own = await Promise.all(urls.map((url) => DatabaseProxy.start(url)));
    own.forEach((proxy, index) => {
      stopLater(() => proxy.close());
      proxies[index]?.push(proxy);
    });
    return { url: inOne(own.map(({ url }) => url)), own };
  };
  const start = async (name: string, words: string[]): Promise<Supervised> =>
    supervise(name, {
      words,
      log,
      settings: {
        DATABASE_URL: (await proxied()).url,
        SECRETS_KEY: SECRETS_KEY.toString('base64'),
        MIGRATE: 'off',
        DEMO: 'off',
        PORT: '0',
        WORKER: 'off',
        LOG_LEVEL: 'error',
        DATABASE_CONNECTIONS: CONNECTIONS,
        WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
        WEBHOOK_RETRY_SECONDS: Array(40).fill('0.5').join(','),
      },
    });
  const servers: Supervised[] = [];
  const workers: Supervised[] = [];
  for (let index = 1; index <= SERVERS; index += 1)
    servers.push(await start(`server ${index}`, ['serve']));
  for (let index = 1; index <= WORKERS; index += 1)
    workers.push(await start(`worker ${index}`, ['work']));
  const operators = await proxied();
  const operatorDatabase = new Database(await serviceUrl(operators.url), {
    preparedStatements: true,
    connections: OPERATOR_CONNECTIONS,
    onIdleError: () => {},
  });
  stopLater(() => operatorDatabase.close());
  await Promise.all([...servers, ...workers].map((one) => one.ready()));
  return {
    ...ground,
    servers,
    workers,
    operatorDatabase,
    cutOperator: () => {
      for (const proxy of operators.own) proxy.cutAll();
    },
    get proxies() {
      const index = urls.findIndex((url) => url === (hosts?.primary.url(DATABASE) ?? url));
      return proxies[index] ?? [];
    },
  };
}

function openGround(folder: string): Promise<Ground & { urls: string[] }> {
  const citus = process.env[CITUS_URL];
  if (citus !== undefined) return openCitus(citus);
  return SYSTEM_PROGRAMS === undefined ? openEmbedded(folder) : openHosts(folder);
}

/** A cell in a distributed schema, of a cluster that somebody else has started. */
async function openCitus(coordinator: string): Promise<Ground & { urls: string[] }> {
  const url = withSettings(coordinator, { search_path: DATABASE });
  await migrate(url);
  await distribute(coordinator, DATABASE);
  return {
    name: 'a distributed schema of Citus; no restarts, promotions and full disks',
    hosts: undefined,
    diskOf: () => undefined,
    urls: [url],
    owner: new pg.Pool({ connectionString: url, max: OWNER_CONNECTIONS }),
  };
}

async function openHosts(folder: string): Promise<Ground & { urls: string[] }> {
  chmodSync(folder, 0o755);
  const folders = [join(folder, 'one'), join(folder, 'other')] as const;
  const disks = folders.map((path) => mountDisk(path, DISK_MEGABYTES));
  for (const disk of disks) if (disk !== undefined) stopLater(() => disk.unmount());
  const hosts = await Hosts.start(folders);
  await hosts.primary.query(`create database ${DATABASE}`);
  const [about] = await hosts.primary.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  const left = disks.includes(undefined) ? '; no full disks: this account may not mount one' : '';
  return {
    name: `PostgreSQL ${about?.version} of the system, a primary and a synchronous standby${left}`,
    hosts,
    diskOf: ({ data }) => disks.find((disk) => disk && data.startsWith(join(disk.path, '/'))),
    urls: hosts.all.map((server) => server.url(DATABASE)),
    owner: hosts.pool(DATABASE, OWNER_CONNECTIONS),
  };
}

async function openEmbedded(folder: string): Promise<Ground & { urls: string[] }> {
  const { name, url, query } = await startPostgres(folder);
  await query('postgres', `create database ${DATABASE}`);
  return {
    name: `${name}; no restarts, promotions and full disks: PostgreSQL of the system is not installed`,
    hosts: undefined,
    diskOf: () => undefined,
    urls: [url(DATABASE)],
    owner: new pg.Pool({ connectionString: url(DATABASE), max: OWNER_CONNECTIONS }),
  };
}

/** One url that names the hosts of all. */
function inOne(urls: readonly string[]): string {
  const { host } = new URL(urls[0] as string);
  return (urls[0] as string).replace(host, urls.map((url) => new URL(url).host).join(','));
}
