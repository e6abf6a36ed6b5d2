// What a stretch of a soak recorded of orders, patients and prescriptions: what callers and operators asked and were
// answered, and what then lay in the database. Plain values, so that it can be written to a file and checked again.
import type { ShippedLot } from '../../kit/model.ts';
import { type Delivery, emptyBase, type FeedEvent, type Base as StockBase } from '../history.ts';

export interface OrdersCall {
  readonly id: number;
  /** Operators have a name for each command, which the log of operators keeps. */
  readonly client: string;
  readonly start: number;
  /** Null where no one knows how it ended: it may take effect at any time from its start on, or never. */
  readonly end: number | null;
  readonly ask: OrdersAsk;
  readonly response?: OrdersResponse;
}

/** A record of an import; what is left out stays as it is. */
export interface OrderRecord {
  readonly id: string;
  readonly order_number: string;
  readonly status?: string;
  readonly payment_status?: string;
  readonly total_cents?: number;
  readonly tracking_number?: string;
  readonly patient_id?: string;
}

/** Each text about a patient holds the patient's mark and the name of the call that wrote it. */
export interface PatientRecord {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly clinical_notes: string;
}

export interface PrescriptionRecord {
  readonly id: string;
  readonly patient_id: string;
  readonly product_name: string;
  readonly dosage: string;
  readonly status: string;
}

export interface ImportedRecords {
  readonly orders: readonly OrderRecord[];
  readonly patients: readonly PatientRecord[];
  readonly prescriptions: readonly PrescriptionRecord[];
}

export type OrderCommand =
  | { readonly kind: 'set-status'; readonly order: string; readonly status: string }
  | { readonly kind: 'set-payment'; readonly order: string; readonly status: string }
  | {
      readonly kind: 'ship';
      readonly order: string;
      readonly tracking: string;
      /** The lots of the pharmacy, which the checker of stock judges; absent where the command names none. */
      readonly from?: { readonly at: string; readonly lots: readonly ShippedLot[] };
    }
  | { readonly kind: 'cancel'; readonly order: string };

export interface ListQuery {
  /** The cursor that the page before returned. */
  readonly cursor?: string;
  readonly limit: number;
  readonly status?: string;
}

export type ListName = 'orders' | 'patients' | 'prescriptions';

export type OrdersAsk =
  | OrderCommand
  | ({ readonly kind: 'import'; readonly isBroken: boolean } & ImportedRecords)
  | { readonly kind: 'erase'; readonly patient: string }
  /** POST /orders, /patients and /intakes, with a key. */
  | {
      readonly kind: 'place';
      readonly key: string;
      readonly patient: string;
      readonly totalCents: number;
    }
  | { readonly kind: 'enrol'; readonly key: string; readonly record: Omit<PatientRecord, 'id'> }
  | { readonly kind: 'intake'; readonly key: string; readonly patient: string }
  /** A movement of the clinic's own stock for an order, whose note holds the patient's mark. */
  | {
      readonly kind: 'note';
      readonly key: string;
      readonly order: string;
      readonly patient: string;
    }
  | { readonly kind: 'get'; readonly list: ListName; readonly id: string }
  | ({ readonly kind: 'list'; readonly list: ListName } & ListQuery)
  | { readonly kind: 'feed'; readonly after: string; readonly limit: number };

export type OrdersResponse = (
  | {
      readonly status: string;
      readonly payment: string;
      /** The order or its stock. */
      readonly changed: boolean;
      /** The units that a cancellation released. */
      readonly released?: number;
    }
  | { readonly counts: { readonly [section: string]: readonly number[] } }
  | { readonly erased: boolean }
  | { readonly refused: Refusal }
  /** The response to a POST; the row as reads show it. */
  | { readonly made: Row; readonly isRepeat: boolean }
  | { readonly rows: readonly Row[]; readonly next: string | null }
) & {
  /** Marks of patients in a response that may hold none. */
  readonly marks?: readonly string[];
};

/** Why nothing was done; `other` is never right. */
export type Refusal = 'step' | 'stock' | 'erased' | 'unknown' | 'other';

/** What a read shows. */
export type Row = Readonly<Record<string, unknown>>;

