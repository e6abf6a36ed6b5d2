import { afterEach, expect, it } from 'vitest';
import { errors } from '../../src/errors.ts';
import type { AnyHandler, Standby } from '../../src/http/dispatch.ts';
import type { Services } from '../../src/program/services.ts';
import { type Shell, startShell, thing } from './shell.ts';

let shell: Shell | undefined;
afterEach(() => shell?.close());

const STANDBY = {} as Services;

/** Whom the operations of a shell with this standby were asked of, one after another. */
async function asked({
  isFresh = true,
  fail = () => {},
  run = (read) => read(),
}: {
  isFresh?: boolean;
  /** Called for each answer of the standby. */
  fail?: () => void;
  run?: Standby<Services>['run'];
}) {
  const servers: string[] = [];
  const handler: AnyHandler = async (_call, services) => {
    const isStandby = services === STANDBY;
    servers.push(isStandby ? 'standby' : 'primary');
    if (isStandby) fail();
    return { status: 200, body: thing };
  };
  shell = await startShell({
    handlers: { getThing: handler, previewThing: handler, postThing: handler },
    standby: { services: STANDBY, isFresh: () => isFresh, run },
  });
  return { api: shell.api(), servers };
}

const body = { type: 'receive', qty: 1 };
const read = `/v1/things/${thing.id}`;

it('is asked what counts as a read, and nothing else', async () => {
  const { api, servers } = await asked({});
  await api.get(read);
  await api.post('/v1/inventory/things/preview', { body });
  await api.post('/v1/inventory/things', { body, headers: { 'Idempotency-Key': 'key-00000001' } });
  expect(servers).toEqual(['standby', 'standby', 'primary']);
});

it('is asked nothing while it is not fresh', async () => {
  const { api, servers } = await asked({ isFresh: false });
  expect((await api.get(read)).status).toBe(200);
  expect(servers).toEqual(['primary']);
});

it.each([
  ['fails', new Error('canceling statement due to conflict with recovery')],
  ['refuses what the primary may know', errors.notFound()],
])('is no concern of the caller’s where it %s: the primary answers', async (_how, failure) => {
  const { api, servers } = await asked({
    fail: () => {
      throw failure;
    },
  });
  expect((await api.get(read)).status).toBe(200);
  expect(servers).toEqual(['standby', 'primary']);
});

it('is not waited for once its reads are given up', async () => {
  const { api, servers } = await asked({
    run: async (runRead) => {
      void runRead();
      throw new Error('late');
    },
  });
  expect((await api.get(read)).status).toBe(200);
  expect(servers).toEqual(['standby', 'primary']);
});
