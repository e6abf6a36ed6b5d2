// Secrets change their key while they are used: nothing is lost that is written meanwhile, and in the end the
// new key alone opens everything.
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { costOf } from '../../kit/plan-rows.ts';
import { actForAll } from '../../src/database/acting-for.ts';
import { statements } from '../../src/database/statement.ts';
import { SecretBox } from '../../src/lib/seal.ts';
import { SEALED_COLUMNS } from '../../src/secrets/reseal-secrets.ts';
import { rotateWebhookSecret } from '../../src/webhooks/endpoints/rotate-webhook-secret.ts';
import { importFile } from '../support/as-operator.ts';
import { client } from '../support/client.ts';
import { ADA, makeClinic } from '../support/clinic.ts';
import { hold } from '../support/concurrency.ts';
import { create, PUBLIC_URL, WEBHOOKS } from '../support/endpoints.ts';
import { operateWith, SECRETS_KEYS } from '../support/operator.ts';
import { freshKey } from '../support/pharmacy.ts';
import { endSpawned, spawnServer } from '../support/spawn-server.ts';
import { useWorld } from '../support/world.ts';

const [OLD] = SECRETS_KEYS as [Buffer];
const NEW = Buffer.alloc(32, 9);
const CONSENT = { accepted: true, at: '2026-01-02T03:04:05.678Z' };
const ROWS = 230;

/** Seals with the old key, as a process that was not started again. */
const patientIds = Array.from({ length: ROWS }, () => crypto.randomUUID());
const productId = crypto.randomUUID();
/** Of the first patient, whom no test changes. */
const intake = {
  body: { patient_id: patientIds[0], answers: { weight: 'much' }, consent: CONSENT },
  headers: { 'Idempotency-Key': freshKey() },
};

const world = useWorld(async ({ db, service }) => {
  const clinic = await makeClinic(db.database, service);
  const organization = 'clinic';
  await importFile(
    db.database,
    JSON.stringify({
      organizations: [{ slug: 'pharmacy', name: 'Pharmacy', kind: 'pharmacy' }],
      products: [{ organization: 'pharmacy', id: productId, name: 'Spray', price_cents: 5 }],
      storefront_listings: [{ organization, product_id: productId, patient_price_cents: 7 }],
      patients: patientIds.map((id) => ({ organization, ...ADA, id, email: 'a@mail.example' })),
      store_orders: [
        {
          organization,
          order_number: 'S-1',
          customer: { email: 'b@mail.example' },
          ship_to: { line1: 'A street' },
        },
      ],
      checkout_configs: [{ organization, environment: 'live', transaction_key: 'charging' }],
    }),
  );
  // One of everything else, by a service that seals with the old key.
  const endpointId = (await create(clinic.live)).id;
  await clinic.live.post(`${WEBHOOKS}/${endpointId}/rotate-secret`, { body: {} });
  const asked = await clinic.live.post('/v1/intakes', intake);
  const ship_to = {
    name: 'Ada',
    line1: 'A street',
    city: 'Austin',
    state: 'TX',
    postal_code: '78701',
  };
  const ordered = await clinic.live.post('/v1/orders', {
    body: { patient_id: patientIds[0], items: [{ product_id: productId, quantity: 1 }], ship_to },
  });
  expect([asked.status, ordered.status]).toEqual([201, 201]);
  const orderId = ordered.body.data.id;
  return { clinic, endpointId, orderId, asked };
});
afterAll(async () => {
  await endSpawned();
});

/** Everything is sealed with the old key, as if nothing had happened. */
beforeEach(async () => {
  await reseal([OLD, NEW]);
});

async function reseal(keys: readonly Buffer[]) {
  const { code, printed } = await operateWith(
    { database: world.db.database, secretsKeys: keys },
    'secrets',
    'reseal',
    '--json',
  );
  return { code, ...JSON.parse(printed) };
}

/** With which keys the values of each column are sealed. */
async function keysOf(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { table, name } of SEALED_COLUMNS) {
    const { rows } = await world.db.owner.query(
      `select distinct ${name} as sealed from ${table} where ${name} is not null`,
    );
    found[`${table}.${name}`] = [
      ...new Set(rows.map(({ sealed }) => SecretBox.keyIdOf(sealed))),
    ].sort();
  }
  return found;
}

async function countSealed(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { table, name } of SEALED_COLUMNS) {
    const { rows } = await world.db.owner.query(
      `select count(${name})::int as count from ${table}`,
    );
    found[`${table}.${name}`] = rows[0].count;
  }
  return found;
}

const idOf = (key: Buffer) => new SecretBox([key]).keyId;

