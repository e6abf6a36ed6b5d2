// The program on a database that fails, under a load of movements, with a receiver for all its events; and what must
// be so afterwards, whatever failed.
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { describe, expect } from 'vitest';
import { Database } from '../../src/database/database.ts';
import { migrate, serviceUrl } from '../../src/database/migrate.ts';
import { primaryUrl } from '../../src/hosts/primary.ts';
import { type Client, client } from '../support/client.ts';
import { type MovementBody, Tally, until } from '../support/concurrency.ts';
import { subscribe } from '../support/deliveries.ts';
import { day, freshKey, makePharmacy } from '../support/pharmacy.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { endSpawned, type SpawnedServer, spawnServer } from '../support/spawn-server.ts';

/** Repeats what is drawn, as far as a race can be repeated. */
export const FAULT_SEED = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);

const TELL_MEMORY = fileURLToPath(new URL('../support/report-memory.mjs', import.meta.url));
const SKUS = Array.from({ length: 5 }, (_, index) => `SKU-${index}`);
const CLIENTS = 8;
const PACE_MILLISECONDS = 5;
const DECIDED_SECONDS_MAX = 60;
const DELIVERED_SECONDS_MAX = 45;
/** What a process may use more than before, once its garbage is gone: caches that fill, and no more. */
const GROWTH_MEGABYTES_MAX = 25;

/** Numbers from 0 up to `below`, the same for the same seed. */
export function drawer(seed = FAULT_SEED): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** `describe`; where something is missing the same skipped, with the reason in its title. */
export function describeUnless(lack: string | undefined, title: string, tests: () => void): void {
  if (lack === undefined) describe(title, tests);
  else describe.skip(`${title} (skipped: ${lack})`, tests);
}

/** Movements one after another from several clients, each with its key until it is decided. */
export class Load {
  /** When movements were acknowledged, and for each how many milliseconds after it was first sent. */
  readonly acknowledged: { readonly at: number; readonly milliseconds: number }[] = [];
  /** Answers that decided nothing, and requests without an answer. */
  readonly undecided: { readonly at: number; readonly status: number | undefined }[] = [];
  readonly #tally: Tally;
  readonly #clients: Promise<unknown>;
  #isOver = false;

  constructor(tally: Tally, api: () => Client, draw = drawer()) {
    this.#tally = tally;
    this.#clients = Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        while (!this.#isOver) {
          const sku_code = SKUS[draw(SKUS.length)] as string;
          const qty = 1 + draw(3);
          const body: MovementBody =
            draw(4) === 0 ? receipt(sku_code, qty) : { type: 'fulfill', sku_code, qty };
          await this.#postUntilDecided(api, body);
          await pause(PACE_MILLISECONDS);
        }
      }),
    );
  }

  /** Resolves when what was sent is decided. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#clients;
  }

  /** Until so many more are acknowledged. */
  async moves(more: number, secondsMax = 60): Promise<void> {
    const before = this.acknowledged.length;
    await until('the load moves', () => this.acknowledged.length >= before + more, secondsMax);
  }

  /** From the first time that a movement was sent to the answer that acknowledged it. */
  get slowestSeconds(): number {
    return Math.max(...this.acknowledged.map(({ milliseconds }) => milliseconds)) / 1000;
  }

  async #postUntilDecided(api: () => Client, body: MovementBody): Promise<void> {
    const key = freshKey();
    const startedAt = performance.now();
    for (;;) {
      const answer = await this.#tally.post(api(), body, key).catch(() => undefined);
      const at = performance.now();
      if (answer !== undefined && answer.status < 500) {
        expect([200, 201]).toContain(answer.status);
        this.acknowledged.push({ at, milliseconds: at - startedAt });
        return;
      }
      this.undecided.push({ at, status: answer?.status });
      if (at - startedAt > DECIDED_SECONDS_MAX * 1000)
        throw new Error('A movement was never decided.');
      await pause(100);
    }
  }
}

interface Watched extends SpawnedServer {
  readonly memoryFile: string;
  /** Of live objects, once it was warm. */
  megabytesBefore: number | undefined;
}

