/**
 * Organizations of every kind, each with one of everything that the contract can name, in both environments where
 * they have their own; and a stranger, who has the same and for whom nobody calls.
 *
 * Whose a record is, is known by its id, and by the texts of it that answers show: they say it themselves.
 */
import { hashOfKey, makeKey } from '../../src/api-keys/key-format.ts';
import {
  ENVIRONMENTS,
  type Environment,
  ORGANIZATION_KINDS,
  type OrganizationKind,
  type OrganizationStatus,
} from '../../src/contract.ts';
import type { ImportFile } from '../../src/operator/import/sections.ts';
import { checkDigitOf } from '../../src/scan/check-digit.ts';
import { importFile, issueKey, setOrganizationStatus } from './as-operator.ts';
import type { StandIns, Things } from './authorization-requests.ts';
import { type Client, client } from './client.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { addDelivery, create, PUBLIC_URL } from './endpoints.ts';
import { day, freshKey, post, type RunningService, startService } from './pharmacy.ts';

export interface Organization {
  readonly slug: string;
  readonly kind: OrganizationKind;
  readonly status: OrganizationStatus;
}

/** Who calls. */
export const ORGANIZATIONS: readonly Organization[] = [
  ...ORGANIZATION_KINDS.map((kind) => ({ slug: kind, kind, status: 'active' as const })),
  { slug: 'suspended', kind: 'clinic', status: 'suspended' },
];

export const STRANGER: Organization = { slug: 'stranger', kind: 'clinic', status: 'active' };
const EVERYBODY = [...ORGANIZATIONS, STRANGER];

const MANY = 100_000_000;
const UNITS = 100_000_000;
const EXPIRY = day(400);
const SCANNED_LOT = 'SCANNED';

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
  /** What of others stands in an answer to this caller. */
  foreignIn(text: string, slug: string, environment: Environment): string[];
  /** How much of the caller's own stands there. */
  ownIn(text: string, slug: string, environment: Environment): number;
  /** Every row of the stranger, and of everybody the rows that only an environment's own keys name. */
  untouched(): Promise<string[]>;
  close(): Promise<void>;
}

export const STAND_INS: StandIns = {
  url: () => PUBLIC_URL,
  expiry_date: () => EXPIRY,
  idempotency_key: freshKey,
};

/** Names that everybody has given to something of his own. */
export const COMMON: Readonly<Record<string, string>> = {
  sku: 'COMMON',
  location: 'COMMON',
  lot_number: 'COMMON',
  reference: 'COMMON',
  partner: 'COMMON',
  scanned_code: scannedCode(98),
};

/** Of nobody. */
export const NOTHING: Things = {
  ...Object.fromEntries(
    [
      'product',
      'lot',
      'event',
      'webhook_endpoint',
      'webhook_delivery',
      'order',
      'patient',
      'prescription',
      'bundle',
    ].map((thing) => [thing, ['01935f60-aaaa-7c3e-a1d2-4b5c6d7e8f90']]),
  ),
  sku: ['no sku'],
  location: ['no location'],
  lot_number: ['no lot number'],
  reference: ['no reference'],
  partner: ['no partner'],
  scanned_code: [scannedCode(99)],
};

export async function makeWorld(): Promise<World> {
  const db = await createTestDatabase();
  const service = await startService(db.database);
  await importFile(db.database, JSON.stringify(merge(EVERYBODY.map(recordsOf))));
  const callers = new Map<string, Client>();
  const everyCaller = EVERYBODY.flatMap(({ slug }) =>
    ENVIRONMENTS.map(async (environment) => {
      const { key } = await issueKey(db.database, {
        ...{ organization: slug, environment, scopes: 'all', plan: 'enterprise' },
        ...{ requestsPerMinute: MANY, requestsPerDay: MANY },
      });
      callers.set(`${slug} ${environment}`, client({ url: service.url, key }));
    }),
  );
  await Promise.all(everyCaller);
  const callerOf = (slug: string, environment: Environment) =>
    callers.get(`${slug} ${environment}`) as Client;
  const makeEndpoint = async (slug: string, environment: Environment) => {
    const description = markOf(slug, environment, 'endpoint');
    const { id } = await create(callerOf(slug, environment), { description });
    return { endpoint: id as string, delivery: await addDelivery({ db } as never, id) };
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
    const lotId = await holdFor(api, { ...own, id: named('reference') });
    for (const environment of ENVIRONMENTS) {
      const { endpoint, delivery } = await makeEndpoint(slug, environment);
      const bundle = await makeBundle(slug, environment);
      const feed = await callerOf(slug, environment).get('/v1/inventory/events');
      all.set(`${slug} ${environment}`, {
        product: [productOf(slug, 0), productOf(slug, 1)],
        sku: [sku],
        location: [location],
        lot: [lotId],
        lot_number: [lotNumber],
        reference: [named('reference')],
        scanned_code: [scannedCode(placeOf(slug))],
        event: [feed.body.data[0].id],
        webhook_endpoint: [endpoint],
        webhook_delivery: [delivery],
        order: [idOf('order', slug, environment)],
        patient: [idOf('patient', slug, environment)],
        prescription: [idOf('prescription', slug, environment)],
        bundle: [bundle],
        partner: [markOf(slug, environment, 'partner')],
      });
    }
  };
  await Promise.all(EVERYBODY.map(({ slug }) => fill(slug)));
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
    issueKeys: (organization, environment, scopes) =>
      issueKeys(db, { slug: organization.slug, environment, scopes }),
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
  { id, lot_number, ...place }: Record<string, string | undefined>,
): Promise<string> {
  const body = { reference: { type: 'order', id }, qty: 1, ...place };
  const held = await api.post('/v1/inventory/allocations', { body });
  const received = await post(api, { ...body, type: 'receive', lot_number });
  if (held.status !== 201 || received.status !== 201) throw new Error(held.text + received.text);
  return held.body.allocations[0].lot_id;
}

