/**
 * Organizations of every kind, each with one of everything that the contract can name, in both environments where
 * they have their own; and a stranger, who has the same and for whom nobody calls.
 *
 * Whose a record is, is known by its id, and by the texts of it that answers show: they say it themselves.
 */

import { createTestDatabase, type TestDatabase } from '../../../kit/database.ts';
import { hashOfKey, makeKey } from '../../../src/api-keys/key-format.ts';
import { ENVIRONMENTS, type Environment } from '../../../src/contract.ts';
import { checkDigitOf } from '../../../src/scan/check-digit.ts';
import { importFile, issueKey, setOrganizationStatus } from '../../support/as-operator.ts';
import { type Client, client } from '../../support/client.ts';
import { inFlight } from '../../support/concurrency.ts';
import { addDelivery, create, PUBLIC_URL } from '../../support/endpoints.ts';
import { operate } from '../../support/operator.ts';
import { freshKey, post, type RunningService, startService } from '../../support/pharmacy.ts';
import { isOwn, namesIn, ownersOf, untouched } from './owners.ts';
import {
  COMMON,
  EVERYBODY,
  EXPIRY,
  idOf,
  indexOfOrganization,
  markOf,
  ORGANIZATIONS,
  type Organization,
  productOf,
  RECORDS,
  scannedCode,
} from './records.ts';
import type { StandIns, Things } from './requests.ts';

const MANY = 100_000_000;
const AT_ONCE = 3;

export interface World {
  readonly db: TestDatabase;
  readonly service: RunningService;
  /** What an organization calls its own, with a key of this environment. */
  things(slug: string, environment: Environment): Things;
  /** The same, and what a write can change made for it alone, of the wanted things: no other names that. */
  freshThings(slug: string, environment: Environment, wanted: readonly string[]): Promise<Things>;
  /** Keys of the organization, in the order of the scopes; the others do not open. */
  issueKeys(
    organization: Organization,
    environment: Environment,
    scopes: readonly (readonly string[])[],
  ): Promise<{ keys: string[]; revoked: string; expired: string }>;
  /** What of others is in an answer to this caller. */
  foreignIn(text: string, slug: string, environment: Environment): string[];
  /** How much of the caller's own stands there. */
  ownIn(text: string, slug: string, environment: Environment): number;
  /** Every row of the stranger, and of everybody the rows that only an environment's own keys name. */
  untouched(): Promise<string[]>;
  close(): Promise<void>;
}

export const STAND_INS: StandIns = {
  url: () => PUBLIC_URL,
  // Those that each key which keeps endpoints may subscribe to.
  events: () => ['order.updated'],
  expiry_date: () => EXPIRY,
  min_expiry_date: () => EXPIRY,
  idempotency_key: freshKey,
};

let taught = 0;
/** Each request teaches a code of its own, since a code names one SKU. */
export const TAUGHT_CODE: StandIns = {
  code: () => {
    taught += 1;
    const digits = `1${String(taught).padStart(12, '0')}`;
    return digits + checkDigitOf(digits);
  },
};

