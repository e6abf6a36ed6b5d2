// What callers were told to be done.
import { isDeepStrictEqual } from 'node:util';
import type { Outcome } from '../../test/support/model.ts';
import { type Asked, type ChangeCall, idsOf, isAccepted, statusOf } from './attribute.ts';
import type { Base, Call, Violation } from './history.ts';
import { isTold } from './replay.ts';

/** What was told to be done is in the ledger, and everybody who used a key was told the same. */
export function acknowledged(
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
