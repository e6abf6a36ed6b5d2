import { describe, expect, it } from 'vitest';
import {
  OF_ALL_A_MINUTE_MAX,
  OF_ORGANIZATION_A_MINUTE_MAX,
  refusalKeeper,
} from '../../src/api-keys/refused-requests.ts';
import { forgetAged } from '../../src/audit/forget.ts';
import type { AnsweredRequest } from '../../src/contract.ts';
import { timestampText } from '../../src/database/database.ts';
import { registry } from '../../src/telemetry/metrics.ts';
import { issueKey } from '../support/as-operator.ts';
import { filterBy, filterById, itLists } from '../support/lists.ts';
import { client, makePharmacy, mistyped, post } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const PATH = '/v1/requests';
const AT = '2026-11-20T10:15:30.123456Z';
const ID = '01935f40-11aa-7c3e-a1d2-4b5c6d7e8f90';

const world = useWorld(async ({ db, service }) => {
  const mine = await makePharmacy(db.database);
  const theirs = await makePharmacy(db.database, { slug: 'theirs', skuCodes: ['THEIRS'] });
  const many = await makePharmacy(db.database, { slug: 'many', skuCodes: ['MANY'] });
  const as = (key: string) => client({ url: service.url, key });
  const rows = (slug: string, environment: string, count: number, named = false) =>
    db.owner.query(
      `insert into refused_request (request_id, organization_id, environment, api_key_id, operation, status, code,
                                    fields, milliseconds, created_at)
       select case when n = 1 and $4 then '${ID}' else gen_random_uuid() end,
              organization.id, $2, gen_random_uuid(),
              case when n % 2 = 0 then 'postMovement' else 'createOrder' end,
              case when n % 3 = 0 then 503 else 400 end, 'validation_error', '{qty}', 1.5,
              case when n % 4 = 0 then timestamptz '${AT}' else now() - n * interval '1 minute' end
         from organization, generate_series(1, $3::int) n where slug = $1`,
      [slug, environment, count, named],
    );
  await rows('many', 'live', 40, true);
  await rows('many', 'test', 5);
  await rows('theirs', 'live', 5);
  return {
    rows,
    mine: as(mine.liveKey),
    mineTest: as(mine.testKey),
    many: as(many.liveKey),
    manyTest: as(many.testKey),
    theirs: as(theirs.liveKey),
  };
});

itLists({
  path: PATH,
  world,
  caller: () => world.many,
  foreign: () => [world.manyTest, world.theirs],
  key: ({ request_id }) => request_id,
  order: `select request_id from refused_request
            join organization on organization.id = organization_id
           where slug = 'many' and environment = 'live' order by refused_request.created_at desc, seq desc`,
  times: `select request_id as key, ${timestampText('created_at')} as time from refused_request`,
  filters: () => ({
    status: {
      values: ['400', '503', '404'],
      keeps: ({ status }, value) => String(status) === value,
    },
    request_id: filterById('request_id', [ID, '01935f40-11aa-7c3e-a1d2-4b5c6d7e8f91']),
    operation: filterBy('operation', ['postMovement', 'createOrder', 'nothing']),
    from: {
      values: [AT, '2999-01-01T00:00:00Z'],
      keeps: ({ created_at }, value) => String(created_at) >= String(value),
    },
    to: {
      values: [AT, '2999-01-01T00:00:00Z'],
      keeps: ({ created_at }, value) => String(created_at) < String(value),
    },
  }),
  arrive: () =>
    world.db.owner.query(
      `insert into refused_request (request_id, organization_id, environment, api_key_id, operation, status, code,
                                    fields, milliseconds, created_at)
       select gen_random_uuid(), id, 'live', gen_random_uuid(), 'postMovement', 400, 'validation_error', '{}', 1,
              clock_timestamp()
         from organization where slug = 'many'`,
    ),
});