export async function makeWorld(): Promise<World> {
  const db = await createTestDatabase();
  const service = await startService(db.database);
  await importFile(db.database, JSON.stringify(RECORDS));
  // An import has no items: each order is of a product of its own organization.
  await db.owner.query(
    `insert into order_item (order_id, position, organization_id, environment, product_id,
                             product_organization_id, quantity, unit_price_cents)
     select placed.id, 1, placed.organization_id, environment, product.id, product.organization_id, 1, 100
       from customer_order placed
       join product on product.organization_id = placed.organization_id and product.id = any($1)`,
    [EVERYBODY.map(({ slug }) => productOf(slug, 0))],
  );
  const callers = new Map<string, Client>();
  await inFlight(AT_ONCE, EVERYBODY, async ({ slug }) => {
    for (const environment of ENVIRONMENTS) {
      const { key } = await issueKey(db.database, {
        organization: slug,
        environment,
        scopes: 'all',
        plan: 'enterprise',
        requestsPerMinute: MANY,
        requestsPerDay: MANY,
      });
      callers.set(`${slug} ${environment}`, client({ url: service.url, key }));
    }
  });
  const callerOf = (slug: string, environment: Environment) =>
    callers.get(`${slug} ${environment}`) as Client;
  const makeEndpoint = async (slug: string, environment: Environment) => {
    const description = markOf(slug, environment, 'endpoint');
    const { id } = await create(callerOf(slug, environment), {
      description,
      events: ['order.updated'],
    });
    return { endpoint: id as string, delivery: await addDelivery({ db }, id) };
  };
  const makeBundle = async (slug: string, environment: Environment) => {
    const items = [{ platform_product_id: productOf(slug, 0), qty: 1 }];
    const body = { name: markOf(slug, environment, 'bundle'), items };
    const made = await callerOf(slug, environment).put('/v1/shop/bundles', { body });
    if (made.status !== 201) throw new Error(made.text);
    return made.body.bundle.id as string;
  };
  const all = new Map<string, Things>();
  const fill = async (slug: string) => {
    const named = (what: string) => markOf(slug, 'both', what);
    const [sku, location, lotNumber] = [named('sku'), named('location'), named('lot')];
    const api = callerOf(slug, 'live');
    const at = { sku_code: COMMON.sku, location: COMMON.location, lot_number: COMMON.lot_number };
    await holdFor(api, { ...at, id: COMMON.reference });
    const own = { sku_code: sku, location, lot_number: lotNumber };
    const lotId = await holdFor(api, { ...own, id: named('reference') }, named('movement_key'));
    for (const place of [location, COMMON.location as string]) {
      const words = ['--organization', slug, '--location', place, '--celsius', '5'];
      await operate(db.database, 'temperature', 'record', ...words);
    }
    for (const environment of ENVIRONMENTS) {
      const { endpoint, delivery } = await makeEndpoint(slug, environment);
      const bundle = await makeBundle(slug, environment);
      const feed = await callerOf(slug, environment).get('/v1/inventory/events');
      const refused = await callerOf(slug, environment).get('/v1/orders', { query: { limit: 0 } });
      await service.refusals.flush();
      all.set(`${slug} ${environment}`, {
        product: [productOf(slug, 0), productOf(slug, 1)],
        sku: [sku],
        location: [location],
        lot: [lotId],
        lot_number: [lotNumber],
        movement_key: [named('movement_key')],
        reference: [named('reference')],
        scanned_code: [scannedCode(indexOfOrganization(slug))],
        event: [feed.body.data[0].id],
        webhook_endpoint: [endpoint],
        webhook_delivery: [delivery],
        order: [idOf('order', slug, environment)],
        patient: [idOf('patient', slug, environment)],
        prescription: [idOf('prescription', slug, environment)],
        bundle: [bundle],
        partner: [markOf(slug, environment, 'partner')],
        request: [refused.body.error.request_id],
      });
    }
  };
  await inFlight(AT_ONCE, EVERYBODY, ({ slug }) => fill(slug));
  for (const { slug, status } of ORGANIZATIONS) {
    if (status === 'suspended') await setOrganizationStatus(db.database, slug, status);
  }
  const things = (slug: string, environment: Environment) =>
    all.get(`${slug} ${environment}`) as Things;
  const owners = await ownersOf(db);
  const seeded = [...owners.keys()];
  return {
    db,
    service,
    things,
    freshThings: async (slug, environment, wanted) => {
      const made: Record<string, string[]> = {};
      if (wanted.includes('bundle')) made.bundle = [await makeBundle(slug, environment)];
      if (wanted.includes('webhook_endpoint')) {
        const { endpoint, delivery } = await makeEndpoint(slug, environment);
        Object.assign(made, { webhook_endpoint: [endpoint], webhook_delivery: [delivery] });
      }
      return { ...things(slug, environment), ...made };
    },
    issueKeys: async ({ slug }, environment, scopes) => {
      const { ids, ...issued } = await issueKeys(db, { slug, environment, scopes });
      for (const id of ids) owners.set(id, { slug, environment });
      return issued;
    },
    foreignIn: (text, slug, environment) =>
      namesIn(text, owners)
        .filter((owner) => !isOwn(owner, slug, environment))
        .map(({ name }) => name),
    ownIn: (text, slug, environment) =>
      namesIn(text, owners).filter((owner) => isOwn(owner, slug, environment)).length,
    untouched: () => untouched(db, seeded),
    close: async () => {
      await service.close();
      await db.drop();
    },
  };
}

/** Stock that a reference holds, and an entry that names it. Answers the lot. */
async function holdFor(
  api: Client,
  { id, lot_number, ...level }: Record<string, string | undefined>,
  key?: string,
): Promise<string> {
  const body = { reference: { type: 'order', id }, qty: 1, ...level };
  const held = await api.post('/v1/inventory/allocations', { body });
  const received = await post(api, { ...body, type: 'receive', lot_number }, key);
  if (held.status !== 201 || received.status !== 201) throw new Error(held.text + received.text);
  return held.body.allocations[0].lot_id;
}

async function issueKeys(
  { owner }: TestDatabase,
  {
    slug,
    environment,
    scopes,
  }: { slug: string; environment: Environment; scopes: readonly (readonly string[])[] },
): Promise<{ ids: string[]; keys: string[]; revoked: string; expired: string }> {
  const everything = [...new Set(scopes.flat())];
  const rows = [...scopes, everything, everything].map((own, index) => ({
    key: makeKey(environment),
    scopes: own,
    revoked: index === scopes.length,
    expired: index === scopes.length + 1,
  }));
  const issued = await owner.query<{ id: string }>(
    `insert into api_key (id, organization_id, environment, key_hash, scopes, plan, requests_per_minute,
                          requests_per_day, revoked_at, expires_at)
     select gen_random_uuid(), organization.id, $2, decode(hash, 'hex'),
            array(select json_array_elements_text(scopes)), 'enterprise', $3, $3,
            case when revoked then now() end, case when expired then now() end
       from organization
      cross join json_to_recordset($4) as made (hash text, scopes json, revoked boolean, expired boolean)
      where slug = $1
     returning api_key.id`,
    [
      slug,
      environment,
      MANY,
      JSON.stringify(
        rows.map(({ key, ...row }) => ({ ...row, hash: hashOfKey(key).toString('hex') })),
      ),
    ],
  );
  const keys = rows.map(({ key }) => key);
  return {
    ids: issued.rows.map(({ id }) => id),
    keys: keys.slice(0, scopes.length),
    revoked: keys[scopes.length] as string,
    expired: keys[scopes.length + 1] as string,
  };
}
