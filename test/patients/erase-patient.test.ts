// What is left of a patient once erased, read by the owner of the database, who sees everything; and what
// comes at the same moment.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { costOf } from '../../kit/plan-rows.ts';
import { statements } from '../../src/database/statement.ts';
import { importFile } from '../support/as-operator.ts';
import { ADA } from '../support/clinic.ts';
import { hold } from '../support/concurrency.ts';
import { type Client, client, day, freshKey, post } from '../support/pharmacy.ts';
import { placing, SHIP_TO } from '../support/place-orders.ts';
import { expectConsistentStock } from '../support/stock-consistency.ts';

const NAME = 'Zebedee';
const NOTE = 'Zebedee Quill rang about this';
const RX_NUMBER = '7719034412';
const CONSENT = { accepted: true, at: '2026-01-02T03:04:05.678Z' };

const made = placing();
let pharmacy: Client;

beforeAll(async () => {
  pharmacy = client({ url: made.service.url, key: made.pharmacy.liveKey });
  await importFile(
    made.db.database,
    JSON.stringify({
      skus: [{ organization: 'pharmacy', sku_code: 'SPRAY', product_id: made.products.spray }],
      lots: [
        {
          organization: 'pharmacy',
          sku_code: 'SPRAY',
          lot_number: 'L1',
          expiry_date: day(90),
          qty: 100_000,
        },
      ],
    }),
  );
});

/** A patient as the API makes one, with an intake, a prescription and an order, each with a key. */
let patientId: string;
let orderId: string;
let requests: {
  path: string;
  body: Record<string, unknown>;
  /** What another body would say. */
  other: Record<string, unknown>;
  key: string;
}[];

const send = ({ path, body, key }: (typeof requests)[number]) =>
  made.clinic.live.post(path, { body, headers: { 'Idempotency-Key': key } });
const anOrder = () =>
  made.body({ patient_id: patientId, external_order_id: 'WEB-1', items: [made.item('spray', 5)] });

beforeEach(async () => {
  const create = {
    path: '/v1/patients',
    body: { ...ADA, first_name: NAME, email: 'zebedee@mail.example' },
    other: { first_name: 'Zoe' },
    key: freshKey(),
  };
  patientId = (await send(create)).body.data.id;
  const intake = {
    path: '/v1/intakes',
    body: { patient_id: patientId, answers: { weight: 'too much' }, consent: CONSENT },
    other: { answers: {} },
    key: freshKey(),
  };
  const other = { external_order_id: 'WEB-2' };
  const order = { path: '/v1/orders', body: anOrder(), other, key: freshKey() };
  requests = [create, intake, order];
  expect((await send(intake)).status).toBe(201);
  const placed = await send(order);
  expect(placed.status, placed.text).toBe(201);
  orderId = placed.body.data.id;
  await made.writePrescription(crypto.randomUUID(), { patientId });
});

const erase = (id = patientId) =>
  made.operateJson('patient', 'erase', '--id', id, '--reason', 'She asked for it');

function dispense(id = orderId, key = freshKey()) {
  const reference = { type: 'order', id, rx_number: RX_NUMBER };
  return post(
    pharmacy,
    { type: 'dispense', sku_code: 'SPRAY', qty: 1, note: NOTE, reference },
    key,
  );
}

/** All rows of all tables, as text. */
async function everyRow(): Promise<string> {
  const { rows: tables } = await made.db.owner.query(
    `select relname as name from pg_class where relnamespace = quote_ident(current_schema())::regnamespace and relkind = 'r'`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await made.db.owner.query(`select t::text as text from ${name} t`);
    texts.push(...rows.map(({ text }) => `${name} ${text}`));
  }
  return texts.join('\n');
}

async function rowsOf(sql: string, values: unknown[] = [patientId]) {
  return (await made.db.owner.query(sql, values)).rows;
}

