// Reads one section of an import from CSV (RFC 4180), as a spreadsheet saves it. The names in the first line are those
// of the fields; `address.city` names a part of a field. An empty cell leaves its field out. In a list, a semicolon
// stands between the items.
import { parse } from 'csv-parse/sync';
import { OperatorError } from '../../errors.ts';
import { refusal, shortened } from './file-faults.ts';
import { atLine, type ImportText, type LineOf, linesIn } from './import-source.ts';
import { type ImportFile, SECTIONS } from './sections.ts';

export const CSV_SECTIONS = ['skus', 'sku_packs', 'lots', 'patients', 'locations'] as const;
export type CsvSection = (typeof CSV_SECTIONS)[number];

interface Row {
  /** The line on which it begins. */
  readonly line: number;
  readonly cells: readonly string[];
}

interface CsvRead {
  readonly file: ImportFile;
  readonly lineOf: LineOf;
  /** What is wrong with rows that have too many columns or too few, by their records' indexes. */
  readonly oddRows: ReadonlyMap<number, string>;
}

/** @throws OperatorError for a file that is not CSV, or whose first line does not name the section's fields */
export function readCsv(source: ImportText, section: CsvSection): CsvRead {
  const [header, ...rows] = readRows(source);
  if (header === undefined) throw new OperatorError(`${source.path} is empty.`);
  const columns = columnsOf(source.path, header, section);
  const records = rows.map(({ cells }) => recordOf(columns, cells));
  const oddRows = rows.flatMap(({ cells: { length } }, index): [number, string][] =>
    length === columns.length
      ? []
      : [[index, `the row has ${length} columns, but the header has ${columns.length}`]],
  );
  return {
    file: { [section]: records },
    lineOf: (_, index) => rows[index ?? -1]?.line,
    oddRows: new Map(oddRows),
  };
}

function readRows({ path, text }: ImportText): Row[] {
  try {
    const read = parse(text, {
      info: true,
      raw: true,
      relax_column_count: true,
      bom: true,
      // The parser would otherwise take the first line's end for that of all lines.
      record_delimiter: ['\r\n', '\n', '\r'],
    });
    let line = 1;
    return (read as unknown as { raw: string; record: string[] }[]).flatMap(({ raw, record }) => {
      const row = { line, cells: record };
      line += linesIn(raw);
      // Lines without anything stand between rows; spreadsheets leave some at the end, of commas alone.
      return record.every((cell) => cell === '') ? [] : row;
    });
  } catch (error) {
    // The parser's own message quotes the file, which may hold patients, and its line is the one where it gave up. The
    // cell whose quotation mark is wrong follows the bytes that it has read without an error.
    const { bytes = 0 } = error as { bytes?: number };
    const line = linesIn(Buffer.from(text).toString('utf8', 0, bytes)) + 1;
    throw new OperatorError(
      `${atLine(path, line)} The file is not valid CSV. Check that every quotation mark is closed.`,
    );
  }
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Column {
  readonly path: readonly string[];
  readonly read: (cell: string) => unknown;
}

function columnsOf(file: string, { line, cells }: Row, section: CsvSection): Column[] {
  const found = SECTIONS.find((one) => one.name === section);
  const fields: Readonly<Record<string, Schema>> = found?.schema.items.properties ?? {};
  const known = Object.entries(fields).flatMap(([field, { properties }]) =>
    properties === undefined ? field : Object.keys(properties).map((part) => `${field}.${part}`),
  );
  const titles = cells.map((cell) => cell.trim());
  // Such a line may be a record, whose values no message may show.
  if (!titles.some((title) => known.includes(title))) {
    throw refusal([
      `${file}:${line} The first line must name fields of ${section}, but none of its ${titles.length} columns does. Known fields: ${known.join(', ')}.`,
    ]);
  }
  const problems = titles.flatMap((title, index) => {
    if (!known.includes(title)) {
      return `${JSON.stringify(shortened(title))} is not a field of ${section}. Known fields: ${known.join(', ')}.`;
    }
    return titles.indexOf(title) < index ? `${title} occurs twice.` : [];
  });
  if (problems.length > 0) throw refusal(problems.map((problem) => `${file}:${line} ${problem}`));
  return titles.map((title) => {
    const path = title.split('.');
    let schema: Schema | undefined = { properties: fields };
    for (const part of path) schema = schema?.properties?.[part];
    return { path, read: readerOf(schema ?? {}) };
  });
}

/** Returns how the text of a cell becomes a value. What is none stays text, which the format then refuses. */
function readerOf({ type }: Schema): Column['read'] {
  const types = [type].flat();
  const is = (name: string) => types.includes(name);
  if (is('integer') || is('number')) {
    return (cell) => (/^-?(0|[1-9]\d*)(\.\d+)?$/.test(cell) ? Number(cell) : cell);
  }
  if (is('boolean')) {
    const values = new Map<string, boolean>([
      ['true', true],
      ['false', false],
    ]);
    return (cell) => values.get(cell.toLowerCase()) ?? cell;
  }
  if (is('array')) return (cell) => cell.split(';').map((item) => item.trim());
  return (cell) => cell;
}

function recordOf(columns: readonly Column[], cells: readonly string[]): object {
  const record: Record<string, unknown> = {};
  columns.forEach(({ path: [field = '', part], read }, index) => {
    const cell = cells[index] ?? '';
    if (cell === '') return;
    if (part === undefined) record[field] = read(cell);
    else record[field] = { ...(record[field] as object | undefined), [part]: read(cell) };
  });
  return record;
}
