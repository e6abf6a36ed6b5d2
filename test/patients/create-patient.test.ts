import { describe, expect, it } from 'vitest';
import { NOTHING_KNOWN } from '../../src/patients/patient-rows.ts';
import { SECRETS, setOrganizationStatus } from '../support/as-operator.ts';
import type { RequestOptions } from '../support/client.ts';
import { ADA, makeClinic } from '../support/clinic.ts';
import { hold } from '../support/concurrency.ts';
import { freshKey } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const PATH = '/v1/patients';
const PHYSICIAN = '7b8e6f0a-3c1d-4e5f-9a2b-0c1d2e3f4a5b';
const ADDRESS = {
  line1: '120 Congress Avenue',
  line2: 'Apt 4',
  city: 'Austin',
  state: 'TX',
  postal_code: '78701',
  country: 'US',
};
/** Each of its texts but the first name would tell who it is. */
const WHOLE = {
  first_name: 'Maria',
  last_name: 'Zzyzx',
  date_of_birth: '1984-02-29',
  email: 'maria.zzyzx@mail.example',
  phone: '(512) 555-0142',
  address: ADDRESS,
  allergies: ['penicillin'],
  medications: ['metformin 500 mg'],
  clinical_notes: 'Line one\nline two',
  assigned_physician_id: PHYSICIAN.toUpperCase(),
};
const HIDDEN = /Zzyzx|1984|zzyzx|555|0142|Congress|Austin|78701|penicillin|metformin|line two/;

const world = useWorld(async ({ db, service }) => {
  const clinic = await makeClinic(db.database, service);
  return { clinic };
});

const create = (body: unknown, options: RequestOptions = {}) =>
  world.clinic.live.post(PATH, { body, ...options });
const keyed = (key: string) => ({ headers: { 'Idempotency-Key': key } });

async function patientsKept(): Promise<number> {
  const { rows } = await world.db.owner.query('select count(*)::int as kept from patient');
  return rows[0].kept;
}

/** The row of a patient, and what is sealed in it. */
async function keptOf(id: string) {
  const { rows } = await world.db.owner.query('select * from patient where id = $1', [id]);
  const context = { table: 'patient', organizationId: world.clinic.id, rowId: id };
  return { row: rows[0], sealed: JSON.parse(SECRETS.open(rows[0].sealed, context)) };
}

/** The details of a refusal, which must leave nothing. */
async function refusal(body: unknown) {
  const before = await patientsKept();
  const answer = await create(body, keyed(freshKey()));
  expect([answer.status, answer.body.error.code]).toEqual([400, 'validation_failed']);
  expect(await patientsKept()).toBe(before);
  return answer.body.error.details as { path: string; message: string }[];
}

/** A format may have two things to say of one field. */
const pathsOf = (details: { path: string }[]) => [...new Set(details.map(({ path }) => path))];

