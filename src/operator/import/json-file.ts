// Reads an import from JSON. `JSON.parse` reads the records; the parser that knows positions, which takes ten times as
// long, reads a file only once something is wrong with it.
import { type JSONVisitor, type Node, parseTree, visit } from 'jsonc-parser';
import { OperatorError } from '../../errors.ts';
import { requireSections } from './import-format.ts';
import { atLine, type ImportText, type LineOf, linesIn } from './import-source.ts';
import type { ImportFile } from './sections.ts';

/** @throws OperatorError for a file that is not made of sections */
export function readJson({ path, text }: ImportText): { file: ImportFile; lineOf: LineOf } {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    // The parser's own message quotes the file, which may hold patients.
    const line = unlessTooDeep(() => firstErrorLine(text));
    throw new OperatorError(`${atLine(path, line)} The file is not valid JSON.`);
  }
  let known: LineOf | undefined;
  const lineOf: LineOf = (...record) => {
    known ??= unlessTooDeep(() => lineFinder(text)) ?? (() => undefined);
    return known(...record);
  };
  return { file: requireSections({ path, lineOf }, file), lineOf };
}

/** @returns undefined for text that is nested too deeply for the parser, which calls itself for each level */
function unlessTooDeep<Found>(find: () => Found): Found | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function firstErrorLine(text: string): number {
  let line: number | undefined;
  const onError: JSONVisitor['onError'] = (_code, _offset, _length, startLine) => {
    line ??= startLine + 1;
  };
  visit(text, { onError }, { disallowComments: true });
  return line ?? 1;
}

interface Position {
  readonly offset: number;
  readonly line: number;
}

/** Walks the text once for its sections and records; a tree of all values would take forty times its size. */
function lineFinder(text: string): LineOf {
  const sections = new Map<string, { line: number; records: Position[] }>();
  let records: Position[] = [];
  let depth = 0;
  const onLiteralValue = (_value: unknown, offset: number, _length: number, line: number) => {
    if (depth === 2) records.push({ offset, line: line + 1 });
  };
  const onBegin = (offset: number, length: number, line: number) => {
    onLiteralValue(undefined, offset, length, line);
    depth += 1;
  };
  const onEnd = () => {
    depth -= 1;
  };
  visit(text, {
    // The last section of a name is what `JSON.parse` takes.
    onObjectProperty: (name, _offset, _length, line) => {
      if (depth !== 1) return;
      records = [];
      sections.set(name, { line: line + 1, records });
    },
    onObjectBegin: onBegin,
    onObjectEnd: onEnd,
    onArrayBegin: onBegin,
    onArrayEnd: onEnd,
    onLiteralValue,
  });
  return (section, index, field) => {
    if (index === undefined) return sections.get(section)?.line;
    const record = sections.get(section)?.records[index];
    if (record === undefined || field === undefined) return record?.line;
    const rest = text.slice(record.offset);
    const member = memberOf(parseTree(rest), field);
    return record.line + linesIn(rest.slice(0, member?.offset ?? 0));
  };
}

/** Finds a member of an object. The last of that name is what `JSON.parse` takes. */
function memberOf(object: Node | undefined, name: string): Node | undefined {
  return object?.children?.findLast(({ children }) => children?.[0]?.value === name);
}
