import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPhoneNumber } from '../../src/patients/phone-number.ts';

it.each([
  ['(512) 555-0142', '+15125550142'],
  ['512.555.0142', '+15125550142'],
  [' 5125550142 ', '+15125550142'],
  ['1-512-555-0142', '+15125550142'],
  ['+1 512 555 0142', '+15125550142'],
  ['+44 20 7946 0958', '+442079460958'],
  ['+49 (30) 901820', '+4930901820'],
  // An area code that no one has been given, so far.
  ['+1 555 555 0100', '+15555550100'],
])('reads %j as %s, and what it made of it as the same', (text, e164) => {
  expect(readPhoneNumber(text)).toEqual({ e164 });
  expect(readPhoneNumber(e164)).toEqual({ e164 });
});

it.each([
  '',
  ' ',
  '+',
  '911',
  '123',
  '555-0100',
  'Ada',
  'call 512 555 0142',
  '512 555 0142 please',
  '+999 123 4567',
  '++15125550142',
  '1-800-FLOWERS',
  '5125550142'.repeat(5),
  '+1 512 555 01422',
  '001 44 20 7946 0958',
  'tel:+15125550142',
  '(512) 555-0142\n',
  '512-555-0142/3',
])('refuses %j', (text) => {
  expect(readPhoneNumber(text)).toEqual({
    violation: 'must be a telephone number, such as +1 512 555 0142',
  });
});

it.each(['+1 512 555 0142 ext. 5', '(512) 555-0142 x3', '+15125550142;ext=3'])(
  'refuses %j rather than lose its extension',
  (text) => {
    expect(readPhoneNumber(text)).toEqual({ violation: 'must have no extension' });
  },
);

it('keeps nothing but what E.164 allows, whatever it is given', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 50 }),
    fc.string({ unit: fc.constantFrom(...'+0123456789 ()-.x;e=t'), maxLength: 50 }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const { e164 } = readPhoneNumber(text);
      if (e164 !== undefined) expect(e164).toMatch(/^\+[1-9]\d{3,15}$/);
    }),
    { numRuns: 3_000 },
  );
});
