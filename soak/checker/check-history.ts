// Whether one total order explains a history. The order is the service's own: events have positions without gaps,
// so that nothing has to be searched for, and a history of any length is checked in one pass (as elle does, which
// infers the order from what it reads; porcupine searches for one). What is proved of that order:
//
// - the rules allow each step where it stands: a model that shares no code with the service replays them all;
// - the chains of the lots say the same, unit by unit, and so does the feed, event by event;
// - each step was asked for, once, and every response says what the step did;
// - nothing that was acknowledged is missing;
// - no step stands before one that was over when it began, over all levels and lots together;
// - each read, each refusal and each repeat is explained by a state that was there while it was under way, and by
//   none before what any earlier response has shown.
//
// Together that is strict serializability. Of a sweep, and of what has to leave a lot that many orders hold, each step is
// a transaction of its own. A call whose outcome no one knows may have one step, at any time after its start, or none.
import type { Command, Outcome } from '../../kit/model.ts';
import { type Base, type History, levelName, type Violation } from '../history.ts';
import { acknowledged } from './acknowledged.ts';
import { type Asked, attribute, doneBy, subjectOf } from './attribute.ts';
import { type ChangeCall, idsOf, isAccepted, isChange, statusOf } from './calls.ts';
import { checkDeliveries } from './check-deliveries.ts';
import { describeStep } from './describe.ts';
import { observationsOf } from './observations.ts';
import { forgetEntries } from './past.ts';
import { replay } from './replay.ts';
import { stepsOf } from './steps.ts';
import { outOfTime, StepTimes, Watch } from './watch.ts';

/** What is carried to the next stretch; more than any caller looks back. */
const CURSORS_KEPT = 1_000;
const KEYS_KEPT = 20_000;
const OPEN_MILLISECONDS = 120_000;
/** What takes several transactions: level by level, or lot by lot. */
const STEPWISE: readonly Command['kind'][] = ['sweep', 'set_status', 'set_expiry'];

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

/** No step stands before one that was over when it began. */
function realTime(asked: readonly Asked[]): Violation | undefined {
  const found = outOfTime(asked);
  if (found === undefined) return undefined;
  const [before, behind] = found;
  const [early, late] = found.map(describeStep);
  return {
    kind: 'real time',
    subject: subjectOf(behind),
    text: `${late} was over before this began, and stands behind it: ${early}`,
    calls: idsOf([...before.calls, ...behind.calls]),
  };
}

/** Movements of one request are decided in the order sent where they touch one level. */
function batchOrder(asked: readonly Asked[]): Violation | undefined {
  const last = new Map<string, ChangeCall>();
  for (const { calls, movements } of asked) {
    const call = calls.find(
      ({ ask, response }) => ask.batch !== undefined && response && statusOf(response) === 201,
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

function carry(
  base: Base,
  {
    calls,
    asked,
    history,
  }: { calls: readonly ChangeCall[]; asked: readonly Asked[]; history: History },
): void {
  forgetEntries(base);
  const done = doneBy(asked);
  const latest = Math.max(0, ...calls.map(({ start }) => start));
  const posted = new Set(asked.map(({ movements: [movement] }) => movement?.key));
  base.open = calls.filter(
    (call) =>
      call.end === null &&
      // One step may follow another late.
      (!done.has(call) || STEPWISE.includes(call.ask.command.kind)) &&
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
  for (const { ask, response } of calls) {
    if (ask.key === undefined || !isAccepted(response) || posted.has(ask.key)) continue;
    keys.push([ask.key, { command: ask.command, outcome: response as Outcome }]);
  }
  base.keys = Object.fromEntries(keys.slice(-KEYS_KEPT));
}
