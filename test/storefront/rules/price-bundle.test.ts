import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markupUnits, priceBundle } from '../../../src/storefront/rules/price-bundle.ts';

const one = (patientPriceCents: number, qty = 1) => ({ patientPriceCents, qty });
const percent = (value: number) =>
  ({ mode: 'package_markup', type: 'percent', units: markupUnits(value) as bigint }) as const;
const onTop = (value: number) =>
  ({ mode: 'package_markup', type: 'flat', units: markupUnits(value) as bigint }) as const;

/** From 0 to 1e11, with up to four fraction digits, as text. */
const value = fc
  .record({ units: fc.bigInt(0n, 10n ** 15n), digits: fc.integer({ min: 0, max: 4 }) })
  .map(({ units, digits }) => {
    const text = String(units % 10n ** BigInt(11 + digits)).padStart(digits + 1, '0');
    return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  });
const member = fc.record({
  patientPriceCents: fc.maxSafeNat(),
  qty: fc.integer({ min: 1, max: 1_000_000_000 }),
});
const members = fc.array(member, { minLength: 1, maxLength: 20 });
const sumOf = (all: readonly { patientPriceCents: number; qty: number }[]) =>
  all.reduce(
    (sum, { patientPriceCents, qty }) => sum + BigInt(patientPriceCents) * BigInt(qty),
    0n,
  );

describe('a price', () => {
  it.each([
    ['of 12.5 % on 1.00', [one(100)], percent(12.5), 113n],
    ['of half a cent rounds up', [one(1)], percent(50), 2n],
    ['of less than half rounds down', [one(1)], percent(49.9999), 1n],
    ['of 1.005 %, which binary fractions get wrong', [one(100_000)], percent(1.005), 101_005n],
    ['of 0.285 % on 10.00', [one(1000)], percent(0.285), 1003n],
    ['of nothing more', [one(999)], percent(0), 999n],
    ['of half a cent on top', [one(100)], onTop(0.5), 101n],
    ['of a little less on top', [one(100)], onTop(0.4999), 100n],
    ['of cents on top', [one(100, 3), one(50)], onTop(250), 600n],
    ['of a free bundle', [one(0, 5)], percent(1000), 0n],
    [
      'that is flat, whatever its members cost',
      [one(100)],
      { mode: 'flat', flatPriceCents: 7 },
      7n,
    ],
  ] as const)('%s', (_what, bundle, pricing, cents) => {
    expect(priceBundle(bundle, pricing)).toBe(cents);
  });

  it('is the sum of what its members cost, whatever their order', () => {
    fc.assert(
      fc.property(members, (bundle) => {
        const price = priceBundle(bundle, { mode: 'sum' });
        expect(price).toBe(sumOf(bundle));
        expect(priceBundle(bundle.toReversed(), { mode: 'sum' })).toBe(price);
      }),
    );
  });

  it('with a markup is never more than half a cent from the exact one, and at half above it', () => {
    fc.assert(
      fc.property(members, value, (bundle, text) => {
        const units = markupUnits(Number(text)) as bigint;
        const sum = sumOf(bundle);
        const added = priceBundle(bundle, percent(Number(text))) - sum;
        // In millionths of a cent.
        const tooMuch = added * 1_000_000n - sum * units;
        expect(tooMuch > -500_000n && tooMuch <= 500_000n).toBe(true);
        const top = (priceBundle(bundle, onTop(Number(text))) - sum) * 10_000n - units;
        expect(top > -5_000n && top <= 5_000n).toBe(true);
      }),
    );
  });

  it('never falls when the markup rises', () => {
    fc.assert(
      fc.property(members, value, value, (bundle, one, other) => {
        const [low, high] = [Number(one), Number(other)].sort((a, b) => a - b) as [number, number];
        expect(priceBundle(bundle, percent(low)) <= priceBundle(bundle, percent(high))).toBe(true);
        expect(priceBundle(bundle, onTop(low)) <= priceBundle(bundle, onTop(high))).toBe(true);
      }),
    );
  });
});

describe('the value of a markup', () => {
  it('is read as it was written, up to its last ten-thousandth', () => {
    fc.assert(
      fc.property(value, (text) => {
        const [whole, fraction = ''] = text.split('.');
        const units = BigInt(`${whole}${fraction.padEnd(4, '0')}`);
        expect(markupUnits(JSON.parse(text.replace(/^0+(?=\d)/, '')))).toBe(units);
      }),
    );
  });

  it.each([0.00001, 12.34567, 1e-7, 0.1 + 0.2, 1 / 3])(
    'has no more digits than four: %s',
    (number) => {
      expect(markupUnits(number)).toBeUndefined();
    },
  );
});