export class FaultStage {
  readonly tally = new Tally();
  readonly servers: Watched[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), 'fault-stage-'));
  readonly #url: string;
  readonly #env: Readonly<Record<string, string>>;
  /** Of the pharmacy whose movements the load is. */
  readonly liveKey: string;
  readonly #isMemoryWatched: boolean;
  readonly #receiver: Receiver;
  #turn = 0;
  #started = 0;

  private constructor(parts: {
    url: string;
    env: Readonly<Record<string, string>>;
    liveKey: string;
    receiver: Receiver;
    watchMemory: boolean;
  }) {
    this.#url = parts.url;
    this.#env = parts.env;
    this.liveKey = parts.liveKey;
    this.#isMemoryWatched = parts.watchMemory;
    this.#receiver = parts.receiver;
  }

  /**
   * @param url of the owner; of one host or of several
   * @param watchMemory not where the process that is started is the parent of those that serve
   */
  static async open(
    url: string,
    {
      env = {},
      processes = 1,
      watchMemory = true,
    }: { env?: Record<string, string>; processes?: number; watchMemory?: boolean } = {},
  ): Promise<FaultStage> {
    await migrate(url);
    const { liveKey } = await withOpenDatabase(url, ({ database }) =>
      makePharmacy(database, { skuCodes: SKUS }),
    );
    const stage = new FaultStage({
      url,
      env,
      liveKey,
      watchMemory,
      receiver: await startReceiver(),
    });
    for (let count = 0; count < processes; count += 1) await stage.spawn();
    await subscribe(stage.api(), stage.#receiver.url, ['stock.changed']);
    for (const skuCode of SKUS) await stage.tally.post(stage.api(), receipt(skuCode, 100_000));
    await stage.warm();
    return stage;
  }

  /** The API of one process after another. */
  api(): Client {
    this.#turn += 1;
    const { url } = this.servers[this.#turn % this.servers.length] as SpawnedServer;
    return this.apiAt(url);
  }

  apiAt(url: string): Client {
    return client({ url, key: this.liveKey });
  }

  /** Of each process of the program. */
  get settings(): Record<string, string> {
    return {
      DATABASE_URL: this.#url,
      DEMO: 'off',
      LOG_LEVEL: 'warn',
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
      WEBHOOK_RETRY_SECONDS: '0.2,0.5,1,1,1,1,1,1',
      ...this.#env,
    };
  }

  /**
   * One more process of the program.
   *
   * @param root of another version of it
   */
  async spawn(
    env: Readonly<Record<string, string>> = {},
    { root }: { root?: string } = {},
  ): Promise<SpawnedServer> {
    const memoryFile = join(this.#folder, `memory-${this.#started}`);
    this.#started += 1;
    const server = await spawnServer(
      {
        ...this.settings,
        ...(this.#isMemoryWatched && {
          NODE_OPTIONS: `--expose-gc --import ${TELL_MEMORY}`,
          TELL_MEMORY_TO: memoryFile,
        }),
        ...env,
      },
      root === undefined ? {} : { root },
    );
    const watched = { ...server, memoryFile, megabytesBefore: undefined };
    this.servers.push(watched);
    return watched;
  }

  /** No longer one of those that `api` goes through. */
  async stop(server: SpawnedServer, signal?: NodeJS.Signals): Promise<number | null> {
    this.servers.splice(this.servers.indexOf(server as Watched), 1);
    return server.stop(signal);
  }

  load(api = () => this.api()): Load {
    return new Load(this.tally, api);
  }

  /** What is compiled and cached at the first requests is no growth. */
  async warm(): Promise<void> {
    const load = this.load();
    await load.moves(300);
    await load.end();
    if (!this.#isMemoryWatched) return;
    for (const server of this.servers) server.megabytesBefore = await megabytesOf(server);
  }

  /**
   * Every acknowledged movement is in the ledger once, the ledger verifies, every event reaches the receiver,
   * and no process has grown.
   *
   * @returns the measurements of that
   */
  async expectWhole(): Promise<Measurements> {
    const events = await withOpenDatabase(this.#url, async (db) => {
      await this.tally.audit(db);
      const { rows } = await db.owner.query(`select id from event where type = 'stock.changed'`);
      return rows.map(({ id }) => id as string);
    });
    await until(
      'every event is delivered',
      () => {
        const delivered = new Set(this.#receiver.received.map(({ body }) => body.id));
        return events.every((id) => delivered.has(id));
      },
      DELIVERED_SECONDS_MAX,
    );
    let grown = 0;
    for (const server of this.servers) {
      if (server.megabytesBefore === undefined) continue;
      grown = Math.max(grown, (await megabytesOf(server)) - server.megabytesBefore);
    }
    expect(grown, 'megabytes that a process has grown by').toBeLessThan(GROWTH_MEGABYTES_MAX);
    return {
      movements: this.tally.acknowledged,
      'events delivered': events.length,
      'MB grown': grown,
    };
  }

  async end(): Promise<void> {
    await endSpawned();
    await this.#receiver.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export type Measurements = Readonly<Record<string, number>>;

/** Of the test that runs, for the table of the suite where one is written; each by what it counts. */
export function noteMeasurements(measurements: Measurements): void {
  const file = process.env.FAULT_MEASUREMENTS;
  if (file === undefined) return;
  const test = expect.getState().currentTestName;
  appendFileSync(file, `${JSON.stringify({ test, measurements })}\n`);
}

/** The lag of a first answer behind a moment, in seconds. */
export function secondsUntilAcknowledged({ acknowledged }: Load, after: number): number {
  const first = acknowledged.find(({ at }) => at > after);
  return ((first?.at ?? Number.POSITIVE_INFINITY) - after) / 1000;
}

export async function withOpenDatabase<Result>(
  url: string,
  work: (db: { database: Database; owner: pg.Pool }) => Promise<Result>,
): Promise<Result> {
  const owner = new pg.Pool({ connectionString: await primaryUrl(url), max: 2 });
  owner.on('error', () => {});
  const database = new Database(await serviceUrl(url), { preparedStatements: true });
  try {
    return await work({ database, owner });
  } finally {
    await database.close();
    await owner.end();
  }
}

function receipt(sku_code: string, qty: number): MovementBody {
  return { type: 'receive', sku_code, qty, lot_number: `LOT-${sku_code}`, expiry_date: day(900) };
}

async function megabytesOf({ child, memoryFile }: Watched): Promise<number> {
  rmSync(memoryFile, { force: true });
  child.kill('SIGUSR2');
  await until('the process reports its memory', () => existsSync(memoryFile));
  return Number(readFileSync(memoryFile, 'utf8'));
}
