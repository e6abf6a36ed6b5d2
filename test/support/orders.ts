// A clinic that orders, an affiliate that brings, a pharmacy that ships, and a stranger, with the service
// before them.
import { afterAll, beforeAll, expect } from 'vitest';
import type { ImportFile } from '../../src/operator/import/sections.ts';
import { createOrganization, importFile, issueKey } from './as-operator.ts';
import { type Client, client, day, makePharmacy } from './pharmacy.ts';
import { World } from './world.ts';

export const PARTIES = ['clinic', 'affiliate', 'pharmacy', 'stranger'] as const;
export type Party = (typeof PARTIES)[number];

type OrderRecord = NonNullable<ImportFile['orders']>[number];
export type Fields = Partial<OrderRecord>;

const MANY = 1_000_000;

/** The pharmacy and the stranger stock SKU-1 to SKU-3, each with the lots L1 and L2 of 20 units at Main. */
export class Orders extends World {
  live!: Readonly<Record<Party, Client>>;
  test!: Readonly<Record<Party, Client>>;
  #made = 0;

  override async start(): Promise<void> {
    await super.start();
    const { database } = this.db;
    for (const slug of ['pharmacy', 'stranger']) {
      const skuCodes = ['SKU-1', 'SKU-2', 'SKU-3'];
      const lots = skuCodes.flatMap((sku_code) => [
        { sku_code, lot_number: 'L1', expiry_date: day(100), qty: 20 },
        { sku_code, lot_number: 'L2', expiry_date: day(200), qty: 20 },
      ]);
      await makePharmacy(database, { slug, skuCodes, lots });
    }
    for (const kind of ['clinic', 'affiliate'] as const) {
      await createOrganization(database, { slug: kind, name: kind, kind });
    }
    [this.live, this.test] = [await this.#clients('live'), await this.#clients('test')];
  }

  async #clients(environment: 'live' | 'test'): Promise<Record<Party, Client>> {
    const clients: Partial<Record<Party, Client>> = {};
    for (const organization of PARTIES) {
      const { key } = await issueKey(this.db.database, {
        organization,
        environment,
        scopes: 'all',
        plan: 'enterprise',
        requestsPerMinute: MANY,
        requestsPerDay: MANY,
      });
      clients[organization] = client({ url: this.service.url, key });
    }
    return clients as Record<Party, Client>;
  }

  /** An order of the clinic, brought by the affiliate and shipped by the pharmacy. Answers its id. */
  async order(fields: Fields = {}): Promise<string> {
    const [id] = await this.orders([fields]);
    return id as string;
  }

  /** Several, of one moment. */
  async orders(each: readonly Fields[]): Promise<string[]> {
    const records = each.map((fields): OrderRecord => {
      this.#made += 1;
      const isTest = fields.environment === 'test';
      return {
        id: crypto.randomUUID(),
        organization: 'clinic',
        order_number: `VO-${this.#made}`,
        affiliate_organization: 'affiliate',
        ...(!isTest && { fulfillment_organization: 'pharmacy' }),
        ...fields,
      };
    });
    await this.import({ orders: records });
    return records.map(({ id }) => id as string);
  }

  async import(file: ImportFile) {
    return (await importFile(this.db.database, JSON.stringify(file))).counts;
  }

  /** A patient, as far as an order needs one. */
  async patient({ organization = 'clinic', environment = 'live' } = {}): Promise<string> {
    const { rows } = await this.db.owner.query(
      `insert into patient (id, organization_id, environment, first_name, last_initial, sealed)
       select gen_random_uuid(), id, $2, 'Ann', 'B', '' from organization where slug = $1
       returning id`,
      [organization, environment],
    );
    return rows[0].id;
  }

  /** The `order.updated` events of an order, by the slug of the feed that they are in, in order. */
  async announced(id: string): Promise<Record<string, string[]>> {
    const { rows } = await this.db.owner.query(
      `select o.slug, e.data, e.environment from event e join organization o on o.id = e.organization_id
        where e.type = 'order.updated' and e.data ->> 'order_id' = $1 order by e.position`,
      [id],
    );
    const feeds: Record<string, string[]> = {};
    for (const { slug, data } of rows) {
      feeds[slug] ??= [];
      feeds[slug].push(`${data.status} ${data.payment_status}`);
    }
    return feeds;
  }

  /** As the clinic reads it; the pharmacy sees the same. */
  async read(id: string, environment: 'live' | 'test' = 'live') {
    const answer = await this[environment].clinic.get(`/v1/orders/${id}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  }
}

/** Started before the file's tests and closed after them. */
export function useOrders(): Orders {
  const orders = new Orders();
  beforeAll(() => orders.start());
  afterAll(() => orders.close());
  return orders;
}
