// How a command of the operator is described: its words, its options and what it answers. What an option
// is called follows from its key, and what its value is from how it is described, so that a command which
// reads an option that it does not have, or takes it for something else, does not compile.

import type { OperatorAction } from '../audit/operator-actions.ts';
import type { Database } from '../database/database.ts';

/** Commands about one thing: `operator key issue`, `operator key list`. */
export interface Noun {
  readonly name: string;
  readonly description: string;
  readonly commands: readonly OperatorCommand[];
}

export interface OperatorCommand extends Described {
  readonly options: Readonly<Record<string, OptionShape>>;
  /** @param options by key, as they were read */
  run(
    database: Database,
    options: Readonly<Record<string, unknown>>,
    typed: Typed,
  ): Promise<Printed>;
}

/** What a command is handed beside its options. */
export interface Typed {
  /** The words that are no options, in their order. */
  readonly words: readonly string[];
  /** For the operation that the command calls, which records it with its change. */
  readonly action: OperatorAction;
  /** What secrets are sealed with; the first encrypts. */
  readonly secretsKeys: readonly Buffer[];
  /** For what is too long to be answered whole; the command then answers no lines and no JSON. */
  print(line: string): void;
}

interface Described {
  /** With the words that follow it, if any: `import <file>`. */
  readonly name: string;
  readonly description: string;
}

export interface Printed {
  /** For programs: what `--json` prints. Undefined: the command has printed all there is. */
  readonly json: unknown;
  /** For people. */
  readonly lines: readonly string[];
  /** The command did its work and found something wrong. */
  readonly failed?: boolean;
}

export function command<Shapes extends Readonly<Record<string, OptionShape>>>({
  run,
  ...described
}: Described & {
  /** By key: `asOf` is typed as `--as-of`. Listed in this sequence by `--help`. */
  options: Shapes;
  run(database: Database, options: OptionsOf<Shapes>, typed: Typed): Promise<Printed>;
}): OperatorCommand {
  return {
    ...described,
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
  /** What follows the option: `<slug>`; nothing after a flag. */
  readonly argument: string;
  readonly description: string;
  /** @throws InvalidArgumentError, from which the program makes a message that names the option */
  readonly read: (text: string) => Value;
  /** Whether the command always has it. */
  readonly isSure: IsSure;
  /** All that it may be. */
  readonly choices?: readonly string[];
  /** What it is where it is not said. */
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

/** Said or not: it takes no value. */
export function flag(description: string): OptionShape<boolean, false> {
  return { argument: '', description, read: () => true, isSure: false };
}

/** One of these; required where no `standing` one is named. */
export function choice<const Value extends string>(
  argument: string,
  description: string,
  { choices, standing }: { choices: readonly Value[]; standing?: Value },
): OptionShape<Value, true> {
  return {
    argument,
    description,
    // The program refuses what is none of the choices.
    read: (text) => text as Value,
    isSure: true,
    choices,
    ...(standing !== undefined && { standing }),
  };
}

function asTyped(text: string): string {
  return text;
}
