// HTTP by hand, over a bare socket: what no client would send, and how it is answered.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** By their names in small letters. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

const HEAD_END = '\r\n\r\n';
const TIMEOUT_MILLISECONDS = 20_000;

/** One connection. Reads nothing before it is asked to. */
export class RawConnection {
  readonly socket: Socket;
  #received = Buffer.alloc(0);
  #ended = false;
  #wake: () => void = () => {};

  private constructor(socket: Socket) {
    this.socket = socket;
    // A server that refuses may reset; what it sent before is what counts.
    socket.on('error', () => {});
    socket.once('close', () => {
      this.#ended = true;
      this.#wake();
    });
  }

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  /** Text is sent as Latin-1: one byte for each character. */
  send(bytes: string | Uint8Array): this {
    this.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    return this;
  }

  /** The next answer; undefined where the connection ends without one. */
  async next({ toHead = false }: { toHead?: boolean } = {}): Promise<RawAnswer | undefined> {
    this.#read();
    for (;;) {
      const answer = this.#take(toHead);
      if (answer !== undefined) return answer;
      if (this.#ended) return undefined;
      await this.#more();
    }
  }

  /** All answers until the connection ends. */
  async rest(): Promise<RawAnswer[]> {
    const answers: RawAnswer[] = [];
    for (let answer = await this.next(); answer !== undefined; answer = await this.next()) {
      answers.push(answer);
    }
    return answers;
  }

  /** Resolves when the server has ended its side, to whatever it had still sent. */
  async ended(): Promise<string> {
    this.#read();
    while (!this.#ended) await this.#more();
    return this.#received.toString('latin1');
  }

  close(): void {
    this.socket.destroy();
  }

  #read(): void {
    if (this.socket.listenerCount('data') > 0) return;
    this.socket.on('data', (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes]);
      this.#wake();
    });
    this.socket.once('end', () => {
      this.#ended = true;
      this.#wake();
    });
  }

  async #more(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(
      () => reject(new Error(`no answer in time; so far: ${this.#received.toString('latin1')}`)),
      TIMEOUT_MILLISECONDS,
    );
    this.#wake = resolve;
    await promise.finally(() => clearTimeout(timer));
  }

  #take(toHead: boolean): RawAnswer | undefined {
    const end = this.#received.indexOf(HEAD_END);
    if (end < 0) return undefined;
    const [first = '', ...lines] = this.#received.subarray(0, end).toString('latin1').split('\r\n');
    const headers = new Map(
      lines.map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
    const start = end + HEAD_END.length;
    const length = toHead || status < 200 ? 0 : Number(headers.get('content-length') ?? 0);
    if (this.#received.length < start + length) return undefined;
    const text = this.#received.subarray(start, start + length).toString('utf8');
    this.#received = this.#received.subarray(start + length);
    return { status, headers, text };
  }
}

export interface RawRequest {
  readonly method?: string;
  readonly target: string;
  readonly version?: string;
  /** Beside Host, which is sent unless there is one here or it is left out. */
  readonly headers?: readonly (readonly [string, string])[];
  readonly host?: boolean;
  readonly body?: string | Uint8Array;
}

/** The bytes of a request, its length announced where it has a body and no header says anything of it. */
export function requestBytes({
  method = 'GET',
  target,
  version = 'HTTP/1.1',
  headers = [],
  host = true,
  body,
}: RawRequest): Buffer {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const content = body === undefined ? undefined : Buffer.from(body as string);
  const lines = [
    `${method} ${target} ${version}`,
    ...(host && !names.has('host') ? ['Host: localhost'] : []),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(content && !names.has('content-length') && !names.has('transfer-encoding')
      ? [`Content-Length: ${content.length}`]
      : []),
  ];
  const head = Buffer.from(lines.join('\r\n') + HEAD_END, 'latin1');
  return content === undefined ? head : Buffer.concat([head, content]);
}

/** One request on a connection of its own, and its first answer. */
export async function ask(
  url: string,
  request: RawRequest | string,
): Promise<RawAnswer | undefined> {
  const connection = await RawConnection.open(url);
  connection.send(typeof request === 'string' ? request : requestBytes(request));
  const answer = await connection.next({
    toHead: typeof request !== 'string' && request.method === 'HEAD',
  });
  connection.close();
  return answer;
}
