import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type OrderLine, priceOrder } from '../../../src/orders/rules/price-order.ts';

const PHARMACY = 'one';

function line(product: Partial<OrderLine['product']> = {}, quantity = 1): OrderLine {
  return {
    product: {
      id: 'product',
      organization_id: PHARMACY,
      price_cents: 100,
      min_order_qty: 1,
      ...product,
    },
    quantity,
  };
}

const orderable = fc
  .record({ price: fc.nat(1_000_000), least: fc.integer({ min: 1, max: 50 }), more: fc.nat(1_000) })
  .map(({ price, least, more }) =>
    line({ price_cents: price, min_order_qty: least }, least + more),
  );

describe('an order', () => {
  it('costs what its products cost, times their quantities', () => {
    fc.assert(
      fc.property(fc.array(orderable, { minLength: 1, maxLength: 100 }), (lines) => {
        const total = lines.reduce(
          (sum, { product, quantity }) => sum + Number(product.price_cents) * quantity,
          0,
        );
        const [first, ...others] = lines as [OrderLine, ...OrderLine[]];
        expect(priceOrder([first, ...others])).toEqual({ pharmacyId: PHARMACY, totalCents: total });
      }),
    );
  });

  it('may cost nothing, and as much as a number can say exactly', () => {
    expect(priceOrder([line({ price_cents: 0 })])).toMatchObject({ totalCents: 0 });
    const most = Number.MAX_SAFE_INTEGER;
    expect(priceOrder([line({ price_cents: most })])).toMatchObject({ totalCents: most });
  });

  it.each<[string, [OrderLine, ...OrderLine[]], string[]]>([
    ['more than that', [line({ price_cents: Number.MAX_SAFE_INTEGER }), line()], ['items']],
    ['a product twice as dear', [line({ price_cents: Number.MAX_SAFE_INTEGER }, 2)], ['items']],
    ['a product without a price', [line(), line({ price_cents: null })], ['items.1.product_id']],
    ['less than the least', [line({ min_order_qty: 10 }, 9)], ['items.0.quantity']],
    [
      'another pharmacy',
      [line(), line({ organization_id: 'two' }), line(), line({ organization_id: 'three' })],
      ['items.1.product_id', 'items.3.product_id'],
    ],
    [
      'several of them',
      [line({ price_cents: null, min_order_qty: 2 }), line({ organization_id: 'two' })],
      ['items.0.product_id', 'items.0.quantity', 'items.1.product_id'],
    ],
  ])('is refused for %s, field by field', (_what, lines, paths) => {
    const problems = priceOrder(lines);
    expect(Array.isArray(problems) && problems.map(({ path }) => path)).toEqual(paths);
  });
});
