import type { Answer, Call } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { takeSnapshot } from '../database/snapshot.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { type AllocationRow, selectAllocations, toAllocation } from './rows/allocation-rows.ts';
import {
  type LedgerEntryRow,
  selectLedgerEntries,
  toLedgerTransaction,
} from './rows/ledger-rows.ts';
import { type LotRow, selectLots } from './rows/lot-rows.ts';

/** Of each; a lot that has more says so, and its entries are in the list of transactions. */
const ROWS_MAX = 10_000;

/** What happened to a lot, what is left and who holds reservations. One snapshot. */
export async function traceLot(
  { path, query, principal }: Call<'traceLot'>,
  { database }: { readonly database: Pick<Database, 'transaction'> },
): Promise<Answer<'traceLot'>> {
  const { organizationId, environment } = principal;
  return database.transaction(async (tx) => {
    await takeSnapshot(tx);
    const values = [organizationId, path.id];
    const [lot] = await tx.query(FIND_LOT, values);
    if (lot === undefined) throw errors.lotNotFound('No lot of this organization has this id.');
    const lots = query.everywhere ? await tx.query(FIND_LOTS, values) : [lot];
    const lotIds = lots.map(({ id }) => id);
    const entries = await tx.query(FIND_ENTRIES, [organizationId, lotIds, ROWS_MAX + 1]);
    const allocations = await tx.query(FIND_ALLOCATIONS, [organizationId, lotIds, ROWS_MAX + 1]);
    const [units] = await tx.query(COUNT_UNITS, [organizationId, lotIds]);
    const body = {
      lot,
      movements: entries
        .slice(0, ROWS_MAX)
        .map((entry) => toLedgerTransaction(entry, environment === 'live')),
      allocations: allocations.slice(0, ROWS_MAX).map(toAllocation),
      on_hand: units?.on_hand ?? 0,
      truncated: Math.max(entries.length, allocations.length) > ROWS_MAX,
    };
    return { status: 200, body };
  });
}

const FIND_LOT = statement<LotRow>(
  'trace-lot',
  selectLots('lot.organization_id = $1::uuid and lot.id = $2::uuid'),
);

/** The lot number of that SKU, wherever it lies. */
const FIND_LOTS = statement<{ id: string }>(
  'trace-lots',
  `
    select other.id
      from lot
      join lot other using (organization_id, sku_id, lot_number)
     where lot.organization_id = $1::uuid and lot.id = $2::uuid`,
);

const FIND_ENTRIES = statement<LedgerEntryRow>(
  'trace-entries',
  `${selectLedgerEntries('entry.organization_id = $1::uuid and entry.lot_id = any($2::uuid[])')}
     order by entry.created_at, entry.seq
     limit $3`,
);

const FIND_ALLOCATIONS = statement<AllocationRow>(
  'trace-allocations',
  `${selectAllocations('allocation.organization_id = $1::uuid and allocation.lot_id = any($2::uuid[])')}
     order by allocation.id
     limit $3`,
);

const COUNT_UNITS = statement<{ on_hand: number }>(
  'trace-on-hand',
  `
    select coalesce(sum(on_hand), 0)::bigint as on_hand
      from lot
     where organization_id = $1::uuid and id = any($2::uuid[])`,
);
