// A release is one step over all levels where an order holds stock. They are locked in the order of their keys and read
// again; and when the events' counters are locked, after which no reservation of these organizations commits, the order
// must hold nothing any more. So no reader finds half of a release, and what is reserved for the order meanwhile is
// released too, or comes after it.
//
// Releases that come at once share a transaction, which leaves out those that need a level that another transaction holds.
// These wait for their levels, each in a transaction of its own, and few at a time: the connections are for all. So an
// organization has some of these alone, and a level of it that is held for long keeps no other waiting.

import type { Actor } from '../../contract.ts';
import { type Database, mayHaveCommitted, type Transaction } from '../../database/database.ts';
import { type Attempts, RETRY_POLICIES, UnlockedRows } from '../../database/run-transaction.ts';
import { ApiError, errors } from '../../errors.ts';
import { batched } from '../../queues/batcher.ts';
import { FairSemaphore } from '../../queues/fair-semaphore.ts';
import { findPosted } from '../rows/earlier-movements.ts';
import { type HeldLevel, type Holder, heldLevels } from '../rows/held-levels.ts';
import { newMovement, type StockChange } from '../rules/requests.ts';
import { levelName } from '../rules/stock.ts';
import { postTogether, type Together } from './post-together.ts';
import { lockLevels } from './stock-levels.ts';

const RETRY_AFTER_SECONDS = 1;
const RELEASES_MAX = 16;
const BATCHES_MAX = 2;
const WAITING_RELEASES_MAX = 4;
const WAITING_OF_ORGANIZATION_MAX = 2;

/** Who releases, and what. */
export interface Release extends Holder {
  readonly actor: Actor;
  /** The levels where the order held stock when it was looked up; the first attempt locks these. */
  readonly seen?: readonly HeldLevel[];
}

/** @returns the units that are released; throws what the database reports, also where levels are held for too long */
export type ReleaseHeld = (release: Release) => Promise<number>;

export function heldReleaser(database: Database): ReleaseHeld {
  const atOnce = batched<Release, number>((releases) => post(database, releases, false), {
    queue: 'releases',
    itemsMax: RELEASES_MAX,
    inFlightMax: BATCHES_MAX,
  });
  const waiting = new FairSemaphore({
    slotsMax: WAITING_RELEASES_MAX,
    slotsOfKeyMax: WAITING_OF_ORGANIZATION_MAX,
    queue: 'waiting_releases',
  });
  return (release) =>
    atOnce(release).catch(async (error) => {
      if (error instanceof ApiError) throw error;
      const leave = await waiting.take(release.organizationId);
      try {
        const [released] = await post(database, [release], true);
        if (typeof released === 'number') return released;
        throw released;
      } finally {
        leave();
      }
    });
}

async function post(
  database: Database,
  releases: readonly Release[],
  wait: boolean,
): Promise<(number | Error)[]> {
  let decided: LockedReleases['changes'] = [];
  let isUncertain = false;
  let isFirst = true;
  const lock = async (tx: Transaction, attempts: Attempts): Promise<Together> => {
    isUncertain = attempts.mayHaveCommitted;
    const tried = isUncertain ? decided.flatMap((changes = []) => changes) : [];
    const seen = isFirst ? releases.map((release) => release.seen ?? []) : undefined;
    isFirst = false;
    const locked = await lockReleases(tx, releases, { wait: wait || isUncertain, tried, seen });
    const ids = tried.map(({ movement: { id }, level: { organizationId } }) => ({
      id,
      organizationId,
    }));
    if ((await findPosted(tx, ids)).size > 0) return { changes: tried };
    decided = locked.changes;
    return {
      changes: decided.flatMap((changes = []) => changes),
      confirm: locked.confirm,
    };
  };
  const policy = wait ? RETRY_POLICIES.release : RETRY_POLICIES.releaseAtOnce;
  const posted = await postTogether(database, lock, policy).catch((error) => {
    // Another try might answer that there was nothing to release, of what this one has released.
    throw isUncertain || mayHaveCommitted(error)
      ? errors.unavailable(RETRY_AFTER_SECONDS, error)
      : error;
  });
  const units = new Map(
    posted.map(({ movementId, answer }) => [movementId, (answer as { released: number }).released]),
  );
  return decided.map(
    (changes) =>
      changes?.reduce((sum, { movement }) => sum + (units.get(movement.id) ?? 0), 0) ??
      new UnlockedRows(),
  );
}

interface LockedReleases {
  /** The changes of each release; undefined where it needs a level that could not be locked. */
  readonly changes: readonly (readonly StockChange[] | undefined)[];
  /** Throws where the order has come to hold more; for `Together`. */
  readonly confirm: () => Promise<void>;
}

/**
 * @param wait whether to wait for levels that others hold
 * @param tried changes of an attempt that may have committed: their levels are locked too
 * @param given the levels to lock, where they were looked up before
 * @throws UnlockedRows where it waits, and the order has come to hold stock at another level meanwhile
 */
export async function lockReleases(
  tx: Transaction,
  releases: readonly Release[],
  {
    wait = true,
    tried = [],
    seen: given,
  }: {
    wait?: boolean;
    tried?: readonly StockChange[];
    seen?: readonly (readonly HeldLevel[])[] | undefined;
  } = {},
): Promise<LockedReleases> {
  const seen = given ?? (await heldLevels(tx, releases));
  const keys = [...seen.flat(), ...tried].map(({ level }) => level);
  // In one trip: the server reads again when it has locked.
  const [locked, held] = await Promise.all([lockLevels(tx, keys, wait), heldLevels(tx, releases)]);
  const changes = releases.map((release, index) => {
    const levels = held[index] ?? [];
    if (!levels.every(({ level }) => locked.has(levelName(level)))) return undefined;
    const { reference } = release;
    return levels.map(
      ({ level, naming }): StockChange => ({
        level,
        naming,
        request: { type: 'release', reference },
        movement: newMovement(release),
      }),
    );
  });
  if (wait && changes.includes(undefined)) throw new UnlockedRows();
  const confirm = async () => {
    const left = await heldLevels(tx, releases);
    if (left.some(({ length }, index) => length > 0 && changes[index] !== undefined)) {
      throw new UnlockedRows();
    }
  };
  return { changes, confirm };
}
