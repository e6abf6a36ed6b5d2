import { expect, it } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };
import { COUNTRY_CODES } from '../../src/patients/country-codes.ts';
import { addressProblems } from '../../src/patients/postal-address.ts';

it('knows all countries of ISO 3166-1, and each by name', () => {
  expect(COUNTRY_CODES.size).toBe(249);
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  for (const code of COUNTRY_CODES)
    expect([code, names.of(code)]).toEqual([code, expect.any(String)]);
  // Withdrawn, reserved, or for users to assign.
  for (const code of ['AN', 'CS', 'SU', 'UK', 'EU', 'XK', 'ZZ', 'us', '']) {
    expect([code, COUNTRY_CODES.has(code)]).toEqual([code, false]);
  }
});

it('has in the contract a pattern that takes these countries and no other', () => {
  const { Address, ShipTo } = document.components.schemas;
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  for (const { pattern } of [Address.properties.country, ShipTo.properties.country]) {
    const taken = pairs.filter((pair) => new RegExp(pattern).test(pair));
    expect(taken).toEqual([...COUNTRY_CODES].toSorted());
  }
});

it.each(['CA', 'NY', 'DC', 'PR', 'GU', 'AP', 'PW'])('sends to %s', (state) => {
  expect(addressProblems({ line1: '1', city: 'X', state, postal_code: '00901' }, 'to')).toEqual([]);
});

it('names each field by the path of the address', () => {
  const address = { line1: ' ', city: '\t', state: 'Texas', postal_code: '7870A' };
  const paths = addressProblems(address, 'ship_to').map(({ path }) => path);
  expect(paths).toEqual(['line1', 'city', 'state', 'postal_code'].map((name) => `ship_to.${name}`));
});