describe('a patient', () => {
  it('is answered in the least, and can be read', async () => {
    const { status, body, text } = await create(WHOLE);
    expect(status).toBe(201);
    expect(body).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        first_name: 'Maria',
        last_initial: 'Z',
        assigned_physician_id: PHYSICIAN,
        created_at: expect.stringMatching(/^20\d\d-.*\.\d{6}Z$/),
        updated_at: body.data.created_at,
      },
    });
    expect(text.replaceAll(body.data.created_at, '').replaceAll(body.data.id, '')).not.toMatch(
      HIDDEN,
    );
    expect((await world.clinic.live.get(`${PATH}/${body.data.id}`)).text).toBe(text);
    const list = await world.clinic.live.get(PATH, { query: { limit: 1 } });
    expect(list.body.data).toEqual([body.data]);
  });

  it('is sealed at rest, all but what reads show', async () => {
    const { body } = await create(WHOLE);
    const { row, sealed } = await keptOf(body.data.id);
    const { first_name: _, assigned_physician_id: __, ...hidden } = WHOLE;
    expect(sealed).toEqual({ ...hidden, phone: '+15125550142' });
    const clear = JSON.stringify({ ...row, sealed: row.sealed.toString('latin1') });
    expect(clear.replaceAll(/"\w+_at":"[^"]+"|[0-9a-f-]{36}/g, '')).not.toMatch(HIDDEN);
  });

  it('needs no more than names and a date of birth', async () => {
    const { status, body } = await create(ADA);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ last_initial: 'L', assigned_physician_id: null });
    const { sealed } = await keptOf(body.data.id);
    expect(sealed).toEqual({
      ...NOTHING_KNOWN,
      last_name: ADA.last_name,
      date_of_birth: '1990-12-10',
    });
  });

  it('loses the spaces around names, and nothing within', async () => {
    const { body } = await create({
      ...ADA,
      first_name: ' Ana  Maria\u00a0',
      last_name: ' de Vries ',
    });
    expect(body.data).toMatchObject({ first_name: 'Ana  Maria', last_initial: 'D' });
    expect((await keptOf(body.data.id)).sealed.last_name).toBe('de Vries');
  });

  it('of a test key is seen by test keys alone', async () => {
    const { status, body } = await world.clinic.test.post(PATH, { body: ADA });
    expect(status).toBe(201);
    const path = `${PATH}/${body.data.id}`;
    expect((await world.clinic.test.get(path)).status).toBe(200);
    expect((await world.clinic.live.get(path)).status).toBe(404);
    expect((await keptOf(body.data.id)).row.environment).toBe('test');
  });

  it('leaves no event and no action', async () => {
    const { rows } = await world.db.owner.query(
      `select (select count(*) from event)::int as events,
              (select count(*) from operator_action where command = 'patient')::int as actions`,
    );
    expect(rows[0]).toEqual({ events: 0, actions: 0 });
  });
});