/** The request that an answer was to, as it is listed. */
async function found(api: typeof world.mine, requestId: string) {
  await world.service.refusals.flush();
  const { status, body } = await api.get(PATH, { query: { request_id: requestId } });
  expect(status).toBe(200);
  return body.data;
}

describe('what is kept', () => {
  it('is who asked for what, and what came of it, and nothing that was sent', async () => {
    const { status, body } = await post(world.mine, {
      type: 'receive',
      qty: 0,
      sku_code: 'SKU-1',
      'Ada Quist': 'x',
      reference: { type: 'order', id: 'ORD-1', 'born 1990': 1 },
    });
    expect(status).toBe(400);
    const { request_id } = body.error;
    const [one, ...others] = await found(world.mine, request_id);
    expect(others).toEqual([]);
    expect(one).toEqual({
      request_id,
      api_key_id: expect.any(String),
      operation: 'postMovement',
      status: 400,
      code: 'validation_error',
      fields: expect.any(Array),
      milliseconds: expect.any(Number),
      created_at: expect.any(String),
    });
    expect(one.fields.toSorted()).toEqual(['(unknown)', 'qty', 'reference.(unknown)']);
    const { rows } = await world.db.owner.query(
      'select refused_request::text as row from refused_request where request_id = $1',
      [request_id],
    );
    expect(rows[0].row).not.toMatch(/Ada|1990|ORD-1|SKU-1/);
  });

  it('names parameters and headers, and none that the contract does not have', async () => {
    const { body } = await world.mine.get('/v1/inventory/lots', {
      query: { limit: 0, 'patient Ada': 'x' },
    });
    const [one] = await found(world.mine, body.error.request_id);
    expect(one.fields.toSorted()).toEqual(['(unknown)', 'limit']);
    const keyless = await world.mine.post('/v1/inventory/movements', {
      body: { type: 'receive', qty: 1, sku_code: 'SKU-1' },
    });
    const [other] = await found(world.mine, keyless.body.error.request_id);
    expect(other.fields).toEqual(['Idempotency-Key']);
  });

  it('is shown to the keys of the environment that asked, with any scope', async () => {
    const { body } = await world.mineTest.get('/v1/orders/x');
    const { request_id } = body.error;
    expect(await found(world.mineTest, request_id)).toHaveLength(1);
    for (const other of [world.mine, world.theirs]) {
      expect(await found(other, request_id)).toEqual([]);
    }
    for (const scope of ['products:read', 'store:write']) {
      const { key } = await issueKey(world.db.database, {
        organization: 'pharmacy',
        environment: 'test',
        scopes: scope,
        plan: 'standard',
      });
      const api = client({ url: world.service.url, key });
      expect(await found(api, request_id)).toHaveLength(1);
    }
  });

  it('has what a limit refused, and nothing whose key is not known, nor what was answered', async () => {
    const { key } = await issueKey(world.db.database, {
      organization: 'pharmacy',
      environment: 'live',
      scopes: 'all',
      plan: 'enterprise',
      requestsPerMinute: 1,
      requestsPerDay: 1_000,
    });
    const hurried = client({ url: world.service.url, key });
    const body = { type: 'receive', qty: 0, sku_code: 'SKU-1' };
    const answers = [];
    // The minute may end in between.
    while (answers.at(-1)?.status !== 429) answers.push(await post(hurried, body));
    const limited = answers.at(-1)?.headers.get('x-request-id') as string;
    const [one] = await found(world.mine, limited);
    expect([one.status, one.code, one.fields]).toEqual([429, 'rate_limited', []]);

    const count = async () => {
      await world.service.refusals.flush();
      return (await world.db.owner.query('select count(*)::int as n from refused_request')).rows[0]
        .n;
    };
    const before = await count();
    await client({ url: world.service.url, key: mistyped(key) }).get('/v1/orders');
    await client({ url: world.service.url }).get('/v1/orders');
    expect((await world.mine.get('/v1/orders')).status).toBe(200);
    expect(await count()).toBe(before);
  });

  it('is gone after seven days', async () => {
    await world.rows('theirs', 'test', 2);
    await world.db.owner.query(
      `update refused_request set created_at = now() - interval '1 day' * case when seq % 2 = 0 then 8 else 6 end
        where environment = 'test' and organization_id = (select id from organization where slug = 'theirs')`,
    );
    await forgetAged(world.db.database, new AbortController().signal);
    const { rows } = await world.db.owner.query(
      `select count(*) filter (where created_at < now() - interval '7 days')::int as old,
              count(*) filter (where environment = 'test' and created_at < now() - interval '5 days'
                and organization_id = (select id from organization where slug = 'theirs'))::int as left
         from refused_request`,
    );
    expect(rows).toEqual([{ old: 0, left: 1 }]);
  });
});

