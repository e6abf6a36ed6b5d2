// What look-ups by key, and pages of lists, cost where an organization has many thousands of each record, with
// row-level security before them: their own rows, whatever the planner knows, by plans for their values and for any.
import { beforeAll, describe, expect, it } from 'vitest';
import { readsOf } from '../../kit/database.ts';
import { costOf } from '../../kit/plan-rows.ts';
import type { Principal } from '../../src/contract.ts';
import type { Database } from '../../src/database/database.ts';
import { timeCursor } from '../../src/lib/paging.ts';
import { lockPrescriptions, lockProducts } from '../../src/orders/lock-ordered.ts';
import { nameOrders } from '../../src/orders/name-orders.ts';
import { getCheckoutConfig } from '../../src/partners/get-checkout-config.ts';
import { getPartner } from '../../src/partners/get-partner.ts';
import { listStoreOrders } from '../../src/partners/list-store-orders.ts';
import { getPatient } from '../../src/patients/get-patient.ts';
import { getPrescription } from '../../src/patients/get-prescription.ts';
import { listPatients } from '../../src/patients/list-patients.ts';
import { listPrescriptions } from '../../src/patients/list-prescriptions.ts';
import { lockPatient } from '../../src/patients/lock-patient.ts';
import { listDeliveries } from '../../src/webhooks/delivery/list-deliveries.ts';
import { setAnalysed } from '../support/watched-plans.ts';
import { useWorld } from '../support/world.ts';
import { fillTenants, TENANTS, type Tenant } from './tenants.ts';

