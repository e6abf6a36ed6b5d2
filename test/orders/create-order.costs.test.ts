// What an order's look-ups cost among very many rows: a few each, before tables were ever analysed and after.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../../src/contract.ts';
import type { Transaction } from '../../src/database/database.ts';
import { lockPrescriptions, lockProducts } from '../../src/orders/lock-ordered.ts';
import { lockPatient } from '../../src/patients/lock-patient.ts';
import { costOf } from '../support/plan-rows.ts';
import { setAnalysed } from '../support/watched-plans.ts';
import { useWorld } from '../support/world.ts';

const ROWS = 20_000;
const ORGANIZATION = '00000000-0000-7000-8000-000000000001';
const ID = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const ITEMS = 100;

const world = useWorld(
  async ({ db }) => {
    const session = await db.owner.connect();
    const id = `('00000000-0000-4000-8000-' || lpad(nth::text, 12, '0'))::uuid`;
    await session.query(`
    alter table product set (autovacuum_enabled = off);
    alter table storefront_listing set (autovacuum_enabled = off);
    alter table patient set (autovacuum_enabled = off);
    alter table prescription set (autovacuum_enabled = off);
    alter table customer_order set (autovacuum_enabled = off);
    alter table order_item set (autovacuum_enabled = off);
    insert into organization (id, slug, name, kind) values ('${ORGANIZATION}', 'big', 'Big', 'clinic');
    insert into product (id, organization_id, name, strengths, dosage_forms)
    select ${id}, '${ORGANIZATION}', 'Pills', '{}', '{}' from generate_series(1, ${ROWS}) nth;
    insert into storefront_listing (
      id, organization_id, product_id, product_organization_id, patient_price_cents)
    select id, organization_id, id, organization_id, 1 from product;
    insert into patient (id, organization_id, environment, first_name, last_initial, sealed)
    select ${id}, '${ORGANIZATION}', 'live', 'Ada', 'L', '' from generate_series(1, ${ROWS}) nth;
    insert into prescription (id, organization_id, environment, patient_id, product_name, status)
    select ${id}, '${ORGANIZATION}', 'live', '${ID(1)}', 'Pills', 'signed'
      from generate_series(1, ${ROWS}) nth;
    set session_replication_role = replica;
    insert into customer_order (id, organization_id, environment, order_number, total_cents)
    select ${id}, '${ORGANIZATION}', 'live', nth::text, 1 from generate_series(1, ${ROWS}) nth;
    insert into order_item (order_id, position, organization_id, environment, product_id,
                            product_organization_id, quantity, unit_price_cents, prescription_id)
    select ${id}, 1, '${ORGANIZATION}', 'live', '${ID(1)}', '${ORGANIZATION}', 1, 1, ${id}
      from generate_series(1, ${ROWS}) nth;
    reset session_replication_role`);
    session.release();
  },
  { service: false, timeout: 60_000 },
);

const principal = { organizationId: ORGANIZATION, environment: 'live' } as Principal;
const ids = Array.from({ length: ITEMS }, (_, index) => ID(1 + index * 100));

const LOOK_UPS: [string, number, (tx: Transaction) => Promise<unknown>][] = [
  ['a patient', 1, (tx) => lockPatient(tx, principal, ID(7_777)).catch(() => {})],
  // A product and its listing.
  ['a hundred products', 2 * ITEMS, (tx) => lockProducts(tx, principal, ids)],
  // Each twice, to lock it and for the order that it names; its item, in the index and in the table, and the order.
  [
    'a hundred prescriptions of one patient',
    5 * ITEMS,
    (tx) => lockPrescriptions(tx, principal, { patientId: ID(1), prescriptionIds: ids }),
  ],
];

describe.each(['never analysed', 'analysed'] as const)('on tables that were %s', (state) => {
  beforeAll(async () => {
    await setAnalysed(world.db.owner, state);
  });

  it.each(LOOK_UPS)('%s cost no more than their own %i rows', async (_what, max, lookUp) => {
    for (const plans of ['custom', 'generic'] as const) {
      const { rows } = await costOf(world.db.database, plans, (database) =>
        database.transaction(lookUp, { actingFor: ORGANIZATION }),
      );
      expect(rows).toBeGreaterThan(0);
      expect(rows).toBeLessThanOrEqual(max);
    }
  });
});
