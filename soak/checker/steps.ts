// The order that the service itself claims: events have positions without gaps, which follow the commits, and a
// level's versions follow the chains of its lots. A step is what one command did at one moment.
import type { Base, FeedEvent, History, Movement, Violation } from '../history.ts';
import { levelName } from '../history.ts';

export interface Step {
  /** What it is about comes first. None where nothing of it moved, as when a lot is announced. */
  readonly movements: Movement[];
  /** In their order. */
  readonly events: FeedEvent[];
}

/** @returns steps up to the first thing that does not fit, and that */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: it is one pass over all changes, with one state.
export function stepsOf(
  { ledger, feed }: Pick<History, 'ledger' | 'feed'>,
  base: Base,
): { steps: Step[]; wrong: Violation | undefined } {
  const steps: Step[] = [];
  const byLevel = changesByLevel(ledger);
  const counts = ledger.filter(({ type, links }) => type === 'count' && links.length === 0);
  const versions = new Map(base.state.levels.map((one) => [levelName(one), one.version]));
  let position = base.position;
  /** What comes before the change of stock that it belongs to. */
  let leading: FeedEvent[] = [];
  for (const event of feed) {
    const wrong = (text: string) => ({
      // Half an import names no file, so its caller is unknown.
      steps: steps.filter((step) => step !== steps.at(-1) || !isSameImport(step, event)),
      wrong: { kind: 'feed' as const, subject: event.id, text, calls: [] },
    });
    position += 1;
    if (event.position !== position) {
      return wrong(`the feed goes on at position ${event.position}, after ${position - 1}`);
    }
    const level = levelName({ sku: event.data.sku_code, at: event.data.location });
    const current = steps.at(-1);
    switch (event.type) {
      case 'lot.status_changed':
        leading.push(event);
        break;
      case 'stock.changed': {
        const version = (versions.get(level) ?? 0) + 1;
        if (event.data.version !== version) {
          return wrong(
            `after version ${version - 1} of ${level} the feed announces version ${event.data.version}`,
          );
        }
        versions.set(level, version);
        const change = byLevel.get(level)?.shift();
        if (change === undefined) {
          return wrong(`the feed announces a change of ${level} that the ledger does not have`);
        }
        const [movement] = change as [Movement];
        if (current !== undefined && isOneStep(current, { event, movement })) {
          current.events.push(...leading, event);
          if (!current.movements.includes(movement)) current.movements.push(...change);
        } else {
          steps.push({ movements: [...change], events: [...leading, event] });
        }
        leading = [];
        break;
      }
      case 'count.approved': {
        if (event.data.difference !== 0) {
          if (current === undefined) return wrong(`${event.type} came without a change of stock`);
          current.events.push(event);
          break;
        }
        const index = counts.findIndex(
          (one) => levelName(one) === level && one.createdAt === event.createdAt,
        );
        const [movement] = index < 0 ? [] : counts.splice(index, 1);
        if (movement === undefined) return wrong('the feed announces a count that nobody made');
        steps.push({ movements: [movement], events: [event] });
        break;
      }
      case 'stock.low':
        if (current === undefined) return wrong(`${event.type} came without a change of stock`);
        current.events.push(event);
        break;
      case 'lot.expiring':
        steps.push({ movements: [], events: [event] });
        break;
      case 'sku.created':
      case 'sku.updated':
        if (current !== undefined && isSameImport(current, event)) current.events.push(event);
        else steps.push({ movements: [], events: [event] });
        break;
      // The soak has no sensors, and orders' events are taken out before (orders/apart.ts).
      case 'temperature.excursion':
      case 'order.updated':
        return wrong(`nothing that was done is announced as ${event.type}`);
      default: {
        const never: never = event.type;
        return wrong(`nothing that was done is announced as ${never}`);
      }
    }
  }
  const unannounced = [...byLevel.values()].flat(2).concat(counts)[0];
  return {
    steps,
    wrong:
      unannounced === undefined
        ? undefined
        : {
            kind: 'feed',
            subject: unannounced.id,
            text: `no event announces the ${unannounced.type} at ${levelName(unannounced)} that the ledger has`,
            calls: [],
          },
  };
}

