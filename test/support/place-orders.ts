// What an order names: a clinic with a storefront and patients, the pharmacies whose products it lists, and
// the prescriptions of its patients.
import { afterAll, beforeAll } from 'vitest';
import { importFile, SECRETS } from './as-operator.ts';
import { type Clinic, makeClinic } from './clinic.ts';
import { makePharmacy, type Pharmacy } from './pharmacy.ts';
import { hiddenCents, hiddenText } from './sentinels.ts';
import { World } from './world.ts';

export const SHIP_TO = {
  name: `Noor ${hiddenText('name')}`,
  phone: '(512) 555-0142',
  line1: `120 ${hiddenText('street')} Avenue`,
  city: 'Austin',
  state: 'TX',
  postal_code: '78701-2213',
};

export const WHOLESALE = hiddenCents();

/** By what is odd about them; of `pharmacy` and listed by `clinic` unless they say otherwise. */
const PRODUCTS = {
  pills: { price_cents: 1_250, requires_prescription: true },
  spray: { price_cents: 300, min_order_qty: 5 },
  free: { price_cents: 0 },
  priceless: {},
  dear: { price_cents: Number.MAX_SAFE_INTEGER },
  draft: { price_cents: 1, status: 'draft' },
  archived: { price_cents: 1, status: 'archived' },
  delisted: { price_cents: 1 },
  unlisted: { price_cents: 1 },
  foreign: { organization: 'rival', price_cents: 1 },
} as const;
export type ProductName = keyof typeof PRODUCTS;

const MANY = 1_000_000_000_000;

/** Prescriptions of many pills for the first patient unless they say otherwise. */
const PRESCRIPTIONS = {
  signed: {},
  lasting: { expires_at: '2999-01-01T00:00:00Z' },
  gone: { expires_at: '2020-01-01T00:00:00Z' },
  draft: { status: 'draft' },
  completed: { status: 'completed' },
  cancelled: { status: 'cancelled' },
  expired: { status: 'expired' },
  another: { patient: 'another' },
  sandbox: { patient: 'sandbox' },
  stranger: { patient: 'stranger' },
  forFree: { product: 'free' },
  forSpray: { product: 'spray' },
} as const;
export type PrescriptionName = keyof typeof PRESCRIPTIONS;

const PATIENTS = {
  first: ['clinic', 'live'],
  another: ['clinic', 'live'],
  sandbox: ['clinic', 'test'],
  stranger: ['stranger', 'live'],
} as const;
export type PatientName = keyof typeof PATIENTS;

function newIds<Name extends string>(names: Readonly<Record<Name, unknown>>): Record<Name, string> {
  return Object.fromEntries(
    Object.keys(names).map((name) => [name, crypto.randomUUID()]),
  ) as Record<Name, string>;
}

export class Placing extends World {
  clinic!: Clinic;
  /** Another clinic, with the same storefront. */
  stranger!: Clinic;
  pharmacy!: Pharmacy;
  readonly products = newIds(PRODUCTS);
  readonly patients = newIds(PATIENTS);
  readonly prescriptions = newIds(PRESCRIPTIONS);

  override async start(): Promise<void> {
    await super.start();
    const { database } = this.db;
    this.pharmacy = await makePharmacy(database, { skuCodes: [] });
    await makePharmacy(database, { slug: 'rival', skuCodes: [] });
    this.clinic = await makeClinic(database, this.service);
    this.stranger = await makeClinic(database, this.service, { slug: 'stranger' });
    const names = Object.keys(PRODUCTS) as ProductName[];
    await importFile(
      database,
      JSON.stringify({
        products: names.map((name) => ({
          organization: 'pharmacy',
          id: this.products[name],
          name,
          wholesale_cost_cents: WHOLESALE,
          ...PRODUCTS[name],
        })),
        storefront_listings: ['clinic', 'stranger'].flatMap((organization) =>
          names
            .filter((name) => name !== 'unlisted')
            .map((name) => ({
              organization,
              product_id: this.products[name],
              patient_price_cents: 7,
              is_listed: name !== 'delisted',
            })),
        ),
      }),
    );
    for (const [name, [slug, environment]] of Object.entries(PATIENTS)) {
      await this.db.owner.query(
        `insert into patient (id, organization_id, environment, first_name, last_initial, sealed)
         select $1, id, $3, 'Ada', 'L', '\\x00' from organization where slug = $2`,
        [this.patients[name as PatientName], slug, environment],
      );
    }
    for (const [name, fields] of Object.entries(PRESCRIPTIONS)) {
      const {
        patient = 'first',
        status = 'signed',
        expires_at = null,
        product = 'pills',
      } = fields as never as Record<string, string>;
      await this.writePrescription(this.prescriptions[name as PrescriptionName], {
        patientId: this.patients[patient as PatientName],
        status,
        expiresAt: expires_at,
        product,
      });
    }
  }

  async writePrescription(
    id: string,
    {
      patientId = this.patients.first,
      status = 'signed',
      expiresAt = null as string | null,
      product = 'pills',
      quantity = MANY as number | null,
      refills = null as number | null,
    } = {},
  ): Promise<string> {
    await this.db.owner.query(
      `insert into prescription (id, organization_id, environment, patient_id, status, expires_at,
                                 product_name, quantity, refills_authorized)
       select $1, organization_id, environment, id, $3, $4, $5, $6, $7 from patient where id = $2`,
      [id, patientId, status, expiresAt, product, quantity, refills],
    );
    return id;
  }

  item(name: ProductName, quantity = 1, prescription?: PrescriptionName) {
    return {
      product_id: this.products[name],
      quantity,
      ...(prescription && { prescription_id: this.prescriptions[prescription] }),
    };
  }

  body(fields: Record<string, unknown> = {}) {
    return {
      patient_id: this.patients.first,
      items: [this.item('pills', 2, 'signed'), this.item('spray', 5)],
      ship_to: SHIP_TO,
      ...fields,
    };
  }

  /** All that an order may write, or change. */
  async stored() {
    const { rows } = await this.db.owner.query(`
      select (select json_agg(o order by id) from customer_order o) as orders,
             (select json_agg(i order by order_id, position) from order_item i) as items,
             (select json_agg(r order by order_id, organization_id) from order_reader r) as readers,
             (select json_agg(c order by id) from account_charge c) as charges,
             (select json_agg(p order by id) from prescription p) as prescriptions,
             (select json_agg(k order by key) from idempotency_key k) as keys,
             (select json_agg(e order by organization_id, position) from event e) as events`);
    return rows[0];
  }

  /** What was sealed with an order. */
  async sealed(id: string): Promise<unknown> {
    const { rows } = await this.db.owner.query(
      'select sealed, organization_id from customer_order where id = $1',
      [id],
    );
    const place = {
      table: 'customer_order',
      organizationId: rows[0].organization_id,
      rowId: id,
    };
    return JSON.parse(SECRETS.open(rows[0].sealed, place));
  }
}

/** For a test file. */
export function placing(): Placing {
  const made = new Placing();
  beforeAll(() => made.start(), 30_000);
  afterAll(() => made.close());
  return made;
}
