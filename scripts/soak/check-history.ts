// Whether one total order explains a history. The order is the service's own: events have positions without gaps,
// so that nothing has to be searched for, and a history of any length is checked in one pass (as elle does, which
// infers the order from what it reads; porcupine searches for one). What is proved of that order:
//
// - the rules allow each step where it stands: a model that shares no code with the service replays them all;
// - the chains of the lots say the same, unit by unit, and so does the feed, event by event;
// - each step was asked for, once, and everybody who was told so was told what it did;
// - nothing that was acknowledged is missing;
// - no step stands before one that was over when it began, over all levels and lots together;
// - each read, each refusal and each repeat is explained by a state that was there while it was under way, and by
//   none before what anybody was told earlier.
//
// Together that is strict serializability. Of a release, each level is a transaction of its own, as its contract
// says. A call whose outcome nobody knows may have one step, at any time after its start, or none.
import { isDeepStrictEqual } from 'node:util';
import { apply, isSame, type Outcome } from '../../test/support/model.ts';
import {
  type Asked,
  attribute,
  type ChangeCall,
  describe,
  isAccepted,
  isChange,
  statusOf,
} from './attribute.ts';
import { checkDeliveries } from './check-deliveries.ts';
import { expectedEvents } from './expected-events.ts';
import {
  type Base,
  type Call,
  type History,
  levelName,
  lotName,
  type Violation,
} from './history.ts';
import { LedgerBook } from './ledger-book.ts';
import { observationsOf, StepTimes, Watch } from './observations.ts';
import { ENTRIES_SHOWN } from './reads.ts';
import { stepsOf } from './steps.ts';

/** What is carried to the next stretch; more than any caller looks back. */
const CURSORS_KEPT = 1_000;
const KEYS_KEPT = 20_000;
const OPEN_MILLISECONDS = 120_000;

export interface Checked {
  /** The first that was found. */
  readonly violation: Violation | undefined;
  /** The steps that were replayed, for people. */
  readonly steps: readonly Asked[];
  /** What the next stretch begins with; of no use after a violation. */
  readonly after: Base;
}

export function check(history: History, before: Base): Checked {
  const base = structuredClone(before);
  const calls = [...base.open, ...history.calls];
  const changes = calls.filter(isChange);
  const ordered = stepsOf(history, before);
  const { asked, wrong } = attribute(ordered.steps, { calls: changes, base: before });
  const known = { asked, base: before, feed: history.feed };
  const watch = new Watch(observationsOf(calls, known), new StepTimes(asked), asked.length);
  const { violation: broken, done } = replay(asked, { base, watch });
  const violation =
    broken ??
    wrong ??
    ordered.wrong ??
    realTime(asked) ??
    batchOrder(asked) ??
    acknowledged(changes, { asked, base: before }) ??
    watch.unexplained(done) ??
    checkDeliveries(history, base);
  carry(base, { calls: changes, asked, history });
  return { violation, steps: asked, after: base };
}

/** Changes the base step by step. */
function replay(
  asked: readonly Asked[],
  { base, watch }: { base: Base; watch: Watch },
): { violation: Violation | undefined; done: number } {
  const { state } = base;
  const book = new LedgerBook(state);
  const look = (nth: number) =>
    watch.look({ nth, state, entries: base.entries, position: base.position });
  look(0);
  for (const [place, step] of asked.entries()) {
    const text = replayOne(step, { base, book });
    if (text !== undefined) {
      const [movement] = step.movements;
      const subject = movement?.id ?? '';
      const violation = { kind: text.kind, subject, text: text.text, calls: idsOf(step.calls) };
      return { violation, done: place };
    }
    look(place + 1);
  }
  return { violation: undefined, done: asked.length };
}

interface Wrong {
  readonly kind: Violation['kind'];
  readonly text: string;
}

