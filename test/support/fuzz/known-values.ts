// What is worth sending in the world of `world.ts`, so that a request gets further than to an unknown id: values that
// are there, the neighbour's, and some that are refused for another reason than their form.
import { IDS, THEIR_IDS } from './world.ts';

/** What means something in this world, by where it is sent; a longer path goes before a shorter one. */
const KNOWN: Readonly<Record<string, readonly unknown[]>> = {
  'Idempotency-Key': ['@key', '@key', '@key', '@key', 'fuzz-key-0001'],
  idempotency_key: ['@key', '@key', '@key', '@key', 'fuzz-key-0001'],
  sku_code: ['AMOX-500-CAP', 'AMOX-500-CAP', 'PEN-NEEDLE-32G'],
  product_id: [IDS.product, IDS.orderedProduct, IDS.plainProduct],
  location: ['Main', 'Annex'],
  lot_number: ['AMX-2201', 'AMX-2207', 'AMX-HELD', 'AMX-GONE', 'PN-3301', 'AMX-2301'],
  lot_id: [IDS.lot],
  'createAllocation.lot_id': [IDS.lot, THEIR_IDS[4]],
  expiry_date: ['@day+101', '@day+102', '@day+400', '@day+0', '@day-1'],
  min_expiry_date: ['@day+0', '@day+101', '@day+5000'],
  expiring_before: ['@day+0', '@day+102', '@day+5000'],
  scanned_code: [
    '(01)00300933109055(10)AMX-2301',
    ']d20100300933109055',
    'AMOX-500-CAP',
    '0093-3109-05',
  ],
  code: ['(01)00300933109055(10)AMX-2301', ']d20100300933109055', 'AMOX-500-CAP', '300933109052'],
  qty: [1, 2, 3, 60],
  quantity: [1, 2, 30],
  'reference.type': ['order'],
  'reference.id': ['ORD-1001', 'ORD-1002', IDS.order],
  reference_type: ['order'],
  reference_id: ['ORD-1001', 'ORD-1002', IDS.order],
  limit: ['1', '2', '100'],
  cursor: ['@cursor', '@cursor', '@time-60', '@time+60'],
  as_of: ['@time-60', '@time-0', '@time-90000'],
  from: ['@time-60', '@time-90000'],
  to: ['@time+60', '@time-60'],
  since: ['@time-60', '@time-90000'],
  'consent.at': ['@time-60', '@time-90000'],
  after: [IDS.event, THEIR_IDS[4]],
  external_id: ['north-clinic', 'theirs'],
  patient_id: [IDS.orderingPatient, IDS.patient, THEIR_IDS[1]],
  'createOrder.patient_id': [...Array(6).fill(IDS.orderingPatient), IDS.patient, THEIR_IDS[1]],
  prescription_id: [...Array(4).fill(IDS.orderedPrescription), IDS.prescription, THEIR_IDS[3]],
  requested_products: [IDS.orderedProduct, IDS.plainProduct],
  platform_product_id: [IDS.orderedProduct, IDS.plainProduct, IDS.plainProduct],
  'putBundle.id': [IDS.bundle, '@bundle', '@bundle'],
  date_of_birth: ['1984-02-29', '1900-01-01', '@day+0', '@day+2'],
  phone: ['(512) 555-0142', '+44 20 7946 0958', '555'],
  country: ['US', 'DE', 'DE', 'ZZ'],
  state: ['TX', 'Bayern'],
  postal_code: ['78701', '78701-1234', '80331'],
  url: [
    'https://93.184.215.14/hooks',
    'http://127.0.0.1:9/',
    'https://10.0.0.1/',
    'https://u:p@93.184.215.14/',
  ],
  image_url: ['https://shop.example/pictures/sinus-kit.png'],
  flat_price_cents: [4900],
  package_markup_value: [10, 12.5, 0.0001],
  'listDeliveries.status': ['dead', 'pending', 'no-such-status'],
  'listLots.status': ['released', 'quarantine'],
  'listOrders.status': ['shipped', 'pending'],
  'listPrescriptions.status': ['signed', 'draft'],
  'listOrders.order_number': ['live-1', 'live-2', 'test-1'],
  'listOrders.created_from': ['@time-60', '@time-900000'],
  'listOrders.created_to': ['@time+60', '@time-60'],
  'listEvents.type': ['stock.changed', 'sku.created', 'order.updated', 'no-such-type'],
  'listTransactions.type': ['fulfill', 'receive'],
  'traceLot.id': [IDS.lot, IDS.lot, THEIR_IDS[4]],
  'getPatient.id': [IDS.patient, IDS.orderingPatient, THEIR_IDS[1]],
  'listOrderItems.id': [IDS.order, THEIR_IDS[2], THEIR_IDS[5]],
  'getOrder.id': [IDS.order, IDS.order, THEIR_IDS[2], THEIR_IDS[5]],
  'getPrescription.id': [IDS.prescription, THEIR_IDS[3]],
  delivery_id: [IDS.delivery, IDS.delivery, THEIR_IDS[4]],
  id: [IDS.endpoint, IDS.endpoint, IDS.endpoint, THEIR_IDS[4]],
};

/** @param path from the operation's id on, with the name of the value last */
export function knownValues(path: string): readonly unknown[] | undefined {
  const [operation, ...names] = path.split('.');
  for (let from = 0; from < names.length; from += 1) {
    const ending = names.slice(from).join('.');
    const known = KNOWN[`${operation}.${ending}`] ?? KNOWN[ending];
    if (known !== undefined) return known;
  }
  return undefined;
}
