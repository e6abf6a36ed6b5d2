// PostgreSQL's own load generator, where it is installed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresServer } from '../../kit/postgres-server.ts';
import { run } from '../../kit/run.ts';
import { readPgbench } from './measurements.ts';

export interface Pgbench {
  readonly clients: number;
  readonly seconds: number;
  /** The script's variables. */
  readonly variables: Readonly<Record<string, number>>;
}

/** @returns runs a script, prepared, and answers how often a second; undefined where pgbench is not installed */
export function findPgbench({ programs = '' }: PostgresServer) {
  const program = [programs, ...(process.env.PATH ?? '').split(':')]
    .map((folder) => join(folder, 'pgbench'))
    .find(existsSync);
  if (program === undefined) return undefined;
  return async (url: string, script: string, { clients, seconds, variables }: Pgbench) => {
    const defined = Object.entries(variables).flatMap(([name, value]) => [
      '-D',
      `${name}=${value}`,
    ]);
    const shape = ['-c', `${clients}`, '-j', `${Math.min(clients, 2)}`, '-T', `${seconds}`];
    return readPgbench(
      await run(program, ['-n', '-M', 'prepared', ...shape, ...defined, '-f', script, url]),
    );
  };
}
