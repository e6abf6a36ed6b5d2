// Requests that cannot be counted: they are answered all the same, and the log says so.
import { afterAll, beforeEach, expect, it } from 'vitest';
import { authenticator } from '../../src/api-keys/admission.ts';
import { Counting } from '../../src/api-keys/counting.ts';
import { makeKey } from '../../src/api-keys/key-format.ts';
import { IN_FLIGHT } from '../../src/api-keys/plans.ts';
import { Database } from '../../src/database/database.ts';
import { errors } from '../../src/errors.ts';
import { type IssuedKey, issueKey } from '../support/as-operator.ts';
import { item, resultsOf } from '../support/batches.ts';
import type { Answered, Client } from '../support/client.ts';
import { hold, until } from '../support/concurrency.ts';
import {
  client,
  day,
  makePharmacy,
  post,
  type RunningService,
  startService,
} from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const UNITS = 1_000;

let service: RunningService;
let issued: IssuedKey;
let api: Client;
const lines: string[] = [];

const world = useWorld(
  async ({ db }) => {
    const lot = { sku_code: 'SKU-1', lot_number: 'LOT', expiry_date: day(60), qty: UNITS };
    const pharmacy = await makePharmacy(db.database, { lots: [lot] });
    const database = new Database(db.serviceUrl, {
      preparedStatements: true,
      warn: (line) => lines.push(line),
    });
    service = await startService(database);
    return { database, pharmacy };
  },
  { service: false },
);

afterAll(async () => {
  await service.close();
  await world.database.close();
});

beforeEach(async () => {
  lines.length = 0;
  issued = await issueKey(world.db.database, {
    organization: world.pharmacy.slug,
    environment: 'live',
    scopes: 'all',
    plan: 'standard',
  });
  api = client({ url: service.url, key: issued.key });
});

const draw = { type: 'fulfill', sku_code: 'SKU-1', qty: 1 };

async function broken<Result>(work: () => Promise<Result>): Promise<Result> {
  await world.db.owner.query(
    'alter table api_key_usage add constraint broken check (false) not valid',
  );
  try {
    return await work();
  } finally {
    await world.db.owner.query('alter table api_key_usage drop constraint broken');
  }
}

const shown = ({ headers }: Answered) =>
  ['limit', 'remaining'].map((name) => Number(headers.get(`x-ratelimit-${name}`)));

async function unitsLeft(): Promise<number> {
  const { rows } = await world.db.owner.query('select sum(on_hand)::int as units from lot');
  return rows[0].units;
}

it('answers reads, writes and batches where counting fails, with the limits of the key', async () => {
  const before = await unitsLeft();
  await broken(async () => {
    const read = await api.get('/v1/inventory/stock');
    expect([read.status, ...shown(read)]).toEqual([200, 600, 599]);
    const written = await post(api, draw);
    expect([written.status, ...shown(written)]).toEqual([201, 60, 59]);
    const results = await resultsOf(api, [item(draw), item(draw)]);
    expect(results.map(({ status }) => status)).toEqual([201, 201]);
  });
  expect(await unitsLeft()).toBe(before - 3);
});

it('answers a batch that was let in and cannot be counted any more', async () => {
  const authenticate = authenticator(world.database);
  const admitted = await authenticate({ key: issued.key, kind: 'deferred' });
  await broken(async () => {
    const { limit, remaining } = await admitted.charge(7);
    expect([limit, remaining]).toEqual([60, 53]);
  });
  admitted.leave();
  expect(lines).toEqual(['Requests are not counted: the database failed with 23514.']);
});

it('says so in the log, and never whose requests', async () => {
  const authenticate = authenticator(world.database);
  await broken(async () => {
    const { leave } = await authenticate({ key: issued.key, kind: 'write' });
    leave();
  });
  expect(lines).toEqual(['Requests are not counted: the database failed with 23514.']);
});

it('does not try again for a moment, so that no one waits for it with each request', async () => {
  const counting = new Counting((line) => lines.push(line));
  const fail = () => Promise.reject(Object.assign(new Error('no'), { code: '23514' }));
  expect(await counting.or(fail, () => 'uncounted')).toBe('uncounted');
  for (let index = 0; index < 100; index += 1) {
    expect(await counting.or(fail, () => 'uncounted')).toBe('uncounted');
  }
  expect(lines).toHaveLength(1);
});

it('has one alone wait for whether it works again, and all count once it does', async () => {
  const counting = new Counting((line) => lines.push(line));
  const fail = () => Promise.reject(Object.assign(new Error('no'), { code: '55P03' }));
  const uncounted = () => 'uncounted';
  await counting.or(fail, uncounted);
  const { promise: lock, resolve: unlock } = Promise.withResolvers<string>();
  let trying: Promise<string> | undefined;
  await until('the pause is over', async () => {
    let isTried = false;
    const answer = counting.or(() => {
      isTried = true;
      return lock;
    }, uncounted);
    if (isTried) trying = answer;
    return isTried;
  });
  expect(await counting.or(fail, uncounted)).toBe('uncounted');
  unlock('counted');
  expect(await trying).toBe('counted');
  expect(await counting.or(() => Promise.resolve('counted'), uncounted)).toBe('counted');
  expect(lines).toHaveLength(1);
});

it('hides neither a limit that is reached nor a database that is gone', async () => {
  const counting = new Counting((line) => lines.push(line));
  const full = errors.unauthorized();
  await expect(
    counting.or(
      () => Promise.reject(full),
      () => 1,
    ),
  ).rejects.toBe(full);
  const lost = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
  await expect(
    counting.or(
      () => Promise.reject(lost),
      () => 1,
    ),
  ).rejects.toBe(lost);
  expect(lines).toEqual([]);
});

it('still asks who calls', async () => {
  await world.db.owner.query('update api_key set revoked_at = now() where id = $1', [issued.id]);
  await broken(async () => {
    expect((await api.get('/v1/inventory/stock')).status).toBe(401);
    const unknown = client({ url: service.url, key: makeKey('live') });
    expect((await unknown.get('/v1/inventory/stock')).status).toBe(401);
  });
});

it('still answers no more of a key at a time than it may', async () => {
  await broken(async () => {
    const authenticate = authenticator(world.database);
    const { reads } = IN_FLIGHT.standard;
    const asked = Array.from({ length: reads + 5 }, () =>
      authenticate({ key: issued.key, kind: 'read' }),
    );
    const outcomes = (await Promise.allSettled(asked)).map(({ status }) => status);
    expect(outcomes.filter((status) => status === 'fulfilled')).toHaveLength(reads);
  });
});

it('counts again when it can', async () => {
  await broken(() => post(api, draw));
  await until('requests are counted', async () => {
    await post(api, draw);
    const { rows } = await world.db.owner.query('select from api_key_usage where api_key_id = $1', [
      issued.id,
    ]);
    return rows.length === 1;
  });
});

it('waits no longer for a count than for a lock', async () => {
  const authenticate = authenticator(world.database);
  const held = await hold(world.db.owner, 'lock table api_key_usage in access exclusive mode');
  try {
    const admitted = authenticate({ key: issued.key, kind: 'write' });
    await held.blocks(1);
    expect((await admitted).rateLimit).toMatchObject({ limit: 60, remaining: 59 });
    expect(lines).toEqual(['Requests are not counted: the database failed with 55P03.']);
  } finally {
    await held.release();
  }
});
