// Every statement that reads what row-security.ts guards, with its own condition on the organization taken out
// on purpose: it returns nothing foreign all the same.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readsOf } from '../../kit/database.ts';
import { sourceFiles } from '../../kit/source-files.ts';
import type { OperationId } from '../../src/contract.ts';
import { Database } from '../../src/database/database.ts';
import { GUARDED_TABLES } from '../../src/database/row-security.ts';
import { type Statement, statements } from '../../src/database/statement.ts';
import { ApiError } from '../../src/errors.ts';
import { listCharges } from '../../src/orders/list-charges.ts';
import { nameOrders } from '../../src/orders/name-orders.ts';
import { findPackingOrder } from '../../src/orders/packing-orders.ts';
import { allHandlers } from '../support/all-handlers.ts';
import { useWorld } from '../support/world.ts';
import { fillTenants, recordOf, TENANTS, type Tenant } from './tenants.ts';

const world = useWorld(
  async ({ db }) => {
    // The owner is a superuser, so row-level security hides nothing from it.
    const unguarded = new Database(db.ownerUrl, { preparedStatements: true, connections: 1 });
    await fillTenants(db.owner);
    await db.owner.query("update customer_order set status = 'paid'");
    for (const file of sourceFiles()) await import(file);
    return { unguarded };
  },
  { service: false },
);
afterAll(async () => {
  await world.unguarded.close();
});

/** Each read, as a tenant who asks for a record of the clinic's where it asks for one. */
const READS: readonly Read[] = [
  ofApi('getPatient', { path: { id: recordOf('clinic') } }),
  ofApi('listPatients'),
  ofApi('getPrescription', { path: { id: recordOf('clinic') } }),
  ofApi('listPrescriptions'),
  ofApi('getOrder', { path: { id: recordOf('clinic') } }),
  ofApi('listOrders'),
  ofApi('listOrderItems', { path: { id: recordOf('clinic') } }),
  ofApi('listPackingOrders'),
  {
    name: 'find-packing-order',
    asService: true,
    asksForOne: true,
    run: (database, tenant) =>
      findPackingOrder(
        database.actingFor(TENANTS[tenant]),
        recordOf('clinic'),
        TENANTS[tenant],
      ).then(({ id }) => ({ id })),
  },
  ofApi('getPartner', { path: { external_id: 'partner-1' } }),
  ofApi('listStoreOrders'),
  ofApi('getCheckoutConfig'),
  {
    name: 'name-orders',
    run: (database, tenant) =>
      nameOrders(
        database.actingFor(TENANTS[tenant]),
        { organizationId: TENANTS[tenant], environment: 'live' },
        [recordOf('clinic'), recordOf('stranger')],
      ),
  },
  {
    name: 'list-account-charges',
    asService: true,
    run: (database, tenant) =>
      listCharges(database as Database, { organization: tenant, limit: 100 }),
  },
];

/** Who may read what of the clinic's. */
const MAY: Readonly<Record<string, readonly Tenant[]>> = {
  'get-patient': ['clinic', 'brand'],
  'list-patients': ['clinic', 'brand'],
  'get-order': ['clinic', 'brand', 'pharmacy'],
  'list-orders': ['clinic', 'brand', 'pharmacy'],
  'list-order-items': ['clinic', 'brand', 'pharmacy'],
  'list-packing-orders': ['clinic', 'brand', 'pharmacy'],
  'find-packing-order': ['clinic', 'brand', 'pharmacy'],
  'name-orders': ['clinic', 'brand', 'pharmacy'],
};

type Asked = Pick<Database, 'actingFor' | 'query' | 'transaction'>;

interface Read {
  /** Of its statement. */
  readonly name: string;
  /** Whose role it runs in is the service's, and not the reader's. */
  readonly asService?: true;
  /** By the id of one of the clinic's. */
  readonly asksForOne?: true;
  run(database: Asked, tenant: Tenant): Promise<unknown>;
}

function ofApi(id: OperationId, call: object = {}): Read {
  return {
    name: id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    ...(JSON.stringify(call).includes(recordOf('clinic')) && { asksForOne: true as const }),
    run: async (database, tenant) => {
      const principal = { organizationId: TENANTS[tenant], environment: 'live' };
      const read = allHandlers[id] as (
        call: unknown,
        services: unknown,
      ) => Promise<{ body: unknown }>;
      const secrets = { open: () => '{}' };
      const { body } = await read(
        { path: {}, query: { limit: 100 }, ...call, principal },
        { database, secrets, notePatientAccess: async () => {} },
      );
      return body;
    },
  };
}

const OF_TENANT = /(?:\w+\.)?\w*organization_id = (\$\d+::uuid)/g;

