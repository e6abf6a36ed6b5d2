// The operator's command line runs the command that the words name and prints its result, as lines in which nothing is
// hidden or, with --json, as one line of JSON. Exit codes: 0; 1 when something was refused or found wrong; 2 (set by
// the caller, on a CommanderError) when the words were mistyped.
import type { Writable } from 'node:stream';
import { Command, Option } from 'commander';
import { operatorAction } from '../audit/operator-actions.ts';
import { type Directory, ONE_DATABASE, type Placement, placementIn } from '../cells/directory.ts';
import type { Database } from '../database/database.ts';
import { ApiError, errors, OperatorError } from '../errors.ts';
import type { StockWriter } from '../inventory/writer/stock-writer.ts';
import { accountName } from './account-name.ts';
import type { Noun, OperatorCommand, OptionShape, Printed } from './command.ts';
import { account } from './commands/account.ts';
import { importCommand } from './commands/import.ts';
import { key } from './commands/key.ts';
import { ledger } from './commands/ledger.ts';
import { listing } from './commands/listing.ts';
import { location } from './commands/location.ts';
import { log } from './commands/log.ts';
import { lot } from './commands/lot.ts';
import { movement } from './commands/movement.ts';
import { order } from './commands/order.ts';
import { organization } from './commands/organization.ts';
import { patient } from './commands/patient.ts';
import { person } from './commands/person.ts';
import { sandbox } from './commands/sandbox.ts';
import { secrets } from './commands/secrets.ts';
import { sku } from './commands/sku.ts';
import { stock } from './commands/stock.ts';
import { temperature } from './commands/temperature.ts';
import { webhook } from './commands/webhook.ts';
import { inOptions, optionName } from './in-options.ts';
import { actorName } from './option-values.ts';
import { type Progress, progressOn } from './progress.ts';
import { visible, visibleLines } from './visible.ts';

/** The commands in the order of `--help`. */
export const COMMANDS: readonly (Noun | OperatorCommand)[] = [
  organization,
  person,
  key,
  importCommand,
  ledger,
  location,
  sku,
  stock,
  lot,
  movement,
  order,
  listing,
  account,
  patient,
  temperature,
  webhook,
  sandbox,
  secrets,
  log,
];

export interface OperatorIo {
  /** Opens the database when a command needs it. @param cell undefined where there is one database */
  withCell<Result>(
    cell: string | undefined,
    work: (open: OpenCell) => Promise<Result>,
  ): Promise<Result>;
  /** The names of the cells; none where there is one database. */
  readonly cells: readonly string[];
  withDirectory<Result>(work: (directory: Directory) => Promise<Result>): Promise<Result>;
  print(line: string): void;
  /** Where a long command shows how far it is; undefined without a terminal. */
  readonly terminal?: Pick<Writable, 'write'> | undefined;
}

export interface OpenCell {
  readonly database: Database;
  readonly stockWriter: StockWriter;
  readonly secretsKeys: readonly Buffer[];
  /** The address at which people open the application. */
  readonly appUrl: string;
}

/**
 * @returns the process's exit code
 * @throws OperatorError or ApiError when the command is refused, CommanderError when its words are mistyped
 */
export async function runOperator(words: readonly string[], io: OperatorIo): Promise<number> {
  let failed = false;
  const program = new Command('operator')
    .description('Runs the platform: organizations, keys, catalogs, stock and the ledger.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.print(text.trimEnd()),
      outputError: (text, write) => write(visibleLines(text)),
    });
  const show = (printed: Printed, asJson: boolean) => {
    if (printed.failed) failed = true;
    if (asJson && printed.json !== undefined) io.print(JSON.stringify(printed.json));
    else for (const line of printed.lines) io.print(visible(line));
  };
  const add = (parent: Command, described: OperatorCommand) => {
    const added = addCommand(parent, described, io.cells);
    const noun = parent === program ? undefined : parent.name();
    added.action(() => runCommand(added, { described, noun, io, show }));
  };
  for (const entry of COMMANDS) {
    if (!('commands' in entry)) {
      add(program, entry);
      continue;
    }
    const noun = program.command(entry.name).description(entry.description);
    for (const each of entry.commands) add(noun, each);
  }
  await program.parseAsync([...words], { from: 'user' });
  return failed ? 1 : 0;
}

function addCommand(
  parent: Command,
  { name, description, options }: OperatorCommand,
  cells: readonly string[],
): Command {
  const added = parent.command(name).description(description).option('--json', 'print JSON');
  added.option(
    '--actor <name>',
    'name for the operator log; default: your account name',
    actorName,
  );
  if (cells.length > 0) {
    added.addOption(new Option('--cell <name>', 'the cell to work in').choices(cells));
  }
  for (const [key, shape] of Object.entries(options)) added.addOption(optionOf(key, shape));
  refuseRepeated(added);
  return added;
}

