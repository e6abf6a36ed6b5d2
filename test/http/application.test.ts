// The second contract next to the first, on one socket: who calls, where from, and what each keeps apart.
import { afterEach, describe, expect, test } from 'vitest';
import type {
  ApplicationHandlers,
  AuthenticateSession,
  PersonPrincipal,
} from '../../src/contract.ts';
import { errors } from '../../src/errors.ts';
import type { ContractDocument } from '../../src/http/operations.ts';
import type { Services } from '../../src/program/services.ts';
import { alone } from '../support/alone.ts';
import { compileOnce } from '../support/compile-once.ts';
import { type Shell, startShell, thing } from './shell.ts';
import { shellDocument } from './shell-document.ts';

const APP_URL = 'http://localhost:3000';

/** The operations of the shell's document, as if they were the application's. */
const applicationDocument = {
  ...structuredClone(shellDocument),
  servers: [{ url: '/app/api' }],
} as ContractDocument;
for (const item of Object.values(applicationDocument.paths)) {
  for (const operation of Object.values(item) as Record<string, unknown>[]) {
    if (operation.operationId === 'previewThing') {
      Object.assign(operation, { security: [], 'x-open': true });
    }
    if (operation.operationId === 'getThing') operation['x-while-locked'] = true;
  }
}

const person: PersonPrincipal = {
  actor: 'person:p1',
  callerId: 's1',
  personId: 'p1',
  sessionId: 's1',
  terminalId: null,
  linkedBy: [],
  organizationId: 'organization-1',
  environment: 'live',
  scopes: new Set(['things:read', 'inventory:read', 'inventory:write']),
  organizationKind: 'pharmacy',
  organizationStatus: 'active',
};

const authenticate: AuthenticateSession = async ({ session }, { mayBeLocked }) => {
  if (session === 'locked' && !mayBeLocked) throw errors.sessionLocked();
  if (session !== 'open' && session !== 'locked') throw errors.notSignedIn();
  return { principal: person, leave: () => undefined };
};

let shell: Shell;
let calls: Record<string, unknown>[];
let compiled: number;

async function start() {
  calls = [];
  compiled = 0;
  const echo = async (call: Record<string, unknown>) => {
    calls.push(call);
    return { status: 200, body: thing };
  };
  shell = await startShell({
    application: {
      contract: () => {
        compiled += 1;
        return compileOnce(applicationDocument);
      },
      handlers: {
        postThing: echo,
        previewThing: echo,
        getThing: echo,
        deleteThing: echo,
        getPartner: echo,
        listThings: async () => ({ status: 200, body: { data: [], next_cursor: null } }),
      } as unknown as ApplicationHandlers<Services>,
      cells: alone({ authenticate, appUrl: () => APP_URL }),
    },
  });
}

afterEach(() => shell.close());

interface Asked {
  method?: string;
  cookie?: string;
  host?: string;
  site?: string | undefined;
  body?: unknown;
  authorization?: string;
}

async function ask(path: string, asked: Asked = {}) {
  const { method = 'GET', cookie = '__Host-session=open', host = 'localhost:3000' } = asked;
  const { request } = await import('node:http');
  const body = asked.body === undefined ? undefined : JSON.stringify(asked.body);
  return new Promise<{ status: number; json: Record<string, never>; headers: object }>(
    (resolve, reject) => {
      const sent = request(`${shell.url}${path}`, {
        method,
        headers: {
          host,
          cookie,
          ...('site' in asked
            ? asked.site && { 'sec-fetch-site': asked.site }
            : { 'sec-fetch-site': 'same-origin' }),
          ...(asked.authorization && { authorization: asked.authorization }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
      });
      sent.on('error', reject);
      sent.on('response', async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        resolve({
          status: response.statusCode ?? 0,
          json: text === '' ? {} : JSON.parse(text),
          headers: response.headers,
        });
      });
      sent.end(body);
    },
  );
}

const ID = thing.id;
const codeOf = ({ json }: { json: object }) => (json as { error?: { code: string } }).error?.code;

describe('the application next to the public API', () => {
  test('compiles its contract for its first request, once, and not for the API', async () => {
    await start();
    await ask('/api/public/v1/inventory/things');
    expect(compiled).toBe(0);
    await Promise.all([ask('/app/api/v1/inventory/things'), ask('/app/api/v1/inventory/things')]);
    expect(compiled).toBe(1);
  });

  test('passes the person and the cookies to a handler, and sends no limits', async () => {
    await start();
    const answer = await ask(`/app/api/v1/things/${ID}`, {
      cookie: 'other=1; __Host-session=open; __Host-terminal=t1',
    });
    expect(answer.status).toBe(200);
    expect(calls[0]).toMatchObject({
      principal: person,
      cookies: { session: 'open', terminal: 't1' },
    });
    expect(Object.keys(answer.headers).filter((name) => /ratelimit/.test(name))).toEqual([]);
  });

  test('a key opens nothing of it, and a cookie nothing of the API', async () => {
    await start();
    const byKey = await ask('/app/api/v1/inventory/things', {
      cookie: '',
      authorization: 'Bearer live',
    });
    expect([byKey.status, codeOf(byKey)]).toEqual([401, 'unauthorized']);
    const byCookie = await ask('/api/public/v1/inventory/things');
    expect([byCookie.status, codeOf(byCookie)]).toEqual([401, 'unauthorized']);
  });

  test('a locked session is refused but for what is marked for it', async () => {
    await start();
    const cookie = '__Host-session=locked';
    const refused = await ask('/app/api/v1/inventory/things', { cookie });
    expect([refused.status, codeOf(refused)]).toEqual([401, 'session_locked']);
    expect((await ask(`/app/api/v1/things/${ID}`, { cookie })).status).toBe(200);
  });

  test('an open operation needs no session', async () => {
    await start();
    const paths = Object.entries(applicationDocument.paths);
    const [path] = paths.find(([, item]) =>
      Object.values(item).some(
        (one) => (one as { operationId?: string }).operationId === 'previewThing',
      ),
    ) as [string, unknown];
    const answer = await ask(`/app/api${path}`, {
      method: 'POST',
      cookie: '',
      body: { name: 'thing', qty: 1 },
    });
    expect(answer.status).not.toBe(401);
  });

  test.each([
    ['a write from another site', { method: 'DELETE', site: 'cross-site' }],
    ['a write from another origin of the site', { method: 'DELETE', site: 'same-site' }],
    ['a write that says nothing of where it is from', { method: 'DELETE', site: undefined }],
    ['a read from another origin of the site', { site: 'same-site' }],
    ['a read at another name of this address', { host: 'evil.example' }],
    ['a read at another port', { host: 'localhost:3001' }],
  ])('refuses %s before it asks whose session it is', async (_what, asked) => {
    await start();
    const answer = await ask(`/app/api/v1/things/${ID}`, { ...asked, cookie: '' });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'wrong_origin']);
    expect(calls).toEqual([]);
  });

  test('says which scope the roles lack', async () => {
    await start();
    const answer = await ask(`/app/api/v1/things/${ID}`, { method: 'DELETE' });
    expect(answer.json).toMatchObject({
      error: {
        code: 'insufficient_scope',
        message: 'Your roles do not allow this: it needs things:write.',
      },
    });
  });

  test('names the person in the log, and no key', async () => {
    await start();
    await ask('/app/api/v1/inventory/things');
    expect(shell.log().at(-1)).toMatchObject({ personId: 'p1', operationId: 'listThings' });
    expect(shell.log().at(-1)).not.toHaveProperty('keyId');
  });
});
