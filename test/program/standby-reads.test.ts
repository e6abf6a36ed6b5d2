// Who answers what, with handlers of the shell; real servers are in test/faults/long/standby-reads.faults.ts.
import { afterEach, expect, it } from 'vitest';
import { errors } from '../../src/errors.ts';
import type { AnyHandler } from '../../src/http/dispatch.ts';
import type { PatientAccess } from '../../src/patients/patient-access.ts';
import type { Services } from '../../src/program/services.ts';
import { readsFirstOn } from '../../src/program/services.ts';
import { type Shell, startShell, thing } from '../http/shell.ts';

let shell: Shell | undefined;
afterEach(() => shell?.close());

const PATIENT_IDS = [crypto.randomUUID()];
const read = `/v1/things/${thing.id}`;
const body = { type: 'receive', qty: 1 };

/** A shell with a standby whose reads record an access and then end so. */
async function start({ isFresh = true, end = () => {} }: { isFresh?: boolean; end?: () => void }) {
  const noted: PatientAccess[] = [];
  const services = {
    notePatientAccess: async (access: PatientAccess) => void noted.push(access),
  } as Services;
  const standbyServices = { ...services };
  const asked: string[] = [];
  const handler: AnyHandler = async (_call, over) => {
    const { notePatientAccess } = over as Partial<Services>;
    const isPrimary = notePatientAccess === undefined || over === services;
    asked.push(isPrimary ? 'primary' : 'standby');
    await notePatientAccess?.({ patientIds: PATIENT_IDS } as unknown as PatientAccess);
    if (!isPrimary) end();
    return { status: 200, body: thing };
  };
  shell = await startShell({
    handlers: { getThing: handler, previewThing: handler, postThing: handler },
    runRead: readsFirstOn(
      { isFresh: () => isFresh, run: (readThere) => readThere() },
      { services, standbyServices },
    ),
  });
  return { api: shell.api(), asked, noted };
}

it('asks the standby what counts as a read, and nothing else', async () => {
  const { api, asked } = await start({});
  await api.get(read);
  await api.post('/v1/inventory/things/preview', { body });
  await api.post('/v1/inventory/things', { body, headers: { 'Idempotency-Key': 'key-00000001' } });
  expect(asked).toEqual(['standby', 'standby', 'primary']);
});

it('asks the primary alone while the standby is not fresh', async () => {
  const { api, asked } = await start({ isFresh: false });
  expect((await api.get(read)).status).toBe(200);
  expect(asked).toEqual(['primary']);
});

it.each([
  ['fails', new Error('canceling statement due to conflict with recovery')],
  ['refuses what the primary may know', errors.notFound()],
])('asks the primary again where the standby %s, and records one access', async (_how, failure) => {
  const end = () => {
    throw failure;
  };
  const { api, asked, noted } = await start({ end });
  expect((await api.get(read)).status).toBe(200);
  expect(asked).toEqual(['standby', 'primary']);
  expect(noted).toEqual([{ patientIds: PATIENT_IDS }]);
});

it('records the accesses of what the standby answers', async () => {
  const { api, asked, noted } = await start({});
  expect((await api.get(read)).status).toBe(200);
  expect(asked).toEqual(['standby']);
  expect(noted).toEqual([{ patientIds: PATIENT_IDS }]);
});
