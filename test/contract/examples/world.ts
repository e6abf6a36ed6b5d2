// The world in which the contract's examples are set: the demo data as `npm start` loads them, the real service over
// a real PostgreSQL, its deliveries, and a partner's receiver.

import { createTestDatabase, type TestDatabase } from '../../../kit/database.ts';
import type { KeyRequest } from '../../../src/api-keys/issue-key.ts';
import { demoImport } from '../../../src/operator/demo/demo-import.ts';
import { type Demo, seedDemo } from '../../../src/operator/demo/seed-demo.ts';
import { deliverUntil } from '../../../src/webhooks/delivery/deliver.ts';
import { AddressGuard } from '../../../src/webhooks/endpoints/address-guard.ts';
import { importFile, issueKey, SECRETS } from '../../support/as-operator.ts';
import { client } from '../../support/client.ts';
import type { Hold } from '../../support/concurrency.ts';
import { operate } from '../../support/operator.ts';
import { type RunningService, startService } from '../../support/pharmacy.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { watchedLog } from '../../support/sentinels.ts';
import { daysSinceStory, STORY_DAY } from '../../support/story-day.ts';
import { OPERATIONS } from './contract.ts';
import { ExampleNormalizer } from './example-normalizer.ts';

const ALLOWED = ['127.0.0.0/8'];
/** Where the examples say that the partner is. */
const PARTNER = 'https://partner.example';
/** Longer than any run: a failed delivery is tried again when the story says so. */
const RETRY_SECONDS = [600];
/** The chapters ask more in a minute than the demo's own keys may. */
const AMPLE_LIMITS = { requestsPerMinute: 6_000, requestsPerDay: 1_000_000 };

export type Caller =
  | 'pharmacy'
  | 'pharmacy test'
  | 'clinic'
  | 'clinic test'
  /** The pharmacy with a key of the plan Standard. */
  | 'standard'
  /** The pharmacy with a key that may write once a minute. */
  | 'hurried'
  /** The pharmacy with a key that may only read products. */
  | 'reader'
  | 'nobody';

export class World {
  readonly #keys = new Map<Caller, string>();
  readonly #closing: (() => Promise<unknown>)[] = [];
  db!: TestDatabase;
  service!: RunningService;
  receiver!: Receiver;
  normalizer!: ExampleNormalizer;
  /** What the partner's receiver answers. */
  receives = 204;
  /** The secret of the endpoint to which events of all kinds come. */
  secret = '';

  async begin(): Promise<void> {
    const since = new Date().toISOString();
    this.db = await createTestDatabase();
    const { database } = this.db;
    this.#closing.push(() => this.db.drop());
    const demo = (await seedDemo(database, { actor: 'tester', secrets: SECRETS })) as Demo;
    const issue = async (
      caller: Caller,
      request: Omit<KeyRequest, 'organization' | 'environment'> & Partial<KeyRequest>,
    ) => {
      const of = { organization: demo.pharmacy, environment: 'live' } as const;
      this.#keys.set(caller, (await issueKey(database, { ...of, ...request })).key);
    };
    const ample = { scopes: 'all', plan: 'enterprise', ...AMPLE_LIMITS } as const;
    await issue('pharmacy', ample);
    await issue('pharmacy test', { ...ample, environment: 'test' });
    await issue('clinic', { ...ample, organization: demo.clinic });
    await issue('clinic test', { ...ample, organization: demo.clinic, environment: 'test' });
    await issue('standard', { scopes: 'all', plan: 'standard' });
    await issue('reader', { scopes: 'products:read', plan: 'standard' });
    const once = { requestsPerMinute: 1, requestsPerDay: 1_000 };
    await issue('hurried', { scopes: 'all', plan: 'enterprise', ...once });
    this.service = await startService(database, { allowedNetworks: ALLOWED });
    this.#closing.unshift(() => this.service.close());
    this.receiver = await startReceiver((response) => response.writeHead(this.receives).end());
    this.#closing.unshift(() => this.receiver.close());
    this.normalizer = new ExampleNormalizer({
      demo: JSON.stringify(demoImport(STORY_DAY)),
      requests: JSON.stringify([...OPERATIONS.values()].map(({ bodies }) => bodies)),
      days: daysSinceStory(),
      since,
      addresses: { [PARTNER]: new URL(this.receiver.url).origin },
    });
    this.#deliver();
  }

  #deliver(): void {
    const stopping = new AbortController();
    const working = deliverUntil(stopping.signal, {
      database: this.db.database,
      secrets: this.service.services.secrets,
      guard: new AddressGuard(ALLOWED),
      retrySeconds: RETRY_SECONDS,
      log: watchedLog(),
    });
    this.#closing.unshift(() => {
      stopping.abort();
      return working;
    });
  }

  async end(): Promise<void> {
    for (const close of this.#closing) await close();
  }

  operate(...words: string[]) {
    return operate(this.db.database, ...words);
  }

  import(records: object) {
    return importFile(this.db.database, JSON.stringify(records));
  }

  /**
   * Ends the statements that wait for the holder as the lock timeout would, when there are so many.
   *
   * @param meanwhile what is done while they wait
   */
  async endWaiting(
    held: Hold,
    sessions: number,
    meanwhile: () => Promise<unknown> = async () => {},
  ): Promise<void> {
    try {
      await held.blocks(sessions);
      await meanwhile();
      await this.db.owner.query(
        `select pg_cancel_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      );
    } finally {
      await held.release();
    }
  }

  /** What a read says, without being compared. */
  // biome-ignore lint/suspicious/noExplicitAny: chapters say what they expect of it
  async read(path: string, query: Record<string, string> = {}): Promise<any> {
    return (await this.client('pharmacy').get(path, { query })).body;
  }

  client(caller: Caller) {
    const key = this.#keys.get(caller);
    return client({ url: this.service.url, ...(key !== undefined && { key }) });
  }
}
