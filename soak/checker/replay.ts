// The steps one after another, through the rules: the model, the chains of the lots, the feed and the answers must
// say the same of each.
import { isDeepStrictEqual } from 'node:util';
import { apply, isSame, type Outcome, type State, sum, usable } from '../../kit/model.ts';
import { type Base, type Call, lotName, type Violation } from '../history.ts';
import { type Asked, subjectOf } from './attribute.ts';
import { idsOf, isAccepted } from './calls.ts';
import { describeStep } from './describe.ts';
import { type ExpectedEvent, expectedEvents } from './expected-events.ts';
import { LedgerBook } from './ledger-book.ts';
import { refusedByNaming } from './naming.ts';
import { Changes } from './now.ts';
import { commandOf, movedIn } from './operators-steps.ts';
import { partsOf } from './steps.ts';
import type { Watch } from './watch.ts';

/** Changes the base step by step. */
export function replay(
  asked: readonly Asked[],
  { base, watch }: { base: Base; watch: Watch },
): { violation: Violation | undefined; done: number } {
  const { state } = base;
  const book = new LedgerBook(state);
  const changes = new Changes();
  const look = (index: number) =>
    watch.look({
      stateIndex: index,
      state,
      entries: base.entries,
      ids: base.ids,
      position: base.position,
      units: (level) => changes.units(state, level),
      lastChange: (sku) => changes.last(sku),
    });
  look(0);
  for (const [index, step] of asked.entries()) {
    const { today } = state;
    const text = replayOne(step, { base, book });
    if (text !== undefined) {
      const { kind } = text;
      const violation = {
        kind,
        subject: subjectOf(step),
        text: text.text,
        calls: idsOf(step.calls),
      };
      return { violation, done: index };
    }
    changes.add(index + 1, state.today === today ? skusOf(step) : undefined);
    look(index + 1);
  }
  return { violation: undefined, done: asked.length };
}

/** All that a step can have changed is of these. */
function skusOf({ movements, events }: Asked): string[] {
  return [
    ...movements.flatMap(({ sku, links }) => [sku, ...links.map((link) => link.sku)]),
    ...events.map(({ data }) => data.sku_code as string),
  ];
}

interface Wrong {
  readonly kind: Violation['kind'];
  readonly text: string;
}

function replayOne(step: Asked, known: { base: Base; book: LedgerBook }): Wrong | undefined {
  const parts = partsOf(step).map(
    (part, index): Asked => ({ ...step, ...part, command: commandOf(step.command, index, part) }),
  );
  for (const part of parts) {
    const wrong = replayPart(part, known);
    if (wrong !== undefined) return wrong;
  }
  step.waiting = parts.some(({ waiting }) => waiting);
  step.outcome = outcomeOf(step.command, parts);
  if (holdsMore(known.base.state, step.command)) {
    return { kind: 'rules', text: `the order holds more, after: ${describeStep(step)}` };
  }
  return compareAnswers(step, step.outcome);
}

/** Whether an order still holds what is released in one step. */
export function holdsMore({ holds }: State, command: Asked['command']): boolean {
  if (command.kind !== 'release' && command.kind !== 'cancel') return false;
  const { order, sku } = { sku: undefined, ...command };
  return holds.some((hold) => hold.order === order && (sku ?? hold.lot.sku) === hold.lot.sku);
}

/** What all parts together did. */
function outcomeOf({ kind }: Asked['command'], parts: readonly Asked[]): Outcome {
  const outcomes = parts.flatMap(({ outcome }) => outcome ?? []);
  if (kind === 'ship') {
    return {
      status: 201,
      entries: outcomes.flatMap((one) => ('entries' in one ? one.entries : [])),
    };
  }
  if (kind === 'cancel' || kind === 'release') {
    return { released: sum(outcomes.map((one) => ('released' in one ? one.released : 0))) };
  }
  return outcomes[0] as Outcome;
}

function replayPart(
  step: Asked,
  { base, book }: { base: Base; book: LedgerBook },
): Wrong | undefined {
  const { state } = base;
  const { movements, command, events } = step;
  const moment = movements[0]?.createdAt ?? events[0]?.createdAt;
  if (moment === undefined) throw new Error('A step is nothing.');
  state.today = moment.slice(0, 10);
  const what = describeStep(step);
  const known = new Set(state.skus.map(({ sku }) => sku));
  step.waiting = isWaitedFor(state, command);
  const [call] = step.calls;
  const misnamed = call && refusedByNaming(state, call.ask);
  const outcome = misnamed ?? apply(state, command);
  // Reservations that a step moved are part of that step's response.
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
  const changed = levelsOf(step);
  for (const level of changed) {
    const difference = book.compare(state, level);
    if (difference !== undefined) return { kind: 'rules', text: `${difference}, after: ${what}` };
  }
  const missed = nothingOf(command, outcome);
  if (missed !== undefined) return { kind: 'rules', text: `${missed}: ${what}` };
  const moved = movements.flatMap(({ answer }) => movedIn(answer, 'moved').map(String));
  if ('moved' in outcome && !isDeepStrictEqual(moved.sort(), outcome.moved.map(String).sort())) {
    return {
      kind: 'rules',
      text: `reservations that had to leave: ${outcome.moved.join('; ')}, and not ${moved.join('; ')}`,
    };
  }
  keepEntries(step, base);
  const wrong = compareEvents(step, { base, known });
  base.position = events.at(-1)?.position ?? base.position;
  return wrong;
}

