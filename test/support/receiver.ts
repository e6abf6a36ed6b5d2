// A partner's server on the loopback: keeps what it gets, and answers as the test asks.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { reportHidden } from './sentinels.ts';

export interface Received {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly method: string;
  readonly path: string;
  /** The exact bytes, as text. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
  readonly body: any;
}

export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  /** Requests that are there and not answered. */
  readonly mostAtOnce: () => number;
  close(): Promise<void>;
}

/** Answers 204, or whatever `answer` does; `number` counts from 0. */
export async function startReceiver(
  answer: (response: ServerResponse, index: number, received: Received) => void = (response) =>
    response.writeHead(204).end(),
): Promise<Receiver> {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  let open = 0;
  let most = 0;
  const server = createServer((request, response) => {
    let text = '';
    open += 1;
    most = Math.max(most, open);
    response.once('close', () => {
      open -= 1;
    });
    request.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const { headers, rawHeaders, method = '', url: path = '' } = request;
      const body = text === '' ? undefined : JSON.parse(text);
      const one = { at: Date.now(), headers, rawHeaders, method, path, text, body };
      reportHidden('a delivery', `${rawHeaders.join(' ')} ${text}`);
      received.push(one);
      answer(response, received.length - 1, one);
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    port,
    received,
    mostAtOnce: () => most,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
