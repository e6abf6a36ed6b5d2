import cluster, { type Worker } from 'node:cluster';
import { readFileSync } from 'node:fs';
import { type Logger, pino } from 'pino';
import { authenticator } from '../api-keys/admission.ts';
import type { Config } from '../config.ts';
import { connectionShortfall } from '../database/connection-shortfall.ts';
import { isTransient, type Queryable } from '../database/database.ts';
import { connect, type DatabaseServer, type OpenDatabase, reachServer } from '../database/open.ts';
import { createApp } from '../http/app.ts';
import type { Lifecycle } from '../http/housekeeping.ts';
import { GRACE_MILLISECONDS } from '../http/limits.ts';
import type { ContractDocument } from '../http/operations.ts';
import { listen } from '../http/serve.ts';
import { SecretBox } from '../lib/seal.ts';
import { accountName } from '../operator/account-name.ts';
import { seedDemo } from '../operator/demo/seed-demo.ts';
import { patientAccessNoter } from '../patients/patient-access.ts';
import { checkSecrets } from '../secrets/check-secrets.ts';
import { countAnswer, countRefusal, expectOperations } from '../telemetry/metrics.ts';
import { ProcessMetrics } from '../telemetry/processes.ts';
import { tracer } from '../telemetry/tracing.ts';
import { AddressGuard } from '../webhooks/endpoints/address-guard.ts';
import { handlers } from './handlers.ts';
import { housekeepingOf, listenForScrapes, startTelemetry } from './observation.ts';
import { makeServices } from './services.ts';
import { startWorker } from './worker.ts';

/** Of log lines that stderr does not take: beyond, they are dropped, and the service goes on. */
const LOG_BYTES_MAX = 16_000_000;
/** After this many unexpected ends of server processes within the window, something is wrong for good. */
const RESTARTS_MAX = 10;
const RESTART_WINDOW_MILLISECONDS = 60_000;
/** A process that was told to stop gives its answers and closes within this time, or ends without. */
const STOP_SECONDS_MAX = 8.5;
/** A child that does not even end then, since it is stuck, is killed. */
const CHILD_STOP_SECONDS_MAX = STOP_SECONDS_MAX + 0.5;
const EXIT_OVERDUE = 1;
const LACKS_KEY = 'SECRETS_KEY lacks a key';

/** The processes that serve keep ending; what they printed says why. */
export class ChildrenError extends Error {
  override readonly name = 'ChildrenError';
}

/** Serves until a signal says to stop; resolves when every answer is given and everything is closed. */
export async function serve(config: Config): Promise<void> {
  const log = makeLog(config);
  const stopped = stopSignal();
  // Also while it starts: it may wait for another who migrates.
  void stopped.then(() => endWhenOverdue(log));
  await startTelemetry(config);
  const server = await reachServer(config, (line) => log.info(line));
  // Of several processes the parent has told it for all.
  if (!cluster.isWorker) await logConnectionShortfall(server, config, log);
  const connections = Math.floor(config.databaseConnections / config.webConcurrency);
  const { database, reads, health, readsAtOnce, close } = connectAs(
    server,
    { ...config, connections },
    log,
  );
  try {
    const secrets = new SecretBox(server.secretsKeys);
    if (config.demo) printDemo(await seedDemo(database, { actor: accountName(), secrets }));
    const addressGuard = new AddressGuard(config.webhookAllowedNetworks);
    const means = { secrets, addressGuard, notePatientAccess: patientAccessNoter(database) };
    const lifecycle: Lifecycle = { draining: false };
    if (await isMissingKeys(database, secrets, log)) lifecycle.unfit = LACKS_KEY;
    expectOperations(Object.keys(handlers));
    const app = await createApp({
      document: readGenerated('openapi.json') as ContractDocument,
      events: readGenerated('webhooks.json'),
      handlers,
      services: makeServices(database, means),
      readServices: makeServices(reads, means),
      readsAtOnce,
      authenticate: authenticator(database),
      isTransient,
      ...housekeepingOf(health, { lifecycle, log }),
      observe: (answered) => {
        countAnswer(answered);
        if (answered.code !== undefined) countRefusal(answered.operationId, answered.code);
      },
    });
    const listening = await listen(app, {
      host: config.host,
      port: config.port,
      lifecycle,
      isSocketElsewhere: cluster.isWorker,
    });
    const retrySeconds = config.webhookRetrySeconds;
    const worker = config.worker
      ? startWorker({ database, secrets, guard: addressGuard, retrySeconds, log })
      : undefined;
    if (cluster.isWorker) process.send?.({ listening: listening.url });
    else print(`listening on ${listening.url}`);
    await stopped;
    await Promise.all([listening.close(), worker?.stop()]);
  } finally {
    await tracer()?.close();
    await close();
    log.flush();
  }
}

