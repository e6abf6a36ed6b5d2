// The application's operations on a real socket, asked as people whom a test makes up: who they are is not what it
// tests. Every answer is checked against the application's contract.
import document from '../../generated/application.json' with { type: 'json' };
import publicDocument from '../../generated/openapi.json' with { type: 'json' };
import events from '../../generated/webhooks.json' with { type: 'json' };
import { authenticator } from '../../src/api-keys/admission.ts';
import type { PersonPrincipal } from '../../src/contract.ts';
import { type Database, isTransient } from '../../src/database/database.ts';
import { errors } from '../../src/errors.ts';
import { createApp } from '../../src/http/app.ts';
import type { ContractDocument } from '../../src/http/operations.ts';
import { listen } from '../../src/http/serve.ts';
import { SESSION_COOKIE } from '../../src/http/surface.ts';
import { patientAccessNoter } from '../../src/patients/patient-access.ts';
import { applicationHandlers } from '../../src/program/application-handlers.ts';
import { handlers } from '../../src/program/handlers.ts';
import { makeServices, type Services } from '../../src/program/services.ts';
import { AddressGuard } from '../../src/webhooks/endpoints/address-guard.ts';
import { SECRETS } from './as-operator.ts';
import { type Client, client } from './client.ts';
import { compileOnce } from './compile-once.ts';
import { readsOf } from './database.ts';
import { watchedLog } from './sentinels.ts';

const applicationDocument = document as unknown as ContractDocument;

export interface Person extends Client {
  readonly principal: PersonPrincipal;
}

export interface RunningApplication {
  readonly url: string;
  readonly services: Services;
  /** Somebody of the organization who is signed in, with these scopes. */
  person(organizationId: string, ...scopes: string[]): Person;
  close(): Promise<void>;
}

export async function startApplication(database: Database): Promise<RunningApplication> {
  const means = {
    secrets: SECRETS,
    addressGuard: new AddressGuard([]),
    notePatientAccess: patientAccessNoter(database),
  };
  const services = makeServices(database, means);
  const lifecycle = { draining: false };
  const people = new Map<string, PersonPrincipal>();
  let url = '';
  const app = createApp({
    contract: await compileOnce(publicDocument as unknown as ContractDocument),
    events,
    handlers,
    services,
    readServices: makeServices(readsOf(database), means),
    readsAtOnce: 13,
    authenticate: authenticator(database),
    application: {
      contract: () => compileOnce(applicationDocument),
      handlers: applicationHandlers,
      authenticate: async ({ session }) => {
        const principal = people.get(session ?? '');
        if (principal === undefined) throw errors.notSignedIn();
        return { principal, leave: () => undefined };
      },
      appUrl: () => url,
    },
    checkDatabase: async () => 'ok',
    isTransient,
    lifecycle,
    log: watchedLog(),
  });
  const where = { host: '127.0.0.1', port: 0, lifecycle, graceMilliseconds: 10 };
  const listening = await listen(app, where);
  ({ url } = listening);
  return {
    url,
    services,
    person(organizationId, ...scopes) {
      const personId = crypto.randomUUID();
      const principal: PersonPrincipal = {
        actor: `person:${personId}`,
        callerId: personId,
        personId,
        sessionId: personId,
        terminalId: null,
        organizationId,
        environment: 'live',
        scopes: new Set(scopes),
        organizationKind: 'pharmacy',
        organizationStatus: 'active',
      };
      people.set(personId, principal);
      return { principal, ...client({ url, cookies: { [SESSION_COOKIE]: personId } }) };
    },
    close: () => listening.close(),
  };
}