const placeOf = (slug: string) => EVERYBODY.findIndex((one) => one.slug === slug);

const KINDS_OF_ID = ['product', 'order', 'patient', 'prescription'] as const;

function idOf(
  kind: (typeof KINDS_OF_ID)[number],
  slug: string,
  environment: Environment | 'both',
  nth = 0,
): string {
  const apart = ['both', ...ENVIRONMENTS].indexOf(environment);
  const digits = [KINDS_OF_ID.indexOf(kind), placeOf(slug), apart, nth].join('');
  return `0a000000-0000-4000-8000-00000000${digits}`;
}

const productOf = (slug: string, nth: number) => idOf('product', slug, 'both', nth);

/** A text that says whose it is. */
function markOf(slug: string, environment: Environment | 'both', what: string): string {
  return `own.${slug}.${environment}.${what}`;
}

const MARK = /own\.(\w+)\.(live|test|both)\./g;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

interface Owner {
  readonly slug: string;
  readonly environment: string;
  /** As it stands in the answer. */
  readonly name: string;
}

function namesIn(text: string, owners: ReadonlyMap<string, Omit<Owner, 'name'>>): Owner[] {
  const marks = [...text.matchAll(MARK)].map(([name, slug = '', environment = '']) => ({
    ...{ slug, environment, name },
  }));
  const ids = [...text.matchAll(UUID)].flatMap(([name]) => {
    const owner = owners.get(name);
    return owner ? [{ ...owner, name }] : [];
  });
  return [...marks, ...ids];
}

function isOwn(owner: Owner, slug: string, environment: Environment): boolean {
  return owner.slug === slug && ['both', environment].includes(owner.environment);
}

function gtinOf(place: number): string {
  const digits = `1009${String(place).padStart(9, '0')}`;
  return digits + checkDigitOf(digits);
}

/** Of one lot number, which everybody has. */
function scannedCode(place: number): string {
  return `(01)${gtinOf(place)}(17)${EXPIRY.replaceAll('-', '').slice(2)}(10)${SCANNED_LOT}`;
}

/** What answers show of each says whose it is, where that is not an id. */
function recordsOf({ slug, kind }: Organization): ImportFile {
  const organization = slug;
  const mark = (what: string, environment: Environment | 'both' = 'both') =>
    markOf(slug, environment, what);
  const products = [0, 1].map((nth) => productOf(slug, nth));
  return {
    organizations: [{ slug, name: slug, kind }],
    locations: [
      { organization, name: mark('location'), is_default: true },
      { organization, name: COMMON.location as string },
    ],
    products: products.map((id) => ({ organization, id, name: mark('product'), price_cents: 100 })),
    skus: [
      { sku_code: mark('sku'), product_id: productOf(slug, 0), gtin: gtinOf(placeOf(slug)) },
      { sku_code: COMMON.sku as string, product_id: productOf(slug, 1), gtin: gtinOf(98) },
    ].map((sku) => ({ organization, ...sku })),
    lots: [mark('sku'), COMMON.sku as string].flatMap((sku_code) =>
      [mark('location'), COMMON.location as string].flatMap((location) =>
        [mark('lot'), SCANNED_LOT, COMMON.lot_number as string].map((lot_number) => ({
          ...{ organization, sku_code, location, lot_number },
          ...{ expiry_date: EXPIRY, qty: UNITS },
        })),
      ),
    ),
    storefront_listings: products.map((product_id) => ({
      ...{ organization, product_id, patient_price_cents: 100 },
    })),
    patients: ENVIRONMENTS.map((environment) => ({
      ...{ organization, environment, id: idOf('patient', slug, environment) },
      ...{ first_name: mark('patient', environment), last_name: 'Roe' },
    })),
    orders: ENVIRONMENTS.map((environment) => ({
      ...{ organization, environment, id: idOf('order', slug, environment) },
      order_number: mark('order', environment),
      patient_id: idOf('patient', slug, environment),
    })),
    prescriptions: ENVIRONMENTS.map((environment) => ({
      ...{ organization, environment, id: idOf('prescription', slug, environment) },
      patient_id: idOf('patient', slug, environment),
      product_name: mark('prescription', environment),
      // The first order with it would be noted in it.
      order_id: idOf('order', slug, environment),
      ...{ status: 'signed', expires_at: `${EXPIRY}T00:00:00Z` },
    })),
    partners: ENVIRONMENTS.flatMap((environment) =>
      [mark('partner', environment), COMMON.partner as string].map((external_id) => ({
        ...{ organization, environment, external_id },
        name: mark('partner', environment),
      })),
    ),
    store_orders: ENVIRONMENTS.map((environment) => ({
      ...{ organization, environment, order_number: mark('store order', environment) },
    })),
    checkout_configs: ENVIRONMENTS.map((environment) => ({
      ...{ organization, environment, public_client_key: mark('checkout', environment) },
    })),
  };
}

