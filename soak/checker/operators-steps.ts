// What an operator's command does at one moment. Most do all of it then; a sweep, and what a change of a lot leads
// to, go lot by lot, a count moves so many reservations at a time before it posts, and an import posts what it does not
// find.
import type { Command, Moved, ShippedLot } from '../../kit/model.ts';
import type { FeedEvent, Movement } from '../history.ts';
import { type ChangeCall, isAccepted } from './calls.ts';
import { isImported, partsOf, type Step } from './steps.ts';

interface Done {
  readonly command: Command;
  /** It cannot happen again for the same command. */
  readonly isOnce: boolean;
}

/** A refused command has done nothing, unless it is a count: that may be refused after it has taken steps. */
export function mayHaveDone({ ask, response }: ChangeCall, { type }: Movement): boolean {
  if (response === undefined || isAccepted(response)) return true;
  return ask.command.kind === 'count' && type === 'reallocate';
}

/** @returns nothing where the command does no such thing */
export function ofOperator(step: Step, call: ChangeCall): Done | undefined {
  const { command } = call.ask;
  const [movement] = step.movements;
  if (movement === undefined) return undefined;
  if (command.kind === 'count') return ofCount(movement, { ...command, by: call.client });
  if (movement.type === 'reallocate') {
    const { sku, at } = movement;
    const lot = reallocated(movement);
    if (lot === undefined) return undefined;
    if (command.kind === 'sweep') {
      return { command: { kind: 'reallocate', sku, at, lot, asOf: command.asOf }, isOnce: false };
    }
    const isOfLot = command.kind === 'set_status' || command.kind === 'set_expiry';
    if (!isOfLot || command.sku !== sku || command.lot !== lot) return undefined;
    if (command.kind === 'set_status' && (command.at ?? at) !== at) return undefined;
    return { command: { kind: 'reallocate', sku, at, lot }, isOnce: false };
  }
  if (command.kind === 'import') {
    const posted = isImported(movement) ? partOf(command, step) : undefined;
    return posted && { command: posted, isOnce: true };
  }
  if (command.kind === 'ship' || command.kind === 'cancel') return ofOrder(step, command);
  const fits = command.kind === movement.type && 'sku' in command && command.sku === movement.sku;
  return fits ? { command, isOnce: true } : undefined;
}

/** A step that moves reservations off the lot may come again, and the count is posted once. */
function ofCount(movement: Movement, command: Command & { kind: 'count' }): Done | undefined {
  const { type, sku, at, answer } = movement;
  const known = { ...command, movedBefore: movedIn(answer, 'moved_before') };
  if (command.sku !== sku || command.at !== at) return undefined;
  if (type === 'count') return { command: known, isOnce: true };
  if (type !== 'reallocate' || command.lot !== reallocated(movement)) return undefined;
  return { command: { ...known, kind: 'count_step' }, isOnce: false };
}

/** What is shipped or cancelled changes all its levels at once. */
function ofOrder(step: Step, command: Command & { kind: 'ship' | 'cancel' }): Done | undefined {
  const parts = partsOf(step).flatMap(({ movements: [first] }) => first ?? []);
  const isOwn = parts.every(
    ({ type, order, at, sku }, index) =>
      order === command.order &&
      (command.kind === 'cancel'
        ? type === 'release'
        : type === 'fulfill' && at === command.at && sku === command.lots[index]?.sku),
  );
  const isAll = command.kind === 'cancel' || parts.length === command.lots.length;
  return isOwn && isAll ? { command, isOnce: true } : undefined;
}

/** What a part of a step does by itself. */
export function commandOf(command: Command, index: number, { movements: [first] }: Step): Command {
  if (command.kind === 'ship') {
    const { order, at, lots } = command;
    return { kind: 'fulfill', ...(lots[index] as ShippedLot), at, order };
  }
  const isRelease = command.kind === 'cancel' || command.kind === 'release';
  if (!isRelease || first === undefined) return command;
  return { kind: 'release', order: command.order, sku: first.sku, at: first.at };
}

