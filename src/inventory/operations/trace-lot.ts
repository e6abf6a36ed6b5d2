import type { Answer, Call } from '../../contract.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { takeSnapshot } from '../../database/moments.ts';
import { statement } from '../../database/statement.ts';
import { errors } from '../../errors.ts';
import { pageOf, readTimeCursor, timeCursor } from '../../lib/paging.ts';
import { isControlled } from '../corrections/post-witnessed.ts';
import { type AllocationRow, selectAllocations, toAllocation } from '../rows/allocation-rows.ts';
import {
  type LedgerEntryRow,
  selectLedgerEntries,
  toLedgerTransaction,
} from '../rows/ledger-rows.ts';
import { type LotRow, selectLots } from '../rows/lot-rows.ts';
import { mergedWalk } from '../rows/merged-walk.ts';
import type { OrderNamer } from '../rows/named-order.ts';
import { similarLots } from '../rows/similar-lots.ts';

/** A trace shows the newest ones and how many there are; the list of reservations has all of them. */
const ALLOCATIONS_MAX = 100;

/** A cursor that lies before the newest possible entry. */
const NEWEST = { created_at: 'infinity', seq: String(2n ** 63n - 1n) };

/**
 * Shows what happened to a lot, what is left and who holds reservations, in one snapshot.
 *
 * The cost is that of a page, however much happened to the lot: entries and reservations are read from their
 * indexes, and the totals are in the lot's row. `everywhere` costs that for each location that ever had the lot
 * number.
 */
export async function traceLot(
  { path, query, principal }: Call<'traceLot'>,
  {
    database,
    nameOrders,
  }: { readonly database: Pick<Database, 'transaction'>; readonly nameOrders: OrderNamer },
): Promise<Answer<'traceLot'>> {
  const { organizationId, environment } = principal;
  const before = readTimeCursor(query.cursor) ?? NEWEST;
  const trace = async (tx: Transaction): Promise<Answer<'traceLot'>> => {
    await takeSnapshot(tx);
    const values = [organizationId, path.id];
    const [lot] = await tx.query(FIND_LOT, values);
    if (lot === undefined) throw errors.lotNotFound('No lot of this organization has this id.');
    const traced = await tx.query(query.everywhere ? LOTS_OF_NUMBER : THIS_LOT, values);
    const lotIds = traced.map(({ id }) => id);
    const entries = await tx.query(FIND_ENTRIES, [
      organizationId,
      lotIds,
      before.created_at,
      before.seq,
      query.limit + 1,
    ]);
    const held = await tx.query(FIND_ALLOCATIONS, [organizationId, lotIds, ALLOCATIONS_MAX]);
    const allocations = held.map(toAllocation);
    const page = pageOf(
      entries,
      query.limit,
      (entry) => toLedgerTransaction(entry, environment === 'live'),
      timeCursor,
    );
    const referenceIds = [...page.data, ...allocations].flatMap(({ reference }) =>
      reference?.type === 'order' && reference.id !== null ? [reference.id] : [],
    );
    const skuId = traced[0]?.sku_id ?? '';
    const body = {
      lot,
      is_controlled: await isControlled(tx, { skuId, organizationId }),
      movements: page.data,
      allocations,
      allocations_total: traced.reduce((total, { holders }) => total + holders, 0),
      orders: await nameOrders(tx, principal, referenceIds),
      on_hand: traced.reduce((units, { on_hand }) => units + on_hand, 0),
      similar_lots: await similarLots(tx, { organizationId, skuId, lotNumber: lot.lot_number }),
      next_cursor: page.next_cursor,
    };
    return { status: 200, body };
  };
  return database.transaction(trace, { actingFor: organizationId });
}

/** By the organization and the id. */
export const FIND_LOT = statement<LotRow>(
  'trace-lot',
  selectLots('select * from lot where organization_id = $1::uuid and id = $2::uuid'),
);

interface TracedRow {
  readonly id: string;
  readonly sku_id: string;
  readonly on_hand: number;
  readonly holders: number;
}

const THIS_LOT = statement<TracedRow>(
  'trace-this-lot',
  `select id, sku_id, on_hand, holders from lot where organization_id = $1::uuid and id = $2::uuid`,
);

/** Finds the lots of that number and SKU at every location. */
const LOTS_OF_NUMBER = statement<TracedRow>(
  'trace-lots-of-number',
  `
    select lot.id, lot.sku_id, lot.on_hand, lot.holders
      from (select organization_id, sku_id, lot_number
              from lot
             where organization_id = $1::uuid and id = $2::uuid
            offset 0) named
     cross join lateral (
           select id, sku_id, on_hand, holders
             from lot
            where lot_number = named.lot_number and sku_id = named.sku_id
              and organization_id = named.organization_id
           offset 0) lot`,
);

const FIND_ENTRIES = statement<LedgerEntryRow>(
  'trace-entries',
  selectLedgerEntries(
    mergedWalk({
      ranges: 'unnest($2::uuid[]) as traced (lot_id)',
      table: 'ledger_entry entry',
      range: 'entry.organization_id = $1::uuid and entry.lot_id = traced.lot_id',
      conditions: '(entry.created_at, entry.seq) < ($3::timestamptz, $4::bigint)',
      order: 'entry.created_at desc, entry.seq desc',
      limit: '$5',
    }),
  ),
);

const FIND_ALLOCATIONS = statement<AllocationRow>(
  'trace-allocations',
  selectAllocations(
    mergedWalk({
      ranges: 'unnest($2::uuid[]) as traced (lot_id)',
      table: 'allocation',
      range: 'allocation.organization_id = $1::uuid and allocation.lot_id = traced.lot_id',
      order: 'allocation.created_at desc, allocation.id desc',
      limit: '$3',
    }),
  ),
);
