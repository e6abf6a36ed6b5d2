/**
 * Answers a list as CSV (RFC 4180): a report, which has all rows of one moment. The columns are the fields that the
 * contract gives an item of the list, so that nothing leaves which it does not name. What a spreadsheet would run as a
 * formula comes as text. A report that breaks off ends its connection, so that no one takes it for a whole one.
 */
import { once } from 'node:events';
import type { Request, Response } from 'express';
import { errors } from '../errors.ts';
import type { FairSemaphore } from '../queues/fair-semaphore.ts';
import { UNREAD_SECONDS_MAX } from './limits.ts';
import type { Schema } from './operations.ts';
import { alternativesOf } from './problems.ts';
import type { Serialise } from './respond.ts';

const JSON_TYPE = 'application/json';
const CSV_TYPE = 'text/csv';
const PIECE_BYTES = 65_536;
const CSV_CONTENT_TYPE = `${CSV_TYPE}; charset=utf-8`;

export interface Report {
  readonly operationId: string;
  readonly call: Record<string, unknown>;
  /** Aborts once the caller has gone. */
  readonly signal: AbortSignal;
  /** Takes the rows, in their order; the next ones may come once it resolves. It is called at least once. */
  readonly write: (rows: readonly unknown[]) => Promise<void>;
}

/**
 * Reads all rows of a list at one moment.
 *
 * @throws ApiError 400 before the first row, where there are more than a report may have
 */
export type ReadReport = (report: Report) => Promise<void>;

/** What answers the reports of a cell. */
export interface Reports {
  readonly read: ReadReport;
  readonly semaphore: FairSemaphore;
}

/** The names of the fields on the way to a value. */
export type Column = readonly string[];

/** Where a client takes both, it gets JSON. */
export function wantsCsv(request: Request): boolean {
  const type = request.accepts([JSON_TYPE, CSV_TYPE, CSV_CONTENT_TYPE]);
  return typeof type === 'string' && type.startsWith(CSV_TYPE);
}

/** Parameters that ask for one page. */
const OF_PAGES = ['limit', 'cursor', 'after'];

/** @throws ApiError 400 that names the parameters: a report has no pages */
export function refusePaging({ originalUrl }: Request): void {
  const sent = new URL(originalUrl, 'http://localhost').searchParams;
  const named = OF_PAGES.filter((name) => sent.has(name));
  if (named.length === 0) return;
  const message = 'must be left out with Accept: text/csv, which answers all rows at once';
  throw errors.validation(named.map((path) => ({ path, message })));
}

/** Resolves when all rows have been taken by the caller's connection. */
export async function answerCsv(
  response: Response,
  {
    serialise,
    columns,
    read,
    ...asked
  }: {
    operationId: string;
    call: Record<string, unknown>;
    serialise: Serialise;
    columns: readonly Column[];
    read: ReadReport;
  },
): Promise<void> {
  const gone = new AbortController();
  const { signal } = gone;
  response.once('close', () => gone.abort());
  await read({
    ...asked,
    signal,
    write: async (rows) => {
      // The serialiser of the JSON list decides which fields there are.
      const page = JSON.parse(serialise({ data: rows, next_cursor: null })) as { data: unknown[] };
      const cells = page.data.map((row) => columns.map((column) => cellOf(row, column)));
      if (!response.headersSent) {
        response.setHeader('Content-Type', CSV_CONTENT_TYPE);
        response.setHeader('Cache-Control', 'no-store');
        response.write(`${columns.map((column) => column.join('.')).join(',')}\r\n`);
      }
      await send(response, Buffer.from(writeRows(cells)), signal);
    },
  });
  response.end();
}

async function send(response: Response, bytes: Buffer, signal: AbortSignal): Promise<void> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    if (response.write(bytes.subarray(from, from + PIECE_BYTES))) continue;
    const timer = setTimeout(() => response.destroy(), UNREAD_SECONDS_MAX * 1_000);
    await once(response, 'drain', { signal }).finally(() => clearTimeout(timer));
  }
}

export function writeRows(rows: readonly (readonly unknown[])[]): string {
  return rows.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('');
}

/**
 * What a spreadsheet takes for a formula, also behind what it strips from a cell, and what splits a cell in programs that
 * mind no quotes.
 */
const FORMULA = /^[\s\p{C}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** Numbers stay numbers, also below zero: only a text can be a formula that somebody else has written. */
function writeCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `"${FORMULA.test(text) ? "'" : ''}${text.replaceAll('"', '""')}"`;
}

function cellOf(row: unknown, column: Column): unknown {
  let value = row;
  for (const name of column) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value;
}

/**
 * Returns a column for each field of an item of a list. Fields of an object are columns of their own; a list, or an
 * object whose fields the contract leaves open, is one cell of JSON.
 */
export function columnsOf(list: Schema | undefined): Column[] {
  const { data } = (list?.properties ?? {}) as Record<string, Schema | undefined>;
  const columns = fieldsOf(data?.items as Schema | undefined);
  if (columns.length === 0) throw new Error('a list that is given as CSV has no fields');
  return columns;
}

function fieldsOf(schema: Schema = {}): Column[] {
  const columns = new Map<string, Column>();
  for (const { properties = {} } of alternativesOf(schema)) {
    for (const [name, property] of Object.entries(properties as Record<string, Schema>)) {
      const inner = fieldsOf(property).map((column) => [name, ...column]);
      for (const column of inner.length === 0 ? [[name]] : inner) {
        columns.set(column.join('.'), column);
      }
    }
  }
  return [...columns.values()];
}
