// PostgreSQL ends sessions whenever it likes, also in the very packet in which it answers.
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { Database } from '../../src/database/database.ts';
import { failureKind } from '../../src/database/failures.ts';
import type { Statement } from '../../src/database/statement.ts';
import { until } from '../support/concurrency.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld(
  async ({ db }) => {
    const gate = await Gate.open(db.serviceUrl);
    const database = new Database(gate.url, { preparedStatements: true, connections: 1 });
    return { gate, database };
  },
  { service: false },
);

afterAll(async () => {
  await world.database.close();
  await world.gate.close();
});

const OWN_PID: Statement<{ pid: number }> = {
  name: 'test-pid',
  text: 'select pg_backend_pid() as pid',
};

it('outlives a session that ends as its connection passes from one to another', async () => {
  const [session] = await world.database.query(OWN_PID, []);
  world.gate.hold();
  const first = world.database.query(OWN_PID, []);
  // Waits for the only connection, and has it when the first is answered.
  const second = world.database
    .transaction((tx) => tx.query(OWN_PID, []))
    .then(
      () => 'done',
      (error) => failureKind(error),
    );
  await until('the first is answered', () => world.gate.held > 0);
  await world.db.owner.query('select pg_terminate_backend($1)', [session?.pid]);
  await until('the session has ended', async () => {
    const { rows } = await world.db.owner.query('select from pg_stat_activity where pid = $1', [
      session?.pid,
    ]);
    return rows.length === 0;
  });
  world.gate.release();
  expect(await first).toEqual([session]);
  expect(['done', 'lost']).toContain(await second);
  expect(await world.database.query(OWN_PID, [])).toHaveLength(1);
});

/** Between the service and PostgreSQL; keeps what the server says, and then gives it in one piece. */
class Gate {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #held: { to: Socket; bytes: Buffer[]; ended: boolean }[] | undefined;
  readonly #target: URL;

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((client) => this.#join(client));
  }

  static async open(databaseUrl: string): Promise<Gate> {
    const gate = new Gate(new URL(databaseUrl));
    await new Promise<void>((resolve) => gate.#server.listen(0, '127.0.0.1', resolve));
    return gate;
  }

  get url(): string {
    const url = new URL(this.#target);
    url.hostname = '127.0.0.1';
    url.port = String((this.#server.address() as { port: number }).port);
    return url.toString();
  }

  /** Bytes that wait. */
  get held(): number {
    return (this.#held ?? [])
      .flatMap(({ bytes }) => bytes)
      .reduce((sum, { length }) => sum + length, 0);
  }

  hold(): void {
    this.#held = [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const { to, bytes, ended } of held) {
      to.write(Buffer.concat(bytes));
      if (ended) to.end();
    }
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(client: Socket): void {
    const server = createConnection(Number(this.#target.port), this.#target.hostname);
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => this.#sockets.delete(socket));
    }
    client.on('data', (bytes) => server.write(bytes));
    client.on('close', () => server.destroy());
    const waiting = () => {
      if (this.#held === undefined) return undefined;
      const known = this.#held.find(({ to }) => to === client);
      if (known !== undefined) return known;
      const fresh = { to: client, bytes: [], ended: false };
      this.#held.push(fresh);
      return fresh;
    };
    server.on('data', (bytes) => {
      const kept = waiting();
      if (kept === undefined) client.write(bytes);
      else kept.bytes.push(bytes);
    });
    server.on('close', () => {
      const kept = waiting();
      if (kept === undefined) client.end();
      else kept.ended = true;
    });
  }
}
