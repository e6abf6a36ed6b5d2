// Reaches the database servers of a start: the one, or that of each cell, and the directory.
import type { Logger } from 'pino';
import { directoryServiceUrl, migrateDirectory } from '../cells/migrate-directory.ts';
import { type Config, configOfCells, DIRECTORY_CONNECTIONS } from '../config.ts';
import { connectionShortfall } from '../database/connection-shortfall.ts';
import { Database } from '../database/database.ts';
import { type DatabaseServer, reachServer, roleFinder, serverToReach } from '../database/open.ts';
import { DatabaseError, MigrationError } from '../database/session.ts';
import { hostName } from '../lib/hosts.ts';

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
  const cells: ReachedCell[] = [];
  let failure: unknown;
  for (const ofCell of configOfCells(config, processes)) {
    const { cell, databaseUrl } = ofCell;
    try {
      cells.push(await reachCell(ofCell, (line) => log.info(line)));
    } catch (error) {
      const mayWait = cell !== undefined && !config.migrate && error instanceof DatabaseError;
      if (!mayWait || databaseUrl === undefined) throw error;
      log.warn(`${error.message} It is asked again, and the other cells do not wait for it.`);
      failure = error;
      cells.push({ config: ofCell, server: serverToReach({ ...ofCell, databaseUrl }) });
    }
  }
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
  if (error instanceof DatabaseError) return new DatabaseError(message, { cause: error });
  return error;
}

/** @returns undefined where there is one database. One that does not answer is asked again */
export async function openDirectory(
  { directoryUrl: url, preparedStatements }: Config,
  warn: (line: string) => void,
): Promise<Database | undefined> {
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
    return new Database(await findUrl(), options);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return new Database(url, { ...options, findRole: roleFinder(findUrl) });
  }
}

/** Logs where a server has fewer connections left than this start may use; cells may share one. */
export async function logShortfalls(
  cells: readonly ReachedCell[],
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const reached = cells.filter(({ server }) => server.findRoles === undefined);
  const servers = Map.groupBy(reached, ({ server }) => hostName(server.serviceUrl));
  for (const [host, shared] of servers) {
    const connections = shared.reduce((sum, { config }) => sum + config.databaseConnections, 0);
    const url = shared[0]?.server.serviceUrl ?? '';
    const shortfall = await connectionShortfall(url, connections);
    if (shortfall === undefined) continue;
    log.warn(shared[0]?.config.cell === undefined ? shortfall : `${host}: ${shortfall}`);
  }
}
