// Limits of keys, counted in a real database.
//
// A window that lies one ahead is the current one until it is reached: clocks may be set back, counts may
// not be lost. The tests put a key's windows a minute and a day ahead, so that no minute ends on them.
import { describe, expect, it } from 'vitest';
import { authenticator } from '../../src/api-keys/admission.ts';
import { Database } from '../../src/database/database.ts';
import { type IssuedKey, issueKey } from '../support/as-operator.ts';
import type { Answered } from '../support/client.ts';
import { client, makePharmacy, post, startService } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const STOCK = '/v1/inventory/stock';
const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;

const world = useWorld(async ({ db }) => {
  const pharmacy = await makePharmacy(db.database);
  return { pharmacy };
});

interface Windowed extends IssuedKey {
  /** When the windows end, in seconds since 1970. */
  readonly minuteEnds: number;
  readonly dayEnds: number;
}

/** A key of the standard plan, its windows ahead of the clock. */
async function issue(requestsPerMinute: number, requestsPerDay = 10_000): Promise<Windowed> {
  const issued = await issueKey(world.db.database, {
    organization: world.pharmacy.slug,
    environment: 'live',
    scopes: 'all',
    plan: 'standard',
    requestsPerMinute,
    requestsPerDay,
  });
  const { rows } = await world.db.owner.query(
    `insert into api_key_usage (api_key_id, minute, reads_minute, writes_minute, day, writes_day)
     values ($1, date_trunc('minute', now()) + interval '1 minute', 0, 0,
             (now() at time zone 'UTC')::date + 1, 0)
     returning extract(epoch from minute)::int as minute, extract(epoch from day)::int as day`,
    [issued.id],
  );
  return {
    ...issued,
    minuteEnds: rows[0].minute + MINUTE_SECONDS,
    dayEnds: rows[0].day + DAY_SECONDS,
  };
}

async function setUsage(id: string, assignments: string): Promise<void> {
  await world.db.owner.query(`update api_key_usage set ${assignments} where api_key_id = $1`, [id]);
}

/** A write that the handler refuses: it counts like any other. */
function write(key: string, url = world.service.url): Promise<Answered> {
  return post(client({ url, key }), { type: 'fulfill', qty: 1 });
}

function read(key: string): Promise<Answered> {
  return client({ url: world.service.url, key }).get(STOCK);
}

