// The real server process on an embedded PostgreSQL of its own, and callers with connections that they keep.
import { Agent, request } from 'node:http';
import { issueKey } from '../../src/api-keys/issue-key.ts';
import { Database } from '../../src/database/database.ts';
import { joinEmbeddedServer } from '../../src/database/embedded/embedded-server.ts';
import { migrate, serviceUrl } from '../../src/database/migrate.ts';
import { importFile } from '../../src/operator/import/import-file.ts';
import type { ImportFile } from '../../src/operator/import/sections.ts';
import { operatorAction } from '../../src/operator-actions.ts';
import { SecretBox } from '../../src/secrets.ts';
import { makeDataDir } from '../../test/support/data-dir.ts';
import { endSpawned, spawnServer } from '../../test/support/spawn-server.ts';

const ORGANIZATION = 'bench';
const MANY = 1_000_000_000;
const LOTS_AN_IMPORT = 5_000;

export type Lot = Omit<NonNullable<ImportFile['lots']>[number], 'organization'>;

export interface BenchedService {
  readonly ownerUrl: string;
  /** Posts one fulfil under a key of its own; answers the milliseconds that it took. */
  fulfill(skuCode: string, qty: number): Promise<number>;
}

/** Starts a service that stocks these lots, and ends it with its data when the work is done. */
export async function withService(
  lots: readonly Lot[],
  work: (service: BenchedService) => Promise<void>,
): Promise<void> {
  const dataDir = makeDataDir();
  const member = await joinEmbeddedServer({ dataDir: dataDir.path });
  try {
    await migrate(member.ownerUrl);
    const key = await stock(await serviceUrl(member.ownerUrl), lots);
    const settings = { DATA_DIR: dataDir.path, DEMO: 'off', MIGRATE: 'off', WORKER: 'off' };
    const server = await spawnServer(settings);
    const agent = new Agent({ keepAlive: true });
    const fulfill = caller(agent, server.url, key);
    await work({ ownerUrl: member.ownerUrl, fulfill });
    agent.destroy();
    await server.stop();
  } finally {
    await endSpawned();
    await member.leave();
    await dataDir.remove();
  }
}

async function stock(url: string, lots: readonly Lot[]): Promise<string> {
  const database = new Database(url, { preparedStatements: true });
  const organization = ORGANIZATION;
  const skuCodes = [...new Set(lots.map(({ sku_code }) => sku_code))];
  const products = new Map(skuCodes.map((code) => [code, crypto.randomUUID() as string]));
  const file: ImportFile = {
    organizations: [{ slug: organization, name: organization, kind: 'pharmacy' }],
    locations: [{ organization, name: 'Main', is_default: true }],
    products: [...products].map(([code, id]) => ({ organization, id, name: code })),
    skus: [...products].map(([sku_code, product_id]) => ({ organization, sku_code, product_id })),
  };
  await importFile(database, JSON.stringify(file), byBench());
  for (let from = 0; from < lots.length; from += LOTS_AN_IMPORT) {
    const some = lots.slice(from, from + LOTS_AN_IMPORT).map((lot) => ({ organization, ...lot }));
    await importFile(database, JSON.stringify({ lots: some }), byBench());
  }
  const { key } = await issueKey(
    database,
    {
      ...{ organization, environment: 'live', scopes: 'all', plan: 'enterprise' },
      ...{ requestsPerMinute: MANY, requestsPerDay: MANY },
    },
    bench(),
  );
  await database.close();
  return key;
}

function caller(agent: Agent, url: string, key: string): BenchedService['fulfill'] {
  return (skuCode, qty) =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify({ type: 'fulfill', sku_code: skuCode, qty });
      const startedAt = performance.now();
      const sent = request(
        `${url}/api/public/v1/inventory/movements`,
        {
          agent,
          method: 'POST',
          headers: {
            authorization: `Bearer ${key}`,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            'idempotency-key': crypto.randomUUID(),
          },
        },
        (answer) => {
          answer.resume();
          answer.on('end', () => {
            if (answer.statusCode === 201) resolve(performance.now() - startedAt);
            else reject(new Error(`A fulfil was answered ${answer.statusCode}.`));
          });
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
}

export interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Works for so many seconds with so many calls in flight; `work` answers the milliseconds it took. */
export async function measure(
  { clients, seconds }: { clients: number; seconds: number },
  work: (client: number) => Promise<number>,
): Promise<Measured> {
  const times: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() < endsAt) times.push(await work(client));
    }),
  );
  const took = (performance.now() - startedAt) / 1000;
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.ceil(times.length * part) - 1] ?? Number.NaN;
  return { perSecond: times.length / took, p50: at(0.5), p99: at(0.99) };
}

export function median(values: readonly number[]): number {
  const ordered = [...values].sort((a, b) => a - b);
  const middle = ordered.length / 2;
  return ((ordered[Math.ceil(middle) - 1] ?? 0) + (ordered[Math.floor(middle)] ?? 0)) / 2;
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function bench() {
  return operatorAction({ actor: 'bench', command: 'import' });
}

function byBench() {
  return { action: bench(), secrets: new SecretBox([Buffer.alloc(32, 7)]) };
}