function replayOne(
  step: Asked,
  { base, book }: { base: Base; book: LedgerBook },
): Wrong | undefined {
  const { state } = base;
  const { movements, command, events } = step;
  const [movement] = movements;
  if (movement === undefined) throw new Error('A step is no movement.');
  state.today = movement.createdAt.slice(0, 10);
  const what = movements.map(describe).join('; ');
  const outcome = apply(state, command);
  // What moved is told with the step that moved it.
  for (const lot of state.lots) lot.left = {};
  if ('code' in outcome) {
    const reason = 'requested' in outcome ? `, ${outcome.available} are available` : '';
    return { kind: 'rules', text: `the rules refuse this (${outcome.code}${reason}): ${what}` };
  }
  step.outcome = outcome;
  const links = movements
    .flatMap((one) => one.links)
    .toSorted((a, b) => (a.seq < b.seq ? -1 : a.seq > b.seq ? 1 : 0));
  for (const link of links) {
    const wrong = book.enter(link);
    if (wrong !== undefined) return { kind: 'ledger', text: `${wrong}, in: ${what}` };
  }
  const entries = links.filter(({ kind }) => kind === 'entry');
  if ('entries' in outcome) {
    const entered = entries.map(({ lot, qty, after }) => [lot, qty, after]);
    if (!isDeepStrictEqual(entered, outcome.entries)) {
      const expected = outcome.entries.map(([lot, qty, after]) => `${lot} ${qty} =${after}`);
      return { kind: 'rules', text: `the rules say ${expected.join(', ')}, and not: ${what}` };
    }
  }
  const places = placesOf(step);
  for (const place of places) {
    const difference = book.compare(state, place);
    if (difference !== undefined) return { kind: 'rules', text: `${difference}, after: ${what}` };
  }
  const moved = movements.flatMap(({ answer }) => movedOf(answer));
  if ('moved' in outcome && !isDeepStrictEqual(moved.sort(), outcome.moved.map(String).sort())) {
    return {
      kind: 'rules',
      text: `reservations that had to leave: ${outcome.moved.join('; ')}, and not ${moved.join('; ')}`,
    };
  }
  for (const link of entries) {
    const shown = base.entries[lotName(link)] ?? [];
    base.entries[lotName(link)] = [[link.qty, link.after] as [number, number], ...shown].slice(
      0,
      ENTRIES_SHOWN,
    );
  }
  const told = compareEvents(step, base);
  base.position = events.at(-1)?.position ?? base.position;
  return told ?? compareAnswers(step, outcome);
}

/** In the order of the feed. */
function placesOf({ events }: Asked): { sku: string; at: string }[] {
  return events
    .filter(({ type }) => type === 'stock.changed')
    .map(({ data }) => ({ sku: data.sku_code, at: data.location }));
}

function compareEvents(step: Asked, base: Base): Wrong | undefined {
  const { command, events } = step;
  const places = placesOf(step);
  const expected = expectedEvents(
    base.state,
    { command, places, low: base.low },
    base.reorderPoint,
  );
  if (command.kind === 'count') {
    const difference = (step.outcome as { corrected: number }).corrected;
    const names = { sku_code: command.sku, location: command.at, lot_number: command.lot };
    const data = { ...names, counted: command.qty, difference };
    expected.push({ type: 'count.approved', data });
  }
  const [at] = events;
  const same =
    events.length === expected.length &&
    expected.every(({ type, data }, nth) => {
      const event = events[nth];
      return (
        event?.type === type &&
        Object.entries(data).every(([name, value]) => isDeepStrictEqual(event.data[name], value))
      );
    });
  if (same) return undefined;
  const said = events.map(({ type, data }) => `${type} ${JSON.stringify(data)}`).join(', ');
  const right = expected.map(({ type, data }) => `${type} ${JSON.stringify(data)}`).join(', ');
  return {
    kind: 'feed',
    text: `at position ${at?.position} the feed says ${said}; right is ${right}`,
  };
}

/** Everybody who was told that it is done was told what it did. */
function compareAnswers(step: Asked, outcome: Outcome): Wrong | undefined {
  const wrong: Call[] = [];
  const right: Call[] = [];
  for (const call of step.calls) {
    if (!isAccepted(call.told)) continue;
    (isTold(call.told as Outcome, outcome) ? right : wrong).push(call);
  }
  const [first] = wrong;
  if (first === undefined) return undefined;
  const text = `call ${first.id} was told ${JSON.stringify(first.told)}, and what it did is ${JSON.stringify(outcome)}`;
  return { kind: right.length > 0 ? 'one key' : 'rules', text };
}

function isTold(told: Outcome, outcome: Outcome): boolean {
  // A release is told as the sum of its levels, and of a status what has left its lots since.
  if ('released' in told) return true;
  if ('moved' in told)
    return !('changed' in outcome) || isDeepStrictEqual(told.changed, outcome.changed);
  if (!('status' in outcome)) return isSame(told, outcome);
  return isSame({ ...told, status: outcome.status } as Outcome, outcome);
}

function movedOf(answer: unknown): string[] {
  const { moved = [] } = (answer ?? {}) as {
    moved?: { reference: { id: string }; lot_number: string; moved: number; released: number }[];
  };
  return moved.map((one) => String([one.reference.id, one.lot_number, one.moved, one.released]));
}

/** No step stands before one that was over when it began. */
function realTime(asked: readonly Asked[]): Violation | undefined {
  let latest: Asked | undefined;
  for (const step of asked) {
    if (latest !== undefined && step.end < latest.start) {
      const [early, late] = [latest, step].map(({ movements: [one] }) => one && describe(one));
      return {
        kind: 'real time',
        subject: step.movements[0]?.id ?? '',
        text: `${late} was over before this began, and stands behind it: ${early}`,
        calls: idsOf([...latest.calls, ...step.calls]),
      };
    }
    if (latest === undefined || step.start > latest.start) latest = step;
  }
  return undefined;
}

