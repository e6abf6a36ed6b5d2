// One organization of everything, with the names and ids that the contract's own examples use: a request that the
// contract shows does its work here. Next to it a neighbour, whose records nobody but the neighbour may see: what
// would be shown of them are texts that must not leave.
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../../src/database/database.ts';
import type { ImportFile } from '../../../src/operator/import/sections.ts';
import { sealedFieldOf } from '../../../src/webhooks/endpoints/endpoint-secrets.ts';
import { makeSecret } from '../../../src/webhooks/endpoints/sign.ts';
import { importFile, issueKey, SECRETS } from '../../support/as-operator.ts';
import { day } from '../../support/pharmacy.ts';
import { hiddenCents, hiddenText } from '../../support/sentinels.ts';

/** Its webhooks' secrets are sealed with it, so whoever serves the world needs it. */
export const WORLD_SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');
export const ORGANIZATION = 'fuzzed';
const NEIGHBOUR = 'neighbour';
const MANY = 100_000_000;

/** As the examples have them. */
export const IDS = {
  product: 'de300000-0000-4000-8000-000000000001',
  orderedProduct: 'de300000-0000-4000-8000-000000000002',
  plainProduct: 'de300000-0000-4000-8000-000000000016',
  lot: '01935f40-11aa-7c3e-a1d2-4b5c6d7e8f90',
  endpoint: '01935f60-aaaa-7c3e-a1d2-4b5c6d7e8f90',
  otherEndpoint: '01935f60-bbbb-7c3e-a1d2-4b5c6d7e8f90',
  delivery: '01935f61-bbbb-4c3e-a1d2-4b5c6d7e8f90',
  orderingPatient: 'de300001-0000-4000-8000-000000000001',
  patient: 'de300001-0000-4000-8000-000000000002',
  order: 'de300002-0000-4000-8000-000000000001',
  orderedPrescription: 'de300003-0000-4000-8000-000000000001',
  prescription: 'de300003-0000-4000-8000-000000000002',
  event: '01935f4e-6b01-7a52-9f0e-2d8b5a1c5e01',
  bundle: '01935f70-aaaa-7c3e-a1d2-4b5c6d7e8f90',
  theirs: '01935f99-0000-7000-8000-00000000',
} as const;

/** As the application's examples have them. */
export const APPLICATION_IDS = {
  person: '019a1b2c-0000-7000-8000-000000000001',
  terminal: '019a1b2c-0000-7000-8000-000000000002',
  passkey: '019a1b2c-0000-7000-8000-000000000003',
  session: '019a1b2c-0000-7000-8000-000000000004',
} as const;

const theirs = (number: number) => `${IDS.theirs}${String(number).padStart(4, '0')}`;
export const THEIR_IDS = [1, 2, 3, 4, 5, 6].map(theirs);

const ENVIRONMENTS = ['live', 'test'] as const;

