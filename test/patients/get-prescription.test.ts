import { expect, it } from 'vitest';
import { importFile } from '../support/as-operator.ts';
import type { Client } from '../support/client.ts';
import { ADA, makeClinic } from '../support/clinic.ts';
import { useWorld } from '../support/world.ts';

const MISSING = '00000000-0000-4000-8000-000000000000';

const patientId = crypto.randomUUID();
const sandboxPatientId = crypto.randomUUID();
const [full, least, sandbox] = [1, 2, 3].map(() => crypto.randomUUID()) as [string, string, string];

const world = useWorld(async ({ db, service }) => {
  const clinic = await makeClinic(db.database, service);
  const brand = await makeClinic(db.database, service, { slug: 'brand', kind: 'brand' });
  const organization = clinic.slug;
  const patient = { organization, branding_organization: brand.slug, ...ADA };
  const prescription = { organization, patient_id: patientId, product_name: 'Ozempic 1 mg pen' };
  const file = {
    patients: [
      { ...patient, id: patientId },
      { ...patient, id: sandboxPatientId, environment: 'test' },
    ],
    prescriptions: [
      {
        ...prescription,
        id: full,
        dosage: '1 mg',
        frequency: 'once a week',
        quantity: 4,
        refills_authorized: 0,
        status: 'signed',
        expires_at: '2027-11-20T00:00:00+01:00',
        created_at: '2026-01-02T03:04:05.678901Z',
      },
      { ...prescription, id: least },
      { ...prescription, id: sandbox, patient_id: sandboxPatientId, environment: 'test' },
    ],
  };
  await importFile(db.database, JSON.stringify(file));
  return { clinic, brand };
});

const get = (caller: Client, of: string) => caller.get(`/v1/prescriptions/${of}`);

it('answers the prescription itself', async () => {
  const { status, body } = await get(world.clinic.live, full);
  expect([status, body]).toEqual([
    200,
    {
      id: full,
      patient_id: patientId,
      provider_org_id: world.clinic.id,
      order_id: null,
      product_name: 'Ozempic 1 mg pen',
      dosage: '1 mg',
      frequency: 'once a week',
      quantity: 4,
      refills_authorized: 0,
      status: 'signed',
      expires_at: '2027-11-19T23:00:00.000000Z',
      created_at: '2026-01-02T03:04:05.678901Z',
    },
  ]);
});

it('says null where nothing is known', async () => {
  const { body } = await get(world.clinic.live, least.toUpperCase());
  expect(body).toMatchObject({
    id: least,
    status: 'draft',
    order_id: null,
    dosage: null,
    frequency: null,
    quantity: null,
    refills_authorized: null,
    expires_at: null,
  });
  expect((await get(world.clinic.test, sandbox)).body.id).toBe(sandbox);
});

it('answers 404 in the same bytes for a missing, a foreign and another environment’s one', async () => {
  const bodies = [];
  for (const [caller, of] of [
    [world.clinic.live, MISSING],
    [world.clinic.live, sandbox],
    [world.clinic.test, full],
    // It reads the patient, and not what was prescribed.
    [world.brand.live, full],
    [world.brand.test, sandbox],
  ] as const) {
    const { status, body, text } = await get(caller, of);
    expect([status, body.error.code]).toEqual([404, 'not_found']);
    bodies.push(text.replace(body.error.request_id, ''));
  }
  expect(new Set(bodies).size).toBe(1);
});

it.each(['x', `${full}0`, full.replaceAll('-', '')])('refuses %j, which is no UUID', async (of) => {
  const { status, body } = await get(world.clinic.live, of);
  expect([status, body.error.code]).toEqual([400, 'invalid_id']);
});
