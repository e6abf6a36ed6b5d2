import type { Answer, Call } from '../contract.ts';
import type { Database } from '../database/database.ts';
import type { Statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { selectLots } from './list-lots.ts';
import { selectAllocations, toAllocation } from './rows/allocation-rows.ts';
import { selectTransactions, toTransaction } from './rows/ledger-rows.ts';

/** Of each; a lot that has more says so, and its entries are in the list of transactions. */
const ROWS_MAX = 10_000;

/** What happened to a lot, what is left and who holds reservations. One snapshot. */
export async function traceLot(
  { path, query, principal }: Call<'traceLot'>,
  { database }: { readonly database: Database },
): Promise<Answer<'traceLot'>> {
  const { organizationId, environment } = principal;
  return database.transaction(async (tx) => {
    await tx.query(SNAPSHOT, []);
    const values = [organizationId, path.id];
    const [lot] = await tx.query(LOT, values);
    if (lot === undefined) throw errors.lotNotFound('No lot of this organization has this id.');
    const lots = query.everywhere ? (await tx.query(LOTS, values)).map(({ id }) => id) : [lot.id];
    const entries = await tx.query(ENTRIES, [organizationId, lots, ROWS_MAX + 1]);
    const allocations = await tx.query(ALLOCATIONS, [organizationId, lots, ROWS_MAX + 1]);
    const [{ on_hand }] = await tx.query(ON_HAND, [organizationId, lots]);
    const body = {
      lot,
      movements: entries
        .slice(0, ROWS_MAX)
        .map((entry) => toTransaction(entry, environment === 'live')),
      allocations: allocations.slice(0, ROWS_MAX).map(toAllocation),
      on_hand,
      truncated: Math.max(entries.length, allocations.length) > ROWS_MAX,
    };
    return { status: 200, body };
  });
}

const SNAPSHOT: Statement = {
  name: 'trace-snapshot',
  text: 'set transaction isolation level repeatable read, read only',
};

const LOT: Statement = {
  name: 'trace-lot',
  text: selectLots('t.organization_id = $1::uuid and t.id = $2::uuid'),
};

/** The lot number of that SKU, wherever it lies. */
const LOTS: Statement = {
  name: 'trace-lots',
  text: `
    select other.id
      from lot t
      join lot other using (organization_id, sku_id, lot_number)
     where t.organization_id = $1::uuid and t.id = $2::uuid`,
};

const ENTRIES: Statement = {
  name: 'trace-entries',
  text: `${selectTransactions('e.organization_id = $1::uuid and e.lot_id = any($2::uuid[])')}
     order by e.created_at, e.seq limit $3`,
};

const ALLOCATIONS: Statement = {
  name: 'trace-allocations',
  text: `${selectAllocations('a.organization_id = $1::uuid and a.lot_id = any($2::uuid[])')}
     order by a.id limit $3`,
};

const ON_HAND: Statement = {
  name: 'trace-on-hand',
  text: `
    select coalesce(sum(on_hand), 0)::bigint as on_hand
      from lot where organization_id = $1::uuid and id = any($2::uuid[])`,
};
