// Batches count by their items, all or none. The keys' windows lie ahead of the clock, so that no minute ends on
// a test; see admission.quota.test.ts.
import { afterAll, describe, expect, it } from 'vitest';
import { chargeWrites } from '../../src/api-keys/charge-writes.ts';
import { Database } from '../../src/database/database.ts';
import { type IssuedKey, issueKey } from '../support/as-operator.ts';
import { BATCH, item, postBatch } from '../support/batches.ts';
import type { Answered } from '../support/client.ts';
import { hold } from '../support/concurrency.ts';
import { client, day, freshKey, makePharmacy, post, startService } from '../support/pharmacy.ts';
import { everythingWritten } from '../support/refusals.ts';
import { useWorld } from '../support/world.ts';

const UNITS = 100_000;

const world = useWorld(async ({ db }) => {
  const lot = { sku_code: 'SKU', lot_number: 'LOT', expiry_date: day(60), qty: UNITS };
  const pharmacy = await makePharmacy(db.database, { skuCodes: ['SKU'], lots: [lot] });
  const otherDatabase = new Database(db.serviceUrl, { preparedStatements: true });
  const otherService = await startService(otherDatabase);
  return { otherDatabase, otherService, pharmacy };
});

afterAll(async () => {
  await world.otherService.close();
  await world.otherDatabase.close();
});

interface Windowed extends IssuedKey {
  /** When the windows end, in seconds since 1970. */
  readonly minuteEnds: number;
  readonly dayEnds: number;
}

async function issue(
  requestsPerMinute: number,
  requestsPerDay = 10_000,
  scopes = 'all',
): Promise<Windowed> {
  const issued = await issueKey(world.db.database, {
    organization: world.pharmacy.slug,
    environment: 'live',
    plan: 'standard',
    scopes,
    requestsPerMinute,
    requestsPerDay,
  });
  const { rows } = await world.db.owner.query(
    `insert into api_key_usage (api_key_id, minute, reads_minute, writes_minute, day, writes_day)
     values ($1, date_trunc('minute', now()) + interval '1 minute', 0, 0,
             (now() at time zone 'UTC')::date + 1, 0)
     returning extract(epoch from minute)::int + 60 as minute,
               extract(epoch from day)::int + 86400 as day`,
    [issued.id],
  );
  return { ...issued, minuteEnds: rows[0].minute, dayEnds: rows[0].day };
}

async function counted(id: string): Promise<unknown> {
  const { rows } = await world.db.owner.query(
    `select writes_minute::int as minute, writes_day::int as day, reads_minute::int as reads
       from api_key_usage where api_key_id = $1`,
    [id],
  );
  return rows[0];
}

const draws = (count: number) =>
  Array.from({ length: count }, () => item({ type: 'fulfill', sku_code: 'SKU', qty: 1 }));

function batch(key: string, count: number, url = world.service.url): Promise<Answered> {
  return postBatch(client({ url, key }), draws(count));
}