describe('a patient who was erased', () => {
  it('is found by no read any more, like one who never was', async () => {
    const path = `/v1/patients/${patientId}`;
    expect((await made.clinic.live.get(path)).status).toBe(200);
    await erase();
    const gone = await made.clinic.live.get(path);
    const never = await made.clinic.live.get(`/v1/patients/${crypto.randomUUID()}`);
    expect([gone.status, gone.body.error.message]).toEqual([404, never.body.error.message]);
    const list = await made.clinic.live.get('/v1/patients', { query: { limit: 100 } });
    expect(list.body.data.map(({ id }: { id: string }) => id)).not.toContain(patientId);
  });

  it('has an empty row, and prescriptions and orders with amounts and ids, but no address', async () => {
    const read = async () => [
      (await made.clinic.live.get(`/v1/orders/${orderId}`)).body,
      (await made.clinic.live.get('/v1/prescriptions')).body.data.filter(
        ({ patient_id }: { patient_id: string }) => patient_id === patientId,
      ),
    ];
    const before = await read();
    await made.db.owner.query(
      `update patient
          set assigned_physician_id = gen_random_uuid(),
              branding_organization_id = (select id from organization where slug = 'pharmacy')
        where id = $1`,
      [patientId],
    );
    expect(await made.sealed(orderId)).toMatchObject({ ship_to: { line1: SHIP_TO.line1 } });
    expect(await erase()).toMatchObject({ changed: true, intakes: 1, answers: 3, orders: 1 });
    expect(await read()).toEqual(before);
    expect(before[0]).toMatchObject({ id: orderId, patient_id: patientId, total_cents: 1_500 });
    expect(before[1]).toHaveLength(1);
    expect(
      await rowsOf(
        `select first_name, last_initial, sealed, assigned_physician_id, branding_organization_id,
                erased_at is not null as erased from patient where id = $1`,
      ),
    ).toEqual([
      {
        first_name: '',
        last_initial: '',
        sealed: null,
        erased: true,
        assigned_physician_id: null,
        branding_organization_id: null,
      },
    ]);
    expect(
      await rowsOf('select sealed, external_order_id from customer_order where patient_id = $1'),
    ).toEqual([{ sealed: null, external_order_id: 'WEB-1' }]);
    expect(await rowsOf('select from intake where patient_id = $1')).toEqual([]);
  });

  it('is not made again by a repeat of what had made the record, whatever its body: 404', async () => {
    await erase();
    const count = () => rowsOf('select count(*) from patient', []);
    const before = await count();
    for (const request of requests) {
      const repeat = await send(request);
      expect([request.path, repeat.status, repeat.body.error?.code]).toEqual([
        request.path,
        404,
        'not_found',
      ]);
      expect(repeat.text).not.toContain(patientId);
      const other = await send({ ...request, body: { ...request.body, ...request.other } });
      expect([request.path, other.status]).toEqual([request.path, 404]);
    }
    expect(await count()).toEqual(before);
    expect(
      await rowsOf(
        `select distinct num_nonnulls(answer, sealed_answer, request_salt)::int as kept
           from idempotency_key where patient_id = $1`,
      ),
    ).toEqual([{ kept: 0 }]);
  });

  it('is ordered for and asked by nobody any more', async () => {
    await erase();
    for (const [path, body] of [
      ['/v1/orders', anOrder()],
      ['/v1/intakes', { patient_id: patientId, answers: {}, consent: CONSENT }],
    ] as const) {
      const refused = await made.clinic.live.post(path, { body });
      expect([path, refused.status, refused.body.error.message]).toEqual([
        path,
        404,
        'No patient of this organization has this patient_id.',
      ]);
    }
  });

  it('is redacted in what was moved for the orders, and the ledger holds', async () => {
    const key = freshKey();
    const first = await dispense(orderId, key);
    const others = await dispense(crypto.randomUUID());
    expect([first.status, others.status]).toEqual([201, 201]);
    const reserved = await pharmacy.post('/v1/inventory/allocations', {
      body: { sku_code: 'SPRAY', qty: 2, reference: { type: 'order', id: orderId } },
    });
    expect(reserved.status).toBe(201);
    expect(await erase()).toMatchObject({ movements: 2 });
    const kept = await rowsOf(
      `select note, rx_number, note_salt, rx_number_salt, request_salt, redacted_at is not null as redacted
         from movement where reference_id = $1 order by created_at`,
      [orderId],
    );
    const nothing = { note: null, rx_number: null, note_salt: null, rx_number_salt: null };
    expect(kept).toEqual(Array(2).fill({ ...nothing, request_salt: null, redacted: true }));
    expect(await rowsOf('select from movement where note = $1', [NOTE])).toHaveLength(1);
    await expectConsistentStock(made.db, 'pharmacy');
    const verified = await made.operate('ledger', 'verify');
    expect([verified.code, verified.printed]).toEqual([
      0,
      expect.stringContaining('chain is correct'),
    ]);
    const repeat = await dispense(orderId, key);
    expect([repeat.status, repeat.body.idempotent]).toEqual([200, true]);
  });

  it('leaves alone what a stranger, or another purpose, names by the order’s id', async () => {
    await made.db.owner.query(
      `set session_replication_role = replica;
       insert into movement (id, organization_id, type, sku_id, location_id, reference_type, reference_id, note,
                             note_salt, note_digest, actor, created_at)
       select gen_random_uuid(), organization.id, 'reserve', gen_random_uuid(), gen_random_uuid(),
              named.reference_type, '${orderId}', 'theirs', '\\x00', '\\x00', 'worker', now()
         from (values ('rival', 'order'), ('pharmacy', 'return')) as named (slug, reference_type)
         join organization on organization.slug = named.slug;
       reset session_replication_role`,
    );
    expect(await erase()).toMatchObject({ orders: 1, movements: 0 });
    const theirs = await rowsOf('select note from movement where reference_id = $1', [orderId]);
    expect(theirs).toEqual([{ note: 'theirs' }, { note: 'theirs' }]);
    await made.db.owner.query(
      `set session_replication_role = replica;
       delete from movement where note = 'theirs';
       reset session_replication_role`,
    );
  });

  it('is in no row of any table but by the ids', async () => {
    await dispense();
    expect(await everyRow()).toMatch(new RegExp(`${NAME}[^]*${RX_NUMBER}|${RX_NUMBER}[^]*${NAME}`));
    for (const { id } of await rowsOf(`select id from patient where first_name = $1`, [NAME])) {
      await erase(id);
    }
    await made.db.owner.query(
      `update movement set redacted_at = now(), note = null, note_salt = null, rx_number = null,
              rx_number_salt = null, request_salt = null
        where reference_type = 'order' and redacted_at is null`,
    );
    const left = await everyRow();
    expect(left).toContain(patientId);
    for (const text of [NAME, NOTE, RX_NUMBER, 'zebedee']) expect(left).not.toContain(text);
  });

  it('cannot come back with an old file', async () => {
    await erase();
    const record = { organization: 'clinic', id: patientId, first_name: NAME, last_name: 'Quill' };
    const again = importFile(made.db.database, JSON.stringify({ patients: [record] }));
    await expect(again).rejects.toThrow('patients[0].id: belongs to a patient who was erased.');
    expect(await rowsOf('select first_name from patient where id = $1')).toEqual([
      { first_name: '' },
    ]);
  });
});

