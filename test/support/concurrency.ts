// Many requests at once, and the proof afterwards that ledger and stock agree with what the callers were answered.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { expect } from 'vitest';
import type { TestDatabase } from '../../kit/database.ts';
import { verifyLedger } from '../../src/inventory/ledger/verify-ledger.ts';
import type { Answered, Client } from './client.ts';
import { freshKey, post } from './pharmacy.ts';

const POLL_MILLISECONDS = 10;
const POLL_SECONDS_MAX = 60;
/** Some tests write for long. */
const PRUNABLE_SECONDS_MAX = 60;
const RETRY_PAUSE_MILLISECONDS = 100;
const RETRIES_MAX = 150;

export interface MovementBody extends Record<string, unknown> {
  type: 'receive' | 'fulfill';
  sku_code: string;
  qty: number;
  location?: string;
}

interface Sent {
  readonly body: MovementBody;
  /** Absent when the connection broke before an answer came. */
  readonly answer: Answered | undefined;
}

/** Keeps every movement that was sent, by key, with what was answered: a second record next to the ledger. */
export class Tally {
  readonly #sent = new Map<string, Sent[]>();

  /** How many movements some caller knows to be posted. */
  get acknowledged(): number {
    return [...this.#sent.values()].filter((sent) =>
      sent.some(({ answer }) => answer !== undefined && answer.status < 300),
    ).length;
  }

  /** @throws the connection's error, after noting that no answer came */
  async post(api: Client, body: MovementBody, key = freshKey()): Promise<Answered> {
    const sent = this.#sent.get(key) ?? [];
    this.#sent.set(key, sent);
    let answer: Answered | undefined;
    try {
      answer = await post(api, body, key);
      return answer;
    } finally {
      sent.push({ body, answer });
    }
  }

  /** As a careful partner does: the same key again after a broken connection or a 5xx, until it is decided. */
  async postUntilDecided(
    api: () => Client,
    body: MovementBody,
    key = freshKey(),
  ): Promise<Answered> {
    for (let retry = 0; retry < RETRIES_MAX; retry += 1) {
      const answer = await this.post(api(), body, key).catch(() => undefined);
      if (answer !== undefined && answer.status < 500) return answer;
      await pause(RETRY_PAUSE_MILLISECONDS);
    }
    throw new Error('A movement was never decided.');
  }

  /**
   * Every acknowledged movement is in the ledger once, as its caller was answered; every balance is the sum
   * of what was accepted; versions count the movements; event positions have no gap; all chains hold.
   */
  async audit(db: Pick<TestDatabase, 'database' | 'owner'>): Promise<void> {
    const posted = await postedByKey(db.owner);
    const units = new Map<string, number>();
    const movements = new Map<string, number>();
    for (const [key, sent] of this.#sent) {
      const accepted = sent.filter(({ answer }) => answer !== undefined && answer.status < 300);
      const entries = posted.get(key);
      for (const { answer } of accepted) expect(answer?.body.transactions).toEqual(entries);
      expect(accepted.filter(({ answer }) => answer?.status === 201).length).toBeLessThanOrEqual(1);
      expect(new Set(accepted.map(({ body }) => JSON.stringify(body))).size).toBeLessThanOrEqual(1);
      if (entries === undefined) continue;
      const { body } = (accepted[0] ?? sent[0]) as Sent;
      const level = `${body.sku_code} at ${body.location ?? 'Main'}`;
      const signed = body.type === 'receive' ? body.qty : -body.qty;
      units.set(level, (units.get(level) ?? 0) + signed);
      movements.set(level, (movements.get(level) ?? 0) + 1);
      posted.delete(key);
    }
    expect([...posted.keys()]).toEqual([]);
    const levels = await levelRows(db.owner);
    expect(new Map(levels.map(({ level, on_hand }) => [level, on_hand]))).toEqual(units);
    expect(new Map(levels.map(({ level, version }) => [level, version]))).toEqual(movements);
    await expectGapFreeEvents(db.owner);
    expect(await verifyLedger(db.database, null)).toMatchObject({ ok: true, problems: [] });
  }
}

async function postedByKey(owner: pg.Pool): Promise<Map<string, unknown[]>> {
  const { rows } = await owner.query(`
    select m.idempotency_key as key,
           json_agg(json_build_object('id', e.id, 'lot_number', l.lot_number, 'qty', e.qty,
                                      'balance_after', e.balance_after) order by e.seq) as entries
      from movement m
      join ledger_entry e on e.movement_id = m.id
      join lot l on l.id = e.lot_id
     group by m.id, m.organization_id`);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  return new Map(rows.map(({ key, entries }) => [key, entries]));
}

