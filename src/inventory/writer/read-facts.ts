// What a batch reads while its levels are locked. Reading is a statement of its own, because READ COMMITTED takes
// its snapshot per statement: one that locked a level and read its lots would see the lots as they were
// before it waited.
import { type Queryable, type Transaction, timestampText } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import {
  type EarlierMovement,
  type EarlierRow,
  keyName,
  selectEarlier,
  toEarlier,
} from '../rows/earlier-movements.ts';
import type { Target } from '../rows/find-sku-at-location.ts';
import { type BatchFacts, lotNumberKey } from '../rules/batch.ts';
import type { Book } from '../rules/decide-count.ts';
import { type Needs, needsOf, type StockChange } from '../rules/requests.ts';
import { levelName } from '../rules/stock.ts';
import {
  isSimple,
  LEVEL_PARTS,
  LEVELS,
  type LevelRow,
  type ReadLevels,
  readLevels,
  SIMPLE_LEVELS,
} from './read-levels.ts';

export interface Facts extends BatchFacts, Pick<ReadLevels<SimpleFactsRow>, 'beyond'> {
  readonly earlierByKey: Map<string, EarlierMovement>;
  /** Keyed by `levelName`. */
  readonly targets: ReadonlyMap<string, Target>;
}

/**
 * Reads what the changes need to be decided: their levels with the prefix of usable lots that covers the
 * demand, the lots and lot numbers they name, movements posted before with their keys, the date at each
 * location, the clock. The caller holds the levels' locks.
 *
 * @param lotsMax lots of all levels together
 */
export async function readFacts(
  tx: Transaction,
  changes: readonly StockChange[],
  lotsMax = Infinity,
): Promise<Facts> {
  const needs = changes.flatMap(needsOf);
  const keys = JSON.stringify(keysOf(changes));
  const arriving = arrivingOf(needs);
  const read = async (
    wanted: string,
  ): Promise<(SimpleFactsRow & Partial<FactsRow>) | undefined> => {
    const [found] = await (arriving.length === 0 && needs.every(isSimple)
      ? tx.query(READ_SIMPLE_FACTS, [wanted, keys])
      : tx.query(READ_FACTS, [wanted, keys, JSON.stringify(arriving)]));
    return found;
  };
  const [[block], books, { row, levels, beyond }] = await Promise.all([
    tx.query(NEXT_BLOCK, []),
    readBooks(tx, changes),
    readLevels(needs, read, lotsMax),
  ]);
  if (block === undefined) throw new Error('A sequence has a next value.');
  return {
    levels,
    books,
    beyond,
    now: row.now,
    firstSeq: BigInt(block.first_seq),
    lotNumbers: new Map(
      (row.lot_numbers ?? []).map((known) => [
        lotNumberKey(
          { organizationId: known.organization_id, skuId: known.sku_id },
          known.lot_number,
        ),
        { expiryDate: known.expiry_date, quarantined: known.quarantined },
      ]),
    ),
    targets: new Map(
      (row.levels ?? []).map((level) => [
        levelName({
          organizationId: level.organization_id,
          skuId: level.sku_id,
          locationId: level.location_id,
        }),
        { productId: level.product_id, isDefaultLocation: level.is_default },
      ]),
    ),
    earlierByKey: new Map(
      (row.earlier ?? []).map((found) => [
        keyName(found.organization_id, { key: found.idempotency_key, operation: found.operation }),
        toEarlier(found),
      ]),
    ),
  };
}

/**
 * Numbers for the entries of one batch. It is a statement of its own, in the same trip: on Citus the sequence is on the
 * node that the service is connected to, and the rows are on another.
 */
const NEXT_BLOCK = statement<{ first_seq: string }>(
  'next-ledger-block',
  `select nextval('ledger_block')::text as first_seq`,
);

interface SimpleFactsRow {
  now: string;
  levels: LevelRow[] | null;
  earlier: EarlierRow[] | null;
}

interface FactsRow extends SimpleFactsRow {
  lot_numbers: LotNumberRow[] | null;
}

interface LotNumberRow {
  readonly organization_id: string;
  readonly sku_id: string;
  readonly lot_number: string;
  readonly expiry_date: string;
  readonly quarantined: boolean;
}

const NOW_AND_EARLIER = `
     (select ${timestampText('moment.at')} from moment) as now,
     (select json_agg(earlier.found)
        from json_to_recordset($2::json) as keyed (
               organization_id uuid, idempotency_key text, operation text)
       cross join lateral (${selectEarlier('keyed')}) earlier) as earlier`;

