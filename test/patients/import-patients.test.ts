import { describe, expect, it } from 'vitest';
import { importFile, SECRETS } from '../support/as-operator.ts';
import { ADA, makeClinic } from '../support/clinic.ts';
import { useWorld } from '../support/world.ts';

const PHYSICIAN = '7b8e6f0a-3c1d-4e5f-9a2b-0c1d2e3f4a5b';
const UNCHANGED = { created: 0, updated: 0, unchanged: 1 };
const UPDATED = { created: 0, updated: 1, unchanged: 0 };
const CREATED = { created: 1, updated: 0, unchanged: 0 };

const world = useWorld(async ({ db, service }) => {
  const clinic = await makeClinic(db.database, service);
  const brand = await makeClinic(db.database, service, { slug: 'brand', kind: 'brand' });
  return { clinic, brand };
});

/** A record with all that one may say, and what is left of it at rest. */
function whole(id: string = crypto.randomUUID()) {
  return {
    organization: world.clinic.slug,
    id,
    branding_organization: world.brand.slug,
    first_name: 'Maria',
    last_name: 'Zzyzx',
    date_of_birth: '1984-02-29',
    email: 'maria@zzyzx.example',
    phone: '(512) 555-0142',
    address: { line1: '1 Zzyzx Road', city: 'Baker', state: 'CA', postal_code: '92309' },
    allergies: ['penicillin'],
    medications: ['metformin'],
    clinical_notes: 'Zzyzx',
    assigned_physician_id: PHYSICIAN.toUpperCase(),
    created_at: '2020-01-02T03:04:05Z',
  };
}

const load = async (...patients: object[]) =>
  (await importFile(world.db.database, JSON.stringify({ patients }))).counts.patients;

async function rowOf(id: string) {
  const { rows } = await world.db.owner.query('select * from patient where id = $1', [id]);
  return rows[0];
}

async function sealedOf(id: string) {
  const context = { table: 'patient', organizationId: world.clinic.id, rowId: id };
  return JSON.parse(SECRETS.open((await rowOf(id)).sealed, context));
}

describe('a record', () => {
  it('is kept sealed, but for what reads show', async () => {
    const record = whole();
    expect(await load(record)).toEqual(CREATED);
    const { last_name, date_of_birth, email, address, allergies, medications } = record;
    expect(await sealedOf(record.id)).toEqual({
      last_name,
      date_of_birth,
      email,
      address,
      allergies,
      medications,
      clinical_notes: 'Zzyzx',
      phone: '+15125550142',
    });
    const row = await rowOf(record.id);
    expect(row).toMatchObject({
      organization_id: world.clinic.id,
      environment: 'live',
      branding_organization_id: world.brand.id,
      first_name: 'Maria',
      last_initial: 'Z',
      assigned_physician_id: PHYSICIAN,
    });
    expect(row.created_at.toISOString()).toBe('2020-01-02T03:04:05.000Z');
    expect(Date.now() - row.updated_at.getTime()).toBeLessThan(60_000);
    const clear = JSON.stringify({ ...row, sealed: row.sealed.toString('latin1') });
    expect(clear).not.toMatch(/Zzyzx|zzyzx|penicillin|metformin|Baker/);
    // Whole: a few digits of them may be in any id.
    expect(clear).not.toMatch(/1984-02-29|555-?0142/);
  });

  it('of another environment is that environment’s', async () => {
    const record = { ...whole(), environment: 'test' };
    await load(record);
    expect((await world.clinic.test.get(`/v1/patients/${record.id}`)).status).toBe(200);
    expect((await world.clinic.live.get(`/v1/patients/${record.id}`)).status).toBe(404);
  });

  it('without an id is a new patient each time', async () => {
    const record = { organization: world.clinic.slug, first_name: 'Ada', last_name: 'Lovelace' };
    expect(await load(record, record)).toEqual({ created: 2, updated: 0, unchanged: 0 });
  });

  it('changes a patient that the API created', async () => {
    const { body } = await world.clinic.live.post('/v1/patients', {
      body: { ...ADA, email: 'a@b.example' },
    });
    const { id } = body.data;
    const record = { organization: world.clinic.slug, id, ...ADA };
    expect(await load(record)).toEqual(UNCHANGED);
    expect(await load({ ...record, phone: '+15125550142' })).toEqual(UPDATED);
    expect(await sealedOf(id)).toMatchObject({ email: 'a@b.example', phone: '+15125550142' });
  });
});