/** Movements of one request are decided in the order sent where they touch one level. */
function batchOrder(asked: readonly Asked[]): Violation | undefined {
  const last = new Map<string, ChangeCall>();
  for (const { calls, movements } of asked) {
    const call = calls.find(
      ({ ask, told }) => ask.batch !== undefined && told && statusOf(told) === 201,
    );
    const [movement] = movements;
    if (call === undefined || movement === undefined) continue;
    const name = `${call.ask.batch} ${levelName(movement)}`;
    const before = last.get(name);
    if (before !== undefined && before.id > call.id) {
      return {
        kind: 'real time',
        subject: movement.id,
        text: `call ${before.id} was decided before call ${call.id}, which the same request sent first`,
        calls: idsOf([before, call]),
      };
    }
    last.set(name, call);
  }
  return undefined;
}

/** What was told to be done is in the ledger, and everybody who used a key was told the same. */
function acknowledged(
  calls: readonly ChangeCall[],
  { asked, base }: { asked: readonly Asked[]; base: Base },
): Violation | undefined {
  const done = new Set(asked.flatMap(({ calls: some }) => some));
  const firsts = new Map<string, ChangeCall>();
  for (const call of calls) {
    const { told, ask } = call;
    if (told === undefined || !isAccepted(told)) continue;
    const violation = (kind: Violation['kind'], text: string, others: readonly Call[] = []) => ({
      ...{ kind, subject: `${call.id}`, text },
      calls: idsOf([call, ...others]),
    });
    if (ask.command.kind === 'release') {
      const given = asked
        .filter((step) => step.calls.includes(call))
        .flatMap(({ movements }) => movements.flatMap(({ links }) => links));
      const units = given.reduce((total, { qty }) => total + qty, 0);
      if (units === (told as { released: number }).released) continue;
      return violation(
        'lost',
        `call ${call.id} was told ${JSON.stringify(told)}, and ${units} were released`,
      );
    }
    if (done.has(call)) continue;
    const earlier = ask.key === undefined ? undefined : base.keys[ask.key];
    if (earlier !== undefined) {
      const { outcome } = earlier;
      if (statusOf(told) === 200 && isTold(told as Outcome, outcome)) continue;
      return violation(
        'one key',
        `call ${call.id} was told ${JSON.stringify(told)}, and before ${JSON.stringify(outcome)}`,
      );
    }
    const first = firsts.get(ask.key ?? '');
    if (first !== undefined && !isDeepStrictEqual(first.told, told)) {
      return violation('one key', `calls ${first.id} and ${call.id} have one key and two results`, [
        first,
      ]);
    }
    if (ask.key !== undefined) firsts.set(ask.key, call);
    const changedNothing =
      ('reservedNow' in told && told.reservedNow === 0) ||
      ('moved' in told && (told.changed ?? 0) === 0);
    if (!changedNothing) {
      return violation(
        'lost',
        `call ${call.id} was told ${JSON.stringify(told)}, and the ledger has no such thing`,
      );
    }
  }
  return undefined;
}

function idsOf(calls: readonly Call[]): number[] {
  return [...new Set(calls.map(({ id }) => id))];
}

function carry(
  base: Base,
  {
    calls,
    asked,
    history,
  }: { calls: readonly ChangeCall[]; asked: readonly Asked[]; history: History },
): void {
  const done = new Set<Call>(asked.flatMap(({ calls: some }) => some));
  const latest = Math.max(0, ...calls.map(({ start }) => start));
  const posted = new Set(asked.map(({ movements: [movement] }) => movement?.key));
  base.open = calls.filter(
    (call) =>
      call.end === null &&
      // Of a release one level may follow another late.
      (!done.has(call) || call.ask.command.kind === 'release') &&
      call.start > latest - OPEN_MILLISECONDS &&
      (call.ask.key === undefined || !posted.has(call.ask.key)),
  );
  const cursors = history.feed.slice(-CURSORS_KEPT).map(({ id, position }) => [id, position]);
  if (cursors.length > 0) base.cursors = Object.fromEntries(cursors);
  const keys = Object.entries(base.keys);
  for (const { movements, command, outcome } of asked) {
    const key = movements[0]?.key;
    if (key != null && outcome !== undefined) keys.push([key, { command, outcome }]);
  }
  for (const { ask, told } of calls) {
    if (ask.key === undefined || !isAccepted(told) || posted.has(ask.key)) continue;
    keys.push([ask.key, { command: ask.command, outcome: told as Outcome }]);
  }
  base.keys = Object.fromEntries(keys.slice(-KEYS_KEPT));
}