/** The service continues by itself with what a process has left. */
export function ofWorker(movement: Movement): Command | undefined {
  const lot = reallocated(movement);
  if (movement.type !== 'reallocate' || lot === undefined) return undefined;
  return { kind: 'reallocate', sku: movement.sku, at: movement.at, lot };
}

function reallocated({ answer }: Movement): string | undefined {
  const [first] = movedIn(answer, 'moved');
  return first?.[1];
}

/** The reservations that the answer of a movement names. */
export function movedIn(answer: unknown, name: 'moved' | 'moved_before'): Moved[] {
  const found = (answer as Partial<Record<typeof name, MovedInAnswer[]>> | null)?.[name] ?? [];
  return found.map((one) => [one.reference.id, one.lot_number, one.moved, one.released]);
}

interface MovedInAnswer {
  readonly reference: { readonly id: string };
  readonly lot_number: string;
  readonly moved: number;
  readonly released: number;
}

/**
 * Finds who asked for a step without a movement: a sweep that announces a lot is known by its day, an import by its
 * reorder point. Where several calls fit, it may be any of them.
 */
export function askersByContent(
  calls: readonly ChangeCall[],
): (step: Step) => { command: Command; calls: ChangeCall[] } | undefined {
  const asked = calls.filter(({ response }) => response === undefined || isAccepted(response));
  const sweeps = Map.groupBy(asked, ({ ask }) =>
    ask.command.kind === 'sweep' ? ask.command.asOf : '',
  );
  const imports = asked.filter(({ ask }) => ask.command.kind === 'import');
  return (step) => {
    const [event] = step.events as [FeedEvent];
    const { sku_code: sku, location: at, lot_number: lot } = event.data;
    if (event.type === 'lot.expiring') {
      const asOf = dayBefore(event.data.expiry_date, event.data.days);
      const found = sweeps.get(asOf) ?? [];
      return found.length > 0
        ? { command: { kind: 'announce', sku, at, lot, asOf }, calls: found }
        : undefined;
    }
    const [call] = imports
      .filter(({ response }) => isConsistent(response, step))
      .filter(({ ask: { command } }) => command.kind === 'import' && partOf(command, step))
      // What somebody knows to have been done comes before what may have been.
      .toSorted((a, b) => Number(a.response === undefined) - Number(b.response === undefined));
    if (call?.ask.command.kind !== 'import') return undefined;
    imports.splice(imports.indexOf(call), 1);
    const command = partOf(call.ask.command, step);
    return command && { command, calls: [call] };
  };
}

function isConsistent(response: ChangeCall['response'], { events }: Step): boolean {
  if (response === undefined) return true;
  const skus = events.filter(({ type }) => type.startsWith('sku.'));
  return 'created' in response && response.created === 0 && response.updated === skus.length;
}

function dayBefore(date: string, days: number): string {
  const day = Date.parse(date) - days * 86_400_000;
  return Number.isFinite(day) ? new Date(day).toISOString().slice(0, 10) : '';
}

/** What of an import was not there yet, in the order in which it was posted; nothing where it is no part of it. */
function partOf(
  command: Command & { kind: 'import' },
  { movements, events }: Step,
): Command | undefined {
  const skus = events
    .filter(({ type }) => type.startsWith('sku.'))
    .map(({ data }) =>
      command.skus.find(
        ({ sku, reorderPoint }) => sku === data.sku_code && reorderPoint === data.reorder_point,
      ),
    );
  const lots = movements.map(({ links }) => {
    const entry = links.find(({ kind }) => kind === 'entry');
    return command.lots.find(
      ({ sku, at, lot }) => sku === entry?.sku && at === entry.at && lot === entry.lot,
    );
  });
  const isAll = [...skus, ...lots].every((one) => one !== undefined);
  return isAll
    ? {
        kind: 'import',
        skus: skus.filter((one) => one !== undefined),
        lots: lots.filter((one) => one !== undefined),
      }
    : undefined;
}
