// What comes of a request, as traces show it: over two processes, to a real receiver of OTLP over HTTP.
import { afterAll, expect, it } from 'vitest';
import { until } from '../support/concurrency.ts';
import { metricValue } from '../support/metrics-text.ts';
import { client, day, makePharmacy, post } from '../support/pharmacy.ts';
import { startReceiver } from '../support/receiver.ts';
import { endSpawned, spawnServer, spawnWorker } from '../support/spawn-server.ts';
import { useWorld } from '../support/world.ts';

const CALLER = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const SERVER_KIND = 2;
const CLIENT_KIND = 3;
const PRODUCER_KIND = 4;
/** Where the second worker must not listen. */
const FREE_PORT = '0';

let liveKey: string;

const world = useWorld(
  async ({ db }) => {
    const partner = await startReceiver();
    const collector = await startReceiver((response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    );
    const lot = { sku_code: 'SKU-1', lot_number: 'LOT-1', expiry_date: day(60), qty: 100 };
    ({ liveKey } = await makePharmacy(db.database, { lots: [lot] }));
    return { partner, collector };
  },
  { service: false },
);

afterAll(async () => {
  await endSpawned();
  await world.partner.close();
  await world.collector.close();
});

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
}

const spans = (): Span[] =>
  world.collector.received
    .flatMap(({ body }) => body.resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap((scope) => scope.spans);

const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const named = (name: string, of = spans()) => of.find((span) => span.name === name);

it('joins a request, its batch, its events and their deliveries, and says nothing that is anybody’s', async () => {
  const env = {
    DATABASE_URL: world.db.serviceUrl,
    MIGRATE: 'off',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    OTEL_EXPORTER_OTLP_ENDPOINT: world.collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '50',
  };
  const server = await spawnServer({ ...env, WORKER: 'off', OTEL_SERVICE_NAME: 'api' });
  const worker = await spawnWorker({ ...env, OTEL_EXPORTER_PROMETHEUS_PORT: FREE_PORT });
  const api = client({ url: server.url, key: liveKey });
  const endpoint = await api.post('/v1/inventory/webhooks', {
    body: { url: `${world.partner.url}/hook-of-someone`, events: ['stock.changed'] },
  });
  expect(endpoint.status).toBe(201);
  const traceparent = `00-${CALLER.traceId}-${CALLER.spanId}-01`;
  const posted = await api.post('/v1/inventory/movements', {
    body: { type: 'fulfill', sku_code: 'SKU-1', qty: 1, note: 'note-of-someone' },
    headers: {
      'Idempotency-Key': 'key-of-someone',
      traceparent,
      tracestate: 'state=state-of-someone',
    },
  });
  expect(posted.status).toBe(201);
  const lotId = (await api.get('/v1/inventory/lots')).body.data[0].id;
  expect((await api.get(`/v1/inventory/lots/${lotId}/trace`)).status).toBe(200);
  expect((await post(api, { type: 'fulfill', sku_code: 'NOT-THERE', qty: 1 })).status).toBe(404);
  await until('it was delivered', () => world.partner.received.length === 1);
  const trace = 'GET /v1/inventory/lots/{id}/trace';
  await until(
    'all spans were exported',
    () => named('deliver stock.changed') !== undefined && !!named(trace),
  );
  // Anyone who ends sends what is left.
  expect([await server.stop(), await worker.stop()]).toEqual([0, 0]);

  const request = spans().find(
    (span) => span.name === 'POST /v1/inventory/movements' && span.parentSpanId === CALLER.spanId,
  ) as Span;
  expect(request).toMatchObject({ traceId: CALLER.traceId, kind: SERVER_KIND });
  expect(attributesOf(request)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/v1/inventory/movements',
    'http.response.status_code': 201,
    'operation.id': 'postMovement',
    'request.id': posted.headers.get('x-request-id'),
  });
  const linked = (span: Span | undefined) => span?.links?.map(({ spanId }) => spanId);
  const [{ id: eventId }] = world.partner.received.map(({ body }) => body);
  const event = named('event stock.changed') as Span;
  expect(event).toMatchObject({ traceId: eventId.replaceAll('-', ''), kind: PRODUCER_KIND });
  // Not one before, in which the level was somebody else's.
  const batch = spans().find(({ spanId }) => linked(event)?.includes(spanId)) as Span;
  expect(batch.name).toBe('batch stock_writer');
  expect(linked(batch)).toContain(request.spanId);
  expect(attributesOf(batch)).toEqual({ 'batch.queue': 'stock_writer', 'batch.size': 1 });
  // What the database was asked for stands where that was: in the batch, or in the request itself.
  const within = (parent: Span) =>
    spans().filter(({ parentSpanId }) => parentSpanId === parent.spanId);
  expect(within(batch).map(({ name, kind }) => [name, kind])).toContainEqual([
    'transaction',
    CLIENT_KIND,
  ]);
  expect(
    within(named('GET /v1/inventory/lots') as Span).some(({ name }) => name.startsWith('query ')),
  ).toBe(true);
  const delivery = named('deliver stock.changed') as Span;
  expect(delivery).toMatchObject({
    traceId: event.traceId,
    parentSpanId: event.spanId,
    kind: CLIENT_KIND,
  });
  expect(attributesOf(delivery)).toMatchObject({
    'event.id': eventId,
    'delivery.id': world.partner.received[0]?.headers['webhook-id'],
    'delivery.attempt': 1,
    'http.response.status_code': 204,
  });
  expect(attributesOf(named(trace) as Span)['http.route']).toBe('/v1/inventory/lots/{id}/trace');
  const refused = spans().find((span) => attributesOf(span)['error.type'] !== undefined) as Span;
  expect(attributesOf(refused)).toMatchObject({ 'error.type': 'product_not_found' });

  const { rows } = await world.db.owner.query('select organization_id, id from api_key');
  const exported = world.collector.received.map(({ text }) => text).join('\n');
  const nobodys = ['of-someone', 'SKU-1', 'NOT-THERE', lotId, liveKey, world.partner.url];
  for (const text of [...nobodys, ...rows.flatMap((row) => Object.values(row) as string[])])
    expect(exported).not.toContain(text);
  expect(new Set(world.collector.received.map(({ path }) => path))).toEqual(
    new Set([`${new URL(world.collector.url).pathname}/v1/traces`]),
  );
}, 60_000);

it('has a worker answer with what it did, where it is asked to listen', async () => {
  const worker = await spawnWorker({
    DATABASE_URL: world.db.serviceUrl,
    MIGRATE: 'off',
    OTEL_EXPORTER_PROMETHEUS_PORT: FREE_PORT,
  });
  const scrape = async () => (await fetch(`${worker.metricsUrl}`)).text();
  await until(
    'the age of the last sweep is known',
    async () => metricValue(await scrape(), 'job_last_run_age_seconds{task="sweep"}') !== undefined,
  );
  const text = await scrape();
  expect(metricValue(text, 'webhook_deliveries_pending')).toBe(0);
  expect(metricValue(text, 'job_duration_seconds_count{task="sweep",outcome="failed"}')).toBe(0);
  const root = new URL('/', worker.metricsUrl);
  expect((await fetch(new URL('/readyz', root))).status).toBe(200);
  expect((await fetch(new URL('/openapi.json', root))).status).toBe(404);
  expect(await worker.stop()).toBe(0);
});
