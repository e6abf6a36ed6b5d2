import { describe, expect, test } from 'vitest';
import { demoImport, gtinOfNdc } from '../../../src/operator/demo/demo-import.ts';

interface Demo {
  organizations: { slug: string; kind: string }[];
  locations: { name: string; is_default: boolean }[];
  products: {
    id: string;
    ndc_code?: string;
    status: string;
    product_type: string;
    price_cents: number;
    wholesale_cost_cents: number;
  }[];
  skus: {
    sku_code: string;
    product_id: string;
    gtin?: string;
    upc?: string;
    ean?: string;
    ndc?: string;
    reorder_point: number;
  }[];
  lots: {
    sku_code: string;
    location: string;
    lot_number: string;
    expiry_date: string;
    qty: number;
    status: string;
  }[];
  partners: { external_id: string; environment?: string; sponsor_external_id?: string }[];
  store_orders: {
    environment?: string;
    order_number: string;
    subtotal_cents: number;
    shipping_cents?: number;
    tax_cents?: number;
    total_cents: number;
    items: { product_id: string; name: string; quantity: number; unit_price_cents: number }[];
    checkout: { environment: string; amount_cents: number };
  }[];
  checkout_configs: { environment: string }[];
}

const today = '2028-02-28'; // the day before a leap day
/** The dates that stay: of birth. */
const BORN = ['1984-03-09', '1991-11-27', '1990-01-01'];
const demo = demoImport(today) as Demo;
const productOf = new Map(demo.products.map((product) => [product.id, product]));

describe('codes', () => {
  test("the check digit agrees with GS1's example and with a sum done by hand", () => {
    // GS1's own worked example pins the checker that the other tests use.
    expect(checkDigitIsValid('6291041500213')).toBe(true);
    expect(checkDigitIsValid('6291041500214')).toBe(false);
    // 3 0 0 7 1 0 1 5 5 2 3: 3 x (3+0+1+1+5+3) + (0+7+0+5+2) = 53, and 7 is missing to 60.
    expect(gtinOfNdc('0071-0155-23')).toBe('00300710155237');
  });

  test.each(demo.skus)('$sku_code carries only valid codes', ({ gtin, upc, ean }) => {
    const codes = [gtin, upc, ean].filter((code) => code !== undefined);
    expect(codes.length).toBeGreaterThan(0);
    for (const code of codes) expect(code).toSatisfy(checkDigitIsValid);
    if (gtin) expect(gtin).toMatch(/^003\d{11}$/);
    if (upc) expect(upc).toMatch(/^[34]\d{11}$/);
    if (ean) expect(ean).toMatch(/^2\d{12}$/);
    if (gtin && upc) expect(gtin).toBe(`00${upc}`);
  });

  test.each(demo.skus)("$sku_code has its product's NDC as 5-4-2", ({ ndc, gtin, product_id }) => {
    const ndcCode = productOf.get(product_id)?.ndc_code;
    if (ndcCode === undefined) {
      expect([ndc, gtin]).toEqual([undefined, undefined]);
      return;
    }
    expect(ndc).toMatch(/^\d{11}$/);
    const [labeler, product, packageCode] = [ndc?.slice(0, 5), ndc?.slice(5, 9), ndc?.slice(9)];
    expect([labeler, product, packageCode].map(Number)).toEqual(ndcCode.split('-').map(Number));
    expect(gtin?.slice(3, 13)).toBe(ndcCode.replaceAll('-', ''));
  });

  test('refuses an NDC that is not in a ten-digit form', () => {
    for (const ndc of [
      '49502-0500-02',
      '0071015523',
      '0071-0155',
      '00710-155-2',
      '0071-O155-23',
      '0-071-0155-23',
      '',
    ]) {
      expect(() => gtinOfNdc(ndc)).toThrow('Not a ten-digit NDC');
    }
  });
});

describe('records', () => {
  test('every natural key names one record', () => {
    expectUnique(demo.organizations.map(({ slug }) => slug));
    expectUnique(demo.locations.map(({ name }) => name));
    expectUnique(demo.products.map(({ id }) => id));
    expectUnique(demo.products.flatMap(({ ndc_code }) => ndc_code ?? []));
    expectUnique(demo.skus.map(({ sku_code }) => sku_code));
    expectUnique(demo.skus.flatMap(({ gtin }) => gtin ?? []));
    expectUnique(demo.skus.flatMap(({ upc }) => upc ?? []));
    expectUnique(demo.lots.map((lot) => `${lot.sku_code} ${lot.lot_number} ${lot.location}`));
  });

  test('every reference names a record, and one location is the default', () => {
    expect(demo.skus.every(({ product_id }) => productOf.has(product_id))).toBe(true);
    const codes = demo.skus.map(({ sku_code }) => sku_code);
    const names = demo.locations.map(({ name }) => name);
    for (const lot of demo.lots) {
      expect(codes).toContain(lot.sku_code);
      expect(names).toContain(lot.location);
    }
    expect(demo.locations.filter(({ is_default }) => is_default)).toHaveLength(1);
  });

  test('products come in every type and status, and sell above their cost', () => {
    expect(new Set(demo.products.map((product) => product.product_type))).toEqual(
      new Set(['drug', 'compound', 'supply']),
    );
    expect(demo.products.filter(({ status }) => status === 'draft')).toHaveLength(1);
    expect(demo.products.filter(({ status }) => status === 'archived')).toHaveLength(1);
    for (const { id, price_cents, wholesale_cost_cents } of demo.products) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(price_cents).toBeGreaterThan(wholesale_cost_cents);
    }
  });

  test('is plain JSON and differs from day to day only in dates, all of them as far from today', () => {
    expect(JSON.parse(JSON.stringify(demo))).toStrictEqual(demo);
    const daysFrom = (from: string, data: object) =>
      JSON.stringify(data).replaceAll(/"(\d{4}-\d\d-\d\d)(?=T|")/g, (_, date) =>
        BORN.includes(date) ? date : `${(Date.parse(date) - Date.parse(from)) / 86_400_000} days`,
      );
    expect(daysFrom('2031-12-31', demoImport('2031-12-31'))).toEqual(daysFrom(today, demo));
  });
});

