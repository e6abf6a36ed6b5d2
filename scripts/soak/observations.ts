// What callers were told that changed nothing: reads, refusals, repeats. Each must be explained by one state that
// was there between its start and its end, and none may be of an earlier state than what was told before it began.
import { apply, isSame, type State } from '../../test/support/model.ts';
import { type Asked, type ChangeCall, isAccepted, isChange } from './attribute.ts';
import { type Base, type Call, type FeedEvent, levelName } from './history.ts';
import { readOf } from './reads.ts';

export interface Moment {
  /** States are counted from 0, which is the base; number n is what the n-th step has left. */
  readonly nth: number;
  readonly state: State;
  readonly entries: Base['entries'];
  /** Of the last event. */
  readonly position: number;
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

/** What is known of keys, levels and the feed. */
export interface Known {
  readonly asked: readonly Asked[];
  readonly base: Base;
  readonly feed: readonly FeedEvent[];
}

export function observationsOf(calls: readonly Call[], known: Known): Observation[] {
  const steps = new Map<Call, number[]>();
  const keyed = new Map<string, number>();
  known.asked.forEach(({ calls: askers, movements }, place) => {
    for (const call of askers) steps.set(call, [...(steps.get(call) ?? []), place + 1]);
    const key = movements[0]?.key;
    if (key != null) keyed.set(key, place + 1);
  });
  const positions = new Map([
    ...Object.entries(known.base.cursors),
    ...known.feed.map(({ id, position }) => [id, position] as const),
  ]);
  const told = calls.filter(({ told, end }) => told !== undefined && end !== null);
  const byKey = Map.groupBy(calls.filter(isChange), ({ ask }) => ask.key ?? '');
  return told.flatMap((call) => {
    const time = { calls: [call], start: call.start, end: call.end as number };
    if (!isChange(call)) {
      const { ask } = call;
      const rows = JSON.stringify((call.told as { rows: unknown[] }).rows);
      if (ask.kind === 'feed') {
        const shown = (call.told as { rows: string[] }).rows;
        return [{ ...time, isExplainedBy: feedReader(ask, shown, positions) }];
      }
      if (ask.kind === 'change') throw new Error('A change is no read.');
      return [
        {
          ...time,
          isExplainedBy: ({ state, entries }) =>
            JSON.stringify(readOf(state, entries, ask)) === rows,
        },
      ];
    }
    const attempts = call.ask.key === undefined ? [call] : (byKey.get(call.ask.key) ?? []);
    return ofChange(call, { known, steps: steps.get(call) ?? [], keyed, time, attempts });
  });
}

function ofChange(
  call: ChangeCall,
  {
    known: { asked, base },
    steps,
    keyed,
    time,
    attempts,
  }: {
    known: Known;
    steps: readonly number[];
    keyed: ReadonlyMap<string, number>;
    time: { calls: Call[]; start: number; end: number };
    /** All with its key. */
    attempts: readonly ChangeCall[];
  },
): Observation[] {
  const { command, key } = call.ask;
  const told = call.told as NonNullable<ChangeCall['told']>;
  const posted = key === undefined ? undefined : keyed.get(key);
  const isEarlier = key !== undefined && key in base.keys;
  if (!isAccepted(told)) {
    if ('code' in told && told.code === 'idempotency_key_reused') {
      // What only told what was so already has used its key, too, and is no step.
      const isUsed = posted !== undefined || isEarlier || attempts.some(mayHaveUsed(call));
      return [{ ...time, ...(posted && { from: posted }), isExplainedBy: () => isUsed }];
    }
    return [
      {
        ...time,
        // Once its key was accepted it is accepted for good.
        ...(posted !== undefined && { to: posted - 1 }),
        isExplainedBy: ({ state }) => !isEarlier && isSame(told as never, tried(state, command)),
      },
    ];
  }
  switch (command.kind) {
    case 'release': {
      // Level by level, so that each of them is a thing of its own.
      const released = new Set(
        steps.flatMap((step) => asked[step - 1]?.movements.map(levelName) ?? []),
      );
      return base.state.levels
        .concat(levelsOf(asked))
        .filter(
          (level, nth, all) => all.findIndex((o) => levelName(o) === levelName(level)) === nth,
        )
        .filter((level) => !released.has(levelName(level)))
        .filter(({ sku }) => command.sku === undefined || command.sku === sku)
        .map(({ sku, at }) => ({
          ...time,
          isExplainedBy: ({ state }) =>
            !state.holds.some(
              ({ order, lot }) => order === command.order && lot.sku === sku && lot.at === at,
            ),
        }));
    }
    case 'set_status':
    case 'set_expiry':
      return steps.length > 0
        ? []
        : [{ ...time, isExplainedBy: ({ state }) => changesNothing(state, command) }];
    case 'reserve':
      // What the order held already; a repeat tells again what was so once.
      return posted !== undefined || (key !== undefined && key in base.keys)
        ? []
        : [
            {
              // Whichever of them came first.
              calls: time.calls,
              start: Math.min(...attempts.map(({ start }) => start)),
              end: Math.min(
                ...attempts.map((one) => (isAccepted(one.told) ? (one.end ?? Infinity) : Infinity)),
              ),
              isExplainedBy: ({ state }) => isSame(told as never, tried(state, command)),
            },
          ];
    default:
      return [];
  }
}

/** Whether another attempt can have had a result without changing anything. */
function mayHaveUsed(call: ChangeCall): (other: ChangeCall) => boolean {
  return (other) =>
    other !== call &&
    other.ask.command.kind === 'reserve' &&
    (other.told === undefined || isAccepted(other.told));
}

function levelsOf(asked: readonly Asked[]): { sku: string; at: string; version: number }[] {
  return asked.flatMap(({ movements }) =>
    movements.flatMap(({ links }) => links.map(({ sku, at }) => ({ sku, at, version: 0 }))),
  );
}

function tried(state: State, command: ChangeCall['ask']['command']) {
  return apply(structuredClone(state), command);
}

function changesNothing(state: State, command: ChangeCall['ask']['command']): boolean {
  const copy = structuredClone(state);
  const outcome = apply(copy, command);
  return !('code' in outcome) && copy.movements === state.movements;
}

/** All events behind the one that was read last, up to some state or as many as were asked for. */
function feedReader(
  { after, limit }: { after: string; limit: number },
  shown: readonly string[],
  positions: ReadonlyMap<string, number>,
): Observation['isExplainedBy'] {
  const from = positions.get(after);
  if (from === undefined) return () => false;
  const isNext = shown.every((id, nth) => positions.get(id) === from + 1 + nth);
  const last = from + shown.length;
  return ({ position }) =>
    isNext && (shown.length === limit ? position >= last : position === Math.max(last, from));
}
