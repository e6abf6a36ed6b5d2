import { beforeAll, describe, expect, it } from 'vitest';
import { importFile, setOrganizationStatus } from '../support/as-operator.ts';
import { ADA, type Clinic, makeClinic } from '../support/clinic.ts';
import { filterBy, itLists } from '../support/lists.ts';
import type { Client } from '../support/pharmacy.ts';
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

async function page(caller: Client, query: Record<string, string> = {}) {
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

  it('names the patient and the provider’s organization', async () => {
    const { data } = await page(world.clinic.live, { status: 'signed' });
    expect(data).toMatchObject([
      { id: ids.signed, patient_id: patientId, provider_org_id: world.clinic.id },
    ]);
  });
});

describe('a walk over 2,000 prescriptions, 800 of them of one moment', () => {
  const ROWS = 2_000;
  const MOMENT = '2026-05-05T05:05:05.555555Z';
  const crowd = crypto.randomUUID();
  let crowded: Clinic;

  beforeAll(async () => {
    crowded = await makeClinic(world.db.database, world.service, { slug: 'crowded' });
    const patients = [{ organization: crowded.slug, id: crowd, ...ADA }];
    await importFile(world.db.database, JSON.stringify({ patients }));
    await world.db.owner.query('alter table prescription set (autovacuum_enabled = off)');
    await world.db.owner.query(
      `insert into prescription (id, organization_id, environment, patient_id, product_name, status,
                                 created_at)
       select gen_random_uuid(), $1, 'live', $2, 'Ozempic',
              case n % 100 when 0 then 'expired' when 1 then 'completed' when 2 then 'cancelled'
                else case n % 2 when 0 then 'signed' else 'draft' end end,
              case when n between 401 and 1200 then $3::timestamptz
                   else $3::timestamptz + (n - 800) * interval '1 millisecond' end
         from generate_series(1, $4::int) n order by n % 7, n`,
      [crowded.id, crowd, MOMENT, ROWS],
    );
  });

  itLists({
    path: PATH,
    world,
    caller: () => crowded.live,
    foreign: () => [crowded.test, world.clinic.live],
    order: `select prescription.id from prescription join organization on organization.id = organization_id
             where slug = 'crowded' and environment = 'live' order by prescription.created_at desc, seq desc`,
    filters: () => ({ status: filterBy('status', [...STATUSES, 'lost', 'SIGNED', 'signed ']) }),
    limits: [41, 99],
    arrive: () => {
      const draft = { organization: 'crowded', patient_id: crowd, product_name: 'Ozempic' };
      return importFile(
        world.db.database,
        JSON.stringify({ prescriptions: [{ ...draft, status: 'draft' }] }),
      );
    },
  });
});
