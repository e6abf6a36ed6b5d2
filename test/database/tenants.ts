// Four organizations, two of which have a row in each table that row-security.ts guards: a clinic, whose
// patient carries a brand's name and whose order the brand brought and a pharmacy ships, and a stranger.
import type pg from 'pg';

const id = (digit: string) => `00000000-0000-7000-8000-${digit.repeat(12)}`;

export const TENANTS = {
  clinic: id('1'),
  stranger: id('2'),
  brand: id('3'),
  pharmacy: id('4'),
} as const;

export type Tenant = keyof typeof TENANTS;

/** The id of each of its records, whatever their table. */
export function recordOf(tenant: 'clinic' | 'stranger'): string {
  return tenant === 'clinic' ? id('a') : id('b');
}

/** Of a table's rows, who may read those of the clinic next to it. */
export const READERS: Readonly<Record<string, readonly Tenant[]>> = {
  patient: ['brand'],
  customer_order: ['brand', 'pharmacy'],
  order_reader: ['brand', 'pharmacy'],
  order_item: ['brand', 'pharmacy'],
};

export async function fillTenants(owner: pg.Pool): Promise<void> {
  const { clinic, stranger, brand, pharmacy } = TENANTS;
  await owner.query(`
    insert into organization (id, slug, name, kind)
    values ('${clinic}', 'clinic', 'Clinic', 'clinic'), ('${stranger}', 'stranger', 'Stranger', 'clinic'),
           ('${brand}', 'brand', 'Brand', 'brand'), ('${pharmacy}', 'pharmacy', 'Pharmacy', 'pharmacy')`);
  for (const tenant of ['clinic', 'stranger'] as const) {
    const own = `'${recordOf(tenant)}', '${TENANTS[tenant]}'`;
    const record = `'${recordOf(tenant)}'`;
    const [reader, shipper] =
      tenant === 'clinic' ? [`'${brand}'`, `'${pharmacy}'`] : ['null', 'null'];
    await owner.query(`
      insert into product (id, organization_id, name, strengths, dosage_forms)
      values (${record}, '${pharmacy}', 'Pills', '{}', '{}');
      insert into patient (id, organization_id, environment, branding_organization_id, first_name,
                           last_initial, sealed)
      values (${own}, 'live', ${reader}, 'Ann', 'B', '');
      insert into intake (id, organization_id, environment, patient_id, sealed)
      values (${own}, 'live', ${record}, '');
      insert into customer_order (id, organization_id, environment, order_number, total_cents, patient_id,
                                  affiliate_organization_id, fulfillment_organization_id)
      values (${own}, 'live', 'VO-1', 100, ${record}, ${reader}, ${shipper});
      insert into prescription (id, organization_id, environment, patient_id, order_id, product_name)
      values (${own}, 'live', ${record}, ${record}, 'Pills');
      insert into order_item (order_id, organization_id, environment, position, product_id,
                              product_organization_id, quantity, unit_price_cents, prescription_id)
      values (${own}, 'live', 1, ${record}, '${pharmacy}', 1, 100, ${record});
      insert into account_charge (id, organization_id, order_id, amount_cents, currency)
      values (${own}, ${record}, 100, 'USD');
      insert into partner (id, organization_id, environment, external_id, name)
      values (${own}, 'live', 'partner-1', 'Partner');
      insert into store_order (id, organization_id, environment, order_number, sealed, items)
      values (${own}, 'live', 'SO-1', '', '[]');
      insert into checkout_config (id, organization_id, environment, public_client_key, sealed)
      values (${own}, 'live', '${tenant}', '')`);
  }
}
