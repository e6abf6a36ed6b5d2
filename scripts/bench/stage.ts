// What a case is, and what it finds on the stage.
import { stopLater } from '../../kit/cleanup.ts';
import type { PostgresServer } from '../../kit/postgres-server.ts';
import { operate, type Product, startProduct } from '../../kit/product.ts';
import type { Usage } from '../../kit/usage.ts';
import type { Fixture } from './fixture.ts';
import type { Limit } from './limit.ts';
import { drive } from './load/drive.ts';
import type { Load } from './load/requests.ts';
import type { Measured, Sample } from './measurements.ts';
import type { Options } from './options.ts';

export interface Stage {
  readonly options: Options;
  readonly postgres: PostgresServer;
  readonly limit: Limit;
  readonly fixture: Fixture;
  /** A folder for files. */
  readonly folder: string;
  say(line: string): void;
}

export interface BenchCase {
  readonly name: string;
  readonly title: string;
  /** What is counted. */
  readonly unit: string;
  /** @throws NotHere where it cannot be measured */
  run(stage: Stage): Promise<Measured[]>;
}

/** What a case needs is not there; the message says what. */
export class NotHere extends Error {
  override readonly name = 'NotHere';
}

/** One of the things that a case measures in turn. */
export interface Contender {
  readonly name: string;
  readonly against?: string;
  measure(seconds: number): Promise<Sample>;
}

interface InTurn extends Pick<Stage, 'say'> {
  readonly options: Pick<Options, 'seconds' | 'rounds'>;
}

const WARM_SECONDS_MAX = 3;

/** All of them in each round, there and back again, after one that warms up. */
export async function inTurn(
  { options: { seconds, rounds }, say }: InTurn,
  contenders: readonly Contender[],
): Promise<Measured[]> {
  for (const { measure } of contenders) await measure(Math.min(seconds, WARM_SECONDS_MAX));
  const samples = new Map<string, Sample[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, measure } of round % 2 === 0 ? contenders : contenders.toReversed()) {
      const sample = await measure(seconds);
      samples.get(name)?.push(sample);
      const others = sample.odd ? `, ${sample.odd} other answers` : '';
      say(`  ${name}: ${sample.perSecond.toFixed(sample.perSecond < 10 ? 2 : 0)}/s${others}`);
    }
  }
  return contenders.map(({ name, against }) => ({
    name,
    against,
    samples: samples.get(name) ?? [],
  }));
}

/** What PostgreSQL alone does. */
export function limitContender(
  { limit }: Stage,
  { name = 'limit', clients = 8, skus = 1_000 } = {},
): Contender {
  return { name, measure: (seconds) => limit.measure({ clients, skus, seconds }) };
}

/** Where a case's load goes: a database, and the servers that were started on it. */
export interface Site {
  readonly database: string;
  operate(words: readonly string[]): Promise<string>;
  start(settings?: Record<string, string>): Promise<Product>;
}

/** A site for as long as the work takes; then its servers are stopped and its ledger is verified. */
export async function onSite<Result>(
  { postgres, fixture, limit, say }: Stage,
  database: string,
  work: (site: Site) => Promise<Result>,
): Promise<Result> {
  const products: Product[] = [];
  const url = postgres.url(database);
  const stop = stopLater(async () => {
    for (const product of products) await product.stop();
  });
  let result: Result;
  try {
    result = await work({
      database,
      operate: (words) => operate({ DATABASE_URL: url }, words),
      start: async (settings = {}) => {
        const product = await startProduct({ DATABASE_URL: url, ...settings });
        products.push(product);
        return product;
      },
    });
  } finally {
    await stop();
  }
  await fixture.verify(database);
  await limit.check();
  say('  the ledger holds, and so does what the limit has left');
  return result;
}

/** On a copy of the fixture, which is dropped afterwards. */
export async function onCopy<Result>(
  stage: Stage,
  name: string,
  work: (site: Site) => Promise<Result>,
): Promise<Result> {
  const database = await stage.fixture.copy(name);
  try {
    return await onSite(stage, database, work);
  } finally {
    await stage.postgres.query('postgres', `drop database if exists ${database} with (force)`);
  }
}

/** What is sent to one server. */
export interface ServerLoad {
  readonly server: Pick<Product, 'url' | 'usage'>;
  readonly load: Load;
}

/** Requests to a server, and what that has taken. */
export function loadContender(
  stage: Stage,
  server: ServerLoad['server'],
  { load, ...named }: { name: string; against?: string; load: Load },
): Contender {
  return loadsContender(stage, [{ server, load }], named);
}

/** Requests to several servers at once; the loads are alike. A quantile is that of the slower one. */
export function loadsContender(
  { postgres }: Stage,
  loads: readonly ServerLoad[],
  named: { name: string; against?: string },
): Contender {
  const usage = () => ({
    node: sumOf(loads.map(({ server }) => server.usage())),
    postgres: postgres.usage(),
  });
  return {
    ...named,
    measure: async (seconds) => {
      const before = usage();
      const commitsBefore = await commits(postgres);
      const results = await Promise.all(
        loads.map(({ server, load }) => drive(server.url, load, seconds)),
      );
      const after = usage();
      const written = (await commits(postgres)) - commitsBefore;
      const perRequest = loads[0]?.load.units ?? 1;
      const sum = (measure: 'requests' | 'perSecond' | 'odd') =>
        results.reduce((all, result) => all + result[measure], 0);
      const units = sum('requests') * perRequest;
      const micros = (kind: 'node' | 'postgres') => {
        const [from, to] = [before[kind], after[kind]];
        return from === undefined || to === undefined
          ? undefined
          : (to.micros - from.micros) / units;
      };
      const [nodeMicros, postgresMicros] = [micros('node'), micros('postgres')];
      return {
        perSecond: sum('perSecond') * perRequest,
        p50: Math.max(...results.map(({ p50 }) => p50)),
        p99: Math.max(...results.map(({ p99 }) => p99)),
        odd: sum('odd'),
        // What only reads writes nothing but the quotas of its keys.
        ...(written > 0 && { unitsPerCommit: units / written }),
        ...(nodeMicros !== undefined && { nodeMicros }),
        ...(postgresMicros !== undefined && { postgresMicros }),
        ...(after.node !== undefined && { memoryMb: after.node.memoryMb }),
      };
    },
  };
}

/** The processor time of all, and the memory of the largest; undefined where it is not known of one. */
function sumOf(usages: readonly (Usage | undefined)[]): Usage | undefined {
  const known = usages.filter((usage) => usage !== undefined);
  if (known.length < usages.length) return undefined;
  return {
    micros: known.reduce((all, { micros }) => all + micros, 0),
    memoryMb: Math.max(...known.map(({ memoryMb }) => memoryMb)),
  };
}

/** Of transactions that wrote, in the whole server, so far: each of them has taken a number. */
async function commits(postgres: PostgresServer): Promise<number> {
  const [row] = await postgres.query<{ next: string }>(
    'postgres',
    'select pg_snapshot_xmax(pg_current_snapshot())::text as next',
  );
  return Number(row?.next);
}
