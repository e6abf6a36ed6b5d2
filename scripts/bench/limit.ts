// What PostgreSQL alone can do: one function call for a draw, by pgbench where it is, else by clients that
// prepare the call.
import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { PostgresServer } from '../../kit/postgres-server.ts';
import { repeat } from './load/repeat.ts';
import type { Sample } from './measurements.ts';
import { findPgbench } from './pgbench.ts';

const DATABASE = 'bench_limit';
const SCHEMA = sibling('limit-schema.sql');
const ONE_CALL = sibling('limit-one-call.sql');
const CHECK = sibling('limit-check.sql');
const QTY_MAX = 3;

export interface Limit {
  /** What calls it. */
  readonly name: string;
  measure(load: { clients: number; skus: number; seconds: number }): Promise<Sample>;
  /** @throws Error where what the calls have left does not agree */
  check(): Promise<void>;
}

function sibling(name: string): string {
  return new URL(name, import.meta.url).pathname;
}

export async function makeLimit(postgres: PostgresServer): Promise<Limit> {
  await postgres.query('postgres', `create database ${DATABASE}`);
  await postgres.query(DATABASE, readFileSync(SCHEMA, 'utf8'));
  await postgres.query(DATABASE, 'vacuum analyze');
  await postgres.query(DATABASE, 'checkpoint');
  const pgbench = findPgbench(postgres);
  return {
    name: pgbench === undefined ? 'clients in Node, prepared' : 'pgbench, prepared',
    measure: async ({ clients, skus, seconds }) => {
      const url = postgres.url(DATABASE);
      if (pgbench === undefined) return measureByClients(url, { clients, skus, seconds });
      const variables = { nsku: skus };
      return { perSecond: await pgbench(url, ONE_CALL, { clients, seconds, variables }) };
    },
    check: async () => {
      const [found] = await postgres.query<Record<string, boolean>>(
        DATABASE,
        readFileSync(CHECK, 'utf8'),
      );
      const wrong = Object.entries(found ?? {}).flatMap(([name, holds]) => (holds ? [] : name));
      if (wrong.length > 0) throw new Error(`The limit has left what is not so: ${wrong}.`);
    },
  };
}

interface LimitLoad {
  readonly clients: number;
  readonly skus: number;
  readonly seconds: number;
}

async function measureByClients(
  url: string,
  { clients, skus, seconds }: LimitLoad,
): Promise<Sample> {
  const connected = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  const any = (count: number) => 1 + Math.floor(Math.random() * count);
  const { perSecond } = await repeat({ clients, seconds }, async (client) =>
    connected[client]?.query({
      name: 'fulfill',
      text: `select lim.fulfill(1, $1, '\\x00112233445566778899aabbccddeeff', $2, 1, $3)`,
      values: [`k-${crypto.randomUUID()}`, any(skus), any(QTY_MAX)],
    }),
  );
  for (const client of connected) await client.end();
  return { perSecond };
}
