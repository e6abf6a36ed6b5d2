// The export of all that is kept about a patient, and the record that it was asked for.
import { beforeAll, expect, it } from 'vitest';
import { importFile } from '../support/as-operator.ts';
import { ADA } from '../support/clinic.ts';
import { operate, operateJson } from '../support/operator.ts';
import { type Client, client, day, freshKey, post } from '../support/pharmacy.ts';
import { placing, SHIP_TO, WHOLESALE } from '../support/place-orders.ts';

const CONSENT = { accepted: true, at: '2026-01-02T03:04:05.678Z' };
const KNOWN = {
  ...ADA,
  email: 'ada@mail.example',
  phone: '(512) 555-0142',
  address: { line1: '1 Street', city: 'Austin', state: 'TX', postal_code: '78701', country: 'US' },
  allergies: ['penicillin'],
  medications: ['metformin'],
};

const made = placing();
let pharmacy: Client;
/** No test changes this one. */
let ada: Person;

beforeAll(async () => {
  pharmacy = client({ url: made.service.url, key: made.pharmacy.liveKey });
  const organization = 'pharmacy';
  await importFile(
    made.db.database,
    JSON.stringify({
      skus: [{ organization, sku_code: 'PILLS', product_id: made.products.pills }],
      lots: [{ organization, sku_code: 'PILLS', lot_number: 'L1', expiry_date: day(90), qty: 9 }],
    }),
  );
  ada = await makePerson('WEB-1');
});

interface Person {
  readonly id: string;
  readonly orderId: string;
  readonly prescriptionId: string;
  /** Of the requests that made all this. */
  readonly keys: Readonly<Record<'patient' | 'intake' | 'order', string>>;
}

/** Something of each kind is known. */
async function makePerson(external_order_id: string): Promise<Person> {
  const keys = { patient: freshKey(), intake: freshKey(), order: freshKey() };
  const prescriptionId = crypto.randomUUID();
  const send = async (path: string, body: object, key: string) => {
    const answer = await made.clinic.live.post(path, { body, headers: { 'Idempotency-Key': key } });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.data;
  };
  const { id } = await send('/v1/patients', KNOWN, keys.patient);
  await importFile(
    made.db.database,
    JSON.stringify({
      patients: [
        {
          organization: 'clinic',
          id,
          ...ADA,
          branding_organization: 'stranger',
          clinical_notes: 'Calm',
        },
      ],
    }),
  );
  const intake = { patient_id: id, answers: { weight: 71 }, consent: CONSENT };
  await send('/v1/intakes', intake, keys.intake);
  await made.writePrescription(prescriptionId, { patientId: id });
  const order = made.body({
    patient_id: id,
    external_order_id,
    items: [{ product_id: made.products.pills, quantity: 2, prescription_id: prescriptionId }],
  });
  const { id: orderId } = await send('/v1/orders', order, keys.order);
  const reference = { type: 'order', id: orderId, rx_number: 'RX-1' };
  const body = { type: 'dispense', sku_code: 'PILLS', qty: 2, note: 'Called Ada', reference };
  expect((await post(pharmacy, body)).status).toBe(201);
  const strangers = { ...reference, id: crypto.randomUUID() };
  expect((await post(pharmacy, { ...body, reference: strangers })).status).toBe(201);
  return { id, orderId, prescriptionId, keys };
}

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);

it('is all that is known of the person, opened, and nothing that others agreed among themselves', async () => {
  const { id, orderId, prescriptionId, keys } = ada;
  const exported = await made.operateJson('patient', 'export', '--id', id);
  expect(exported).toEqual({
    patient: {
      id,
      ...KNOWN,
      last_initial: 'L',
      phone: '+15125550142',
      clinical_notes: 'Calm',
      organization: 'clinic',
      environment: 'live',
      branding_organization: 'stranger',
      assigned_physician_id: null,
      created_at: time,
      updated_at: time,
      erased_at: null,
    },
    intakes: [
      {
        id: expect.any(String),
        status: 'submitted',
        created_at: time,
        answers: { weight: 71 },
        requested_products: [],
        consent: { accepted: true, at: expect.any(String) },
      },
    ],
    prescriptions: [
      {
        id: prescriptionId,
        order_id: orderId,
        product_name: 'pills',
        status: 'signed',
        dosage: null,
        frequency: null,
        quantity: 1e12,
        refills_authorized: null,
        expires_at: null,
        created_at: time,
      },
    ],
    orders: [
      {
        id: orderId,
        order_number: expect.any(String),
        external_order_id: 'WEB-1',
        status: 'pending',
        payment_status: 'pending',
        total_cents: 2_500,
        currency: 'USD',
        tracking_number: null,
        tracking_carrier: null,
        shipped_at: null,
        created_at: time,
        readers: ['clinic', 'pharmacy'],
        items: [
          {
            product_id: made.products.pills,
            product_name: 'pills',
            quantity: 2,
            unit_price_cents: 1_250,
            prescription_id: prescriptionId,
          },
        ],
        ship_to: { ...SHIP_TO, country: 'US', phone: '+15125550142' },
      },
    ],
    movements: [
      {
        id: expect.any(String),
        organization: 'pharmacy',
        type: 'dispense',
        reference_id: orderId,
        rx_number: 'RX-1',
        note: 'Called Ada',
        created_at: time,
        redacted_at: null,
      },
    ],
    requests: [
      { operation: 'createPatient', idempotency_key: keys.patient, created_at: time },
      { operation: 'createIntake', idempotency_key: keys.intake, created_at: time },
      { operation: 'createOrder', idempotency_key: keys.order, created_at: time },
    ],
  });
  expect(JSON.stringify(exported)).not.toContain(String(WHOLESALE));
});

it('is printed as JSON for people too', async () => {
  const { printed } = await made.operate('patient', 'export', '--id', ada.id);
  expect(printed).toMatch(/^\{\n {2}"patient": \{\n/);
  expect(JSON.parse(printed).patient.email).toBe(KNOWN.email);
});

it('is refused where the access cannot be recorded', async () => {
  const { owner, database } = made.db;
  for (const table of ['patient_access', 'operator_action']) {
    await owner.query(`alter table ${table} add constraint is_full check (false) not valid`);
    try {
      await expect(operate(database, 'patient', 'export', '--id', ada.id)).rejects.toThrow(
        'is_full',
      );
    } finally {
      await owner.query(`alter table ${table} drop constraint is_full`);
    }
  }
});

it('of one who was erased is what stays', async () => {
  const { database } = made.db;
  const { id, orderId, prescriptionId } = await makePerson('WEB-2');
  await operate(database, 'patient', 'erase', '--id', id, '--reason', 'asked for it');
  const exported = await operateJson(database, 'patient', 'export', '--id', id);
  expect(exported).toMatchObject({
    patient: { id, first_name: '', last_initial: '', erased_at: time, organization: 'clinic' },
    intakes: [],
    prescriptions: [{ id: prescriptionId }],
    orders: [{ id: orderId, total_cents: 2_500, ship_to: null }],
    movements: [{ note: null, rx_number: null, redacted_at: time }],
  });
  expect(exported.patient).not.toHaveProperty('email');
});

it('refuses an id that no patient has', async () => {
  const { orderId: id } = ada;
  await expect(made.operate('patient', 'export', '--id', id)).rejects.toThrow(
    `There is no patient ${id}.`,
  );
});
