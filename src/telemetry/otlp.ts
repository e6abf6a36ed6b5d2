// The tracer, over OpenTelemetry and OTLP. It is loaded only where an address is set. OpenTelemetry itself reads
// from the variables of its specification where spans go, how many are sampled and what is sent with them.
import { AsyncLocalStorage } from 'node:async_hooks';
import { hash } from 'node:crypto';
import {
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type IdGenerator,
  RandomIdGenerator,
} from '@opentelemetry/sdk-trace-base';
import type { Tracer } from './tracing.ts';

const NAME = 'pharmacy-platform';
/** The last spans have this long to be sent when the process ends. */
const CLOSE_MILLISECONDS_MAX = 2_000;

type Event = { readonly id: string; readonly type: string };

/** The span in which something runs. */
interface Scope {
  readonly span: Span | undefined;
  /** The events of the open transaction. */
  readonly written: Event[];
}

export function startTracing(): Tracer {
  const { provider, spans, scopes, within, noteEvent, during, timed } = openSpans();
  return {
    request({ method, template, operationId, requestId, traceparent }, work) {
      // Its flag says whether the caller samples, and following it would cost us spans.
      const remote = traceparent === undefined ? null : parseTraceParent(traceparent);
      const parent = remote === null ? ROOT_CONTEXT : within(remote);
      const attributes = {
        'http.request.method': method,
        'http.route': template,
        'operation.id': operationId,
        'request.id': requestId,
      };
      const options = { kind: SpanKind.SERVER, attributes };
      const span = spans.startSpan(`${method} ${template}`, options, parent);
      scopes.run({ span, written: [] }, work);
      return ({ status, code }) => {
        if (status !== undefined) span.setAttribute('http.response.status_code', status);
        if (code !== undefined) span.setAttribute('error.type', code);
        if (status === undefined || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      };
    },

    carried() {
      const span = scopes.getStore()?.span;
      return span === undefined ? undefined : { spanContext: span.spanContext() };
    },

    batch({ queue, carries }, work) {
      const links = linksTo(carries.map((one) => one?.spanContext as SpanContext | undefined));
      // The request that started the batch does not own it, so an untraced batch leaves its span.
      if (links.length === 0) return scopes.run({ span: undefined, written: [] }, work);
      const attributes = { 'batch.queue': queue, 'batch.size': carries.length };
      return during(spans.startSpan(`batch ${queue}`, { root: true, attributes, links }), work);
    },

    job: (name, work) => during(spans.startSpan(`job ${name}`, { root: true }), work),

    query: (name, work) => timed(`query ${name}`, work),

    async transaction(work) {
      const scope = { span: scopes.getStore()?.span, written: [] as Event[] };
      const result = await timed('transaction', () => scopes.run(scope, work));
      for (const event of scope.written) noteEvent(event, scope.span);
      return result;
    },

    wrote(events) {
      scopes.getStore()?.written.push(...events);
    },

    attempt({ deliveryId, eventId, type, number }, work) {
      const attributes = {
        'event.id': eventId,
        'event.type': type,
        'delivery.id': deliveryId,
        'delivery.attempt': number,
      };
      const options = { kind: SpanKind.CLIENT, attributes };
      const span = spans.startSpan(`deliver ${type}`, options, within(idsOf(eventId)));
      return during(span, async () => noteSent(span, await work()));
    },

    close: () => shutDown(provider),
  };
}

/** What opens spans, and keeps which one the caller runs in. */
function openSpans() {
  const ids = new ChosenIds();
  const provider = new BasicTracerProvider({
    idGenerator: ids,
    resource: resourceFromAttributes({ 'service.name': NAME }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const spans = provider.getTracer(NAME);
  // Its spans go nowhere: it only answers whether a span with a given id would be sampled.
  const asked = new BasicTracerProvider({ idGenerator: ids }).getTracer(NAME);
  const scopes = new AsyncLocalStorage<Scope>();

  /** Returns a context within another span, sampled as a span is that begins its trace here. */
  function within(parent: Ids): Context {
    const isTaken = ids.choose(parent, () => asked.startSpan('any', { root: true }).isRecording());
    const traceFlags = isTaken ? TraceFlags.SAMPLED : TraceFlags.NONE;
    return trace.setSpanContext(ROOT_CONTEXT, { ...parent, traceFlags, isRemote: true });
  }

  function noteEvent({ id, type }: Event, span: Span | undefined): void {
    ids.choose(idsOf(id), () => {
      const attributes = { 'event.id': id, 'event.type': type };
      const links = linksTo([span?.spanContext()]);
      const kind = SpanKind.PRODUCER;
      spans.startSpan(`event ${type}`, { root: true, kind, attributes, links }).end();
    });
  }

  async function during<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
    try {
      return await scopes.run({ span, written: [] }, work);
    } catch (error) {
      // The message of the error may hold private data.
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  }

  /** Runs a query in a span that is a child of the current one. */
  async function timed<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const parent = scopes.getStore()?.span;
    if (!parent?.isRecording()) return work();
    const options = { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } };
    const span = spans.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, parent));
    try {
      return await work();
    } catch (error) {
      // The message of the error may quote the row.
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  }

  return { provider, spans, scopes, within, noteEvent, during, timed };
}

/** Notes in the span how an attempt ended. */
function noteSent<Sent extends { readonly status: number | null; readonly error: string | null }>(
  span: Span,
  sent: Sent,
): Sent {
  if (sent.status !== null) span.setAttribute('http.response.status_code', sent.status);
  if (sent.error !== null) {
    span.setAttribute('error.type', sent.error).setStatus({ code: SpanStatusCode.ERROR });
  }
  return sent;
}

async function shutDown(provider: BasicTracerProvider): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, CLOSE_MILLISECONDS_MAX);
  await Promise.race([provider.shutdown().catch(() => undefined), late]);
  clearTimeout(timer);
}

/** Links to the sampled spans, each once. */
function linksTo(contexts: readonly (SpanContext | undefined)[]): Link[] {
  const taken = contexts.filter(
    (one) => one !== undefined && (one.traceFlags & TraceFlags.SAMPLED) !== 0,
  ) as SpanContext[];
  return [...new Map(taken.map((one) => [one.spanId, one])).values()].map((context) => ({
    context,
  }));
}

interface Ids {
  readonly traceId: string;
  readonly spanId: string;
}

const SPAN_ID_DIGITS = 16;

/** Makes the ids of an event's trace and span. A UUID is as long as a trace id, and random enough. */
function idsOf(eventId: string): Ids {
  return {
    traceId: eventId.replaceAll('-', '').toLowerCase(),
    spanId: hash('sha256', eventId).slice(0, SPAN_ID_DIGITS),
  };
}

/** Generates random ids unless they are set. */
class ChosenIds implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  #chosen: Ids | undefined;

  choose<Result>(ids: Ids, work: () => Result): Result {
    this.#chosen = ids;
    try {
      return work();
    } finally {
      this.#chosen = undefined;
    }
  }

  generateTraceId = (): string => this.#chosen?.traceId ?? this.#random.generateTraceId();
  generateSpanId = (): string => this.#chosen?.spanId ?? this.#random.generateSpanId();
}