/** To stderr: stdout carries what a newcomer reads. */
function makeLog({ logLevel: level }: Config): Logger {
  return pino({ level }, pino.destination({ dest: 2, sync: false, maxLength: LOG_BYTES_MAX }));
}

function readGenerated(name: string): object {
  return JSON.parse(readFileSync(new URL(`../../generated/${name}`, import.meta.url), 'utf8'));
}

function connectAs(
  server: DatabaseServer,
  settings: Parameters<typeof connect>[1],
  log: Logger,
): OpenDatabase {
  return connect(server, settings, (line) => log.warn(line));
}

/** Names them in the log: without them neither webhooks nor kept answers can be read again. */
async function isMissingKeys(
  database: Queryable,
  secrets: SecretBox,
  log: Logger,
): Promise<boolean> {
  const keyIds = await checkSecrets(database, secrets);
  if (keyIds.length === 0) return false;
  log.error(
    { keyIds, sealsWith: secrets.keyId },
    'SECRETS_KEY does not hold the keys of these ids, with which secrets of this database were sealed',
  );
  return true;
}

async function logConnectionShortfall(
  { serviceUrl }: DatabaseServer,
  { databaseConnections }: Config,
  log: Logger,
): Promise<void> {
  const lack = await connectionShortfall(serviceUrl, databaseConnections);
  if (lack !== undefined) log.warn(lack);
}

/** Delivers webhooks and does the periodic work, without serving. */
export async function work(config: Config): Promise<void> {
  const log = makeLog(config);
  const stopped = stopSignal();
  // Also while it starts: it may wait for another who migrates.
  void stopped.then(() => endWhenOverdue(log));
  await startTelemetry(config);
  const server = await reachServer(config, (line) => log.info(line));
  await logConnectionShortfall(server, config, log);
  const connections = config.databaseConnections;
  const { database, health, close } = connectAs(server, { ...config, connections }, log);
  try {
    const secrets = new SecretBox(server.secretsKeys);
    const lifecycle: Lifecycle = { draining: false };
    if (await isMissingKeys(database, secrets, log)) lifecycle.unfit = LACKS_KEY;
    const housekeeping = housekeepingOf(health, { lifecycle, log });
    const listening = await listenForScrapes(config, housekeeping);
    if (listening !== undefined) print(`metrics at ${listening.url}/metrics`);
    const worker = startWorker({
      database,
      secrets,
      guard: new AddressGuard(config.webhookAllowedNetworks),
      retrySeconds: config.webhookRetrySeconds,
      log,
    });
    print('working');
    await stopped;
    await Promise.all([listening?.close(), worker.stop()]);
  } finally {
    await tracer()?.close();
    await close();
    log.flush();
  }
}

/**
 * A database that has gone silent could hold up an end for longer than anybody waits. What it may have done is
 * found by whoever asks next: by its idempotency key, or when a lease ends.
 */
function endWhenOverdue(log: Logger): void {
  setTimeout(() => {
    log.error('not everything could be closed in time');
    log.flush();
    process.exit(EXIT_OVERDUE);
  }, STOP_SECONDS_MAX * 1000).unref();
}

/** With WEB_CONCURRENCY the parent alone owns the embedded server, and its children serve. */
export async function servePrimary(config: Config): Promise<void> {
  const log = makeLog(config);
  const stopped = stopSignal();
  let isStopped = false;
  let hasChildren = false;
  void stopped.then(() => {
    isStopped = true;
    // While it starts, as without children; with them it waits until they are gone.
    if (!hasChildren) endWhenOverdue(log);
  });
  const server = await reachServer(config, (line) => log.info(line));
  try {
    await logConnectionShortfall(server, config, log);
    if (config.demo) {
      const connections = config.databaseConnections;
      const { database, disconnect } = connectAs(server, { ...config, connections }, log);
      const by = { actor: accountName(), secrets: new SecretBox(server.secretsKeys) };
      printDemo(await seedDemo(database, by).finally(disconnect));
    }
    if (isStopped) return;
    hasChildren = true;
    await superviseChildren(config, server, { stopped, log });
  } finally {
    await server.leave();
    log.flush();
  }
}