describe('a second import', () => {
  it('changes nothing, however it is written', async () => {
    const record = whole();
    await load(record);
    const before = await rowOf(record.id);
    expect(await load(record)).toEqual(UNCHANGED);
    const { created_at: _, ...rest } = record;
    const written = {
      ...rest,
      id: record.id.toUpperCase(),
      phone: '+1 512 555 0142',
      assigned_physician_id: PHYSICIAN,
      address: Object.fromEntries(Object.entries(record.address).reverse()),
    };
    expect(await load(written)).toEqual(UNCHANGED);
    expect(await rowOf(record.id)).toEqual(before);
  });

  it('changes what it says, clears what it says is null, and moves updated_at', async () => {
    const record = whole();
    await load(record);
    const before = await world.clinic.live.get(`/v1/patients/${record.id}`);
    const { organization, id, first_name } = record;
    const change = { organization, id, first_name, last_name: 'Ødegård' };
    expect(
      await load({ ...change, email: null, address: null, branding_organization: null }),
    ).toEqual(UPDATED);
    const after = await world.clinic.live.get(`/v1/patients/${record.id}`);
    expect(after.body.data).toEqual({
      ...before.body.data,
      last_initial: 'Ø',
      updated_at: expect.any(String),
    });
    expect(after.body.data.updated_at > before.body.data.updated_at).toBe(true);
    expect(await sealedOf(id)).toMatchObject({
      last_name: 'Ødegård',
      email: null,
      address: null,
      phone: '+15125550142',
      date_of_birth: '1984-02-29',
      allergies: ['penicillin'],
    });
    expect((await world.brand.live.get(`/v1/patients/${record.id}`)).status).toBe(404);
  });

  it('never takes an id of another organization’s or the other environment’s patient', async () => {
    const record = whole();
    await load(record);
    const taken = 'patients[0].id: already belongs to another record.';
    await expect(load({ ...record, environment: 'test' })).rejects.toThrow(taken);
    await expect(load({ ...record, organization: world.brand.slug })).rejects.toThrow(taken);
    await expect(load(record, record)).rejects.toThrow('patients[1]: repeats patients[0].');
  });
});

describe('a refused file', () => {
  it.each<[string, object, string]>([
    [
      'an unknown field',
      { colour: 'Zzyzx' },
      'patients[0].colour: is not a known field. Known fields:',
    ],
    ['no last name', { last_name: undefined }, 'patients[0].last_name: is missing.'],
    ['a name of signs', { last_name: '-' }, 'patients[0].last_name: must hold a letter.'],
    ['a blank name', { first_name: ' ' }, 'patients[0].first_name: must not be blank.'],
    [
      'an unknown owner',
      { organization: 'nobody' },
      'patients[0].organization: is not a known organ',
    ],
    [
      'an unknown brand',
      { branding_organization: 'nobody' },
      'patients[0].branding_organization: is not a known organization.',
    ],
    [
      'a day that is none',
      { date_of_birth: '1984-02-30' },
      'patients[0].date_of_birth: must be a calendar date',
    ],
    [
      'a birth to come',
      { date_of_birth: '2998-01-01' },
      'patients[0].date_of_birth: must not be in',
    ],
    [
      'an old birth',
      { date_of_birth: '1899-12-31' },
      'patients[0].date_of_birth: must not be before',
    ],
    ['an e-mail that is none', { email: 'Zzyzx' }, 'patients[0].email: must be an e-mail address'],
    ['a phone that is none', { phone: '777' }, 'patients[0].phone: must be a telephone number'],
    ['an address in one line', { address: 'Zzyzx' }, 'patients[0].address: must be an object'],
    [
      'a state that is none',
      { address: { state: 'Zz' } },
      'patients[0].address.state: must be a US',
    ],
    ['a country', { address: { country: 'Zz' } }, 'patients[0].address.country: must be a country'],
    ['an allergy', { allergies: [7] }, 'patients[0].allergies.0: must be a string'],
    ['NUL', { clinical_notes: 'a\0' }, 'patients[0].clinical_notes: must be a text without NUL'],
    [
      'half a pair',
      { medications: ['\ud800'] },
      'patients[0].medications.0: must be a text without NUL',
    ],
    [
      'half a physician',
      { assigned_physician_id: '7b8e' },
      'patients[0].assigned_physician_id: must',
    ],
    ['half an id', { id: '7b8e' }, 'patients[0].id: must be a UUID'],
  ])('names the record and the field of %s, and quotes nothing', async (_what, fields, message) => {
    const record = whole();
    const error = await load({ ...record, ...fields }).catch((reason: Error) => reason);
    expect(error).toMatchObject({
      name: 'OperatorError',
      message: expect.stringContaining(message),
    });
    expect(String(error)).not.toMatch(/Zz|Maria|777|2998/);
    expect(await rowOf(record.id)).toBeUndefined();
  });
});

it('takes half an address, as records from elsewhere may have it', async () => {
  const record = { ...whole(), address: { city: 'Baker' } };
  expect(await load(record)).toEqual(CREATED);
  expect((await sealedOf(record.id)).address).toEqual({ city: 'Baker' });
});

it('leaves no event, and no more in the log of actions than counts', async () => {
  await load(whole());
  const { rows } = await world.db.owner.query(
    // Not ids and times, in which any digits may be; what issued a key names its id.
    `select (select count(*) from event)::int as events,
            json_agg(json_build_array(actor, command, target, arguments, reason)) as actions
       from operator_action where command = 'import'`,
  );
  expect(rows[0].events).toBe(0);
  expect(JSON.stringify(rows[0].actions)).toContain('1 patients');
  expect(JSON.stringify(rows[0].actions)).not.toMatch(/Zzyzx|Maria|1984|555/);
});
