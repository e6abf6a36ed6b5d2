// What everybody who works on orders in a stretch shares.
import type { Stretch } from '../client.ts';
import type { OrdersAsk, OrdersCall, OrdersTold } from './history.ts';

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
  readonly record: OrdersRecorder;
}

type Kept = { -readonly [Name in keyof OrdersCall]: OrdersCall[Name] };

/** As the recorder of stock's calls, by the same clock. */
export class OrdersRecorder {
  #calls: Kept[] = [];
  #last = 0;

  begin(client: string, ask: OrdersAsk): (told: OrdersTold | undefined) => void {
    this.#last += 1;
    const call: Kept = { id: this.#last, client, start: performance.now(), end: null, ask };
    this.#calls.push(call);
    return (told) => {
      if (told === undefined) return;
      call.end = performance.now();
      call.told = told;
    };
  }

  /** What was begun since the last time. Nothing of it may be under way. */
  take(): OrdersCall[] {
    const taken = this.#calls;
    this.#calls = [];
    return taken;
  }
}
