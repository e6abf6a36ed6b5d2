// The tracer, over OpenTelemetry and OTLP. Loaded only where an address is set. Where spans go, how many are taken
// and what is sent with them, OpenTelemetry reads from the variables that its specification names.
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

const NAME = 'pharmacy-stock-api';
/** The last spans have this long to be sent when the process ends. */
const CLOSE_MILLISECONDS_MAX = 2_000;

type Event = { readonly id: string; readonly type: string };

/** Where something runs. */
interface Place {
  readonly span: Span | undefined;
  /** Events of the transaction that is open. */
  readonly written: Event[];
}

export function startTracing(): Tracer {
  const ids = new ChosenIds();
  const provider = new BasicTracerProvider({
    idGenerator: ids,
    resource: resourceFromAttributes({ 'service.name': NAME }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const spans = provider.getTracer(NAME);
  // Its spans go nowhere: it is asked whether one of an id would be taken.
  const asked = new BasicTracerProvider({ idGenerator: ids }).getTracer(NAME);
  const places = new AsyncLocalStorage<Place>();

  /** What is within another span, as taken as one would be that begins its trace here. */
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
      return await places.run({ span, written: [] }, work);
    } catch (error) {
      // Its message may say what is nobody's business.
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  }

  /** What the database is asked for, as a child of where that is. */
  async function timed<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const parent = places.getStore()?.span;
    if (!parent?.isRecording()) return work();
    const options = { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } };
    const span = spans.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, parent));
    try {
      return await work();
    } catch (error) {
      // Its message may quote the row.
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  }

  return {
    request({ method, template, operationId, requestId, traceparent }, work) {
      // Its flag says what the caller takes, and costs us a span where it is heard.
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
      places.run({ span, written: [] }, work);
      return ({ status, code }) => {
        if (status !== undefined) span.setAttribute('http.response.status_code', status);
        if (code !== undefined) span.setAttribute('error.type', code);
        if (status === undefined || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      };
    },

    carried() {
      const span = places.getStore()?.span;
      return span === undefined ? undefined : { spanContext: span.spanContext() };
    },

    batch({ queue, carries }, work) {
      const links = linksTo(carries.map((one) => one?.spanContext as SpanContext | undefined));
      // Whoever came first has started it, and it is not theirs.
      if (links.length === 0) return places.run({ span: undefined, written: [] }, work);
      const attributes = { 'batch.queue': queue, 'batch.size': carries.length };
      return during(spans.startSpan(`batch ${queue}`, { root: true, attributes, links }), work);
    },

    job: (name, work) => during(spans.startSpan(`job ${name}`, { root: true }), work),

    query: (name, work) => timed(`query ${name}`, work),

    async transaction(work) {
      const place = { span: places.getStore()?.span, written: [] as Event[] };
      const result = await timed('transaction', () => places.run(place, work));
      for (const event of place.written) noteEvent(event, place.span);
      return result;
    },

    wrote(events) {
      places.getStore()?.written.push(...events);
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
      return during(span, async () => {
        const sent = await work();
        if (sent.status !== null) span.setAttribute('http.response.status_code', sent.status);
        if (sent.error !== null) {
          span.setAttribute('error.type', sent.error).setStatus({ code: SpanStatusCode.ERROR });
        }
        return sent;
      });
    },

    async close() {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, CLOSE_MILLISECONDS_MAX);
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
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

/** A UUID has as many digits as the id of a trace, and more of them at random than are asked for. */
function idsOf(eventId: string): Ids {
  return {
    traceId: eventId.replaceAll('-', '').toLowerCase(),
    spanId: hash('sha256', eventId).slice(0, SPAN_ID_DIGITS),
  };
}

/** Ids are random unless they are chosen. */
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
