// What the model knows of an operator's work on many lots: reservations that have to leave, sweeps, files.
import {
  addLot,
  assign,
  changed,
  find,
  findLotNumber,
  hold,
  type Import,
  type ImportedLot,
  inDrawOrder,
  type Lot,
  type Moved,
  type Outcome,
  post,
  refuse,
  reservedIn,
  type State,
  tick,
  usable,
} from './model-state.ts';

/** So many reservations leave a lot at one moment; the first step of a change shares them among its locations. */
export const MOVES_A_STEP = 64;

export function firstStepOf(lots: readonly Lot[]): number {
  return Math.floor(MOVES_A_STEP / lots.length);
}

/** As if nobody came in between. */
export function sweep(s: State, asOf: string): Outcome {
  const moved: Moved[] = [];
  for (const level of s.levels) {
    const here = inDrawOrder(s, level);
    for (const lot of here.filter((one) => !usable(s, one, asOf) && reservedIn(s, one) > 0)) {
      changed(s, level);
      moved.push(...reallocate(s, lot, { asOf }));
    }
  }
  const announced = s.lots.filter((lot) => announce(s, lot, asOf));
  return { moved, expiring: announced.length };
}

/** @returns whether there is something to say of it */
export function announce(s: State, lot: Lot, asOf: string): boolean {
  const days = daysLeft(s, lot, asOf);
  const mark = [7, 30, 90].find((one) => days >= 0 && days <= one);
  if (lot.onHand === 0 || mark === undefined || (lot.announced ?? 91) <= mark) return false;
  lot.announced = mark;
  return true;
}

export function daysLeft(s: State, lot: Lot, asOf: string): number {
  return (Date.parse(findLotNumber(s, lot).expiry) - Date.parse(asOf)) / 86_400_000;
}

/** The longest held first; nothing goes where it would have to leave again that day. */
export function reallocate(
  s: State,
  lot: Lot,
  { asOf = s.today, movesMax = Infinity }: { asOf?: string | undefined; movesMax?: number },
): Moved[] {
  const day = asOf > s.today ? asOf : s.today;
  const leaving = s.holds.filter((h) => h.lot === lot).sort((a, b) => a.since - b.since);
  const moved = leaving.slice(0, movesMax).map(({ order, qty }): Moved => {
    hold(s, order, lot, -qty);
    const from = inDrawOrder(s, lot).filter((one) => one !== lot && usable(s, one, day));
    const missing = assign(s, { order, from, units: qty });
    return [order, lot.lot, qty - missing, missing];
  });
  lot.left.status?.push(...moved);
  lot.left.expiry?.push(...moved);
  return moved;
}

/** All or nothing. A lot that is there is never posted again; whatever its expiry date is, it comes in. */
export function importFile(s: State, { skus, lots, isSpoilt }: Import): Outcome {
  const named = new Set(lots.map(({ sku, at, lot }) => JSON.stringify([sku, at, lot])));
  if (isSpoilt || named.size < lots.length || contradictsItself(lots)) return refuse(0, 'OPERATOR');
  for (const lot of lots) {
    const number = s.numbers.find((one) => one.sku === lot.sku && one.lot === lot.lot);
    if (number && number.expiry !== lot.expiry) return refuse(0, 'OPERATOR');
    if (number?.recalled && lot.status === 'released' && !find(s, lot)) {
      return refuse(0, 'OPERATOR');
    }
  }
  let [created, updated] = [0, 0];
  for (const { sku, reorderPoint } of skus) {
    const known = s.skus.find((one) => one.sku === sku);
    if (known?.reorderPoint === reorderPoint) continue;
    if (known) known.reorderPoint = reorderPoint;
    else s.skus.push({ sku, reorderPoint });
    updated += 1;
  }
  for (const one of lots) {
    if (find(s, one)) continue;
    const number = s.numbers.find(({ sku, lot }) => sku === one.sku && lot === one.lot);
    if (!number)
      s.numbers.push({ sku: one.sku, lot: one.lot, expiry: one.expiry, recalled: false });
    const status = one.status ?? (number?.recalled ? 'quarantine' : 'released');
    post(s, one, [[addLot(s, { ...one, status, firstReceived: tick(s) }), one.qty]]);
    created += 1;
  }
  return { created, updated };
}

function contradictsItself(lots: readonly ImportedLot[]): boolean {
  const number = ({ sku, lot }: ImportedLot) => JSON.stringify([sku, lot]);
  const dates = new Set(lots.map((lot) => JSON.stringify([number(lot), lot.expiry])));
  return dates.size > new Set(lots.map(number)).size;
}
