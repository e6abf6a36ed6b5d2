import { describe, expect, it } from 'vitest';
import { importFile } from '../support/as-operator.ts';
import { ADA, makeClinic } from '../support/clinic.ts';
import { hold } from '../support/concurrency.ts';
import { useWorld } from '../support/world.ts';

const MISSING = '00000000-0000-4000-8000-000000000000';

const ids = {
  patient: crypto.randomUUID(),
  sandboxPatient: crypto.randomUUID(),
  strangersPatient: crypto.randomUUID(),
  order: crypto.randomUUID(),
  sandboxOrder: crypto.randomUUID(),
  strangersOrder: crypto.randomUUID(),
};

const world = useWorld(async ({ db, service }) => {
  const clinic = await makeClinic(db.database, service);
  const stranger = await makeClinic(db.database, service, { slug: 'stranger' });
  const patient = { organization: clinic.slug, ...ADA };
  const patients = [
    { ...patient, id: ids.patient },
    { ...patient, id: ids.sandboxPatient, environment: 'test' },
    { ...patient, id: ids.strangersPatient, organization: stranger.slug },
  ];
  await importFile(db.database, JSON.stringify({ patients }));
  for (const [id, organizationId, environment] of [
    [ids.order, clinic.id, 'live'],
    [ids.sandboxOrder, clinic.id, 'test'],
    [ids.strangersOrder, stranger.id, 'live'],
  ]) {
    await db.owner.query(
      `insert into customer_order (id, organization_id, environment, order_number, total_cents)
       values ($1::uuid, $2, $3, $1::text, 100)`,
      [id, organizationId, environment],
    );
  }
  return { clinic, stranger };
});

function whole(id: string = crypto.randomUUID()) {
  return {
    organization: world.clinic.slug,
    id,
    patient_id: ids.patient,
    order_id: ids.order,
    product_name: 'Ozempic 1 mg pen',
    dosage: '1 mg',
    frequency: 'once a week',
    quantity: 4,
    refills_authorized: 2,
    status: 'signed',
    expires_at: '2027-11-20T00:00:00Z',
  };
}

const load = async (...prescriptions: object[]) =>
  (await importFile(world.db.database, JSON.stringify({ prescriptions }))).counts.prescriptions;

const CREATED = { created: 1, updated: 0, unchanged: 0 };
const UPDATED = { created: 0, updated: 1, unchanged: 0 };
const UNCHANGED = { created: 0, updated: 0, unchanged: 1 };

describe('a record', () => {
  it('becomes a prescription that reads answer', async () => {
    const { organization: _, ...record } = whole();
    expect(await load({ organization: world.clinic.slug, ...record })).toEqual(CREATED);
    const { body } = await world.clinic.live.get(`/v1/prescriptions/${record.id}`);
    expect(body).toEqual({
      ...record,
      provider_org_id: world.clinic.id,
      expires_at: '2027-11-20T00:00:00.000000Z',
      created_at: expect.any(String),
    });
  });

  it('changes nothing the second time, however it is written', async () => {
    const record = whole();
    await load(record);
    expect(await load(record)).toEqual(UNCHANGED);
    const { order_id, patient_id, ...rest } = record;
    const written = {
      ...rest,
      order_id: order_id.toUpperCase(),
      patient_id: patient_id.toUpperCase(),
      expires_at: '2027-11-20T01:00:00+01:00',
    };
    expect(await load(written)).toEqual(UNCHANGED);
    expect(await load({ ...rest, patient_id })).toEqual(UNCHANGED);
  });

  it('changes what it says, and clears what it says is null', async () => {
    const record = whole();
    await load(record);
    const { organization, id, patient_id, product_name } = record;
    const named = { organization, id, patient_id, product_name };
    expect(await load({ ...named, status: 'expired', order_id: null, quantity: null })).toEqual(
      UPDATED,
    );
    const { body } = await world.clinic.live.get(`/v1/prescriptions/${id}`);
    expect(body).toMatchObject({
      status: 'expired',
      order_id: null,
      quantity: null,
      dosage: '1 mg',
    });
  });

  it('of the sandbox names what is in the sandbox', async () => {
    const record = { ...whole(), environment: 'test', patient_id: ids.sandboxPatient };
    expect(await load({ ...record, order_id: ids.sandboxOrder })).toEqual(CREATED);
    expect((await world.clinic.test.get(`/v1/prescriptions/${record.id}`)).status).toBe(200);
  });

  it('may name a patient of the same file', async () => {
    const id = crypto.randomUUID();
    const { order_id: _, ...record } = whole();
    const file = {
      prescriptions: [{ ...record, patient_id: id }],
      patients: [{ organization: world.clinic.slug, id, ...ADA }],
    };
    const { counts } = await importFile(world.db.database, JSON.stringify(file));
    expect(counts).toMatchObject({ patients: CREATED, prescriptions: CREATED });
  });
});

