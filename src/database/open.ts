import type { Config } from '../config.ts';
import { Database } from './database.ts';
import { joinEmbeddedServer } from './embedded.ts';
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
    return { ownerUrl, serviceUrl: await serviceUrl(config.databaseUrl), leave: async () => {} };
  }
  const server = await joinEmbeddedServer({ dataDir: config.dataDir, log });
  try {
    if (config.migrate) await migrate(server.ownerUrl);
    return {
      ownerUrl: server.ownerUrl,
      serviceUrl: await serviceUrl(server.ownerUrl),
      leave: () => server.leave(),
    };
  } catch (error) {
    await server.leave();
    throw error;
  }
}

export function connect(
  server: DatabaseServer,
  config: Config,
  log: (line: string) => void,
): OpenDatabase {
  const database = new Database(server.serviceUrl, {
    preparedStatements: config.preparedStatements,
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
