// Whether a request is traced is ours to say: the flag of its caller's traceparent is heard by nobody. What fails is
// an error in its span, and is exported without further details.
import { afterEach, expect, it } from 'vitest';
import { startTracing } from '../../src/telemetry/otlp.ts';
import type { Tracer } from '../../src/telemetry/tracing.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

const SPAN = 'b7ad6b7169203331';
/** The ratio is judged by the digits of the id: of these the one is taken at a half, and the other is not. */
const TAKEN = '00000000000000010000000000000000';
const LEFT_OUT = 'ffffffff000000000000000000000000';

let collector: Receiver;
const before = { ...process.env };
afterEach(async () => {
  process.env = { ...before };
  await collector.close();
});

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly events?: readonly object[];
  readonly status: { readonly code?: number; readonly message?: string };
}

/** @returns the exported spans, in the order in which they ended */
async function spansOf(
  settings: Record<string, string>,
  work: (tracer: Tracer) => unknown,
): Promise<Span[]> {
  collector = await startReceiver((response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
  );
  process.env = { ...before, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...settings };
  const tracer = startTracing();
  await work(tracer);
  await tracer.close();
  return collector.received
    .flatMap(({ body }) => body.resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans);
}

const THINGS = { method: 'GET', template: '/things', operationId: 'listThings', requestId: 'id' };
const FINE = { status: 200, code: undefined };

/** Works in a request's span, and then answers. */
async function during<Result>(
  tracer: Tracer,
  traceparent: string | undefined,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const end = tracer.request({ ...THINGS, traceparent }, () => {
    void (async () => work())().then(resolve, reject);
  });
  try {
    return await promise;
  } finally {
    end(FINE);
  }
}

/** @returns the ids of the exported traces */
async function tracesOf(
  settings: Record<string, string>,
  traceparents: readonly (string | undefined)[],
): Promise<string[]> {
  const spans = await spansOf(settings, (tracer) => {
    for (const traceparent of traceparents) {
      tracer.request({ ...THINGS, traceparent }, () => {})(FINE);
    }
  });
  return spans.map(({ traceId }) => traceId);
}

const flagged = (traceId: string, flag: '00' | '01') => `00-${traceId}-${SPAN}-${flag}`;

it.each([
  ['parentbased_traceidratio', '0', []],
  ['traceidratio', '0', []],
  ['parentbased_always_off', '', []],
  ['parentbased_traceidratio', '0.5', [TAKEN, TAKEN]],
  ['parentbased_traceidratio', '1', [TAKEN, TAKEN, LEFT_OUT, LEFT_OUT]],
  ['parentbased_always_on', '', [TAKEN, TAKEN, LEFT_OUT, LEFT_OUT]],
])(
  'takes of traces that callers began as many as %s %s says, whatever their flags',
  async (sampler, argument, exported) => {
    const settings = {
      OTEL_TRACES_SAMPLER: sampler,
      ...(argument !== '' && { OTEL_TRACES_SAMPLER_ARG: argument }),
    };
    const sent = [TAKEN, LEFT_OUT].flatMap((id) => [flagged(id, '00'), flagged(id, '01')]);
    expect(await tracesOf(settings, sent)).toEqual(exported);
  },
);

it('takes all where nothing is set, also of callers whose flag is not set', async () => {
  expect(await tracesOf({}, [flagged(LEFT_OUT, '00'), undefined])).toHaveLength(2);
});

const [UNSET, ERROR] = [0, 2];
const HALF = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.5' };
const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

it('marks what fails for our sake as an error, and no refusal', async () => {
  const answers = [
    { status: 200, code: undefined },
    { status: 499, code: 'refused' },
    { status: 500, code: 'internal_error' },
    { status: 503, code: 'unavailable' },
    // No one was there to take it.
    { status: undefined, code: undefined },
  ];
  const spans = await spansOf({}, (tracer) => {
    for (const answer of answers) {
      tracer.request({ ...THINGS, traceparent: undefined }, () => {})(answer);
    }
  });
  const exported = spans.map((span) => {
    const { 'http.response.status_code': status, 'error.type': code } = attributesOf(span);
    return [status, code, span.status.code ?? UNSET];
  });
  expect(exported).toEqual([
    [200, undefined, UNSET],
    [499, 'refused', UNSET],
    [500, 'internal_error', ERROR],
    [503, 'unavailable', ERROR],
    [undefined, undefined, ERROR],
  ]);
});

it('marks each kind of work that fails as an error, lets it fail, and never exports its message', async () => {
  const fail = () => Promise.reject(new Error('message-of-someone'));
  const attempt = { deliveryId: 'd', type: 'a.type', number: 1, eventId: TAKEN };
  const sent = { status: 500, error: 'status' };
  const event = { id: TAKEN, type: 'never.written' };
  const spans = await spansOf({}, (tracer) =>
    during(tracer, undefined, async () => {
      const carries = [tracer.carried()];
      const works = [
        () => tracer.batch({ queue: 'a-queue', carries }, fail),
        () => tracer.job('a-job', fail),
        () => tracer.query('a-query', fail),
        () =>
          tracer.transaction(() => {
            tracer.wrote([event]);
            return fail();
          }),
        () => tracer.attempt(attempt, fail),
      ];
      for (const work of works) await expect(work()).rejects.toThrow('message-of-someone');
      expect(await tracer.attempt(attempt, async () => sent)).toBe(sent);
    }),
  );
  expect(spans.map(({ name, status }) => [name, status.code ?? UNSET])).toEqual([
    ['batch a-queue', ERROR],
    ['job a-job', ERROR],
    ['query a-query', ERROR],
    ['transaction', ERROR],
    ['deliver a.type', ERROR],
    ['deliver a.type', ERROR],
    ['GET /things', UNSET],
  ]);
  expect(attributesOf(spans[5] as Span)).toMatchObject({
    'http.response.status_code': 500,
    'error.type': 'status',
  });
  expect(spans.filter(({ status }) => status.message !== undefined)).toEqual([]);
  expect(spans.flatMap(({ events }) => events ?? [])).toEqual([]);
  expect(collector.received.map(({ text }) => text).join()).not.toContain('of-someone');
});

it('links a batch to each request that is taken once, and to none that is left out', async () => {
  const spans = await spansOf(HALF, async (tracer) => {
    const carriedBy = (id: string) => during(tracer, flagged(id, '01'), () => tracer.carried());
    const [one, other] = [await carriedBy(TAKEN), await carriedBy(TAKEN)];
    const carries = [one, await carriedBy(LEFT_OUT), other, one, undefined];
    // Of its own trace, which must be taken to be seen: as many are tried as make that certain.
    for (let index = 0; index < 200; index += 1) {
      await tracer.batch({ queue: 'a-queue', carries }, async () => undefined);
    }
  });
  const requests = spans.filter(({ name }) => name === 'GET /things');
  const batches = spans.filter(({ name }) => name === 'batch a-queue');
  expect([requests.length, batches.length > 0]).toEqual([2, true]);
  for (const batch of batches) {
    expect(batch.links?.map(({ traceId, spanId }) => [traceId, spanId])).toEqual(
      requests.map(({ traceId, spanId }) => [traceId, spanId]),
    );
    expect(attributesOf(batch)['batch.size']).toBe(5);
  }
});

it('has no span within a request that is left out, nor of a batch that carries no other', async () => {
  const work = async () => 'done';
  const event = { id: TAKEN, type: 'a.type' };
  const spans = await spansOf(HALF, (tracer) =>
    during(tracer, flagged(LEFT_OUT, '01'), async () => {
      expect(await tracer.query('a-query', work)).toBe('done');
      const carries = [tracer.carried()];
      await tracer.transaction(async () => tracer.wrote([event]));
      // Whoever starts it may be one that is taken.
      await during(tracer, flagged(TAKEN, '01'), () =>
        tracer.batch({ queue: 'a-queue', carries }, () => tracer.query('a-query', work)),
      );
    }),
  );
  expect(spans.map(({ name }) => name)).toEqual(['event a.type', 'GET /things']);
  expect(spans[0]?.links ?? []).toEqual([]);
});
