// A file as it was read: its records, and the lines on which they stand.
import type { RecordFault } from '../../import/record-faults.ts';
import type { ImportFile, SectionName } from './sections.ts';

export interface ImportText {
  /** As it was typed. */
  readonly path: string;
  readonly text: string;
}

export interface ImportSource {
  readonly path: string;
  /** Every record of the file, also those with a fault in their format. */
  readonly file: ImportFile;
  /** What is wrong with the format of records. */
  readonly faults: readonly FileFault[];
  readonly lineOf: LineOf;
}

export interface FileFault extends RecordFault {
  readonly section: SectionName;
}

/**
 * Returns the line, from 1, on which a record begins, or one of its fields where that is known; undefined where the
 * file does not say.
 */
export type LineOf = (section: string, index?: number, field?: string) => number | undefined;

/** Names a line of a file, or the file alone. */
export function atLine(path: string, line: number | undefined): string {
  return line === undefined ? path : `${path}:${line}`;
}

/** Counts the ends of lines. */
export function linesIn(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}
