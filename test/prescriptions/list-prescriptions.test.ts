import { beforeAll, describe, expect, it } from 'vitest';
import { listPrescriptions } from '../../src/prescriptions/list-prescriptions.ts';
import { importFile, setOrganizationStatus } from '../support/as-operator.ts';
import { ADA, type Clinic, makeClinic } from '../support/clinic.ts';
import { readsOf } from '../support/database.ts';
import type { Client } from '../support/pharmacy.ts';
import { touchedRows } from '../support/plan-rows.ts';
import { setAnalysed } from '../support/watched-plans.ts';
import { useWorld } from '../support/world.ts';

const PATH = '/v1/prescriptions';
const STATUSES = ['draft', 'signed', 'completed', 'cancelled', 'expired'];

const patientId = crypto.randomUUID();
const sandboxPatientId = crypto.randomUUID();
const ids = Object.fromEntries(STATUSES.map((status) => [status, crypto.randomUUID()]));
const sandboxId = crypto.randomUUID();

const world = useWorld(async ({ db, service }) => {
  const clinic = await makeClinic(db.database, service);
  const brand = await makeClinic(db.database, service, { slug: 'brand', kind: 'brand' });
  const organization = clinic.slug;
  const patient = { organization, branding_organization: brand.slug, ...ADA };
  const prescription = { organization, patient_id: patientId, product_name: 'Ozempic' };
  const file = {
    patients: [
      { ...patient, id: patientId },
      { ...patient, id: sandboxPatientId, environment: 'test' },
    ],
    prescriptions: [
      ...STATUSES.map((status) => ({ ...prescription, id: ids[status], status })),
      { ...prescription, id: sandboxId, patient_id: sandboxPatientId, environment: 'test' },
    ],
  };
  await importFile(db.database, JSON.stringify(file));
  return { clinic, brand };
});

type Row = Record<string, unknown>;

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);

async function page(caller: Client, query: Record<string, string | number> = {}) {
  const answer = await caller.get(PATH, { query });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as { data: Row[]; next_cursor: string | null };
}

describe('the list', () => {
  it('is of the provider’s organization and of the key’s environment', async () => {
    expect(new Set(idsOf((await page(world.clinic.live)).data))).toEqual(
      new Set(Object.values(ids)),
    );
    expect(idsOf((await page(world.clinic.test)).data)).toEqual([sandboxId]);
  });

  it('is empty for the organization whose brand the patient carries', async () => {
    expect((await page(world.brand.live)).data).toEqual([]);
    expect((await page(world.brand.test)).data).toEqual([]);
  });

  it('is there for a suspended clinic', async () => {
    await setOrganizationStatus(world.db.database, world.clinic.slug, 'suspended');
    expect((await page(world.clinic.live)).data).toHaveLength(STATUSES.length);
    await setOrganizationStatus(world.db.database, world.clinic.slug, 'active');
  });

  it.each(STATUSES)('keeps those that are %s', async (status) => {
    const { data } = await page(world.clinic.live, { status });
    expect(idsOf(data)).toEqual([ids[status]]);
    expect(data[0]).toMatchObject({
      status,
      patient_id: patientId,
      provider_org_id: world.clinic.id,
    });
  });

  it.each(['lost', 'SIGNED', 'signed '])('is empty for the unknown status %j', async (status) => {
    expect(await page(world.clinic.live, { status })).toEqual({ data: [], next_cursor: null });
  });

  it.each([
    ['status', ''],
    ['status', 'x'.repeat(51)],
    ['status', 'a\0'],
    ['limit', '0'],
    ['limit', '101'],
    ['cursor', 'yesterday'],
    ['cursor', '2026-02-30T00:00:00Z'],
    ['patient_id', patientId],
  ])('refuses %s=%j and names it', async (name, value) => {
    const { status, body } = await world.clinic.live.get(PATH, { query: { [name]: value } });
    expect([status, body.error.code, body.error.details[0].path]).toEqual([
      400,
      'validation_failed',
      name,
    ]);
  });
});

describe('a walk over 5,000 prescriptions, 2,000 of them of one moment', () => {
  const ROWS = 5_000;
  const MOMENT = '2026-05-05T05:05:05.555555Z';
  let crowded: Clinic;

  beforeAll(async () => {
    crowded = await makeClinic(world.db.database, world.service, { slug: 'crowded' });
    const crowd = crypto.randomUUID();
    const patients = [{ organization: crowded.slug, id: crowd, ...ADA }];
    await importFile(world.db.database, JSON.stringify({ patients }));
    await world.db.owner.query('alter table prescription set (autovacuum_enabled = off)');
    await world.db.owner.query(
      `insert into prescription (id, organization_id, environment, patient_id, product_name, status,
                                 created_at)
       select gen_random_uuid(), $1, 'live', $2, 'Ozempic',
              case when n % 100 = 0 then 'expired' when n % 2 = 0 then 'signed' else 'draft' end,
              case when n between 1001 and 3000 then $3::timestamptz
                   else $3::timestamptz + (n - 2000) * interval '1 millisecond' end
         from generate_series(1, $4::int) n order by n % 7, n`,
      [crowded.id, crowd, MOMENT, ROWS],
    );
  });

  async function stored(status: string | null): Promise<unknown[]> {
    const { rows } = await world.db.owner.query(
      `select id from prescription where organization_id = $1 and ($2::text is null or status = $2)
        order by created_at desc, seq desc`,
      [crowded.id, status],
    );
    return idsOf(rows);
  }

  it.each([
    [100, null],
    [41, null],
    [100, 'signed'],
    [17, 'signed'],
    [1, 'expired'],
  ])('meets each once, %i to a page, with the status %s', async (limit, status) => {
    const walked: unknown[] = [];
    let cursor: string | null = null;
    do {
      const place = { ...(cursor && { cursor }), ...(status && { status }) };
      const { data, next_cursor } = await page(crowded.live, { limit, ...place });
      walked.push(...idsOf(data));
      cursor = next_cursor;
    } while (cursor !== null && walked.length <= ROWS);
    const all = await stored(status);
    expect(all.length).toBeGreaterThanOrEqual(50);
    expect(walked).toEqual(all);
  });

  it('lists what is strictly older than a plain time', async () => {
    const { data } = await page(crowded.live, { cursor: MOMENT, limit: 1 });
    expect(data[0]?.created_at).toBe('2026-05-05T05:05:04.555555Z');
  });

  it.each(['never analysed', 'analysed'] as const)(
    'reads no more than its page, on a table that was %s',
    async (how) => {
      await setAnalysed(world.db.owner, how);
      const principal = { organizationId: crowded.id, environment: 'live' };
      for (const filter of [{}, { status: 'expired' }, { status: 'lost' }]) {
        for (const cursor of [undefined, MOMENT, '2026-05-05T05:05:04.6Z']) {
          const query = { limit: 25, ...filter, ...(cursor && { cursor }) };
          const touched = await touchedRows(readsOf(world.db.database), (database) =>
            listPrescriptions({ query, principal } as never, { database }),
          );
          expect(touched).toBeLessThanOrEqual(26);
        }
      }
    },
  );
});