/** What `operator import` takes. */
export function worldFile(): ImportFile {
  const organization = ORGANIZATION;
  const at = (days: number) => `${day(days)}T10:15:30.123456Z`;
  const patient = (id: string, index: number) => ({
    organization,
    id,
    first_name: 'Maria',
    created_at: at(-index),
    last_name: `Vries ${hiddenText('lastname')}`,
    email: `${hiddenText('email')}@mail.example`,
    date_of_birth: '1984-02-29',
    clinical_notes: hiddenText('notes'),
  });
  const product = (id: string, name: string, requires_prescription: boolean) => ({
    organization,
    id,
    name,
    requires_prescription,
    price_cents: 1_000,
    min_order_qty: 1,
    status: 'active',
    wholesale_cost_cents: hiddenCents(),
    ships_to_patient: true,
  });
  const lot = (index: number, lot_number: string, more: object = {}) => ({
    organization,
    sku_code: 'AMOX-500-CAP',
    lot_number,
    qty: 1_000_000,
    expiry_date: day(100 + index),
    ...more,
  });
  return {
    organizations: [
      { slug: organization, name: organization, kind: 'clinic' },
      { slug: NEIGHBOUR, name: NEIGHBOUR, kind: 'clinic' },
    ],
    locations: [
      { organization, name: 'Main', is_default: true },
      { organization, name: 'Annex', time_zone: 'America/Chicago' },
      { organization: NEIGHBOUR, name: hiddenText('location'), is_default: true },
    ],
    products: [
      { ...product(IDS.product, 'Amoxicillin', true), ndc_code: '0093-3109-05' },
      product(IDS.orderedProduct, 'Ozempic', true),
      product(IDS.plainProduct, 'Needles', false),
      { organization: NEIGHBOUR, id: theirs(1), name: hiddenText('product') },
    ],
    skus: [
      {
        organization,
        sku_code: 'AMOX-500-CAP',
        product_id: IDS.product,
        reorder_point: 50,
        gtin: '00300933109055',
      },
      { organization, sku_code: 'OZEMPIC-1MG-PEN', product_id: IDS.orderedProduct },
      { organization, sku_code: 'PEN-NEEDLE-32G', product_id: IDS.plainProduct },
      { organization: NEIGHBOUR, sku_code: hiddenText('sku'), product_id: theirs(1) },
    ],
    storefront_listings: [IDS.product, IDS.orderedProduct, IDS.plainProduct].map((product_id) => ({
      organization,
      product_id,
      patient_price_cents: 1_500,
    })),
    patients: [
      patient(IDS.patient, 1),
      patient(IDS.orderingPatient, 2),
      { ...patient(uuidv7(), 3), environment: 'test' },
      {
        organization: NEIGHBOUR,
        id: theirs(2),
        first_name: hiddenText('firstname'),
        last_name: 'X',
        date_of_birth: '1984-02-29',
      },
    ],
    orders: ENVIRONMENTS.flatMap((environment) => [
      {
        organization,
        environment,
        order_number: `${environment}-1`,
        status: 'shipped',
        ...(environment === 'live' && { id: IDS.order, patient_id: IDS.orderingPatient }),
        payment_status: 'paid',
        total_cents: 12_900,
        created_at: at(-3),
        wholesale_total_cents: hiddenCents(),
        commission_cents: hiddenCents(),
      },
      { organization, environment, order_number: `${environment}-2`, total_cents: 100 },
      {
        organization: NEIGHBOUR,
        environment,
        id: theirs(environment === 'live' ? 3 : 6),
        order_number: hiddenText('order'),
        total_cents: hiddenCents(),
      },
    ]),
    prescriptions: [
      {
        organization,
        id: IDS.orderedPrescription,
        patient_id: IDS.orderingPatient,
        product_name: 'Ozempic',
        quantity: MANY,
        refills_authorized: MANY,
        status: 'signed',
        expires_at: at(300),
      },
      {
        organization,
        id: IDS.prescription,
        patient_id: IDS.patient,
        status: 'draft',
        product_name: 'Needles',
      },
      {
        organization: NEIGHBOUR,
        id: theirs(4),
        patient_id: theirs(2),
        product_name: hiddenText('prescription'),
      },
    ],
    partners: [
      { organization, external_id: 'north-clinic', name: 'A partner' },
      { organization: NEIGHBOUR, external_id: 'theirs', name: hiddenText('partner') },
    ],
    store_orders: [1, 2, 3].map((index) => ({
      organization,
      order_number: `S-${index}`,
      total_cents: 100,
      created_at: at(-index),
    })),
    checkout_configs: ENVIRONMENTS.map((environment) => ({
      organization,
      environment,
      public_client_key: 'public',
      transaction_key: hiddenText('transaction'),
    })),
    lots: [
      lot(1, 'AMX-2201', { id: IDS.lot }),
      lot(2, 'AMX-2207', { location: 'Annex' }),
      lot(3, 'AMX-HELD', { status: 'quarantine' }),
      { ...lot(4, 'AMX-GONE'), expiry_date: day(-30) },
      { ...lot(5, 'PN-3301'), sku_code: 'PEN-NEEDLE-32G' },
    ],
  };
}

/** The key of each environment, with every scope and no limit that a test could reach. */
export async function makeWorld(
  database: Database,
  owner: pg.Pool,
): Promise<Record<'live' | 'test', string>> {
  await importFile(database, JSON.stringify(worldFile()));
  await giveExamplesTheirIds(owner);
  const issue = async (environment: 'live' | 'test') => {
    const { key } = await issueKey(database, {
      organization: ORGANIZATION,
      environment,
      scopes: 'all',
      plan: 'enterprise',
      requestsPerMinute: MANY,
      requestsPerDay: MANY,
    });
    return key;
  };
  return { live: await issue('live'), test: await issue('test') };
}

/** An endpoint with deliveries and a first event: what only the service itself makes, and with ids of its own. */
async function giveExamplesTheirIds(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query('select id from organization where slug = $1', [ORGANIZATION]);
  const organizationId = rows[0].id as string;
  await owner.query('update event set id = $1 where organization_id = $2 and position = 1', [
    IDS.event,
    organizationId,
  ]);
  for (const id of [IDS.endpoint, IDS.otherEndpoint]) {
    const secret = SECRETS.seal(makeSecret(), sealedFieldOf(organizationId, id));
    await owner.query(
      `insert into webhook_endpoint (id, organization_id, environment, url, events, secret,
                                     fanned_position, created_at)
       values ($1, $2, 'live', 'https://93.184.215.14/hooks', '{}', $3, 0, now())`,
      [id, organizationId, secret],
    );
  }
  for (const id of [IDS.delivery, uuidv7(), uuidv7()]) {
    await owner.query(
      `insert into webhook_delivery (id, organization_id, endpoint_id, event_id, type, payload, status,
                                     attempts, created_at, finished_at)
       values ($1, $2, $3, gen_random_uuid(), 'stock.changed', '{"a": 1}', 'dead', 10, now(), now())`,
      [id, organizationId, IDS.endpoint],
    );
  }
}

/** What requests may have taken away or used up, and the next ones need. */
export async function restoreWorld(owner: pg.Pool): Promise<void> {
  await owner.query(
    `update webhook_endpoint
        set deleted_at = null, disabled_at = null, disabled_reason = null
      where id = any($1)`,
    [[IDS.endpoint, IDS.otherEndpoint]],
  );
  // So that what was created does not come to the most that may be kept.
  await owner.query(
    `update webhook_endpoint set deleted_at = now()
      where id <> all($1) and deleted_at is null
        and id not in (select id from webhook_endpoint where deleted_at is null order by created_at desc limit 10)`,
    [[IDS.endpoint, IDS.otherEndpoint]],
  );
}
