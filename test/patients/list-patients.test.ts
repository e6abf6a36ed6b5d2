import { beforeAll, describe, expect, it } from 'vitest';
import { importFile, setOrganizationStatus } from '../support/as-operator.ts';
import { ADA, type Clinic, makeClinic } from '../support/clinic.ts';
import { itLists } from '../support/lists.ts';
import type { Client } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const PATH = '/v1/patients';

const world = useWorld(async ({ db, service }) => {
  const clinic = await makeClinic(db.database, service);
  const stranger = await makeClinic(db.database, service, { slug: 'stranger' });
  return { clinic, stranger };
});

type Row = Record<string, unknown> & { id: string };

const idsOf = (rows: readonly Record<string, unknown>[]) => rows.map(({ id }) => id);

async function page(caller: Client, query: Record<string, string | number> = {}) {
  const answer = await caller.get(PATH, { query });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as { data: Row[]; next_cursor: string | null };
}

describe('who sees a patient', () => {
  let clinic: Clinic;
  let brand: Clinic;
  let stranger: Clinic;
  const ids = {
    own: crypto.randomUUID(),
    branded: crypto.randomUUID(),
    both: crypto.randomUUID(),
    sandbox: crypto.randomUUID(),
    foreign: crypto.randomUUID(),
  };
  beforeAll(async () => {
    clinic = await makeClinic(world.db.database, world.service, { slug: 'owner' });
    brand = await makeClinic(world.db.database, world.service, { slug: 'carried', kind: 'brand' });
    stranger = await makeClinic(world.db.database, world.service, { slug: 'foreigner' });
    const record = { organization: clinic.slug, ...ADA };
    const patients = [
      { ...record, id: ids.own },
      { ...record, id: ids.branded, branding_organization: brand.slug },
      { ...record, id: ids.both, branding_organization: clinic.slug },
      { ...record, id: ids.sandbox, branding_organization: brand.slug, environment: 'test' },
      { ...record, id: ids.foreign, organization: stranger.slug },
    ];
    await importFile(world.db.database, JSON.stringify({ patients }));
  });

  it('is its owner and the organization whose brand it carries, and no one else', async () => {
    const seen = async (caller: Client) => new Set(idsOf((await page(caller)).data));
    expect(await seen(clinic.live)).toEqual(new Set([ids.own, ids.branded, ids.both]));
    expect(await seen(brand.live)).toEqual(new Set([ids.branded]));
    expect(await seen(stranger.live)).toEqual(new Set([ids.foreign]));
  });

  it('is a key of the same environment', async () => {
    expect(idsOf((await page(clinic.test)).data)).toEqual([ids.sandbox]);
    expect(idsOf((await page(brand.test)).data)).toEqual([ids.sandbox]);
    expect((await page(stranger.test)).data).toEqual([]);
  });

  it('sees one that it owns and brands once', async () => {
    expect((await page(clinic.live)).data.filter(({ id }) => id === ids.both)).toHaveLength(1);
  });

  it('may be a suspended clinic', async () => {
    await setOrganizationStatus(world.db.database, clinic.slug, 'suspended');
    expect((await page(clinic.live)).data).toHaveLength(3);
    await setOrganizationStatus(world.db.database, clinic.slug, 'active');
  });

  it('sees the least of it', async () => {
    const [row] = (await page(stranger.live)).data;
    expect(row).toEqual({
      id: ids.foreign,
      first_name: 'Ada',
      last_initial: 'L',
      assigned_physician_id: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      updated_at: expect.stringMatching(/\.\d{6}Z$/),
    });
  });
});

describe('a walk over 2,000 patients, 800 of them of one moment', () => {
  const PATIENTS = 2_000;
  const MOMENT = '2026-05-05T05:05:05.555555Z';
  let owner: Clinic;

  beforeAll(async () => {
    owner = await makeClinic(world.db.database, world.service, { slug: 'crowded' });
    // Each third carries the clinic's brand and belongs to somebody else.
    await world.db.owner.query(
      `insert into patient (id, organization_id, environment, branding_organization_id, first_name,
                            last_initial, sealed, created_at)
       select gen_random_uuid(), case when n % 3 = 0 then $2::uuid else $1::uuid end, 'live',
              case when n % 3 = 0 then $1::uuid end, 'Ada', 'L', '\\x00',
              case when n between 401 and 1200 then $3::timestamptz
                   else $3::timestamptz + (n - 800) * interval '1 millisecond' end
         from generate_series(1, $4::int) n order by n % 7, n`,
      [owner.id, world.stranger.id, MOMENT, PATIENTS],
    );
    for (const api of [owner.test, world.clinic.live]) await api.post(PATH, { body: ADA });
  });

  itLists({
    path: PATH,
    world,
    caller: () => owner.live,
    foreign: () => [owner.test, world.clinic.live],
    order: `select patient.id from patient join organization
                on organization.id in (organization_id, branding_organization_id)
             where slug = 'crowded' and environment = 'live' order by patient.created_at desc, seq desc`,
    limits: [99, 37],
    arrive: () => owner.live.post(PATH, { body: ADA }),
  });
});
