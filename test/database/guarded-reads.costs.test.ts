// What a look-up by key costs where an organization has thousands of each record, and row-level security stands
// before them: its own row, whatever the planner knows, by plans for its values and for any.
import { beforeAll, describe, expect, it } from 'vitest';
import type { ActingReader } from '../../src/database/database.ts';
import { nameOrders } from '../../src/orders/name-orders.ts';
import { getCheckoutConfig } from '../../src/partners/get-checkout-config.ts';
import { getPartner } from '../../src/partners/get-partner.ts';
import { listStoreOrders } from '../../src/partners/list-store-orders.ts';
import { getPatient } from '../../src/patients/get-patient.ts';
import { getPrescription } from '../../src/prescriptions/get-prescription.ts';
import { readsOf } from '../support/database.ts';
import { touchedRows } from '../support/plan-rows.ts';
import { fillTenants, TENANTS, type Tenant } from '../support/tenants.ts';
import { useWorld } from '../support/world.ts';

const ROWS = 5_000;
const TABLES = 'patient, prescription, partner, store_order, customer_order, order_reader';
/** Of the first of them. */
const ID = '00000000-0000-4000-8000-000000000001';

const world = useWorld(
  async ({ db }) => {
    await fillTenants(db.owner);
    const id = `('00000000-0000-4000-8000-' || lpad(nth::text, 12, '0'))::uuid`;
    const own = `${id}, '${TENANTS.clinic}', 'live'`;
    const each = `from generate_series(1, ${ROWS}) nth`;
    await db.owner.query(`
    ${TABLES.split(', ')
      .map((table) => `alter table ${table} set (autovacuum_enabled = off);`)
      .join('')}
    insert into patient (id, organization_id, environment, branding_organization_id, first_name,
                         last_initial, sealed)
    select ${own}, '${TENANTS.brand}', 'Ann', 'B', '' ${each};
    insert into prescription (id, organization_id, environment, patient_id, product_name)
    select ${own}, ${id}, 'Pills' ${each};
    insert into partner (id, organization_id, environment, external_id, name)
    select ${own}, 'many-' || nth, 'Partner' ${each};
    insert into store_order (id, organization_id, environment, order_number, sealed, items)
    select ${own}, 'SO-many-' || nth, '', '[]' ${each};
    insert into customer_order (id, organization_id, environment, order_number, total_cents,
                                fulfillment_organization_id)
    select ${own}, 'VO-many-' || nth, 1, '${TENANTS.pharmacy}' ${each}`);
  },
  { service: false, timeout: 60_000 },
);

const LIMIT = 10;

type Read = (database: ActingReader, principal: object) => Promise<unknown>;

const READS: readonly [string, rows: number, readonly Tenant[], Read][] = [
  [
    'a patient',
    1,
    ['clinic', 'brand'],
    (database, principal) => getPatient({ path: { id: ID }, principal } as never, { database }),
  ],
  [
    'a prescription',
    1,
    ['clinic'],
    (database, principal) =>
      getPrescription({ path: { id: ID }, principal } as never, { database }),
  ],
  [
    'a partner',
    1,
    ['clinic'],
    (database, principal) =>
      getPartner({ path: { external_id: 'many-1' }, principal } as never, { database }),
  ],
  [
    'a checkout configuration',
    1,
    ['clinic'],
    (database, principal) => getCheckoutConfig({ principal } as never, { database }),
  ],
  // One of each of two tables.
  [
    'the name of an order',
    2,
    ['clinic', 'pharmacy'],
    (database, principal) => {
      const { organizationId } = principal as { organizationId: string };
      return nameOrders(database.actingFor(organizationId), principal as never, [ID]);
    },
  ],
  [
    'a page of store orders',
    LIMIT + 1,
    ['clinic'],
    (database, principal) =>
      listStoreOrders({ query: { limit: LIMIT }, principal } as never, {
        database,
        secrets: { open: () => '{}' } as never,
      }),
  ],
];

describe.each(['never analysed', 'analysed'])('on tables that were %s', (state) => {
  beforeAll(async () => {
    if (state === 'analysed') await world.db.owner.query(`analyze ${TABLES}`);
  });

  it.each(READS)('%s costs %i rows', async (_what, rows, tenants, read) => {
    for (const tenant of tenants) {
      const principal = { organizationId: TENANTS[tenant], environment: 'live' };
      const touched = await touchedRows(readsOf(world.db.database), (database) =>
        read(database, principal),
      );
      expect([tenant, touched]).toEqual([tenant, rows]);
    }
  });
});