const ROWS = 20_000;
/** Of them, all at one moment. */
const TIES = 8_000;
const MOMENT = '2026-01-01T01:00:00.000000Z';
const ID = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`;
const TABLES = [
  ...['patient', 'prescription', 'partner', 'store_order', 'customer_order', 'order_reader'],
  ...['order_item', 'product', 'storefront_listing', 'webhook_delivery'],
];

const world = useWorld(
  async ({ db }) => {
    await fillTenants(db.owner);
    const { clinic, brand, pharmacy, stranger } = TENANTS;
    const id = `('00000000-0000-4000-8000-' || lpad(nth::text, 12, '0'))::uuid`;
    const own = `${id}, '${clinic}', 'live'`;
    const each = `from generate_series(1, ${ROWS}) nth`;
    const at = `case when nth between 3600 and ${3600 + TIES} then timestamptz '${MOMENT}'
                     else timestamptz '2026-01-01T00:00:00Z' + nth * interval '1 second' end`;
    await db.owner.query(`
    ${TABLES.map((table) => `alter table ${table} set (autovacuum_enabled = off);`).join('')}
    insert into patient (id, organization_id, environment, branding_organization_id, first_name,
                         last_initial, sealed, created_at)
    select ${own}, case nth % 2 when 0 then '${clinic}'::uuid else '${brand}' end, 'Ann', 'B', '', ${at} ${each};
    insert into prescription (id, organization_id, environment, patient_id, product_name, status, created_at)
    select ${own}, '${ID(1)}', 'Pills', case nth % 100 when 0 then 'expired' else 'signed' end, ${at} ${each};
    insert into partner (id, organization_id, environment, external_id, name)
    select ${own}, 'many-' || nth, 'Partner' ${each};
    insert into store_order (id, organization_id, environment, order_number, sealed, items, created_at)
    select gen_random_uuid(), organization_id::uuid, environment, 'SO-many-' || nth, '', '[]', ${at} ${each},
           (values ('${clinic}', 'live'), ('${clinic}', 'test'), ('${stranger}', 'live'))
             as owner (organization_id, environment);
    insert into product (id, organization_id, name, strengths, dosage_forms)
    select ${id}, '${clinic}', 'Pills', '{}', '{}' ${each};
    insert into storefront_listing (
      id, organization_id, product_id, product_organization_id, patient_price_cents)
    select ${id}, '${clinic}', ${id}, '${clinic}', 1 ${each};
    insert into customer_order (id, organization_id, environment, order_number, total_cents,
                                fulfillment_organization_id)
    select ${own}, 'VO-many-' || nth, 1, '${pharmacy}' ${each};
    insert into order_item (order_id, position, organization_id, environment, product_id,
                            product_organization_id, quantity, unit_price_cents, prescription_id)
    select ${id}, 1, '${clinic}', 'live', '${ID(1)}', '${clinic}', 1, 1, ${id} ${each};
    insert into webhook_endpoint (id, organization_id, environment, url, events, secret, fanned_position, created_at)
    values ('${ID(1)}', '${clinic}', 'live', 'https://example.com', '{}', '', 0, now());
    insert into webhook_delivery (id, organization_id, endpoint_id, event_id, type, payload, status, created_at,
                                  next_attempt_at, finished_at)
    select ${id}, '${clinic}', '${ID(1)}', gen_random_uuid(), 'stock.low', '{}', status, ${at},
           case when status = 'pending' then now() end, case when status <> 'pending' then now() end
      from generate_series(1, 5 * ${ROWS}) nth
     cross join lateral (
           select case nth when 1 then 'succeeded' when 2 then 'pending' else 'dead' end as status) one`);
  },
  { service: false, timeout: 120_000 },
);

const LIMIT = 25;
const PAGE = LIMIT + 1;
const ITEMS = 100;
const ids = Array.from({ length: ITEMS }, (_, index) => ID(1 + index * 100));

type Read = (database: Database, principal: Principal) => Promise<unknown>;
/** A row of the table: how many rows the read touches, or from how many to how many, for each of the tenants. */
type Costed = readonly [
  what: string,
  rows: number | readonly [number, number],
  readonly Tenant[],
  Read,
];

const READS: readonly Costed[] = [
  ['a patient', 1, ['clinic', 'brand'], read(getPatient, { path: { id: ID(1) } })],
  ['a prescription', 1, ['clinic'], read(getPrescription, { path: { id: ID(1) } })],
  ['a partner', 1, ['clinic'], read(getPartner, { path: { external_id: 'many-1' } })],
  ['a checkout configuration', 1, ['clinic'], read(getCheckoutConfig, {})],
  // One of each of two tables.
  [
    'the name of an order',
    2,
    ['clinic', 'pharmacy'],
    (database, principal) =>
      nameOrders(database.actingFor(principal.organizationId), principal, [ID(1)]),
  ],
  ...pagesOf('store orders', listStoreOrders, [[{}, PAGE]]),
  // One more of each way to be seen, and once more where the first rows are merged.
  ...pagesOf('patients', listPatients, [[{}, [0, 2 * PAGE]]], ['clinic', 'brand', 'stranger']),
  [
    'the newest patients of their owner',
    PAGE,
    ['clinic'],
    read(listPatients, { query: { limit: LIMIT } }),
  ],
  ...pagesOf('prescriptions', listPrescriptions, [
    [{}, PAGE],
    [{ status: 'expired' }, [1, PAGE]],
    [{ status: 'lost' }, 0],
  ]),
  ...([undefined, 'dead', 'pending', 'succeeded', 'unheard-of'] as const).map(
    (status): Costed => [
      `a page of deliveries that are ${status}`,
      [0, 100],
      ['clinic'],
      async (database, principal) => {
        const query = { limit: 5, ...(status && { status }) };
        const call = { path: { id: ID(1) }, query, principal } as never;
        const { data } = (await listDeliveries(call, { database })).body;
        const all = { pending: 1, succeeded: 1, 'unheard-of': 0, dead: 5 };
        expect(data).toHaveLength(status === undefined ? 5 : all[status]);
      },
    ],
  ),
];

/** What an order looks up, and locks. */
const LOCKS: readonly Costed[] = [
  [
    'a patient',
    1,
    ['clinic'],
    locked((tx, principal) => lockPatient(tx, principal, ID(7_777)).catch(() => {})),
  ],
  // A product and its listing.
  [
    'a hundred products',
    [1, 2 * ITEMS],
    ['clinic'],
    locked((tx, principal) => lockProducts(tx, principal, ids)),
  ],
  // Each twice, to lock it and for the order that it names; its item, in the index and in the table, and the order.
  [
    'a hundred prescriptions of one patient',
    [1, 5 * ITEMS],
    ['clinic'],
    locked((tx, principal) =>
      lockPrescriptions(tx, principal, { patientId: ID(1), prescriptionIds: ids }),
    ),
  ],
];

type Operation = (call: never, services: never) => Promise<unknown>;

function read(operation: Operation, call: object): Read {
  const secrets = { open: () => '{}' };
  return (database, principal) =>
    operation({ ...call, principal } as never, { database, secrets } as never);
}

type Locking = Parameters<Database['transaction']>[0] extends (tx: infer Tx) => unknown
  ? Tx
  : never;

function locked(work: (tx: Locking, principal: Principal) => Promise<unknown>): Read {
  return (database, principal) =>
    database.transaction((tx) => work(tx, principal), { actingFor: principal.organizationId });
}

/** The first page, one in the middle, among the last, and among those of one moment, with each of the filters. */
function pagesOf(
  what: string,
  operation: Operation,
  filters: readonly (readonly [object, Costed[1]])[],
  tenants: readonly Tenant[] = ['clinic'],
): Costed[] {
  const among = timeCursor({ created_at: MOMENT, seq: '6000' });
  const cursors = [undefined, '2026-01-01T04:00:00Z', '2026-01-01T00:05:00Z', MOMENT, among];
  return filters.flatMap(([filter, rows]) =>
    cursors.map((cursor): Costed => {
      const query = { limit: LIMIT, ...filter, ...(cursor && { cursor }) };
      return [
        `a page of ${what} of ${JSON.stringify(query)}`,
        rows,
        tenants,
        read(operation, { query }),
      ];
    }),
  );
}

describe.each(['never analysed', 'analysed'] as const)('on tables that were %s', (state) => {
  beforeAll(async () => {
    await setAnalysed(world.db.owner, state);
    const { rows } = await world.db.owner.query(
      `select count(*)::int as count from pg_statistic where starelid = 'store_order'::regclass`,
    );
    expect(rows[0].count > 0).toBe(state === 'analysed');
  });

  async function expectCost(
    [, rows, tenants, work]: Costed,
    database: Pick<Database, 'transaction'>,
  ) {
    const [least, most] = typeof rows === 'number' ? [rows, rows] : rows;
    for (const tenant of tenants) {
      for (const plans of ['custom', 'generic'] as const) {
        const principal = {
          organizationId: TENANTS[tenant],
          environment: 'live',
          scopes: new Set(['inventory:write']) as ReadonlySet<string>,
        } as Principal;
        const cost = await costOf(database, plans, (explaining) =>
          work(explaining as Database, principal),
        );
        expect(cost.rows, `${tenant}, ${plans}`).toBeGreaterThanOrEqual(least);
        expect(cost.rows, `${tenant}, ${plans}`).toBeLessThanOrEqual(most);
      }
    }
  }

  it.each(READS)('%s costs %j rows', (...read) => expectCost(read, readsOf(world.db.database)));
  it.each(LOCKS)('%s, locked for an order, cost %j rows', (...lock) =>
    expectCost(lock, world.db.database),
  );
});
