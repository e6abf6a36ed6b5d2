// The program: `serve`, `work`, `migrate` and `operator`.
import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { CommanderError } from 'commander';
import { directoryIn } from './cells/directory.ts';
import { appUrlOf, type Config, ConfigError, configOfCells, readConfig } from './config.ts';
import { failureKind, isTransient } from './database/failures.ts';
import { connect } from './database/open.ts';
import { DatabaseError, MigrationError } from './database/session.ts';
import { EmbeddedServerError } from './embedded/embedded-server.ts';
import { ApiError, OperatorError } from './errors.ts';
import { ListenError } from './http/serve.ts';
import { StockWriter } from './inventory/writer/stock-writer.ts';
import { runOperator } from './operator/program.ts';
import { visible, visibleLines } from './operator/visible.ts';
import { ChildrenError, servePrimary } from './program/children.ts';
import { openDirectory, reachCell, reachCells } from './program/reach-cells.ts';
import { serve, work } from './program/serve.ts';

const USAGE = 'usage: node src/main.ts serve | work | migrate | operator COMMAND';
const EXIT_USAGE = 2;
const MENDABLE = [
  ChildrenError,
  ConfigError,
  DatabaseError,
  EmbeddedServerError,
  ListenError,
  MigrationError,
];

// Where the first objects that a line of code makes live long, V8 lays the later ones among the old objects, which are
// freed seldom and keep all that they refer to. Here that began with the first requests: a collection under load took
// 10 ms instead of 2, and a movement a quarter more of Node's time.
setFlagsFromString('--no-allocation-site-pretenuring');

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  // Commander has printed its message, and its help is no failure.
  if (error instanceof CommanderError) process.exitCode = error.exitCode && EXIT_USAGE;
  else {
    printError(messageOf(error));
    process.exitCode = 1;
  }
}
// Everything is closed, and two things would still keep the process alive: a timer of ten seconds of Prisma's
// engine, and the channel of a child of WEB_CONCURRENCY. The output is flushed first.
process.stdout.write('', () => process.exit());

async function main([command, ...words]: string[]): Promise<number> {
  const config = readConfig();
  switch (command) {
    case 'serve':
      refuseUnbuilt();
      await (cluster.isPrimary && config.webConcurrency > 1 ? servePrimary(config) : serve(config));
      return 0;
    case 'work':
      await work(config);
      return 0;
    case 'migrate':
      await migrateAll(config);
      return 0;
    case 'operator':
      return operate(config, words);
    default:
      process.stderr.write(`${USAGE}\n`);
      return EXIT_USAGE;
  }
}

/** @throws ConfigError where what is served and not committed was not built */
function refuseUnbuilt(): void {
  const names = ['application', 'guides.md', 'pages', 'workflows'];
  const missing = names.find(
    (name) => !existsSync(new URL(`../generated/${name}`, import.meta.url)),
  );
  if (missing !== undefined)
    throw new ConfigError(`generated/${missing} is missing: run \`npm run build\` first.`);
}

async function migrateAll(config: Config): Promise<void> {
  const log = { info: print, warn: print };
  const cells = await reachCells({ ...config, migrate: true }, 1, log);
  for (const { server } of cells) await server.leave();
}

function operate(config: Config, words: string[]): Promise<number> {
  const configs = new Map(configOfCells(config).map((ofCell) => [ofCell.cell, ofCell]));
  return runOperator(words, {
    print,
    cells: (config.cells ?? []).map(({ name }) => name),
    terminal: process.stderr.isTTY ? process.stderr : undefined,
    withCell: async (cell, work) => {
      const ofCell = configs.get(cell) ?? config;
      // The messages of a start are for `serve`; a command prints only its result.
      const { server } = await reachCell(ofCell, () => {});
      const { database, close } = connect(server, ofCell, printError);
      try {
        const { secretsKeys } = server;
        const stockWriter = new StockWriter(database);
        return await work({ database, stockWriter, secretsKeys, appUrl: appUrlOf(ofCell) });
      } finally {
        await close();
      }
    },
    withDirectory: async (work) => {
      const directory = await openDirectory(config, printError);
      if (directory === undefined) throw new Error('There is no directory without CELLS.');
      try {
        return await work(directoryIn(directory.database.pool));
      } finally {
        await directory.database.close();
      }
    },
  });
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function printError(line: string): void {
  process.stderr.write(`${visibleLines(line)}\n`);
}

/** Returns only the message of a problem that a person can solve, else the stack. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Such a message may quote what was typed, so it is kept to its lines.
  if (error instanceof OperatorError) return error.lines.map(visible).join('\n');
  if (error instanceof ApiError) return visible(error.message);
  if (MENDABLE.some((kind) => error instanceof kind)) return error.message;
  if (failureKind(error) === 'lost')
    return `The connection to the database broke: ${error.message}`;
  if (isTransient(error))
    return `The database could not do this now; try again later: ${error.message}`;
  return error.stack ?? error.message;
}
