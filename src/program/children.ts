// The parent of WEB_CONCURRENCY: it alone owns the embedded server, and its children serve.
import cluster, { type Worker } from 'node:cluster';
import type { Config } from '../config.ts';
import { connect } from '../database/open.ts';
import { GRACE_MILLISECONDS } from '../http/limits.ts';
import { SecretBox } from '../lib/seal.ts';
import { ProcessMetrics } from '../telemetry/processes.ts';
import { fillDemo } from './demo.ts';
import { print, type ServiceProcess, STOP_SECONDS_MAX, withProcess } from './process.ts';

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
    const [{ server }] = running.cells;
    if (config.demo) {
      const { database, disconnect } = connect(server, config, (line) => running.log.warn(line));
      await fillDemo(database, new SecretBox(server.secretsKeys)).finally(disconnect);
    }
    if (running.isStopping) return;
    running.hasChildren = true;
    await superviseChildren(running);
  });
}

async function superviseChildren({ config, cells, log, stopped }: ServiceProcess): Promise<void> {
  const [{ server }] = cells;
  const children = new Set<Worker>();
  const metrics = new ProcessMetrics();
  const ended: number[] = [];
  let stopping = false;
  let announced = false;
  let listening = 0;
  let failure: ChildrenError | undefined;
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
  if (failure !== undefined) throw failure;
}
