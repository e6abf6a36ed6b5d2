import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { authenticator } from '../api-keys/admission.ts';
import { refusalKeeper } from '../api-keys/refused-requests.ts';
import { cellAuthenticator } from '../cells/authenticate.ts';
import type { Directory } from '../cells/directory.ts';
import { appUrlOf, type Config } from '../config.ts';
import type { Authenticate } from '../contract.ts';
import { isTransient } from '../database/failures.ts';
import { createApp } from '../http/app.ts';
import { type CompiledContract, compileContract } from '../http/compile-contract.ts';
import type { ContractDocument } from '../http/operations.ts';
import { listen } from '../http/serve.ts';
import type { SecretBox } from '../lib/seal.ts';
import { patientAccessNoter } from '../patients/patient-access.ts';
import { oidcFlow } from '../people/oidc.ts';
import { sessionAuthenticator } from '../people/sessions.ts';
import { countAnswer, countRefusal, expectOperations } from '../telemetry/metrics.ts';
import type { DeliveryParts } from '../webhooks/delivery/deliver.ts';
import { AddressGuard } from '../webhooks/endpoints/address-guard.ts';
import { applicationHandlers } from './application-handlers.ts';
import { fillDemo } from './demo.ts';
import { handlers } from './handlers.ts';
import { listenForScrapes } from './observation.ts';
import {
  type Connections,
  type OpenCell,
  print,
  printListening,
  withConnections,
  withProcess,
} from './process.ts';
import { reportReader } from './reports.ts';
import { makeServices, readsFirstOn } from './services.ts';
import { startWorker } from './worker.ts';

/** The contract of the application is compiled so long after the start, when the first calls are answered. */
const COMPILE_AFTER_MILLISECONDS = 1_000;

/** Serves until a signal to stop; resolves when every answer is sent and everything is closed. */
export function serve(config: Config): Promise<void> {
  return withProcess(config, config.webConcurrency, (running) =>
    withConnections(running, async ({ cells, directory, secrets, housekeeping }) => {
      const { log, stopped } = running;
      const addressGuard = new AddressGuard(config.webhookAllowedNetworks);
      const listeningAt = { port: config.port };
      const served = new Map(
        cells.map((cell) => [
          cell.config.cell,
          servedCell(cell, { secrets, addressGuard, listeningAt }),
        ]),
      );
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
        cells: served,
        authenticate: authenticatorOf(cells, directory),
        application: {
          contract: compileApplication,
          handlers: applicationHandlers,
          cells: new Map([...served].map(([name, { application }]) => [name, application])),
        },
        isTransient,
        ...housekeeping,
        observe: (answered) => {
          countAnswer(answered);
          if (answered.code === undefined) return;
          countRefusal(answered.operationId, answered.code);
          served.get(answered.caller?.cell)?.refusals.keep(answered);
        },
      });
      const listening = await listen(app, {
        host: config.host,
        port: config.port,
        lifecycle: housekeeping.lifecycle,
        isSocketElsewhere: cluster.isWorker,
      });
      listeningAt.port = Number(new URL(listening.url).port);
      const appUrl = appUrlOf({ ...cells[0].config, ...listeningAt });
      const demo = config.demo ? await fillDemo(cells[0].database, { secrets, appUrl }) : [];
      const workers = config.worker
        ? startWorkers(cells, { secrets, guard: addressGuard, log })
        : undefined;
      announce(listening.url, demo);
      // The first person need not wait for it, and nor does the start. Half a second of a processor.
      const compiling = setTimeout(() => void compileApplication(), COMPILE_AFTER_MILLISECONDS);
      await stopped;
      clearTimeout(compiling);
      await Promise.all([listening.close(), workers?.stop()]);
      await Promise.all([...served.values()].map(({ refusals }) => refusals.flush()));
    }),
  );
}

/** What a cell brings to the operations of a process. */
function servedCell(
  { config, database, stockWriter, reads, standby, readsAtOnce }: OpenCell,
  {
    secrets,
    addressGuard,
    listeningAt,
  }: { secrets: SecretBox; addressGuard: AddressGuard; listeningAt: { readonly port: number } },
) {
  const appUrl = () => appUrlOf({ ...config, ...listeningAt });
  const notePatientAccess = patientAccessNoter(database);
  const parts = { stockWriter, secrets, addressGuard, notePatientAccess, appUrl };
  const readServices = makeServices(reads, parts);
  standby?.watch();
  return {
    services: makeServices(database, parts),
    readServices,
    runRead:
      standby &&
      readsFirstOn(standby, {
        services: readServices,
        standbyServices: makeServices(standby.database, parts),
      }),
    readsAtOnce,
    readReport: reportReader(reads, notePatientAccess),
    refusals: refusalKeeper(database),
    application: {
      authenticate: sessionAuthenticator(database, config.cell),
      appUrl,
      oidc: config.oidc && oidcFlow(database, { issuer: config.oidc, appUrl }),
    },
  };
}

function authenticatorOf(
  cells: Connections['cells'],
  directory: Directory | undefined,
): Authenticate {
  if (directory === undefined) return authenticator(cells[0].database);
  return cellAuthenticator(
    new Map(
      cells.map(({ database, config: { cell = '' } }) => [cell, authenticator(database, cell)]),
    ),
    directory,
  );
}

/** Delivers webhooks and runs the periodic jobs, without serving. */
export function work(config: Config): Promise<void> {
  return withProcess(config, 1, (running) =>
    withConnections(running, async ({ cells, secrets, housekeeping }) => {
      const listening = await listenForScrapes(config, housekeeping);
      if (listening !== undefined) print(`metrics at ${listening.url}/metrics`);
      const guard = new AddressGuard(config.webhookAllowedNetworks);
      const workers = startWorkers(cells, { secrets, guard, log: running.log });
      print('working');
      await running.stopped;
      await Promise.all([listening?.close(), workers.stop()]);
    }),
  );
}

/** Each cell has a worker of its own. */
function startWorkers(
  cells: readonly OpenCell[],
  { log, ...shared }: Pick<DeliveryParts, 'secrets' | 'guard' | 'log'>,
): { stop(): Promise<void> } {
  const workers = cells.map(
    ({ database, stockWriter, config: { cell, webhookRetrySeconds: retrySeconds } }) =>
      startWorker({
        ...shared,
        database,
        stockWriter,
        retrySeconds,
        log: cell === undefined ? log : log.child({ cell }),
      }),
  );
  return {
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}

/** Prints the address; the parent of several processes prints it once, when all of them listen. */
function announce(url: string, demo: readonly string[]): void {
  if (cluster.isWorker) process.send?.({ listening: url });
  else printListening(url, demo);
}

function readGenerated(name: string): object {
  return JSON.parse(readFileSync(new URL(`../../generated/${name}`, import.meta.url), 'utf8'));
}
