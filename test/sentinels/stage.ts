// Organizations that have something to hide, on a server of their own as a user starts it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { makeDataDir } from '../../kit/data-dir.ts';
import { Database } from '../../src/database/database.ts';
import { serviceUrl } from '../../src/database/migrate.ts';
import { joinEmbeddedServer } from '../../src/embedded/embedded-server.ts';
import { importFile, issueKey } from '../support/as-operator.ts';
import { day } from '../support/pharmacy.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { endSpawned, type SpawnedServer, spawnServer } from '../support/spawn-server.ts';
import { signInPeople } from './people.ts';
import { BIRTHDAY, PHONE, Sentinels } from './sentinels.ts';

export const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');

/** Who has a key: `pharmacy live`. Or who is signed in: `pharmacy person`. */
export type Caller = KeyCaller | PersonCaller;

interface KeyCaller {
  readonly name: string;
  readonly key: string;
}

export interface PersonCaller {
  readonly name: string;
  readonly cookies: Readonly<Record<string, string>>;
  /** The person's own id, and that of somebody else. */
  readonly id: string;
  readonly colleagueId: string;
}

export interface Stage {
  readonly sentinels: Sentinels;
  readonly dataDir: string;
  readonly ownerUrl: string;
  readonly server: SpawnedServer;
  readonly receiver: Receiver;
  /** As the tables' owner. */
  readonly owner: pg.Pool;
  /** As the service, in its lesser role. */
  readonly database: Database;
  readonly callers: readonly Caller[];
  /** Who are signed in to the application. */
  readonly people: readonly PersonCaller[];
  databaseLog(): string;
  close(): Promise<void>;
}

/** By what they are; their slugs are `sen-` and that. */
export const KINDS = ['clinic', 'pharmacy', 'brand', 'affiliate'] as const;
export const ENVIRONMENTS = ['live', 'test'] as const;

export const IDS = {
  product: '5e700000-0000-4000-8000-000000000001',
  livePatient: '5e700000-0000-4000-8000-000000000011',
  testPatient: '5e700000-0000-4000-8000-000000000012',
};

export async function setStage(): Promise<Stage> {
  const dir = makeDataDir();
  const receiver = await startReceiver();
  const server = await spawnServer({
    DATA_DIR: dir.path,
    DEMO: 'off',
    LOG_LEVEL: 'trace',
    SECRETS_KEY,
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  });
  const member = await joinEmbeddedServer({ dataDir: dir.path });
  const owner = new pg.Pool({ connectionString: member.ownerUrl, max: 2 });
  const database = new Database(await serviceUrl(member.ownerUrl), { preparedStatements: true });
  const sentinels = new Sentinels();
  await importFile(database, JSON.stringify(recordsOf(sentinels)));
  const callers: Caller[] = [];
  for (const kind of KINDS) {
    for (const environment of ENVIRONMENTS) {
      const { key } = await issueKey(database, {
        organization: `sen-${kind}`,
        environment,
        scopes: 'all',
        plan: 'enterprise',
        requestsPerMinute: 100_000_000,
        requestsPerDay: 100_000_000,
      });
      callers.push({ name: `${kind} ${environment}`, key });
    }
  }
  const people = await signInPeople({ sentinels, database, owner, url: pageUrl(server.url) });
  return {
    people,
    sentinels,
    dataDir: dir.path,
    ownerUrl: member.ownerUrl,
    server,
    receiver,
    owner,
    database,
    callers,
    databaseLog: () => readFileSync(join(dir.path, 'postgres.log'), 'utf8'),
    close: async () => {
      await database.close();
      await owner.end();
      await server.stop();
      await endSpawned();
      await receiver.close();
      await member.leave();
      await dir.remove();
    },
  };
}

/** The page's own address, which alone may ask the application. */
export function pageUrl(url: string): string {
  return url.replace('127.0.0.1', 'localhost');
}

