// A TCP proxy between the service and PostgreSQL that can break a connection at a chosen message.
import { createConnection, createServer, type Server, type Socket } from 'node:net';

/** A message of PostgreSQL's protocol, version 3, from the client. */
export interface ClientMessage {
  /** `Q` a simple query, `P` parse, `B` bind ...; empty for what opens the session. */
  readonly type: string;
  readonly text: string;
}

/**
 * `cut before`: the message never reaches the server. `cut after`: it does, but no answer comes back.
 * `deliver late`: the client is cut off at once, the message waits for `deliver()`. `swallow`: nothing
 * passes any more in either direction, and neither side gets an error.
 */
export type Verdict = 'pass' | 'cut before' | 'cut after' | 'deliver late' | 'swallow';

const LENGTH_BYTES = 4;

export class DatabaseProxy {
  /** Asked about each message, in order, until the connection is broken. */
  judge: (message: ClientMessage) => Verdict = () => 'pass';
  cuts = 0;
  /** How often something was asked while no answer was awaited. */
  trips = 0;
  /** Swallowed connections that the service has given up. */
  abandoned = 0;
  /** Statements that clients have sent. */
  statements = 0;
  readonly #server: Server;
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #held: (() => void)[] = [];

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((client) => this.#join(client));
  }

  static async start(databaseUrl: string): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(new URL(databaseUrl));
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  /** What the service connects with instead. */
  get url(): string {
    const url = new URL(this.#target);
    url.hostname = '127.0.0.1';
    url.port = String((this.#server.address() as { port: number }).port);
    return url.toString();
  }

  get connections(): number {
    return this.#sockets.size / 2;
  }

  /** Cuts every connection that is open now. */
  cutAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Gives the server the messages that were kept. */
  deliver(): void {
    for (const deliver of this.#held.splice(0)) deliver();
  }

  async close(): Promise<void> {
    this.cutAll();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(client: Socket): void {
    const server = createConnection(Number(this.#target.port), this.#target.hostname);
    for (const socket of [client, server]) {
      // Else a trip waits 40 ms for an acknowledgement that the other side puts off.
      socket.setNoDelay(true);
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('error', () => {});
    }
    let broken = false;
    let answers: 'forward' | 'drop' | 'cut' = 'forward';
    // Statements share trips: those before a message may still be unanswered when it comes.
    let unanswered = 0;
    client.on('close', () => {
      if (answers === 'drop') this.abandoned += 1;
      if (!broken) server.destroy();
    });
    server.on('close', () => {
      if (answers !== 'drop') client.destroy();
    });
    const readAnswer = messageReader(
      ({ type }) => {
        if (type === READY) unanswered -= 1;
      },
      { opened: true },
    );
    server.on('data', (bytes) => {
      readAnswer(bytes);
      if (answers === 'forward') client.write(bytes);
      if (answers !== 'cut' || unanswered > 0) return;
      client.destroy();
      server.destroy();
    });
    const send = (message: ClientMessage, bytes: Buffer) => {
      if (ANSWERED.includes(message.type)) {
        this.statements += 1;
        if (unanswered === 0) this.trips += 1;
        unanswered += 1;
      }
      server.write(bytes);
    };
    const read = messageReader((message, bytes) => {
      if (broken) return;
      const verdict = message.type === '' ? 'pass' : this.judge(message);
      if (verdict === 'pass') {
        send(message, bytes);
        return;
      }
      broken = true;
      this.cuts += 1;
      if (verdict === 'cut before') {
        client.resetAndDestroy();
        server.destroy();
      } else if (verdict === 'cut after') {
        answers = 'cut';
        send(message, bytes);
        // An extended query is answered when it is flushed; what follows the message is not read.
        if (message.type !== 'Q') send({ type: 'S', text: '' }, SYNC);
      } else if (verdict === 'deliver late') {
        client.resetAndDestroy();
        answers = 'cut';
        unanswered += 1;
        this.#held.push(() => server.write(bytes));
      } else {
        answers = 'drop';
      }
    });
    client.on('data', read);
  }
}

const SYNC = Buffer.from('S\0\0\0\x04', 'latin1');

const READY = 'Z';
/** What the server ends its answer to with READY: the opening of the session, a query, a sync. */
const ANSWERED = ['', 'Q', 'S'];

/** Splits bytes into messages. A client's first has no type: it opens the session. */
function messageReader(
  onMessage: (message: ClientMessage, bytes: Buffer) => void,
  { opened = false }: { opened?: boolean } = {},
): (bytes: Buffer) => void {
  let pending = Buffer.alloc(0);
  let typeBytes = opened ? 1 : 0;
  return (bytes) => {
    pending = Buffer.concat([pending, bytes]);
    for (;;) {
      if (pending.length < typeBytes + LENGTH_BYTES) return;
      const end = typeBytes + pending.readUInt32BE(typeBytes);
      if (pending.length < end) return;
      const whole = Buffer.from(pending.subarray(0, end));
      pending = pending.subarray(end);
      const type = whole.toString('latin1', 0, typeBytes);
      const text = type === '' ? '' : whole.toString('utf8', typeBytes + LENGTH_BYTES);
      typeBytes = 1;
      onMessage({ type, text }, whole);
    }
  };
}
