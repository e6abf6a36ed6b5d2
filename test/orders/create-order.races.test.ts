// What comes at once: requests with one key, orders with one prescription, and what an order names changing
// under it.
import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { type NewOrder, writeOrder } from '../../src/orders/write-order.ts';
import { issueKey, setOrganizationStatus } from '../support/as-operator.ts';
import type { Answered } from '../support/client.ts';
import { makeClinic } from '../support/clinic.ts';
import { client, freshKey } from '../support/pharmacy.ts';
import { placing } from '../support/place-orders.ts';

const PATH = '/v1/orders';

const made = placing();

function send(fields: Record<string, unknown> = {}, key?: string): Promise<Answered> {
  return made.clinic.live.post(PATH, {
    body: made.body(fields),
    ...(key !== undefined && { headers: { 'Idempotency-Key': key } }),
  });
}

async function waiting(count: number): Promise<void> {
  for (;;) {
    const { rows } = await made.db.owner.query(
      `select from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
    );
    if (rows.length === count) return;
  }
}

/** Sends orders while a change is under way, and ends that when all of them wait for it. */
async function during(
  change: string,
  values: unknown[],
  { end, orders }: { end: 'commit' | 'rollback'; orders: (() => Promise<Answered>)[] },
): Promise<Answered[]> {
  const session = await made.db.owner.connect();
  try {
    await session.query('begin');
    await session.query(change, values);
    const answers = orders.map((place) => place());
    await waiting(orders.length);
    await session.query(end);
    return await Promise.all(answers);
  } finally {
    session.release();
  }
}

describe('a key', () => {
  it('that comes thirty times at once orders and charges once, and is answered alike', async () => {
    const before = await made.stored();
    const key = freshKey();
    const answers = await Promise.all(Array.from({ length: 30 }, () => send({}, key)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array.from({ length: 29 }, () => 200), 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const after = await made.stored();
    const grown = (name: string) => (after[name]?.length ?? 0) - (before[name]?.length ?? 0);
    expect([grown('orders'), grown('charges'), grown('events')]).toEqual([1, 1, 2]);
  });

  it('is answered byte for byte as it was, whatever became of the order and of what it named', async () => {
    const key = freshKey();
    const first = await send({}, key);
    const { id } = first.body.data;
    await made.db.owner.query(`update customer_order set status = 'shipped' where id = $1`, [id]);
    await made.db.owner.query(`update product set status = 'archived' where id = $1`, [
      made.products.spray,
    ]);
    const again = await send({}, key);
    await made.db.owner.query(`update product set status = 'active' where id = $1`, [
      made.products.spray,
    ]);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.text).toBe(first.text);
  });

  it('with another body is refused, and with the same in another order of fields is not', async () => {
    const key = freshKey();
    const first = await send({}, key);
    const other = await send({ external_order_id: 'WEB-2' }, key);
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused']);
    const { patient_id, ...rest } = made.body();
    const turned = await made.clinic.live.post(PATH, {
      body: { ...rest, patient_id },
      headers: { 'Idempotency-Key': key },
    });
    expect([turned.status, turned.text]).toEqual([200, first.text]);
  });

  it('is free again after a refusal', async () => {
    const key = freshKey();
    expect((await send({ items: [made.item('draft')] }, key)).status).toBe(404);
    expect((await send({}, key)).status).toBe(201);
  });

  it('is another one for another environment and another clinic', async () => {
    const headers = { 'Idempotency-Key': freshKey() };
    const own = { items: [made.item('free')] };
    const answers = [
      await made.clinic.live.post(PATH, { body: made.body(own), headers }),
      await made.clinic.test.post(PATH, {
        body: made.body({ ...own, patient_id: made.patients.sandbox }),
        headers,
      }),
      await made.stranger.live.post(PATH, {
        body: made.body({ ...own, patient_id: made.patients.stranger }),
        headers,
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(3);
  });

  it('is not needed: without one, the same request is another order', async () => {
    const [one, other] = [await send(), await send()];
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(one.body.data.id).not.toBe(other.body.data.id);
    expect(one.body.data.order_number).not.toBe(other.body.data.order_number);
  });
});

describe('orders at once', () => {
  it('all have numbers, charges and events of their own', async () => {
    const before = await made.stored();
    const answers = await Promise.all(Array.from({ length: 40 }, () => send()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.data.order_number)).size).toBe(40);
    const after = await made.stored();
    const grown = (name: string) => (after[name]?.length ?? 0) - (before[name]?.length ?? 0);
    expect([grown('orders'), grown('charges'), grown('events')]).toEqual([40, 40, 80]);
  });

  it('with one prescription are both placed, and it names one of them for good', async () => {
    const id = await made.writePrescription(crypto.randomUUID());
    const items = [{ ...made.item('pills'), prescription_id: id }];
    const answers = await during('select from prescription where id = $1 for update', [id], {
      end: 'commit',
      orders: [() => send({ items }), () => send({ items })],
    });
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const { rows } = await made.db.owner.query('select order_id from prescription where id = $1', [
      id,
    ]);
    expect(answers.map(({ body }) => body.data.id)).toContain(rows[0].order_id);
    await send({ items });
    const later = await made.db.owner.query('select order_id from prescription where id = $1', [
      id,
    ]);
    expect(later.rows).toEqual(rows);
  });

  it('with a prescription that covers one of them never both have its units', async () => {
    const units = await made.writePrescription(crypto.randomUUID(), { quantity: 3, refills: 1 });
    const whole = await made.writePrescription(crypto.randomUUID(), { quantity: null });
    for (const id of [units, whole]) {
      const items = [{ ...made.item('pills', 4), prescription_id: id }];
      const answers = await during('select from prescription where id = $1 for update', [id], {
        end: 'commit',
        orders: [() => send({ items }), () => send({ items })],
      });
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
      expect(answers.find(({ status }) => status === 422)?.body.error.code).toBe(
        'prescription_invalid',
      );
    }
  });

  it('name products in any order and never wait for each other in a circle', async () => {
    const forth = [
      ['free', 'forFree'],
      ['spray', 'forSpray'],
      ['pills', 'lasting'],
    ] as const;
    const itemsOf = (named: readonly (typeof forth)[number][]) =>
      named.map(([name, prescription]) => made.item(name, 5, prescription));
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        send({ items: itemsOf(index % 2 ? forth : forth.toReversed()) }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  });
});

describe('what an order names, when it changes before the order is placed', () => {
  const changes: [string, string, () => unknown[], number, string][] = [
    [
      'a product that is archived',
      `update product set status = 'archived' where id = $1`,
      () => [made.products.spray],
      404,
      'not_found',
    ],
    [
      'a listing that ends',
      `update storefront_listing set is_listed = false where product_id = $1`,
      () => [made.products.spray],
      404,
      'not_found',
    ],
    [
      'a prescription that is cancelled',
      `update prescription set status = 'cancelled' where id = $1`,
      () => [made.prescriptions.signed],
      422,
      'prescription_invalid',
    ],
    [
      'a prescription that is for less',
      'update prescription set quantity = 1 where id = $1',
      () => [made.prescriptions.signed],
      422,
      'prescription_invalid',
    ],
    [
      'a product that gets another name',
      `update product set name = 'powder' where id = $1`,
      () => [made.products.pills],
      422,
      'prescription_invalid',
    ],
    [
      'a clinic that is suspended',
      `update organization set status = 'suspended' where id = $1`,
      () => [made.clinic.id],
      403,
      'not_vita_clinic',
    ],
  ];

  it.each(changes)(
    'is waited for, and does not count when it is undone: %s',
    async (_what, sql, values) => {
      const [answer] = await during(sql, values(), { end: 'rollback', orders: [() => send()] });
      expect(answer?.status).toBe(201);
    },
  );

  it.each(changes)('is heeded: %s', async (_what, sql, values, status, code) => {
    const undo = sql
      .replace(/'(archived|suspended)'/, "'active'")
      .replace("'cancelled'", "'signed'")
      .replace('quantity = 1', 'quantity = 1000000000000')
      .replace("'powder'", "'pills'")
      .replace('false', 'true');
    const before = await made.stored();
    const key = freshKey();
    const [answer] = await during(sql, values(), {
      end: 'commit',
      orders: [() => send({}, key)],
    });
    await made.db.owner.query(undo, values());
    expect([answer?.status, answer?.body.error.code]).toEqual([status, code]);
    expect(await made.stored()).toEqual(before);
    expect((await send({}, key)).status).toBe(201);
  });

  it('counts for the price', async () => {
    const [answer] = await during(
      'update product set price_cents = 301 where id = $1',
      [made.products.spray],
      { end: 'commit', orders: [() => send({ items: [made.item('spray', 10)] })] },
    );
    await made.db.owner.query('update product set price_cents = 300 where id = $1', [
      made.products.spray,
    ]);
    expect(answer?.body.data.total_cents).toBe(3_010);
  });
});

describe('who may order', () => {
  it('is an active clinic: not a suspended one, and no other organization', async () => {
    const { database } = made.db;
    const clinic = await makeClinic(database, made.service, { slug: 'suspended' });
    await setOrganizationStatus(database, 'suspended', 'suspended');
    const others = ['brand', 'affiliate'].map((kind) =>
      makeClinic(database, made.service, { slug: `a-${kind}`, kind }),
    );
    const callers = [clinic, ...(await Promise.all(others))].flatMap(({ live, test }) => [
      live,
      test,
    ]);
    callers.push(client({ url: made.service.url, key: made.pharmacy.liveKey }));
    for (const caller of callers) {
      const { status, body } = await caller.post(PATH, { body: made.body() });
      expect([status, body.error.code]).toEqual([403, 'not_vita_clinic']);
    }
  });

  it('is asked for the scope first', async () => {
    const { key } = await issueKey(made.db.database, {
      organization: 'pharmacy',
      environment: 'live',
      scopes: 'orders:read',
      plan: 'standard',
    });
    const caller = client({ url: made.service.url, key });
    const { status, body } = await caller.post(PATH, { body: {} });
    expect([status, body.error.code]).toEqual([403, 'insufficient_scope']);
  });
});

describe('a number', () => {
  async function write(database: Database, makeNumber: () => string) {
    const { rows } = await made.db.owner.query('select id from organization where slug = $1', [
      'clinic',
    ]);
    const order: NewOrder = {
      id: crypto.randomUUID(),
      organizationId: rows[0].id,
      environment: 'live',
      patientId: made.patients.first,
      externalOrderId: null,
      pharmacyId: null,
      totalCents: 1,
      sealed: Buffer.from('sealed'),
      items: [],
    };
    return database.transaction((tx) => writeOrder(tx, order, makeNumber), {
      actingFor: order.organizationId,
    });
  }

  it('that is taken is drawn again', async () => {
    const { order_number: taken } = (await send()).body.data;
    const numbers = [taken, taken, 'VO-NEWNUMBER0'];
    const written = await write(made.db.database, () => numbers.shift() as string);
    expect(written.order_number).toBe('VO-NEWNUMBER0');
  });

  it('is drawn a bounded number of times', async () => {
    const { order_number: taken } = (await send()).body.data;
    let drawn = 0;
    const draw = () => {
      drawn += 1;
      return taken;
    };
    await expect(write(made.db.database, draw)).rejects.toThrow('were all taken');
    expect(drawn).toBe(5);
  });
});