/** What the three headers say. */
function shown({ headers }: Answered): unknown[] {
  return ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-ratelimit-${name}`)));
}

const admittedOf = (answers: Answered[]) => answers.filter(({ status }) => status !== 429);

describe('an answer', () => {
  it('tells the limit, what remains and when the minute ends, whatever its status', async () => {
    const { key, minuteEnds } = await issue(5);
    const api = client({ url: world.service.url, key });
    const answers = [
      await write(key),
      await api.post('/v1/inventory/movements', { body: { type: 'x' } }),
      await api.post('/v1/inventory/movements', { rawBody: '{', headers: json }),
      await post(api, { type: 'fulfill', qty: 1, sku_code: 'UNKNOWN' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 404]);
    expect(answers.map(shown)).toEqual([4, 3, 2, 1].map((left) => [5, left, minuteEnds]));
  });

  const json = { 'content-type': 'application/json' };

  it('to one request too many is 429 with exactly error, message and retry_after', async () => {
    const { key, minuteEnds } = await issue(2);
    for (const left of [1, 0]) expect(shown(await write(key))).toEqual([2, left, minuteEnds]);
    const before = Date.now();
    const refused = await write(key);
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      error: 'rate_limited',
      message: expect.stringMatching(/retry_after/),
      retry_after: new Date(minuteEnds * 1000).toISOString(),
    });
    expect(shown(refused)).toEqual([2, 0, minuteEnds]);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeLessThanOrEqual(Math.ceil(minuteEnds - before / 1000));
    expect(wait).toBeGreaterThanOrEqual(Math.ceil(minuteEnds - Date.now() / 1000));
  });
});

describe('reads', () => {
  it('have ten times the limit of writes, and a count of their own', async () => {
    const { key, minuteEnds } = await issue(2, 2);
    for (let index = 1; index <= 20; index += 1) {
      const answer = await read(key);
      expect([answer.status, ...shown(answer)]).toEqual([200, 20, 20 - index, minuteEnds]);
    }
    const refused = await read(key);
    expect([refused.status, ...shown(refused)]).toEqual([429, 20, 0, minuteEnds]);
    expect(refused.body.retry_after).toBe(new Date(minuteEnds * 1000).toISOString());
    expect((await write(key)).status).toBe(400);
  });

  it('have no limit for the day', async () => {
    const { id, key } = await issue(2, 1);
    expect((await write(key)).status).toBe(400);
    expect((await write(key)).status).toBe(429);
    await setUsage(id, 'writes_day = 1000');
    expect((await read(key)).status).toBe(200);
  });
});

describe('the day', () => {
  it('limits writes across its minutes, and shows where it is the tighter window', async () => {
    const { id, key, minuteEnds, dayEnds } = await issue(3, 5);
    expect(shown(await write(key))).toEqual([3, 2, minuteEnds]);
    expect(shown(await write(key))).toEqual([3, 1, minuteEnds]);
    await setUsage(id, 'writes_minute = 0');
    expect(shown(await write(key))).toEqual([5, 2, dayEnds]);
    expect(shown(await write(key))).toEqual([5, 1, dayEnds]);
    await setUsage(id, 'writes_minute = 0');
    expect(shown(await write(key))).toEqual([5, 0, dayEnds]);
    const refused = await write(key);
    expect([refused.status, ...shown(refused)]).toEqual([429, 5, 0, dayEnds]);
    expect(refused.body.retry_after).toBe(new Date(dayEnds * 1000).toISOString());
  });

  it('is not used up by requests that the minute refused', async () => {
    const { id, key } = await issue(3, 5);
    const first = await Promise.all(Array.from({ length: 20 }, () => write(key)));
    expect(admittedOf(first)).toHaveLength(3);
    await setUsage(id, 'writes_minute = 0');
    const second = await Promise.all(Array.from({ length: 20 }, () => write(key)));
    expect(admittedOf(second)).toHaveLength(2);
  });

  it('is what a caller must wait for when both windows are full', async () => {
    const { key, dayEnds } = await issue(2, 2);
    await Promise.all([write(key), write(key)]);
    for (let index = 0; index < 3; index += 1) {
      const refused = await write(key);
      expect([refused.status, ...shown(refused)]).toEqual([429, 2, 0, dayEnds]);
    }
  });

  it('begins again with the next one', async () => {
    const { id, key } = await issue(5, 1);
    expect((await write(key)).status).toBe(400);
    expect((await write(key)).status).toBe(429);
    await setUsage(id, `day = (now() at time zone 'UTC')::date - 1`);
    expect((await write(key)).status).toBe(400);
  });
});

describe('the minute', () => {
  it('begins again with the next one, at the clock’s minute', async () => {
    const { id, key } = await issue(2);
    await Promise.all([write(key), write(key)]);
    expect((await write(key)).status).toBe(429);
    // Whether the clock's minute turns before the write or after, it ends at one of these.
    const clockMinuteEnds = async () => {
      const { rows } = await world.db.owner.query(
        `select extract(epoch from date_trunc('minute', clock_timestamp()))::int + 60 as ends`,
      );
      return rows[0].ends;
    };
    await setUsage(id, `minute = date_trunc('minute', now()) - interval '1 minute'`);
    const earliest = await clockMinuteEnds();
    const answer = await write(key);
    const latest = await clockMinuteEnds();
    const [limit, remaining, reset] = shown(answer);
    expect([answer.status, limit, remaining]).toEqual([400, 2, 1]);
    expect([earliest, latest]).toContain(reset);
  });

  it('is counted from the first request of a key that was never used', async () => {
    const { id, key } = await issue(3);
    await world.db.owner.query('delete from api_key_usage where api_key_id = $1', [id]);
    expect(shown(await write(key)).slice(0, 2)).toEqual([3, 2]);
    const { rows } = await world.db.owner.query(
      'select * from api_key_usage where api_key_id = $1',
      [id],
    );
    expect(rows).toMatchObject([{ writes_minute: '1', reads_minute: '0', writes_day: '1' }]);
  });

  it('counts a refused request too', async () => {
    const { id, key } = await issue(2);
    for (let index = 0; index < 5; index += 1) await write(key);
    const { rows } = await world.db.owner.query(
      'select * from api_key_usage where api_key_id = $1',
      [id],
    );
    expect(rows).toMatchObject([{ writes_minute: '5', writes_day: '2' }]);
  });
});

describe('a clock that jumped ahead and came back', () => {
  it('locks no key out: windows more than one ahead are begun again', async () => {
    const { id, key } = await issue(2, 5);
    const jumped = `minute = date_trunc('minute', now()) + interval '1 day', writes_minute = 2,
      reads_minute = 20, day = (now() at time zone 'UTC')::date + 2, writes_day = 5`;
    await setUsage(id, jumped);
    const [limit, remaining, reset] = shown(await write(key));
    expect([limit, remaining]).toEqual([2, 1]);
    expect(reset).toBeLessThanOrEqual(Date.now() / 1000 + MINUTE_SECONDS + 1);
    await setUsage(id, jumped);
    expect(shown(await read(key)).slice(0, 2)).toEqual([20, 19]);
    const { rows } = await world.db.owner.query(
      `select day <= (now() at time zone 'UTC')::date as today, writes_day
         from api_key_usage where api_key_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ today: true, writes_day: '0' }]);
  });

  it('by less than a window loses no count', async () => {
    const { key, minuteEnds } = await issue(2);
    await Promise.all([write(key), write(key)]);
    const refused = await write(key);
    expect([refused.status, ...shown(refused)]).toEqual([429, 2, 0, minuteEnds]);
  });
});

