// What the feed must say of a step, by the decisions alone.
import type { Command, State } from '../../test/support/model.ts';
import { levelName } from './history.ts';
import { unitsOf } from './reads.ts';

export interface ExpectedEvent {
  readonly type: string;
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
  { command, places, low }: { command: Command; places: Place[]; low: Record<string, boolean> },
  reorderPoint: number | null,
): ExpectedEvent[] {
  return places.flatMap((place, nth) => {
    const names = { sku_code: place.sku, location: place.at };
    const units = unitsOf(state, place);
    const level = state.levels.find(({ sku, at }) => sku === place.sku && at === place.at);
    const order = 'order' in command ? command.order : undefined;
    const changed = {
      type: 'stock.changed',
      data: {
        ...{ ...names, cause: causeOf(command, nth), version: level?.version },
        ...{ on_hand: units.on_hand, reserved: units.reserved, available: units.available },
        reference: order === undefined ? null : { type: 'order', id: order },
      },
    };
    const isLow = reorderPoint !== null && units.available <= reorderPoint;
    const isNews = isLow && low[levelName(place)] === false;
    low[levelName(place)] = isLow;
    return [
      ...(command.kind === 'set_status'
        ? [
            {
              type: 'lot.status_changed',
              data: { ...names, lot_number: command.lot, to: command.status },
            },
          ]
        : []),
      changed,
      ...(isNews
        ? [
            {
              type: 'stock.low',
              data: { ...names, available: units.available, reorder_point: reorderPoint },
            },
          ]
        : []),
    ];
  });
}

function causeOf({ kind }: Command, nth: number): string {
  switch (kind) {
    case 'set_status':
    case 'set_expiry':
      return 'lot_status';
    case 'transfer':
      return nth === 0 ? 'transfer_out' : 'transfer_in';
    default:
      return kind;
  }
}
