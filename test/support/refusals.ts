// What a refusal must be, whatever its reason: as the contract says, and without a trace.
import { expect } from 'vitest';
import type { TestDatabase } from '../../kit/database.ts';
import type { Answered, Client } from './client.ts';
import { day, freshKey, post } from './pharmacy.ts';

export interface Refusal {
  readonly status: number;
  readonly code: string;
  /** What the message must say; a field's name, for example. */
  readonly message: RegExp;
  readonly details?: unknown;
}

/** The SKU that proves a key is still free; it must exist, and nothing else may count its units. */
export const SPARE_SKU = 'SPARE';

export type Refuses = (body: unknown, refusal: Refusal) => Promise<Answered>;

/** Posts what must be refused, and proves that the refusal wrote nothing and left its key free. */
export function refusesIn(db: TestDatabase, api: Client): Refuses {
  return async (body, { status, code, message, details }) => {
    const key = freshKey();
    const before = await everythingWritten(db);
    const answer = await post(api, body as Record<string, unknown>, key);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect(answer.body.error.message).toMatch(message);
    if (details !== undefined) expect(answer.body.error.details).toEqual(details);
    expect(await everythingWritten(db)).toEqual(before);
    const spare = { sku_code: SPARE_SKU, lot_number: 'SPARE', expiry_date: day(900) };
    expect((await post(api, { type: 'receive', qty: 1, ...spare }, key)).status).toBe(201);
    return answer;
  };
}

/** All rows that a movement may write. A level that was never changed is as good as none. */
export async function everythingWritten(db: TestDatabase): Promise<unknown> {
  const { rows } = await db.owner.query(`
    select (select json_agg(l order by sku_id, location_id) from stock_level l where version > 0) as levels,
           (select json_agg(l order by id) from lot l) as lots,
           (select json_agg(n order by sku_id, lot_number) from lot_number n) as numbers,
           (select json_agg(m order by id) from movement m) as movements,
           (select json_agg(e order by id) from ledger_entry e) as entries,
           (select json_agg(a order by id) from allocation a) as allocations,
           (select json_agg(c order by organization_id) from event_counter c) as counters,
           (select json_agg(e order by organization_id, position) from event e) as events`);
  return rows[0];
}
