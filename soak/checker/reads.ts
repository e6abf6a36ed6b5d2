// What each read must show of a state, by the decisions alone.
import {
  announce,
  apply,
  daysLeft,
  findLotNumber,
  inDrawOrder,
  type Lot,
  reservedIn,
  type State,
  usable,
} from '../../kit/model.ts';
import { type Ask, lotName } from '../history.ts';
import { listOf } from './lists.ts';
import { free, type Now } from './now.ts';
import { asOf, traceOf, transactionsOf } from './past.ts';

/** Entries of a lot that a read shows. */
export const ENTRIES_SHOWN = 10;

export type Read = Exclude<Ask, { kind: 'change' | 'feed' }>;

export function readOf(now: Now, read: Read): readonly unknown[] {
  const { state, entries } = now;
  switch (read.kind) {
    case 'stock':
      return state.levels
        .filter(({ sku, version }) => sku === read.sku && version > 0)
        .map(({ at, version }) => ({ at, version, ...now.units({ sku: read.sku, at }) }))
        .sort((a, b) => (a.at < b.at ? -1 : 1));
    case 'lots':
      return inDrawOrder(state, read).map((lot) => ({
        lot: lot.lot,
        status: lot.status,
        expiry: findLotNumber(state, lot).expiry,
        on_hand: lot.onHand,
        reserved: reservedIn(state, lot),
        available: usable(state, lot, state.today) ? free(state, lot) : 0,
      }));
    case 'allocations':
      return state.holds
        .filter(({ order }) => order === read.order)
        .map(({ lot, qty }) => [lot.sku, lot.at, lot.lot, qty].join(' '))
        .sort();
    case 'entries':
      return (entries[lotName(read)] ?? [])
        .slice(-ENTRIES_SHOWN)
        .reverse()
        .map(({ qty, after }) => [qty, after]);
    case 'preview':
      return preview(state, read);
    case 'dry_run':
      return dryRun(state, read.asOf);
    case 'as_of':
      return asOf(now, read);
    case 'transactions':
      return transactionsOf(now, read);
    case 'trace':
      return traceOf(now, read);
    case 'levels':
    case 'lot_list':
    case 'skus':
    case 'locations':
    case 'scan':
      return listOf(now, read);
    default: {
      const never: never = read;
      throw new Error(`Nobody knows how to read ${JSON.stringify(never)}.`);
    }
  }
}

/** What would leave its lot and what would be announced. */
function dryRun(state: State, asOf: string): string[] {
  const copy = structuredClone(state);
  const { moved } = apply(copy, { kind: 'sweep', asOf }) as { moved: unknown[] };
  const again = structuredClone(state.lots);
  const announced = again
    .filter((lot) => announce(state, lot, asOf))
    .map((lot) => [lot.sku, lot.at, lot.lot, daysLeft(state, lot, asOf), lot.onHand]);
  return [...moved, ...announced].map(String).sort();
}

/** What a draw would take: the order's own first, then what no one holds. */
function preview(now: State, { order, qty, ...level }: Read & { kind: 'preview' }) {
  const state = withMoves(now, { order, ...level });
  const lots = inDrawOrder(state, level).filter((lot) => usable(state, lot, state.today));
  const own = (lot: Lot) =>
    state.holds.find((hold) => hold.lot === lot && hold.order === order)?.qty ?? 0;
  const taken = new Map<string, number>();
  let missing = qty;
  for (const offer of [own, (lot: Lot) => free(state, lot)]) {
    for (const lot of lots) {
      const units = Math.min(missing, offer(lot));
      if (units > 0) taken.set(lot.lot, (taken.get(lot.lot) ?? 0) + units);
      missing -= units;
    }
  }
  return [...taken, ['shortfall', missing]];
}

/** What the order holds in lots that cannot serve it moves first, as far as there is room. */
function withMoves(
  state: State,
  { order, sku, at }: { order?: string | undefined; sku: string; at: string },
): State {
  const waiting = state.holds
    .filter((hold) => hold.order === order && hold.lot.sku === sku && hold.lot.at === at)
    .filter(({ lot }) => !usable(state, lot, state.today))
    .sort((a, b) => a.since - b.since);
  if (waiting.length === 0) return state;
  const holds = state.holds.map((hold) => ({ ...hold }));
  const after = { ...state, holds };
  for (const { lot: from, qty } of waiting) {
    let missing = qty;
    for (const lot of inDrawOrder(state, { sku, at })) {
      if (!usable(state, lot, state.today)) continue;
      const units = Math.min(missing, free(after, lot));
      if (units === 0) continue;
      const held = holds.find((hold) => hold.order === order && hold.lot === lot);
      if (held) held.qty += units;
      else holds.push({ order: order as string, lot, qty: units, since: state.clock });
      missing -= units;
    }
    const left = holds.find((hold) => hold.order === order && hold.lot === from);
    if (left) left.qty = missing;
  }
  return after;
}
