// The shortest history that still shows the violation: what comes after it goes, what comes before becomes the state
// that it begins with, and then each call and each step goes without which it is still found.

import { type Base, type History, levelName, type Violation } from '../history.ts';
import { check } from './check-history.ts';
import { changesByLevel } from './steps.ts';

const CHECKS_MAX = 4_000;
const SECONDS_MAX = 60;
const PART_MAX = 16;

export interface Shrunk {
  readonly history: History;
  readonly base: Base;
  readonly violation: Violation;
}

export function shrink(history: History, base: Base, violation: Violation): Shrunk {
  const deadline = performance.now() + SECONDS_MAX * 1000;
  let checks = 0;
  let best: Shrunk = { history, base, violation };
  /** Whether the same is found first in it; then that is what is cut further. */
  const keep = (smaller: History, from: Base = best.base): boolean => {
    if (checks === CHECKS_MAX || performance.now() > deadline) return false;
    checks += 1;
    let found: Violation | undefined;
    try {
      found = check(smaller, from).violation;
    } catch {
      return false;
    }
    if (found?.kind !== violation.kind || found.subject !== violation.subject) return false;
    best = { history: smaller, base: from, violation: found };
    return true;
  };
  keep({ ...history, deliveries: deliveriesOf(history, violation), delivered: history.delivered });
  keep(withoutEnd(best.history, violation));
  for (let round = 0; round < 2; round += 1) {
    dropSteps(keep, () => best);
    dropLevels(keep, () => best);
    moveBase(keep, () => best);
    dropCalls(keep, () => best);
  }
  return best;
}

type Keep = (smaller: History, from?: Base) => boolean;

function deliveriesOf({ deliveries, feed }: History, { kind, subject }: Violation) {
  if (kind !== 'webhook') return [];
  const texts = feed.filter(({ id }) => id === subject).map(({ id }) => id);
  const one = deliveries.filter(
    ({ delivery, text }) => delivery === subject || texts.some((id) => text.includes(id)),
  );
  const events = one.map(({ text }) => (JSON.parse(text) as { id: string }).id);
  return deliveries.filter(({ text }) => events.includes((JSON.parse(text) as { id: string }).id));
}

/** Steps that come after all that the violation names are no part of it. */
function withoutEnd(history: History, { subject, calls }: Violation): History {
  const named = history.calls.filter(({ id }) => calls.includes(id));
  const latest = Math.max(0, ...named.map(({ end, start }) => end ?? start));
  return {
    ...history,
    calls: history.calls.filter(({ id, start }) => start <= latest || `${id}` === subject),
  };
}

/**
 * As many steps as possible have happened before it begins, but for the last. Of what was answered without
 * changing anything no more may have than were over when he began, or the state that explains it would be gone.
 */
function moveBase(keep: Keep, best: () => Shrunk): void {
  const latest = latestBegun(best());
  const isMoved = (part: number) => {
    const { history, base } = best();
    const early = base.position + part < latest ? firstSteps(history, part) : undefined;
    if (early === undefined) return false;
    const begun = check(early.begin, base);
    const done = new Set(begun.steps.flatMap(({ calls }) => calls.map(({ id }) => id)));
    const [those, calls] = [
      history.calls.filter(({ id }) => done.has(id)),
      history.calls.filter(({ id }) => !done.has(id)),
    ];
    const { after } = check({ ...early.begin, calls: those }, base);
    return keep({ ...early.rest, calls }, after);
  };
  for (let part = best().history.feed.length; part >= 1; part = Math.floor(part / 2)) {
    while (part <= best().history.feed.length && isMoved(part)) {}
  }
  // What one call did at several levels goes as a whole.
  for (let part = Math.min(PART_MAX, best().history.feed.length); part >= 1; part -= 1) {
    while (part <= best().history.feed.length && isMoved(part)) {}
  }
}

/**
 * The index of the last step that the history must show: it must have been there when the calls of the violation began.
 */
function latestBegun(shrunk: Shrunk): number {
  const { kind } = shrunk.violation;
  if (kind === 'unexplained') return lastOver(shrunk, Math.min(...startsOf(shrunk)));
  // The others are shown next to the change before.
  return ['real time', 'one key', 'lost'].includes(kind) ? Infinity : changeBefore(shrunk.history);
}

/** When the calls began that the violation is about. */
function startsOf({ history, violation: { calls } }: Shrunk): number[] {
  return history.calls.filter(({ id }) => calls.includes(id)).map(({ start }) => start);
}

/** The position of the last step that was over then. */
function lastOver({ history, base }: Shrunk, moment: number): number {
  const over = check(history, base).steps.findLast(({ end }) => end < moment);
  return over?.events.at(-1)?.position ?? base.position;
}

