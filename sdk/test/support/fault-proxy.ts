// Stands between a client and the service, and does to each request what the test asks for: connections break, and
// others answer, as they do between a partner and us.
import { createServer, type IncomingHttpHeaders, request as send } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface Passed {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Milliseconds, of performance.now(). */
  readonly at: number;
}

/**
 * `pass` on; `refuse` to take it; `lose` the answer, after the service has done its work; `cut` the answer in
 * the middle; `hang`; or an answer of the proxy's own.
 */
export type Fault =
  | 'pass'
  | 'refuse'
  | 'lose'
  | 'cut'
  | 'hang'
  | { status: number; headers?: Record<string, string>; body?: string };

export interface FaultProxy {
  readonly url: string;
  /** All that came, in order. */
  readonly passed: Passed[];
  /** What becomes of the next ones; after the last of them all pass. */
  plan(...faults: Fault[]): void;
  close(): Promise<void>;
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const passed: Passed[] = [];
  const sockets = new Set<Socket>();
  let faults: Fault[] = [];
  const server = createServer(async (request, response) => {
    const fault = faults.shift() ?? 'pass';
    const bytes = Buffer.concat(await request.toArray());
    const { method = '', url: path = '', headers } = request;
    passed.push({ method, path, headers, body: bytes.toString(), at: performance.now() });
    if (fault === 'refuse') request.socket.destroy();
    else if (fault === 'hang') return;
    else if (typeof fault === 'object') {
      response.writeHead(fault.status, fault.headers).end(fault.body);
    } else {
      const { status, rawHeaders, body } = await forward({ target, path, method, headers, bytes });
      if (fault === 'lose') request.socket.destroy();
      else if (fault === 'pass') response.writeHead(status, rawHeaders).end(body);
      else {
        response.writeHead(status, rawHeaders);
        response.write(body.subarray(0, body.length / 2), () => request.socket.destroy());
      }
    }
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    plan: (...next) => {
      faults = next;
      passed.length = 0;
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function forward({
  target,
  path,
  method,
  headers,
  bytes,
}: {
  target: string;
  path: string;
  method: string;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}): Promise<{ status: number; rawHeaders: string[]; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const outgoing = send(new URL(path, target), { method, headers }, async (answer) => {
      const { statusCode: status = 0, rawHeaders } = answer;
      resolve({ status, rawHeaders, body: Buffer.concat(await answer.toArray()) });
    });
    outgoing.once('error', reject).end(bytes);
  });
}
