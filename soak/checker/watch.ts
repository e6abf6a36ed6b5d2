// Which states explain each response, and whether one choice of them agrees with time.
import type { Violation } from '../history.ts';
import type { Now } from './now.ts';

export interface Moment extends Now {
  /** States are counted from 0, which is the base; number n is what the n-th step has left. */
  readonly stateIndex: number;
  /** The position of the last event. */
  readonly position: number;
  /** The last step that touched the SKU, or any. */
  readonly lastChange: (sku?: string) => number;
}

export interface Observation<At = Moment> {
  readonly calls: readonly { readonly id: number }[];
  readonly start: number;
  readonly end: number;
  /** States beyond these cannot explain it, whatever they are. */
  readonly from?: number;
  readonly to?: number;
  readonly isExplainedBy: (moment: At) => boolean;
}

/** What may have happened at any time between the two. */
interface Interval {
  readonly start: number;
  readonly end: number;
}

/** The first two of which the one behind was over before the other began. */
export function outOfTime<Step extends Interval>(
  steps: readonly Step[],
): [before: Step, behind: Step] | undefined {
  let latest: Step | undefined;
  for (const step of steps) {
    if (latest !== undefined && step.end < latest.start) return [latest, step];
    if (latest === undefined || step.start > latest.start) latest = step;
  }
  return undefined;
}

/** Steps in time: which of them are over when something begins, and which begin when it is over. */
export class StepTimes {
  readonly #ends: { at: number; most: number }[] = [];
  readonly #starts: { at: number; least: number }[] = [];

  constructor(asked: readonly Interval[]) {
    const indexed = asked.map(({ start, end }, index) => ({ start, end, index: index + 1 }));
    let most = 0;
    for (const { end, index } of indexed.toSorted((a, b) => a.end - b.end)) {
      most = Math.max(most, index);
      this.#ends.push({ at: end, most });
    }
    let least = Infinity;
    for (const { start, index } of indexed.toSorted((a, b) => b.start - a.start)) {
      least = Math.min(least, index);
      this.#starts.push({ at: start, least });
    }
    this.#starts.reverse();
  }

  /** The last state that must have been there. */
  lastBefore(moment: number): number {
    const index = firstIndex(this.#ends, ({ at }) => at >= moment);
    return this.#ends[index - 1]?.most ?? 0;
  }

  /** The first step that cannot have happened yet. */
  firstAfter(moment: number): number {
    return this.#starts[firstIndex(this.#starts, ({ at }) => at > moment)]?.least ?? Infinity;
  }
}

/** Finds by bisection the first item from which on all satisfy the predicate. */
export function firstIndex<Item>(items: readonly Item[], isSo: (item: Item) => boolean): number {
  let from = 0;
  let to = items.length;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (isSo(items[middle] as Item)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Observations while the steps are replayed: which states explain each. */
export class Watch<At extends { readonly stateIndex: number } = Moment> {
  readonly #waiting: Watched<At>[];
  #open: Watched<At>[] = [];
  readonly #all: Watched<At>[];

  constructor(observations: readonly Observation<At>[], times: StepTimes, states: number) {
    this.#all = observations.map((observation) => ({
      ...observation,
      low: Math.max(times.lastBefore(observation.start), observation.from ?? 0),
      high: Math.min(times.firstAfter(observation.end) - 1, observation.to ?? Infinity, states),
      explained: [],
    }));
    this.#waiting = this.#all.toSorted((a, b) => b.low - a.low);
  }

  look(moment: At): void {
    for (
      let next = this.#waiting.at(-1);
      next && next.low <= moment.stateIndex;
      next = this.#waiting.at(-1)
    ) {
      this.#waiting.pop();
      this.#open.push(next);
    }
    this.#open = this.#open.filter(({ high }) => high >= moment.stateIndex);
    for (const observation of this.#open) {
      if (observation.isExplainedBy(moment)) observation.explained.push(moment.stateIndex);
    }
  }

  /**
   * Gives each the first state that explains it and is not before the state of any earlier response. That is the least
   * choice for all who come later, so that where it fails there is none.
   */
  unexplained(upTo: number): Violation | undefined {
    const done: Done<At>[] = [];
    for (const observation of this.#all
      .filter(({ high }) => high <= upTo)
      .sort((a, b) => a.start - b.start)) {
      const index = firstIndex(done, ({ end }) => end >= observation.start);
      const before = done[index - 1];
      const state = observation.explained.find((state) => state >= (before?.state ?? 0));
      const [call] = observation.calls as [{ id: number }];
      if (state === undefined) {
        const isLate = before !== undefined && observation.explained.length > 0;
        return {
          kind: 'unexplained',
          subject: `${call.id}`,
          text: isLate
            ? `call ${call.id} was answered by a state that was over before call ${before.observation.calls[0]?.id} was answered by a later one`
            : `no state between its start and its end explains what call ${call.id} was answered`,
          calls: [...observation.calls, ...(isLate ? before.observation.calls : [])].map(
            ({ id }) => id,
          ),
        };
      }
      insert(done, { end: observation.end, state, observation });
    }
    return undefined;
  }
}

interface Watched<At> extends Observation<At> {
  readonly low: number;
  readonly high: number;
  readonly explained: number[];
}

interface Done<At> {
  readonly end: number;
  readonly state: number;
  readonly observation: Watched<At>;
}

/** Keeps the list in the order of ends, each with the latest state of all up to it. */
function insert<At>(done: Done<At>[], one: Done<At>): void {
  const index = firstIndex(done, ({ end }) => end > one.end);
  const before = done[index - 1];
  const entry =
    before !== undefined && before.state > one.state ? { ...before, end: one.end } : one;
  done.splice(index, 0, entry);
  for (let next = index + 1; next < done.length; next += 1) {
    const later = done[next] as (typeof done)[number];
    if (later.state >= entry.state) break;
    done[next] = { ...entry, end: later.end };
  }
}
