// One limit, however many processes serve: two that were started as a user starts them, on one database.
//
// The keys' windows lie a minute and a day ahead of the clock, which makes them the current ones until they are
// reached (see admission.quota.test.ts): a minute is left to each test, whenever it begins.
import { afterAll, expect, it } from 'vitest';
import { issueKey } from '../support/as-operator.ts';
import { item, postBatch } from '../support/batches.ts';
import type { Answered, Client } from '../support/client.ts';
import { inFlight } from '../support/concurrency.ts';
import { client, day, makePharmacy, post } from '../support/pharmacy.ts';
import { spawnServer } from '../support/spawn-server.ts';
import { useWorld } from '../support/world.ts';

const UNITS = 10_000;
const WRITES = 60;
const READS = 600;
/** A process answers no more than eight reads of a key at a time; others it would refuse, and not count. */
const AT_ONCE = 7;

const world = useWorld(
  async ({ db }) => {
    const lot = { sku_code: 'SKU-1', lot_number: 'LOT', expiry_date: day(60), qty: UNITS };
    const pharmacy = await makePharmacy(db.database, { lots: [lot] });
    const env = { DATABASE_URL: db.ownerUrl, DEMO: 'off', WORKER: 'off' };
    const servers = await Promise.all([spawnServer(env), spawnServer(env)]);
    return { pharmacy, servers };
  },
  { service: false, timeout: 120_000 },
);

afterAll(async () => {
  await Promise.all(world.servers.map((server) => server.stop()));
});

/** A key of the standard plan, as a caller of each process. */
async function issue(): Promise<{ id: string; apis: Client[] }> {
  const { id, key } = await issueKey(world.db.database, {
    organization: world.pharmacy.slug,
    environment: 'live',
    scopes: 'all',
    plan: 'standard',
  });
  await world.db.owner.query(
    `insert into api_key_usage (api_key_id, minute, reads_minute, writes_minute, day, writes_day)
     values ($1, date_trunc('minute', now()) + interval '1 minute', 0, 0,
             (now() at time zone 'UTC')::date + 1, 0)`,
    [id],
  );
  return { id, apis: world.servers.map(({ url }) => client({ url, key })) };
}

/** The same work through each process at the same time. */
async function throughBoth(
  apis: readonly Client[],
  work: readonly ((api: Client) => Promise<Answered>)[],
): Promise<Answered[]> {
  const answers: Answered[] = [];
  await Promise.all(
    apis.map((api) =>
      inFlight(AT_ONCE, work, async (one) => {
        answers.push(await one(api));
      }),
    ),
  );
  return answers;
}

async function unitsDrawn(): Promise<number> {
  const { rows } = await world.db.owner.query('select sum(on_hand)::int as units from lot');
  return UNITS - rows[0].units;
}

async function writesOfDay(id: string): Promise<number> {
  const { rows } = await world.db.owner.query(
    'select writes_day::int as writes from api_key_usage where api_key_id = $1',
    [id],
  );
  return rows[0].writes;
}

const draw = { type: 'fulfill', sku_code: 'SKU-1', qty: 1 };
const drawOne = (api: Client) => post(api, draw);
const drawMany = (count: number) => (api: Client) =>
  postBatch(
    api,
    Array.from({ length: count }, () => item(draw)),
  );
const passed = (answers: readonly Answered[]) => answers.filter(({ status }) => status < 300);
const left = ({ headers }: Answered) => Number(headers.get('x-ratelimit-remaining'));
const downFrom = (limit: number) => Array.from({ length: limit }, (_, index) => limit - 1 - index);

/** @throws Error where something else than the limit refused */
function expectOnlyLimited(answers: readonly Answered[]): void {
  const refused = answers.filter(({ status }) => status >= 300);
  expect(new Set(refused.map(({ status, body }) => `${status} ${body.error}`))).toEqual(
    new Set(['429 rate_limited']),
  );
  for (const { body } of refused) expect(body.message).not.toContain('in flight');
}

it('let exactly 60 writes of a minute through together', async () => {
  const { id, apis } = await issue();
  const before = await unitsDrawn();
  const answers = await throughBoth(apis, Array(60).fill(drawOne));
  expect(passed(answers)).toHaveLength(WRITES);
  expect(
    passed(answers)
      .map(left)
      .sort((a, b) => b - a),
  ).toEqual(downFrom(WRITES));
  expectOnlyLimited(answers);
  expect(await unitsDrawn()).toBe(before + WRITES);
  expect(await writesOfDay(id)).toBe(WRITES);
});

it('count every item of a batch in the same 60, beside movements and other writes', async () => {
  const { id, apis } = await issue();
  const before = await unitsDrawn();
  const endpoint = (api: Client) =>
    api.post('/v1/inventory/webhooks', { body: { url: 'https://93.184.215.14/hooks' } });
  const batches = Array(6).fill(drawMany(7));
  // More than sixty that are single: whatever a batch finds too little, one of these takes.
  const single = Array.from({ length: 40 }, (_, index) => (index % 4 === 0 ? endpoint : drawOne));
  const answers = await throughBoth(
    apis,
    single.flatMap((one, index) =>
      index % 6 === 0 && batches[index / 6] ? [batches[index / 6], one] : [one],
    ),
  );
  const items = passed(answers).map(({ body }) => (body.results as unknown[])?.length ?? 1);
  expect(items.reduce((sum, count) => sum + count, 0)).toBe(WRITES);
  expect(Math.min(...passed(answers).map(left))).toBe(0);
  expectOnlyLimited(answers);
  const endpoints = passed(answers).filter(({ body }) => body.secret !== undefined).length;
  expect(await unitsDrawn()).toBe(before + WRITES - endpoints);
  expect(await writesOfDay(id)).toBe(WRITES);
});

it('let no batches pass that are more than what is left, and fill it with what fits', async () => {
  const { id, apis } = await issue();
  const answers = await throughBoth(apis, Array(5).fill(drawMany(13)));
  expect(passed(answers)).toHaveLength(4);
  expect(await writesOfDay(id)).toBe(52);
  const rest = await throughBoth(apis, Array(8).fill(drawOne));
  expect(passed(rest)).toHaveLength(8);
  expect(await writesOfDay(id)).toBe(WRITES);
});

it('let exactly 600 reads of a minute through together, whatever was written', async () => {
  const { apis } = await issue();
  const reads = Array(330).fill((api: Client) => api.get('/v1/inventory/locations'));
  const answers = await throughBoth(apis, reads);
  expect(passed(answers)).toHaveLength(READS);
  expect(
    passed(answers)
      .map(left)
      .sort((a, b) => b - a),
  ).toEqual(downFrom(READS));
  expectOnlyLimited(answers);
  expect((await drawOne(apis[0] as Client)).status).toBe(201);
});
