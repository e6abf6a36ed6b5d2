// A load balancer as small as one can be: TCP, takes what is ready in turn, and asks each often.
import { createConnection, createServer, type Socket } from 'node:net';

const ASK_MILLISECONDS = 100;

export interface Balancer {
  readonly url: string;
  add(url: string): void;
  remove(url: string): void;
  /** Those that say they are ready. */
  ready(): string[];
  close(): Promise<void>;
}

export async function startBalancer(): Promise<Balancer> {
  const known = new Map<string, { isReady: boolean }>();
  const sockets = new Set<Socket>();
  let turn = 0;
  const ready = () => [...known].filter(([, { isReady }]) => isReady).map(([url]) => url);
  const timer = setInterval(() => {
    for (const [url, state] of known) {
      fetch(`${url}/readyz`, { headers: { connection: 'close' } }).then(
        (answer) => {
          state.isReady = answer.ok;
        },
        () => {
          state.isReady = false;
        },
      );
    }
  }, ASK_MILLISECONDS);
  /** A machine that refuses the connection has read nothing, so the next one is tried. */
  const connect = (client: Socket, urls: string[]) => {
    const [url, ...others] = urls;
    if (url === undefined) {
      client.destroy();
      return;
    }
    const machine = createConnection(Number(new URL(url).port), '127.0.0.1');
    sockets.add(machine);
    machine.once('close', () => sockets.delete(machine));
    const next = () => connect(client, others);
    machine.once('error', next);
    machine.once('connect', () => {
      machine.off('error', next);
      machine.on('error', () => client.destroy());
      client.on('error', () => machine.destroy());
      client.pipe(machine).pipe(client);
    });
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    sockets.add(client);
    client.on('error', () => {});
    client.once('close', () => sockets.delete(client));
    turn += 1;
    const urls = ready();
    connect(
      client,
      urls.map((_, index) => urls[(turn + index) % urls.length] as string),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    add: (url) => known.set(url, { isReady: false }),
    remove: (url) => known.delete(url),
    ready,
    close: async () => {
      clearInterval(timer);
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