describe('the command', () => {
  it('does nothing the second time, and says so', async () => {
    const first = await erase();
    const actions = () =>
      rowsOf(`select from operator_action where target = 'patient ' || $1::text`);
    expect(await actions()).toHaveLength(1);
    const again = await erase();
    expect(again).toEqual({
      id: patientId,
      erased_at: first.erased_at,
      changed: false,
      intakes: 0,
      answers: 0,
      orders: 0,
      movements: 0,
    });
    expect(await actions()).toHaveLength(1);
  });

  it('takes what was posted for the orders since, when it comes again', async () => {
    const { erased_at } = await erase();
    expect((await dispense()).status).toBe(201);
    expect(await erase()).toMatchObject({ changed: true, movements: 1, erased_at });
    expect(await erase()).toMatchObject({ changed: false });
    expect(
      await rowsOf('select from movement where reference_id = $1 and note is not null', [orderId]),
    ).toEqual([]);
  });

  it('refuses an id that no patient has', async () => {
    await expect(erase(crypto.randomUUID())).rejects.toThrow('There is no patient');
  });

  it('erases nothing where it is killed in the middle, and all when it comes again', async () => {
    const before = await everyRow();
    const held = await hold(made.db.owner, 'select from customer_order where id = $1 for update', [
      orderId,
    ]);
    const killed = erase().then(
      () => 'erased',
      (error: Error) => error.message,
    );
    await held.blocks(1);
    await made.db.owner.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
      [held.pid],
    );
    expect(await killed).not.toBe('erased');
    await held.release();
    expect(await everyRow()).toBe(before);
    expect(await erase()).toMatchObject({ changed: true, intakes: 1, answers: 3, orders: 1 });
  });
});