async function levelRows(
  owner: pg.Pool,
): Promise<{ level: string; on_hand: number; version: number }[]> {
  const { rows } = await owner.query(`
    select s.sku_code || ' at ' || p.name as level, l.on_hand::float8 as on_hand,
           l.version::float8 as version
      from stock_level l join sku s on s.id = l.sku_id join location p on p.id = l.location_id
     where l.version > 0`);
  return rows;
}

/** Positions 1, 2, 3 ... up to the counter; one stock.changed for each movement; versions in their order. */
async function expectGapFreeEvents(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query(`
    select c.position::int as counter, count(e.*)::int as events, min(e.position)::int as first,
           max(e.position)::int as last,
           count(*) filter (where e.type = 'stock.changed')::int as changes,
           (select count(*)::int from movement m where m.organization_id = c.organization_id) as movements
      from event_counter c join event e using (organization_id)
     group by c.organization_id, c.position`);
  for (const { counter, events, first, last, changes, movements } of rows) {
    expect({ events, first, last, changes }).toEqual({
      events: counter,
      first: 1,
      last: counter,
      changes: movements,
    });
  }
  const { rows: disordered } = await owner.query(`
    select * from (
      select position, (data->>'version')::int as version,
             row_number() over (
               partition by organization_id, data->>'sku_code', data->>'location' order by position) as nth
        from event where type = 'stock.changed') e
     where version <> nth`);
  expect(disordered).toEqual([]);
}

export function statusCounts(answers: readonly Answered[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Works through the items, `count` at a time. */
export async function inFlight<Item>(
  count: number,
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value);
    }),
  );
}

/** Asks again and again until the answer is yes. */
export async function until(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  secondsMax = POLL_SECONDS_MAX,
): Promise<void> {
  const deadline = performance.now() + secondsMax * 1000;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`In ${secondsMax} s not so: ${what}.`);
    await pause(POLL_MILLISECONDS);
  }
}

/**
 * Until every transaction of the server that runs now has ended. While one that writes runs, in whatever database,
 * old versions of rows stay, and whoever looks for the row reads them too.
 */
export async function untilPrunable(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query(
    `select pg_snapshot_xmax(pg_current_snapshot())::text as next`,
  );
  await until(
    'the transactions of the server have ended',
    async () => {
      const { rowCount } = await owner.query(
        `select where pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8`,
        [rows[0].next],
      );
      return rowCount === 1;
    },
    PRUNABLE_SECONDS_MAX,
  );
}

export interface Hold {
  readonly pid: number;
  /** Resolves when so many sessions wait for this one, or for one that does. */
  blocks(sessions: number): Promise<void>;
  release(): Promise<void>;
  /** As `release`, and what `sql` has written stays. */
  commit(): Promise<void>;
}

const HELD_SECONDS_MAX = 90;

/** A session of the owner's that keeps what `sql` locked until it is released. */
export async function hold(owner: pg.Pool, sql: string, values: unknown[] = []): Promise<Hold> {
  const session = await owner.connect();
  // What a failed test holds must not keep other tests of the server from seeing its rows pruned.
  const ignore = () => {};
  session.on('error', ignore);
  await session.query(
    `begin; set local idle_in_transaction_session_timeout = '${HELD_SECONDS_MAX}s'`,
  );
  await session.query(sql, values);
  const { rows } = await session.query('select pg_backend_pid() as pid');
  const pid = rows[0].pid as number;
  let released = false;
  const end = async (how: 'rollback' | 'commit') => {
    if (released) return;
    released = true;
    await session.query(how);
    session.off('error', ignore);
    session.release();
  };
  return {
    pid,
    blocks: (sessions) =>
      until(`${sessions} sessions wait for the holder`, async () => {
        const { rows } = await owner.query(
          `with recursive waiting (pid) as (
             select $1::int
             union
             select a.pid from pg_stat_activity a join waiting w on w.pid = any(pg_blocking_pids(a.pid))
            where a.datname = current_database()
           )
           select count(*)::int - 1 as waiting from waiting`,
          [pid],
        );
        return rows[0].waiting >= sessions;
      }),
    release: () => end('rollback'),
    commit: () => end('commit'),
  };
}

const LOCK_LEVELS = `
  select from stock_level l join sku s on s.id = l.sku_id join location p on p.id = l.location_id
   where s.sku_code = any($1) and p.name = 'Main' order by l.sku_id, l.location_id, l.organization_id
     for update of l`;

/** Holds the levels of these SKUs at Main. */
export function holdLevels(owner: pg.Pool, skuCodes: readonly string[]): Promise<Hold> {
  return hold(owner, LOCK_LEVELS, [skuCodes]);
}

export function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

/** The value below which 99 of 100 lie. */
export function percentile99(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
}
