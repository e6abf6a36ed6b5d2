/**
 * The listening socket and its end. A close loses no answer: for a grace period everything is still answered, and
 * each answer asks its caller to connect again (elsewhere). Then the socket closes, and requests in flight have time
 * to finish.
 */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { attach, type Connections } from './connections.ts';
import type { Lifecycle } from './housekeeping.ts';
import {
  CHECK_MILLISECONDS,
  CONNECTIONS_MAX,
  DRAIN_MILLISECONDS,
  GRACE_MILLISECONDS,
  HEAD_BYTES_MAX,
  HEAD_MILLISECONDS,
  IDLE_MILLISECONDS,
  RECENT_MILLISECONDS,
  REQUEST_MILLISECONDS,
  SOCKET_CLOSE_MILLISECONDS,
  SOCKET_POLL_MILLISECONDS,
  STALLED_MILLISECONDS,
} from './limits.ts';

/** Thrown when the address cannot be listened on; the message is for the person at the terminal. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

interface ListenOptions {
  host: string;
  /** The port; 0 means a free one. */
  port: number;
  lifecycle: Lifecycle;
  /** How long connections are still accepted and answered after close() began. */
  graceMilliseconds?: number;
  /** How long requests in flight may take after that. */
  drainMilliseconds?: number;
  /** Another process accepts connections and passes them on; closing its socket closes this server. */
  isSocketElsewhere?: boolean;
  /** Only tests set these, to shorter times. */
  limits?: Partial<typeof LIMITS>;
}

const LIMITS = {
  connectionsMax: CONNECTIONS_MAX,
  headMilliseconds: HEAD_MILLISECONDS,
  requestMilliseconds: REQUEST_MILLISECONDS,
  stalledMilliseconds: STALLED_MILLISECONDS,
  checkMilliseconds: CHECK_MILLISECONDS,
};

export interface Listening {
  url: string;
  /** Resolves when every connection is closed. It may be called again. */
  close(): Promise<void>;
}

export async function listen(app: RequestListener, options: ListenOptions): Promise<Listening> {
  const { host, port } = options;
  const limits = { ...LIMITS, ...options.limits };
  const server = createServer({
    keepAliveTimeout: IDLE_MILLISECONDS,
    headersTimeout: limits.headMilliseconds,
    requestTimeout: limits.requestMilliseconds,
    connectionsCheckingInterval: limits.checkMilliseconds,
    maxHeaderSize: HEAD_BYTES_MAX,
    // Node's own refusal has no body, so the gate checks the header.
    requireHostHeader: false,
  });
  server.timeout = limits.stalledMilliseconds;
  // The gate counts headers: some versions of Node drop those beyond its own limit without an error.
  server.maxHeadersCount = 0;
  server.maxConnections = limits.connectionsMax;
  // Otherwise full processes would pass a connection on to each other without end.
  Object.assign(server, { dropMaxConnection: true });
  const connections = attach(server, app);
  await bind(server, { host, port });

  let closing: Promise<void> | undefined;
  const { address, family, port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`,
    close() {
      closing ??= drain(server, connections, options);
      return closing;
    },
  };
}

function bind(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const messages: Record<string, string> = {
        EADDRINUSE: `Port ${port} is taken: set PORT to another, or to 0 for a free one.`,
        EACCES: `Port ${port} needs more rights than this process has: set PORT to another.`,
        EADDRNOTAVAIL: `${host} is not an address of this machine: set HOST to another.`,
        ENOTFOUND: `${host} is not an address of this machine: set HOST to another.`,
      };
      const message = messages[error.code ?? ''];
      reject(message ? new ListenError(message, { cause: error }) : error);
    });
    server.listen({ host, port }, resolve);
  });
}

async function drain(
  server: Server,
  connections: Connections,
  {
    lifecycle,
    graceMilliseconds = GRACE_MILLISECONDS,
    drainMilliseconds = DRAIN_MILLISECONDS,
    isSocketElsewhere = false,
  }: ListenOptions,
): Promise<void> {
  lifecycle.draining = true;
  connections.closeWithAnswers();
  // A caller without a connection may be about to open one, until its balancer notices the end.
  if (connections.isUsed(RECENT_MILLISECONDS)) await setTimeout(graceMilliseconds);
  if (isSocketElsewhere) await closedElsewhere(server);
  // Requests in the sockets' buffers are read before idle connections are closed.
  await setImmediate();

  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const allClosed = new AbortController();
  const overdue = setTimeout(drainMilliseconds, undefined, { signal: allClosed.signal }).then(
    () => server.closeAllConnections(),
    () => undefined,
  );
  await closed;
  allClosed.abort();
  await overdue;
}

/**
 * Waits for the other process to close the socket. If this one closed first, a connection that is being passed on
 * would be left with nobody, and wait until both processes are gone.
 */
async function closedElsewhere(server: Server): Promise<void> {
  const deadline = performance.now() + SOCKET_CLOSE_MILLISECONDS;
  while (server.listening && performance.now() < deadline)
    await setTimeout(SOCKET_POLL_MILLISECONDS);
}