describe('lots', () => {
  test('a lot number of a SKU has one expiry wherever it lies', () => {
    const expiries = new Map<string, string>();
    for (const { sku_code, lot_number, expiry_date } of demo.lots) {
      const key = `${sku_code} ${lot_number}`;
      expect(expiries.get(key) ?? expiry_date).toBe(expiry_date);
      expiries.set(key, expiry_date);
    }
    expect(expiries.size).toBeLessThan(demo.lots.length); // one lot lies at both locations
  });

  test('every state is there: quarantined, expired, last day, far future, out, almost low', () => {
    const numbersWhere = (matches: (lot: Demo['lots'][number]) => boolean) =>
      demo.lots.filter(matches).map(({ lot_number }) => lot_number);
    expect(numbersWhere(({ status }) => status === 'quarantine')).toEqual(['LAN-0418']);
    expect(numbersWhere(({ expiry_date }) => expiry_date < today)).toEqual(['VEN-4409']);
    expect(numbersWhere(({ expiry_date }) => expiry_date === '2028-02-27')).toEqual(['VEN-4409']);
    expect(numbersWhere(({ expiry_date }) => expiry_date === today)).toEqual(['LIP-8840']);
    expect(numbersWhere(({ expiry_date }) => expiry_date > '2033')).toEqual(['PN-3301']);
    const margins = demo.skus.map(({ sku_code, reorder_point }) => {
      const usable = demo.lots.filter(
        (lot) => lot.sku_code === sku_code && lot.status === 'released' && lot.expiry_date >= today,
      );
      return [sku_code, usable.reduce((sum, { qty }) => sum + qty, 0) - reorder_point] as const;
    });
    expect(margins.filter(([, margin]) => margin <= 0)).toEqual([['ELIQUIS-5-TAB', -24]]);
    expect(margins.filter(([, margin]) => margin === 1)).toEqual([['LISIN-10-TAB', 1]]);
    expect(demo.lots.some(({ sku_code }) => sku_code === 'ELIQUIS-5-TAB')).toBe(false);
  });

  test('amoxicillin lies ready for a draw over two lots', () => {
    const amoxicillin = demo.lots.filter(({ sku_code }) => sku_code === 'AMOX-500-CAP');
    expect(
      amoxicillin.map((lot) => [lot.location, lot.lot_number, lot.qty, lot.expiry_date]),
    ).toEqual([
      ['Main', 'AMX-2201', 40, '2028-04-13'],
      ['Main', 'AMX-2207', 200, '2028-12-24'],
    ]);
  });
});

describe('the store', () => {
  test('has live and test records of every kind', () => {
    for (const records of [demo.partners, demo.store_orders]) {
      expect(records.filter(({ environment }) => environment === 'test')).toHaveLength(1);
      expect(records.filter(({ environment }) => environment === undefined)).toHaveLength(2);
    }
    expect(demo.checkout_configs.map(({ environment }) => environment)).toEqual([
      'production',
      'sandbox',
    ]);
    const [sponsor, sponsored] = demo.partners;
    expect(sponsored?.sponsor_external_id).toBe(sponsor?.external_id);
  });

  test.each(demo.store_orders)('the sums of $order_number are right', (order) => {
    const { items, subtotal_cents, shipping_cents = 0, tax_cents = 0, total_cents } = order;
    const sum = items.reduce((cents, item) => cents + item.quantity * item.unit_price_cents, 0);
    expect(subtotal_cents).toBe(sum);
    expect(total_cents).toBe(sum + shipping_cents + tax_cents);
    expect(order.checkout).toMatchObject({
      amount_cents: total_cents,
      environment: order.environment === 'test' ? 'sandbox' : 'production',
    });
    for (const { product_id, name } of items) {
      expect(productOf.get(product_id)).toMatchObject({ name, requires_prescription: false });
    }
  });
});

/** Over the whole code, check digit included and weighing 1, the sum is a multiple of ten. */
function checkDigitIsValid(code: string): boolean {
  let sum = 0;
  for (let index = 0; index < code.length; index++) {
    sum += Number(code[index]) * ((code.length - index) % 2 === 0 ? 3 : 1);
  }
  return sum % 10 === 0;
}

function expectUnique(keys: string[]) {
  expect(keys).toEqual([...new Set(keys)]);
}