describe('the bounds', () => {
  const refused = (organizationId: string): AnsweredRequest => ({
    requestId: crypto.randomUUID(),
    operationId: 'listOrders',
    status: 429,
    milliseconds: 1,
    caller: { actor: `api_key:${ID}`, organizationId, environment: 'live' },
    code: 'rate_limited',
    fields: [],
  });
  const kept = async (organizationId: string) => {
    const { rows } = await world.db.owner.query(
      'select count(*)::int as n from refused_request where organization_id = $1',
      [organizationId],
    );
    return rows[0].n;
  };
  const leftOut = async (by: string) => {
    const metric = await registry.getSingleMetric('http_refusals_left_out_total')?.get();
    return metric?.values.find(({ labels }) => labels.by === by)?.value ?? 0;
  };
  /** So that the clock's minute does not end in a test. */
  const inOneMinute = async (work: () => Promise<void>) => {
    const now = Date.now;
    const at = now();
    Date.now = () => at;
    try {
      await work();
    } finally {
      Date.now = now;
    }
  };

  it('keep a flood of one organization from taking the room of another', () =>
    inOneMinute(async () => {
      const keeper = refusalKeeper(world.db.database);
      const [flooding, other] = [crypto.randomUUID(), crypto.randomUUID()];
      const before = await leftOut('organization');
      for (let index = 0; index < 5_000; index += 1) keeper.keep(refused(flooding));
      keeper.keep(refused(other));
      await keeper.flush();
      expect(await kept(flooding)).toBe(OF_ORGANIZATION_A_MINUTE_MAX);
      expect(await kept(other)).toBe(1);
      expect((await leftOut('organization')) - before).toBe(5_000 - OF_ORGANIZATION_A_MINUTE_MAX);
    }));

  it('keep what a process writes in a minute within its own', () =>
    inOneMinute(async () => {
      const keeper = refusalKeeper(world.db.database);
      const organizations = Array.from(
        { length: OF_ALL_A_MINUTE_MAX / OF_ORGANIZATION_A_MINUTE_MAX + 1 },
        () => crypto.randomUUID(),
      );
      const before = await leftOut('process');
      for (const one of organizations) {
        for (let index = 0; index < OF_ORGANIZATION_A_MINUTE_MAX; index += 1)
          keeper.keep(refused(one));
      }
      await keeper.flush();
      const counts = await Promise.all(organizations.map(kept));
      expect(counts.reduce((sum, one) => sum + one, 0)).toBe(OF_ALL_A_MINUTE_MAX);
      expect((await leftOut('process')) - before).toBe(OF_ORGANIZATION_A_MINUTE_MAX);
    }));

  it('leave out what the database refuses, and say so, and go on', async () => {
    const keeper = refusalKeeper(world.db.database);
    const organization = crypto.randomUUID();
    const before = await leftOut('database');
    await world.db.owner.query('alter table refused_request rename to elsewhere');
    keeper.keep(refused(organization));
    await keeper
      .flush()
      .finally(() => world.db.owner.query('alter table elsewhere rename to refused_request'));
    expect((await leftOut('database')) - before).toBe(1);
    keeper.keep(refused(organization));
    await keeper.flush();
    expect(await kept(organization)).toBe(1);
  });
});
