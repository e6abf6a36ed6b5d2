// The stock of the model: what is known, and what every command does to it.

type Status = 'released' | 'quarantine';

/** Of the API (the first five kinds) and of the operator. `order` is the id of a reference; dates are ISO. */
export type Command =
  | {
      kind: 'receive';
      sku: string;
      at: string;
      lot: string;
      qty: number;
      expiry?: string;
      status?: Status;
    }
  | { kind: 'return'; sku: string; at: string; lot: string; qty: number }
  | {
      kind: 'fulfill' | 'dispense';
      sku: string;
      at: string;
      qty: number;
      lot?: string;
      order?: string;
    }
  | {
      kind: 'reserve';
      sku: string;
      at: string;
      qty: number;
      order: string;
      lot?: string;
      minExpiry?: string;
    }
  | { kind: 'release'; order: string; sku?: string; at?: string }
  | { kind: 'adjust' | 'waste'; sku: string; at: string; lot: string; qty: number }
  | (Count & { kind: 'count' })
  | { kind: 'transfer'; sku: string; at: string; to: string; lot: string; qty: number }
  | { kind: 'set_status'; sku: string; lot: string; status: Status; at?: string }
  | { kind: 'set_expiry'; sku: string; lot: string; expiry: string }
  | { kind: 'sweep'; asOf: string }
  /** Of orders that there are; what is shipped leaves one location, all of it or nothing. */
  | { kind: 'ship'; order: string; at: string; lots: ShippedLot[] }
  | { kind: 'cancel'; order: string }
  | Import
  /** What a sweep does at one moment, or a change of a lot after its first: the service's own steps. */
  | { kind: 'reallocate'; sku: string; at: string; lot: string; asOf?: string }
  | { kind: 'announce'; sku: string; at: string; lot: string; asOf: string }
  /** What a count does before it is posted, once or more often, where many have to leave the lot. */
  | (Count & { kind: 'count_step' });

export interface Count {
  sku: string;
  at: string;
  lot: string;
  qty: number;
  /** One of the moments that the state remembers; the first step, where none is named. */
  moment?: number;
  /** Whose steps belong together; needed only where there are some. */
  by?: string;
  /** What it knows of an unfinished count before it; what there is, where nothing is said. */
  movedBefore?: Moved[];
}

/** A file of the operator's; `isSpoilt` where its last record names a location that does not exist. */
export interface Import {
  kind: 'import';
  skus: Sku[];
  lots: ImportedLot[];
  isSpoilt?: boolean;
}

export interface ShippedLot {
  sku: string;
  lot: string;
  qty: number;
}

export interface Sku {
  sku: string;
  reorderPoint: number | null;
}

export interface ImportedLot {
  sku: string;
  at: string;
  lot: string;
  qty: number;
  expiry: string;
  status?: Status;
}

/** The answer to a caller. `OPERATOR` is a refusal that the command line words itself. */
export type Outcome =
  | { status: number; code: string; requested?: number; available?: number; blocked?: object }
  | { status: number; entries: [lot: string, qty: number, balance: number][] }
  | { status: number; reservedNow: number; held: [lot: string, qty: number][] }
  | { released: number }
  /** Of a count, also what had to leave the lot. */
  | { corrected: number; leaving?: Moved[] }
  /** Of a sweep, also how many levels it could not have; of a lot, how many units still wait. */
  | { moved: Moved[]; changed?: number; expiring?: number; busy?: number; waiting?: number }
  | { created: number; updated: number };

export type Moved = [order: string, lot: string, moved: number, released: number];

export interface Lot {
  sku: string;
  at: string;
  lot: string;
  status: Status;
  onHand: number;
  firstReceived: number;
  announced: number | null;
  /** How many moments were remembered when it was last counted. */
  counted: number;
  /** Counts that have taken steps and are not posted, that of the last step last. */
  unfinished: UnfinishedCount[];
  /** What has moved off it since its status was set, and since its expiry date was. */
  left: { status?: Moved[]; expiry?: Moved[] };
}

export interface UnfinishedCount {
  by: string | undefined;
  /** What the lot held at the first step; null once another count was posted, since this one is refused then. */
  book: number | null;
  /** What the steps have moved, and what was known of the count before. */
  moved: Moved[];
}

/** All that is known; plain, so that it can be cloned. */
export interface State {
  today: string;
  clock: number;
  numbers: { sku: string; lot: string; expiry: string; recalled: boolean }[];
  lots: Lot[];
  holds: { order: string; lot: Lot; qty: number; since: number }[];
  levels: { sku: string; at: string; version: number }[];
  movements: number;
  /** Moments of before, each with what every lot held then, by its name. */
  moments: Record<string, number>[];
  /** Whose reorder points are known. */
  skus: Sku[];
  answered: { key: string; command: string; outcome: Outcome }[];
}

export function emptyState(today: string): State {
  return {
    today,
    clock: 0,
    movements: 0,
    numbers: [],
    lots: [],
    holds: [],
    levels: [],
    moments: [],
    skus: [],
    answered: [],
  };
}

