// Proves the ledger: every entry's hash from its content and its predecessor, every balance from the
// entries before it, every lot's state from its last entry, every level from its lots. One snapshot, read
// in pages, so that memory stays the same whatever the ledger's length.
import type { Database, Transaction } from '../database/database.ts';
import { timestampText } from '../database/database.ts';
import { takeSnapshot } from '../database/snapshot.ts';
import { statement } from '../database/statement.ts';
import { entryHash, FIRST_HASH, type Redactable, saltedDigest } from './rules/ledger-hash.ts';
import { movementTypes } from './rules/movement-types.ts';

const PAGE_ENTRIES = 5_000;
const PROBLEMS_SHOWN_MAX = 1_000;
/** The service numbers from 0 up; somebody else may not. */
const SEQ_MIN = String(-(2n ** 63n));

export interface LedgerProblem {
  readonly kind: 'entry' | 'movement' | 'lot' | 'level';
  /** Of a level, which has none of its own, those of its SKU and its location, as in `SKU/LOCATION`. */
  readonly id: string;
  readonly message: string;
}

export interface LedgerVerdict {
  readonly ok: boolean;
  readonly entries: number;
  readonly lots: number;
  readonly levels: number;
  readonly problem_count: number;
  /** The first thousand. */
  readonly problems: LedgerProblem[];
}

interface Chain {
  readonly organizationId: string;
  readonly lotId: string;
  hash: Buffer;
  balance: number;
  seq: string;
  createdAt: string;
}

/** @param organizationId null for all of them */
export async function verifyLedger(
  database: Database,
  organizationId: string | null,
): Promise<LedgerVerdict> {
  return database.transaction(
    async (tx) => {
      await takeSnapshot(tx);
      const report = new Report();
      const entries = await verifyChains(tx, organizationId, report);
      const [counted] = await tx.query(COUNTS, [organizationId]);
      for (const level of await tx.query(WRONG_LEVELS, [organizationId])) {
        report.add('level', level.id, 'its units are not the sum of its lots');
      }
      for (const lot of await tx.query(WRONG_RESERVATIONS, [organizationId])) {
        report.add('lot', lot.id, 'its reserved is not the sum of its allocations');
      }
      for (const lot of await tx.query(LOTS_WITHOUT_ENTRIES, [organizationId])) {
        report.add('lot', lot.id, 'it has no entries');
      }
      const wrongTexts = [organizationId, movementTypes(false, 'sometimes')];
      for (const movement of await tx.query(WRONG_TEXTS, wrongTexts)) {
        report.add('movement', movement.id, 'its note or rx_number is not the one that was posted');
      }
      const withoutEntries = [organizationId, movementTypes(true)];
      for (const movement of await tx.query(MOVEMENTS_WITHOUT_ENTRIES, withoutEntries)) {
        report.add('movement', movement.id, 'it has no entries');
      }
      return {
        ok: report.count === 0,
        entries,
        lots: counted?.lots ?? 0,
        levels: counted?.levels ?? 0,
        problem_count: report.count,
        problems: report.problems,
      };
    },
    { long: true },
  );
}

class Report {
  readonly problems: LedgerProblem[] = [];
  count = 0;

  add(kind: LedgerProblem['kind'], id: string, message: string): void {
    this.count += 1;
    if (this.problems.length < PROBLEMS_SHOWN_MAX) this.problems.push({ kind, id, message });
  }
}

async function verifyChains(
  tx: Transaction,
  organizationId: string | null,
  report: Report,
): Promise<number> {
  const zero = '00000000-0000-0000-0000-000000000000';
  let after: [string, string, string, string] = [
    organizationId ?? zero,
    zero,
    '-infinity',
    SEQ_MIN,
  ];
  let chain: Chain | undefined;
  let entries = 0;
  for (;;) {
    const rows = await tx.query(ENTRY_PAGE, [...after, organizationId, PAGE_ENTRIES]);
    for (const row of rows) {
      if (chain?.organizationId !== row.organization_id || chain.lotId !== row.lot_id) {
        chain = {
          organizationId: row.organization_id,
          lotId: row.lot_id,
          hash: FIRST_HASH,
          balance: 0,
          seq: SEQ_MIN,
          createdAt: '',
        };
      }
      verifyEntry(row, chain, report);
      if (row.is_last && isWithLot(row)) verifyLot(row, chain, report);
      entries += 1;
    }
    const last = rows.at(-1);
    // The bound: each page begins after the last entry of the one before.
    if (last === undefined || rows.length < PAGE_ENTRIES) return entries;
    after = [last.organization_id, last.lot_id, last.created_at, last.seq];
  }
}

