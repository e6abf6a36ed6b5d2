/**
 * What the shell itself answers, tried on every operation of the application's contract, as every-operation.test.ts
 * does on the public one. The handlers are stand-ins, and so are the sessions.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import document from '../../generated/application.json' with { type: 'json' };
import { APPLICATION_SCOPES } from '../../generated/contract.ts';
import type { PersonPrincipal } from '../../src/contract.ts';
import { errors } from '../../src/errors.ts';
import type { AppParts } from '../../src/http/app.ts';
import type { AnyHandler } from '../../src/http/dispatch.ts';
import { type ContractDocument, readOperations } from '../../src/http/operations.ts';
import type { ApplicationCell } from '../../src/http/surface.ts';
import type { Services } from '../../src/program/services.ts';
import { alone } from '../support/alone.ts';
import { client, type RequestOptions } from '../support/client.ts';
import { compileOnce } from '../support/compile-once.ts';
import { exampleOf } from '../support/examples.ts';
import { rateLimit, type Shell, startShell } from './shell.ts';

const contract = document as unknown as ContractDocument;
const operations = readOperations(contract);

type Application = NonNullable<AppParts<Services>['application']>;

const PERSON: PersonPrincipal = {
  actor: 'person:00000000-0000-4000-8000-000000000001',
  callerId: '00000000-0000-4000-8000-000000000002',
  personId: '00000000-0000-4000-8000-000000000001',
  sessionId: '00000000-0000-4000-8000-000000000002',
  terminalId: null,
  linkedBy: [],
  organizationId: '00000000-0000-4000-8000-000000000003',
  environment: 'live',
  scopes: new Set(APPLICATION_SCOPES),
  organizationKind: 'pharmacy',
  organizationStatus: 'active',
};

let shell: Shell;
/** What the handlers meet next. */
let trouble: unknown;

beforeAll(async () => {
  const fail: AnyHandler = async () => {
    throw trouble;
  };
  const application: Application = {
    contract: () => compileOnce(contract),
    handlers: Object.fromEntries(
      operations.map(({ id }) => [id, fail]),
    ) as unknown as Application['handlers'],
    cells: alone<ApplicationCell>({
      appUrl: () => shell.url,
      authenticate: async ({ session }, { mayBeLocked }) => {
        if (session === 'full') throw errors.tooManyInFlight(rateLimit);
        if (session === 'locked' && !mayBeLocked) throw errors.sessionLocked();
        if (session === undefined) throw errors.notSignedIn();
        const scopes = session === 'scopeless' ? new Set<string>() : PERSON.scopes;
        return { principal: { ...PERSON, scopes }, leave: () => undefined };
      },
    }),
  };
  shell = await startShell({ application });
});
afterAll(() => shell.close());

describe.each(operations)('$id', (operation) => {
  const { method, template, body, isOpen, mayBeLocked, scopeAlternatives, parameters } = operation;
  const isNamed = parameters.some(({ name }) => name === 'Pharmacy-Person');
  const shown: Record<string, string> = isNamed ? { 'Pharmacy-Person': PERSON.personId } : {};

  async function answer(
    session: string | undefined,
    options: RequestOptions = {},
    person: Record<string, string> = shown,
  ) {
    const { path, ...example } = exampleOf(contract, template, method);
    const cookies: Record<string, string> = session ? { '__Host-session': session } : {};
    const api = client({ url: shell.url, cookies });
    const headers = { ...example.headers, ...person, ...options.headers };
    const query = { ...example.query, ...options.query };
    const merged = options.rawBody === undefined ? example : { ...example, body: undefined };
    const { status, body: answered } = await api.request(method.toUpperCase(), path, {
      ...(merged as RequestOptions),
      ...options,
      headers,
      query,
    });
    return [status, answered.error.code ?? answered.error];
  }

  if (!isOpen) {
    test('needs a session that is not full', async () => {
      expect(await answer(undefined)).toEqual([401, 'unauthorized']);
      expect(await answer('full')).toEqual([429, 'rate_limited']);
    });

    test('is refused to a locked session, unless the contract says otherwise', async () => {
      trouble = new Error('a test of failure');
      expect(await answer('locked')).toEqual(
        mayBeLocked ? [500, 'internal_error'] : [401, 'session_locked'],
      );
    });
  }

  test('names the person that the page shows, but for the session itself', async () => {
    expect(isNamed).toBe(!isOpen && operation.id !== 'getSession' && operation.id !== 'signOut');
    if (!isNamed) return;
    const code = template.includes('/inventory/') ? 'validation_error' : 'validation_failed';
    expect(await answer('open', {}, {})).toEqual([400, code]);
  });

  if (scopeAlternatives.some((scopes) => scopes.length > 0)) {
    test('needs its scope', async () => {
      expect(await answer('scopeless')).toEqual([403, 'insufficient_scope']);
    });
  }

  test('is refused to another page', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect(await answer('open', { headers })).toEqual([403, 'wrong_origin']);
  });

  test('refuses a query parameter that it does not know', async () => {
    const code = template.includes('/inventory/') ? 'validation_error' : 'validation_failed';
    expect(await answer('open', { query: { bogus: 1 } })).toEqual([400, code]);
  });

  test('takes the example of its contract, and says when something fails', async () => {
    trouble = new Error('a test of failure');
    expect(await answer('open')).toEqual([500, 'internal_error']);
    trouble = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    expect(await answer('open')).toEqual([503, 'unavailable']);
  });

  if (body !== 'none') {
    test('refuses a body of another type or size', async () => {
      const plain = { rawBody: 'x', headers: { 'content-type': 'text/plain' } };
      expect(await answer('open', plain)).toEqual([415, 'unsupported_media_type']);
      const large = {
        rawBody: 'x'.repeat(operation.bodyBytesMax + 1),
        headers: { 'content-type': 'application/json' },
      };
      expect(await answer('open', large)).toEqual([413, 'payload_too_large']);
    });
  }
});
