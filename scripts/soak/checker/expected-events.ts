// What the feed must say of a step, by the decisions alone.
import type { EventType } from '../../../src/events/event.ts';
import {
  type Command,
  daysLeft,
  find,
  findLotNumber,
  type State,
  usable,
} from '../../../test/support/model.ts';
import { levelName } from '../history.ts';
import { unitsOf } from './now.ts';

export interface ExpectedEvent {
  readonly type: EventType;
  /** What it must say, of what it says. */
  readonly data: Record<string, unknown>;
}

interface Place {
  readonly sku: string;
  readonly at: string;
}

/**
 * @param state as the command left it
 * @param places where it changed stock, in the order of the feed
 * @param low levels that were low before; changed to what they are now
 */
export function expectedEvents(
  state: State,
  {
    command,
    places,
    low,
    known,
  }: {
    command: Command;
    places: Place[];
    low: Record<string, boolean>;
    /** SKUs that were there before. */
    known: ReadonlySet<string>;
  },
): ExpectedEvent[] {
  if (command.kind === 'announce') return [announcement(state, command)];
  const skus = command.kind === 'import' ? command.skus : [];
  const told = skus.map(
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
    ...told,
    ...changesAt(state, { command, places, low }),
    ...rest.flatMap((place) => newlyLow(state, place, low)),
  ];
}

function changesAt(
  state: State,
  { command, places, low }: { command: Command; places: Place[]; low: Record<string, boolean> },
): ExpectedEvent[] {
  /** Several lots that come to one level are told one by one. */
  const units = unitsAfterEach(state, { command, places });
  return places.flatMap((place, index) => {
    const names = { sku_code: place.sku, location: place.at };
    const order = 'order' in command ? command.order : undefined;
    const changed: ExpectedEvent = {
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
      changed,
      ...newlyLow(state, place, low, units[index]?.available),
    ];
  });
}

/** On the way down, once; changed to what the level is now. */
function newlyLow(
  state: State,
  place: Place,
  low: Record<string, boolean>,
  available = unitsOf(state, place).available,
): ExpectedEvent[] {
  const name = levelName(place);
  const point = state.skus.find(({ sku }) => sku === place.sku)?.reorderPoint ?? null;
  const isLow = point !== null && available <= point;
  const isNews = isLow && low[name] === false;
  low[name] = isLow;
  return isNews
    ? [
        {
          type: 'stock.low',
          data: { sku_code: place.sku, location: place.at, available, reorder_point: point },
        },
      ]
    : [];
}

/** What each event says of its level; of an import it is what had come by then. */
function unitsAfterEach(
  state: State,
  { command, places }: { command: Command; places: readonly Place[] },
) {
  const lots = command.kind === 'import' ? command.lots : [];
  return places.map((place, index) => {
    const later = lots
      .slice(index + 1)
      .filter(({ sku, at }) => sku === place.sku && at === place.at);
    const { on_hand, reserved, available } = unitsOf(state, place);
    const level = state.levels.find(({ sku, at }) => sku === place.sku && at === place.at);
    const still = later.reduce((units, { qty }) => units + qty, 0);
    const usableStill = later
      .filter((one) => isUsable(state, one))
      .reduce((units, { qty }) => units + qty, 0);
    return {
      version: (level?.version ?? 0) - later.length,
      on_hand: on_hand - still,
      reserved,
      available: available - usableStill,
    };
  });
}

function isUsable(state: State, name: Place & { lot: string }): boolean {
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
    case 'vacate':
      return 'release';
    case 'import':
      return 'receive';
    case 'transfer':
      return index === 0 ? 'transfer_out' : 'transfer_in';
    default:
      return kind;
  }
}