/** The position of the change of the same level that comes before the last one. */
function changeBefore({ feed }: History): number {
  const changes = feed.filter(({ type }) => type === 'stock.changed');
  const nameOf = ({ data }: (typeof feed)[number]) =>
    levelName({ sku: data.sku_code, at: data.location });
  const last = changes.at(-1);
  const before = changes.findLast((one) => last && one !== last && nameOf(one) === nameOf(last));
  return before?.position ?? Infinity;
}

/** What happened at other levels, level by level; but nothing of what a call was about that changed nothing. */
function dropLevels(keep: Keep, best: () => Shrunk): void {
  const { history: whole, violation } = best();
  const about = whole.calls
    .filter(({ id }) => violation.kind === 'unexplained' && violation.calls.includes(id))
    .map(({ ask }) => (ask.kind === 'change' ? ask.command : ask))
    .map((ask) => ({
      sku: 'sku' in ask ? ask.sku : undefined,
      at: 'at' in ask ? ask.at : undefined,
    }));
  const links = whole.ledger
    .flatMap((movement) => movement.links)
    .filter(
      ({ sku, at }) => !about.some((one) => (one.sku ?? sku) === sku && (one.at ?? at) === at),
    );
  for (const level of new Set(links.map(levelName))) {
    const { history, base } = best();
    const dropped = history.ledger.filter(
      ({ links }) => links.length > 0 && links.every((link) => levelName(link) === level),
    );
    const ledger = history.ledger.filter((movement) => !dropped.includes(movement));
    const feed = history.feed
      .filter(({ data }) => levelName({ sku: data.sku_code, at: data.location }) !== level)
      .map((event, index) => ({ ...event, position: base.position + 1 + index }));
    const steps = check(history, base).steps;
    const removed = new Set(
      steps
        .filter(({ movements }) => movements.every((one) => dropped.includes(one)))
        .flatMap(({ calls }) => calls.map(({ id }) => id)),
    );
    keep({ ...history, ledger, feed, calls: history.calls.filter(({ id }) => !removed.has(id)) });
  }
}

/** Splits a history behind so many events, where no step is torn. */
function firstSteps(
  history: History,
  events: number,
): { begin: History; rest: History } | undefined {
  const [before, after] = [history.feed.slice(0, events), history.feed.slice(events)];
  const begun = new Set<string>();
  const versions = new Map<string, number>();
  for (const { type, data } of before) {
    if (type !== 'stock.changed') continue;
    const level = levelName({ sku: data.sku_code, at: data.location });
    versions.set(level, (versions.get(level) ?? 0) + 1);
  }
  for (const [level, changes] of changesByLevel(history.ledger)) {
    for (const { id } of changes.slice(0, versions.get(level) ?? 0).flat()) begun.add(id);
  }
  const counted = before.filter(
    ({ type, data }) => type === 'count.approved' && data.difference === 0,
  );
  for (const movement of history.ledger) {
    if (movement.type !== 'count' || movement.links.length > 0) continue;
    if (counted.some(({ createdAt }) => createdAt === movement.createdAt)) begun.add(movement.id);
  }
  const begin = {
    ...history,
    feed: before,
    deliveries: [],
    delivered: [],
    ledger: history.ledger.filter(({ id }) => begun.has(id)),
  };
  const rest = {
    ...history,
    feed: after,
    ledger: history.ledger.filter(({ id }) => !begun.has(id)),
  };
  return { begin, rest };
}

/** Halves, then quarters, and so on, down to one by one. */
function dropCalls(keep: Keep, best: () => Shrunk): void {
  for (
    let size = Math.ceil(best().history.calls.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = 0; from < best().history.calls.length; ) {
      const { history } = best();
      const calls = history.calls.toSpliced(from, size);
      if (!keep({ ...history, calls })) from += size;
    }
  }
  const { base } = best();
  if (base.open.length > 0) keep(best().history, { ...base, open: [] });
}

/**
 * Steps at the end that nothing needs, and who asked for them; none of which was over when a call of the violation
 * began that changed nothing, or it would be answered by another state.
 */
function dropSteps(keep: Keep, best: () => Shrunk): void {
  const isOfState = best().violation.kind === 'unexplained';
  const least = isOfState ? lastOver(best(), Math.max(...startsOf(best()))) : 0;
  for (let size = best().history.feed.length; size >= 1; size = Math.floor(size / 2)) {
    for (;;) {
      const { history, base } = best();
      const events = history.feed.length - size;
      const early =
        events < 0 || base.position + events < least ? undefined : firstSteps(history, events);
      if (early === undefined) break;
      const { deliveries, delivered } = history;
      const late = new Set(
        check(history, base)
          .steps.filter(({ events: [first] }) => (first?.position ?? 0) > base.position + events)
          .flatMap(({ calls }) => calls.map(({ id }) => id)),
      );
      const calls = history.calls.filter(({ id }) => !late.has(id));
      if (!keep({ ...early.begin, calls, deliveries, delivered })) break;
    }
  }
}
