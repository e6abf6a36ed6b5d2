// Reaches the database servers of a start: the one, or that of each cell, and the directory.
import type { Logger } from 'pino';
import { directoryServiceUrl, migrateDirectory } from '../cells/migrate-directory.ts';
import { type Config, configOfCells, DIRECTORY_CONNECTIONS } from '../config.ts';
import { Database } from '../database/database.ts';
import { failureKind } from '../database/failures.ts';
import {
  connectionShortfall,
  type DatabaseServer,
  reachServer,
  roleFinder,
  serverToReach,
} from '../database/open.ts';
import { DatabaseError, MigrationError } from '../database/session.ts';
import { hostName, urlsOfHosts } from '../lib/hosts.ts';

export interface ReachedCell {
  /** As if the cell were the platform's only database. */
  readonly config: Config;
  readonly server: DatabaseServer;
}

/**
 * With migrations on, every cell must answer, and the directory is made last. Without, one that does not answer is left
 * for later: the others do not wait for it.
 *
 * @param processes that share the connections of the settings
 * @throws DatabaseError or MigrationError that names the cell
 */
export async function reachCells(
  config: Config,
  processes: number,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<[ReachedCell, ...ReachedCell[]]> {
  let failure: unknown;
  const reach = async (ofCell: Config): Promise<ReachedCell> => {
    const { cell, databaseUrl } = ofCell;
    try {
      return await reachCell(ofCell, (line) => log.info(line));
    } catch (error) {
      const mayWait = cell !== undefined && !config.migrate && isUnreachable(error);
      if (!mayWait || databaseUrl === undefined) throw error;
      log.warn(
        `${(error as Error).message} It is asked again, and the other cells do not wait for it.`,
      );
      failure = error;
      return { config: ofCell, server: serverToReach({ ...ofCell, databaseUrl }) };
    }
  };
  const cells: ReachedCell[] = [];
  const configs = configOfCells(config, processes);
  if (config.migrate) for (const ofCell of configs) cells.push(await reach(ofCell));
  else cells.push(...(await Promise.all(configs.map(reach))));
  const [first, ...others] = cells;
  if (first === undefined || cells.every(({ server }) => server.findRoles)) throw failure;
  if (config.migrate && config.directoryUrl !== undefined) {
    const owners = cells.map(
      ({ config: { cell = '' }, server }) => [cell, server.ownerUrl] as const,
    );
    log.info(await migrateDirectory(config.directoryUrl, new Map(owners)));
  }
  return [first, ...others];
}

/** @throws DatabaseError or MigrationError that names the cell */
export async function reachCell(config: Config, log: (line: string) => void): Promise<ReachedCell> {
  try {
    return { config, server: await reachServer(config, log) };
  } catch (error) {
    throw config.cell === undefined ? error : ofNamedCell(config.cell, error as Error);
  }
}

function ofNamedCell(cell: string, error: Error): Error {
  const message = `Cell ${cell}: ${error.message.replaceAll('DATABASE_URL', 'CELLS')}`;
  if (error instanceof MigrationError) return new MigrationError(message, { cause: error });
  if (error instanceof DatabaseError || isUnreachable(error)) {
    return new DatabaseError(message, { cause: error });
  }
  return error;
}

/** Whether the server may answer later: a wrong password, or a missing right, stays what it is. */
function isUnreachable(error: unknown): boolean {
  if (failureKind(error) === 'lost') return true;
  return error instanceof DatabaseError && error.cause !== undefined && isUnreachable(error.cause);
}

export interface OpenDirectory {
  readonly database: Database;
  readonly isReached: boolean;
}

/** @returns undefined where there is one database. One that does not answer is asked again */
export async function openDirectory(
  { directoryUrl: url, preparedStatements }: Config,
  warn: (line: string) => void,
): Promise<OpenDirectory | undefined> {
  if (url === undefined) return undefined;
  const findUrl = () => directoryServiceUrl(url);
  const options = {
    preparedStatements,
    connections: DIRECTORY_CONNECTIONS,
    warn,
    onIdleError: (error: Error) =>
      warn(`an idle connection to the directory broke: ${error.message}`),
  };
  try {
    return { database: new Database(await findUrl(), options), isReached: true };
  } catch (error) {
    const message = `The directory: ${(error as Error).message.replaceAll('DATABASE_URL', 'DIRECTORY_URL')}`;
    if (!isUnreachable(error)) {
      throw error instanceof DatabaseError ? new DatabaseError(message, { cause: error }) : error;
    }
    warn(`${message} It is asked again. Until it answers, no key is known.`);
    const findRole = roleFinder(findUrl);
    return { database: new Database(url, { ...options, findRole }), isReached: false };
  }
}

/** Logs where a server has fewer connections left than this start may use; cells may share one. */
export async function logShortfalls(
  cells: readonly ReachedCell[],
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const reached = cells.filter(({ server }) => server.findRoles === undefined);
  const servers = Map.groupBy(reached, ({ server }) =>
    urlsOfHosts(server.serviceUrl).map(hostName).join(','),
  );
  for (const [host, shared] of servers) {
    const connections = shared.reduce((sum, { config }) => sum + config.databaseConnections, 0);
    const url = shared[0]?.server.serviceUrl ?? '';
    const isCell = shared[0]?.config.cell !== undefined;
    const shortfall = await connectionShortfall(url, connections).catch((error) => {
      // A cell that has just gone does not keep the others from starting.
      if (isCell && isUnreachable(error)) return undefined;
      throw error;
    });
    if (shortfall !== undefined) log.warn(isCell ? `${host}: ${shortfall}` : shortfall);
  }
}
