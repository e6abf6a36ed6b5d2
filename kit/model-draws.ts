// How the model serves orders: what is drawn from which lots, and what is reserved.
import {
  assign,
  type Command,
  find,
  findLotNumber,
  hold,
  inDrawOrder,
  type Lot,
  levelOf,
  type Moved,
  type Outcome,
  post,
  refuse,
  reservedIn,
  type State,
  short,
  sum,
  usable,
} from './model-state.ts';

/** What the order holds in lots that cannot serve it moves first, as far as there is room, unless it is refused. */
export function draw(s: State, c: Draw): Outcome {
  const before = s.holds.map((one) => ({ ...one }));
  const { clock } = s;
  const waiting = s.holds
    .filter(({ order, lot }) => order === c.order && lot.sku === c.sku && lot.at === c.at)
    .filter(({ lot }) => !usable(s, lot, s.today))
    .sort((a, b) => a.since - b.since);
  const moved = waiting.flatMap(({ order, lot, qty }): [Lot, Moved][] => {
    const room = inDrawOrder(s, c).filter((one) => usable(s, one, s.today));
    const units = qty - assign(s, { order, from: room, units: qty });
    hold(s, order, lot, -units);
    return units === 0 ? [] : [[lot, [order, lot.lot, units, 0]]];
  });
  const outcome = drawn(s, c);
  if ('code' in outcome) {
    Object.assign(s, { holds: before, clock });
    return outcome;
  }
  for (const [lot, one] of moved) {
    s.movements += 1;
    lot.left.status?.push(one);
    lot.left.expiry?.push(one);
  }
  return outcome;
}

type Draw = Command & { kind: 'fulfill' | 'dispense' };

function drawn(s: State, c: Draw): Outcome {
  const here = inDrawOrder(s, c);
  const mine = (lot: Lot) => s.holds.find((h) => h.lot === lot && h.order === c.order)?.qty ?? 0;
  const free = (lot: Lot) => lot.onHand - reservedIn(s, lot);
  let from = here.filter((lot) => usable(s, lot, s.today));
  let blocked = {
    reserved: sum(from.map((lot) => reservedIn(s, lot) - mine(lot))),
    quarantined: sum(here.filter((lot) => lot.status !== 'released').map((lot) => lot.onHand)),
    expired: sum(
      here.filter((l) => l.status === 'released' && !usable(s, l, s.today)).map((l) => l.onHand),
    ),
  };
  if (c.lot !== undefined) {
    const lot = here.find((one) => one.lot === c.lot);
    if (!lot) return refuse(404, 'lot_not_found');
    if (findLotNumber(s, lot).expiry < s.today) return refuse(422, 'lot_expired');
    if (lot.status !== 'released') return refuse(422, 'lot_not_released');
    from = [lot];
    blocked = { reserved: reservedIn(s, lot) - mine(lot), quarantined: 0, expired: 0 };
  }
  const available = sum(from.map((lot) => free(lot) + mine(lot)));
  if (available < c.qty) return { ...short(c.qty, available), blocked };
  // The order's own reservations lot by lot, then what no one holds; one entry for each lot.
  let missing = c.qty;
  const taken = new Map<Lot, number>();
  for (const offer of [mine, free]) {
    for (const lot of from) {
      const units = Math.min(missing, offer(lot));
      if (units > 0) taken.set(lot, (taken.get(lot) ?? 0) + units);
      missing -= units;
    }
  }
  for (const [lot, units] of taken) hold(s, c.order ?? '', lot, -Math.min(units, mine(lot)));
  return post(
    s,
    c,
    [...taken].map(([lot, units]) => [lot, -units]),
  );
}

export function reserve(s: State, c: Command & { kind: 'reserve' }): Outcome {
  const named = c.lot === undefined ? undefined : find(s, { ...c, lot: c.lot });
  if (c.lot !== undefined) {
    if (!named) return refuse(404, 'lot_not_found');
    if (findLotNumber(s, named).expiry < s.today) return refuse(422, 'lot_expired');
    if (named.status !== 'released') return refuse(422, 'lot_not_released');
  }
  const here = inDrawOrder(s, c);
  const mine = s.holds.filter(({ order, lot }) => order === c.order && here.includes(lot));
  // What lies in lots that cannot serve the order is no part of what it holds.
  const serving = mine.filter(({ lot }) => usable(s, lot, s.today));
  const held = sum(serving.filter(({ lot }) => !named || lot === named).map(({ qty }) => qty));
  const from = here.filter(
    (lot) =>
      usable(s, lot, s.today) &&
      (!named || lot === named) &&
      (!c.minExpiry || findLotNumber(s, lot).expiry >= c.minExpiry),
  );
  const free = sum(from.map((lot) => lot.onHand - reservedIn(s, lot)));
  const missing = Math.max(0, c.qty - held);
  if (missing > free) return short(c.qty, held + free);
  s.movements += 1;
  if (missing > 0) {
    levelOf(s, c).version += 1;
    s.holds = s.holds.filter((one) => !mine.includes(one) || serving.includes(one));
  }
  assign(s, { order: c.order, from, units: missing });
  const all = here.flatMap((lot) => s.holds.filter((h) => h.order === c.order && h.lot === lot));
  const holdings = all.map((h): [string, number] => [h.lot.lot, h.qty]);
  return { status: missing > 0 ? 201 : 200, reservedNow: missing, held: holdings };
}
