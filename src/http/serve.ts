/**
 * The listening socket and its end. A close loses no answer: for a moment everything is still
 * answered, each answer telling its caller to connect anew (elsewhere), then the door closes, and
 * what is in flight has its time to finish.
 */
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { attach } from './connections.ts';
import type { Lifecycle } from './housekeeping.ts';
import {
  CHECK_MILLISECONDS,
  CONNECTIONS_MAX,
  DOOR_MILLISECONDS,
  DRAIN_MILLISECONDS,
  GRACE_MILLISECONDS,
  HEAD_BYTES_MAX,
  HEAD_MILLISECONDS,
  IDLE_MILLISECONDS,
  RECENT_MILLISECONDS,
  REQUEST_MILLISECONDS,
  SOCKET_POLL_MILLISECONDS,
  STALLED_MILLISECONDS,
} from './limits.ts';

/** The address cannot be had; the message is for the person at the terminal. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

interface ListenOptions {
  host: string;
  /** 0 takes a free one. */
  port: number;
  lifecycle: Lifecycle;
  /** How long connections are still answered and taken after close() began. */
  graceMilliseconds?: number;
  /** How long requests in flight may take after that. */
  drainMilliseconds?: number;
  /** Another process takes connections and hands them on. It closes the door, and this server with it. */
  isSocketElsewhere?: boolean;
  /** Shorter ones, for tests. */
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
  /** Resolves when every connection is closed. Repeatable. */
  close(): Promise<void>;
}

export async function listen(app: RequestListener, options: ListenOptions): Promise<Listening> {
  const { host, port, lifecycle } = options;
  const inFlight = new Set<ServerResponse>();
  let lastRequestAt = Number.NEGATIVE_INFINITY;
  const limits = { ...LIMITS, ...options.limits };
  const server = createServer({
    keepAliveTimeout: IDLE_MILLISECONDS,
    headersTimeout: limits.headMilliseconds,
    requestTimeout: limits.requestMilliseconds,
    connectionsCheckingInterval: limits.checkMilliseconds,
    maxHeaderSize: HEAD_BYTES_MAX,
    // Node's own refusal has no body.
    requireHostHeader: false,
  });
  server.timeout = limits.stalledMilliseconds;
  // The gate counts them: Node drops what is beyond silently, or not, by its version.
  server.maxHeadersCount = 0;
  server.maxConnections = limits.connectionsMax;
  // Else a process of several that is full hands what comes to another one, and that on, without end.
  Object.assign(server, { dropMaxConnection: true });
  attach(server, (request, response) => {
    inFlight.add(response);
    lastRequestAt = performance.now();
    response.once('close', () => inFlight.delete(response));
    if (lifecycle.draining) response.setHeader('Connection', 'close');
    app(request, response);
  });
  await bind(server, { host, port });

  let closing: Promise<void> | undefined;
  const { address, family, port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`,
    close() {
      closing ??= drain(server, { inFlight, lastRequestAt, ...options });
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
  {
    inFlight,
    lastRequestAt,
    lifecycle,
    graceMilliseconds = GRACE_MILLISECONDS,
    drainMilliseconds = DRAIN_MILLISECONDS,
    isSocketElsewhere = false,
  }: ListenOptions & { inFlight: ReadonlySet<ServerResponse>; lastRequestAt: number },
): Promise<void> {
  lifecycle.draining = true;
  for (const response of inFlight) {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  }
  // Who keeps no connection may still be about to make one: a balancer has to be told first.
  const isUsed = performance.now() - lastRequestAt < RECENT_MILLISECONDS;
  if (isUsed || (await connections(server)) > 0) await setTimeout(graceMilliseconds);
  if (isSocketElsewhere) await closedElsewhere(server);
  // Requests that lie in the sockets' buffers are read before idle connections are told apart.
  await setImmediate();

  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const patience = new AbortController();
  const overdue = setTimeout(drainMilliseconds, undefined, { signal: patience.signal }).then(
    () => server.closeAllConnections(),
    () => undefined,
  );
  await closed;
  patience.abort();
  await overdue;
}

/** Closed here first, what is being handed on would be left with nobody, and wait until both processes are gone. */
async function closedElsewhere(server: Server): Promise<void> {
  const deadline = performance.now() + DOOR_MILLISECONDS;
  while (server.listening && performance.now() < deadline)
    await setTimeout(SOCKET_POLL_MILLISECONDS);
}

function connections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));
}
