// Whether the books of an organization hold together, whatever was posted: read by the owner, with sums of
// its own and the published hash, and by `ledger verify`.
import type pg from 'pg';
import { expect } from 'vitest';
import { verifyLedger } from '../../src/inventory/verify-ledger.ts';
import type { TestDatabase } from './database.ts';
import { publishedHash } from './published-hash.ts';

export async function expectSoundBooks(
  db: Pick<TestDatabase, 'database' | 'owner'>,
  slug: string,
): Promise<void> {
  const { rows } = await db.owner.query('select id from organization where slug = $1', [slug]);
  const organizationId = rows[0].id as string;
  await expectChains(db.owner, organizationId);
  for (const sql of WRONG) {
    const { rows: wrong } = await db.owner.query(sql, [organizationId]);
    expect(wrong, sql).toEqual([]);
  }
  const verdict = await verifyLedger(db.database, organizationId);
  expect(verdict).toMatchObject({ ok: true, problems: [] });
}

/** Each statement selects what breaks one rule. */
const WRONG = [
  `select id from lot where organization_id = $1 and (on_hand < 0 or reserved < 0 or reserved > on_hand)`,
  `select t.id from lot t
    where organization_id = $1
      and (reserved <> (select coalesce(sum(qty), 0) from allocation a where a.lot_id = t.id)
           or on_hand <> (select coalesce(sum(qty), 0) from ledger_entry e where e.lot_id = t.id))`,
  `select l.sku_id, l.location_id from stock_level l left join lot t using (organization_id, sku_id, location_id)
    where organization_id = $1
    group by l.sku_id, l.location_id, l.organization_id
   having l.on_hand <> coalesce(sum(t.on_hand), 0) or l.reserved <> coalesce(sum(t.reserved), 0)
       or l.quarantined <> coalesce(sum(t.on_hand) filter (where t.status = 'quarantine'), 0)
       or l.quarantined_reserved <> coalesce(sum(t.reserved) filter (where t.status = 'quarantine'), 0)`,
  // Positions 1, 2, 3 ... up to the counter.
  `select c.position, count(e.*), min(e.position), max(e.position)
     from event_counter c left join event e using (organization_id)
    where organization_id = $1
    group by c.position
   having count(e.*) <> c.position or max(e.position) <> c.position or min(e.position) <> 1`,
  // Versions 1, 2, 3 ... of each level in the order of the events, up to the level's.
  `select * from (
     select position, (data ->> 'version')::int as version,
            row_number() over (
              partition by data ->> 'sku_code', data ->> 'location' order by position) as nth
       from event where organization_id = $1 and type = 'stock.changed') e
    where version <> nth`,
  `select l.sku_id, l.location_id, l.version, count(e.*)
     from stock_level l
     join sku s on s.id = l.sku_id
     join location p on p.id = l.location_id
     left join event e on e.organization_id = l.organization_id and e.type = 'stock.changed'
          and e.data ->> 'sku_code' = s.sku_code and e.data ->> 'location' = p.name
    where l.organization_id = $1
    group by l.sku_id, l.location_id, l.organization_id
   having l.version <> count(e.*)`,
];

/** Every chain from its beginning, and that it ends in what the lot remembers. */
async function expectChains(owner: pg.Pool, organizationId: string): Promise<void> {
  const { rows } = await owner.query(ENTRIES, [organizationId]);
  for (const chain of Map.groupBy(rows, (row) => row.values.lotId).values()) {
    let previous: string | undefined;
    let balance = 0;
    for (const { values, hash } of chain) {
      balance += Number(values.qty);
      expect(Number(values.balanceAfter)).toBe(balance);
      expect(publishedHash(previous, values)).toBe(hash);
      previous = hash;
    }
    expect(previous).toBe(chain[0].last_hash);
  }
}

const text = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const ENTRIES = `
  select json_build_object(
           'entryId', e.id, 'organizationId', e.organization_id, 'movementId', m.id,
           'seq', e.seq::text, 'entryType', e.type, 'skuId', e.sku_id, 'locationId', e.location_id,
           'lotId', e.lot_id, 'qty', e.qty::text, 'balanceAfter', e.balance_after::text,
           'entryCreatedAt', ${text('e.created_at')}, 'movementType', m.type,
           'movementSkuId', m.sku_id, 'movementLocationId', m.location_id,
           'idempotencyKey', m.idempotency_key, 'requestDigest', encode(m.request_digest, 'hex'),
           'referenceType', m.reference_type, 'referenceId', m.reference_id,
           'rxNumberDigest', encode(m.rx_number_digest, 'hex'), 'poNumber', m.po_number,
           'noteDigest', encode(m.note_digest, 'hex'), 'actor', m.actor,
           'movementCreatedAt', ${text('m.created_at')}) as values,
         encode(e.hash, 'hex') as hash, encode(t.last_hash, 'hex') as last_hash
    from ledger_entry e
    join movement m on m.id = e.movement_id
    join lot t on t.id = e.lot_id
   where e.organization_id = $1
   order by e.lot_id, e.created_at, e.seq`;