/** A database whose statements have lost their conditions on the organization; it notes what they are. */
function stripping(database: Database, asked: Statement[] = []): Asked {
  const strip = <Row>({ name, text }: Statement<Row>): Statement<Row> => {
    const stripped = text.replaceAll(OF_TENANT, '$1 is not null');
    if (isGuarded(text)) {
      expect(stripped).not.toBe(text);
      asked.push({ name, text });
    }
    return { name: '', text: stripped };
  };
  return {
    transaction: (work, options) => database.transaction(work, options),
    // What is read in nobody's name must be nobody's.
    query: (statement, values) => {
      expect(isGuarded(statement.text), `${statement.name} acts for nobody`).toBe(false);
      return database.query(statement, values);
    },
    actingFor: (organizationId) => {
      const acting = database.actingFor(organizationId);
      return { query: (statement, values) => acting.query(strip(statement), values) };
    },
  };
}

const GUARDED = new RegExp(`\\b(from|join|into|update) (${GUARDED_TABLES.join('|')})\\b`);

function isGuarded(text: string): boolean {
  return GUARDED.test(text);
}

/** The records of `clinic` and `stranger` that an answer shows; what is not found shows none. */
async function shownBy(read: Promise<unknown>): Promise<Tenant[]> {
  const body = await read.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return {};
    throw error;
  });
  const text = JSON.stringify(body);
  return (['clinic', 'stranger'] as const).filter(
    (tenant) => text.includes(recordOf(tenant)) || text.includes(`"public_client_key":"${tenant}"`),
  );
}

it.each(READS)('$name shows nobody what is foreign, without any condition on it', async (read) => {
  const asked: Statement[] = [];
  const database = stripping(
    read.asService ? world.db.database : readsOf(world.db.database),
    asked,
  );
  for (const tenant of Object.keys(TENANTS) as Tenant[]) {
    const may = (MAY[read.name] ?? ['clinic']).includes(tenant);
    expect([tenant, await shownBy(read.run(database, tenant))]).toEqual([
      tenant,
      [...(may ? ['clinic'] : []), ...(tenant === 'stranger' && !read.asksForOne ? [tenant] : [])],
    ]);
  }
  expect(asked.length).toBeGreaterThan(0);
});

it.each(READS)('$name would show it where nothing held it back', async (read) => {
  const shown = await shownBy(read.run(stripping(world.unguarded), 'pharmacy'));
  expect(shown.length).toBeGreaterThan(0);
});

/** Reads that are not tried here, and why. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'packing-orders': 'the file of list-packing-orders and find-packing-order, which are tried',
  'find-order': 'an id names one order of the whole platform: the operator acts for all',
  'charge-of-order': 'of an order that was found before',
  'items-to-ship': 'of an order that was found before',
  'order-items': 'of an order that was found before',
  'private-columns-of-order': 'of an order that was found before',
  'order-prescriptions-used': 'counts alone, and of those that are locked with it',
  'find-patient': 'an id names one patient of the whole platform: the operator acts for all',
  ...Object.fromEntries(
    ['names', 'intakes', 'prescriptions', 'orders', 'movements'].map((what) => [
      `export-${what}-of-patient`,
      'of a patient that was found before',
    ]),
  ),
  'get-lot-history': 'numbers of orders alone, that moved the organization’s own lot',
  'erase-movements-of-patient': 'of a patient that was found before',
  ...Object.fromEntries(
    [
      'find-orders',
      'find-intakes',
      ...['prescription', 'partner', 'store_order', 'checkout_config', 'patient'].map(
        (table) => `ids-of-${table}`,
      ),
    ].map((name) => [
      `sandbox-${name}`,
      'ids alone, and only their owner can delete what they name',
    ]),
  ),
};

it('every read of these tables is tried here', () => {
  const tried = new Set(READS.map(({ name }) => name));
  const fixed = [...statements.values()]
    .filter(
      ({ text }) =>
        isGuarded(text) &&
        /^\s*select/.test(text) &&
        !/\bfor (no key )?(share|update)\b/.test(text),
    )
    .map(({ name }) => name)
    // What an import looks up is of the organizations of its records.
    .filter((name) => !name.startsWith('import-'));
  const lists = sourceFiles()
    .filter((file) => {
      const source = readFileSync(file, 'utf8');
      return source.includes('new ListFilter') && isGuarded(source);
    })
    .map((file) => basename(file, '.ts'));
  expect(lists).toContain('list-orders');
  expect([...fixed, ...lists].filter((name) => !tried.has(name) && !(name in ELSEWHERE))).toEqual(
    [],
  );
});
