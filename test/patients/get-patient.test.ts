import { expect, it } from 'vitest';
import { importFile, setOrganizationStatus } from '../support/as-operator.ts';
import type { Client } from '../support/client.ts';
import { ADA, makeClinic } from '../support/clinic.ts';
import { useWorld } from '../support/world.ts';

const MISSING = '00000000-0000-4000-8000-000000000000';
const PHYSICIAN = '7b8e6f0a-3c1d-4e5f-9a2b-0c1d2e3f4a5b';

const id = crypto.randomUUID();
const sandboxId = crypto.randomUUID();

const world = useWorld(async ({ db, service }) => {
  const clinic = await makeClinic(db.database, service);
  const brand = await makeClinic(db.database, service, { slug: 'brand', kind: 'brand' });
  const stranger = await makeClinic(db.database, service, { slug: 'stranger', kind: 'brand' });
  const record = { organization: clinic.slug, branding_organization: brand.slug, ...ADA };
  const patients = [
    { ...record, id, assigned_physician_id: PHYSICIAN, created_at: '2026-01-02T03:04:05.678901Z' },
    { ...record, id: sandboxId, environment: 'test' },
  ];
  await importFile(db.database, JSON.stringify({ patients }));
  return { clinic, brand, stranger };
});

const get = (caller: Client, of: string) => caller.get(`/v1/patients/${of}`);

it('answers the least that tells a patient from another', async () => {
  const { status, body } = await get(world.clinic.live, id);
  expect([status, body]).toEqual([
    200,
    {
      data: {
        id,
        first_name: 'Ada',
        last_initial: 'L',
        assigned_physician_id: PHYSICIAN,
        created_at: '2026-01-02T03:04:05.678901Z',
        updated_at: expect.stringMatching(/\.\d{6}Z$/),
      },
    },
  ]);
});

it('answers the organization whose brand the patient carries, and a suspended clinic', async () => {
  const { text } = await get(world.clinic.live, id);
  expect((await get(world.brand.live, id.toUpperCase())).text).toBe(text);
  await setOrganizationStatus(world.db.database, world.clinic.slug, 'suspended');
  expect((await get(world.clinic.live, id)).text).toBe(text);
  await setOrganizationStatus(world.db.database, world.clinic.slug, 'active');
  expect((await get(world.clinic.test, sandboxId)).body.data.id).toBe(sandboxId);
});

it('answers 404 in the same bytes for a missing, a foreign and another environment’s patient', async () => {
  const bodies = [];
  for (const [caller, of] of [
    [world.clinic.live, MISSING],
    [world.clinic.live, sandboxId],
    [world.clinic.test, id],
    [world.brand.test, id],
    [world.stranger.live, id],
    [world.stranger.test, sandboxId],
  ] as const) {
    const { status, body, text } = await get(caller, of);
    expect([status, body.error.code]).toEqual([404, 'not_found']);
    bodies.push(text.replace(body.error.request_id, ''));
  }
  expect(new Set(bodies).size).toBe(1);
});

it.each(['x', '1', `${id}0`, id.slice(1), id.replaceAll('-', ''), '%00'])(
  'refuses %j, which is no UUID',
  async (of) => {
    const { status, body } = await get(world.clinic.live, of);
    expect([status, body.error.code]).toEqual([400, 'invalid_id']);
  },
);