describe('requests at the same time', () => {
  it('are admitted up to exactly the limit, each with another remainder', async () => {
    const { key } = await issue(30);
    const answers = await Promise.all(Array.from({ length: 100 }, () => write(key)));
    const left = admittedOf(answers).map((answer) => Number(shown(answer)[1]));
    expect(left.sort((a, b) => b - a)).toEqual(
      Array.from({ length: 30 }, (_, index) => 29 - index),
    );
    for (const { status, headers } of answers) {
      if (status === 429) expect(headers.get('x-ratelimit-remaining')).toBe('0');
    }
  });

  it('are counted together by several processes', async () => {
    const { key } = await issue(30);
    const other = new Database(world.db.serviceUrl, { preparedStatements: true });
    const second = await startService(other);
    try {
      const urls = [world.service.url, second.url];
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) => write(key, urls[index % 2])),
      );
      expect(admittedOf(answers)).toHaveLength(30);
    } finally {
      await second.close();
      await other.close();
    }
  });

  it('of many keys in one batch are each counted for their own', async () => {
    const keys = await Promise.all([issue(1), issue(2), issue(3)]);
    const authenticate = authenticator(world.db.database);
    const asked = Array.from({ length: 8 }, () => keys).flat();
    const results = await Promise.allSettled(
      asked.map(({ key }) => authenticate({ key, kind: 'write' })),
    );
    const admitted = results.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value.principal.callerId] : [],
    );
    expect(keys.map(({ id }) => admitted.filter((one) => one === id).length)).toEqual([1, 2, 3]);
  });
});

describe('a plan', () => {
  it.each([
    ['standard', 60, 10_000],
    ['partner', 300, 100_000],
  ] as const)('%s has %i writes a minute and %i a day', async (plan, perMinute, perDay) => {
    const { id, key } = await issueKey(world.db.database, {
      organization: world.pharmacy.slug,
      environment: 'live',
      scopes: 'inventory:write,inventory:read',
      plan,
    });
    expect(shown(await write(key)).slice(0, 2)).toEqual([perMinute, perMinute - 1]);
    expect(shown(await read(key)).slice(0, 2)).toEqual([perMinute * 10, perMinute * 10 - 1]);
    await setUsage(id, `writes_day = ${perDay - 1}, day = day + 1`);
    expect(shown(await write(key)).slice(0, 2)).toEqual([perDay, 0]);
    expect((await write(key)).status).toBe(429);
  });

  it('belongs to the key and not to its organization', async () => {
    const [one, other] = [await issue(1), await issue(1)];
    expect((await write(one.key)).status).toBe(400);
    expect((await write(one.key)).status).toBe(429);
    expect((await write(other.key)).status).toBe(400);
  });
});
