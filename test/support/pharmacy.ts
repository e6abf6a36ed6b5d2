// A pharmacy with a catalog, its keys, and the service in front of it.
import application from '../../generated/application.json' with { type: 'json' };
import document from '../../generated/openapi.json' with { type: 'json' };
import events from '../../generated/webhooks.json' with { type: 'json' };
import { readsOf } from '../../kit/database.ts';
import { stockOf } from '../../kit/one-database.ts';
import { authenticator } from '../../src/api-keys/admission.ts';
import { type RefusalKeeper, refusalKeeper } from '../../src/api-keys/refused-requests.ts';
import type { Database } from '../../src/database/database.ts';
import { isTransient } from '../../src/database/failures.ts';
import { createApp } from '../../src/http/app.ts';
import type { ContractDocument } from '../../src/http/operations.ts';
import { listen } from '../../src/http/serve.ts';
import type { ImportFile } from '../../src/operator/import/sections.ts';
import { patientAccessNoter } from '../../src/patients/patient-access.ts';
import { type OidcIssuer, oidcFlow } from '../../src/people/oidc.ts';
import { sessionAuthenticator } from '../../src/people/sessions.ts';
import { applicationHandlers } from '../../src/program/application-handlers.ts';
import { handlers } from '../../src/program/handlers.ts';
import { reportReader } from '../../src/program/reports.ts';
import { makeServices, type Services } from '../../src/program/services.ts';
import { AddressGuard } from '../../src/webhooks/endpoints/address-guard.ts';
import { alone } from './alone.ts';
import { importFile, issueKey, SECRETS } from './as-operator.ts';
import { type Client, client } from './client.ts';
import { compileOnce } from './compile-once.ts';
import { firstCellBeside, SECOND_CELL } from './second-cell.ts';
import { hiddenCents, watchedLog } from './sentinels.ts';

const MANY = 100_000_000;

export interface RunningService {
  readonly url: string;
  readonly services: Services;
  readonly refusals: RefusalKeeper;
  close(): Promise<void>;
}

export interface ServiceOptions {
  /** Private networks, in CIDR notation, that webhooks may be sent to. */
  readonly allowedNetworks?: readonly string[];
  /** Browsers allow passkeys at `localhost` alone; the default is the address by its number. */
  readonly host?: 'localhost';
  /** Smaller bounds of reports. */
  readonly reports?: Parameters<typeof reportReader>[2];
  /** By whom people may sign in too. */
  readonly oidc?: OidcIssuer;
}

const compiledPublic = () => compileOnce(document as unknown as ContractDocument);
const compiledApplication = () => compileOnce(application as unknown as ContractDocument);

/** Makes what every service of this process shares. */
export async function compileOwn(): Promise<void> {
  await compiledPublic();
  await compiledApplication();
}

/** The real service in this process, on a real socket. */
export async function startService(
  database: Database,
  { allowedNetworks = [], host, oidc, reports = {} }: ServiceOptions = {},
): Promise<RunningService> {
  const address = { appUrl: '' };
  const appUrl = () => address.appUrl;
  const partsOf = (of: Database) => {
    const means = {
      ...stockOf(of),
      appUrl,
      secrets: SECRETS,
      addressGuard: new AddressGuard(allowedNetworks),
      notePatientAccess: patientAccessNoter(of),
    };
    return {
      services: makeServices(of, means),
      readServices: makeServices(readsOf(of), means),
      readsAtOnce: 13,
      readReport: reportReader(readsOf(of), means.notePatientAccess, reports),
    };
  };
  const own = partsOf(database);
  const refusals = refusalKeeper(database);
  const first = process.env[SECOND_CELL] ? await firstCellBeside(database) : undefined;
  const lifecycle = { draining: false };
  const app = createApp({
    contract: await compiledPublic(),
    events,
    handlers,
    cells: first
      ? new Map([
          ['a', partsOf(first.database)],
          ['b', own],
        ])
      : alone(own),
    authenticate: first?.authenticate ?? authenticator(database),
    application: {
      contract: compiledApplication,
      handlers: applicationHandlers,
      cells: new Map([
        [
          first && 'b',
          {
            authenticate: sessionAuthenticator(database, first && 'b'),
            appUrl,
            oidc: oidc && oidcFlow(database, { issuer: oidc, appUrl }),
          },
        ],
      ]),
    },
    databases: alone(async () => 'ok' as const),
    isTransient,
    observe: refusals.keep,
    lifecycle,
    log: watchedLog(),
  });
  const listening = await listen(app, {
    host: '127.0.0.1',
    port: 0,
    lifecycle,
    graceMilliseconds: 10,
  });
  const url = host ? listening.url.replace('127.0.0.1', host) : listening.url;
  address.appUrl = url;
  const close = async () => {
    await listening.close();
    await refusals.flush();
  };
  return { url, services: own.services, refusals, close };
}

export interface Pharmacy {
  readonly slug: string;
  readonly liveKey: string;
  readonly testKey: string;
  readonly productIds: readonly string[];
}

/** Days from today, UTC, as an ISO date. */
export function day(offset: number): string {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
}

/**
 * An organization with the locations Main (the default) and Annex, both in UTC, and SKUs of the given
 * codes, each of a product of its own.
 */
export async function makePharmacy(
  database: Database,
  {
    slug = 'pharmacy',
    skuCodes = ['SKU-1'],
    lots = [],
    reorderPoint = null,
  }: {
    slug?: string;
    skuCodes?: readonly string[];
    lots?: Omit<NonNullable<ImportFile['lots']>[number], 'organization'>[];
    reorderPoint?: number | null;
  } = {},
): Promise<Pharmacy> {
  const organization = slug;
  const productIds = skuCodes.map(() => crypto.randomUUID());
  const file: ImportFile = {
    organizations: [{ slug, name: slug, kind: 'pharmacy' }],
    locations: [
      { organization, name: 'Main', is_default: true },
      { organization, name: 'Annex' },
    ],
    products: skuCodes.map((code, index) => ({
      organization,
      id: productIds[index] as string,
      name: `Product of ${code}`,
      wholesale_cost_cents: hiddenCents(),
    })),
    skus: skuCodes.map((sku_code, index) => ({
      organization,
      sku_code,
      product_id: productIds[index] as string,
      reorder_point: reorderPoint,
    })),
    lots: lots.map((lot) => ({ organization, ...lot })),
  };
  await importFile(database, JSON.stringify(file));
  const issue = (environment: 'live' | 'test') =>
    issueKey(database, {
      organization,
      environment,
      scopes: 'all',
      plan: 'enterprise',
      requestsPerMinute: MANY,
      requestsPerDay: MANY,
    });
  const [live, test] = [await issue('live'), await issue('test')];
  return { slug, liveKey: live.key, testKey: test.key, productIds };
}

let keys = 0;

/** A fresh Idempotency-Key. */
export function freshKey(): string {
  keys += 1;
  return `key-${process.pid}-${keys}-${crypto.randomUUID()}`;
}

/** The key with another last character: no one has it. */
export function mistyped(key: string): string {
  return key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
}

/** Posts a movement with a fresh key, or the one given. */
export function post(api: Client, body: Record<string, unknown>, key = freshKey()) {
  return api.post('/v1/inventory/movements', { body, headers: { 'Idempotency-Key': key } });
}

export { type Client, client };