/** Equal for states that no command can tell apart: of what came first, only which of two did is seen. */
export function essenceOf(s: State): string {
  const ranked = (moments: number[], moment: number) =>
    moments.filter((one) => one < moment).length;
  const lots = s.lots.map((lot) => {
    const alike = s.lots.filter(({ sku }) => sku === lot.sku);
    const received = alike.map(({ firstReceived }) => firstReceived);
    const held = s.holds.filter((hold) => hold.lot === lot).sort((a, b) => a.since - b.since);
    return JSON.stringify([
      nameOf(lot),
      lot.status,
      lot.onHand,
      lot.announced,
      lot.left,
      lot.counted,
      lot.unfinished,
      s.moments.map((moment) => moment[nameOf(lot)] ?? null),
      ranked(received, lot.firstReceived),
      held.map(({ order, qty }) => [order, qty]),
    ]);
  });
  const rest = [...s.numbers, ...s.levels, ...s.skus, ...s.answered].map((one) =>
    JSON.stringify(one),
  );
  return [...lots, ...rest, s.movements].sort().join();
}

function nameOf(lot: { sku: string; at: string; lot: string }): string {
  return [lot.sku, lot.at, lot.lot].join(' ');
}

/** A moment at which a count may have been, from here on. */
export function rememberMoment(s: State): void {
  s.moments.push(Object.fromEntries(s.lots.map((lot) => [nameOf(lot), lot.onHand])));
}

/** What the lot held then; undefined where it was not there. */
export function heldThen(s: State, lot: Lot, moment: number): number | undefined {
  return s.moments[moment]?.[nameOf(lot)];
}

/** @returns what found no room */
export function assign(s: State, what: { order: string; from: Lot[]; units: number }): number {
  let missing = what.units;
  for (const lot of what.from) {
    const units = Math.min(missing, lot.onHand - reservedIn(s, lot));
    if (units > 0) hold(s, what.order, lot, units);
    missing -= units;
  }
  return missing;
}

export function hold(s: State, order: string, lot: Lot, units: number): void {
  const held = s.holds.find((h) => h.order === order && h.lot === lot);
  if (held) held.qty += units;
  else if (units > 0) s.holds.push({ order, lot, qty: units, since: tick(s) });
  s.holds = s.holds.filter(({ qty }) => qty > 0);
}

/** One movement at the lots' level. */
export function post(s: State, at: { sku: string; at: string }, changes: [Lot, number][]): Outcome {
  changed(s, levelOf(s, at));
  for (const [lot, units] of changes) lot.onHand += units;
  return {
    status: 201,
    entries: changes.map(([lot, units]) => [lot.lot, units, lot.onHand]),
  };
}

export function changed(s: State, level: State['levels'][number]): void {
  level.version += 1;
  s.movements += 1;
}

export function tick(s: State): number {
  s.clock += 1;
  return s.clock;
}

export function addLot(
  s: State,
  lot: Pick<Lot, 'sku' | 'at' | 'lot' | 'status' | 'firstReceived'>,
): Lot {
  const { sku, at, lot: number, status, firstReceived } = lot;
  const fresh = { onHand: 0, announced: null, counted: 0, unfinished: [], left: {} };
  const added = { sku, at, lot: number, status, firstReceived, ...fresh };
  s.lots.push(added);
  levelOf(s, added);
  return added;
}

export function levelOf(s: State, { sku, at }: { sku: string; at: string }) {
  const level = s.levels.find((one) => one.sku === sku && one.at === at);
  return level ?? (s.levels[s.levels.push({ sku, at, version: 0 }) - 1] as State['levels'][number]);
}

export function find(s: State, c: { sku: string; at: string; lot: string }): Lot | undefined {
  return s.lots.find(({ sku, at, lot }) => sku === c.sku && at === c.at && lot === c.lot);
}

export function findLotNumber(s: State, c: { sku: string; lot: string }) {
  const number = s.numbers.find(({ sku, lot }) => sku === c.sku && lot === c.lot);
  if (!number) throw new Error('The model has a lot without a number.');
  return number;
}

export function inDrawOrder(s: State, c: { sku: string; at: string }): Lot[] {
  const expiry = (lot: Lot) => Date.parse(findLotNumber(s, lot).expiry);
  return s.lots
    .filter(({ sku, at }) => sku === c.sku && at === c.at)
    .sort((a, b) => expiry(a) - expiry(b) || a.firstReceived - b.firstReceived);
}

export function usable(s: State, lot: Lot, today: string): boolean {
  return lot.status === 'released' && findLotNumber(s, lot).expiry >= today;
}

export function reservedIn(s: State, lot: Lot): number {
  return sum(s.holds.filter((h) => h.lot === lot).map(({ qty }) => qty));
}

export function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

export function refuse(status: number, code: string): Outcome {
  return { status, code };
}

export function short(requested: number, available: number): Outcome {
  return { status: 409, code: 'insufficient_stock', requested, available };
}