/** What the three headers say. */
function shown({ headers }: Answered): unknown[] {
  return ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-ratelimit-${name}`)));
}

async function unitsLeft(): Promise<number> {
  const { rows } = await world.db.owner.query('select on_hand::int as left from stock_level');
  return rows[0].left;
}

describe('a batch', () => {
  it('counts as many writes as it has items, whatever becomes of them', async () => {
    const { id, key, minuteEnds } = await issue(10);
    const api = client({ url: world.service.url, key });
    const results = await postBatch(api, [...draws(2), item({ type: 'x' }), item({ qty: 1 })]);
    expect([results.status, ...shown(results)]).toEqual([200, 10, 6, minuteEnds]);
    expect(shown(await post(api, { type: 'fulfill', sku_code: 'SKU', qty: 1 }))).toEqual([
      10,
      5,
      minuteEnds,
    ]);
    expect(shown(await batch(key, 5))).toEqual([10, 0, minuteEnds]);
    expect(await counted(id)).toEqual({ minute: 10, day: 10, reads: 0 });
  });

  it('that repeats what was posted counts again', async () => {
    const { id, key } = await issue(10);
    const [api, items] = [client({ url: world.service.url, key }), draws(4)];
    for (const left of [6, 2]) expect(shown(await postBatch(api, items))[1]).toBe(left);
    expect(await counted(id)).toMatchObject({ minute: 8 });
  });

  it('of more than is left of the minute is 429, counts nothing and posts nothing', async () => {
    const { id, key, minuteEnds } = await issue(10);
    await batch(key, 7);
    const before = await everythingWritten(world.db);
    const refused = await batch(key, 4);
    expect([refused.status, ...shown(refused)]).toEqual([429, 10, 3, minuteEnds]);
    expect(refused.body).toEqual({
      error: 'rate_limited',
      message: expect.stringMatching(/4 writes .* 3 left/),
      retry_after: new Date(minuteEnds * 1000).toISOString(),
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await everythingWritten(world.db)).toEqual(before);
    expect(await counted(id)).toEqual({ minute: 7, day: 7, reads: 0 });
    expect((await batch(key, 3)).status).toBe(200);
  });

  it('of more than is left of the day is 429, with the end of the day', async () => {
    const { id, key, dayEnds } = await issue(10, 12);
    expect(shown(await batch(key, 8))).toEqual([10, 2, expect.any(Number)]);
    await world.db.owner.query('update api_key_usage set writes_minute = 0 where api_key_id = $1', [
      id,
    ]);
    const refused = await batch(key, 5);
    expect([refused.status, ...shown(refused)]).toEqual([429, 12, 4, dayEnds]);
    expect(refused.body.retry_after).toBe(new Date(dayEnds * 1000).toISOString());
    expect(shown(await batch(key, 4))).toEqual([12, 0, dayEnds]);
    expect(await counted(id)).toEqual({ minute: 4, day: 12, reads: 0 });
  });

  it('is refused unread when nothing is left, and counts nothing', async () => {
    const { id, key, minuteEnds } = await issue(3);
    await batch(key, 3);
    const api = client({ url: world.service.url, key });
    const headers = { 'content-type': 'application/json' };
    const refused = await api.post(BATCH, { rawBody: '{', headers });
    expect([refused.status, ...shown(refused)]).toEqual([429, 3, 0, minuteEnds]);
    expect(await counted(id)).toEqual({ minute: 3, day: 3, reads: 0 });
  });

  it('of more than any minute can hold is 400 for the whole, and counts as one write', async () => {
    const { id, key, minuteEnds } = await issue(10);
    const before = await everythingWritten(world.db);
    const refused = await batch(key, 11);
    expect([refused.status, ...shown(refused)]).toEqual([400, 10, 9, minuteEnds]);
    expect([refused.body.error.code, refused.body.error.details]).toEqual([
      'validation_error',
      [
        {
          path: 'movements',
          message: 'must have at most 10 items: this key has 10 writes a minute',
        },
      ],
    ]);
    expect(await everythingWritten(world.db)).toEqual(before);
    expect(await counted(id)).toMatchObject({ minute: 1, day: 1 });
    expect((await batch(key, 9)).status).toBe(200);
    expect((await batch(key, 11)).status).toBe(429);
    expect(await counted(id)).toMatchObject({ minute: 10, day: 10 });
  });

  it('that is refused as a whole counts as one write, like any other request', async () => {
    const { id, key } = await issue(20);
    const { key: reader, id: readerId } = await issue(20, 20, 'inventory:read');
    const api = client({ url: world.service.url, key });
    const headers = { 'content-type': 'application/json' };
    const answers = [
      await api.post(BATCH, { rawBody: '{', headers }),
      await api.post(BATCH, { body: { movements: [] } }),
      await api.post(BATCH, { body: { movements: draws(101) } }),
      await api.post(BATCH, { rawBody: 'x'.repeat(256_001), headers }),
      await api.post(BATCH, { rawBody: 'x', headers: { 'content-type': 'text/plain' } }),
    ];
    expect(answers.map((one) => [one.status, shown(one)[1]])).toEqual([
      ...[400, 400, 400, 413, 415].map((status, index) => [status, 19 - index]),
    ]);
    expect(await counted(id)).toMatchObject({ minute: 5, day: 5 });
    const refused = await batch(reader, 2);
    expect([refused.status, shown(refused)[1]]).toEqual([403, 19]);
    expect(await counted(readerId)).toMatchObject({ minute: 1 });
  });

  it('begins a new minute, and a new day, like any other request', async () => {
    const { id, key } = await issue(10, 12);
    await batch(key, 10);
    const passed = `minute = date_trunc('minute', now()) - interval '1 minute',
      day = (now() at time zone 'UTC')::date - 1, reads_minute = 5`;
    await world.db.owner.query(`update api_key_usage set ${passed} where api_key_id = $1`, [id]);
    expect(shown(await batch(key, 10)).slice(0, 2)).toEqual([10, 0]);
    expect(await counted(id)).toEqual({ minute: 10, day: 10, reads: 0 });
  });

  it('of a key whose windows a crash has emptied is counted from none', async () => {
    const { id } = await issue(10);
    await world.db.owner.query('delete from api_key_usage where api_key_id = $1', [id]);
    const charged = await chargeWrites(world.db.database, { keyId: id, writes: 4 });
    expect(charged).toMatchObject({ limit: 10, remaining: 6 });
    await world.db.owner.query('delete from api_key_usage where api_key_id = $1', [id]);
    const refused = await chargeWrites(world.db.database, { keyId: id, writes: 11 }).catch(
      (error) => error,
    );
    expect(refused).toMatchObject({ status: 429, rateLimit: { limit: 10, remaining: 10 } });
  });

  it('is one request in flight, whatever it holds', async () => {
    const { key } = await issue(10_000);
    const held = await hold(world.db.owner, 'select from stock_level for update');
    const answers = Array.from({ length: 66 }, () => batch(key, 2));
    const refused = await Promise.race(answers);
    expect([refused.status, refused.body.message]).toEqual([429, 'Too many requests in flight']);
    await held.release();
    const statuses = (await Promise.all(answers)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(64).fill(200), 429, 429]);
  });
});

describe('batches at the same moment', () => {
  it('never pass the limit together, in one process or two', async () => {
    const { id, key } = await issue(60);
    const before = await unitsLeft();
    const urls = [world.service.url, world.otherService.url];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => batch(key, 17, urls[index % 2])),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(3).fill(200), ...Array(9).fill(429)]);
    for (const answer of answers.filter(({ status }) => status === 429)) {
      expect(shown(answer)[1]).toBeLessThan(17);
    }
    expect(await unitsLeft()).toBe(before - 3 * 17);
    expect(await counted(id)).toEqual({ minute: 51, day: 51, reads: 0 });
  });

  it('that wait for one row are judged one after the other', async () => {
    const { id, minuteEnds } = await issue(60);
    const held = await hold(
      world.db.owner,
      'select from api_key_usage where api_key_id = $1 for update',
      [id],
    );
    const both = Promise.allSettled(
      [world.db.database, world.otherDatabase].map((database) =>
        chargeWrites(database, { keyId: id, writes: 40 }),
      ),
    );
    await held.blocks(2);
    await held.release();
    const outcomes = (await both).toSorted((one, other) => one.status.localeCompare(other.status));
    const window = { limit: 60, remaining: 20, resetAt: new Date(minuteEnds * 1000) };
    expect(outcomes).toMatchObject([
      { status: 'fulfilled', value: window },
      { status: 'rejected', reason: { status: 429, rateLimit: window } },
    ]);
  });

  it('and movements alone share one limit to the last write', async () => {
    const { key } = await issue(60);
    const alone = Array.from({ length: 20 }, () =>
      post(
        client({ url: world.service.url, key }),
        { type: 'fulfill', sku_code: 'SKU', qty: 1 },
        freshKey(),
      ),
    );
    const batches = Array.from({ length: 8 }, () => batch(key, 10));
    const taken = (await Promise.all(batches)).filter(({ status }) => status === 200).length;
    const single = (await Promise.all(alone)).filter(({ status }) => status === 201).length;
    expect(taken * 10 + single).toBeLessThanOrEqual(60);
    expect(taken * 10 + single).toBeGreaterThan(50);
  });
});
