/** Starts the shell around handlers of a test, on a real socket. */
import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { Admitted, Authenticate, Handlers, Principal, Quota } from '../../src/contract.ts';
import { isTransient } from '../../src/database/failures.ts';
import type { RateLimit } from '../../src/errors.ts';
import { errors } from '../../src/errors.ts';
import { type AppParts, type CellParts, createApp } from '../../src/http/app.ts';
import type { AnyHandler } from '../../src/http/dispatch.ts';
import type { DatabaseState, Lifecycle } from '../../src/http/housekeeping.ts';
import type { ContractDocument } from '../../src/http/operations.ts';
import type { Lag } from '../../src/http/overload.ts';
import { type Listening, listen } from '../../src/http/serve.ts';
import type { Services } from '../../src/program/services.ts';
import { alone } from '../support/alone.ts';
import { type Client, client } from '../support/client.ts';
import { compileOnce } from '../support/compile-once.ts';
import { shellDocument, shellEvents } from './shell-document.ts';

export const thing = {
  id: '0b7f5f3c-1f1c-4f0e-9a53-2f0c6a0b8c11',
  qty: 3,
  expiry_date: null,
};

export const rateLimit: RateLimit = {
  limit: 60,
  remaining: 59,
  resetAt: new Date('2030-01-01T00:01:00Z'),
};

/** Keys are named after what they are. */
export const principals: Readonly<Record<string, Principal>> = {
  live: principal({}),
  test: principal({ environment: 'test' }),
  scopeless: principal({ scopes: new Set() }),
  writer: principal({ scopes: new Set(['things:write']) }),
};

function principal(overrides: Partial<Principal>): Principal {
  return {
    actor: 'api_key:key-1',
    callerId: 'key-1',
    organizationId: 'organization-1',
    environment: 'live',
    scopes: new Set(['inventory:read', 'inventory:write', 'things:read', 'things:write']),
    organizationKind: 'clinic',
    organizationStatus: 'active',
    ...overrides,
  };
}

export interface Shell extends Listening {
  api(key?: string): Client;
  /** Lines of the log so far, as written. */
  lines(): string[];
  log(): Record<string, unknown>[];
  authenticated: Parameters<Authenticate>[0][];
  /** How many of those who were let in have left. */
  left(): number;
  calls: Record<string, unknown>[];
  lifecycle: Lifecycle;
}

export interface ShellOptions {
  document?: ContractDocument;
  handlers?: Record<string, AnyHandler>;
  authenticate?: (
    ...credentials: Parameters<Authenticate>
  ) => Promise<Pick<Admitted & Quota, 'principal' | 'rateLimit'>>;
  charge?: Quota['charge'];
  writesPerMinute?: number;
  application?: NonNullable<AppParts<Services>['application']>;
  readsAtOnce?: number;
  runRead?: NonNullable<CellParts<Services>['runRead']>;
  operationsInFlightMax?: number;
  lag?: Lag;
  isExhausted?: () => boolean;
  checkDatabase?: () => Promise<DatabaseState>;
  metrics?: NonNullable<AppParts<unknown>['metrics']>;
  observe?: NonNullable<AppParts<unknown>['observe']>;
  graceMilliseconds?: number;
  drainMilliseconds?: number;
  limits?: Parameters<typeof listen>[1]['limits'];
}

export async function startShell(options: ShellOptions = {}): Promise<Shell> {
  const written: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  const authenticated: Shell['authenticated'] = [];
  const calls: Shell['calls'] = [];
  const echo: AnyHandler = async (call) => {
    calls.push(call);
    return { status: 200, body: thing };
  };
  const lifecycle: Lifecycle = { draining: false };
  let left = 0;
  const app = createApp({
    contract: await compileOnce(options.document ?? shellDocument),
    events: shellEvents,
    handlers: {
      postThing: echo,
      previewThing: echo,
      getThing: echo,
      deleteThing: echo,
      getPartner: echo,
      listThings: async (call: Record<string, unknown>) => {
        calls.push(call);
        return { status: 200, body: { data: [thing], next_cursor: null } };
      },
      ...options.handlers,
    } as unknown as Handlers<Services>,
    cells: alone({
      services: {} as Services,
      readServices: {} as Services,
      readsAtOnce: options.readsAtOnce ?? 100,
      ...(options.runRead && { runRead: options.runRead }),
      readReport: async () => {
        throw new Error('no list of the shell is answered as CSV');
      },
    }),
    ...(options.application && { application: options.application }),
    ...(options.operationsInFlightMax && { operationsInFlightMax: options.operationsInFlightMax }),
    ...(options.lag && { lag: options.lag }),
    ...(options.isExhausted && { isExhausted: options.isExhausted }),
    authenticate: async (credentials) => {
      authenticated.push(credentials);
      const leave = (): void => {
        left += 1;
      };
      const { charge = async () => rateLimit, writesPerMinute = rateLimit.limit } = options;
      const admitted = { writesPerMinute, charge, leave };
      if (options.authenticate)
        return { ...(await options.authenticate(credentials)), ...admitted };
      const found = principals[credentials.key ?? ''];
      if (!found) throw errors.unauthorized();
      return { principal: found, rateLimit, ...admitted };
    },
    databases: alone(options.checkDatabase ?? (async () => 'ok' as const)),
    isTransient,
    lifecycle,
    ...(options.metrics && { metrics: options.metrics }),
    ...(options.observe && { observe: options.observe }),
    log: pino({ level: 'trace' }, stream),
  });
  const { graceMilliseconds = 50, drainMilliseconds = 5_000 } = options;
  const listening = await listen(app, {
    host: '127.0.0.1',
    port: 0,
    lifecycle,
    graceMilliseconds,
    drainMilliseconds,
    ...(options.limits && { limits: options.limits }),
  });
  return {
    ...listening,
    api: (key = 'live') => client({ url: listening.url, key, document: shellDocument }),
    lines: () => written,
    log: () => written.map((line) => JSON.parse(line) as Record<string, unknown>),
    authenticated,
    left: () => left,
    calls,
    lifecycle,
  };
}
