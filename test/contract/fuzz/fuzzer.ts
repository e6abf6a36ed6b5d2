// Sends a request to the service in its world, and says whether the answer is one that the contract promises.

import type { TestDatabase } from '../../../kit/database.ts';
import { TARGET_BYTES_MAX } from '../../../src/http/limits.ts';
import {
  type ContractDocument,
  type Operation,
  readOperations,
} from '../../../src/http/operations.ts';
import { client } from '../../support/client.ts';
import { day, type RunningService, startService } from '../../support/pharmacy.ts';
import { ruleFor } from './beyond-schemas.ts';
import { type Judge, judgedFirst, judgeOf } from './judge.ts';
import { type CallerName, type FuzzRequest, type Wire, wireOf } from './request.ts';
import { type Answered, type Pairs, type Send, sender } from './send.ts';
import { makeWorld, restoreWorld } from './world.ts';

/** What became of a request. */
export type Outcome = 'done' | 'refused' | 'not allowed' | 'may not call';

const VALIDATION = ['validation_error', 'validation_failed', 'invalid_id'];
const NOT_ALLOWED = [400, 413, 415];

/** Who asks, and what is made ready before. */
export interface Asking {
  /** What texts that begin with `@` stand for; `prepare` may change it. */
  readonly known: Map<string, string>;
  headersOf(caller: CallerName): Pairs;
  prepare(operation: Operation): Promise<void>;
}

/** @param url where the service listens */
export type MakeAsking = (db: TestDatabase, url: string) => Promise<Asking>;

/** With a key for each environment. */
const askWithKeys =
  (keys: Readonly<Record<string, string>>): MakeAsking =>
  async () => ({
    known: new Map(),
    headersOf: (caller) =>
      keys[caller] === undefined ? [] : [['Authorization', `Bearer ${keys[caller]}`]],
    prepare: async () => {},
  });

export class Fuzzer {
  readonly #db: TestDatabase;
  readonly #service: RunningService;
  readonly #send: Send;
  readonly #closeSender: () => void;
  readonly #asking: Asking;
  readonly #judges: ReadonlyMap<string, Judge>;
  /** By what is judged before the operation is asked. */
  readonly #firstJudges: ReadonlyMap<string, Judge>;

  /** @param makeAsking absent: keys ask */
  static async start(
    db: TestDatabase,
    contract: ContractDocument,
    makeAsking?: MakeAsking,
  ): Promise<Fuzzer> {
    const service = await startService(db.database);
    const keys = await makeWorld(db.database, db.owner);
    await postExampleMovement(service.url, keys.live);
    const asking = await (makeAsking ?? askWithKeys(keys))(db, service.url);
    return new Fuzzer(db, service, asking, contract);
  }

  private constructor(
    db: TestDatabase,
    service: RunningService,
    asking: Asking,
    contract: ContractDocument,
  ) {
    this.#db = db;
    this.#service = service;
    this.#asking = asking;
    const { send, close } = sender(service.url, contract);
    this.#send = send;
    this.#closeSender = close;
    this.#judges = judgesOf(contract);
    this.#firstJudges = judgesOf(judgedFirst(contract) as ContractDocument);
  }

  async close(): Promise<void> {
    this.#closeSender();
    await this.#service.close();
  }