it('knows every column that holds what is sealed', async () => {
  const { rows } = await world.db.owner.query(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea'`,
  );
  // What a hash, a salt or a digest is says so; a key's word is sealed with itself.
  const sealed = rows
    .map(({ name }) => name as string)
    .filter(
      (name) => !/(hash|salt|digest|public_key)$/.test(name) && name !== 'secrets_key.sealed',
    );
  expect(SEALED_COLUMNS.map(({ table, name }) => `${table}.${name}`).sort()).toEqual(sealed.sort());
});

it('leaves nothing under the old key in any column, after which the new key alone serves all', async () => {
  const before = await keysOf();
  expect(Object.values(before)).toEqual(Object.keys(before).map(() => [idOf(OLD)]));

  const { code, resealed, left } = await reseal([NEW, OLD]);
  expect([code, left]).toEqual([0, 0]);
  expect(resealed).toEqual(await countSealed());
  const after = await keysOf();
  expect(Object.values(after)).toEqual(Object.keys(after).map(() => [idOf(NEW)]));

  // A service that has never heard of the old key.
  const server = await spawnServer({
    DATABASE_URL: world.db.serviceUrl,
    MIGRATE: 'off',
    WORKER: 'off',
    SECRETS_KEY: NEW.toString('base64'),
  });
  const ready = await fetch(`${server.url}/readyz`);
  expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ok' }]);
  const api = client({ url: server.url, key: await newKey() });
  const repeat = await api.post('/v1/intakes', intake);
  expect([repeat.status, repeat.text]).toEqual([200, world.asked.text]);
  expect((await api.get('/partner/v1/store/orders')).body.data[0].customer.email).toBe(
    'b@mail.example',
  );
  const rotated = await api.post(`${WEBHOOKS}/${world.endpointId}/rotate-secret`, { body: {} });
  expect(rotated.status).toBe(200);
  const { printed } = await operateWith(
    { database: world.db.database, secretsKeys: [NEW] },
    'patient',
    'export',
    '--id',
    patientIds[0] as string,
    '--json',
  );
  expect(JSON.parse(printed)).toMatchObject({
    patient: { email: 'a@mail.example' },
    intakes: [{ answers: { weight: 'much' } }],
    orders: [{ id: world.orderId, ship_to: { line1: 'A street' } }],
  });
  await server.stop();
}, 60_000);

async function newKey(): Promise<string> {
  const { printed } = await operateWith(
    { database: world.db.database, secretsKeys: [NEW] },
    'key',
    'issue',
    '--organization',
    'clinic',
    '--environment',
    'live',
    '--scopes',
    'all',
    '--json',
  );
  return JSON.parse(printed).key;
}

describe('while others write', () => {
  it('loses nothing that they have written, and finishes it in another pass', async () => {
    const [, id] = patientIds;
    // Somebody is changing the patient: the row is left for later, and no one waits.
    const held = await hold(world.db.owner, 'select from patient where id = $1 for update', [id]);
    const busy = await reseal([NEW, OLD]);
    expect([busy.code, busy.left, busy.resealed['patient.sealed']]).toEqual([1, 1, ROWS - 1]);
    expect((await keysOf())['patient.sealed']).toEqual([idOf(OLD), idOf(NEW)].sort());
    await held.release();
    const record = { organization: 'clinic', ...ADA, id, email: 'new@mail.example' };
    await importFile(world.db.database, JSON.stringify({ patients: [record] }));
    expect(await reseal([NEW, OLD])).toMatchObject({ code: 0, left: 0 });
    const { rows } = await world.db.owner.query(
      'select sealed, organization_id from patient where id = $1',
      [id],
    );
    const context = {
      table: 'patient',
      organizationId: rows[0].organization_id,
      rowId: id as string,
    };
    expect(JSON.parse(new SecretBox([NEW]).open(rows[0].sealed, context)).email).toBe(
      'new@mail.example',
    );
  });

  it('a change that waited for it is made over the row as it then is', async () => {
    await reseal([NEW, OLD]);
    const { id, secret } = await create(world.clinic.live);
    // The endpoint is all that is left: it is locked and sealed again, and the commit waits.
    const held = await hold(world.db.owner, 'lock table operator_action in share mode');
    const resealing = reseal([NEW, OLD]);
    await held.blocks(1);
    const principal = {
      organizationId: world.clinic.id,
      environment: 'live',
      scopes: new Set(['inventory:write']),
    };
    // As in a process that was started with both keys.
    const secrets = new SecretBox([NEW, OLD]);
    const rotating = rotateWebhookSecret({ path: { id }, body: {}, principal } as never, {
      database: world.db.database,
      secrets,
    });
    await held.blocks(2);
    await held.release();
    const [{ code, resealed }, rotated] = await Promise.all([resealing, rotating]);
    expect([code, resealed['webhook_endpoint.secret'], rotated.status]).toEqual([0, 1, 200]);
    const { rows } = await world.db.owner.query(
      'select secret, next_secret from webhook_endpoint where id = $1',
      [id],
    );
    const context = {
      table: 'webhook_endpoint',
      organizationId: world.clinic.id,
      rowId: id as string,
    };
    expect(secrets.open(rows[0].secret, context)).toBe(secret);
    expect(secrets.open(rows[0].next_secret, context)).toBe(rotated.body.secret);
  });

  it('says what a process that still seals with the old key leaves behind, and that it is run again', async () => {
    expect(await reseal([NEW, OLD])).toMatchObject({ code: 0, left: 0 });
    // That process has the old key alone.
    const made = await world.clinic.live.post(WEBHOOKS, { body: { url: PUBLIC_URL } });
    expect(made.status).toBe(201);
    expect(await reseal([NEW, OLD])).toMatchObject({
      code: 0,
      left: 0,
      resealed: { 'webhook_endpoint.secret': 1, 'patient.sealed': 0 },
    });
  });
});

