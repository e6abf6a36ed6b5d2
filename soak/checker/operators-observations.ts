// What an operator's response says beside what the command did at one moment: that nothing is left to do, and what an
// import found there already. Each is a thing of its own, since nobody says that they were so together.
import {
  type Command,
  daysLeft,
  find,
  findLotNumber,
  movedBefore,
  reservedIn,
  type State,
  usable,
} from '../../kit/model.ts';
import type { CallResponse } from '../history.ts';
import type { Asked } from './attribute.ts';
import type { Observation } from './watch.ts';

export interface LotName {
  readonly sku: string;
  readonly at: string;
  readonly lot: string;
}

type Time = Pick<Observation, 'calls' | 'start' | 'end' | 'from' | 'to'>;

/**
 * Each lot that had to be left or announced was so at some moment, unless a level was busy.
 *
 * @param lots all that there are or come to be
 * @param still the state of a lot to which nothing happens but that it is announced
 */
export function ofSweep(
  { asOf }: Command & { kind: 'sweep' },
  response: CallResponse,
  {
    time,
    lots,
    still,
  }: { time: Time; lots: readonly LotName[]; still: (lot: LotName) => State | undefined },
): Observation[] {
  if (((response as { busy?: number }).busy ?? 0) > 0) return [];
  return lots.flatMap((name) => {
    const questions = [
      (state: State) => isLeft(state, name, asOf),
      (state: State) => isAnnounced(state, name, asOf),
    ];
    // Most lots are of earlier stretches, and would be asked about again and again.
    const before = still(name);
    return questions
      .filter((isSo) => before === undefined || !isSo(before))
      .map((isSo) => ({ ...time, isExplainedBy: ({ state }: { state: State }) => isSo(state) }));
  });
}

/** No reservation waits in the lots of a command whose response says so. */
export function ofMoves(
  command: Command & { kind: 'set_status' | 'set_expiry' },
  response: CallResponse,
  { time, lots }: { time: Time; lots: readonly LotName[] },
): Observation[] {
  const leaves = command.kind === 'set_expiry' || command.status === 'quarantine';
  if (!leaves || (response as { waiting?: number }).waiting !== 0) return [];
  return lots
    .filter(({ sku, lot }) => sku === command.sku && lot === command.lot)
    .filter(({ at }) => command.kind === 'set_expiry' || (command.at ?? at) === at)
    .map((name) => ({
      ...time,
      isExplainedBy: ({ state }) => isLeft(state, name, state.today),
    }));
}

/** Records that changed nothing were as they say. */
export function ofImport(
  { skus, lots }: Command & { kind: 'import' },
  { time, done }: { time: Time; done: readonly (Command | undefined)[] },
): Observation[] {
  const made = done.flatMap((one) => (one?.kind === 'import' ? [one] : []));
  const [madeSkus, madeLots] = [made.flatMap((one) => one.skus), made.flatMap((one) => one.lots)];
  return [
    ...skus
      .filter((one) => !madeSkus.includes(one))
      .map(({ sku, reorderPoint }) => ({
        ...time,
        isExplainedBy: ({ state }: { state: State }) =>
          state.skus.some((one) => one.sku === sku && one.reorderPoint === reorderPoint),
      })),
    ...lots
      .filter((one) => !madeLots.includes(one))
      .map((one) => ({
        ...time,
        isExplainedBy: ({ state }: { state: State }) => {
          const lot = find(state, one);
          return lot !== undefined && findLotNumber(state, lot).expiry === one.expiry;
        },
      })),
  ];
}

/**
 * A count asks before its first step what an unfinished one has moved, and its movements say what it was answered. So
 * this is judged also where its own answer never came.
 *
 * @param state as it was before the steps
 */
export function ofCounts(asked: readonly Asked[], state: State): Observation[] {
  const begun = new Set(state.lots.flatMap(({ unfinished }) => unfinished.map(({ by }) => by)));
  return asked.flatMap(({ command, calls, start, end }, index) => {
    if (command.kind !== 'count' && command.kind !== 'count_step') return [];
    if (begun.has(command.by)) return [];
    begun.add(command.by);
    const known = JSON.stringify(command.movedBefore);
    return {
      calls,
      start,
      end,
      to: index,
      isExplainedBy: ({ state: now }: { state: State }) => {
        const lot = find(now, command);
        return lot !== undefined && JSON.stringify(movedBefore(lot)) === known;
      },
    };
  });
}

function isLeft(state: State, name: LotName, day: string): boolean {
  const lot = find(state, name);
  return lot === undefined || usable(state, lot, day) || reservedIn(state, lot) === 0;
}

function isAnnounced(state: State, name: LotName, asOf: string): boolean {
  const lot = find(state, name);
  if (lot === undefined || lot.onHand === 0) return true;
  const days = daysLeft(state, lot, asOf);
  const mark = [7, 30, 90].find((one) => days >= 0 && days <= one);
  return mark === undefined || (lot.announced ?? 91) <= mark;
}
