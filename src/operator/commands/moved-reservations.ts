import type { MovedReservation } from '../../inventory/rules/stock.ts';

/** The line names an order that falls short, since somebody must act on it. */
export function movedLine({ reference, lot_number, moved, released }: MovedReservation): string {
  const short = released > 0 ? `, ${released} released: THE ORDER IS SHORT` : '';
  return `  ${reference.type} ${reference.id}: ${moved} moved from lot ${lot_number}${short}`;
}