const READ_FACTS = statement<FactsRow>(
  'read-facts',
  `with ${LEVEL_PARTS}, known_number as materialized (
     -- Shared, so that a recall, which changes the row, waits for receipts that have read it, and they for it.
     select known.*
       from (select * from json_to_recordset($3::json) as named (
                             organization_id uuid, sku_id uuid, lot_number text)
              order by organization_id, sku_id, lot_number) arriving
      cross join lateral (
            select lot_number.organization_id, lot_number.sku_id, lot_number.lot_number,
                   lot_number.expiry_date, lot_number.quarantined
              from lot_number
             where lot_number.lot_number = arriving.lot_number and lot_number.sku_id = arriving.sku_id
               and lot_number.organization_id = arriving.organization_id
             limit 1
               for share) known
   )
   select ${NOW_AND_EARLIER},
     ${LEVELS} as levels,
     (select json_agg(json_build_object(
         'organization_id', known_number.organization_id, 'sku_id', known_number.sku_id,
         'lot_number', known_number.lot_number, 'expiry_date', known_number.expiry_date,
         'quarantined', known_number.quarantined))
        from known_number) as lot_numbers`,
);

/** READ_FACTS where no lot comes to carry a number and all needs are simple, as those of most draws. */
const READ_SIMPLE_FACTS = statement<SimpleFactsRow>(
  'read-simple-facts',
  `with ${LEVEL_PARTS} select ${NOW_AND_EARLIER}, ${SIMPLE_LEVELS} as levels`,
);

/** Reads the balances of the ledger at the times of counts, where these are not now. */
export async function readBooks(
  tx: Queryable,
  changes: readonly StockChange[],
): Promise<Map<string, Book>> {
  const counts = changes.flatMap(({ level, request, movement }) =>
    request.type === 'count' && request.countedAt !== null
      ? [
          {
            movement_id: movement.id,
            organization_id: level.organizationId,
            sku_id: level.skuId,
            location_id: level.locationId,
            lot_number: request.lotNumber,
            counted_at: request.countedAt,
          },
        ]
      : [],
  );
  if (counts.length === 0) return new Map();
  const books = await tx.query(READ_BOOKS, [JSON.stringify(counts)]);
  return new Map(
    books.map(({ movement_id, units, first_entry_at, is_counted_since }) => [
      movement_id,
      { units, firstEntryAt: first_entry_at, isCountedSince: is_counted_since },
    ]),
  );
}

interface BookRow {
  readonly movement_id: string;
  readonly units: number | null;
  readonly first_entry_at: string;
  readonly is_counted_since: boolean;
}

const IS_OF_LOT = `
  entry.organization_id = lot.organization_id and entry.lot_id = lot.id`;

const READ_BOOKS = statement<BookRow>(
  'read-books-of-counts',
  `select given.movement_id, book.balance_after as units,
          ${timestampText('first.created_at')} as first_entry_at,
          since.is_counted is not null as is_counted_since
     from json_to_recordset($1::json) as given (
            movement_id uuid, organization_id uuid, sku_id uuid, location_id uuid, lot_number text,
            counted_at timestamptz)
    cross join lateral (
          select id, organization_id from lot
           where lot.lot_number = given.lot_number and lot.sku_id = given.sku_id
             and lot.location_id = given.location_id and lot.organization_id = given.organization_id
           limit 1) lot
    cross join lateral (
          select created_at from ledger_entry entry
           where ${IS_OF_LOT}
           order by entry.created_at, entry.seq
           limit 1) first
     left join lateral (
          select balance_after from ledger_entry entry
           where ${IS_OF_LOT} and entry.created_at <= given.counted_at
           order by entry.created_at desc, entry.seq desc
           limit 1) book on true
     left join lateral (
          select true as is_counted from movement
           where movement.organization_id = lot.organization_id and movement.lot_id = lot.id
             and movement.created_at > given.counted_at and movement.type = 'count'
           order by movement.created_at desc
           limit 1) since on true`,
);

function keysOf(changes: readonly StockChange[]) {
  return changes.flatMap(({ level, keyed }) =>
    keyed === undefined
      ? []
      : [
          {
            organization_id: level.organizationId,
            idempotency_key: keyed.key,
            operation: keyed.operation,
          },
        ],
  );
}

/** The lot numbers that a lot may come to carry, each once. */
function arrivingOf(needs: readonly Needs[]) {
  const named = needs.flatMap(({ level, arriving }) =>
    arriving === undefined
      ? []
      : [
          [
            lotNumberKey(level, arriving),
            {
              organization_id: level.organizationId,
              sku_id: level.skuId,
              lot_number: arriving,
            },
          ] as const,
        ],
  );
  return [...new Map(named).values()];
}
