// Who read data about which patients: one row for each request, written before the answer, and no answer with
// patients without its row.

import { describe, expect, it } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };
import { touchedRows } from '../../kit/plan-rows.ts';
import { forgetAged } from '../../src/audit/forget.ts';
import { RETENTION } from '../../src/audit/retention.ts';
import type { Database } from '../../src/database/database.ts';
import { type ContractDocument, readOperations } from '../../src/http/operations.ts';
import { listAccesses } from '../../src/patients/list-accesses.ts';
import { importFile, issueKey } from '../support/as-operator.ts';
import { client } from '../support/client.ts';
import { ADA, makeClinic } from '../support/clinic.ts';
import { hold } from '../support/concurrency.ts';
import { useWorld } from '../support/world.ts';

/** Of the clinic, with a key that is known. */
const patientIds = [1, 2, 3].map(() => crypto.randomUUID()).sort() as [string, string, string];
const orderId = crypto.randomUUID();
const nobodysOrderId = crypto.randomUUID();
const prescriptionId = crypto.randomUUID();

const world = useWorld(async ({ db, service }) => {
  const clinic = await makeClinic(db.database, service);
  const stranger = await makeClinic(db.database, service, { slug: 'stranger' });
  const issued = await issueKey(db.database, {
    organization: 'clinic',
    environment: 'live',
    scopes: 'all',
    plan: 'enterprise',
    requestsPerMinute: 1_000_000,
    requestsPerDay: 1_000_000,
  });
  const keyId = issued.id;
  const api = client({ url: service.url, key: issued.key });
  const [one, two, three] = patientIds;
  const ofClinic = { organization: 'clinic' };
  await importFile(
    db.database,
    JSON.stringify({
      patients: [one, two, three].map((id) => ({ ...ofClinic, ...ADA, id })),
      orders: [
        { ...ofClinic, id: orderId, order_number: 'VO-1', patient_id: one },
        { ...ofClinic, id: crypto.randomUUID(), order_number: 'VO-2', patient_id: one },
        { ...ofClinic, id: crypto.randomUUID(), order_number: 'VO-3', patient_id: two },
        { ...ofClinic, id: nobodysOrderId, order_number: 'VO-4' },
      ],
      prescriptions: [
        { ...ofClinic, id: prescriptionId, patient_id: three, product_name: 'Pills' },
        { ...ofClinic, id: crypto.randomUUID(), patient_id: one, product_name: 'Pills' },
      ],
    }),
  );
  return { clinic, stranger, api, keyId };
});

async function accesses() {
  const { rows } = await world.db.owner.query(
    'select * from patient_access order by at, request_id',
  );
  return rows;
}

async function accessesSince(before: Awaited<ReturnType<typeof accesses>>) {
  const known = new Set(before.map(({ request_id }) => request_id));
  return (await accesses()).filter(({ request_id }) => !known.has(request_id));
}

/** The operations that answer with patients, how each is called here, and which patients it then names. */
const READS: Record<string, { path: string; of: () => string[] }> = {
  listPatients: { path: '/v1/patients', of: () => patientIds },
  getPatient: { path: `/v1/patients/${patientIds[1]}`, of: () => [patientIds[1]] },
  listOrders: { path: '/v1/orders', of: () => patientIds.slice(0, 2) },
  getOrder: { path: `/v1/orders/${orderId}`, of: () => [patientIds[0]] },
  listPrescriptions: { path: '/v1/prescriptions', of: () => [patientIds[0], patientIds[2]] },
  getPrescription: {
    path: `/v1/prescriptions/${prescriptionId}`,
    of: () => [patientIds[2]],
  },
};

/** Whether an answer of the schema shows a patient, or a record that names one. */
function holdsPatients(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  const { properties = {} } = schema as { properties?: object };
  if ('patient_id' in properties || 'last_initial' in properties) return true;
  return Object.values(schema).some(holdsPatients);
}

it('knows every read of the contract whose answer shows a patient or names one', () => {
  const reading = readOperations(document as unknown as ContractDocument)
    .filter(({ method, responses }) => method === 'get' && holdsPatients(responses.get(200)))
    .map(({ id }) => id);
  expect(reading.sort()).toEqual(Object.keys(READS).sort());
});

describe.each(Object.entries(READS))('%s', (operation, { path, of }) => {
  it('leaves one row that names the reader and the patients, and no more', async () => {
    const before = await accesses();
    const answer = await world.api.get(path);
    expect(answer.status, answer.text).toBe(200);
    const [row, ...more] = await accessesSince(before);
    expect(more).toEqual([]);
    expect({ ...row, patient_ids: row.patient_ids.sort() }).toEqual({
      request_id: answer.headers.get('x-request-id'),
      organization_id: world.clinic.id,
      actor: `api_key:${world.keyId}`,
      operation,
      at: expect.any(Date),
      patient_ids: of(),
    });
    expect(JSON.stringify(row)).not.toMatch(/Ada|Lovelace|Pills/);
  });

  it('answers 503 and nothing of anybody where the row cannot be written', async () => {
    const before = await accesses();
    await world.db.owner.query(
      'alter table patient_access add constraint is_full check (false) not valid',
    );
    try {
      const answer = await world.api.get(path);
      expect([answer.status, answer.body.error.code]).toEqual([503, 'unavailable']);
      expect(answer.headers.get('retry-after')).toBe('2');
      for (const id of patientIds) expect(answer.text).not.toContain(id);
      expect(answer.text).not.toContain('Ada');
    } finally {
      await world.db.owner.query('alter table patient_access drop constraint is_full');
    }
    expect(await accesses()).toEqual(before);
  });

  it('answers only when the row is there', async () => {
    const held = await hold(world.db.owner, 'lock table patient_access in share mode');
    let answered = false;
    const asked = world.api.get(path).then((answer) => {
      answered = true;
      return answer;
    });
    await held.blocks(1);
    expect(answered).toBe(false);
    await held.release();
    expect((await asked).status).toBe(200);
  });

  it('leaves none where the answer names no patient', async () => {
    const before = await accesses();
    const { status } = await world.stranger.live.get(path);
    expect(status).toBe(path.split('/').length === 4 ? 404 : 200);
    expect(await accesses()).toEqual(before);
  });
});