/** What an import file holds of what must not leave. Each section stands here, or hides nothing. */
function recordsOf(sentinels: Sentinels): Record<string, unknown[]> {
  const pharmacy = 'sen-pharmacy';
  const patient = (environment: string) => ({
    organization: 'sen-clinic',
    environment,
    id: IDS[`${environment as 'live' | 'test'}Patient`],
    branding_organization: 'sen-brand',
    first_name: 'Shown',
    last_name: sentinels.patient('patient last name'),
    date_of_birth: BIRTHDAY,
    email: `${sentinels.patient('patient email')}@mail.example`,
    phone: PHONE,
    address: {
      line1: sentinels.patient('patient line one'),
      line2: sentinels.patient('patient line two'),
      city: sentinels.patient('patient city'),
      state: sentinels.patient('patient state'),
      postal_code: sentinels.patient('p'),
      country: 'DE',
    },
    allergies: [sentinels.patient('patient allergies')],
    medications: [sentinels.patient('patient medications')],
    clinical_notes: sentinels.patient('patient clinical notes'),
  });
  const order = (environment: string) => ({
    organization: 'sen-clinic',
    environment,
    order_number: `SEN-${environment}`,
    affiliate_organization: 'sen-affiliate',
    // A test order is routed to nobody.
    ...(environment === 'live' && { fulfillment_organization: pharmacy }),
    patient_id: IDS[`${environment as 'live' | 'test'}Patient`],
    status: 'paid',
    payment_status: 'paid',
    total_cents: 1_000,
    wholesale_total_cents: sentinels.cents(),
    commission_cents: sentinels.cents(),
  });
  const ofStore = (name: string, environment: string) =>
    sentinels.text(
      `${name} ${environment}`,
      ({ where, operation, caller }) =>
        where === 'answer' &&
        operation === 'listStoreOrders' &&
        caller === `pharmacy ${environment}`,
    );
  const storeOrder = (environment: string) => ({
    organization: pharmacy,
    environment,
    order_number: `SEN-STORE-${environment}`,
    customer: {
      email: ofStore('customer email', environment),
      first_name: ofStore('customer first name', environment),
      last_name: ofStore('customer last name', environment),
      phone: ofStore('customer phone', environment),
    },
    ship_to: Object.fromEntries(
      ['name', 'phone', 'line1', 'line2', 'city', 'state', 'country'].map((field, index) => [
        field,
        ofStore(`ship to ${'abcdefg'[index]}`, environment),
      ]),
    ),
  });
  return {
    organizations: KINDS.map((kind) => ({ slug: `sen-${kind}`, name: `Sen ${kind}`, kind })),
    locations: [
      { organization: pharmacy, name: 'Main', is_default: true, min_celsius: 2, max_celsius: 8 },
      { organization: pharmacy, name: 'Annex' },
    ],
    products: [
      {
        organization: pharmacy,
        id: IDS.product,
        name: 'A product',
        price_cents: 1_000,
        wholesale_cost_cents: sentinels.cents(),
      },
    ],
    skus: [
      { organization: pharmacy, sku_code: 'SEN-1', product_id: IDS.product, reorder_point: 990 },
    ],
    lots: ['SEN-L1', 'SEN-L2'].map((lot_number) => ({
      organization: pharmacy,
      sku_code: 'SEN-1',
      lot_number,
      expiry_date: day(400),
      qty: 1_000,
    })),
    storefront_listings: ['sen-clinic', 'sen-brand', pharmacy].map((organization) => ({
      organization,
      product_id: IDS.product,
      patient_price_cents: 1_500,
    })),
    patients: ENVIRONMENTS.map(patient),
    orders: ENVIRONMENTS.map(order),
    prescriptions: ENVIRONMENTS.map((environment) => ({
      organization: 'sen-clinic',
      environment,
      patient_id: IDS[`${environment}Patient`],
      product_name: 'A product',
      quantity: 1_000_000,
      status: 'signed',
      expires_at: `${day(300)}T00:00:00Z`,
    })),
    partners: ENVIRONMENTS.map((environment) => ({
      organization: pharmacy,
      environment,
      external_id: 'sen-partner',
      name: 'A partner',
    })),
    store_orders: ENVIRONMENTS.map(storeOrder),
    checkout_configs: ENVIRONMENTS.map((environment) => ({
      organization: pharmacy,
      environment,
      public_client_key: 'public',
      transaction_key: sentinels.text(`transaction key ${environment}`),
    })),
  };
}
