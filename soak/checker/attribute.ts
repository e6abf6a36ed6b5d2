// Who asked for what the ledger has: by the key, by the operator's name, and for releases, which have no key, by
// who released what in which order. Each step gets the time in which it must have happened.
import type { Command, Outcome } from '../../kit/model.ts';
import type { Base, Call, Movement, Violation } from '../history.ts';
import { type ChangeCall, isAccepted, statusOf } from './calls.ts';
import { describe, describeStep } from './describe.ts';
import { askersByContent, mayHaveDone, ofOperator, ofWorker } from './operators-steps.ts';
import type { Step } from './steps.ts';
import { isOperators, WORKER } from './steps.ts';

/** A step, and what is known of it from outside. */
export interface Asked extends Step {
  readonly command: Command;
  readonly calls: readonly ChangeCall[];
  /** It happened between these. */
  readonly start: number;
  readonly end: number;
  /** The outcome by the rules at its position; set when it is replayed. */
  outcome?: Outcome;
  /** Whether the order held units in lots that cannot serve it; set then, too. */
  waiting?: boolean;
}

/** @returns the steps, up to the first that no one can have asked for */
export function attribute(
  steps: readonly Step[],
  { calls, base }: { calls: readonly ChangeCall[]; base: Base },
): { asked: Asked[]; wrong: Violation | undefined } {
  const byKey = Map.groupBy(calls, ({ ask }) => ask.key ?? '');
  const byClient = Map.groupBy(calls, ({ client }) => client);
  const releases = releasesOf(calls);
  const byContent = askersByContent(calls);
  const asked: Asked[] = [];
  const keys = new Map<string, Movement>();
  /** Commands that have done what they do at one moment. */
  const done = new Set<ChangeCall>();
  for (const step of steps) {
    const [movement] = step.movements;
    const wrong = (kind: Violation['kind'], text: string, involved: readonly Call[] = []) => ({
      asked,
      wrong: { kind, subject: subjectOf(step), text, calls: involved.map(({ id }) => id) },
    });
    if (movement === undefined) {
      const found = byContent(step);
      if (found === undefined) return wrong('unasked', `nobody asked for ${describeStep(step)}`);
      asked.push({ ...step, ...found, ...timeOfAny(found.calls) });
      continue;
    }
    if (movement.actor === WORKER) {
      const command = ofWorker(movement);
      if (command === undefined) return wrong('unasked', `nobody asked for ${describe(movement)}`);
      asked.push({ ...step, command, calls: [], start: -Infinity, end: Infinity });
      continue;
    }
    if (isOperators(movement.actor)) {
      const ofName = byClient.get(movement.actor) ?? [];
      const [call] = ofName.filter((one) => mayHaveDone(one, movement));
      const found = call && ofOperator(step, call);
      if (call === undefined || found === undefined) {
        return wrong('unasked', `nobody asked for ${describeStep(step)}`, ofName);
      }
      const isDone = done.has(call) && (found.isOnce || found.command.kind === 'count_step');
      if (isDone) {
        return wrong('one key', `the command has a second result: ${describeStep(step)}`, [call]);
      }
      if (found.isOnce) done.add(call);
      asked.push({ ...step, command: found.command, calls: [call], ...timeOfAny([call]) });
      continue;
    }
    if (movement.type === 'release') {
      const call = releases(step);
      if (call === undefined) return wrong('unasked', `nobody asked for ${describeStep(step)}`);
      asked.push({ ...step, command: call.ask.command, calls: [call], ...timeOf([call]) });
      continue;
    }
    if (movement.key !== null) {
      const attempts = byKey.get(movement.key) ?? [];
      if (keys.has(movement.key) || movement.key in base.keys) {
        const text = `the key ${movement.key} has a second result: ${describe(movement)}`;
        return wrong('one key', text, attempts);
      }
      keys.set(movement.key, movement);
      const fitting = attempts.filter(
        ({ ask, response }) =>
          // Nothing is changed with a key of the test environment.
          ask.isTest === undefined &&
          fits(ask.command, movement) &&
          (response === undefined || isAccepted(response)),
      );
      const [first] = fitting;
      if (first === undefined) {
        const text = `nobody asked for ${describe(movement)} under the key ${movement.key}`;
        return wrong('unasked', text, attempts);
      }
      const originals = fitting.filter(
        ({ response }) => response !== undefined && statusOf(response) === 201,
      );
      if (originals.length > 1) {
        const text = `the key ${movement.key} was answered twice as the first`;
        return wrong('one key', text, originals);
      }
      const time = timeOf(fitting);
      const [original] = originals;
      const start = original?.start ?? time.start;
      asked.push({ ...step, command: first.ask.command, calls: fitting, start, end: time.end });
      continue;
    }
    return wrong('unasked', `nobody asked for ${describe(movement)}`);
  }
  return { asked, wrong: undefined };
}

