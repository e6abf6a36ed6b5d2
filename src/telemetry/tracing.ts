/**
 * Traces spans of requests, of batches, of events and of deliveries, where an address for them is set. Otherwise
 * nothing of OpenTelemetry is loaded, and `tracer()` returns undefined.
 *
 * How spans are joined: a request is a child of its caller's `traceparent`, but our sampler decides by the id of
 * the trace whether it is sampled, and not the caller's flag. A batch carries many requests, so it has a trace of
 * its own, with a link to each of them. An event's id is the id of its trace, so a delivery hours later, in another
 * process, is its child without anything stored for that; the event's own span links to the batch or the request
 * that wrote it.
 *
 * A transaction, also one of a single statement, is a child of the request, the batch or the job around it.
 *
 * No span has a path, a name, a key, or anything of a body: only operations, types, statuses, numbers, ids of ours.
 */

/** The span of a request or of other work that a batch carries. Only the tracer knows its contents. */
export interface Carried {
  readonly spanContext: object;
}

export interface Tracer {
  /** Runs the answering of a request in its span, until `end` is called. */
  request(
    request: {
      readonly method: string;
      /** The path template of the contract. */
      readonly template: string;
      readonly operationId: string;
      readonly requestId: string;
      /** `tracestate` is left out, because it may hold anything. */
      readonly traceparent: string | undefined;
    },
    work: () => void,
  ): (answer: { readonly status: number | undefined; readonly code: string | undefined }) => void;
  /** Returns the span in which the caller runs, for the batch that will carry its work. */
  carried(): Carried | undefined;
  /** Runs a batch in a span that links to what it carries, or without a span where none of that is traced. */
  batch<Result>(
    batch: { readonly queue: string; readonly carries: readonly (Carried | undefined)[] },
    work: () => Promise<Result>,
  ): Promise<Result>;
  /** Runs periodic work in a span. */
  job<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  /** Runs a statement that is a transaction of its own in a span of its name, where its caller is traced. */
  query<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  /** Runs a transaction in a span; the events that it wrote get spans once it is committed. */
  transaction<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Notes events that the current transaction has written. */
  wrote(events: readonly { readonly id: string; readonly type: string }[]): void;
  /** Runs one attempt of a delivery in a span. */
  attempt<Result extends { readonly status: number | null; readonly error: string | null }>(
    attempt: {
      readonly deliveryId: string;
      readonly eventId: string;
      readonly type: string;
      readonly number: number;
    },
    work: () => Promise<Result>,
  ): Promise<Result>;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

let current: Tracer | undefined;

/** Returns undefined until the program sets a tracer. */
export function tracer(): Tracer | undefined {
  return current;
}

export function setTracer(set: Tracer | undefined): void {
  current = set;
}