function verifyEntry(row: EntryRow, chain: Chain, report: Report): void {
  if (isWithMovement(row)) verifyContent(row, chain, report);
  else report.add('entry', row.id, 'its movement is gone');
  if (!isWithLot(row)) report.add('entry', row.id, 'its lot is gone');
  if (row.balance_after !== chain.balance + row.qty) {
    report.add('entry', row.id, 'its balance_after is not the balance before it plus its qty');
  }
  if (BigInt(row.seq) <= BigInt(chain.seq)) {
    report.add('entry', row.id, 'its number does not follow the one of the entry before it');
  }
  chain.hash = row.hash;
  chain.balance = row.balance_after;
  chain.seq = row.seq;
  chain.createdAt = row.created_at;
}

function verifyContent(row: EntryRow & MovementColumns, chain: Chain, report: Report): void {
  const expected = entryHash(
    chain.hash,
    {
      id: row.id,
      seq: BigInt(row.seq),
      type: row.type,
      skuId: row.sku_id,
      locationId: row.location_id,
      lotId: row.lot_id,
      qty: row.qty,
      balanceAfter: row.balance_after,
      createdAt: row.created_at,
    },
    {
      id: row.movement_id,
      organizationId: row.organization_id,
      type: row.movement_type,
      skuId: row.movement_sku_id,
      locationId: row.movement_location_id,
      idempotencyKey: row.idempotency_key,
      requestDigest: row.request_digest,
      referenceType: row.reference_type,
      referenceId: row.reference_id,
      rxNumber: { text: null, salt: null, digest: row.rx_number_digest },
      poNumber: row.po_number,
      note: { text: null, salt: null, digest: row.note_digest },
      actor: row.actor,
      createdAt: row.movement_created_at,
    },
  );
  if (!expected.equals(row.hash)) {
    report.add(
      'entry',
      row.id,
      'its hash does not follow from its content and the entry before it',
    );
  }
  const isRedacted = row.is_redacted;
  if (!holds({ text: row.note, salt: row.note_salt, digest: row.note_digest }, isRedacted)) {
    report.add('movement', row.movement_id, 'its note is not the one that was posted');
  }
  const rxNumber = {
    text: row.rx_number,
    salt: row.rx_number_salt,
    digest: row.rx_number_digest,
  };
  if (!holds(rxNumber, isRedacted)) {
    report.add('movement', row.movement_id, 'its rx_number is not the one that was posted');
  }
}

function isWithMovement(row: EntryRow): row is EntryRow & MovementColumns {
  return row.movement_type !== null;
}

function isWithLot(row: EntryRow): row is EntryRow & LotColumns {
  return row.lot_sku_id !== null;
}

/** Redacted means that text and salt are both gone; otherwise the text must be the one that was posted. */
function holds({ text, salt, digest }: Redactable, isRedacted: boolean): boolean {
  if (digest === null || isRedacted) return text === null && salt === null;
  return text !== null && salt !== null && saltedDigest(salt, text).equals(digest);
}

function verifyLot(row: EntryRow & LotColumns, chain: Chain, report: Report): void {
  if (!row.lot_last_hash.equals(chain.hash)) {
    report.add('lot', row.lot_id, 'its last entry is not the one it remembers');
  }
  if (row.lot_on_hand !== chain.balance) {
    report.add('lot', row.lot_id, 'its on_hand is not the balance after its last entry');
  }
  if (row.lot_last_entry_at !== chain.createdAt) {
    report.add('lot', row.lot_id, 'its last entry has not the time it remembers');
  }
  if (row.lot_sku_id !== row.sku_id || row.lot_location_id !== row.location_id) {
    report.add('lot', row.lot_id, 'its entries are of another SKU or location');
  }
}

/** The movement and the lot are null where somebody took them away behind the foreign keys. */
interface EntryRow extends Absent<MovementColumns>, Absent<LotColumns> {
  id: string;
  organization_id: string;
  seq: string;
  movement_id: string;
  type: string;
  sku_id: string;
  location_id: string;
  lot_id: string;
  qty: number;
  balance_after: number;
  hash: Buffer;
  created_at: string;
  is_last: boolean;
}

type Absent<Columns> = { [Name in keyof Columns]: Columns[Name] | null };

interface MovementColumns {
  movement_type: string;
  movement_sku_id: string;
  movement_location_id: string;
  idempotency_key: string | null;
  request_digest: Buffer | null;
  reference_type: string | null;
  reference_id: string | null;
  rx_number: string | null;
  rx_number_salt: Buffer | null;
  rx_number_digest: Buffer | null;
  po_number: string | null;
  note: string | null;
  note_salt: Buffer | null;
  note_digest: Buffer | null;
  is_redacted: boolean;
  actor: string;
  movement_created_at: string;
}

interface LotColumns {
  lot_sku_id: string;
  lot_location_id: string;
  lot_on_hand: number;
  lot_last_hash: Buffer;
  lot_last_entry_at: string;
}