async function superviseChildren(
  config: Config,
  { serviceUrl: databaseUrl, secretsKeys }: DatabaseServer,
  { stopped, log }: { stopped: Promise<void>; log: Logger },
): Promise<void> {
  const children = new Set<Worker>();
  const figures = new ProcessMetrics();
  const ended: number[] = [];
  let stopping = false;
  let announced = false;
  let listening = 0;
  let failure: ChildrenError | undefined;
  const { promise: allGone, resolve: onAllGone } = Promise.withResolvers<void>();
  const start = () => {
    const child = cluster.fork({
      DATABASE_URL: databaseUrl,
      SECRETS_KEY: secretsKeys.map((key) => key.toString('base64')).join(','),
      MIGRATE: 'off',
      DEMO: 'off',
    });
    children.add(child);
    figures.add(child);
    child.on('message', (message: { listening?: string }) => {
      if (message.listening === undefined) return;
      listening += 1;
      if (listening < config.webConcurrency || announced) return;
      announced = true;
      print(`listening on ${message.listening}`);
    });
    child.on('exit', (code, signal) => {
      children.delete(child);
      if (stopping) {
        if (children.size === 0) onAllGone();
        return;
      }
      ended.push(Date.now());
      const recent = ended.filter((at) => Date.now() - at < RESTART_WINDOW_MILLISECONDS).length;
      if (!announced || recent > RESTARTS_MAX) {
        failure = new ChildrenError('A server process ended; its own message says why.');
        stop();
        return;
      }
      log.error({ code, signal }, 'a server process ended and is started anew');
      start();
    });
  };
  // Only when the last child is gone: the embedded server stays while somebody is connected to it.
  const stop = () => {
    stopping = true;
    for (const child of children) child.process.kill('SIGTERM');
    if (children.size === 0) onAllGone();
    // The parent takes connections and hands them on. It stops first: what it hands to a child that no longer
    // takes any is left with nobody, and would wait until the parent is gone too.
    setTimeout(() => {
      for (const child of children) child.disconnect();
    }, GRACE_MILLISECONDS).unref();
    setTimeout(() => {
      log.error('server processes did not stop in time and are killed');
      for (const child of children) child.process.kill('SIGKILL');
    }, CHILD_STOP_SECONDS_MAX * 1000).unref();
  };
  for (let count = 0; count < config.webConcurrency; count += 1) start();
  void stopped.then(stop);
  await allGone;
  if (failure !== undefined) throw failure;
}

/**
 * Ctrl-C reaches every process of the terminal and npm sends it on, so it comes more than once. A child
 * whose parent is gone gives the answers that are under way and ends, as after a signal.
 */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
    cluster.worker?.once('disconnect', () => {
      // Without this mark Node ends the process on the spot.
      if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
      resolve();
    });
  });
}

/** On stdout, for the person at the terminal: the log, which is kept, goes to stderr and has no keys. */
function printDemo(demo: Awaited<ReturnType<typeof seedDemo>>): void {
  if (demo === undefined) return;
  const { pharmacy, clinic, keys } = demo;
  if (keys === undefined) {
    print(
      `The demo is there (organizations ${pharmacy}, ${clinic}). A new key, if you lost yours:`,
    );
    print(
      `  npm run operator -- key issue --organization ${pharmacy} --environment live --scopes all`,
    );
    return;
  }
  print(`A demo pharmacy was made. Its keys, shown this once (organization ${pharmacy}):`);
  print(`  live: ${keys.pharmacy.live}`);
  print(`  test: ${keys.pharmacy.test}`);
  print(`A demo clinic orders from it. Its keys, shown this once (organization ${clinic}):`);
  print(`  live: ${keys.clinic.live}`);
  print(`  test: ${keys.clinic.test}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
