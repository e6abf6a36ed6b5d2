// An organization's rows can move to another database as they are: every key of a tenant's table contains
// organization_id, and the most selective column stands first, so that no plan walks a tenant's rows on a
// table without statistics.
import { describe, expect, it } from 'vitest';
import { useWorld } from '../support/world.ts';

/** What belongs to no tenant; tenants' tables refer to it through the organization alone. */
const APART = [
  'organization',
  'api_key',
  'api_key_usage',
  // The platform's own book of what its operators did: many rows name no organization, and those that do
  // stay where they were written when the organization moves.
  'operator_action',
  // Where somebody works whom an issuer has named is not chosen yet.
  'oidc_sign_in',
  // Whose passkey answers a challenge is not known yet.
  'passkey_challenge',
  'periodic_job',
  'secrets_key',
  'service_role',
];

/** Keys that lead with the organization, and why. */
const LED_BY_ORGANIZATION: Record<string, string> = {
  event_counter_pkey: 'one row an organization',
  event_pkey: 'the feed reads the organization in the order of its positions',
  ledger_entry_lot: 'the ledger of an organization is verified chain by chain',
  lot_record_lot: 'the ledger of an organization is verified chain by chain',
  location_organization_id_name_key: 'locations are listed by name, and few',
  sku_organization_id_sku_code_key: 'SKUs and stock are listed by code',
  location_default: 'one default location an organization',
  checkout_config_environment: 'two rows an organization',
};

/** Foreign keys from one tenant to another, who has agreed to it, and why there must be such. */
const ACROSS_TENANTS: Record<string, string> = {
  patient_branding_organization_id_fkey:
    'the brand that a clinic treats under may read the patient',
  customer_order_affiliate_organization_id_fkey: 'who brought the order may read it',
  customer_order_fulfillment_organization_id_fkey: 'the pharmacy that ships the order may read it',
  storefront_listing_product_id_product_organization_id_fkey:
    'a storefront lists what pharmacies offer',
  order_item_product_id_product_organization_id_fkey: 'an order is for what a pharmacy offers',
  order_reader_order_id_order_organization_id_environment_fkey: 'who else may read an order',
};

interface Key {
  readonly table: string;
  readonly name: string;
  readonly columns: string[];
  /** The table that a foreign key refers to; null for the others. */
  readonly refers_to: string | null;
}

const world = useWorld(
  async () => {
    const keys = await keysOf();
    return { keys };
  },
  { service: false },
);

/** Primary and unique keys, partial ones included, and foreign keys, of every table of ours. */
async function keysOf(): Promise<Key[]> {
  const { rows } = await world.db.owner.query<Key>(`
    select owning.relname as table, index_name.relname as name, null as refers_to,
           array(select attribute.attname::text
                   from unnest(indexed.indkey::int2[]) with ordinality as part (number, nth)
                   join pg_attribute attribute
                     on attribute.attrelid = owning.oid and attribute.attnum = part.number
                  order by part.nth) as columns
      from pg_index indexed
      join pg_class owning on owning.oid = indexed.indrelid
      join pg_class index_name on index_name.oid = indexed.indexrelid
     where indexed.indisunique and owning.relnamespace = quote_ident(current_schema())::regnamespace
    union all
    select owning.relname, constraints.conname, referred.relname,
           array(select attribute.attname::text
                   from unnest(constraints.conkey) with ordinality as part (number, nth)
                   join pg_attribute attribute
                     on attribute.attrelid = owning.oid and attribute.attnum = part.number
                  order by part.nth)
      from pg_constraint constraints
      join pg_class owning on owning.oid = constraints.conrelid
      join pg_class referred on referred.oid = constraints.confrelid
     where constraints.contype = 'f' and owning.relnamespace = quote_ident(current_schema())::regnamespace
     order by 1, 2`);
  return rows.filter(({ table }) => table !== '_prisma_migrations');
}

function ofTenants(): Key[] {
  return world.keys.filter(
    ({ table, name }) => !APART.includes(table) && ACROSS_TENANTS[name] === undefined,
  );
}

describe('the keys of tenants’ tables', () => {
  it('are found', () => {
    expect(new Set(ofTenants().map(({ table }) => table)).size).toBeGreaterThanOrEqual(12);
    expect(ofTenants().length).toBeGreaterThan(30);
  });

  it('contain the organization, every one', () => {
    const without = ofTenants().filter(({ columns }) => !columns.includes('organization_id'));
    expect(without).toEqual([]);
  });

  it('begin with the most selective column, or say why not', () => {
    const led = ofTenants().filter(
      ({ name, columns, refers_to }) =>
        columns[0] === 'organization_id' &&
        refers_to !== 'organization' &&
        LED_BY_ORGANIZATION[name] === undefined,
    );
    expect(led).toEqual([]);
  });

  it('refer to what belongs to no tenant through the organization alone', () => {
    const others = ofTenants().filter(
      ({ refers_to, columns }) =>
        refers_to !== null && APART.includes(refers_to) && columns.join() !== 'organization_id',
    );
    expect(others).toEqual([]);
  });

  it('have no exception that is not needed any more', () => {
    const names = world.keys.map(({ name }) => name);
    const excepted = Object.keys({ ...LED_BY_ORGANIZATION, ...ACROSS_TENANTS });
    expect(excepted.filter((name) => !names.includes(name))).toEqual([]);
    const tables = world.keys.map(({ table }) => table);
    expect(APART.filter((table) => !tables.includes(table))).toEqual([]);
  });

  it('are made by the caller and come from no sequence, which would collide after a move', async () => {
    const { rows } = await world.db.owner.query<{ column: string }>(`
      select table_name || '.' || column_name as column
        from information_schema.columns
       where table_schema = current_schema() and column_default like 'nextval%'`);
    const keyed = rows
      .map(({ column }) => column.split('.') as [string, string])
      .filter(([table, column]) =>
        world.keys.some((key) => key.table === table && key.columns.includes(column)),
      );
    expect(keyed).toEqual([]);
  });
});
