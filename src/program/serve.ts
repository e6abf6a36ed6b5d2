import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { authenticator } from '../api-keys/admission.ts';
import { refusalKeeper } from '../api-keys/refused-requests.ts';
import { appUrlOf, type Config } from '../config.ts';
import { isTransient } from '../database/database.ts';
import { createApp } from '../http/app.ts';
import { type CompiledContract, compileContract } from '../http/compile-contract.ts';
import type { ContractDocument } from '../http/operations.ts';
import { listen } from '../http/serve.ts';
import { patientAccessNoter } from '../patients/patient-access.ts';
import { oidcFlow } from '../people/oidc.ts';
import { sessionAuthenticator } from '../people/sessions.ts';
import { countAnswer, countRefusal, expectOperations } from '../telemetry/metrics.ts';
import { AddressGuard } from '../webhooks/endpoints/address-guard.ts';
import { applicationHandlers } from './application-handlers.ts';
import { fillDemo } from './demo.ts';
import { handlers } from './handlers.ts';
import { listenForScrapes } from './observation.ts';
import { print, withConnections, withProcess } from './process.ts';
import { reportReader } from './reports.ts';
import { makeServices } from './services.ts';
import { startWorker } from './worker.ts';

/** The contract of the application is compiled so long after the start, when the first calls are answered. */
const COMPILE_AFTER_MILLISECONDS = 1_000;

/** Serves until a signal to stop; resolves when every answer is sent and everything is closed. */
export function serve(config: Config): Promise<void> {
  const share = Math.floor(config.databaseConnections / config.webConcurrency);
  return withProcess(config, (running) =>
    withConnections(running, share, async ({ database, reads, readsAtOnce, ...shared }) => {
      const { secrets, housekeeping } = shared;
      const { log, stopped } = running;
      const demo = config.demo ? await fillDemo(database, secrets) : undefined;
      const addressGuard = new AddressGuard(config.webhookAllowedNetworks);
      const address = { appUrl: config.appUrl ?? '' };
      const appUrl = () => address.appUrl;
      const notePatientAccess = patientAccessNoter(database);
      const refusals = refusalKeeper(database);
      const parts = { secrets, addressGuard, notePatientAccess, appUrl };
      expectOperations(Object.keys({ ...handlers, ...applicationHandlers }));
      let compiled: Promise<CompiledContract> | undefined;
      const compileApplication = () => {
        compiled ??= compileContract(readGenerated('application.json') as ContractDocument);
        return compiled;
      };
      const app = createApp({
        contract: await compileContract(readGenerated('openapi.json') as ContractDocument),
        events: readGenerated('webhooks.json'),
        handlers,
        services: makeServices(database, parts),
        readServices: makeServices(reads, parts),
        readsAtOnce,
        readReport: reportReader(reads, notePatientAccess),
        authenticate: authenticator(database),
        application: {
          contract: compileApplication,
          handlers: applicationHandlers,
          authenticate: sessionAuthenticator(database),
          appUrl,
          oidc: config.oidc && oidcFlow(database, { issuer: config.oidc, appUrl }),
        },
        isTransient,
        ...housekeeping,
        observe: (answered) => {
          countAnswer(answered);
          if (answered.code !== undefined) countRefusal(answered.operationId, answered.code);
          refusals.keep(answered);
        },
      });
      const listening = await listen(app, {
        host: config.host,
        port: config.port,
        lifecycle: housekeeping.lifecycle,
        isSocketElsewhere: cluster.isWorker,
      });
      address.appUrl ||= appUrlOf({ appUrl: undefined, port: Number(new URL(listening.url).port) });
      demo?.printLinks(appUrl());
      const retrySeconds = config.webhookRetrySeconds;
      const worker = config.worker
        ? startWorker({ database, secrets, guard: addressGuard, retrySeconds, log })
        : undefined;
      announce(listening.url);
      // The first person need not wait for it, and nor does the start. Half a second of a processor.
      const compiling = setTimeout(() => void compileApplication(), COMPILE_AFTER_MILLISECONDS);
      await stopped;
      clearTimeout(compiling);
      await Promise.all([listening.close(), worker?.stop()]);
      await refusals.flush();
    }),
  );
}

/** Delivers webhooks and runs the periodic jobs, without serving. */
export function work(config: Config): Promise<void> {
  return withProcess(config, (running) =>
    withConnections(
      running,
      config.databaseConnections,
      async ({ database, secrets, housekeeping }) => {
        const listening = await listenForScrapes(config, housekeeping);
        if (listening !== undefined) print(`metrics at ${listening.url}/metrics`);
        const worker = startWorker({
          database,
          secrets,
          guard: new AddressGuard(config.webhookAllowedNetworks),
          retrySeconds: config.webhookRetrySeconds,
          log: running.log,
        });
        print('working');
        await running.stopped;
        await Promise.all([listening?.close(), worker.stop()]);
      },
    ),
  );
}

/** Prints the address; the parent of several processes prints it once, when all of them listen. */
function announce(url: string): void {
  if (cluster.isWorker) process.send?.({ listening: url });
  else print(`listening on ${url}`);
}

function readGenerated(name: string): object {
  return JSON.parse(readFileSync(new URL(`../../generated/${name}`, import.meta.url), 'utf8'));
}
