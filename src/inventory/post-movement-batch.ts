// Many movements in one request, each decided as if it came alone.
//
// What they need is looked up for all together: SKUs, locations and keys in one statement. Then they enter the
// door in the order sent, so that those of one level are decided in that order. A key that comes again follows
// the first that came with it: on the same level by that order, on another by waiting for what becomes of it;
// whatever is sent later for a level that so has to wait, waits with it.
import type { Answer, Call } from '../contract.ts';
import { errors } from '../errors.ts';
import type { KeyedRequest } from '../idempotency.ts';
import { repeatOf } from './door/earlier-movements.ts';
import { inLanes } from './in-lanes.ts';
import {
  answerOf,
  type FoundMovement,
  findMovement,
  type MovementNeeds,
  makeLevel,
  readMovement,
} from './post-movement.ts';
import type { Posted } from './rules/batch.ts';
import { levelName } from './rules/stock.ts';

/** Scanned codes take a statement each; those of one batch must not take every connection. */
const SCANS_AT_ONCE = 4;
/** How long movements may wait for others with their keys. */
const PATIENCE_MILLISECONDS = 8_000;
const RETRY_AFTER_SECONDS = 1;

type Settled<Result> = PromiseSettledResult<Result>;

/** @returns what comes of each, in the order of the calls */
export async function postMovementBatch(
  calls: readonly Call<'postMovement'>[],
  needs: MovementNeeds,
): Promise<Settled<Answer<'postMovement'>>[]> {
  const read = await inLanes(calls, { lanes: SCANS_AT_ONCE }, (call) =>
    settle(readMovement(call, needs)),
  );
  const found = await Promise.all(
    read.map((one) => (one.status === 'rejected' ? one : settle(findMovement(one.value, needs)))),
  );
  const ready = await makeLevels(found, needs);
  const items = read.map((one, place): Item | undefined => {
    const movement = ready[place] as Settled<FoundMovement>;
    return one.status === 'rejected' ? undefined : itemOf(one.value.keyed, movement, needs);
  });
  const posted = await postInOrder(items.filter((item) => item !== undefined));
  return read.map((one, place) => {
    const item = items[place];
    const outcome = one.status === 'rejected' ? one : posted.get(item as Item);
    if (outcome === undefined) throw new Error('A movement of a batch has no outcome.');
    if (outcome.status === 'rejected') return outcome;
    return { status: 'fulfilled', value: answerOf(outcome.value) };
  });
}

async function settle<Result>(work: Promise<Result>): Promise<Settled<Result>> {
  const [settled] = await Promise.allSettled([work]);
  return settled;
}

/**
 * Makes the levels that receipts need. Where a batch brings the first stock of a SKU to a location, all of it
 * that belongs there is decided at the door, in its order.
 */
async function makeLevels(
  found: readonly Settled<FoundMovement>[],
  { ensureLevel }: Pick<MovementNeeds, 'ensureLevel'>,
): Promise<Settled<FoundMovement>[]> {
  const received = new Set(
    found.flatMap((one) =>
      one.status === 'fulfilled' &&
      'change' in one.value &&
      one.value.change.request.type === 'receive'
        ? levelName(one.value.change.level)
        : [],
    ),
  );
  return Promise.all(
    found.map(async (one) => {
      if (one.status === 'rejected' || 'posted' in one.value || one.value.hasLevel) return one;
      const { change } = one.value;
      const made = await settle(
        received.has(levelName(change.level))
          ? ensureLevel(change.level)
          : makeLevel(change, ensureLevel),
      );
      return made.status === 'rejected' ? made : one;
    }),
  );
}

interface Item {
  readonly keyed: KeyedRequest;
  /** The level that it touches; one that is refused already, or was posted before, touches none. */
  readonly level: string | undefined;
  readonly post: () => Promise<Posted>;
}

function itemOf(
  keyed: KeyedRequest,
  movement: Settled<FoundMovement>,
  { stockDoor }: Pick<MovementNeeds, 'stockDoor'>,
): Item {
  if (movement.status === 'rejected') {
    return { keyed, level: undefined, post: () => Promise.reject(movement.reason) };
  }
  if ('posted' in movement.value) {
    const { posted } = movement.value;
    return { keyed, level: undefined, post: async () => posted };
  }
  const { change } = movement.value;
  return { keyed, level: levelName(change.level), post: () => stockDoor.submit(change) };
}

/** Nearly always in one go: only keys that come again with another movement take more. */
async function postInOrder(items: readonly Item[]): Promise<Map<Item, Settled<Posted>>> {
  const outcomes = new Map<Item, Settled<Posted>>();
  const postedByKey = new Map<string, Earlier>();
  const latest = performance.now() + PATIENCE_MILLISECONDS;
  let left = items;
  while (left.length > 0) {
    const isLate = performance.now() > latest;
    const { now, later } = isLate ? { now: left, later: [] } : nextOf(left, postedByKey);
    // All enter the door in this turn of the event loop.
    const settled = await Promise.allSettled(
      now.map((item) => (isLate ? giveUp() : postOne(item, postedByKey))),
    );
    settled.forEach((outcome, place) => {
      const item = now[place] as Item;
      outcomes.set(item, outcome);
      const { keyed } = item;
      if (outcome.status === 'fulfilled' && !postedByKey.has(keyed.key)) {
        postedByKey.set(keyed.key, { keyed, posted: outcome.value });
      }
    });
    left = later;
  }
  return outcomes;
}

/** What was posted with a key that comes again. */
interface Earlier {
  readonly keyed: KeyedRequest;
  readonly posted: Posted;
}

/**
 * Those that may be decided now: whose key is not still to be decided elsewhere, and before whom nobody waits for
 * their level. One whose key was posted touches no level any more.
 */
function nextOf(
  items: readonly Item[],
  postedByKey: ReadonlyMap<string, Earlier>,
): { now: Item[]; later: Item[] } {
  const now: Item[] = [];
  const later: Item[] = [];
  const levelsByKey = new Map<string, string | undefined>();
  const awaited = new Set<string>();
  for (const item of items) {
    const { level, keyed } = item;
    const { key } = keyed;
    const isHeldUp =
      (levelsByKey.has(key) && (level === undefined || levelsByKey.get(key) !== level)) ||
      (level !== undefined && awaited.has(level));
    if (isHeldUp && !postedByKey.has(key)) {
      later.push(item);
      if (level !== undefined) awaited.add(level);
    } else now.push(item);
    // Of one that touches no level the outcome is known.
    if (level !== undefined || isHeldUp) levelsByKey.set(key, level);
  }
  return { now, later };
}

async function postOne(
  { keyed, post }: Item,
  postedByKey: ReadonlyMap<string, Earlier>,
): Promise<Posted> {
  const earlier = postedByKey.get(keyed.key);
  if (earlier === undefined) return post();
  const { entries, answer } = earlier.posted;
  return repeatOf({ id: '', request: earlier.keyed, entries, answer }, keyed);
}

async function giveUp(): Promise<never> {
  throw errors.unavailable(RETRY_AFTER_SECONDS);
}
