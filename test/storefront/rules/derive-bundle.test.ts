import fc from 'fast-check';
import { expect, it } from 'vitest';
import { deriveBundle, purchaseModeOf } from '../../../src/storefront/rules/derive-bundle.ts';

const member = fc.record({
  requiresPrescription: fc.boolean(),
  shipsToPatient: fc.boolean(),
  isActive: fc.boolean(),
  isListed: fc.boolean(),
});
const members = fc.array(member, { minLength: 1, maxLength: 6 });
const purchaseMode = fc.constantFrom('one_time', 'subscription', 'both');

it('says of its members what is so of any, of all, or of some', () => {
  fc.assert(
    fc.property(members, purchaseMode, (all, mode) => {
      const derived = deriveBundle(all, mode);
      const needs = new Set(all.map((one) => one.requiresPrescription));
      expect(derived.requires_prescription).toBe(needs.has(true));
      expect(derived.rx_mode).toBe(needs.size === 2 ? 'mixed' : needs.has(true) ? 'all' : 'none');
      expect(derived.requires_shipping).toBe(all.some((one) => one.shipsToPatient));
      expect(derived.eligible).toBe(!all.some((one) => !one.isListed || !one.isActive));
      expect(derived.is_subscribable).toBe(mode !== 'one_time');
      expect(derived.available_cadences).toEqual(
        mode === 'one_time' ? [] : ['weekly', 'monthly', 'quarterly'],
      );
    }),
  );
});

it.each([
  [{}, 'one_time'],
  [{ is_subscribable: false }, 'one_time'],
  [{ is_subscribable: true }, 'subscription'],
  [{ is_subscribable: true, purchase_mode: 'one_time' }, 'one_time'],
  [{ is_subscribable: false, purchase_mode: 'both' }, 'both'],
  [{ purchase_mode: 'subscription' }, 'subscription'],
] as const)('takes %j as %s', (sent, mode) => {
  expect(purchaseModeOf(sent)).toBe(mode);
});