describe('what comes at the same moment', () => {
  it('an order that was being placed is found, and loses its address', async () => {
    // Placing takes the patient before it takes the prescription.
    const held = await hold(made.db.owner, 'select from prescription where id = $1 for update', [
      made.prescriptions.signed,
    ]);
    const { patients } = made;
    const items = [made.item('pills', 1, 'signed')];
    const placing = made.clinic.live.post('/v1/orders', {
      body: made.body({ patient_id: patients.first, items }),
      headers: { 'Idempotency-Key': freshKey() },
    });
    await held.blocks(1);
    const erasing = erase(patients.first);
    await held.blocks(2);
    await held.release();
    const placed = await placing;
    expect(placed.status).toBe(201);
    expect(await erasing).toMatchObject({ changed: true, orders: 1, answers: 1 });
    const { id } = placed.body.data;
    expect(await rowsOf('select sealed from customer_order where id = $1', [id])).toEqual([
      { sealed: null },
    ]);
  });

  it('an intake that was being kept is found, and goes', async () => {
    const held = await hold(made.db.owner, 'lock table intake in share mode');
    const body = { patient_id: patientId, answers: {}, consent: CONSENT };
    const keeping = made.clinic.live.post('/v1/intakes', {
      body,
      headers: { 'Idempotency-Key': freshKey() },
    });
    await held.blocks(1);
    const erasing = erase();
    await held.blocks(2);
    await held.release();
    expect((await keeping).status).toBe(201);
    expect(await erasing).toMatchObject({ intakes: 2, answers: 4 });
    expect(await rowsOf('select from intake where patient_id = $1')).toEqual([]);
  });

  it('an order and an intake that come while it is under way wait, and are refused', async () => {
    const held = await hold(made.db.owner, 'select from customer_order where id = $1 for update', [
      orderId,
    ]);
    const erasing = erase();
    await held.blocks(1);
    const late = [
      made.clinic.live.post('/v1/orders', { body: anOrder() }),
      made.clinic.live.post('/v1/intakes', {
        body: { patient_id: patientId, answers: {}, consent: CONSENT },
      }),
    ];
    await held.blocks(3);
    await held.release();
    expect(await erasing).toMatchObject({ changed: true, orders: 1 });
    expect((await Promise.all(late)).map(({ status }) => status)).toEqual([404, 404]);
    expect(await rowsOf('select from intake where patient_id = $1')).toEqual([]);
  });

  it('a repeat that comes while it is under way waits, and makes nobody again', async () => {
    const [create] = requests as [(typeof requests)[number]];
    const held = await hold(made.db.owner, 'select from customer_order where id = $1 for update', [
      orderId,
    ]);
    const erasing = erase();
    await held.blocks(1);
    const repeat = send(create);
    await held.blocks(2);
    await held.release();
    await erasing;
    expect((await repeat).status).toBe(404);
  });

  it('an import that was changing the patient ends first, and one that waited is refused', async () => {
    const record = { organization: 'clinic', id: patientId, first_name: 'Zeb', last_name: 'Quill' };
    const held = await hold(made.db.owner, 'select from customer_order where id = $1 for update', [
      orderId,
    ]);
    const erasing = erase();
    await held.blocks(1);
    const importing = importFile(made.db.database, JSON.stringify({ patients: [record] })).then(
      () => 'imported',
      (error: Error) => error.message,
    );
    await held.blocks(2);
    await held.release();
    await erasing;
    expect(await importing).toBe(
      'file.json:1 patients[0].id: belongs to a patient who was erased.\n1 error. Nothing was imported.',
    );
    expect(await rowsOf('select first_name from patient where id = $1')).toEqual([
      { first_name: '' },
    ]);
  });
});