/** Whether the order of the command holds units in lots that cannot serve it. */
function isWaitedFor(state: State, command: Asked['command']): boolean {
  if (!('order' in command && 'sku' in command && 'at' in command)) return false;
  const { order, sku, at } = command;
  return state.holds.some(
    (hold) =>
      hold.order === order &&
      hold.lot.sku === sku &&
      hold.lot.at === at &&
      !usable(state, hold.lot, state.today),
  );
}

function keepEntries({ movements }: Asked, base: Base): void {
  const entries = movements
    .flatMap(({ links, order }) => links.map((link) => ({ ...link, order })))
    .toSorted((a, b) => (a.seq < b.seq ? -1 : 1));
  for (const link of entries) {
    const name = lotName(link);
    if (link.id !== undefined) base.ids[name] = link.id;
    if (link.kind !== 'entry') continue;
    const { seq, type, qty, after, order, createdAt } = link;
    const kept = base.entries[name] ?? [];
    base.entries[name] = kept;
    kept.push({ seq, createdAt: createdAt ?? '', type, qty, after, order });
  }
}

/** @returns the levels in the order of the feed */
function levelsOf({ events }: Asked): { sku: string; at: string }[] {
  return events
    .filter(({ type }) => type === 'stock.changed')
    .map(({ data }) => ({ sku: data.sku_code, at: data.location }));
}

function compareEvents(
  step: Asked,
  { base, known }: { base: Base; known: ReadonlySet<string> },
): Wrong | undefined {
  const { command, events } = step;
  const changed = levelsOf(step);
  const expected = expectedEvents(base.state, { command, changed, low: base.low, known });
  if (command.kind === 'count') {
    const difference = (step.outcome as { corrected: number }).corrected;
    const names = { sku_code: command.sku, location: command.at, lot_number: command.lot };
    const data = { ...names, counted: command.qty, difference };
    expected.push({ type: 'count.approved', data });
  }
  const [at] = events;
  if (command.kind === 'import') sortLow(expected, events);
  const same =
    events.length === expected.length &&
    expected.every(({ type, data }, index) => {
      const event = events[index];
      return (
        event?.type === type &&
        Object.entries(data).every(([name, value]) => isDeepStrictEqual(event.data[name], value))
      );
    });
  if (same) return undefined;
  const published = events.map(({ type, data }) => `${type} ${JSON.stringify(data)}`).join(', ');
  const right = expected.map(({ type, data }) => `${type} ${JSON.stringify(data)}`).join(', ');
  return {
    kind: 'feed',
    text: `at position ${at?.position} the feed says ${published}; right is ${right}`,
  };
}

/** What the rules say to be no change of this command. */
function nothingOf(command: Asked['command'], outcome: Outcome): string | undefined {
  if (command.kind === 'import') {
    const { created, updated } = outcome as { created: number; updated: number };
    const isAll = created === command.lots.length && updated === command.skus.length;
    return isAll ? undefined : 'what is there already is not imported again';
  }
  if (command.kind !== 'announce') return undefined;
  const { expiring } = outcome as { expiring: number };
  return expiring === 1 ? undefined : `nothing was to be announced as of ${command.asOf}`;
}

/** The service announces levels that are low by a new reorder point in an order of its own. */
function sortLow(expected: ExpectedEvent[], events: Asked['events']): void {
  const positionOf = ({ data }: ExpectedEvent) =>
    events.findIndex(
      (event) =>
        event.type === 'stock.low' &&
        event.data.sku_code === data.sku_code &&
        event.data.location === data.location,
    );
  const first = expected.findLastIndex(({ type }) => type !== 'stock.low') + 1;
  const last = expected.slice(first).sort((a, b) => positionOf(a) - positionOf(b));
  expected.splice(first, last.length, ...last);
}

/** Every acknowledgement of the step agrees with its outcome. */
function compareAnswers(step: Asked, outcome: Outcome): Wrong | undefined {
  // A count is answered once it is posted, with what all its steps have moved.
  if (step.command.kind === 'count_step') return undefined;
  const wrong: Call[] = [];
  const right: Call[] = [];
  for (const call of step.calls) {
    if (!isAccepted(call.response)) continue;
    (agrees(call.response as Outcome, outcome) ? right : wrong).push(call);
  }
  const [first] = wrong;
  if (first === undefined) return undefined;
  const text = `call ${first.id} was answered ${JSON.stringify(first.response)}, and what it did is ${JSON.stringify(outcome)}`;
  return { kind: right.length > 0 ? 'one key' : 'rules', text };
}

export function agrees(response: Outcome, outcome: Outcome): boolean {
  // A status is answered with what has left its lots since.
  if ('moved' in response)
    return !('changed' in outcome) || isDeepStrictEqual(response.changed, outcome.changed);
  if (!('status' in outcome)) return isSame(response, outcome);
  return isSame({ ...response, status: outcome.status } as Outcome, outcome);
}
