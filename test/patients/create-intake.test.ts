import { describe, expect, it } from 'vitest';
import { importFile, SECRETS, setOrganizationStatus } from '../support/as-operator.ts';
import type { Client, RequestOptions } from '../support/client.ts';
import { ADA, makeClinic } from '../support/clinic.ts';
import { hold } from '../support/concurrency.ts';
import { freshKey, makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const PATH = '/v1/intakes';
const MISSING = '00000000-0000-4000-8000-000000000000';
const CONSENT = { accepted: true, at: '2026-01-02T03:04:05.678+01:00' };

let patientId: string;
let sandboxPatientId: string;
let strangersPatientId: string;
/** Of the pharmacy: listed, not listed any more, never listed, listed but archived. */
let listed: string;
let delisted: string;
let unlisted: string;
let archived: string;

const world = useWorld(async ({ db, service }) => {
  const clinic = await makeClinic(db.database, service);
  const brand = await makeClinic(db.database, service, { slug: 'brand' });
  const stranger = await makeClinic(db.database, service, { slug: 'stranger' });
  const pharmacy = await makePharmacy(db.database, { skuCodes: ['A', 'B', 'C', 'D'] });
  [listed, delisted, unlisted, archived] = pharmacy.productIds as [string, string, string, string];
  const products = [
    { organization: pharmacy.slug, id: archived, name: 'Archived', status: 'archived' },
  ];
  [patientId, sandboxPatientId, strangersPatientId] = [1, 2, 3].map(() => crypto.randomUUID()) as [
    string,
    string,
    string,
  ];
  const patient = { organization: clinic.slug, branding_organization: brand.slug, ...ADA };
  const patients = [
    { ...patient, id: patientId },
    { ...patient, id: sandboxPatientId, environment: 'test' },
    { ...patient, id: strangersPatientId, organization: stranger.slug },
  ];
  await importFile(db.database, JSON.stringify({ products, patients }));
  await db.owner.query(
    `insert into storefront_listing (
       id, organization_id, product_id, product_organization_id, patient_price_cents, is_listed)
     select gen_random_uuid(), $1, product.id, product.organization_id, 100, product.id <> $2
       from product where product.id = any($3::uuid[])`,
    [clinic.id, delisted, [listed, delisted, archived]],
  );
  return { clinic, brand };
});

const keyed = (key: string) => ({ headers: { 'Idempotency-Key': key } });
const whole = (fields: object = {}) => ({
  patient_id: patientId,
  answers: { is_pregnant: false, goals: ['weight', 'energy'], height_cm: 171.5, notes: 'Zzyzx' },
  consent: CONSENT,
  ...fields,
});

function submit(body: unknown, options: RequestOptions & { caller?: Client } = {}) {
  const { caller = world.clinic.live, ...rest } = options;
  return caller.post(PATH, { body, ...rest });
}

async function intakesKept(): Promise<number> {
  const { rows } = await world.db.owner.query('select count(*)::int as kept from intake');
  return rows[0].kept;
}

async function sealedOf(id: string) {
  const { rows } = await world.db.owner.query('select * from intake where id = $1', [id]);
  const context = { table: 'intake', organizationId: world.clinic.id, rowId: id };
  expect(rows[0].sealed.toString('latin1')).not.toContain('Zzyzx');
  return JSON.parse(SECRETS.open(rows[0].sealed, context));
}

/** Where a refusal points, which must leave nothing. */
async function refusal(body: unknown): Promise<string[]> {
  const before = await intakesKept();
  const answer = await submit(body, keyed(freshKey()));
  expect([answer.status, answer.body.error.code]).toEqual([400, 'validation_failed']);
  expect(answer.text).not.toContain('Zzyzx');
  expect(await intakesKept()).toBe(before);
  return [...new Set<string>(answer.body.error.details.map(({ path }: { path: string }) => path))];
}

describe('an intake', () => {
  it('is answered without a word of what it holds', async () => {
    const { status, body } = await submit(whole({ requested_products: [listed] }));
    expect([status, body]).toEqual([
      201,
      {
        data: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          patient_id: patientId,
          status: 'submitted',
          created_at: expect.stringMatching(/^20\d\d-.*\.\d{6}Z$/),
        },
      },
    ]);
  });

  it('is sealed at rest', async () => {
    const requested_products = [listed.toUpperCase(), listed];
    const { body } = await submit(
      whole({ patient_id: patientId.toUpperCase(), requested_products }),
    );
    expect(await sealedOf(body.data.id)).toEqual({
      answers: whole().answers,
      consent: { accepted: true, at: '2026-01-02T02:04:05.678000Z' },
      requested_products: [listed],
    });
  });

  it('may have no answers, none of the products, and answers of any name', async () => {
    for (const answers of [
      {},
      { constructor: 'a', toString: 'b', hasOwnProperty: true, '': undefined },
      { 'Haben Sie Allergien? 👩‍⚕️': 'nein', 'a.b/c~d': [] },
      Object.fromEntries(
        Array.from({ length: 200 }, (_, index) => [`q${index}`, 'x'.repeat(1_000)]),
      ),
    ]) {
      const { status, body, text } = await submit(whole({ answers, requested_products: [] }));
      expect(status, text).toBe(201);
      expect((await sealedOf(body.data.id)).answers).toEqual(JSON.parse(JSON.stringify(answers)));
    }
  });

  it('leaves no event', async () => {
    const { rows } = await world.db.owner.query(
      'select count(*)::int as events from event where organization_id = $1',
      [world.clinic.id],
    );
    expect(rows[0].events).toBe(0);
  });
});