it('continues after a crash where it had come to', async () => {
  const held = await hold(world.db.owner, 'lock table webhook_endpoint in share mode');
  const killed = reseal([NEW, OLD]).then(
    () => 'done',
    (error: Error) => error.message,
  );
  await held.blocks(1);
  await world.db.owner.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
    [held.pid],
  );
  expect(await killed).not.toBe('done');
  await held.release();
  const half = await keysOf();
  expect(half['patient.sealed']).toEqual([idOf(NEW)]);
  expect(half['webhook_endpoint.secret']).toEqual([idOf(OLD)]);
  const rest = await reseal([NEW, OLD]);
  expect(rest).toMatchObject({ code: 0, left: 0, resealed: { 'patient.sealed': 0 } });
  expect(rest.resealed['webhook_endpoint.secret']).toBeGreaterThan(0);
});

it('is an action of the operator when it changed something, and none when not', async () => {
  const actions = async () =>
    (await world.db.owner.query(`select from operator_action where command = 'secrets reseal'`))
      .rows;
  const before = await actions();
  await reseal([NEW, OLD]);
  expect(await actions()).toHaveLength(before.length + 1);
  await reseal([NEW, OLD]);
  expect(await actions()).toHaveLength(before.length + 1);
});

it('does nothing while it lacks a key, and forgets no key before everything has left it', async () => {
  const words = async () =>
    (await world.db.owner.query('select key_id from secrets_key order by key_id')).rows.map(
      ({ key_id }) => key_id,
    );
  const before = await keysOf();
  await expect(reseal([NEW])).rejects.toThrow(`SECRETS_KEY lacks the keys ${idOf(OLD)}`);
  expect(await keysOf()).toEqual(before);
  const held = await hold(world.db.owner, 'select from patient where id = $1 for update', [
    patientIds[0],
  ]);
  await reseal([NEW, OLD]);
  expect(await words()).toEqual([idOf(NEW), idOf(OLD)].sort());
  await held.release();
  await reseal([NEW, OLD]);
  expect(await words()).toEqual([idOf(NEW)]);
});

it('names a row that does not open, and drops no key', async () => {
  const [id] = patientIds;
  const { rows } = await world.db.owner.query(
    `update patient set sealed = (select sealed from patient where id = $2) where id = $1
     returning (select sealed from patient where id = $1) as before`,
    [id, patientIds[1]],
  );
  await expect(reseal([NEW, OLD])).rejects.toThrow(`patient.sealed of ${id} cannot be opened`);
  await world.db.owner.query('update patient set sealed = $2 where id = $1', [id, rows[0].before]);
  expect(await reseal([NEW, OLD])).toMatchObject({ code: 0, left: 0 });
});

it('reads a step’s rows and no others, wherever it stands and however many there are', async () => {
  // As a step does, which acts for all organizations.
  const { database } = world.db;
  const acting = {
    transaction: ((work) =>
      database.transaction(async (tx) => {
        await actForAll(tx);
        return work(tx);
      })) as typeof database.transaction,
  };
  for (const { table, name, key } of SEALED_COLUMNS) {
    const statement = statements.get(`reseal-lock-${table}-${name}`);
    if (statement === undefined) throw new Error(`${table}.${name} has no statement`);
    const values = [...key.map(({ first }) => first), idOf(NEW), 10];
    for (const plans of ['custom', 'generic'] as const) {
      const { rows } = await costOf(acting, plans, (explaining) =>
        explaining.query(statement, values),
      );
      // Those of the step, those that it locks, and the organizations for which it acts.
      expect(rows, `${table}.${name}`).toBeLessThanOrEqual(20);
    }
  }
});
