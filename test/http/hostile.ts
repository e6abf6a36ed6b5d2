// The program in a process of its own, for tests that mean it harm: what it holds, says, stores and answers others
// meanwhile can be seen from outside.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as passes } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import document from '../../generated/openapi.json' with { type: 'json' };
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import {
  type ContractDocument,
  type Operation,
  readOperations,
} from '../../src/http/operations.ts';
import { importFile, issueKey } from '../support/as-operator.ts';
import { compileChecker } from '../support/checker.ts';
import { until } from '../support/concurrency.ts';
import { exampleOf } from '../support/examples.ts';
import { day, makePharmacy } from '../support/pharmacy.ts';
import {
  ask,
  type RawAnswer,
  RawConnection,
  type RawRequest,
  requestBytes,
} from '../support/raw.ts';
import { spawnServer } from '../support/spawn-server.ts';

export const contract = document as unknown as ContractDocument;
export const operations = readOperations(contract);
export const STOCK = '/api/public/v1/inventory/stock';
export const MOVEMENTS = '/api/public/v1/inventory/movements';
export const JSON_TYPE = ['Content-Type', 'application/json'] as const;

/** Stands in whatever is sent that no log may keep. */
export const MARK = 'm4rk-0f-h0st1l1ty';

const MANY = 100_000_000;
const ERROR_LEVEL = 40;
const TELL_MEMORY = fileURLToPath(new URL('../support/report-memory.mjs', import.meta.url));

export interface Target {
  readonly url: string;
  readonly db: TestDatabase;
  readonly pharmacyKey: string;
  readonly clinicKey: string;
  /** What the process still uses when its garbage is gone. */
  megabytes(): Promise<number>;
  /** How many rows lie in each table that requests write. Refusals are kept in one that is left out. */
  rows(): Promise<Record<string, number>>;
  /** What the log says of failures, and lines that quote what was sent; there should be none. */
  complaints(): string[];
  end(): Promise<void>;
}

/** A pharmacy with the SKU `SKU-1` of which there is plenty, a clinic, and the program that serves them. */
export async function startTarget(): Promise<Target> {
  const db = await createTestDatabase();
  const lots = [{ sku_code: 'SKU-1', lot_number: 'LOT-1', expiry_date: day(900), qty: 1_000_000 }];
  const pharmacy = await makePharmacy(db.database, { lots });
  const clinic = { slug: 'clinic', name: 'Clinic', kind: 'clinic' };
  await importFile(db.database, JSON.stringify({ organizations: [clinic] }));
  const { key: clinicKey } = await issueKey(db.database, {
    organization: 'clinic',
    environment: 'live',
    scopes: 'all',
    plan: 'enterprise',
    requestsPerMinute: MANY,
    requestsPerDay: MANY,
  });
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  const memory = join(folder, 'memory');
  const server = await spawnServer({
    DATABASE_URL: db.ownerUrl,
    WORKER: 'off',
    LOG_LEVEL: 'info',
    NODE_OPTIONS: `--expose-gc --import ${TELL_MEMORY}`,
    TELL_MEMORY_TO: memory,
  });
  return {
    url: server.url,
    db,
    pharmacyKey: pharmacy.liveKey,
    clinicKey,
    megabytes: async () => {
      rmSync(memory, { force: true });
      server.child.kill('SIGUSR2');
      while (!existsSync(memory)) await passes(5);
      return Number(readFileSync(memory, 'utf8'));
    },
    rows: () => rowsOf(db),
    complaints: () => complaintsOf(server.log()),
    end: async () => {
      await server.stop();
      await db.drop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Connections that are just being closed still hold what came over them: that goes in seconds, a leak never. */
export function keepsNoMoreThan(target: Target, megabytes: number): Promise<void> {
  return until(
    `no more than ${Math.round(megabytes)} MB are in use`,
    async () => (await target.megabytes()) <= megabytes,
  );
}

async function rowsOf({ owner }: TestDatabase): Promise<Record<string, number>> {
  const { rows } = await owner.query<{ name: string; rows: number }>(`
    select relname as name,
           (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', relname),
                                                false, true, '')))[1]::text::int as rows
      from pg_class
     where relnamespace = quote_ident(current_schema())::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname !~ '^(_prisma|api_key|refused_request)'`);
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]));
}

function complaintsOf(log: string): string[] {
  return log
    .split('\n')
    .filter((line) => line !== '')
    .filter((line) => {
      if (line.includes(MARK) || !line.startsWith('{')) return true;
      const { level, status = 0 } = JSON.parse(line) as { level: number; status?: number };
      return level >= ERROR_LEVEL || status >= 500;
    });
}

const check = compileChecker(contract);
/** Before it is asked which operation it is for, a request may also be answered these. */
const BEFORE_OPERATIONS = new Set([400, 408, 414, 415, 417, 431]);

/**
 * @returns the answer's body
 * @throws Error where it is not what the contract says
 */
// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever it is; tests look into it
export function judged(request: RawRequest, answer: RawAnswer | undefined): any {
  const { method = 'GET', target } = request;
  if (answer === undefined) throw new Error(`${method} ${target}: no answer`);
  const { status, headers, text } = answer;
  const [path = ''] = target.split('?');
  const toChecker = { method, path, status, headers: new Headers([...headers]), text };
  try {
    check(toChecker);
  } catch (error) {
    // The same for an address that is none of the contract's: the envelope and the headers alone.
    if (!BEFORE_OPERATIONS.has(status)) throw error;
    check({ ...toChecker, path: '/', status: 404 });
  }
  return method === 'HEAD' ? undefined : JSON.parse(text);
}

export function bearer(key: string): readonly [string, string] {
  return ['Authorization', `Bearer ${key}`];
}

/** The request that an operation's examples show, as its organization would send it. */
export function exampleRequest(
  { template, method, activeClinicOnly }: Operation,
  target: Target,
): RawRequest & { headers: readonly (readonly [string, string])[]; json: unknown } {
  const { path, headers = {}, query = {}, body } = exampleOf(contract, template, method);
  const search = new URLSearchParams(query as Record<string, string>).toString();
  return {
    method: method.toUpperCase(),
    target: `/api/public${path}${search && `?${search}`}`,
    headers: [
      bearer(activeClinicOnly ? target.clinicKey : target.pharmacyKey),
      ...Object.entries(headers),
    ],
    json: body,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

const CONNECTIONS = 8;

/** Sends them over a few connections, one after another on each, and hands over each with its answer. */
export async function sendAll<Request extends RawRequest>(
  url: string,
  requests: Iterable<Request>,
  look: (request: Request, answer: RawAnswer | undefined) => void,
): Promise<void> {
  const left = requests[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      let connection: RawConnection | undefined;
      for (let { value, done } = left.next(); !done; { value, done } = left.next()) {
        const request = value as Request;
        connection ??= await RawConnection.open(url);
        connection.send(requestBytes(request));
        const answer = await connection.next({ toHead: request.method === 'HEAD' });
        look(request, answer);
        if (answer === undefined || answer.headers.get('connection') === 'close') {
          connection.close();
          connection = undefined;
        }
      }
      connection?.close();
    }),
  );
}

export interface Neighbour {
  /** Resolves when this many answers have come; rejects when a read was not answered. */
  served(answers: number): Promise<void>;
  /** Milliseconds in the middle of all answers since it began. */
  leave(): Promise<{ median: number; answers: number }>;
}

const PAUSE_MILLISECONDS = 10;

/** Somebody else, who reads stock again and again, on a new connection each time; each read must be answered. */
export function neighbour({ url, clinicKey }: Target): Neighbour {
  let isLeaving = false;
  const milliseconds: number[] = [];
  const reading = (async () => {
    while (!isLeaving) {
      const startedAt = performance.now();
      const answer = await ask(url, { target: STOCK, headers: [bearer(clinicKey)] });
      if (answer?.status !== 200) throw new Error(`a neighbour was answered ${answer?.status}`);
      milliseconds.push(performance.now() - startedAt);
      await passes(PAUSE_MILLISECONDS);
    }
  })();
  // Anyone who leaves hears of it.
  reading.catch(() => {});
  return {
    served: async (answers) => {
      while (milliseconds.length < answers) {
        await Promise.race([reading, passes(PAUSE_MILLISECONDS)]);
      }
    },
    leave: async () => {
      isLeaving = true;
      await reading;
      milliseconds.sort((one, other) => one - other);
      const median = milliseconds[Math.floor(milliseconds.length / 2)] ?? 0;
      return { median, answers: milliseconds.length };
    },
  };
}

const QUIET_MILLISECONDS = 250;
/** Of what it is without the attack, and next to it: that takes its share of a machine that may be busy anyway. */
const SLOWER_TIMES_MAX = 20;
const SLOWER_MILLISECONDS_MAX = 2_000;

/**
 * @param work is given who reads next to it: what attacks by staying may wait until that one had many answers, since
 *   the time of a few says little on a busy machine
 * @throws Error where others are not answered, or slowly, while it works
 */
export async function othersAreServed(
  target: Target,
  work: (beside: Neighbour) => Promise<void>,
): Promise<void> {
  const before = await alone(target);
  const beside = neighbour(target);
  await work(beside);
  const during = await beside.leave();
  const after = await alone(target);
  const baseline = Math.max(before.median, after.median);
  const most = baseline * SLOWER_TIMES_MAX + SLOWER_MILLISECONDS_MAX;
  if (during.median > most) {
    throw new Error(
      `others waited ${during.median.toFixed(1)} ms in the middle (${during.answers} answers), ` +
        `${baseline.toFixed(1)} ms without the attack`,
    );
  }
}

async function alone(target: Target): ReturnType<Neighbour['leave']> {
  const quiet = neighbour(target);
  await passes(QUIET_MILLISECONDS);
  return quiet.leave();
}
