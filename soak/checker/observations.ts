// Responses that changed nothing: to reads, refusals, repeats. Each must be explained by one state that
// was there between its start and its end, and none may be of an earlier state than a response that came before it
// began.
import { apply, isSame, type State } from '../../kit/model.ts';
import { type Base, type Call, type FeedEvent, levelName, lotName, NO_STEP } from '../history.ts';
import type { Asked } from './attribute.ts';
import { type ChangeCall, isAccepted, isChange } from './calls.ts';
import { refusedByNaming } from './naming.ts';
import { type LotName, ofCounts, ofImport, ofMoves, ofSweep } from './operators-observations.ts';
import { earliestBehind } from './past.ts';
import { readOf } from './reads.ts';
import { holdsMore } from './replay.ts';
import type { Moment, Observation } from './watch.ts';

/** What is known of keys, levels and the feed. */
export interface Known {
  readonly asked: readonly Asked[];
  readonly base: Base;
  readonly feed: readonly FeedEvent[];
}

export function observationsOf(calls: readonly Call[], known: Known): Observation[] {
  const steps = new Map<Call, number[]>();
  const keyed = new Map<string, number>();
  known.asked.forEach(({ calls: askers, movements }, index) => {
    for (const call of askers) steps.set(call, [...(steps.get(call) ?? []), index + 1]);
    const key = movements[0]?.key;
    if (key != null) keyed.set(key, index + 1);
  });
  const positions = new Map([
    ...Object.entries(known.base.cursors),
    ...known.feed.map(({ id, position }) => [id, position] as const),
  ]);
  const inventory = inventoryOf(known);
  const earliest = earliestBehind(known.asked);
  const answered = calls.filter(({ response, end }) => response !== undefined && end !== null);
  const byKey = Map.groupBy(calls.filter(isChange), ({ ask }) => ask.key ?? '');
  const ofAnswered = answered.flatMap((call): Observation[] => {
    const time = { calls: [call], start: call.start, end: call.end as number };
    if (!isChange(call)) {
      const { ask } = call;
      // Nothing that is read here is ever refused.
      if (!isAccepted(call.response)) return [{ ...time, isExplainedBy: () => false }];
      const rows = JSON.stringify((call.response as { rows: unknown[] }).rows);
      if (ask.kind === 'feed') {
        const shown = (call.response as { rows: string[] }).rows;
        return [{ ...time, isExplainedBy: feedReader(ask, shown, positions) }];
      }
      if (ask.kind === 'change') throw new Error('A change is no read.');
      return [
        {
          ...time,
          isExplainedBy: asLongAs(
            'sku' in ask ? ask.sku : undefined,
            (now) =>
              JSON.stringify(readOf(now, ask)) === rows &&
              (ask.kind !== 'as_of' ||
                !ask.isFinal ||
                earliest(ask.sku, now.stateIndex) > ask.asOf),
          ),
        },
      ];
    }
    const attempts = call.ask.key === undefined ? [call] : (byKey.get(call.ask.key) ?? []);
    return ofChange(call, {
      known,
      inventory,
      steps: steps.get(call) ?? [],
      keyed,
      time,
      attempts,
    });
  });
  return [...ofAnswered, ...ofCounts(known.asked, known.base.state)];
}

