// The parent of WEB_CONCURRENCY: it alone owns the embedded server, and its children serve.
import cluster, { type Worker } from 'node:cluster';
import { appUrlOf, type Config } from '../config.ts';
import { connect } from '../database/open.ts';
import { GRACE_MILLISECONDS } from '../http/limits.ts';
import { SecretBox } from '../lib/seal.ts';
import { ProcessMetrics } from '../telemetry/processes.ts';
import { fillDemo } from './demo.ts';
import { printListening, type ServiceProcess, STOP_SECONDS_MAX, withProcess } from './process.ts';

/** After this many unexpected ends of server processes within the window, the parent ends too. */
const RESTARTS_MAX = 10;
const RESTART_WINDOW_MILLISECONDS = 60_000;
/** A child that has not ended by its own deadline is stuck, and is killed. */
const CHILD_STOP_SECONDS_MAX = STOP_SECONDS_MAX + 0.5;

/** Thrown when the processes that serve keep ending; their output says why. */
export class ChildrenError extends Error {
  override readonly name = 'ChildrenError';
}

export function servePrimary(config: Config): Promise<void> {
  return withProcess(config, 1, async (running) => {
    if (running.isStopping) return;
    running.hasChildren = true;
    await superviseChildren(running);
  });
}

/** Called once all children listen. */
async function announce(url: string, { config, cells, log }: ServiceProcess): Promise<void> {
  const [{ config: ofCell, server }] = cells;
  if (!config.demo) return printListening(url, []);
  const { database, disconnect } = connect(server, config, (line) => log.warn(line));
  const secrets = new SecretBox(server.secretsKeys);
  const appUrl = appUrlOf({ ...ofCell, port: Number(new URL(url).port) });
  printListening(url, await fillDemo(database, { secrets, appUrl }).finally(disconnect));
}

async function superviseChildren(running: ServiceProcess): Promise<void> {
  const { config, cells, log, stopped } = running;
  const [{ server }] = cells;
  const children = new Set<Worker>();
  const metrics = new ProcessMetrics();
  const ended: number[] = [];
  let stopping = false;
  let announced: Promise<void> | undefined;
  let listening = 0;
  let failure: Error | undefined;
  const { promise: allGone, resolve: onAllGone } = Promise.withResolvers<void>();
  const start = () => {
    const child = cluster.fork({
      // The cells are in the environment already.
      ...(config.cells === undefined && { DATABASE_URL: server.serviceUrl }),
      SECRETS_KEY: server.secretsKeys.map((key) => key.toString('base64')).join(','),
      MIGRATE: 'off',
      DEMO: 'off',
    });
    children.add(child);
    metrics.add(child);
    child.on('message', (message: { listening?: string }) => {
      if (message.listening === undefined) return;
      listening += 1;
      if (listening < config.webConcurrency || announced) return;
      announced = announce(message.listening, running).catch((error) => {
        failure = error;
        stop();
      });
    });
    child.on('exit', (code, signal) => {
      children.delete(child);
      if (stopping) {
        if (children.size === 0) onAllGone();
        return;
      }
      ended.push(Date.now());
      const recent = ended.filter((at) => Date.now() - at < RESTART_WINDOW_MILLISECONDS).length;
      if (announced === undefined || recent > RESTARTS_MAX) {
        failure = new ChildrenError('A server process ended; its own message says why.');
        stop();
        return;
      }
      log.error({ code, signal }, 'a server process ended and is restarted');
      start();
    });
  };
  // The server closes only after the last child: the embedded server runs while somebody is connected to it.
  const stop = () => {
    stopping = true;
    for (const child of children) child.process.kill('SIGTERM');
    if (children.size === 0) onAllGone();
    // The parent accepts connections and passes them on, so it stops first: a connection that is passed to a child
    // which no longer accepts any would wait until the parent is gone too.
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
  await announced;
  if (failure !== undefined) throw failure;
}
