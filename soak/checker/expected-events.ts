// What the feed must say of a step, by the decisions alone.

import {
  type Command,
  daysLeft,
  find,
  findLotNumber,
  type State,
  usable,
} from '../../kit/model.ts';
import type { EventType } from '../../src/events/event.ts';
import { levelName } from '../history.ts';
import { unitsOf } from './now.ts';

export interface ExpectedEvent {
  readonly type: EventType;
  /** What it must say, of what it says. */
  readonly data: Record<string, unknown>;
}

interface Level {
  readonly sku: string;
  readonly at: string;
}

/**
 * @param state as the command left it
 * @param changed the levels whose stock it changed, in the order of the feed
 * @param low levels that were low before; changed to what they are now
 */
export function expectedEvents(
  state: State,
  {
    command,
    changed,
    low,
    known,
  }: {
    command: Command;
    changed: Level[];
    low: Record<string, boolean>;
    /** SKUs that were there before. */
    known: ReadonlySet<string>;
  },
): ExpectedEvent[] {
  if (command.kind === 'announce') return [announcement(state, command)];
  const skus = command.kind === 'import' ? command.skus : [];
  const ofSkus = skus.map(
    ({ sku, reorderPoint }): ExpectedEvent => ({
      type: known.has(sku) ? 'sku.updated' : 'sku.created',
      data: { sku_code: sku, reorder_point: reorderPoint },
    }),
  );
  // A changed reorder point may make low what did not change.
  const rest = state.levels
    .filter(({ sku }) => skus.some((one) => one.sku === sku))
    .toSorted((a, b) => (levelName(a) < levelName(b) ? -1 : 1));
  return [
    ...ofSkus,
    ...changesAt(state, { command, changed, low }),
    ...rest.flatMap((level) => newlyLow(state, level, low)),
  ];
}

function changesAt(
  state: State,
  { command, changed, low }: { command: Command; changed: Level[]; low: Record<string, boolean> },
): ExpectedEvent[] {
  /** Several lots that come to one level are announced one by one. */
  const units = unitsAfterEach(state, { command, changed });
  return changed.flatMap((level, index) => {
    const names = { sku_code: level.sku, location: level.at };
    const order = 'order' in command ? command.order : undefined;
    const event: ExpectedEvent = {
      type: 'stock.changed',
      data: {
        ...names,
        cause: causeOf(command, index),
        ...units[index],
        reference: order === undefined ? null : { type: 'order', id: order },
      },
    };
    return [
      ...(command.kind === 'set_status'
        ? [
            {
              type: 'lot.status_changed' as const,
              data: { ...names, lot_number: command.lot, to: command.status },
            },
          ]
        : []),
      event,
      ...newlyLow(state, level, low, units[index]?.available),
    ];
  });
}

/** Announces a level that becomes low, once; changes `low` to what the level is now. */
function newlyLow(
  state: State,
  level: Level,
  low: Record<string, boolean>,
  available = unitsOf(state, level).available,
): ExpectedEvent[] {
  const name = levelName(level);
  const point = state.skus.find(({ sku }) => sku === level.sku)?.reorderPoint ?? null;
  const isLow = point !== null && available <= point;
  const isNews = isLow && low[name] === false;
  low[name] = isLow;
  return isNews
    ? [
        {
          type: 'stock.low',
          data: { sku_code: level.sku, location: level.at, available, reorder_point: point },
        },
      ]
    : [];
}

/** What each event says of its level; of an import it is what had come by then. */
function unitsAfterEach(
  state: State,
  { command, changed }: { command: Command; changed: readonly Level[] },
) {
  const lots = command.kind === 'import' ? command.lots : [];
  return changed.map((level, index) => {
    const later = lots
      .slice(index + 1)
      .filter(({ sku, at }) => sku === level.sku && at === level.at);
    const { on_hand, reserved, available } = unitsOf(state, level);
    const stored = state.levels.find(({ sku, at }) => sku === level.sku && at === level.at);
    const still = later.reduce((units, { qty }) => units + qty, 0);
    const usableStill = later
      .filter((one) => isUsable(state, one))
      .reduce((units, { qty }) => units + qty, 0);
    return {
      version: (stored?.version ?? 0) - later.length,
      on_hand: on_hand - still,
      reserved,
      available: available - usableStill,
    };
  });
}

function isUsable(state: State, name: Level & { lot: string }): boolean {
  const lot = find(state, name);
  return lot !== undefined && usable(state, lot, state.today);
}

function announcement(
  state: State,
  { sku, at, lot: name, asOf }: Command & { kind: 'announce' },
): ExpectedEvent {
  const lot = find(state, { sku, at, lot: name });
  return {
    type: 'lot.expiring',
    data: {
      sku_code: sku,
      location: at,
      lot_number: name,
      expiry_date: lot && findLotNumber(state, lot).expiry,
      days: lot && daysLeft(state, lot, asOf),
      on_hand: lot?.onHand,
    },
  };
}

function causeOf({ kind }: Command, index: number): string {
  switch (kind) {
    case 'set_status':
    case 'set_expiry':
      return 'lot_status';
    case 'reallocate':
    case 'count_step':
      return 'release';
    case 'import':
      return 'receive';
    case 'transfer':
      return index === 0 ? 'transfer_out' : 'transfer_in';
    default:
      return kind;
  }
}
