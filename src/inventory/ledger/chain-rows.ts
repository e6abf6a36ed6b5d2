// The links of lots' chains as they are stored: entries of the ledger and lot records, each with its movement
// and its lot, in the order of the chains, page by page, so that memory stays the same whatever the length.
import { dateText, type Transaction, timestampText } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import type {
  EntryRecord,
  LotRecord,
  LotRecordType,
  MovementRecord,
} from '../rules/ledger-hash.ts';

const PAGE_LINKS = 5_000;
const NO_ID = '00000000-0000-0000-0000-000000000000';
/** The lowest number that the column holds: the service numbers from 0 up, but whoever tampers may not. */
export const SEQ_MIN = String(-(2n ** 63n));

export type ChainRow = EntryRow | RecordRow;

interface Link extends Absent<MovementColumns>, Absent<LotColumns> {
  organization_id: string;
  /** A decimal number. */
  seq: string;
  movement_id: string;
  lot_id: string;
  hash: Buffer;
  created_at: string;
}

interface EntryRow extends Link {
  kind: 'entry';
  id: string;
  type: string;
  sku_id: string;
  location_id: string;
  qty: number;
  balance_after: number;
}

export interface RecordRow extends Link {
  kind: 'record';
  type: LotRecordType;
  holder_type: string | null;
  holder_id: string | null;
  qty: number | null;
  reserved_after: number;
  status: string;
  expiry_date: string;
}

/** A link as it is read: the columns of the other kind are null. */
interface StoredLink extends Absent<MovementColumns>, Absent<LotColumns> {
  kind: 'entry' | 'record';
  id: string | null;
  organization_id: string;
  seq: string;
  movement_id: string;
  lot_id: string;
  hash: Buffer;
  created_at: string;
  type: string;
  sku_id: string | null;
  location_id: string | null;
  qty: number | null;
  balance_after: number | null;
  holder_type: string | null;
  holder_id: string | null;
  reserved_after: number | null;
  status: string | null;
  expiry_date: string | null;
}

/** Movement and lot are null where they are not there: no foreign key holds them. */
type Absent<Columns> = { [Name in keyof Columns]: Columns[Name] | null };

export interface MovementColumns {
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

/** The columns of the lot's own row. */
export interface LotColumns {
  lot_sku_id: string;
  lot_location_id: string;
  lot_on_hand: number;
  lot_reserved: number;
  lot_status: string;
  lot_expiry_date: string;
  lot_last_hash: Buffer;
  lot_last_entry_at: string;
}

export function isWithMovement<Row extends ChainRow>(row: Row): row is Row & MovementColumns {
  return row.movement_type !== null;
}

export function isWithLot<Row extends ChainRow>(row: Row): row is Row & LotColumns {
  return row.lot_sku_id !== null;
}

/** Names one link to people. */
export function nameOf(row: ChainRow): string {
  return row.kind === 'entry' ? row.id : `${row.lot_id}/${row.seq}`;
}

export function entryOf(row: EntryRow): EntryRecord {
  return {
    id: row.id,
    seq: BigInt(row.seq),
    type: row.type,
    skuId: row.sku_id,
    locationId: row.location_id,
    lotId: row.lot_id,
    qty: row.qty,
    balanceAfter: row.balance_after,
    createdAt: row.created_at,
  };
}

export function recordOf(row: RecordRow): LotRecord {
  return {
    organizationId: row.organization_id,
    lotId: row.lot_id,
    seq: BigInt(row.seq),
    type: row.type,
    referenceType: row.holder_type,
    referenceId: row.holder_id,
    qty: row.qty,
    reservedAfter: row.reserved_after,
    status: row.status,
    expiryDate: row.expiry_date,
    createdAt: row.created_at,
  };
}

/** Leaves out the texts, which the hashes do not cover. */
export function movementOf(row: ChainRow & MovementColumns): MovementRecord {
  return {
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
  };
}

/** A position in a lot's chain; the links behind it are read. */
export interface ChainPosition {
  readonly organizationId: string;
  readonly lotId: string;
  readonly createdAt: string;
  readonly seq: string;
}

/** Reads all chains, lot by lot. @param organizationId null for all of them */
export async function* readChains(
  tx: Transaction,
  organizationId: string | null,
): AsyncGenerator<ChainRow[]> {
  let after: ChainPosition = {
    organizationId: organizationId ?? NO_ID,
    lotId: NO_ID,
    createdAt: '-infinity',
    seq: SEQ_MIN,
  };
  for (;;) {
    const rows = await tx.query(READ_CHAINS, [...valuesOf(after), organizationId, PAGE_LINKS]);
    yield rows as ChainRow[];
    const last = rows.at(-1);
    // The bound: each page begins after the last link of the one before.
    if (last === undefined || rows.length < PAGE_LINKS) return;
    after = positionOf(last);
  }
}

/** Reads the links behind these positions, lot by lot in the order of `readLots`, in which they are given. */
export async function* readAfter(
  tx: Transaction,
  positions: readonly ChainPosition[],
): AsyncGenerator<ChainRow[]> {
  let rest = positions;
  for (;;) {
    const rows = await tx.query(READ_AFTER, [
      JSON.stringify(
        rest.map(({ organizationId, lotId, createdAt, seq }) => ({
          organization_id: organizationId,
          lot_id: lotId,
          created_at: createdAt,
          seq,
        })),
      ),
      PAGE_LINKS,
    ]);
    yield rows as ChainRow[];
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_LINKS) return;
    const reached = rest.findIndex(
      ({ organizationId, lotId }) =>
        organizationId === last.organization_id && lotId === last.lot_id,
    );
    rest = [positionOf(last), ...rest.slice(reached + 1)];
  }
}