function merge(files: readonly ImportFile[]): Record<string, unknown[]> {
  const merged: Record<string, unknown[]> = {};
  for (const [section, records] of files.flatMap((file) => Object.entries(file))) {
    merged[section] = [...(merged[section] ?? []), ...records];
  }
  return merged;
}

async function issueKeys(
  { owner }: TestDatabase,
  {
    slug,
    environment,
    scopes,
  }: { slug: string; environment: Environment; scopes: readonly (readonly string[])[] },
): Promise<{ keys: string[]; revoked: string; expired: string }> {
  const everything = [...new Set(scopes.flat())];
  const rows = [...scopes, everything, everything].map((own, place) => ({
    key: makeKey(environment),
    scopes: own,
    revoked: place === scopes.length,
    expired: place === scopes.length + 1,
  }));
  await owner.query(
    `insert into api_key (id, organization_id, environment, key_hash, scopes, plan, requests_per_minute,
                          requests_per_day, revoked_at, expires_at)
     select gen_random_uuid(), organization.id, $2, decode(hash, 'hex'),
            array(select json_array_elements_text(scopes)), 'enterprise', $3, $3,
            case when revoked then now() end, case when expired then now() end
       from organization
      cross join json_to_recordset($4) as made (hash text, scopes json, revoked boolean, expired boolean)
      where slug = $1`,
    [
      ...[slug, environment, MANY],
      JSON.stringify(
        rows.map(({ key, ...row }) => ({ ...row, hash: hashOfKey(key).toString('hex') })),
      ),
    ],
  );
  const keys = rows.map(({ key }) => key);
  return {
    keys: keys.slice(0, scopes.length),
    revoked: keys[scopes.length] as string,
    expired: keys[scopes.length + 1] as string,
  };
}

interface Table {
  readonly name: string;
  readonly hasId: boolean;
  readonly hasEnvironment: boolean;
}

/** Those of tenants. */
async function tablesOf({ owner }: TestDatabase): Promise<Table[]> {
  const { rows } = await owner.query(
    `select table_name as name,
            bool_or(column_name = 'id' and data_type = 'uuid') as "hasId",
            bool_or(column_name = 'environment') as "hasEnvironment"
       from information_schema.columns where table_schema = 'public'
      group by 1 having bool_or(column_name = 'organization_id') order by 1`,
  );
  return rows;
}

/** Of every record that has an id. */
async function ownersOf(db: TestDatabase): Promise<Map<string, Omit<Owner, 'name'>>> {
  const parts = (await tablesOf(db))
    .filter(({ hasId }) => hasId)
    .map(
      ({ name, hasEnvironment }) =>
        `select id, organization_id, ${hasEnvironment ? `coalesce(environment, 'both')` : `'both'`} as environment
           from ${name}`,
    );
  const { rows } = await db.owner.query(
    `select owned.id, slug, environment
       from (${parts.join(' union all ')}) as owned
       join organization on organization.id = organization_id`,
  );
  return new Map(rows.map(({ id, slug, environment }) => [id, { slug, environment }]));
}

/** Deliveries are their endpoints'. */
const ALSO_SEPARATE = ['webhook_delivery'];
/** Each use is noted. */
const CHANGING = ['api_key'];

async function untouched(db: TestDatabase, seeded: readonly string[]): Promise<string[]> {
  const parts = (await tablesOf(db)).map(({ name, hasId, hasEnvironment }) => {
    const isSeparate =
      hasId && (hasEnvironment || ALSO_SEPARATE.includes(name)) && !CHANGING.includes(name);
    return `select concat('${name} ', one::text) as row from ${name} as one
             where organization_id = (select id from organization where slug = '${STRANGER.slug}')
                   ${isSeparate ? 'or id = any($1::uuid[])' : ''}`;
  });
  const { rows } = await db.owner.query(`${parts.join(' union all ')} order by 1`, [seeded]);
  return rows.map(({ row }) => row);
}
