// Proves the ledger: every link's hash from its content and its predecessor, every lot's units, reservations,
// status and expiry from its chain, every level from its lots, and that what a row names is there, for which the
// ledger has no foreign keys. One snapshot, read in pages, so that memory
// stays the same whatever the ledger's length.
//
// Anyone who owns the database could write all of that again. An anchor, kept elsewhere, holds the heads of
// the chains as they were: a chain that does not run through its head was written again, or cut back.
import type { Database, Transaction } from '../../database/database.ts';
import { takeSnapshot } from '../../database/moments.ts';
import { statement } from '../../database/statement.ts';
import type { OnProgress } from '../../lib/on-progress.ts';
import { movementTypes } from '../rules/movement-types.ts';
import type { Anchor } from './anchor-file.ts';
import { chainName, readAfter, readChains, readLots } from './chain-rows.ts';
import { type LedgerProblem, LedgerReport, LotChain } from './replay-chain.ts';

const PROBLEMS_SHOWN_MAX = LedgerReport.PROBLEMS_SHOWN_MAX;

interface LedgerVerdict {
  readonly ok: boolean;
  readonly entries: number;
  readonly records: number;
  readonly lots: number;
  readonly levels: number;
  /** The time of the anchor before which nothing was read; null where all was. */
  readonly since: string | null;
  readonly problem_count: number;
  /** The first thousand of them. */
  readonly problems: readonly LedgerProblem[];
}

export interface VerifyOptions {
  /** Read everything, and find the head that it holds of each lot on the lot's chain. */
  readonly against?: Anchor | undefined;
  /** Begin at its heads and read nothing before them. */
  readonly since?: Anchor | undefined;
  /** Called with the lots whose chains are read. */
  readonly onProgress?: OnProgress | undefined;
}

/** @param organizationId null for all of them */
export async function verifyLedger(
  database: Database,
  organizationId: string | null,
  { against, since, onProgress }: VerifyOptions = {},
): Promise<LedgerVerdict> {
  return database.transaction(
    async (tx) => {
      await takeSnapshot(tx);
      const report = new LedgerReport();
      const [counted] = await tx.query(COUNTS, [organizationId]);
      const onLots = (lots: number) => onProgress?.(lots, counted?.lots);
      if (since === undefined) {
        await verifyAll(tx, organizationId, { report, anchor: against, onLots });
      } else await verifySince(tx, organizationId, { report, anchor: since, onLots });
      await verifySums(tx, organizationId, report);
      await verifyMovements(tx, [organizationId, since?.time ?? '-infinity'], report);
      return {
        ok: report.count === 0,
        entries: report.entries,
        records: report.records,
        lots: counted?.lots ?? 0,
        levels: counted?.levels ?? 0,
        since: since?.time ?? null,
        problem_count: report.count,
        problems: report.problems,
      };
    },
    { long: true },
  );
}

/** Follows every chain from its beginning. */
async function verifyAll(
  tx: Transaction,
  organizationId: string | null,
  {
    report,
    anchor,
    onLots,
  }: { report: LedgerReport; anchor: Anchor | undefined; onLots: (lots: number) => void },
): Promise<void> {
  let chain: LotChain | undefined;
  let lots = 0;
  const heads = new Map(anchor?.heads);
  for await (const rows of readChains(tx, organizationId)) {
    for (const row of rows) {
      if (!chain?.isOf(row)) {
        chain?.end(report);
        lots += 1;
        const name = chainName(row.organization_id, row.lot_id);
        chain = LotChain.begin(row, heads.get(name));
        heads.delete(name);
      }
      chain.follow(row, report);
    }
    onLots(lots);
  }
  chain?.end(report);
  for (const { organization, lot } of heads.values()) {
    if (organizationId !== null && organization !== organizationId) continue;
    report.add('lot', lot, 'it has no chain, and it had one when it was anchored');
  }
}

/** Follows every chain from its anchored head; that of a lot which came later from its beginning. */
async function verifySince(
  tx: Transaction,
  organizationId: string | null,
  {
    report,
    anchor,
    onLots,
  }: { report: LedgerReport; anchor: Anchor; onLots: (lots: number) => void },
): Promise<void> {
  let read = 0;
  const heads = new Map(anchor.heads);
  for await (const lots of readLots(tx, organizationId)) {
    const chains = new Map<string, LotChain>();
    for (const lot of lots) {
      const name = chainName(lot.organization_id, lot.id);
      chains.set(name, LotChain.resume(lot, heads.get(name)));
      heads.delete(name);
    }
    const positions = [...chains.values()].map((chain) => chain.position());
    for await (const rows of readAfter(tx, positions)) {
      for (const row of rows) {
        chains.get(chainName(row.organization_id, row.lot_id))?.follow(row, report);
      }
    }
    for (const chain of chains.values()) chain.end(report);
    read += lots.length;
    onLots(read);
  }
  for (const { organization, lot } of heads.values()) {
    if (organizationId !== null && organization !== organizationId) continue;
    report.add('lot', lot, 'it is gone, and it was there when it was anchored');
  }
}