it('has its orders locked in the order of their numbers, as an import locks them', async () => {
  const second = await made.clinic.live.post('/v1/orders', { body: anOrder() });
  expect(second.status).toBe(201);
  const { owner } = made.db;
  // What was placed first has the last number.
  await owner.query(
    `update customer_order
        set order_number = case id when $2 then 'VO-' || 'Z' else 'VO-' || 'A' end || right(order_number, 9)
      where patient_id = $1`,
    [patientId, orderId],
  );
  const byNumber = (order: string) =>
    `select from customer_order where patient_id = $1 order by order_number ${order} limit 1
        for no key update`;
  const held = await hold(owner, byNumber('asc'), [patientId]);
  const erasing = erase();
  await held.blocks(1);
  try {
    // Were it locked, an import that has the first would wait for it, and it for the import.
    expect((await owner.query(`${byNumber('desc')} nowait`, [patientId])).rowCount).toBe(1);
  } finally {
    await held.release();
  }
  expect(await erasing).toMatchObject({ orders: 2 });
});

describe('among many', () => {
  const ORDERS = 2_000;

  it('touches the rows of the one patient alone, thousands though they be', async () => {
    const { owner, database } = made.db;
    const [whose] = await rowsOf('select organization_id as id from patient where id = $1');
    await owner.query(
      `set session_replication_role = replica;
       insert into customer_order (id, organization_id, environment, order_number, total_cents, patient_id, sealed)
       select gen_random_uuid(), '${whose.id}', 'live', 'MANY-' || n, n,
              case when n % 10 = 0 then '${patientId}'::uuid else gen_random_uuid() end, '\\x00'
         from generate_series(1, ${ORDERS * 10}) n;
       insert into order_reader (order_id, organization_id, order_organization_id, environment, status, created_at, seq)
       select id, organization_id, organization_id, environment, status, created_at, seq
         from customer_order where order_number like 'MANY-%';
       insert into movement (id, organization_id, type, sku_id, location_id, reference_type, reference_id, note, note_salt, note_digest, actor, created_at)
       select gen_random_uuid(), o.organization_id, 'reserve', gen_random_uuid(), gen_random_uuid(), 'order',
              o.id::text, 'n', '\\x00', '\\x00', 'worker', now()
         from customer_order o where order_number like 'MANY-%';
       reset session_replication_role`,
    );
    const rolledBack = new Error('rolled back');
    const trying = {
      transaction: (async (work) => {
        let result: unknown;
        await database
          .transaction(
            async (tx) => {
              result = await work(tx);
              throw rolledBack;
            },
            { long: true },
          )
          .catch((error) => {
            if (error !== rolledBack) throw error;
          });
        return result;
      }) as typeof database.transaction,
    };
    const names = [...statements.keys()].filter((name) => /^erase-/.test(name));
    expect(names).toHaveLength(6);
    for (const plans of ['custom', 'generic'] as const) {
      for (const name of names) {
        const statement = statements.get(name);
        if (statement === undefined) continue;
        const cost = await costOf(trying, plans, (db) =>
          db.query(statement, [patientId, whose.id]),
        );
        // An order, its reader and its movement.
        expect([name, cost.rows], plans).toEqual([name, expect.any(Number)]);
        expect(cost.rows, `${name} by ${plans} plans`).toBeLessThanOrEqual(3 * (ORDERS + 10));
      }
    }
    const startedAt = performance.now();
    expect(await erase()).toMatchObject({ orders: ORDERS + 1, movements: ORDERS });
    expect(performance.now() - startedAt).toBeLessThan(60_000);
  }, 120_000);
});