describe('an Idempotency-Key', () => {
  it('keeps one intake, and answers a repeat in the first bytes', async () => {
    const key = freshKey();
    const first = await submit(whole(), keyed(key));
    const kept = await intakesKept();
    const again = await submit(whole(), keyed(key));
    expect([first.status, again.status, again.text]).toEqual([201, 200, first.text]);
    expect(await intakesKept()).toBe(kept);
  });

  it('is refused with another body', async () => {
    const key = freshKey();
    await submit(whole(), keyed(key));
    const { status, body } = await submit(whole({ answers: {} }), keyed(key));
    expect([status, body.error.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('keeps nothing that could be read, and is free after a 404', async () => {
    const key = freshKey();
    expect((await submit(whole({ patient_id: MISSING }), keyed(key))).status).toBe(404);
    expect((await submit(whole(), keyed(key))).status).toBe(201);
    const { rows } = await world.db.owner.query('select * from idempotency_key where key = $1', [
      key,
    ]);
    expect([rows.length, rows[0].answer]).toEqual([1, null]);
    expect(rows[0].sealed_answer.toString('latin1')).not.toContain(patientId);
  });
});

describe('a patient', () => {
  it('of somebody else, of the other environment or of no one is 404 in the same bytes', async () => {
    const bodies = [];
    for (const [caller, patient_id] of [
      [world.clinic.live, MISSING],
      [world.clinic.live, sandboxPatientId],
      [world.clinic.live, strangersPatientId],
      [world.clinic.test, patientId],
      // Its brand lets it read the patient, no more.
      [world.brand.live, patientId],
    ] as const) {
      const { status, body, text } = await submit(whole({ patient_id }), { caller });
      expect([status, body.error.code]).toEqual([404, 'not_found']);
      bodies.push(text.replace(body.error.request_id, ''));
    }
    expect(new Set(bodies).size).toBe(1);
  });

  it('of the sandbox has intakes of the sandbox', async () => {
    const body = whole({ patient_id: sandboxPatientId });
    const answer = await submit(body, { caller: world.clinic.test });
    expect(answer.status).toBe(201);
    const { rows } = await world.db.owner.query('select environment from intake where id = $1', [
      answer.body.data.id,
    ]);
    expect(rows[0].environment).toBe('test');
  });
});

it('asks for products that are active and listed in the storefront, else 404 in the same bytes', async () => {
  const bodies = [];
  for (const product of [delisted, unlisted, archived, MISSING]) {
    const requested_products = [listed, product];
    const { status, body, text } = await submit(whole({ requested_products }));
    expect([status, body.error.code]).toEqual([404, 'not_found']);
    bodies.push(text.replace(body.error.request_id, ''));
  }
  expect(new Set(bodies).size).toBe(1);
});

it('is for active clinics alone', async () => {
  const { status, body } = await submit(whole(), {
    caller: (await makeClinic(world.db.database, world.service, { slug: 'a-brand', kind: 'brand' }))
      .live,
  });
  expect([status, body.error.code]).toEqual([403, 'not_vita_clinic']);
  await setOrganizationStatus(world.db.database, world.clinic.slug, 'suspended');
  expect((await submit(whole())).body.error.code).toBe('not_vita_clinic');
  await setOrganizationStatus(world.db.database, world.clinic.slug, 'active');
});

it('is for no clinic that is being suspended while the request is under way', async () => {
  const held = await hold(
    world.db.owner,
    "update organization set status = 'suspended' where slug = $1",
    [world.clinic.slug],
  );
  const submitting = submit(whole());
  await held.blocks(1);
  await held.commit();
  const { status, body } = await submitting;
  expect([status, body.error.code]).toEqual([403, 'not_vita_clinic']);
  await setOrganizationStatus(world.db.database, world.clinic.slug, 'active');
});

describe('a body is refused', () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`q${index}`, 1]));

  it.each<[string, object, string[]]>([
    ['without a patient', { patient_id: undefined }, ['patient_id']],
    ['with half a patient', { patient_id: '7b8e' }, ['patient_id']],
    ['without answers', { answers: undefined }, ['answers']],
    ['with answers in a list', { answers: ['Zzyzx'] }, ['answers']],
    ['with 201 answers', { answers: many(201) }, ['answers']],
    ['with an answer that is null', { answers: { a: null } }, ['answers.a']],
    ['with an answer that is an object', { answers: { a: { b: 'Zzyzx' } } }, ['answers.a']],
    ['with a list of numbers', { answers: { a: ['x', 1] } }, ['answers.a.1']],
    ['with a list in a list', { answers: { a: [['Zzyzx']] } }, ['answers.a.0']],
    ['with a long answer', { answers: { a: 'x'.repeat(5_001) } }, ['answers.a']],
    ['with a long list', { answers: { a: Array(101).fill('x') } }, ['answers.a']],
    ['with an answer without a name', { answers: { '': 1 } }, ['answers']],
    ['with a long name', { answers: { ['x'.repeat(201)]: 1 } }, ['answers']],
    ['with a number beyond what is exact', { answers: { a: 2 ** 53 } }, ['answers.a']],
    ['with NUL in an answer', { answers: { a: 'a\0' } }, ['answers.a']],
    ['with NUL in a name', { answers: { 'a\0': 1 } }, ['answers']],
    ['with half a pair in an answer', { answers: { a: ['\udc00'] } }, ['answers.a.0']],
    ['with half a pair in a name', { answers: { '\ud800': 1 } }, ['answers']],
    ['without consent', { consent: undefined }, ['consent']],
    [
      'with a consent that was denied',
      { consent: { ...CONSENT, accepted: false } },
      ['consent.accepted'],
    ],
    [
      'with a consent in words',
      { consent: { ...CONSENT, accepted: 'true' } },
      ['consent.accepted'],
    ],
    ['with a consent at no time', { consent: { accepted: true } }, ['consent.at']],
    ['with a consent of a day', { consent: { ...CONSENT, at: '2026-01-02' } }, ['consent.at']],
    [
      'with a consent of no day',
      { consent: { ...CONSENT, at: '2026-02-30T00:00:00Z' } },
      ['consent.at'],
    ],
    [
      'with a consent to come',
      { consent: { ...CONSENT, at: '2999-01-01T00:00:00Z' } },
      ['consent.at'],
    ],
    ['with a signature', { consent: { ...CONSENT, by: 'Zzyzx' } }, ['consent.by']],
    ['with products by name', { requested_products: ['Ozempic'] }, ['requested_products.0']],
    ['with one product', { requested_products: MISSING }, ['requested_products']],
    ['with 101 products', { requested_products: Array(101).fill(MISSING) }, ['requested_products']],
    ['with a misspelt field', { requested_product: [] }, ['requested_product']],
    ['with a status', { status: 'submitted' }, ['status']],
  ])('%s, and each field is named', async (_what, fields, paths) => {
    expect(await refusal(whole(fields))).toEqual(paths);
  });

  it.each([
    ['', 'has a name that must not be empty'],
    ['x'.repeat(201), 'has a name that must not have more than 200 characters'],
  ])('with the name %j, and it is the name that is blamed', async (name, message) => {
    const { body } = await world.clinic.live.post(PATH, {
      body: whole({ answers: { [name]: 1 } }),
    });
    expect(body.error.details).toEqual([{ path: 'answers', message }]);
  });

  it.each([
    ['a prototype', '{"__proto__": 1}', ['answers.__proto__']],
    ['a number without end', '{"a": 1e999}', ['answers.a']],
    ['a huge number', '{"a": 1e300}', ['answers.a']],
  ])('with %s among the answers', async (_what, answers, paths) => {
    const { answers: _, ...rest } = whole();
    const rawBody = `{"answers": ${answers}, ${JSON.stringify(rest).slice(1)}`;
    const headers = { 'content-type': 'application/json' };
    const { status, body } = await world.clinic.live.post(PATH, { rawBody, headers });
    expect([status, body.error.code]).toEqual([400, 'validation_failed']);
    expect(body.error.details.map(({ path }: { path: string }) => path)).toEqual(paths);
  });
});

it('allows the clock of a device to be a little ahead', async () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  expect((await submit(whole({ consent: { ...CONSENT, at: at(4) } }))).status).toBe(201);
  expect(await refusal(whole({ consent: { ...CONSENT, at: at(6) } }))).toEqual(['consent.at']);
});
