import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prescriptionProblem } from '../../../src/orders/rules/prescription-problem.ts';

const unused = {
  product_name: 'Ozempic 1 mg pen',
  quantity: 1 as number | null,
  refills_authorized: null as number | null,
  is_ordered: false,
  ordered_units: 0,
};

describe('the product', () => {
  const problem = (prescribed: string, ordered: string) =>
    prescriptionProblem(
      { ...unused, product_name: prescribed },
      { productName: ordered, units: 1 },
    );

  it.each([
    ['Ozempic 1 mg pen', 'OZEMPIC 1 MG PEN'],
    [' Ozempic\t1  mg\u00a0pen\n', 'Ozempic 1 mg pen'],
    ['Crème brûlée', 'Crème brûlée'.normalize('NFD')],
    ['STRASSE', 'Straße'],
    ['10 µg', '10 μg'],
    ['ΟΔΟΣ', 'οδος'],
  ])('of %j is the one that is named %j', (prescribed, ordered) => {
    expect(problem(prescribed, ordered)).toBeUndefined();
    expect(problem(ordered, prescribed)).toBeUndefined();
  });

  it.each([
    ['Ozempic 1 mg pen', 'Ozempic 2 mg pen'],
    ['Ozempic 1 mg pen', 'Ozempic 1mg pen'],
    ['Ozempic', 'Ozempic 1 mg pen'],
    ['Resume', 'Résumé'],
  ])('of %j is not the one that is named %j', (prescribed, ordered) => {
    expect(problem(prescribed, ordered)).toBe('must name a prescription for this product.');
  });
});

describe('the units', () => {
  const { product_name: productName } = unused;
  const whole = fc.integer({ min: 0, max: 40 });

  it('of all orders together are never more than the quantity and the refills', () => {
    fc.assert(
      fc.property(whole, whole, fc.array(whole), (quantity, refills, orders) => {
        let ordered = 0;
        for (const units of orders) {
          const used = { is_ordered: ordered > 0, ordered_units: ordered };
          const prescription = { ...unused, quantity, refills_authorized: refills, ...used };
          const isCovered = prescriptionProblem(prescription, { productName, units }) === undefined;
          expect(isCovered).toBe(ordered + units <= quantity * (1 + refills));
          if (isCovered) ordered += units;
        }
      }),
    );
  });

  it('are exact, and never less than none', () => {
    const most = Number.MAX_SAFE_INTEGER;
    const endless = { ...unused, quantity: most, refills_authorized: most };
    expect(prescriptionProblem(endless, { productName, units: most })).toBeUndefined();
    const overdrawn = { ...unused, is_ordered: true, ordered_units: 5 };
    expect(prescriptionProblem(overdrawn, { productName, units: 1 })).toContain('0 are left');
  });
});
