// What reads of the ledger must show of a moment: what was in stock at a time, pages of entries, the trace of a lot.
import { findLotNumber, type Lot, reservedIn, sum, usable } from '../../kit/model.ts';
import type { EntryPosition, ListAsk } from '../asks.ts';
import { type Base, type Entry, lotName } from '../history.ts';
import type { Asked } from './attribute.ts';
import { free, type Now } from './now.ts';
import { isOperators, WORKER } from './steps.ts';
import { firstIndex } from './watch.ts';

/** Entries that are forgotten no sooner; no one asks for what is older. */
const KEPT_MILLISECONDS = 60_000;
/** So many entries of each lot are kept, however old they are. */
const ENTRIES_KEPT = 10;

type Ask<Kind> = ListAsk & { readonly kind: Kind };

/** Level by level what its lots held at the time: the balance of the last entry of each at or before it. */
export function asOf({ state, entries }: Now, { sku, asOf: time }: Ask<'as_of'>) {
  const today = time.slice(0, 10);
  const held = state.lots
    .filter((lot) => lot.sku === sku)
    .flatMap((lot) => {
      const last = entries[lotName(lot)]?.findLast(({ createdAt }) => createdAt <= time);
      if (last === undefined) return [];
      return [{ at: lot.at, units: last.after, expiry: findLotNumber(state, lot).expiry }];
    });
  const units = (some: typeof held) => sum(some.map((one) => one.units));
  return [...Map.groupBy(held, ({ at }) => at)]
    .map(([at, lots]) => ({
      at,
      on_hand: units(lots),
      expired: units(lots.filter(({ expiry }) => expiry < today)),
      next_expiry:
        lots
          .filter((one) => one.expiry >= today && one.units > 0)
          .map(({ expiry }) => expiry)
          .sort()[0] ?? null,
      unknown: [null, null, null, null],
    }))
    .sort((a, b) => (a.at < b.at ? -1 : 1));
}

/** The earliest time of what callers of the API did to a SKU behind a state; nothing of it may become so late. */
export function earliestBehind(asked: readonly Asked[]): (sku: string, index: number) => string {
  const bySku = new Map<string, { stateIndex: number; least: string }[]>();
  for (const [index, { movements }] of [...asked.entries()].reverse()) {
    for (const { actor, links } of movements) {
      if (isOperators(actor) || actor === WORKER) continue;
      for (const { sku, createdAt, kind } of links) {
        if (kind !== 'entry' || !createdAt) continue;
        const found = bySku.get(sku) ?? [];
        bySku.set(sku, found);
        const before = found.at(-1)?.least ?? NEVER;
        found.push({ stateIndex: index + 1, least: createdAt < before ? createdAt : before });
      }
    }
  }
  for (const found of bySku.values()) found.reverse();
  return (sku, index) => {
    const found = bySku.get(sku) ?? [];
    return found[firstIndex(found, (one) => one.stateIndex > index)]?.least ?? NEVER;
  };
}

const NEVER = '9999';

/** Newest first, and where the next page begins. */
export function transactionsOf(now: Now, ask: Ask<'transactions'>): unknown[] {
  const lots = now.state.lots.filter(
    ({ sku, at, lot }) =>
      sku === ask.sku && (ask.lot === undefined || (lot === ask.lot && at === ask.at)),
  );
  const isAsked = ({ createdAt, type, order }: Entry) =>
    (ask.type === undefined || type === ask.type) &&
    (ask.order === undefined || order === ask.order) &&
    (ask.to === undefined || createdAt < ask.to);
  const found = lots.flatMap((lot) =>
    newest(now.entries[lotName(lot)] ?? [], ({ createdAt }) => createdAt >= ask.from)
      .filter(isAsked)
      .map((entry) => ({ ...entry, lot })),
  );
  return pageOf(found, ask);
}

/** One lot, or its number everywhere: its entries, who holds how much of it, and what is left. */
export function traceOf(now: Now, ask: Ask<'trace'>): unknown[] {
  const { state } = now;
  const lots = state.lots.filter(
    ({ sku, at, lot }) => sku === ask.sku && lot === ask.lot && (ask.everywhere || at === ask.at),
  );
  const own = lots.find(({ at }) => at === ask.at);
  const found = lots.flatMap((lot) =>
    (now.entries[lotName(lot)] ?? []).map((entry) => ({ ...entry, lot })),
  );
  const holds = state.holds.filter(({ lot }) => lots.includes(lot));
  return [
    own && lotRow(now, own),
    holdsShown(holds.map(({ order, lot, qty }) => [order, lot.at, qty].join(' '))),
    [holds.length, sum(lots.map(({ onHand }) => onHand))],
    ...pageOf(found, ask),
  ];
}

const HOLDS_SHOWN = 100;

/** Gives only the number where there are more than are shown, since any may be shown. */
export function holdsShown(holds: readonly string[]): readonly string[] | number {
  return holds.length < HOLDS_SHOWN ? holds.toSorted() : HOLDS_SHOWN;
}

/** Makes the row that each list of lots shows. */
export function lotRow({ state, ids }: Now, lot: Lot) {
  return {
    sku: lot.sku,
    at: lot.at,
    lot: lot.lot,
    id: ids[lotName(lot)],
    status: lot.status,
    expiry: findLotNumber(state, lot).expiry,
    on_hand: lot.onHand,
    reserved: reservedIn(state, lot),
    available: usable(state, lot, state.today) ? free(state, lot) : 0,
  };
}

function pageOf(
  found: (Entry & { lot: Lot })[],
  { after, limit }: { after?: EntryPosition; limit: number },
): unknown[] {
  const positionOf = ({ createdAt, seq }: Entry) => `${createdAt} ${seq}`;
  const behind = found
    .filter((entry) => after === undefined || positionOf(entry) < after.join(' '))
    .sort((a, b) => (positionOf(a) < positionOf(b) ? 1 : -1));
  const shown = behind.slice(0, limit);
  const last = shown.at(-1);
  return [
    ...shown.map(({ lot, type, qty, after: balance, order, createdAt }) => [
      lot.at,
      lot.lot,
      type,
      qty,
      balance,
      order,
      createdAt,
    ]),
    { next: behind.length > limit && last ? [last.createdAt, last.seq] : null },
  ];
}

/** @returns the entries at the end that satisfy the predicate */
function newest(entries: readonly Entry[], isSo: (entry: Entry) => boolean): readonly Entry[] {
  return entries.slice(entries.findLastIndex((entry) => !isSo(entry)) + 1);
}

/** Drops entries that no read will ask for any more. */
export function forgetEntries(base: Pick<Base, 'entries'>): void {
  const last = Object.values(base.entries).map((entries) => entries.at(-1)?.createdAt ?? '');
  const latest = last.reduce((one, other) => (one < other ? other : one), '');
  if (latest === '') return;
  const since = new Date(Date.parse(latest) - KEPT_MILLISECONDS).toISOString();
  for (const [name, entries] of Object.entries(base.entries)) {
    const fresh = entries.findIndex(({ createdAt }) => createdAt >= since);
    // The one before says what was there then.
    const first = (fresh === -1 ? entries.length : fresh) - 1;
    base.entries[name] = entries.slice(Math.max(0, Math.min(first, entries.length - ENTRIES_KEPT)));
  }
}
