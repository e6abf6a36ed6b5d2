import { expect } from 'vitest';
import type { Client } from './pharmacy.ts';

/** Every row of a list, page by page. */
export async function readAll(
  caller: Client,
  path: string,
  query: Record<string, string | number> = {},
) {
  const rows: Record<string, unknown>[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < 50; page += 1) {
    const answered = await caller.get(path, { query: { ...query, ...(cursor && { cursor }) } });
    expect(answered.status).toBe(200);
    rows.push(...answered.body.data);
    cursor = answered.body.next_cursor;
    if (cursor === null) return rows;
  }
  throw new Error('the list does not end');
}
