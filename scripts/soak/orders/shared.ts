// What everybody who works on orders in a stretch shares.
import type { Stretch } from '../client.ts';
import type { Recorder } from '../recorder.ts';
import type { OrdersAsk, OrdersTold } from './history.ts';

export interface KnownPatient {
  readonly id: string;
  readonly mark: string;
  /** Somebody has asked for it; nobody writes for the patient any more, but that some try. */
  isErasing: boolean;
}

export interface KnownOrder {
  readonly id: string;
  readonly number: string;
  /** Whom it was made for; that stays. */
  readonly patient: KnownPatient;
  /** It came by an import, and is changed by imports. */
  readonly isImported: boolean;
}

/** What may be there; some of it was never made. Only the latest is kept. */
export interface Known {
  patients: KnownPatient[];
  orders: KnownOrder[];
  prescriptions: { id: string; patient: KnownPatient }[];
}

export const KNOWN_MAX = 24;

export function keep<Item>(items: Item[], item: Item): void {
  items.push(item);
  if (items.length > KNOWN_MAX) items.shift();
}

export interface OrdersStretch extends Pick<Stretch, 'urls' | 'name' | 'isOver' | 'isLate'> {
  readonly known: Known;
  readonly record: Recorder<OrdersAsk, OrdersTold>;
}
