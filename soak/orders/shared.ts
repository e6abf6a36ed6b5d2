// What everybody who works on orders in a stretch shares.

import type { Recorder } from '../callers/recorder.ts';
import type { Stretch } from '../callers/shared.ts';
import type { OrdersAsk, OrdersResponse } from './history.ts';

export interface KnownPatient {
  readonly id: string;
  readonly mark: string;
  /** Somebody has asked for it; nobody writes for the patient any more, but that some try. */
  isErasing: boolean;
  /** A response has shown it; files name no other patients, since each would be refused for it. */
  isThere: boolean;
}

export interface KnownOrder {
  readonly id: string;
  readonly number: string;
  /** Whom it was made for; that stays. */
  readonly patient: KnownPatient;
  /** It came by an import, and is changed by imports. */
  readonly isImported: boolean;
  /** A response has shown it. */
  isThere: boolean;
}

export interface KnownPrescription {
  readonly id: string;
  readonly patient: KnownPatient;
  isThere: boolean;
}

/** What may be there; some of it was never made. Only the latest is kept. */
export interface Known {
  patients: KnownPatient[];
  orders: KnownOrder[];
  prescriptions: KnownPrescription[];
}

export const KNOWN_MAX = 24;

export function keep<Item>(items: Item[], item: Item): void {
  items.push(item);
  if (items.length > KNOWN_MAX) items.shift();
}

export function forget(known: Known, forgotten: ReadonlySet<unknown>): void {
  known.patients = known.patients.filter((one) => !forgotten.has(one));
  known.orders = known.orders.filter((one) => !forgotten.has(one));
  known.prescriptions = known.prescriptions.filter((one) => !forgotten.has(one));
}

export interface OrdersStretch extends Pick<Stretch, 'urls' | 'name' | 'isOver' | 'isLate'> {
  /** The stretch of the pharmacy that ships the orders. */
  readonly stock: Pick<Stretch, 'recorder' | 'lots' | 'skus' | 'ordered'>;
  readonly known: Known;
  readonly record: Recorder<OrdersAsk, OrdersResponse>;
}