function positionOf(row: StoredLink): ChainPosition {
  return {
    organizationId: row.organization_id,
    lotId: row.lot_id,
    createdAt: row.created_at,
    seq: row.seq,
  };
}

function valuesOf({ organizationId, lotId, createdAt, seq }: ChainPosition): string[] {
  return [organizationId, lotId, createdAt, seq];
}

const ENTRY = `
  select 'entry'::text as kind, id, organization_id, seq, movement_id, lot_id, hash, created_at, type, sku_id,
         location_id, qty, balance_after, null::text as holder_type, null::text as holder_id,
         null::bigint as reserved_after, null::text as status, null::date as expiry_date
    from ledger_entry`;

const RECORD = `
  select 'record'::text, null::uuid, organization_id, seq, movement_id, lot_id, hash, created_at, type,
         null::uuid, null::uuid, qty, null::bigint, reference_type, reference_id, reserved_after, status,
         expiry_date
    from lot_record`;

const LOT_COLUMNS = `
  lot.sku_id as lot_sku_id, lot.location_id as lot_location_id, lot.on_hand as lot_on_hand,
  lot.reserved as lot_reserved, lot.status as lot_status,
  ${dateText('lot.expiry_date')} as lot_expiry_date, lot.last_hash as lot_last_hash,
  ${timestampText('lot.last_entry_at')} as lot_last_entry_at`;

const IN_ORDER = 'order by organization_id, lot_id, created_at, seq';

const selectChained = (links: string, [first, second]: readonly [string, string]) => `
  select link.kind, link.id, link.organization_id, link.seq::text as seq, link.movement_id, link.lot_id,
         link.hash, ${timestampText('link.created_at')} as created_at, link.type, link.sku_id,
         link.location_id, link.qty, link.balance_after, link.holder_type, link.holder_id,
         link.reserved_after, link.status, ${dateText('link.expiry_date')} as expiry_date,
         movement.type as movement_type, movement.sku_id as movement_sku_id,
         movement.location_id as movement_location_id, movement.idempotency_key, movement.request_digest,
         movement.reference_type, movement.reference_id, movement.rx_number, movement.rx_number_salt,
         movement.rx_number_digest, movement.po_number, movement.note, movement.note_salt,
         movement.note_digest, movement.redacted_at is not null as is_redacted, movement.actor,
         ${timestampText('movement.created_at')} as movement_created_at, ${LOT_COLUMNS}
    from (${links}) link
    left join movement on movement.organization_id = link.organization_id
         and movement.id = link.movement_id
    left join lot on lot.organization_id = link.organization_id and lot.id = link.lot_id
   order by link.${first}, link.${second}, link.created_at, link.seq`;

