// Events on their way to receivers: real servers on the loopback, the real queue.
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Queryable } from '../../src/database/database.ts';
import { type Claimed, claimDeliveries } from '../../src/webhooks/delivery/claim-deliveries.ts';
import { type DeliveryParts, deliverUntil } from '../../src/webhooks/delivery/deliver.ts';
import { queueDueDeliveries } from '../../src/webhooks/delivery/queue-due-deliveries.ts';
import { sharesOf } from '../../src/webhooks/delivery/shares.ts';
import { AddressGuard } from '../../src/webhooks/endpoints/address-guard.ts';
import { WEBHOOKS } from './endpoints.ts';
import { type Client, client, day, freshKey, makePharmacy, post } from './pharmacy.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { watchedLog } from './sentinels.ts';
import { World } from './world.ts';

const ALLOWED = ['127.0.0.0/8'];

export interface Tenant {
  readonly slug: string;
  readonly live: Client;
  readonly test: Client;
}

/** A file's own service, and what its tests start next to it: each ends with its test. */
export class Deliveries extends World {
  #tenants = 0;
  readonly #closing: (() => Promise<unknown>)[] = [];

  override start(): Promise<void> {
    return super.start({ allowedNetworks: ALLOWED });
  }

  /** @returns stops it before the test ends */
  work(options: Partial<DeliveryParts> = {}): () => Promise<void> {
    const stopping = new AbortController();
    const working = deliverUntil(stopping.signal, {
      database: this.db.database,
      secrets: this.service.services.secrets,
      guard: new AddressGuard(ALLOWED),
      retrySeconds: [0.05, 0.05],
      log: watchedLog(),
      ...options,
    });
    const stop = () => {
      stopping.abort();
      return working;
    };
    this.#closing.push(stop);
    return stop;
  }

  async receiver(...answer: Parameters<typeof startReceiver>): Promise<Receiver> {
    const started = await startReceiver(...answer);
    this.#closing.push(() => started.close());
    return started;
  }

  async tenant(reorderPoint: number | null = null): Promise<Tenant> {
    this.#tenants += 1;
    const slug = `tenant-${this.#tenants}`;
    const { liveKey, testKey } = await makePharmacy(this.db.database, { slug, reorderPoint });
    return {
      slug,
      live: client({ url: this.service.url, key: liveKey }),
      test: client({ url: this.service.url, key: testKey }),
    };
  }

  async endTest(): Promise<void> {
    // All at once: a worker waits a moment for what its receivers have not answered.
    await Promise.all(this.#closing.splice(0).map((close) => close()));
    await this.db.owner.query('delete from webhook_endpoint');
  }
}

/** Started before the file's tests and closed after them. */
export function useDeliveries(): Deliveries {
  const deliveries = new Deliveries();
  beforeAll(() => deliveries.start());
  afterEach(() => deliveries.endTest());
  afterAll(() => deliveries.close());
  return deliveries;
}

export async function subscribe(api: Client, url: string, events?: string[]) {
  const { status, body } = await api.post(WEBHOOKS, { body: { url, ...(events && { events }) } });
  expect(status).toBe(201);
  return body as { id: string; secret: string };
}

export async function sendTest(api: Client, endpointId: string): Promise<string> {
  return (await api.post(`${WEBHOOKS}/${endpointId}/test`)).body.id;
}

export async function deliveriesOf(api: Client, endpointId: string) {
  return (await api.get(`${WEBHOOKS}/${endpointId}/deliveries`)).body.data;
}

/** As a worker's poll does, what has fallen due among it. */
export async function claimDue(db: Queryable, shares = sharesOf(0, 0)): Promise<Claimed[]> {
  await queueDueDeliveries(db);
  return claimDeliveries(db, shares);
}

/** An event: stock arrives. */
export function receive(api: Client, qty = 10, key = freshKey()) {
  const body = { type: 'receive', sku_code: 'SKU-1', qty, lot_number: 'L', expiry_date: day(60) };
  return post(api, body, key);
}