async function verifySums(
  tx: Transaction,
  organizationId: string | null,
  report: LedgerReport,
): Promise<void> {
  for (const level of await tx.query(WRONG_LEVELS, [organizationId])) {
    report.add('level', level.id, 'its units are not the sum of its lots');
  }
  for (const lot of await tx.query(WRONG_RESERVATIONS, [organizationId])) {
    if (lot.is_wrong_sum) {
      report.add('lot', lot.id, 'its reserved is not the sum of its allocations');
    }
    if (lot.is_wrong_count) report.add('lot', lot.id, 'its holders are not its allocations');
  }
  for (const lot of await tx.query(MISSING_ALLOCATED_LOTS, [organizationId])) {
    report.add('lot', lot.id, 'it is not where an allocation of it is');
  }
  for (const lot of await tx.query(LOTS_WITHOUT_ENTRIES, [organizationId])) {
    report.add('lot', lot.id, 'it has no entries');
  }
}

async function verifyMovements(
  tx: Transaction,
  scope: readonly [organizationId: string | null, since: string],
  report: LedgerReport,
): Promise<void> {
  const mayBeWithout = movementTypes(false, 'sometimes');
  for (const movement of await tx.query(WRONG_TEXTS, [...scope, mayBeWithout])) {
    report.add('movement', movement.id, 'its note or rx_number is not the one that was posted');
  }
  for (const movement of await tx.query(MOVEMENTS_WITHOUT_ENTRIES, [
    ...scope,
    movementTypes(true),
  ])) {
    report.add('movement', movement.id, 'it has no entries');
  }
  for (const level of await tx.query(MISSING_LEVELS, [...scope])) {
    report.add('level', level.id, 'it is gone, and movements are of it');
  }
}

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
        or level.quarantined_reserved
           <> coalesce(sum(lot.reserved) filter (where lot.status = 'quarantine'), 0)
     order by level.organization_id, level.sku_id, level.location_id
     limit ${PROBLEMS_SHOWN_MAX}`,
);

const WRONG_RESERVATIONS = statement<{
  id: string;
  is_wrong_sum: boolean;
  is_wrong_count: boolean;
}>(
  'ledger-wrong-reservations',
  `
    select lot.id, lot.reserved <> coalesce(sum(allocation.qty), 0) as is_wrong_sum,
           lot.holders <> count(allocation.id) as is_wrong_count
      from lot
      left join allocation on allocation.organization_id = lot.organization_id
           and allocation.lot_id = lot.id
     where $1::uuid is null or lot.organization_id = $1::uuid
     group by lot.organization_id, lot.id
    having lot.reserved <> coalesce(sum(allocation.qty), 0) or lot.holders <> count(allocation.id)
     order by lot.organization_id, lot.id
     limit ${PROBLEMS_SHOWN_MAX}`,
);

/** No foreign key holds the lot of an allocation. */
const MISSING_ALLOCATED_LOTS = statement<{ organization_id: string; id: string }>(
  'ledger-missing-allocated-lots',
  `
    select distinct allocation.organization_id, allocation.lot_id as id
      from allocation
     where ($1::uuid is null or allocation.organization_id = $1::uuid)
       and not exists (
             select from lot
              where lot.id = allocation.lot_id and lot.organization_id = allocation.organization_id
                and lot.sku_id = allocation.sku_id and lot.location_id = allocation.location_id)
     order by allocation.organization_id, allocation.lot_id
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

/** Checks movements without entries and lot records; the others' texts are proved with their chains. */
const WRONG_TEXTS = statement<{ id: string }>(
  'ledger-wrong-texts',
  `
    select movement.id
      from movement
     where ($1::uuid is null or movement.organization_id = $1::uuid)
       and movement.created_at >= $2::timestamptz
       and movement.type = any($3::text[])
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
       and movement.created_at >= $2::timestamptz
       and movement.type = any($3::text[])
     order by movement.organization_id, movement.id
     limit ${PROBLEMS_SHOWN_MAX}`,
);

/** No foreign key holds the level of a movement. Levels are few: looking one up for each movement takes five times as long. */
const MISSING_LEVELS = statement<{ id: string }>(
  'ledger-missing-levels',
  `
    select named.sku_id || '/' || named.location_id as id
      from (select distinct organization_id, sku_id, location_id
              from movement
             where ($1::uuid is null or organization_id = $1::uuid) and created_at >= $2::timestamptz) named
     where not exists (
             select from stock_level level
              where level.sku_id = named.sku_id and level.location_id = named.location_id
                and level.organization_id = named.organization_id)
     order by named.organization_id, named.sku_id, named.location_id
     limit ${PROBLEMS_SHOWN_MAX}`,
);