/** The calls that have done what they were to do; a count that has only taken steps has not. */
export function doneBy(asked: readonly Asked[]): Set<Call> {
  return new Set(
    asked.flatMap(({ command, calls }) => (command.kind === 'count_step' ? [] : calls)),
  );
}

/** What a violation of the step is about. */
export function subjectOf({ movements: [movement], events: [event] }: Step): string {
  return movement?.id ?? event?.id ?? '';
}

/** An accepted change took effect before its first acknowledgement. */
function timeOf(calls: readonly Call[]): { start: number; end: number } {
  return {
    start: Math.min(...calls.map(({ start }) => start)),
    end: Math.min(
      ...calls.map(({ response, end }) => (isAccepted(response) ? (end ?? Infinity) : Infinity)),
    ),
  };
}

/** The interval where any of the calls may have done it. */
function timeOfAny(calls: readonly Call[]): { start: number; end: number } {
  return {
    start: Math.min(...calls.map(({ start }) => start)),
    end: Math.max(...calls.map(({ end }) => end ?? Infinity)),
  };
}

/** Whether a movement can be what the command does: one key may have come with several. */
function fits(command: Command, { type, sku, at, links, answer }: Movement): boolean {
  if (command.kind !== type) return false;
  if ('sku' in command && command.sku !== sku) return false;
  switch (command.kind) {
    case 'receive':
    case 'return':
    case 'fulfill':
    case 'dispense': {
      const entries = links.filter(({ kind }) => kind === 'entry');
      const units = entries.reduce((total, { qty }) => total + Math.abs(qty), 0);
      return command.at === at && units === command.qty;
    }
    case 'reserve':
      return command.at === at && (answer as { qty?: number } | null)?.qty === command.qty;
    default:
      return true;
  }
}

/**
 * One client's releases of one order follow one another: each has one step, of as many units as its response says, and one
 * whose outcome no one knows is the client's last of that order.
 */
function releasesOf(calls: readonly ChangeCall[]): (step: Step) => ChangeCall | undefined {
  const queues = Map.groupBy(
    calls.filter(
      ({ ask, response }) => ask.command.kind === 'release' && !(response && 'code' in response),
    ),
    ({ client, ask }) => `${client} ${(ask.command as { order: string }).order}`,
  );
  return ({ movements }) => {
    const [first] = movements;
    const links = movements.flatMap((movement) => movement.links);
    const units = links.reduce((total, { qty }) => total + Math.abs(qty), 0);
    const queue = queues.get(`${first?.actor} ${first?.order}`) ?? [];
    const index = queue.findIndex((one) => {
      const { sku } = one.ask.command as { sku?: string };
      if (sku !== undefined && movements.some((movement) => movement.sku !== sku)) return false;
      const response = one.response as { released: number } | undefined;
      return response === undefined || units === response.released;
    });
    return index < 0 ? undefined : queue.splice(index, 1)[0];
  };
}
