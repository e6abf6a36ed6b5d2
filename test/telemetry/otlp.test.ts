// Whether a request is traced is ours to say: the flag of its caller's traceparent is heard by nobody.
import { afterEach, expect, it } from 'vitest';
import { startTracing } from '../../src/telemetry/otlp.ts';
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

/** @returns the ids of traces that were told */
async function tracesOf(
  settings: Record<string, string>,
  traceparents: readonly (string | undefined)[],
): Promise<string[]> {
  collector = await startReceiver((response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
  );
  process.env = { ...before, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...settings };
  const tracer = startTracing();
  for (const traceparent of traceparents) {
    const request = { method: 'GET', template: '/things', operationId: 'listThings' };
    tracer.request({ ...request, requestId: 'id', traceparent }, () => {})({
      status: 200,
      code: undefined,
    });
  }
  await tracer.close();
  return collector.received
    .flatMap(({ body }) => body.resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map(({ traceId }) => traceId);
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
  async (sampler, argument, told) => {
    const settings = {
      OTEL_TRACES_SAMPLER: sampler,
      ...(argument !== '' && { OTEL_TRACES_SAMPLER_ARG: argument }),
    };
    const sent = [TAKEN, LEFT_OUT].flatMap((id) => [flagged(id, '00'), flagged(id, '01')]);
    expect(await tracesOf(settings, sent)).toEqual(told);
  },
);

it('takes all where nothing is set, also of callers whose flag is not set', async () => {
  expect(await tracesOf({}, [flagged(LEFT_OUT, '00'), undefined])).toHaveLength(2);
});
