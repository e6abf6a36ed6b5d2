import { act, ask, type Chapter } from '../story.ts';

const OZEMPIC = 'de300000-0000-4000-8000-000000000002';
const EPIPEN = 'de300000-0000-4000-8000-000000000010';
const NEEDLES = 'de300000-0000-4000-8000-000000000016';
/** Of four units of Ozempic. */
const PRESCRIPTION = 'de300003-0000-4000-8000-000000000001';
const DRAFT = 'de300003-0000-4000-8000-000000000002';
const OTHER_PHARMACY = 'de300000-0000-4000-8000-000000000099';
const MARIA = '01935f72-2b1c-7e40-9c3d-8a7f6e5d4c3b';
const ORDERED = '01935f70-3c1e-7b5a-8a44-9d2e6f1b7c30';
const NOBODY = '01935f99-0000-7000-8000-000000000001';

/** What a clinic reads of the demo data. */
export const reads: Chapter = [
  ask({ id: 'listPatients', gives: '200 page' }),
  ask({ id: 'getPatient', gives: '200 patient' }),
  ask({ id: 'getPatient', path: { id: NOBODY }, gives: '404 patient' }),
  ask({ id: 'listPrescriptions', asks: ['status'], gives: '200 page' }),
  ask({ id: 'getPrescription', gives: '200 prescription' }),
  ask({ id: 'getPrescription', path: { id: NOBODY }, gives: '404 prescription' }),
  ask({ id: 'listOrders', asks: ['status'], gives: '200 page' }),
  ask({ id: 'listOrders', query: { limit: 101 }, gives: '400 limit' }),
  ask({ id: 'getOrder', gives: '200 order' }),
  ask({ id: 'getOrder', path: { id: NOBODY }, gives: '404 order' }),
  ask({ id: 'listListings', by: 'clinic', query: { limit: 1 }, gives: '200 page' }),
  ask({ id: 'getPartner', gives: '200 partner' }),
  ask({ id: 'getPartner', path: { external_id: 'nobody' }, gives: '404 partner' }),
  ask({ id: 'getPartner', path: { external_id: 'x'.repeat(201) }, gives: '400 externalId' }),
  ask({ id: 'listStoreOrders', query: { limit: 1 }, gives: '200 page' }),
  ask({ id: 'getCheckoutConfig', gives: '200 production' }),
  ask({ id: 'getCheckoutConfig', by: 'clinic', gives: '404 none' }),
  ask({ id: 'getCheckoutConfig', query: { x: 'y' }, gives: '400 unknown' }),
];

