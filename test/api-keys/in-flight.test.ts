// How many requests of one key a process answers at the same time.
import { expect, it } from 'vitest';
import { authenticator } from '../../src/api-keys/admission.ts';
import type { Plan } from '../../src/api-keys/plans.ts';
import type { Authenticate } from '../../src/contract.ts';
import type { ApiError } from '../../src/errors.ts';
import { issueKey } from '../support/as-operator.ts';
import { client, makePharmacy, startService } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const MANY = 1_000_000;

let organization: string;
const world = useWorld(
  async ({ db }) => {
    ({ slug: organization } = await makePharmacy(db.database));
  },
  { service: false },
);

const issue = (plan: Plan) =>
  issueKey(world.db.database, {
    organization,
    environment: 'live',
    scopes: 'all',
    plan,
    requestsPerMinute: MANY,
    requestsPerDay: MANY,
  });

type Admitted = Awaited<ReturnType<Authenticate>>;

async function ask(
  authenticate: Authenticate,
  key: string,
  { reads = 0, writes = 0 }: { reads?: number; writes?: number },
): Promise<{ admitted: Admitted[]; refused: ApiError[] }> {
  const kinds = [
    ...Array.from({ length: writes }, () => 'write' as const),
    ...Array.from({ length: reads }, () => 'read' as const),
  ];
  const results = await Promise.allSettled(kinds.map((kind) => authenticate({ key, kind })));
  return {
    admitted: results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    refused: results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])),
  };
}

async function counted(id: string): Promise<unknown> {
  const { rows } = await world.db.owner.query(
    `select reads_minute::int as reads, writes_minute::int as writes, writes_day::int as day
       from api_key_usage where api_key_id = $1`,
    [id],
  );
  return rows[0];
}

it.each([
  ['standard', 64, 8],
  ['partner', 256, 16],
  ['enterprise', 1_024, 64],
] as const)(
  'a %s key has %i requests in flight and of them %i reads, and what is beyond counts in no window',
  async (plan, requests, reads) => {
    const { id, key } = await issue(plan);
    const authenticate = authenticator(world.db.database);
    const first = await ask(authenticate, key, { reads: reads + 5 });
    expect([first.admitted.length, first.refused.length]).toEqual([reads, 5]);
    const second = await ask(authenticate, key, { writes: requests - reads + 7, reads: 1 });
    expect([second.admitted.length, second.refused.length]).toEqual([requests - reads, 8]);
    for (const refused of [...first.refused, ...second.refused]) {
      expect(refused).toMatchObject({ status: 429, message: 'Too many requests in flight' });
      expect(refused.rateLimit?.limit).toBeGreaterThanOrEqual(MANY);
    }
    expect(await counted(id)).toEqual({
      reads,
      writes: requests - reads,
      day: requests - reads,
    });
  },
);

it('a request that is answered makes room for the next, once', async () => {
  const { key } = await issue('standard');
  const authenticate = authenticator(world.db.database);
  const { admitted } = await ask(authenticate, key, { reads: 8 });
  admitted[0]?.leave();
  admitted[0]?.leave();
  const next = await ask(authenticate, key, { reads: 2 });
  expect([next.admitted.length, next.refused.length]).toEqual([1, 1]);
});

it('keys have their bounds apart, and a refused one takes no room', async () => {
  const [one, other] = [await issue('standard'), await issue('standard')];
  const authenticate = authenticator(world.db.database);
  await ask(authenticate, one.key, { reads: 8 });
  for (let round = 0; round < 3; round += 1) await ask(authenticate, one.key, { reads: 30 });
  const writes = await ask(authenticate, one.key, { writes: 56 });
  expect(writes.admitted).toHaveLength(56);
  expect((await ask(authenticate, other.key, { reads: 8 })).admitted).toHaveLength(8);
});

it('the answer to one too many is 429 with exactly error, message and retry_after, a second ahead', async () => {
  const { key } = await issue('standard');
  const service = await startService(world.db.database);
  const lock = await world.db.owner.connect();
  try {
    await lock.query('begin; lock table webhook_endpoint in access exclusive mode');
    const api = client({ url: service.url, key });
    const answers = Array.from({ length: 9 }, () => api.get('/v1/inventory/webhooks'));
    const refused = await Promise.race(answers);
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      error: 'rate_limited',
      message: 'Too many requests in flight',
      retry_after: expect.any(String),
    });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(Number(refused.headers.get('x-ratelimit-remaining'))).toBeGreaterThanOrEqual(
      MANY * 10 - 8,
    );
    await lock.query('rollback');
    const statuses = (await Promise.all(answers)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(8).fill(200), 429]);
    expect((await api.get('/v1/inventory/webhooks')).status).toBe(200);
  } finally {
    lock.release();
    await service.close();
  }
});