/**
 * The changes of each level in the order of its chains; each with the movements that it took along, which are announced
 * with it: a draw moves first what the order holds in lots that cannot serve it.
 */
export function changesByLevel(ledger: readonly Movement[]): Map<string, Movement[][]> {
  const shipping = new Set(ledger.filter(isShipped).map(({ actor }) => actor));
  const touched = ledger.flatMap((movement) => {
    const levels = Map.groupBy(movement.links, levelName);
    return [...levels].map(([level, [first]]) => ({ level, seq: first?.seq ?? '', movement }));
  });
  const sorted = touched.toSorted((a, b) => (a.seq < b.seq ? -1 : a.seq > b.seq ? 1 : 0));
  return new Map(
    [...Map.groupBy(sorted, ({ level }) => level)].map(([level, ofLevel]) => {
      const changes: Movement[][] = [];
      let taken: Movement[] = [];
      for (const { movement } of ofLevel) {
        if (isTakenAlong(movement, shipping)) taken.push(movement);
        else {
          changes.push([movement, ...taken]);
          taken = [];
        }
      }
      return [level, [...changes, ...taken.map((one) => [one])]];
    }),
  );
}

/** Callers of the API move reservations only as they draw, and so does who ships an order. */
function isTakenAlong({ type, actor }: Movement, shipping: ReadonlySet<string>): boolean {
  if (type !== 'reallocate' || actor === WORKER) return false;
  return !isOperators(actor) || shipping.has(actor);
}

function isShipped({ type, actor }: Movement): boolean {
  return type === 'fulfill' && isOperators(actor);
}

/** Whether the movement ships or releases stock of an order in one transaction with others. */
function isOfOrder({ type, actor }: Movement): boolean {
  return type === 'release' || (type === 'fulfill' && isOperators(actor));
}

export const WORKER = 'worker';

export function isOperators(actor: string): boolean {
  return actor.startsWith('operator:');
}

export function isImported({ type, actor }: Movement): boolean {
  return type === 'receive' && isOperators(actor);
}

/**
 * Each change of a shipment, a release or a cancellation, which are announced one by one; of all else, all of it.
 */
export function partsOf(step: Step): [Step, ...Step[]] {
  const [first, ...rest] = step.movements;
  if (first === undefined || !isOfOrder(first)) return [step];
  const parts: [Step, ...Step[]] = [{ movements: [first], events: [] }];
  for (const movement of rest) {
    if (isOfOrder(movement)) parts.push({ movements: [movement], events: [] });
    else parts.at(-1)?.movements.push(movement);
  }
  let index = -1;
  for (const event of step.events) {
    if (event.type === 'stock.changed') index += 1;
    parts[index]?.events.push(event);
  }
  return parts;
}

/**
 * Both ends of a transfer, all levels of a lot number whose status or expiry date one command changes, and all of
 * an import.
 */
function isOneStep(
  step: Step,
  { event, movement }: { event: FeedEvent; movement: Movement },
): boolean {
  if (isImported(movement) && isSameImport(step, event)) return true;
  const [first] = step.movements;
  if (first !== undefined && isOfOrder(first) && isOfOrder(movement)) {
    const isOfSame = first.actor === movement.actor && first.order === movement.order;
    return isOfSame && step.events[0]?.transaction === event.transaction;
  }
  if (first === undefined || first.id === movement.id) return first !== undefined;
  return (
    first.type === movement.type &&
    ['set_status', 'set_expiry'].includes(movement.type) &&
    first.actor === movement.actor &&
    first.createdAt === movement.createdAt
  );
}

function isSameImport({ movements: [movement], events: [first] }: Step, event: FeedEvent): boolean {
  const isImport = movement === undefined ? first?.type.startsWith('sku.') : isImported(movement);
  return isImport === true && first?.transaction === event.transaction;
}
