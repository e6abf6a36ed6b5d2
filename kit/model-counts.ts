// How the model counts a lot: what orders hold beyond what was found leaves it, so many reservations at one moment.
import { MOVES_A_STEP } from './model-moves.ts';
import {
  assign,
  type Command,
  changed,
  find,
  heldThen,
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
  usable,
} from './model-state.ts';

/**
 * Posts the count, or takes a step before that: which of the two is to be done depends on how many have to leave, and
 * the other one is refused.
 */
export function count(s: State, c: Command & { kind: 'count' | 'count_step' }): Outcome {
  const lot = find(s, c);
  if (!lot) return refuse(404, 'lot_not_found');
  const { moment } = c;
  const begun = lot.unfinished.find(({ by }) => by === c.by);
  const held = moment === undefined ? lot.onHand : heldThen(s, lot, moment);
  const book = begun === undefined ? held : begun.book;
  if (book === undefined || book === null) return refuse(400, 'invalid_movement');
  if (moment !== undefined && moment < lot.counted) return refuse(400, 'invalid_movement');
  const by = c.qty - book;
  const keep = lot.onHand + by;
  if (keep < 0) return refuse(400, 'invalid_movement');
  const leaving = heldBeyond(s, lot, keep);
  const isStep = leaving.length > MOVES_A_STEP;
  if (isStep && c.kind === 'count') return refuse(0, 'TOO MANY MOVES');
  if (!isStep && c.kind === 'count_step') return refuse(0, 'NO STEP LEFT');
  const moved = leave(s, lot, leaving.slice(0, MOVES_A_STEP));
  const all = [...(begun?.moved ?? c.movedBefore ?? movedBefore(lot)), ...moved];
  const others = lot.unfinished.filter((one) => one !== begun);
  if (isStep) {
    changed(s, levelOf(s, lot));
    lot.unfinished = [...others, { by: c.by, book, moved: all }];
    return { moved };
  }
  if (by === 0) s.movements += 1;
  else post(s, c, [[lot, by]]);
  lot.counted = s.moments.length;
  lot.unfinished = others.map((one) => ({ ...one, book: null, moved: [] }));
  return { corrected: by, leaving: all };
}

/** What the steps of the unfinished count have moved, which the next count names too. */
export function movedBefore(lot: Lot): Moved[] {
  return lot.unfinished.at(-1)?.moved ?? [];
}

interface Leaving {
  readonly order: string;
  readonly units: number;
}

/** What is held beyond these units; what was reserved last leaves, and comes first here. */
function heldBeyond(s: State, lot: Lot, keep: number): Leaving[] {
  let beyond = reservedIn(s, lot) - keep;
  const leaving: Leaving[] = [];
  for (const h of s.holds.filter((one) => one.lot === lot).sort((a, b) => b.since - a.since)) {
    const units = Math.min(h.qty, Math.max(0, beyond));
    if (units > 0) leaving.push({ order: h.order, units });
    beyond -= units;
  }
  return leaving;
}

/** The longest held of them goes first. */
function leave(s: State, lot: Lot, leaving: readonly Leaving[]): Moved[] {
  const moved = leaving.toReversed().map(({ order, units }): Moved => {
    hold(s, order, lot, -units);
    const from = inDrawOrder(s, lot).filter((one) => one !== lot && usable(s, one, s.today));
    const missing = assign(s, { order, from, units });
    return [order, lot.lot, units - missing, missing];
  });
  lot.left.status?.push(...moved);
  lot.left.expiry?.push(...moved);
  return moved;
}