  async restore(): Promise<void> {
    await restoreWorld(this.#db.owner);
  }

  /** @throws Error where the answer is not one that the contract promises */
  async ask(operation: Operation, request: FuzzRequest): Promise<Outcome> {
    await this.#asking.prepare(operation);
    const cursor = await this.#cursorFor(operation, request);
    const wire = wireOf(operation, request, (text) => this.#resolve(text, cursor));
    // Refused before anybody asks which operation it is for; test/http/hostile-heads.deep.test.ts tries that.
    if (wire.target.length > TARGET_BYTES_MAX) return 'not allowed';
    const answered = await this.#send(wire, this.#asking.headersOf(request.as));
    if (answered.status < 300) await this.#afterwards(operation, answered);
    return this.#judge(operation, request, { wire, answered });
  }

  #judge(
    operation: Operation,
    { as }: FuzzRequest,
    { wire, answered }: { wire: Wire; answered: Answered },
  ): Outcome {
    const { status, text, body } = answered;
    const say = (what: string) => new Error(`${operation.id}: ${what}\n${status} ${text}`);
    if (status >= 500) throw say('a failure of ours');
    const isNobody = as === 'nobody' && !operation.isOpen;
    if (isNobody || (as === 'test' && operation.liveKeyOnly)) {
      if (status !== (isNobody ? 401 : 403)) throw say('who may not call is not refused as such');
      return 'may not call';
    }
    // Whose session it is, is judged before anything is read.
    if (body.error?.code === 'another_person') {
      const shown = wire.headers.filter(([name]) => name.toLowerCase() === 'pharmacy-person');
      const [one = ''] = shown.map(([, value]) => value.trim().toLowerCase());
      if (shown.length === 1 && one === this.#asking.known.get('@me')) {
        throw say('the session is of the person shown');
      }
      return 'may not call';
    }
    const judge = this.#judges.get(operation.id) as Judge;
    const first = this.#firstJudges.get(operation.id) as Judge;
    const [firstFlaw, flaw] = [first.violationIn(wire), judge.violationIn(wire)];
    if (flaw !== undefined) {
      const isRefused = firstFlaw === undefined ? status >= 400 : NOT_ALLOWED.includes(status);
      if (!isRefused) throw say(`the contract does not allow ${flaw}`);
      return 'not allowed';
    }
    if (operation.batch && status === 200) {
      const flaws = judge.flawsOfItems(wire);
      for (const [index, firstOfItem] of first.flawsOfItems(wire).entries()) {
        const item = body.results[index];
        const isNotValid = item.status === 400 && VALIDATION.includes(item.body.error.code);
        const isDone = item.status < 300;
        const isWrong =
          firstOfItem === undefined ? isDone && flaws[index] !== undefined : !isNotValid;
        if (isWrong)
          throw say(`item ${index}: the contract does not allow ${firstOfItem ?? flaws[index]}`);
        if (isNotValid && firstOfItem === undefined) {
          requireRules(operation.batch.operationId, item.body.error, say);
        }
      }
    }
    if (status < 300) return 'done';
    if (status === 413 || status === 415) throw say('the contract allows this');
    if (status === 400 && VALIDATION.includes(body.error.code))
      requireRules(operation.id, body.error, say);
    return 'refused';
  }

  #resolve(text: string, cursor: string): string {
    if (!text.startsWith('@')) return text;
    if (text === '@cursor') return cursor;
    if (text === '@key') return crypto.randomUUID();
    const [, kind, amount] = /^@(day|time)([+-]\d+)$/.exec(text) ?? [];
    if (kind === 'day') return day(Number(amount));
    if (kind === 'time') return new Date(Date.now() + Number(amount) * 1_000).toISOString();
    return this.#asking.known.get(text) ?? text;
  }

  /** The end of the operation's first page, where the request wants one. */
  async #cursorFor(operation: Operation, { query, as, path }: FuzzRequest): Promise<string> {
    if (as === 'nobody' || !query.some(([, value]) => value === '@cursor')) return '';
    const headers = [['Pharmacy-Person', '@me'] as const].filter(() =>
      this.#asking.known.has('@me'),
    );
    const first: FuzzRequest = { as, path, query: [['limit', '1']], headers };
    const wire = wireOf(operation, first, (text) => this.#resolve(text, ''));
    const { body } = await this.#send(wire, this.#asking.headersOf(as));
    return body.next_cursor ?? body.movements?.next_cursor ?? '2026-11-20T10:15:30Z';
  }

  async #afterwards({ id }: Operation, { body }: Answered): Promise<void> {
    if (id === 'putBundle') this.#asking.known.set('@bundle', body.bundle.id);
    if (/^(create|update|delete)Webhook/.test(id)) await this.restore();
  }
}

/** By operationId. That of a batch knows the operation of its items. */
function judgesOf(contract: ContractDocument): ReadonlyMap<string, Judge> {
  const judges = new Map<string, Judge>();
  const operations = readOperations(contract);
  const ordered = operations.toSorted((one, other) => Number(!!one.batch) - Number(!!other.batch));
  for (const operation of ordered) {
    const single = judges.get(operation.batch?.operationId ?? '');
    judges.set(operation.id, judgeOf(contract, operation, single));
  }
  return judges;
}

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly { readonly path: string; readonly message: string }[];
}

function requireRules(
  operationId: string,
  { code, message, details }: Refusal,
  say: (what: string) => Error,
): void {
  for (const problem of details ?? [{ path: code, message }]) {
    if (ruleFor(operationId, problem) === undefined)
      throw say(`the schemas allow this, and no rule of beyond-schemas.ts says otherwise`);
  }
}

/** Posts a movement with the key by which the contract's example looks one up. */
async function postExampleMovement(url: string, key: string): Promise<void> {
  const { status, text } = await client({ url, key }).post('/v1/inventory/movements', {
    headers: { 'Idempotency-Key': '7d4c0a5e-receive-AMX-2301' },
    body: { type: 'fulfill', sku_code: 'AMOX-500-CAP', qty: 1 },
  });
  if (status !== 201) throw new Error(`The movement of the example was not posted: ${text}`);
}
