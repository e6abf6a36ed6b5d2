import { randomBytes } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { Database } from './database.ts';
import { joinEmbeddedServer } from './embedded/embedded-server.ts';
import { migrate, serviceUrl } from './migrate.ts';

export interface OpenDatabase {
  readonly database: Database;
  /** Closes the connections; the embedded server stops when nobody else uses it. */
  close(): Promise<void>;
}

export interface DatabaseServer {
  /** What the service connects with, in its lesser role. */
  readonly serviceUrl: string;
  /** What the owner of the tables connects with. */
  readonly ownerUrl: string;
  /** What secrets are sealed with; the first encrypts. */
  readonly secretsKeys: readonly Buffer[];
  leave(): Promise<void>;
}

/** The server that the settings name, or the embedded one, with the schema brought up to date. */
export async function reachServer(
  config: Config,
  log: (line: string) => void,
): Promise<DatabaseServer> {
  if (config.databaseUrl !== undefined) {
    const ownerUrl = config.databaseDirectUrl ?? config.databaseUrl;
    if (config.migrate) await migrate(ownerUrl);
    return {
      ownerUrl,
      serviceUrl: await serviceUrl(config.databaseUrl),
      // The settings do not go without it where they name a database.
      secretsKeys: config.secretsKeys ?? [],
      leave: async () => {},
    };
  }
  const server = await joinEmbeddedServer({ dataDir: config.dataDir, log });
  try {
    if (config.migrate) await migrate(server.ownerUrl);
    return {
      ownerUrl: server.ownerUrl,
      serviceUrl: await serviceUrl(server.ownerUrl),
      secretsKeys: config.secretsKeys ?? [await keptSecretsKey(config.dataDir)],
      leave: () => server.leave(),
    };
  } catch (error) {
    await server.leave();
    throw error;
  }
}

/** @param connections of this process at the most */
export function connect(
  server: DatabaseServer,
  { preparedStatements, connections }: { preparedStatements: boolean; connections: number },
  log: (line: string) => void,
): OpenDatabase {
  const database = new Database(server.serviceUrl, {
    preparedStatements,
    connections,
    onIdleError: (error) => log(`an idle database connection broke: ${error.message}`),
  });
  return {
    database,
    close: async () => {
      await database.close();
      await server.leave();
    },
  };
}

const SECRETS_KEY_BYTES = 32;

/** The key in DATA_DIR; made by whoever comes first. */
async function keptSecretsKey(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, 'secrets.key');
  const fresh = randomBytes(SECRETS_KEY_BYTES).toString('base64');
  const own = `${path}.${process.pid}`;
  await writeFile(own, `${fresh}\n`, { mode: 0o600 });
  try {
    // A link fails where the file is there, and never shows it half written.
    await link(own, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(own);
  }
  return Buffer.from((await readFile(path, 'utf8')).trim(), 'base64');
}