const pageOf = (links: string) => `
  (${links}
     where (organization_id, lot_id, created_at, seq) > ($1::uuid, $2::uuid, $3::timestamptz, $4::bigint)
       and ($5::uuid is null or organization_id = $5::uuid)
     ${IN_ORDER}
     limit $6)`;

const READ_CHAINS = statement<StoredLink>(
  'ledger-chains',
  selectChained(
    `select * from (${pageOf(ENTRY)} union all ${pageOf(RECORD)}) both_kinds
      ${IN_ORDER}
      limit $6`,
    ['organization_id', 'lot_id'],
  ),
);

const followingOf = (links: string) => `
  (${links}
     where organization_id = position.organization_id and lot_id = position.lot_id
       and (created_at, seq) > (position.created_at, position.seq)
     ${IN_ORDER}
     limit $2)`;

const READ_AFTER = statement<StoredLink>(
  'ledger-chains-after',
  selectChained(
    `select following.*
      from json_to_recordset($1::json) as position (
             organization_id uuid, lot_id uuid, created_at timestamptz, seq bigint)
     cross join lateral (
             ${followingOf(ENTRY)} union all ${followingOf(RECORD)}) following
      order by following.lot_id, following.organization_id, following.created_at, following.seq
      limit $2`,
    ['lot_id', 'organization_id'],
  ),
);

/** A lot and the end of its chain. */
export interface LotEnd extends LotColumns {
  id: string;
  organization_id: string;
}

const LOTS_A_PAGE = 500;

/** Reads lots in the order of their key: id, organization. */
export async function* readLots(
  tx: Transaction,
  organizationId: string | null,
): AsyncGenerator<LotEnd[]> {
  let after = [NO_ID, NO_ID];
  for (;;) {
    const lots = await tx.query(READ_LOTS, [...after, organizationId, LOTS_A_PAGE]);
    yield lots;
    const last = lots.at(-1);
    if (last === undefined || lots.length < LOTS_A_PAGE) return;
    after = [last.id, last.organization_id];
  }
}

const READ_LOTS = statement<LotEnd>(
  'ledger-lots',
  `select lot.id, lot.organization_id, ${LOT_COLUMNS}
     from lot
    where (lot.id, lot.organization_id) > ($1::uuid, $2::uuid)
      and ($3::uuid is null or lot.organization_id = $3::uuid)
    order by lot.id, lot.organization_id
    limit $4`,
);

/** The number of a lot's last link, as text; null where there is none. */
export async function readLastSeqs(
  tx: Transaction,
  lots: readonly LotEnd[],
): Promise<Map<string, string | null>> {
  const rows = await tx.query(READ_LAST_SEQS, [
    lots.map(({ organization_id }) => organization_id),
    lots.map(({ id }) => id),
  ]);
  return new Map(rows.map((row) => [chainName(row.organization_id, row.lot_id), row.seq]));
}

/** Names a lot's chain in maps: two organizations may have lots of one id. */
export function chainName(organizationId: string, lotId: string): string {
  return `${organizationId} ${lotId}`;
}

const lastOf = (table: string) => `
  (select seq from ${table}
    where ${table}.organization_id = lot.organization_id and ${table}.lot_id = lot.lot_id
    order by created_at desc, seq desc
    limit 1)`;

const READ_LAST_SEQS = statement<{ organization_id: string; lot_id: string; seq: string | null }>(
  'ledger-last-seqs',
  `select lot.organization_id, lot.lot_id,
          greatest(${lastOf('ledger_entry')}, ${lastOf('lot_record')})::text as seq
     from unnest($1::uuid[], $2::uuid[]) as lot (organization_id, lot_id)`,
);
