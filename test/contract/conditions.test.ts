// What goes with what, as the contract says it to those who check a request before they send it. The operations
// judge it too, with codes of their own: see their tests.
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, it } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };
import { type ContractDocument, dereference } from '../../src/http/operations.ts';

const ajv = new Ajv2020({ strict: false });
formats.default(ajv, { mode: 'full' });

function fits(name: keyof typeof document.components.schemas, value: object): boolean {
  const contract = document as unknown as ContractDocument;
  return ajv.validate(dereference(contract, document.components.schemas[name]) as object, value);
}

const lot = { lot_number: 'LOT-1' };
const sku = { sku_code: 'SKU-1' };
const scan = { scanned_code: '0130093310905521' };

it.each([
  [true, { type: 'receive', ...sku, ...lot }],
  [true, { type: 'receive', ...scan }],
  [true, { type: 'receive', ...sku, ...lot, status: 'quarantine', expiry_date: '2030-01-31' }],
  [false, { type: 'receive', ...sku }],
  [false, { type: 'receive', ...lot }],
  [true, { type: 'return', ...sku, ...lot }],
  [false, { type: 'return', ...sku }],
  [false, { type: 'return', ...sku, ...lot, status: 'released' }],
  [true, { type: 'fulfill', ...sku }],
  [true, { type: 'dispense', ...scan, ...lot }],
  [false, { type: 'fulfill', ...lot }],
  [false, { type: 'dispense', ...sku, expiry_date: '2030-01-31' }],
])('that it takes is %s of the movement %j', (taken, movement) => {
  expect(fits('MovementRequest', { qty: 1, ...movement })).toBe(taken);
});

const reference = { type: 'order', id: 'ORD-1' };
const items = [{ platform_product_id: crypto.randomUUID(), qty: 1 }];
const address = { line1: '1 Main Street', city: 'Austin' };

it.each([
  ['PreviewRequest', { type: 'fulfill', qty: 1, ...sku }, { type: 'fulfill', qty: 1 }],
  ['AllocationRequest', { reference, qty: 1, ...sku }, { reference, qty: 1 }],
  ['Address', { ...address, state: 'TX', postal_code: '78701' }, address],
  ['Address', { ...address, country: 'FR' }, { ...address, country: 'US' }],
  ['BundleRequest', { name: 'Kit', items }, { name: 'Kit', items, pricing_mode: 'flat' }],
  [
    'BundleRequest',
    { name: 'Kit', items, pricing_mode: 'flat', flat_price_cents: 100 },
    { name: 'Kit', items, pricing_mode: 'package_markup' },
  ],
  [
    'BundleRequest',
    { name: 'Kit', items, purchase_mode: 'subscription', default_cadence: 'weekly' },
    { name: 'Kit', items, purchase_mode: 'subscription', default_cadence: null },
  ],
  [
    'BundleRequest',
    { name: 'Kit', items, purchase_mode: 'both', default_cadence: 'weekly' },
    { name: 'Kit', items, purchase_mode: 'both' },
  ],
  [
    'BundleRequest',
    { name: 'Kit', items, is_subscribable: true, purchase_mode: 'one_time' },
    { name: 'Kit', items, is_subscribable: true },
  ],
] as const)('of %s it takes %j and not %j', (name, good, bad) => {
  expect([fits(name, good), fits(name, bad)]).toEqual([true, false]);
});
