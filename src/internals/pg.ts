// What the service uses of the PostgreSQL driver beyond what the driver documents: the socket below a connection, the
// query whose answer is due next, the number of the session on the server, the event that fails all answers, and the
// role of a connection that is not open yet.
import type { Socket } from 'node:net';
import pg from 'pg';

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

/** lib/query.js and lib/result.js. */
interface QueryInternals {
  readonly name?: string;
  _accumulateRows?: boolean;
  readonly _result: Columns;
  hasBeenParsed(connection: Connection): boolean;
  prepare(connection: Connection): void;
  handleRowDescription(message: object): void;
}

/** How the driver reads rows; it makes this of the server's description of them. */
interface Columns {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

interface Connection {
  describe(portal: object): void;
}

const driver = pg.Query.prototype as unknown as QueryInternals;
/** Each connection keeps how the rows of the statements that are prepared on it are read. */
const known = new WeakMap<Connection, Map<string, Columns>>();

/**
 * A statement that asks the server once for each connection to describe its rows, where the driver asks each time. The
 * server itself refuses a prepared statement whose columns have changed since. All statements of one name must have
 * the same `types`.
 */
export class DescribedOnce extends pg.Query {
  #connection: Connection | undefined;

  prepare(connection: Connection): void {
    this.#connection = connection;
    const own = this as unknown as QueryInternals;
    const columns = known.get(connection)?.get(own.name ?? '');
    if (columns === undefined || !own.hasBeenParsed(connection)) {
      driver.prepare.call(this, connection);
      return;
    }
    own._accumulateRows = true;
    Object.assign(own._result, columns);
    driver.prepare.call(this, withoutDescribe(connection));
  }

  handleRowDescription(message: object): void {
    driver.handleRowDescription.call(this, message);
    const { name, _result } = this as unknown as QueryInternals;
    if (name === undefined || this.#connection === undefined) return;
    const { fields, _parsers, _prebuiltEmptyResultObject } = _result;
    const ofConnection = known.get(this.#connection) ?? new Map<string, Columns>();
    known.set(
      this.#connection,
      ofConnection.set(name, { fields, _parsers, _prebuiltEmptyResultObject }),
    );
  }
}

const silent = new WeakMap<Connection, Connection>();

function withoutDescribe(connection: Connection): Connection {
  const made =
    silent.get(connection) ?? Object.create(connection, { describe: { value: () => {} } });
  silent.set(connection, made);
  return made;
}

/** Runs a statement as `client.query` does. */
export function queryOnce(client: pg.ClientBase, config: pg.QueryConfig): Promise<pg.QueryResult> {
  return new Promise<pg.QueryResult>((resolve, reject) => {
    const query = new DescribedOnce(config);
    Object.assign(query, {
      query_timeout: (config as { query_timeout?: number }).query_timeout,
      callback: (error: Error | undefined, result: pg.QueryResult) => {
        if (error) reject(error);
        else resolve(result);
      },
    });
    client.query(query);
  }).catch((error) => {
    // As the driver does: the stack of the socket says nothing.
    Error.captureStackTrace(error);
    throw error;
  });
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

/** Fails every query that waits for an answer, before an answer that is in the same packet is read. */
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