function ofChange(
  call: ChangeCall,
  {
    known: { asked, base },
    inventory,
    steps,
    keyed,
    time,
    attempts,
  }: {
    known: Known;
    inventory: Inventory;
    steps: readonly number[];
    keyed: ReadonlyMap<string, number>;
    time: { calls: Call[]; start: number; end: number };
    /** All with its key. */
    attempts: readonly ChangeCall[];
  },
): Observation[] {
  const { command, key } = call.ask;
  const response = call.response as NonNullable<ChangeCall['response']>;
  const posted = key === undefined ? undefined : keyed.get(key);
  const isEarlier = key !== undefined && key in base.keys;
  if (call.ask.isTest) {
    const isRefused = 'code' in response && response.code === 'insufficient_scope';
    return [{ ...time, isExplainedBy: () => isRefused }];
  }
  if (!isAccepted(response)) {
    // The order itself stood in its way, which the checker of orders judges.
    if ('code' in response && response.code === NO_STEP) return [];
    if ('code' in response && response.code === 'idempotency_key_reused') {
      // A call that changed nothing has used its key, too, and is no step.
      const isUsed = posted !== undefined || isEarlier || attempts.some(mayHaveUsed(call));
      return [{ ...time, ...(posted && { from: posted }), isExplainedBy: () => isUsed }];
    }
    return [
      {
        ...time,
        // A count may be refused after it has taken steps.
        from: steps.at(-1) ?? 0,
        // Once its key was accepted it is accepted for good.
        ...(posted !== undefined && { to: posted - 1 }),
        isExplainedBy: asLongAs(
          // What names a product is about its other SKUs too.
          'sku' in command && call.ask.naming?.by !== 'product' ? command.sku : undefined,
          ({ state }) => !isEarlier && isSame(response as never, tried(state, call)),
        ),
      },
    ];
  }
  switch (command.kind) {
    case 'release':
    case 'cancel':
      // What its step released is judged when it is replayed.
      if (steps.length > 0) return [];
      return [
        {
          ...time,
          isExplainedBy: ({ state }) => !holdsMore(state, command),
        },
      ];
    case 'set_status':
    case 'set_expiry':
      return [
        ...ofMoves(command, response, {
          time: { ...time, ...(steps[0] && { from: steps[0] }) },
          lots: inventory.lots,
        }),
        ...(steps.length > 0
          ? []
          : [{ ...time, isExplainedBy: ({ state }: Moment) => changesNothing(state, command) }]),
      ];
    case 'sweep':
      return ofSweep(command, response, { time, lots: inventory.lots, still: inventory.still });
    case 'import':
      return ofImport(command, { time, done: steps.map((step) => asked[step - 1]?.command) });
    case 'reserve':
      // The response counts what the order held already; a repeat has the first response again.
      return posted !== undefined || (key !== undefined && key in base.keys)
        ? []
        : [
            {
              // Whichever of them came first.
              calls: time.calls,
              start: Math.min(...attempts.map(({ start }) => start)),
              end: Math.min(
                ...attempts.map((one) =>
                  isAccepted(one.response) ? (one.end ?? Infinity) : Infinity,
                ),
              ),
              isExplainedBy: ({ state }) => isSame(response as never, tried(state, call)),
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
    (other.response === undefined || isAccepted(other.response));
}

/** All that there is or comes to be. */
interface Inventory {
  readonly levels: readonly { readonly sku: string; readonly at: string }[];
  readonly lots: readonly LotName[];
  /** What the base has of a lot to which nothing happens. */
  readonly still: (lot: LotName) => State | undefined;
}

function inventoryOf({ asked, base: { state } }: Pick<Known, 'asked' | 'base'>): Inventory {
  const links = asked.flatMap(({ movements }) => movements.flatMap((one) => one.links));
  const moved = new Set(links.map(lotName));
  const lots = [...state.lots, ...links].map(({ sku, at, lot }) => ({ sku, at, lot }));
  const levels = [...state.levels, ...links].map(({ sku, at }) => ({ sku, at }));
  return {
    levels: [...new Map(levels.map((level) => [levelName(level), level])).values()],
    lots: [...new Map(lots.map((lot) => [lotName(lot), lot])).values()],
    still: (lot) => (moved.has(lotName(lot)) ? undefined : state),
  };
}

function tried(state: State, { ask, client }: ChangeCall) {
  const { command } = ask;
  const named = command.kind === 'count' ? { ...command, by: client } : command;
  return refusedByNaming(state, ask) ?? apply(copyFor(state, command), named);
}

/** What is so stays so while nothing happens to the SKU; of none, while nothing happens. */
function asLongAs(
  sku: string | undefined,
  isSo: (now: Moment) => boolean,
): Observation['isExplainedBy'] {
  let last: { stateIndex: number; verdict: boolean } | undefined;
  return (now) => {
    if (last === undefined || now.lastChange(sku) > last.stateIndex) {
      last = { stateIndex: now.stateIndex, verdict: isSo(now) };
    }
    return last.verdict;
  };
}

/** Copies the part of the state that the command is about. */
function copyFor(state: State, command: ChangeCall['ask']['command']): State {
  const skus = skusOf(command);
  if (skus.length === 0) return structuredClone(state);
  const isOf = ({ sku }: { sku: string }) => skus.includes(sku);
  const { lots, holds, levels, numbers } = state;
  return structuredClone({
    ...state,
    lots: lots.filter(isOf),
    levels: levels.filter(isOf),
    numbers: numbers.filter(isOf),
    holds: holds.filter(({ lot }) => isOf(lot)),
  });
}

function skusOf(command: ChangeCall['ask']['command']): string[] {
  if (command.kind === 'ship') return command.lots.map(({ sku }) => sku);
  return 'sku' in command && command.sku !== undefined ? [command.sku] : [];
}

function changesNothing(state: State, command: ChangeCall['ask']['command']): boolean {
  const copy = copyFor(state, command);
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
  const isNext = shown.every((id, index) => positions.get(id) === from + 1 + index);
  const last = from + shown.length;
  return ({ position }) =>
    isNext && (shown.length === limit ? position >= last : position === Math.max(last, from));
}
