// Many movements in one request, each decided as if it came alone.
//
// What they need and is not cached is looked up for all together, in one statement. Then they go to the stock
// writer in the order sent, so that those of one level are decided in that order. A movement with a repeated key
// follows the first one with that key: on the same level by that order, on another level by waiting for its
// outcome. Whatever was sent later for a level that has to wait so waits with it.

import type { Answer, Call } from '../../contract.ts';
import { errors } from '../../errors.ts';
import type { KeyedRequest } from '../../idempotency/idempotency.ts';
import { runConcurrently } from '../../lib/run-concurrently.ts';
import { QUEUE_TIMEOUT_MILLISECONDS, RETRY_AFTER_SECONDS } from '../../queues/bounded-queue.ts';
import { repeatOf } from '../rows/earlier-movements.ts';
import { type SkuAtLocationFinder, StaleTarget } from '../rows/find-sku-at-location.ts';
import type { Posted } from '../rules/batch.ts';
import { levelName } from '../rules/stock.ts';
import {
  answerOf,
  type FoundMovement,
  findMovement,
  type MovementNeeds,
  makeLevel,
  type ReadMovement,
  readMovement,
} from './post-movement.ts';

/** Scanned codes and odd names are looked up by statements; those of one batch must not use every connection. */
const SCANS_AT_ONCE = 4;

type Settled<Result> = PromiseSettledResult<Result>;

/** @returns the outcome of each, in the order of the calls */
export async function postMovementBatch(
  calls: readonly Call<'postMovement'>[],
  needs: MovementNeeds,
): Promise<Settled<Answer<'postMovement'>>[]> {
  const read = await runConcurrently(calls, { concurrency: SCANS_AT_ONCE }, (call) =>
    settle(readMovement(call, needs)),
  );
  const movements = read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const outcomes = new Map<ReadMovement, Settled<Posted>>();
  // A retry posts only those whose SKU or location was stale in the cache.
  const post = async (findSkuAtLocation: SkuAtLocationFinder) => {
    const left = movements.filter((movement) => !outcomes.has(movement));
    let stale: StaleTarget | undefined;
    for (const [movement, outcome] of await postAll(left, { ...needs, findSkuAtLocation })) {
      const reason = outcome.status === 'rejected' ? outcome.reason : undefined;
      if (reason instanceof StaleTarget) stale = reason;
      else outcomes.set(movement, outcome);
    }
    if (stale !== undefined) throw stale;
  };
  if (mayUseCache(movements)) await needs.targets.with(post);
  else await post(needs.findSkuAtLocation);
  return read.map((one) => {
    const outcome = one.status === 'rejected' ? one : outcomes.get(one.value);
    if (outcome === undefined) throw new Error('A movement of a batch has no outcome.');
    if (outcome.status === 'rejected') return outcome;
    return { status: 'fulfilled', value: answerOf(outcome.value) };
  });
}

/**
 * Whether cached targets will do. A movement whose target was stale is posted again after the others are decided,
 * so nothing may depend on its order: neither the movements of one key, nor those of one SKU that name it in several
 * ways, or its location as the default one here and by name there.
 */
function mayUseCache(movements: readonly ReadMovement[]): boolean {
  const keys = new Set<string>();
  const byDefaultOf = new Map<string, boolean>();
  return movements.every(({ call: { body }, keyed }) => {
    const { sku_code: skuCode, product_id: productId, scanned_code: code, location } = body;
    if (skuCode === undefined || productId !== undefined || code !== undefined) return false;
    const byDefault = location === undefined;
    if (keys.has(keyed.key) || byDefaultOf.get(skuCode) === !byDefault) return false;
    keys.add(keyed.key);
    byDefaultOf.set(skuCode, byDefault);
    return true;
  });
}

type PostingNeeds = Omit<MovementNeeds, 'targets'>;

async function postAll(
  movements: readonly ReadMovement[],
  needs: PostingNeeds,
): Promise<Map<ReadMovement, Settled<Posted>>> {
  const found = await Promise.all(movements.map((one) => settle(findMovement(one, needs))));
  const ready = await makeLevels(found, needs);
  return postInOrder(
    movements.map((movement, index) =>
      itemOf(movement, ready[index] as Settled<FoundMovement>, needs),
    ),
  );
}

async function settle<Result>(work: Promise<Result>): Promise<Settled<Result>> {
  const [settled] = await Promise.allSettled([work]);
  return settled;
}

/**
 * Makes the levels that receipts need. Where a batch brings the first stock of a SKU to a location, the stock writer
 * decides all movements of that level in their order.
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
  readonly movement: ReadMovement;
  /** The level that it touches; a movement that is refused already, or was posted before, touches none. */
  readonly level: string | undefined;
  readonly post: () => Promise<Posted>;
}

function itemOf(
  movement: ReadMovement,
  found: Settled<FoundMovement>,
  { stockWriter }: Pick<MovementNeeds, 'stockWriter'>,
): Item {
  if (found.status === 'rejected') {
    return { movement, level: undefined, post: () => Promise.reject(found.reason) };
  }
  if ('posted' in found.value) {
    const { posted } = found.value;
    return { movement, level: undefined, post: async () => posted };
  }
  const { change } = found.value;
  return { movement, level: levelName(change.level), post: () => stockWriter.submit(change) };
}

/** One pass is nearly always enough: only keys that repeat with another movement take more. */
async function postInOrder(items: readonly Item[]): Promise<Map<ReadMovement, Settled<Posted>>> {
  const outcomes = new Map<ReadMovement, Settled<Posted>>();
  const postedByKey = new Map<string, Earlier>();
  const latest = performance.now() + QUEUE_TIMEOUT_MILLISECONDS;
  let left = items;
  while (left.length > 0) {
    const isLate = performance.now() > latest;
    const { now, later } = isLate ? { now: left, later: [] } : nextOf(left, postedByKey);
    // All are submitted in one turn of the event loop, so that they keep their order.
    const settled = await Promise.allSettled(
      now.map((item) => (isLate ? giveUp() : postOne(item, postedByKey))),
    );
    settled.forEach((outcome, index) => {
      const { movement } = now[index] as Item;
      const { keyed } = movement;
      outcomes.set(movement, outcome);
      if (outcome.status === 'fulfilled' && !postedByKey.has(keyed.key)) {
        postedByKey.set(keyed.key, { keyed, posted: outcome.value });
      }
    });
    left = later;
  }
  return outcomes;
}

/** What was posted first with a repeated key. */
interface Earlier {
  readonly keyed: KeyedRequest;
  readonly posted: Posted;
}

/**
 * Chooses the items that may be decided now: their key is not awaiting an outcome on another level, and no earlier
 * item waits for their level. An item whose key was posted touches no level any more.
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
    const { level } = item;
    const { key } = item.movement.keyed;
    const isHeldUp =
      (levelsByKey.has(key) && (level === undefined || levelsByKey.get(key) !== level)) ||
      (level !== undefined && awaited.has(level));
    if (isHeldUp && !postedByKey.has(key)) {
      later.push(item);
      if (level !== undefined) awaited.add(level);
    } else now.push(item);
    // The outcome of an item that touches no level is known.
    if (level !== undefined || isHeldUp) levelsByKey.set(key, level);
  }
  return { now, later };
}

async function postOne(
  { movement: { keyed }, post }: Item,
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