const ENTRY_PAGE = statement<EntryRow>(
  'ledger-page',
  `
    select entry.id, entry.organization_id, entry.seq::text as seq, entry.movement_id, entry.type,
           entry.sku_id, entry.location_id, entry.lot_id, entry.qty, entry.balance_after, entry.hash,
           ${timestampText('entry.created_at')} as created_at,
           movement.type as movement_type, movement.sku_id as movement_sku_id,
           movement.location_id as movement_location_id, movement.idempotency_key, movement.request_digest,
           movement.reference_type, movement.reference_id, movement.rx_number, movement.rx_number_salt,
           movement.rx_number_digest, movement.po_number, movement.note, movement.note_salt,
           movement.note_digest, movement.redacted_at is not null as is_redacted, movement.actor,
           ${timestampText('movement.created_at')} as movement_created_at,
           not exists (
             select from ledger_entry later
              where later.organization_id = entry.organization_id and later.lot_id = entry.lot_id
                and (later.created_at, later.seq) > (entry.created_at, entry.seq)
           ) as is_last,
           lot.sku_id as lot_sku_id, lot.location_id as lot_location_id, lot.on_hand as lot_on_hand,
           lot.last_hash as lot_last_hash, ${timestampText('lot.last_entry_at')} as lot_last_entry_at
      from (select * from ledger_entry
             where (organization_id, lot_id, created_at, seq)
                   > ($1::uuid, $2::uuid, $3::timestamptz, $4::bigint)
               and ($5::uuid is null or organization_id = $5::uuid)
             order by organization_id, lot_id, created_at, seq
             limit $6) entry
      left join movement on movement.organization_id = entry.organization_id
           and movement.id = entry.movement_id
      left join lot on lot.organization_id = entry.organization_id and lot.id = entry.lot_id
     order by entry.organization_id, entry.lot_id, entry.created_at, entry.seq`,
);

const COUNTS = statement<{ lots: number; levels: number }>(
  'ledger-counts',
  `
    select (select count(*) from lot where $1::uuid is null or organization_id = $1::uuid) as lots,
           (select count(*) from stock_level where $1::uuid is null or organization_id = $1::uuid) as levels`,
);

const WRONG_LEVELS = statement<{ id: string }>(
  'ledger-wrong-levels',
  `
    select level.sku_id || '/' || level.location_id as id
      from stock_level level
      left join lot on lot.organization_id = level.organization_id and lot.sku_id = level.sku_id
           and lot.location_id = level.location_id
     where $1::uuid is null or level.organization_id = $1::uuid
     group by level.organization_id, level.sku_id, level.location_id
    having level.on_hand <> coalesce(sum(lot.on_hand), 0)
        or level.reserved <> coalesce(sum(lot.reserved), 0)
        or level.quarantined <> coalesce(sum(lot.on_hand) filter (where lot.status = 'quarantine'), 0)
     order by level.organization_id, level.sku_id, level.location_id
     limit ${PROBLEMS_SHOWN_MAX}`,
);

const WRONG_RESERVATIONS = statement<{ id: string }>(
  'ledger-wrong-reservations',
  `
    select lot.id
      from lot
      left join allocation on allocation.organization_id = lot.organization_id
           and allocation.lot_id = lot.id
     where $1::uuid is null or lot.organization_id = $1::uuid
     group by lot.organization_id, lot.id
    having lot.reserved <> coalesce(sum(allocation.qty), 0)
     order by lot.organization_id, lot.id
     limit ${PROBLEMS_SHOWN_MAX}`,
);

const LOTS_WITHOUT_ENTRIES = statement<{ id: string }>(
  'ledger-lots-without-entries',
  `
    select lot.id
      from lot
     where ($1::uuid is null or lot.organization_id = $1::uuid)
       and not exists (
             select from ledger_entry entry
              where entry.organization_id = lot.organization_id and entry.lot_id = lot.id)
     order by lot.organization_id, lot.id
     limit ${PROBLEMS_SHOWN_MAX}`,
);

/** Of movements without entries; the others' texts are proved with their chains. */
const WRONG_TEXTS = statement<{ id: string }>(
  'ledger-wrong-texts',
  `
    select movement.id
      from movement
     where ($1::uuid is null or movement.organization_id = $1::uuid)
       and movement.type = any($2::text[])
       and case when movement.note_digest is null or movement.redacted_at is not null
                then movement.note is not null or movement.note_salt is not null
                else movement.note is null or movement.note_salt is null
                     or sha256(movement.note_salt || convert_to(movement.note, 'UTF8'))
                        <> movement.note_digest
            end
       and not exists (
             select from ledger_entry entry
              where entry.organization_id = movement.organization_id and entry.movement_id = movement.id)
     order by movement.organization_id, movement.id
     limit ${PROBLEMS_SHOWN_MAX}`,
);

const MOVEMENTS_WITHOUT_ENTRIES = statement<{ id: string }>(
  'ledger-movements-without-entries',
  `
    select movement.id
      from movement
     where ($1::uuid is null or movement.organization_id = $1::uuid)
       and not exists (
             select from ledger_entry entry
              where entry.organization_id = movement.organization_id and entry.movement_id = movement.id)
       and movement.type = any($2::text[])
     order by movement.organization_id, movement.id
     limit ${PROBLEMS_SHOWN_MAX}`,
);