it('leaves none for an order that names nobody, nor for a refusal', async () => {
  const before = await accesses();
  expect((await world.api.get(`/v1/orders/${nobodysOrderId}`)).status).toBe(200);
  expect((await world.api.get('/v1/patients/nobody')).status).toBe(400);
  expect((await client({ url: world.service.url }).get('/v1/patients')).status).toBe(401);
  expect(await accesses()).toEqual(before);
});

it('leaves one row for each of many requests at once', async () => {
  const before = await accesses();
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      world.api.get(`/v1/patients/${patientIds[index % 3]}`),
    ),
  );
  const fresh = await accessesSince(before);
  const noted = answers.map(({ headers, body }) => [headers.get('x-request-id'), [body.data.id]]);
  expect(new Map(fresh.map((row) => [row.request_id, row.patient_ids]))).toEqual(
    new Map(noted as [string, string[]][]),
  );
});

it('is listed for one patient, newest first, also of one who was erased', async () => {
  const id = crypto.randomUUID();
  const patients = [{ organization: 'clinic', ...ADA, id }];
  await importFile(world.db.database, JSON.stringify({ patients }));
  const list = (...words: string[]) =>
    world.operateJson('patient', 'accesses', '--id', id, ...words);
  const { headers } = await world.api.get(`/v1/patients/${id}`);
  await world.operate('patient', 'export', '--id', id, '--actor', 'Ada L.');
  const [exported, read, ...older] = await list('--limit', '1000');
  expect(exported).toMatchObject({
    organization: 'clinic',
    actor: 'operator:Ada L.',
    operation: 'patient export',
  });
  expect(read).toEqual({
    organization: 'clinic',
    actor: `api_key:${world.keyId}`,
    operation: 'getPatient',
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    request_id: headers.get('x-request-id'),
  });
  const { rows } = await world.db.owner.query(
    'select from patient_access where patient_ids @> array[$1::uuid]',
    [id],
  );
  expect(older).toHaveLength(rows.length - 2);
  expect(await list('--limit', '1')).toEqual([exported]);
  expect(await list('--since', exported.at)).toEqual([exported]);
  await expect(list('--since', 'yesterday')).rejects.toThrow('--since');
  const { printed } = await world.operate('patient', 'accesses', '--id', id, '--limit', '1');
  expect(printed).toMatch(
    /^\S+Z operator:Ada L\. \(clinic\): patient export, request [0-9a-f-]{36}$/,
  );
  await world.operate('patient', 'erase', '--id', id, '--reason', 'asked');
  expect(await list('--limit', '1')).toEqual([exported]);
  expect(await world.operateJson('patient', 'accesses', '--id', orderId)).toEqual([]);
});

it('finds the accesses of one patient among many without walking over the others', async () => {
  const id = crypto.randomUUID();
  await world.db.owner.query(
    `insert into patient_access (request_id, organization_id, at, actor, operation, patient_ids)
     select gen_random_uuid(), $1, now(), 'worker', 'getPatient',
            array[case when n % 2000 = 0 then $2 else gen_random_uuid() end]
       from generate_series(1, 20000) n`,
    [world.clinic.id, id],
  );
  // `costOf` leaves settings out.
  const { database } = world.db;
  const withBitmaps = {
    transaction: ((work) =>
      database.transaction(async (tx) => {
        await tx.query({ name: '', text: 'set local enable_bitmapscan = on' }, []);
        return work(tx);
      })) as typeof database.transaction,
  };
  for (const first of ['select 1', 'analyze patient_access']) {
    await world.db.owner.query(first);
    const rows = await touchedRows(withBitmaps, (explaining) =>
      listAccesses(explaining as Database, { id, since: undefined, limit: 25 }),
    );
    // Ten in the bitmap, ten in the table, and the organization of each.
    expect(rows).toBeLessThanOrEqual(30);
  }
});

it('is forgotten when its time is over, and not before', async () => {
  const { days } = RETENTION.patient_access;
  const before = await accesses();
  await world.db.owner.query(
    `insert into patient_access (request_id, organization_id, at, actor, operation, patient_ids)
     select gen_random_uuid(), $1, now() - make_interval(days => $2) - n * interval '1 minute', 'worker',
            'getPatient', array[gen_random_uuid()]
       from generate_series(-1, 6000) n where n <> 0`,
    [world.clinic.id, days],
  );
  await forgetAged(world.db.database, new AbortController().signal);
  expect(await accesses()).toHaveLength(before.length + 1);
}, 30_000);
