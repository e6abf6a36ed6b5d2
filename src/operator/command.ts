// Describes a command of the operator: its words, its options and its result. The name of an option follows from its
// key, and the type of its value from its shape, so that a command which reads an option that it does not have, or
// reads it as another type, does not compile.

import type { OperatorAction } from '../audit/operator-actions.ts';
import type { Placement } from '../cells/directory.ts';
import type { Database } from '../database/database.ts';
import type { StockWriter } from '../inventory/writer/stock-writer.ts';
import type { OnProgress } from '../lib/on-progress.ts';

/** The commands about one thing: `operator key issue`, `operator key list`. */
export interface Noun {
  readonly name: string;
  readonly description: string;
  readonly commands: readonly OperatorCommand[];
}

type OrganizationsOf<Options> = (
  options: Options,
  words: readonly string[],
) => Promise<readonly string[]>;

export interface OperatorCommand extends Described {
  readonly options: Readonly<Record<string, OptionShape>>;
  /** Whether the command runs in every cell where no cell and no organization is named; without it, it is refused. */
  readonly everyCell?: ((options: Readonly<Record<string, unknown>>) => boolean) | undefined;
  /** Finds the slugs of the organizations that the command is about next to its options, whose cell it is run in. */
  readonly organizations?: OrganizationsOf<Readonly<Record<string, unknown>>> | undefined;
  /** @param options the values that were read, by key */
  run(
    database: Database,
    options: Readonly<Record<string, unknown>>,
    typed: Typed,
  ): Promise<Printed>;
}

/** A command receives this next to its options. */
export interface Typed {
  /** The words that are no options, in their order. */
  readonly words: readonly string[];
  /** The operation that the command calls records it with its change. */
  readonly action: OperatorAction;
  /** The keys that secrets are sealed with; the first encrypts. */
  readonly secretsKeys: readonly Buffer[];
  /** The address at which people open the application. */
  readonly appUrl: string;
  readonly stockWriter: StockWriter;
  /** Where organizations and keys are put before they are made. */
  readonly placement: Placement;
  /** Prints a line of a result that is too long to be returned whole; the command then returns no lines and no JSON. */
  print(line: string): void;
  /** Shows on a person's terminal how far a long command is; undefined where no one looks. `unit` is what is counted. */
  progress(unit: string): OnProgress | undefined;
}

interface Described {
  /** It includes the words that follow it, if any: `import <file>`. */
  readonly name: string;
  readonly description: string;
}

export interface Printed {
  /** The value that `--json` prints for programs; undefined where the command has printed everything itself. */
  readonly json: unknown;
  /** The lines for people. */
  readonly lines: readonly string[];
  /** The command did its work and found something wrong. */
  readonly failed?: boolean;
}

export function command<Shapes extends Readonly<Record<string, OptionShape>>>({
  run,
  organizations,
  ...described
}: Described & {
  /** The options by key: `asOf` is typed as `--as-of`. `--help` lists them in this order. */
  options: Shapes;
  everyCell?: OperatorCommand['everyCell'];
  organizations?: OrganizationsOf<OptionsOf<Shapes>>;
  run(database: Database, options: OptionsOf<Shapes>, typed: Typed): Promise<Printed>;
}): OperatorCommand {
  return {
    ...described,
    organizations:
      organizations && ((options, words) => organizations(options as OptionsOf<Shapes>, words)),
    // The program reads options by their shapes, and refuses the command where one that is required is missing.
    run: (database, options, typed) => run(database, options as OptionsOf<Shapes>, typed),
  };
}

export type OptionsOf<Shapes extends Readonly<Record<string, OptionShape>>> = {
  readonly [Key in keyof Shapes as IfSure<Shapes[Key], Key, never>]: ValueOf<Shapes[Key]>;
} & {
  readonly [Key in keyof Shapes as IfSure<Shapes[Key], never, Key>]?: ValueOf<Shapes[Key]>;
};

type IfSure<Shape, Yes, No> = Shape extends { readonly isSure: true } ? Yes : No;
type ValueOf<Shape extends OptionShape> = ReturnType<Shape['read']>;

export interface OptionShape<Value = unknown, IsSure extends boolean = boolean> {
  /** The word after the option in the help: `<slug>`; empty for a flag. */
  readonly argument: string;
  readonly description: string;
  /** @throws InvalidArgumentError, from which the program makes a message that names the option */
  readonly read: (text: string) => Value;
  /** Whether the command always has it. */
  readonly isSure: IsSure;
  /** The values that it may have. */
  readonly choices?: readonly string[];
  /** The default value. */
  readonly standing?: string;
}

export function required(argument: string, description: string): OptionShape<string, true>;
export function required<Value>(
  argument: string,
  description: string,
  read: (text: string) => Value,
): OptionShape<Value, true>;
export function required(
  argument: string,
  description: string,
  read: (text: string) => unknown = asTyped,
): OptionShape<unknown, true> {
  return { argument, description, read, isSure: true };
}

export function optional(argument: string, description: string): OptionShape<string, false>;
export function optional<Value>(
  argument: string,
  description: string,
  read: (text: string) => Value,
): OptionShape<Value, false>;
export function optional(
  argument: string,
  description: string,
  read: (text: string) => unknown = asTyped,
): OptionShape<unknown, false> {
  return { argument, description, read, isSure: false };
}

/** An option without a value. */
export function flag(description: string): OptionShape<boolean, false> {
  return { argument: '', description, read: () => true, isSure: false };
}

/** An option with one of these values; required where there is no `standing` default. */
export function choice<const Value extends string>(
  argument: string,
  description: string,
  { choices, standing }: { choices: readonly Value[]; standing?: Value },
): OptionShape<Value, true> {
  return {
    argument,
    description,
    // The program refuses a value that is none of the choices.
    read: (text) => text as Value,
    isSure: true,
    choices,
    ...(standing !== undefined && { standing }),
  };
}

/** An option with one of these values, which may be left out. */
export function optionalChoice<const Value extends string>(
  argument: string,
  description: string,
  choices: readonly Value[],
): OptionShape<Value, false> {
  return { argument, description, read: (text) => text as Value, isSure: false, choices };
}

function asTyped(text: string): string {
  return text;
}
