// Lists as CSV, as a test asks for them and reads them.
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import type { Client } from '../support/client.ts';

export const CSV = { accept: 'text/csv' };
export const PATHS = {
  listStock: '/v1/inventory/stock',
  listLots: '/v1/inventory/lots',
  listTransactions: '/v1/inventory/transactions',
  listEvents: '/v1/inventory/events',
  listOrders: '/v1/orders',
};
type Query = Record<string, string>;

/** The rows, each by the names of its columns. */
export const rowsOf = (text: string): Record<string, string>[] =>
  parse(text, { columns: true, record_delimiter: '\r\n' });

export async function report(api: Client, path: string, query: Query = {}): Promise<string> {
  const answer = await api.get(path, { query, headers: CSV });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  return answer.text;
}

/** A row of the JSON list as the report has it. */
export function flat(value: unknown, name = ''): Record<string, string> {
  if (typeof value !== 'object' || value === null) return { [name]: String(value ?? '') };
  if (name === 'data') return { [name]: JSON.stringify(value) };
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, inner]) => flat(inner, name ? `${name}.${key}` : key)),
  );
}
