// Whether each acknowledged change took effect, and once.
import { isDeepStrictEqual } from 'node:util';
import { type Outcome, sum } from '../../kit/model.ts';
import type { Base, Call, Violation } from '../history.ts';
import { type Asked, doneBy } from './attribute.ts';
import { type ChangeCall, idsOf, isAccepted, statusOf } from './calls.ts';
import { agrees } from './replay.ts';

/** Each acknowledged change is in the ledger, and all calls with one key got the same response. */
export function acknowledged(
  calls: readonly ChangeCall[],
  { asked, base }: { asked: readonly Asked[]; base: Base },
): Violation | undefined {
  const done = doneBy(asked);
  const firsts = new Map<string, ChangeCall>();
  for (const call of calls) {
    const { response, ask } = call;
    if (response === undefined || !isAccepted(response)) continue;
    const violation = (kind: Violation['kind'], text: string, others: readonly Call[] = []) => ({
      kind,
      subject: `${call.id}`,
      text,
      calls: idsOf([call, ...others]),
    });
    if (ask.command.kind === 'release' || ask.command.kind === 'cancel') {
      const given = asked
        .filter((step) => step.calls.includes(call))
        .flatMap(({ movements }) => movements.flatMap(({ links }) => links));
      const units = given.reduce((total, { qty }) => total + qty, 0);
      if (units === (response as { released: number }).released) continue;
      return violation(
        'lost',
        `call ${call.id} was answered ${JSON.stringify(response)}, and ${units} were released`,
      );
    }
    const wrong = ofOperator(call, asked);
    if (wrong !== undefined) return violation('lost', wrong);
    if (done.has(call)) continue;
    const earlier = ask.key === undefined ? undefined : base.keys[ask.key];
    if (earlier !== undefined) {
      const { outcome } = earlier;
      if (statusOf(response) === 200 && agrees(response as Outcome, outcome)) continue;
      return violation(
        'one key',
        `call ${call.id} was answered ${JSON.stringify(response)}, and before ${JSON.stringify(outcome)}`,
      );
    }
    const first = firsts.get(ask.key ?? '');
    if (first !== undefined && !isDeepStrictEqual(first.response, response)) {
      return violation('one key', `calls ${first.id} and ${call.id} have one key and two results`, [
        first,
      ]);
    }
    if (ask.key !== undefined) firsts.set(ask.key, call);
    const changedNothing =
      (ask.command.kind === 'ship' && statusOf(response) === 200) ||
      ('reservedNow' in response && response.reservedNow === 0) ||
      ['sweep', 'import'].includes(ask.command.kind) ||
      ('moved' in response && (response.changed ?? 0) === 0);
    if (!changedNothing) {
      return violation(
        'lost',
        `call ${call.id} was answered ${JSON.stringify(response)}, and the ledger has no such thing`,
      );
    }
  }
  return undefined;
}

/** The response to a command counts all its steps together. */
function ofOperator(
  { id, response, ask }: ChangeCall,
  asked: readonly Asked[],
): string | undefined {
  const { kind } = ask.command;
  if (kind !== 'sweep' && kind !== 'import') return undefined;
  const steps = asked.filter(({ calls }) => calls.some((one) => one.id === id));
  const says = (what: string) => `call ${id} was answered ${JSON.stringify(response)}, and ${what}`;
  if (kind === 'import') {
    const { created, updated } = response as { created: number; updated: number };
    const made = steps.flatMap(({ command }) => (command.kind === 'import' ? [command] : []));
    const lots = sum(made.map((one) => one.lots.length));
    const skus = sum(made.map((one) => one.skus.length));
    if (lots === created && skus === updated) return undefined;
    return says(`${lots} lots and ${skus} SKUs were imported`);
  }
  const { moved, expiring } = response as { moved: unknown[]; expiring: number };
  const left = steps.flatMap(({ command, outcome }) =>
    command.kind === 'reallocate' ? ((outcome as { moved: unknown[] }).moved ?? []) : [],
  );
  if (!isDeepStrictEqual(left.map(String).sort(), moved.map(String).sort())) {
    return says(`what it moved is ${left.join('; ') || 'nothing'}`);
  }
  const announced = steps.filter(({ command }) => command.kind === 'announce');
  const own = announced.filter(({ calls }) => calls.length === 1).length;
  // Two sweeps as of one day cannot be distinguished.
  if (own <= expiring && expiring <= announced.length) return undefined;
  return says(`${announced.length} lots were announced`);
}
