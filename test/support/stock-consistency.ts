// Whether ledger, lots, levels and events of an organization are consistent: read by the owner, with sums of
// its own and the published hash, and by `ledger verify`.
import type pg from 'pg';
import { expect } from 'vitest';
import type { TestDatabase } from '../../kit/database.ts';
import { verifyLedger } from '../../src/inventory/ledger/verify-ledger.ts';
import { publishedHash, publishedRecordHash } from './published-hash.ts';

export async function expectConsistentStock(
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
           or holders <> (select count(*) from allocation a where a.lot_id = t.id)
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

/** Every chain from its beginning, and that what follows from it is what the lot says of itself. */
async function expectChains(owner: pg.Pool, organizationId: string): Promise<void> {
  const { rows } = await owner.query(LINKS, [organizationId]);
  for (const chain of Map.groupBy(rows, (row) => row.values.lotId).values()) {
    let previous: string | undefined;
    let balance = 0;
    let reserved = 0;
    let last = { status: '', expiryDate: '' };
    for (const { kind, values, hash } of chain) {
      if (kind === 'entry') {
        balance += Number(values.qty);
        expect(Number(values.balanceAfter)).toBe(balance);
        expect(publishedHash(previous, values)).toBe(hash);
      } else {
        if (values.recordType === 'reserve') reserved += Number(values.qty);
        if (values.recordType === 'release') reserved -= Number(values.qty);
        expect(Number(values.reservedAfter)).toBe(reserved);
        expect(publishedRecordHash(previous, values)).toBe(hash);
        last = values;
      }
      previous = hash;
    }
    const { status, expiryDate } = last;
    expect({ hash: previous, on_hand: balance, reserved, status, expiryDate }).toEqual(
      chain[0].lot,
    );
  }
}

const text = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const MOVEMENT = `
  'movementId', m.id, 'movementType', m.type, 'movementSkuId', m.sku_id,
  'movementLocationId', m.location_id, 'idempotencyKey', m.idempotency_key,
  'requestDigest', encode(m.request_digest, 'hex'), 'referenceType', m.reference_type,
  'referenceId', m.reference_id, 'rxNumberDigest', encode(m.rx_number_digest, 'hex'),
  'poNumber', m.po_number, 'noteDigest', encode(m.note_digest, 'hex'), 'actor', m.actor,
  'movementCreatedAt', ${text('m.created_at')}`;

const LOT = `
  json_build_object('hash', encode(t.last_hash, 'hex'), 'on_hand', t.on_hand, 'reserved', t.reserved,
                    'status', t.status, 'expiryDate', t.expiry_date::text) as lot`;

const LINKS = `
  select * from (
    select 'entry' as kind, e.lot_id, e.created_at, e.seq, encode(e.hash, 'hex') as hash, ${LOT},
           json_build_object(
             'entryId', e.id, 'organizationId', e.organization_id, 'seq', e.seq::text,
             'entryType', e.type, 'skuId', e.sku_id, 'locationId', e.location_id, 'lotId', e.lot_id,
             'qty', e.qty::text, 'balanceAfter', e.balance_after::text,
             'entryCreatedAt', ${text('e.created_at')}, ${MOVEMENT}) as values
      from ledger_entry e
      join movement m on m.id = e.movement_id
      join lot t on t.id = e.lot_id
     where e.organization_id = $1
    union all
    select 'record', r.lot_id, r.created_at, r.seq, encode(r.hash, 'hex'), ${LOT},
           json_build_object(
             'organizationId', r.organization_id, 'seq', r.seq::text, 'recordType', r.type,
             'lotId', r.lot_id, 'holderType', r.reference_type, 'holderId', r.reference_id,
             'qty', r.qty::text, 'reservedAfter', r.reserved_after::text, 'status', r.status,
             'expiryDate', r.expiry_date::text, 'recordCreatedAt', ${text('r.created_at')}, ${MOVEMENT})
      from lot_record r
      join movement m on m.id = r.movement_id
      join lot t on t.id = r.lot_id
     where r.organization_id = $1) links
   order by lot_id, created_at, seq`;