describe('an Idempotency-Key', () => {
  it('creates one patient, and answers a repeat in the first bytes', async () => {
    const key = freshKey();
    const first = await create(WHOLE, keyed(key));
    expect(first.status).toBe(201);
    const kept = await patientsKept();
    const { first_name, ...rest } = WHOLE;
    const again = await create({ ...rest, first_name }, keyed(key));
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(await patientsKept()).toBe(kept);
  });

  it('creates one patient for many requests at once', async () => {
    const key = freshKey();
    const kept = await patientsKept();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(ADA, keyed(key))));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await patientsKept()).toBe(kept + 1);
  });

  it('is refused with another body', async () => {
    const key = freshKey();
    await create(ADA, keyed(key));
    const { status, body } = await create({ ...ADA, last_name: 'Byron' }, keyed(key));
    expect([status, body.error.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('is free in the other environment, and after a refusal', async () => {
    const key = freshKey();
    expect((await create({ ...ADA, date_of_birth: '2999-01-01' }, keyed(key))).status).toBe(400);
    expect((await create(ADA, keyed(key))).status).toBe(201);
    expect((await world.clinic.test.post(PATH, { body: ADA, ...keyed(key) })).status).toBe(201);
  });

  it('keeps nothing that could be read', async () => {
    const key = freshKey();
    await create(WHOLE, keyed(key));
    const { rows } = await world.db.owner.query('select * from idempotency_key where key = $1', [
      key,
    ]);
    expect(rows[0].answer).toBeNull();
    expect(rows[0].sealed_answer.toString('latin1')).not.toContain('Maria');
    expect(JSON.stringify(rows[0])).not.toMatch(/Maria|Zzyzx/);
  });

  it('is not needed, and then each request creates another patient', async () => {
    const kept = await patientsKept();
    await create(ADA);
    await create(ADA);
    expect(await patientsKept()).toBe(kept + 2);
  });

  it.each(['short', 'x'.repeat(101), 'with space', 'ümlaut-key'])(
    'is refused as %j',
    async (key) => {
      const headers = { 'Idempotency-Key': Buffer.from(key, 'utf8').toString('latin1') };
      const { status, body } = await create(ADA, { headers });
      expect([status, body.error.details[0].path]).toEqual([400, 'Idempotency-Key']);
    },
  );
});

describe('who may create one', () => {
  it('is an active clinic alone', async () => {
    for (const kind of ['pharmacy', 'brand', 'affiliate']) {
      const other = await makeClinic(world.db.database, world.service, { slug: `a-${kind}`, kind });
      for (const caller of [other.live, other.test]) {
        // Before the body is judged: who may not call at all learns nothing else.
        for (const sent of [ADA, {}]) {
          const { status, body } = await caller.post(PATH, { body: sent });
          expect([status, body.error.code]).toEqual([403, 'not_vita_clinic']);
        }
      }
    }
    await setOrganizationStatus(world.db.database, world.clinic.slug, 'suspended');
    const { status, body } = await create(ADA);
    expect([status, body.error.code]).toEqual([403, 'not_vita_clinic']);
    await setOrganizationStatus(world.db.database, world.clinic.slug, 'active');
    expect((await create(ADA)).status).toBe(201);
  });

  it('is no clinic that is being suspended while the request is under way', async () => {
    const held = await hold(
      world.db.owner,
      "update organization set status = 'suspended' where slug = $1",
      [world.clinic.slug],
    );
    const creating = create(ADA);
    await held.blocks(1);
    await held.commit();
    const { status, body } = await creating;
    expect([status, body.error.code]).toEqual([403, 'not_vita_clinic']);
    await setOrganizationStatus(world.db.database, world.clinic.slug, 'active');
  });
});

describe('a body is refused', () => {
  it.each<[string, unknown, string[]]>([
    ['without anything', {}, ['first_name', 'last_name', 'date_of_birth']],
    ['as a list', [], ['body']],
    ['with a misspelt field', { ...ADA, alergies: [] }, ['alergies']],
    ['with an id', { ...ADA, id: PHYSICIAN }, ['id']],
    ['with a brand', { ...ADA, branding_organization: 'clinic' }, ['branding_organization']],
    ['with null', { ...ADA, email: null }, ['email']],
    ['with an empty name', { ...ADA, first_name: '' }, ['first_name']],
    ['with a blank name', { ...ADA, first_name: ' \u3000' }, ['first_name']],
    ['with a name that nobody sees', { ...ADA, first_name: '\u200b' }, ['first_name']],
    ['with a name of signs', { ...ADA, last_name: '-.-' }, ['last_name']],
    ['with a line break in a name', { ...ADA, first_name: 'Ada\nL' }, ['first_name']],
    ['with a bell in a name', { ...ADA, last_name: 'Love\u0007lace' }, ['last_name']],
    ['with a long name', { ...ADA, last_name: 'x'.repeat(101) }, ['last_name']],
    ['with a day that is none', { ...ADA, date_of_birth: '1990-02-30' }, ['date_of_birth']],
    ['with a leap day of a plain year', { ...ADA, date_of_birth: '1900-02-29' }, ['date_of_birth']],
    ['with another form of date', { ...ADA, date_of_birth: '12/10/1990' }, ['date_of_birth']],
    [
      'with a time for a date',
      { ...ADA, date_of_birth: '1990-12-10T00:00:00Z' },
      ['date_of_birth'],
    ],
    ['with a birth long ago', { ...ADA, date_of_birth: '1899-12-31' }, ['date_of_birth']],
    ['with a birth to come', { ...ADA, date_of_birth: '2999-12-31' }, ['date_of_birth']],
    ['with an e-mail that is none', { ...ADA, email: 'ada' }, ['email']],
    ['with a long e-mail', { ...ADA, email: `${'a'.repeat(250)}@b.example` }, ['email']],
    ['with half a physician', { ...ADA, assigned_physician_id: '7b8e' }, ['assigned_physician_id']],
    ['with one allergy', { ...ADA, allergies: 'nuts' }, ['allergies']],
    ['with an empty allergy', { ...ADA, allergies: ['nuts', ''] }, ['allergies.1']],
    ['with 101 medications', { ...ADA, medications: Array(101).fill('x') }, ['medications']],
    ['with long notes', { ...ADA, clinical_notes: 'x'.repeat(10_001) }, ['clinical_notes']],
    ['with an address in one line', { ...ADA, address: 'Austin' }, ['address']],
    ['with an empty address', { ...ADA, address: {} }, ['address.line1', 'address.city']],
    ['with a recipient', { ...ADA, address: { ...ADDRESS, name: 'Ada' } }, ['address.name']],
    ['with a blank street', { ...ADA, address: { ...ADDRESS, line1: ' ' } }, ['address.line1']],
    [
      'without state and ZIP code',
      { ...ADA, address: { line1: '1', city: 'Austin' } },
      ['address.state', 'address.postal_code'],
    ],
    ['with a state’s name', { ...ADA, address: { ...ADDRESS, state: 'Texas' } }, ['address.state']],
    ['with no state', { ...ADA, address: { ...ADDRESS, state: 'XX' } }, ['address.state']],
    [
      'with half a ZIP code',
      { ...ADA, address: { ...ADDRESS, postal_code: '7870' } },
      ['address.postal_code'],
    ],
    ['with no country', { ...ADA, address: { ...ADDRESS, country: 'XX' } }, ['address.country']],
    [
      'with a small country',
      { ...ADA, address: { ...ADDRESS, country: 'us' } },
      ['address.country'],
    ],
    [
      'with three letters',
      { ...ADA, address: { ...ADDRESS, country: 'USA' } },
      ['address.country'],
    ],
    ['with NUL', { ...ADA, last_name: 'a\0' }, ['last_name']],
    ['with NUL in a list', { ...ADA, allergies: ['nuts', 'a\0'] }, ['allergies.1']],
    ['with half a pair', { ...ADA, clinical_notes: '\ud800' }, ['clinical_notes']],
  ])('%s, and each field is named', async (_what, body, paths) => {
    expect(pathsOf(await refusal(body))).toEqual(paths);
  });

  it('with all that is wrong with it at once, in words that quote nothing', async () => {
    const body = {
      first_name: ' ',
      last_name: 'Zzyzx\u0007',
      date_of_birth: '2999-05-05',
      address: { ...ADDRESS, state: 'Zzyzx', postal_code: 'Zzyzx' },
    };
    const details = await refusal(body);
    expect(pathsOf(details)).toEqual([
      'first_name',
      'last_name',
      'date_of_birth',
      'address.state',
      'address.postal_code',
    ]);
    expect(JSON.stringify(details)).not.toMatch(/Zzyzx|2999/);
  });

  it('that holds a prototype', async () => {
    const rawBody = `{"__proto__": {}, ${JSON.stringify(ADA).slice(1)}`;
    const headers = { 'content-type': 'application/json' };
    const { status, body } = await world.clinic.live.post(PATH, { rawBody, headers });
    expect([status, body.error.details[0].path]).toEqual([400, '__proto__']);
  });

  it('that is broken, without a word of it', async () => {
    const rawBody = '{"last_name": "Zzyzx';
    const headers = { 'content-type': 'application/json' };
    const { status, text } = await world.clinic.live.post(PATH, { rawBody, headers });
    expect(status).toBe(400);
    expect(text).not.toContain('Zzyzx');
  });
});

describe('a body is taken', () => {
  const today = (hours: number) =>
    new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10);

  it.each<[string, object]>([
    ['of somebody born today, wherever that is', { date_of_birth: today(14) }],
    ['of somebody very old', { date_of_birth: '1900-01-01' }],
    ['of a name of one letter', { first_name: 'X', last_name: '李' }],
    [
      'without a region where there is none',
      { address: { line1: '1', city: 'Male', country: 'MV' } },
    ],
    ['from another country', { address: { ...ADDRESS, state: 'Ontario', country: 'CA' } }],
    ['with a ZIP code of nine digits', { address: { ...ADDRESS, postal_code: '78701-1234' } }],
    ['of the armed forces', { address: { ...ADDRESS, state: 'AE', postal_code: '09123' } }],
    ['with empty lists', { allergies: [], medications: [] }],
    ['with emoji', { clinical_notes: '👩‍⚕️ said so' }],
  ])('%s', async (_what, fields) => {
    const { status, text } = await create({ ...ADA, ...fields });
    expect(status, text).toBe(201);
  });

  it('whose country is left out as one of the US', async () => {
    const { country: _, ...address } = ADDRESS;
    const { body } = await create({ ...ADA, address });
    expect((await keptOf(body.data.id)).sealed.address).toEqual(ADDRESS);
  });
});
