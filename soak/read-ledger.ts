import type pg from 'pg';
import type { FeedEvent, Link, Movement } from './history.ts';

export interface Witness {
  readonly ledger: Movement[];
  readonly feed: FeedEvent[];
  /** Where the next read begins. */
  readonly next: Pick<Since, 'at' | 'movements'>;
}

export interface Since {
  /** The position of the last event that was read. */
  readonly position: number;
  /** The database's clock then. */
  readonly at: string;
  /** Ids of the movements that were read of the last minute. */
  readonly movements: ReadonlySet<string>;
}

/** What was written since, in one snapshot. */
export async function readWitness(
  owner: pg.Pool,
  organizationId: string,
  since: Since,
): Promise<Witness> {
  const client = await owner.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const feed = await client.query(EVENTS, [organizationId, since.position]);
    const ledger = await client.query(MOVEMENTS, [organizationId, since.at]);
    const links = await client.query<Link & { movement_id: string }>(LINKS, [
      organizationId,
      since.at,
    ]);
    const clock = await client.query('select now()::text as at');
    await client.query('commit');
    const byMovement = Map.groupBy(links.rows, ({ movement_id }) => movement_id);
    return {
      feed: feed.rows,
      ledger: ledger.rows
        .filter(({ id }) => !since.movements.has(id))
        .map((movement) => ({ ...movement, links: byMovement.get(movement.id) ?? [] })),
      next: { at: clock.rows[0].at, movements: new Set(ledger.rows.map(({ id }) => id)) },
    };
  } finally {
    client.release();
  }
}

const text = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const EVENTS = `
  select position::float8 as position, id, type, ${text('created_at')} as "createdAt",
         xmin::text as transaction, data
    from event where organization_id = $1 and position > $2 order by position`;

/** Transactions are over within seconds, so that none of an earlier time can come later. */
const RECENTLY = `$2::timestamptz - interval '60 seconds'`;

const MOVEMENTS = `
  select m.id, m.type, m.idempotency_key as key, m.actor, m.reference_id as "order", s.sku_code as sku,
         p.name as at, ${text('m.created_at')} as "createdAt", m.answer
    from movement m join sku s on s.id = m.sku_id join location p on p.id = m.location_id
   where m.organization_id = $1 and m.created_at > ${RECENTLY}`;

/** Lot by lot, each from its own chain. */
const LINKS = `
  select link.*, s.sku_code as sku, p.name as at, t.lot_number as lot, t.id
    from lot t join sku s on s.id = t.sku_id join location p on p.id = t.location_id
   cross join lateral (
         select e.movement_id, lpad(e.seq::text, 19, '0') as seq, 'entry' as kind, e.type,
                e.qty::float8 as qty, e.balance_after::float8 as after, null as "order", null as status,
                null as expiry, ${text('e.created_at')} as "createdAt"
           from ledger_entry e
          where e.organization_id = t.organization_id and e.lot_id = t.id and e.created_at > ${RECENTLY}
         union all
         select r.movement_id, lpad(r.seq::text, 19, '0'), r.type, r.type, coalesce(r.qty, 0)::float8,
                r.reserved_after::float8, r.reference_id, r.status, r.expiry_date::text, null
           from lot_record r
          where r.organization_id = t.organization_id and r.lot_id = t.id and r.created_at > ${RECENTLY}) link
   where t.organization_id = $1
   order by link.seq`;
