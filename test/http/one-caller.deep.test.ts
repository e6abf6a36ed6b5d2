// What one person does, however often at once, to the program in a process of its own: another organization, whose
// stock is read and wasted meanwhile, notices nothing.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { type Client, client } from '../support/client.ts';
import { percentile99 } from '../support/concurrency.ts';
import { longSheet } from '../support/counts.ts';
import { type SignedInPerson, signInAs } from '../support/people.ts';
import { day, freshKey, makePharmacy } from '../support/pharmacy.ts';
import { type SpawnedServer, spawnServer } from '../support/spawn-server.ts';

const AT_ONCE = 30;
const MANY_AT_ONCE = 60;
const SKUS = Array.from({ length: 40 }, (_, index) => `SKU-${index}`);
const LOTS_OF_EACH = 100;
/** It measures hundreds of requests, several times, while the machine has much to do. */
const WAIT = { timeout: 300_000 };

let db: TestDatabase;
let server: SpawnedServer;
let app: string;
let other: Client;
let neighbour: Client;
let clerk: SignedInPerson;
let handedIn: string;
let open: string;

beforeAll(async () => {
  db = await createTestDatabase();
  const lots = SKUS.flatMap((sku_code) =>
    Array.from({ length: LOTS_OF_EACH }, (_, nth) => ({
      sku_code,
      lot_number: `L${nth}`,
      expiry_date: day(200),
      qty: 10,
    })),
  );
  await makePharmacy(db.database, { slug: 'busy', skuCodes: SKUS, lots });
  const stocked = { sku_code: 'SKU-1', lot_number: 'L', expiry_date: day(90), qty: 1_000_000 };
  const { liveKey } = await makePharmacy(db.database, { slug: 'other', lots: [stocked] });
  server = await spawnServer({ DATABASE_URL: db.ownerUrl, WORKER: 'off' });
  // The application answers under the name that people have.
  const url = server.url.replace('127.0.0.1', 'localhost');
  app = `${url}/app/api`;
  other = client({ url, key: liveKey });
  const { rows } = await db.owner.query('select id from organization order by slug');
  const service = { database: db.database, url };
  clerk = await signInAs(service, rows[0].id, ['clerk']);
  neighbour = (await signInAs(service, rows[1].id, ['clerk'])).api;
  handedIn = await longSheet(db, clerk, 'handed_in');
  open = await longSheet(db, clerk, 'open');
});
afterAll(async () => {
  await server?.stop();
  await db?.drop();
});

/** Asks as the page does, and looks at nothing but the status: what checks an answer would take time of its own. */
async function ask(method: string, path: string, body?: object, session = clerk.session) {
  const answer = await fetch(`${app}${path}`, {
    method,
    headers: {
      cookie: `__Host-session=${session}`,
      'sec-fetch-site': 'same-origin',
      'pharmacy-person': clerk.id,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Less is no delay on a machine that others use too. */
const NOTICED_MILLISECONDS = 300;
/** Looks at whole sheets made it 90 times as long; a busy machine alone may make it twice. */
const TIMES_MAX = 4;
const ROUNDS = 4;
const MEASURED = 15;

/** What one of those at once asks for; `nth` says which of them. */
type Attack = (nth: number) => Promise<number>;

interface Measured {
  readonly reads: number[];
  readonly wastes: number[];
}

/**
 * As many of the cheapest requests, by the same person, are what anybody may send: they keep the processors busy that
 * the service shares with this test. The attack must not be noticed beyond that.
 */
async function expectUnnoticed(attack: Attack, atOnce = AT_ONCE): Promise<void> {
  const statuses = new Set<number>();
  const [cheap, dear]: [Measured, Measured] = [emptied(), emptied()];
  // Rounds take turns, so that what else the machine does meets both.
  for (let round = 0; round < ROUNDS; round += 1) {
    await measureBeside(() => ask('GET', '/session'), atOnce, cheap);
    await measureBeside(
      async (nth) => {
        const status = await attack(nth);
        statuses.add(status);
        return status;
      },
      atOnce,
      dear,
    );
  }
  // It did something, and what was too much was turned away and did not fail.
  expect([...statuses].filter((status) => status !== 503 && status !== 429)).toEqual([200]);
  for (const kind of ['reads', 'wastes'] as const) {
    const [before, meanwhile] = [percentile99(cheap[kind]), percentile99(dear[kind])];
    expect(meanwhile, `${kind}: ${before} ms beside cheap requests`).toBeLessThan(
      Math.max(TIMES_MAX * before, NOTICED_MILLISECONDS),
    );
  }
}

const emptied = (): Measured => ({ reads: [], wastes: [] });

async function measureBeside(attack: Attack, atOnce: number, measured: Measured): Promise<void> {
  let isOver = false;
  const attacker = async (nth: number) => {
    while (!isOver) await attack(nth);
  };
  const attacking = Array.from({ length: atOnce }, (_, nth) => attacker(nth));
  try {
    for (let nth = 0; nth < MEASURED; nth += 1) {
      measured.reads.push(await timeOf(() => other.get('/v1/inventory/stock'), 200));
      measured.wastes.push(await timeOf(waste, 201));
    }
  } finally {
    isOver = true;
    await Promise.all(attacking);
  }
}

function waste() {
  const lot = { sku_code: 'SKU-1', location: 'Main', lot_number: 'L' };
  const headers = { 'Idempotency-Key': freshKey() };
  return neighbour.post('/inventory/waste', {
    body: { ...lot, qty: 1, reason: 'broken' },
    headers,
  });
}

async function timeOf(work: () => Promise<{ status: number; text: string }>, expected: number) {
  const startedAt = performance.now();
  const { status, text } = await work();
  expect(status, text).toBe(expected);
  return performance.now() - startedAt;
}

it('a PIN that is set thirty times at once is noticed by no other organization', WAIT, async () => {
  await expectUnnoticed(() => ask('PUT', '/me/pin', { pin: '493027' }));
});

it(
  'looks at a long sheet, thirty at once, are noticed by no other organization',
  WAIT,
  async () => {
    await expectUnnoticed(() => ask('GET', `/counts/${handedIn}`));
  },
);

it(
  'lines that are recorded on a long sheet, thirty at once, are noticed by no other organization',
  WAIT,
  async () => {
    await expectUnnoticed((nth) => {
      const line = { sku_code: SKUS[nth], lot_number: 'L7', counted: 9 };
      return ask('PUT', `/counts/${open}/lines`, { lines: [line] });
    });
  },
);

it(
  'the sessions of one person, however many, are noticed by no other organization',
  WAIT,
  async () => {
    const sessions = await sessionsOf(clerk, MANY_AT_ONCE);
    const look = (nth: number) => ask('GET', `/counts/${handedIn}`, undefined, sessions[nth]);
    await expectUnnoticed(look, MANY_AT_ONCE);
  },
);

/** @returns the tokens of new sessions, like the one that the person has */
async function sessionsOf({ id }: SignedInPerson, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, (_, nth) => `another-session-${nth}`);
  await db.owner.query(
    `insert into person_session
     select (jsonb_populate_record(session, jsonb_build_object(
              'id', gen_random_uuid(), 'token_hash', sha256(convert_to(token, 'utf8'))))).*
       from person_session session cross join unnest($2::text[]) token
      where person_id = $1`,
    [id, tokens],
  );
  return tokens;
}