describe('a prescription that an order is just naming', () => {
  it('is read after the order, and keeps its name', async () => {
    const { order_id, ...record } = whole();
    await load(record);
    const naming = 'update prescription set order_id = $2 where id = $1';
    const held = await hold(world.db.owner, naming, [record.id, order_id]);
    const loading = load({ ...record, status: 'completed' });
    await held.blocks(1);
    await held.commit();
    expect(await loading).toEqual(UPDATED);
    const { body } = await world.clinic.live.get(`/v1/prescriptions/${record.id}`);
    expect(body).toMatchObject({ status: 'completed', order_id });
  });
});

describe('a refused file', () => {
  const patientUnknown =
    'prescriptions[1].patient_id: is not a known patient of this organization and environment.';
  const orderUnknown =
    'prescriptions[1].order_id: is not a known order of this organization and environment.';

  it.each<[string, object, string]>([
    ['a missing patient', { patient_id: MISSING }, patientUnknown],
    ['a patient of the sandbox', { patient_id: ids.sandboxPatient }, patientUnknown],
    ['a foreign patient', { patient_id: ids.strangersPatient }, patientUnknown],
    ['a missing order', { order_id: MISSING }, orderUnknown],
    ['an order of the sandbox', { order_id: ids.sandboxOrder }, orderUnknown],
    ['a foreign order', { order_id: ids.strangersOrder }, orderUnknown],
    ['no patient', { patient_id: undefined }, 'prescriptions[1].patient_id: is missing.'],
    ['no name', { product_name: '' }, 'prescriptions[1].product_name: must not be empty'],
    ['an unknown status', { status: 'lost' }, 'prescriptions[1].status: must be one of draft,'],
    ['half a unit', { quantity: 0.5 }, 'prescriptions[1].quantity: must be an integer'],
    [
      'less than no refill',
      { refills_authorized: -1 },
      'prescriptions[1].refills_authorized: must',
    ],
    [
      'a time that is none',
      { expires_at: 'soon' },
      'prescriptions[1].expires_at: must be an ISO 8601',
    ],
    ['NUL', { dosage: 'a\0' }, 'prescriptions[1].dosage: must be a text without NUL'],
    ['an unknown field', { refills: 1 }, 'prescriptions[1].refills: is not a known field'],
  ])('names the record and the field of %s, and leaves nothing', async (_what, fields, message) => {
    const [{ order_id: _, ...first }, second] = [whole(), whole()];
    await expect(load(first, { ...second, ...fields })).rejects.toThrow(message);
    const { rows } = await world.db.owner.query('select from prescription where id = any($1)', [
      [first.id, second.id],
    ]);
    expect(rows).toHaveLength(0);
  });

  it('names no order of another patient', async () => {
    const id = crypto.randomUUID();
    await world.db.owner.query(
      `insert into patient (id, organization_id, environment, first_name, last_initial, sealed)
       select $1, organization_id, environment, 'Bo', 'C', '' from patient where id = $2`,
      [id, ids.patient],
    );
    const order = crypto.randomUUID();
    await world.db.owner.query(
      `insert into customer_order (id, organization_id, environment, order_number, total_cents, patient_id)
       select $1::uuid, organization_id, environment, $1::text, 1, id from patient where id = $2`,
      [order, id],
    );
    await expect(load({ ...whole(), order_id: order })).rejects.toThrow(
      'prescriptions[0].order_id: is the id of an order of another patient.',
    );
    expect(await load({ ...whole(), patient_id: id, order_id: order })).toEqual(CREATED);
  });

  it('names no id that another record has', async () => {
    const record = whole();
    await load(record);
    const foreign = {
      ...record,
      organization: world.stranger.slug,
      patient_id: ids.strangersPatient,
      order_id: null,
    };
    await expect(load(foreign)).rejects.toThrow(
      'prescriptions[0].id: already belongs to another record',
    );
  });
});