/** Runs a command whose words were read, in the cells that it is for. */
async function runCommand(
  added: Command,
  {
    described,
    noun,
    io,
    show,
  }: {
    readonly described: OperatorCommand;
    readonly noun: string | undefined;
    readonly io: OperatorIo;
    readonly show: (printed: Printed, asJson: boolean) => void;
  },
): Promise<void> {
  const { json, cell, actor = accountName(), ...read }: Record<string, unknown> = added.opts();
  const { organization: _, reason, ...typed } = read;
  const action = operatorAction({
    actor: actor as string,
    command: noun === undefined ? added.name() : `${noun} ${added.name()}`,
    typed: { ...typed, ...wordsOf(added) },
    reason: typeof reason === 'string' ? reason : null,
  });
  const shown: Progress[] = [];
  const clear = () => {
    for (const one of shown) one.end();
  };
  const progress = (unit: string) => {
    if (json === true || io.terminal === undefined) return undefined;
    const one = progressOn(io.terminal, { unit });
    shown.push(one);
    return one.show;
  };
  const print = (line: string) => {
    clear();
    io.print(visible(line));
  };
  const runIn = (name: string | undefined, placement: Placement) =>
    io
      .withCell(name, ({ database, ...open }) =>
        described.run(database, read, {
          ...{ words: added.args, action, print, progress, placement },
          ...open,
        }),
      )
      .catch((error: unknown) => {
        throw error instanceof ApiError ? inOptions(error, Object.keys(described.options)) : error;
      })
      .finally(clear);
  if (io.cells.length === 0) {
    show(await runIn(undefined, ONE_DATABASE), json === true);
    return;
  }
  await io.withDirectory(async (directory) => {
    const wanted = {
      cell: cell as string | undefined,
      options: read,
      everyCell: described.everyCell,
      organizations: async () => described.organizations?.(read, added.args) ?? [],
    };
    const names = await cellsOf(wanted, { directory, cells: io.cells });
    if (names.length === 1) {
      const [name = ''] = names;
      show(await runIn(name, placementIn(directory, name)), json === true);
      return;
    }
    for (const name of names) {
      const printed = await runIn(name, placementIn(directory, name)).catch(failureOf);
      show(inCell(name, printed), json === true);
    }
  });
}

/**
 * Finds the cells that a command is for: the one that is named, or that of the organization, or every one.
 *
 * @throws OperatorError where the words leave it open
 */
async function cellsOf(
  {
    cell,
    options,
    everyCell,
    organizations,
  }: {
    cell: string | undefined;
    options: Readonly<Record<string, unknown>>;
    everyCell: OperatorCommand['everyCell'];
    organizations: () => Promise<readonly string[]>;
  },
  { directory, cells }: { directory: Directory; cells: readonly string[] },
): Promise<readonly string[]> {
  if (cell !== undefined) return [cell];
  const { organization } = options;
  const slugs = typeof organization === 'string' ? [organization] : await organizations();
  const placed = [...(await directory.cellsOfOrganizations(slugs))];
  const [first] = placed;
  if (first !== undefined) {
    const [slug, found] = first;
    // One that is elsewhere is refused before anything is written.
    if (cells.includes(found)) return [found];
    throw new OperatorError(
      `The organization ${slug} is in cell ${found}, which CELLS does not name.`,
    );
  }
  if (organization !== undefined) {
    throw errors.notFound(`No organization has the slug ${organization}.`);
  }
  if (everyCell?.(options)) return cells;
  throw new OperatorError(`Use --cell to say which cell is meant: ${cells.join(', ')}.`);
}

/** A cell that fails does not keep a command from the others. */
function failureOf(error: Error): Printed {
  return { json: { error: error.message }, lines: [error.message], failed: true };
}

/** The result of a command that ran in several cells. */
function inCell(cell: string, { json, lines, ...printed }: Printed): Printed {
  return { ...printed, json: { cell, result: json }, lines: [`cell ${cell}:`, ...lines] };
}

/** Refuses an option that is given twice: the last would win, and nobody would notice that the other was mistyped. */
function refuseRepeated(command: Command): void {
  for (const option of command.options) {
    let isGiven = false;
    command.on(`option:${option.name()}`, () => {
      if (isGiven) command.error(`error: option '${option.flags}' is given twice: use it once`);
      isGiven = true;
    });
  }
}

/** The words that are no options, by their names: `file` of `import <file>`. */
function wordsOf(command: Command): Record<string, string> {
  return Object.fromEntries(
    command.registeredArguments.map((argument, index) => [
      argument.name(),
      command.args[index] ?? '',
    ]),
  );
}

/** @param key `asOf` for `--as-of` */
function optionOf(
  key: string,
  { argument, description, read, isSure, choices, standing }: OptionShape,
): Option {
  const words = optionName(key);
  if (argument === '') return new Option(`--${words}`, description);
  const option = new Option(`--${words} ${argument}`, description).argParser(read);
  if (choices !== undefined) option.choices(choices);
  if (standing !== undefined) option.default(standing);
  return option.makeOptionMandatory(isSure && standing === undefined);
}
