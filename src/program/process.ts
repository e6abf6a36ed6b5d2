// What every process of the service starts and ends with: its log, its database server, and the signal to stop. All
// processes use `withProcess`, also a parent of WEB_CONCURRENCY; those that query use `withConnections`.
import cluster from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { type Directory, directoryIn } from '../cells/directory.ts';
import type { Config } from '../config.ts';
import type { Queryable } from '../database/database.ts';
import { connect, type OpenDatabase } from '../database/open.ts';
import type { Housekeeping } from '../http/housekeeping.ts';
import { type Stock, StockWriter } from '../inventory/writer/stock-writer.ts';
import { SecretBox } from '../lib/seal.ts';
import { checkSecrets } from '../secrets/check-secrets.ts';
import { tracer } from '../telemetry/tracing.ts';
import { housekeepingOf, startTelemetry } from './observation.ts';
import {
  logShortfalls,
  type OpenDirectory,
  openDirectory,
  type ReachedCell,
  reachCells,
} from './reach-cells.ts';

/** While stderr takes no log lines, this many bytes of them are kept. Further lines are dropped. */
const LOG_BYTES_MAX = 16_000_000;
/** A process that receives the signal to stop finishes its answers and closes within this time, or ends without. */
export const STOP_SECONDS_MAX = 8.5;
const EXIT_OVERDUE = 1;
const DIRECTORY_POLL_MILLISECONDS = 1_000;

export interface ServiceProcess {
  readonly config: Config;
  readonly log: Logger;
  /** The one database, or each cell. */
  readonly cells: readonly [ReachedCell, ...ReachedCell[]];
  /** Resolves at the first signal to stop. */
  readonly stopped: Promise<void>;
  isStopping: boolean;
  /** Set by a parent, which ends after the last of its children; each child has its own deadline. */
  hasChildren: boolean;
}

export interface OpenCell
  extends Pick<OpenDatabase, 'database' | 'reads' | 'standby' | 'readsAtOnce'> {
  readonly config: Config;
  /** The one of this process for this database. */
  readonly stockWriter: StockWriter;
}

export interface Connections {
  readonly cells: readonly [OpenCell, ...OpenCell[]];
  /** Set where there are several cells. */
  readonly directory: Directory | undefined;
  readonly secrets: SecretBox;
  readonly housekeeping: Required<Housekeeping>;
}

/**
 * Reaches the database servers for `run`, and leaves them afterwards, in bounded time after the signal.
 *
 * @param processes that share the connections of the settings
 */
export async function withProcess(
  config: Config,
  processes: number,
  run: (running: ServiceProcess) => Promise<void>,
): Promise<void> {
  const log = makeLog(config);
  const stopped = stopSignal();
  const state = { isStopping: false, hasChildren: false };
  // A start is bounded too, because it may wait for another process that migrates.
  void stopped.then(() => {
    state.isStopping = true;
    if (!state.hasChildren) endWhenOverdue(log);
  });
  const cells = await reachCells(config, processes, log);
  try {
    // The parent of several processes has logged the shortfall for all.
    if (!cluster.isWorker) await logShortfalls(cells, log);
    await run(Object.assign(state, { config, log, cells, stopped }));
  } finally {
    for (const { server } of cells) await server.leave();
    log.flush();
  }
}

function withWriter(open: OpenDatabase): OpenDatabase & Stock {
  return { ...open, stockWriter: new StockWriter(open.database) };
}

/** Opens this process's share of the connections for `run`, with its metrics and traces, and closes them after it. */
export async function withConnections(
  { config, log, cells }: ServiceProcess,
  run: (connections: Connections) => Promise<void>,
): Promise<void> {
  await startTelemetry(config);
  const warn = (line: string) => log.warn(line);
  const [first, ...others] = cells.map(({ config: ofCell, server }) => ({
    config: ofCell,
    isReached: server.findRoles === undefined,
    ...withWriter(connect(server, ofCell, warn)),
  })) as [OpenedCell, ...OpenedCell[]];
  const opened = [first, ...others] as const;
  const directory = await openDirectory(config, warn);
  const isOver = new AbortController();
  try {
    const secrets = new SecretBox(cells[0].server.secretsKeys);
    const lifecycle: Housekeeping['lifecycle'] = { draining: false };
    for (const { database, config: ofCell } of opened.filter(({ isReached }) => isReached)) {
      const { cell } = ofCell;
      if (await isMissingKeys(database, secrets, cell === undefined ? log : log.child({ cell })))
        lifecycle.notReadyReason = 'SECRETS_KEY lacks a key';
    }
    if (directory?.isReached === false) void watchDirectory(directory, lifecycle, isOver.signal);
    const healths = new Map(opened.map(({ config: { cell }, health }) => [cell, health]));
    const housekeeping = housekeepingOf(healths, { lifecycle, log });
    const open = directory && directoryIn(directory.database.pool);
    await run({ cells: opened, directory: open, secrets, housekeeping });
  } finally {
    isOver.abort();
    await tracer()?.close();
    await Promise.all([
      ...opened.map(({ disconnect }) => disconnect()),
      directory?.database.close(),
    ]);
  }
}

interface OpenedCell extends OpenDatabase, Stock {
  readonly config: Config;
  readonly isReached: boolean;
}

/** A process that has never reached the directory knows no key, so it is not ready until then. */
async function watchDirectory(
  { database }: OpenDirectory,
  lifecycle: Housekeeping['lifecycle'],
  signal: AbortSignal,
): Promise<void> {
  lifecycle.isDirectoryMissing = true;
  while (!signal.aborted) {
    try {
      await database.pool.query('select');
      lifecycle.isDirectoryMissing = false;
      return;
    } catch {
      await pause(DIRECTORY_POLL_MILLISECONDS, undefined, { signal, ref: false }).catch(() => {});
    }
  }
}

/** The log goes to stderr, because stdout is for the person at the terminal. */
function makeLog({ logLevel: level }: Config): Logger {
  return pino({ level }, pino.destination({ dest: 2, sync: false, maxLength: LOG_BYTES_MAX }));
}

/** Logs the ids of missing keys: without them neither webhooks nor stored answers can be read again. */
async function isMissingKeys(
  database: Queryable,
  secrets: SecretBox,
  log: Logger,
): Promise<boolean> {
  const keyIds = await checkSecrets(database, secrets);
  if (keyIds.length === 0) return false;
  log.error(
    { keyIds, sealsWith: secrets.keyId },
    'SECRETS_KEY does not hold the keys of these ids, with which secrets of this database were sealed',
  );
  return true;
}

/**
 * Ends the process at its deadline, because a database that has gone silent could delay the end. What it may have
 * committed is found later: by the idempotency key of a repeated request, or when a lease ends.
 */
function endWhenOverdue(log: Logger): void {
  setTimeout(() => {
    log.error('not everything could be closed in time');
    log.flush();
    process.exit(EXIT_OVERDUE);
  }, STOP_SECONDS_MAX * 1000).unref();
}

/**
 * Resolves at the first signal to stop. Ctrl-C reaches every process of the terminal and npm forwards it, so it may
 * come more than once. A child whose parent is gone finishes its answers and ends, as after a signal.
 */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
    cluster.worker?.once('disconnect', () => {
      // Without this mark Node ends the process at once.
      if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
      resolve();
    });
  });
}

/** Writes to stdout, for the person at the terminal. The log goes to stderr and holds no keys. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** One write, so that no line of the log comes between the demo's keys. */
export function printListening(url: string, demo: readonly string[]): void {
  print([...demo, `listening on ${url}`].join('\n'));
}
