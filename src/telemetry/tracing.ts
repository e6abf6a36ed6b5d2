/**
 * Traces, where an address for them is set: spans of requests, of batches, of events and of deliveries. Nothing of
 * OpenTelemetry is loaded otherwise, and whoever asks finds that there is no tracer.
 *
 * How they are joined. A request is a child of what its caller's `traceparent` says; whether it is taken, our sampler
 * decides by the id of the trace, and not the caller's flag. A batch carries many requests,
 * so it is a trace of its own, with a link to each of them. An event's id is the id of its trace, so that a delivery
 * hours later, in another process, is its child without anything having been kept for that; the event's own span
 * links to the batch or the request that wrote it.
 *
 * A transaction, be it of a single statement, is a child of the request, the batch or the job in which it runs.
 *
 * No span has a path, a name, a key, or anything of a body: operations, types, statuses, numbers, and ids of ours.
 */

/** The span of a request or of other work that a batch carries. Only the tracer knows its contents. */
export interface Carried {
  readonly spanContext: object;
}

export interface Tracer {
  /** Runs what answers a request in its span, until `end` is called. */
  request(
    request: {
      readonly method: string;
      /** The contract's own path. */
      readonly template: string;
      readonly operationId: string;
      readonly requestId: string;
      /** `tracestate` is left out: it may hold anything. */
      readonly traceparent: string | undefined;
    },
    work: () => void,
  ): (answer: { readonly status: number | undefined; readonly code: string | undefined }) => void;
  /** The span in which this runs, for the batch that will carry it. */
  carried(): Carried | undefined;
  /** Runs a batch in a span that links to what it carries; where nothing of that is traced, without one. */
  batch<Result>(
    batch: { readonly queue: string; readonly carries: readonly (Carried | undefined)[] },
    work: () => Promise<Result>,
  ): Promise<Result>;
  /** Runs periodic work in a span. */
  job<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  /** Runs a statement that is a transaction of its own in a span, by its name, where something is traced there. */
  query<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  /** Runs a transaction, in such a span: what it wrote has spans once it is committed, and none where it is not. */
  transaction<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Notes events that the transaction in which this runs has written. */
  wrote(events: readonly { readonly id: string; readonly type: string }[]): void;
  /** Runs one attempt in a span. */
  attempt<Result extends { readonly status: number | null; readonly error: string | null }>(
    attempt: {
      readonly deliveryId: string;
      readonly eventId: string;
      readonly type: string;
      readonly number: number;
    },
    work: () => Promise<Result>,
  ): Promise<Result>;
  /** Sends what is still to be sent. */
  close(): Promise<void>;
}

let current: Tracer | undefined;

/** There is none until one is set, by the program. */
export function tracer(): Tracer | undefined {
  return current;
}

export function setTracer(set: Tracer | undefined): void {
  current = set;
}