/** A patient, an intake and an order, then the patient's erasure. */
export const writes: Chapter = [
  ask({ id: 'createPatient', sends: 'patient', asks: ['Idempotency-Key'], gives: '201 created' }),
  ask({ id: 'createPatient', sends: 'patient', asks: ['Idempotency-Key'], gives: '200 repeated' }),
  ask({
    id: 'createPatient',
    sends: 'least',
    asks: ['Idempotency-Key'],
    gives: '422 reused',
  }),
  ask({ id: 'createPatient', sends: 'least', gives: '201 least' }),
  ask({ id: 'createPatient', sends: 'least', body: { phone: '555' }, gives: '400 phone' }),
  ask({
    id: 'createPatient',
    sends: 'least',
    body: {
      address: {
        line1: '120 Congress Avenue',
        city: 'Austin',
        postal_code: '78701',
        country: 'US',
      },
    },
    gives: '400 address',
  }),
  ask({ id: 'createPatient', sends: 'least', by: 'reader', gives: '403 scope' }),
  ask({ id: 'createPatient', sends: 'least', by: 'pharmacy', gives: '403 clinic' }),
  ask({ id: 'createIntake', sends: 'intake', asks: ['Idempotency-Key'], gives: '201 submitted' }),
  ask({ id: 'createIntake', sends: 'intake', asks: ['Idempotency-Key'], gives: '200 repeated' }),
  ask({
    id: 'createIntake',
    sends: 'intake',
    body: { requested_products: [] },
    asks: ['Idempotency-Key'],
    gives: '422 reused',
  }),
  ask({
    id: 'createIntake',
    sends: 'intake',
    body: { consent: { accepted: false, at: '2026-11-20T10:14:58Z' } },
    gives: '400 consent',
  }),
  ask({ id: 'createIntake', sends: 'intake', by: 'reader', gives: '403 scope' }),
  ask({ id: 'createIntake', sends: 'intake', by: 'pharmacy', gives: '403 clinic' }),
  ask({ id: 'createIntake', sends: 'intake', body: { patient_id: NOBODY }, gives: '404 patient' }),
  ask({
    id: 'createIntake',
    sends: 'intake',
    body: { requested_products: [NOBODY] },
    gives: '404 product',
  }),
  ask({ id: 'createOrder', sends: 'order', asks: ['Idempotency-Key'], gives: '201 ordered' }),
  ask({ id: 'createOrder', sends: 'order', asks: ['Idempotency-Key'], gives: '200 repeated' }),
  act('the items of the order', async (story) => {
    const path = { id: story.normalizer.real(ORDERED) };
    await story.ask({ id: 'listOrderItems', path, by: 'clinic', gives: '200 ordered' });
    await story.ask({ id: 'listOrderItems', path, by: 'pharmacy', gives: '200 pack' });
  }),
  ask({ id: 'listOrderItems', by: 'clinic', gives: '200' }),
  ask({ id: 'listOrderItems', path: { id: NOBODY }, gives: '404 order' }),
  ask({
    id: 'createOrder',
    sends: 'order',
    body: { external_order_id: 'WEB-10043' },
    asks: ['Idempotency-Key'],
    gives: '422 reused',
  }),
  ask({
    id: 'createOrder',
    sends: 'order',
    body: { items: [{ product_id: NEEDLES, quantity: 1 }] },
    gives: '400 least',
  }),
  act('another pharmacy', (story) => {
    const organization = 'other-pharmacy';
    return story.import({
      organizations: [{ slug: organization, name: 'Other Pharmacy', kind: 'pharmacy' }],
      products: [
        {
          organization,
          id: OTHER_PHARMACY,
          name: 'Test strips',
          status: 'active',
          price_cents: 900,
        },
      ],
      storefront_listings: [
        { organization: 'demo-clinic', product_id: OTHER_PHARMACY, patient_price_cents: 1_200 },
      ],
    });
  }),
  ask({
    id: 'createOrder',
    sends: 'order',
    body: {
      items: [
        { product_id: NEEDLES, quantity: 2 },
        { product_id: OTHER_PHARMACY, quantity: 1 },
      ],
    },
    gives: '400 pharmacies',
  }),
  ask({ id: 'createOrder', sends: 'order', by: 'reader', gives: '403 scope' }),
  ask({ id: 'createOrder', sends: 'order', by: 'pharmacy', gives: '403 clinic' }),
  ask({ id: 'createOrder', sends: 'order', body: { patient_id: NOBODY }, gives: '404 patient' }),
  ask({
    id: 'createOrder',
    sends: 'order',
    body: { items: [{ product_id: NOBODY, quantity: 1 }] },
    gives: '404 product',
  }),
  act('an order with a draft of a prescription', (story) =>
    story.ask({
      id: 'createOrder',
      sends: 'order',
      body: {
        items: [
          {
            product_id: OZEMPIC,
            quantity: 1,
            prescription_id: DRAFT,
          },
        ],
      },
      gives: '422 prescription',
    }),
  ),
  ask({
    id: 'createOrder',
    sends: 'order',
    body: { items: [{ product_id: EPIPEN, quantity: 1, prescription_id: PRESCRIPTION }] },
    gives: '422 product',
  }),
  ask({
    id: 'createOrder',
    sends: 'order',
    body: { items: [{ product_id: OZEMPIC, quantity: 4, prescription_id: PRESCRIPTION }] },
    gives: '422 units',
  }),
  act('the patient is erased', async (story) => {
    const id = story.normalizer.real(MARIA);
    const needles = { patient_id: id, items: [{ product_id: NEEDLES, quantity: 2 }] };
    const intake = { patient_id: id, requested_products: [] };
    const order = { id: 'createOrder', sends: 'order', body: needles, key: 'order-of-maria' };
    const asked = { id: 'createIntake', sends: 'intake', body: intake, key: 'intake-of-maria' };
    await story.ask({ ...order, gives: '201' });
    await story.ask({ ...asked, gives: '201' });
    await story.operate('patient', 'erase', '--id', id, '--reason', 'asked for');
    await story.ask({ ...order, gives: '404 erased' });
    await story.ask({ ...asked, gives: '404 erased' });
    await story.ask({
      id: 'createPatient',
      sends: 'patient',
      asks: ['Idempotency-Key'],
      gives: '404 erased',
    });
  }),
  ask({ id: 'putBundle', sends: 'create', gives: '201 created' }),
  ask({ id: 'putBundle', sends: 'replace', gives: '200 replaced' }),
  ask({ id: 'listBundles', by: 'clinic', gives: '200 page' }),
  ask({
    id: 'putBundle',
    sends: 'create',
    body: {
      items: [
        { platform_product_id: NEEDLES, qty: 1 },
        { platform_product_id: 'de300000-0000-4000-8000-000000000001', qty: 1 },
      ],
    },
    gives: '400 unlisted',
  }),
  ask({ id: 'putBundle', sends: 'replace', body: { id: NOBODY }, gives: '404 bundle' }),
];
