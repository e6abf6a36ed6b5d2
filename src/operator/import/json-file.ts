// Reads an import from JSON. `JSON.parse` reads the records; the parser that knows positions, which takes ten times as
// long, reads a file only once something is wrong with it.
import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import { OperatorError } from '../../errors.ts';
import { requireSections } from './import-format.ts';
import type { ImportText, LineOf } from './import-source.ts';
import type { ImportFile } from './sections.ts';

/** @throws OperatorError for a file that is not made of sections */
export function readJson({ path, text }: ImportText): { file: ImportFile; lineOf: LineOf } {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    // The parser's own message quotes the file, which may hold patients.
    throw new OperatorError(`${path}:${firstErrorLine(text)} The file is not valid JSON.`);
  }
  let known: LineOf | undefined;
  const lineOf: LineOf = (...record) => {
    known ??= lineFinder(text);
    return known(...record);
  };
  return { file: requireSections({ path, lineOf }, file), lineOf };
}

function firstErrorLine(text: string): number {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true });
  const [first] = errors;
  return lineAt(lineStarts(text), first?.offset ?? 0);
}

function lineFinder(text: string): LineOf {
  const root = parseTree(text);
  const starts = lineStarts(text);
  return (section, index, field) => {
    const records = memberOf(root, section);
    const record = index === undefined ? undefined : records?.value?.children?.[index];
    const member = field === undefined ? undefined : memberOf(record, field);
    const node = member?.node ?? record ?? records?.node;
    return node && lineAt(starts, node.offset);
  };
}

/** Finds a member of an object. The last of that name is what `JSON.parse` takes. */
function memberOf(
  object: Node | undefined,
  name: string,
): { node: Node; value: Node | undefined } | undefined {
  const node = object?.children?.findLast(({ children }) => children?.[0]?.value === name);
  return node && { node, value: node.children?.[1] };
}

/** The offsets at which lines begin. */
function lineStarts(text: string): number[] {
  return [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
}

function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}
