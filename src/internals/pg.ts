// What the service uses of the PostgreSQL driver beyond what the driver documents: the socket below a connection, the
// query whose answer is due next, the number of the session on the server, the event that fails all answers, and the
// role of a connection that is not open yet.
import type { Socket } from 'node:net';
import type pg from 'pg';

/** The versions whose source was read for this; test/internals/ compares them with those that are installed. */
export const READ_IN = { pg: '8.23.1' };

/** lib/client.js and lib/connection.js. */
interface Internals {
  readonly _activeQuery: object | null;
  readonly processID: number | null;
  readonly connection: NodeJS.EventEmitter & { readonly stream: Socket };
}

function internals(client: pg.ClientBase): Internals {
  return client as unknown as Internals;
}

/** Sends what the caller asks for in this turn of the event loop in one packet. */
export function sendTogether(client: pg.ClientBase): void {
  const { stream } = internals(client).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Ends a connection without a goodbye, for which it might wait as long as for an answer. */
export function breakOff(client: pg.ClientBase): void {
  internals(client).connection.stream.destroy();
}

/** Fails every query that waits for an answer, before an answer that stands in the same packet is read. */
export function failAnswers(client: pg.ClientBase, error: Error): void {
  internals(client).connection.emit('error', error);
}

/** What has gone over a connection so far, and which query waits for the next answer. */
export interface Traffic {
  /** The same object for as long as that query is not answered; null where no answer is due. */
  readonly query: object | null;
  readonly bytesRead: number;
  readonly bytesWritten: number;
  /** Whether the machine's network stack has taken all that was written. */
  readonly isSent: boolean;
}

export function trafficOf(client: pg.ClientBase): Traffic {
  const { _activeQuery: query, connection } = internals(client);
  const { bytesRead, bytesWritten, writableLength } = connection.stream;
  return { query, bytesRead, bytesWritten, isSent: writableLength === 0 };
}

/** The number of the session on the server, as pg_backend_pid() gives it; 0 before it is known. */
export function processIdOf(client: pg.ClientBase): number {
  return internals(client).processID ?? 0;
}

/** Sets the role of a connection that is not open yet. */
export function connectAs(
  client: pg.Client,
  { user, password }: { readonly user: string; readonly password: string },
): void {
  const { connectionParameters } = client as unknown as { connectionParameters: object };
  Object.assign(client, { user, password });
  Object.assign(connectionParameters, { user });
}
