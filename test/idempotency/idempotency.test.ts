// What a key promises to any write, whatever the write does.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Transaction } from '../../src/database/database.ts';
import { answerOnce, keyedRequest, type Once } from '../../src/idempotency/idempotency.ts';
import { SecretBox } from '../../src/lib/seal.ts';
import { until } from '../support/concurrency.ts';
import { freshKey, makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const BODY = { name: 'Ada', items: [{ qty: 2, sku_code: 'S' }] };
const secrets = new SecretBox([Buffer.alloc(32, 7)]);

let mine: string;
let theirs: string;
let key: string;
let made = 0;

const world = useWorld(
  async ({ db }) => {
    await makePharmacy(db.database, { slug: 'mine' });
    await makePharmacy(db.database, { slug: 'theirs' });
    const { rows } = await db.owner.query('select id from organization order by slug');
    [mine, theirs] = rows.map(({ id }) => id);
  },
  { service: false },
);

beforeEach(() => {
  key = freshKey();
  made = 0;
});

/** A write that counts how often it was done. */
async function make(): Promise<{ status: 201; body: { number: number } }> {
  made += 1;
  return { status: 201, body: { number: made } };
}

function post(
  other: Partial<Once['principal']> & { body?: unknown; operation?: 'createWebhook' } = {},
  work: (tx: Transaction) => Promise<unknown> = make,
) {
  const { organizationId = mine, environment = 'live' as const, body = BODY } = other;
  const request = keyedRequest(other.operation ?? 'postMovement', key, body);
  return world.db.database.transaction((tx) =>
    answerOnce(tx, { principal: { organizationId, environment }, request }, () => work(tx)),
  );
}

async function keyRows() {
  return (await world.db.owner.query('select * from idempotency_key where key = $1', [key])).rows;
}

it('does the work once and answers a repeat as the first', async () => {
  const first = { status: 201, body: { number: 1 } };
  expect(await post()).toEqual({ answer: first, isRepeat: false });
  const { items, name } = BODY;
  expect(await post({ body: { items, name } })).toEqual({ answer: first, isRepeat: true });
  expect(made).toBe(1);
});

it('refuses another body, and keeps the first answer', async () => {
  await post();
  await expect(post({ body: { ...BODY, name: 'Bob' } })).rejects.toMatchObject({
    status: 422,
    code: 'idempotency_key_reused',
  });
  expect((await post()).isRepeat).toBe(true);
  expect(made).toBe(1);
});

it.each([
  ['organization', () => ({ organizationId: theirs })],
  ['environment', () => ({ environment: 'test' as const })],
  ['operation', () => ({ operation: 'createWebhook' as const })],
])('is free in another %s', async (_what, other) => {
  await post();
  expect((await post(other())).isRepeat).toBe(false);
  expect(made).toBe(2);
});

it('is free again when the work fails, which leaves nothing', async () => {
  const refused = post({}, async () => {
    throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  expect(await keyRows()).toEqual([]);
  expect((await post()).isRepeat).toBe(false);
});

describe('while the first is under way', () => {
  /** Starts one that continues when released, and a second with the same key that waits for it. */
  async function twoAtOnce(end: () => void) {
    let goOn = () => {};
    const mayGoOn = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let working = false;
    const first = post({}, async () => {
      working = true;
      await mayGoOn;
      end();
      return make();
    });
    await until('the first works', () => working);
    const second = post();
    await until('the second waits for the first', async () => {
      const { rows } = await world.db.owner.query(
        `select from pg_stat_activity
          where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
      );
      return rows.length === 1;
    });
    goOn();
    return Promise.allSettled([first, second]);
  }

  it('a second waits, and is answered as the first', async () => {
    const [first, second] = await twoAtOnce(() => {});
    expect(first).toMatchObject({ value: { isRepeat: false, answer: { body: { number: 1 } } } });
    expect(second).toMatchObject({ value: { isRepeat: true, answer: { body: { number: 1 } } } });
    expect(made).toBe(1);
  });

  it('a second does the work when the first fails', async () => {
    const [first, second] = await twoAtOnce(() => {
      throw new Error('refused');
    });
    expect(first.status).toBe('rejected');
    expect(second).toMatchObject({ value: { isRepeat: false, answer: { body: { number: 1 } } } });
  });

  it('fifty do the work once', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => post()));
    expect(all.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1);
    expect(new Set(all.map(({ answer }) => JSON.stringify(answer))).size).toBe(1);
    expect(made).toBe(1);
  });
});

describe('what is kept', () => {
  const postSealed = (secretKey: string) => {
    const request = keyedRequest('postMovement', secretKey, BODY);
    const principal = { organizationId: mine, environment: 'live' as const };
    return world.db.database.transaction((tx) =>
      answerOnce(tx, { principal, request, secrets }, async () => ({ name: 'Ada Lovelace' })),
    );
  };

  it('of a request is a digest that is another for the same body', async () => {
    await post();
    const [first] = await keyRows();
    key = freshKey();
    await post();
    const [second] = await keyRows();
    expect(first.request_digest).not.toEqual(second.request_digest);
    expect(JSON.stringify([first, second])).not.toContain('Ada');
  });

  it('of an answer with personal data can be read by nobody without the key', async () => {
    await postSealed(key);
    const [row] = await keyRows();
    expect(row.answer).toBeNull();
    expect(row.sealed_answer.toString('latin1')).not.toContain('Ada');
    expect(await postSealed(key)).toEqual({ answer: { name: 'Ada Lovelace' }, isRepeat: true });
  });

  it('of an answer opens for its own key alone', async () => {
    const other = freshKey();
    await postSealed(key);
    await postSealed(other);
    await world.db.owner.query(
      `update idempotency_key
          set sealed_answer = (select sealed_answer from idempotency_key where key = $1)
        where key = $2`,
      [key, other],
    );
    await expect(postSealed(other)).rejects.toThrow();
  });

  it('refuses the key once the salt was redacted, since no body can be compared any more', async () => {
    await post();
    await world.db.owner.query('update idempotency_key set request_salt = null where key = $1', [
      key,
    ]);
    await expect(post()).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('is no answer where the work threw and its transaction was committed all the same', async () => {
    const request = keyedRequest('postMovement', key, BODY);
    const principal = { organizationId: mine, environment: 'live' as const };
    await world.db.database.transaction(async (tx) => {
      const work = () => Promise.reject(new Error('broken'));
      await answerOnce(tx, { principal, request }, work).catch(() => {});
    });
    await expect(post()).rejects.toThrow('A key has no answer.');
  });
});