export interface OrdersEvent extends FeedEvent {
  /** Which transaction has written it. */
  readonly xid: string;
}

/** A command of an operator that took effect. */
export interface Action {
  readonly xid: string;
  readonly actor: string;
  readonly command: string;
}

/** What lies in the database, in one snapshot. */
export interface OrdersWitness {
  /** Since the base: of the pharmacy, which has the stock's events too, and of the clinic. */
  readonly feeds: {
    readonly pharmacy: readonly OrdersEvent[];
    readonly clinic: readonly OrdersEvent[];
  };
  readonly actions: readonly Action[];
  /** Rows of the clinic, with `seq`; `shown` as reads show it, null for an erased patient. */
  readonly rows: { readonly [Name in ListName]: readonly StoredRow[] };
  /** POSTs that took effect. */
  readonly keys: readonly {
    readonly operation: string;
    readonly key: string;
    readonly patient: string;
  }[];
  /** Marks of patients in tables, in the clear or opened. */
  readonly marks: readonly FoundMark[];
  /** Keys of the clinic's movements that were posted since the last look, or shortly before. */
  readonly notes: readonly string[];
  /** What is left of answers to erased patients' requests. */
  readonly unerasedKeys: readonly string[];
}

export interface StoredRow {
  readonly id: string;
  readonly createdAt: string;
  /** Has a fixed width, so that texts compare as the numbers do. */
  readonly seq: string;
  readonly shown: Row | null;
  /** The key of an order that came through the API. */
  readonly key?: string | null;
  /** The sealed fields of a patient, opened. */
  readonly sealed?: Row | null;
}

export interface FoundMark {
  readonly table: string;
  readonly mark: string;
  /** The key of a movement. */
  readonly key?: string;
}

export interface OrdersHistory {
  readonly calls: readonly OrdersCall[];
  readonly witness: OrdersWitness;
  readonly deliveries: {
    readonly pharmacy: readonly Delivery[];
    readonly clinic: readonly Delivery[];
  };
  /** Endpoints to which all must have come. */
  readonly delivered: { readonly pharmacy: readonly string[]; readonly clinic: readonly string[] };
  /** Marks that were found in logs. */
  readonly logged: readonly string[];
}

/** What earlier stretches have left. */
export interface OrdersBase {
  readonly positions: { pharmacy: number; clinic: number };
  /** Positions of events that readers of the feed may have read last. */
  cursors: Record<string, number>;
  /** Orders as reads show them, without `created_at`. */
  orders: Record<string, Row>;
  /** Patients as reads show them; null for an erased one. */
  readonly patients: Record<string, Row | null>;
  readonly prescriptions: Record<string, Row | null>;
  /** Calls whose outcome no one knows. */
  open: OrdersCall[];
  /** The responses of keys. */
  readonly keys: Record<string, Row>;
  /** By patient: when the last erasure that was acknowledged had begun. */
  readonly erased: Record<string, number>;
  /** Whose a mark is. */
  readonly marks: Record<string, string>;
  /** By key: when a movement whose note names a patient was acknowledged. */
  readonly notes: Record<string, number>;
  /** What was delivered to whom, as the checker of deliveries keeps it. */
  readonly deliveries: { readonly pharmacy: StockBase; readonly clinic: StockBase };
}

export function emptyOrdersBase(
  positions: OrdersBase['positions'],
  cursors: Record<string, number>,
): OrdersBase {
  return {
    positions: { ...positions },
    cursors,
    orders: {},
    patients: {},
    prescriptions: {},
    open: [],
    keys: {},
    erased: {},
    marks: {},
    notes: {},
    deliveries: { pharmacy: emptyBase(''), clinic: emptyBase('') },
  };
}

/** What cannot be. */
export interface OrdersViolation {
  readonly kind:
    | 'feed'
    | 'unasked'
    | 'lost'
    | 'rules'
    | 'one key'
    | 'real time'
    | 'unexplained'
    | 'webhook'
    | 'personal data';
  readonly subject: string;
  readonly text: string;
  /** Ids of calls that it takes to see it. */
  readonly calls: readonly number[];
}
