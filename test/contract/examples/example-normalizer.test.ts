// What the comparison of examples takes for the same, and what not.
import { expect, it } from 'vitest';
import { ExampleNormalizer } from './example-normalizer.ts';

const ID = '01935f40-11aa-7c3e-a1d2-4b5c6d7e8f90';
const OTHER = '01935f40-44dd-7c3e-a1d2-4b5c6d7e8f90';
const REAL = '01a201dd-4717-7342-8a36-cdcb79c82ef2';
const OTHER_REAL = '01a201dd-4717-7342-8a36-cdcb79c82ef3';
const FIXED = 'de300000-0000-4000-8000-000000000001';

const normalizer = () =>
  new ExampleNormalizer({
    demo: JSON.stringify([FIXED, 'VO-4T9K2M7QXR']),
    requests: JSON.stringify({ expiry_date: '2035-11-30' }),
    days: 2,
    since: '2026-11-20T09:00:00Z',
    addresses: { 'https://partner.example': 'http://127.0.0.1:8080' },
  });

function isAlike(shown: unknown, got: unknown): boolean {
  try {
    return (
      JSON.stringify(normalizer().normalize(shown, got, ['request_id'])) === JSON.stringify(shown)
    );
  } catch {
    return false;
  }
}

const at = (time: string) => `2026-11-20T${time}.000000Z`;

it.each<[string, unknown, unknown]>([
  ['an id, wherever it comes again', [ID, { a: ID }, OTHER], [REAL, { a: REAL }, OTHER_REAL]],
  ['an id of the demo data', FIXED, FIXED],
  ['a date so many days later', '2027-01-04', '2027-01-06'],
  ['a date in a sentence', 'It expired on 2026-11-19.', 'It expired on 2026-11-21.'],
  ['a date that a request names', '2035-11-30', '2035-11-30'],
  ['a timestamp of the demo data', '2026-09-21T15:20:00.000000Z', '2026-09-23T15:20:00.000000Z'],
  ['moments in their order', [at('10:00:00'), at('10:00:05')], [at('21:07:00'), at('21:09:00')]],
  ['a hash', 'ab'.repeat(32), 'cd'.repeat(32)],
  ['an order number that is made', 'VO-7K3M9Q2XTB', 'VO-0000000000'],
  ['the address of the partner', 'https://partner.example/x', 'http://127.0.0.1:8080/x'],
  ['how long something took', { milliseconds: 41 }, { milliseconds: 3 }],
  [
    'the data of an event in another order',
    { type: 'a', data: { b: 1, c: 2 } },
    { type: 'a', data: { c: 2, b: 1 } },
  ],
])('takes for the same: %s', (_what, shown, got) => {
  expect(isAlike(shown, got)).toBe(true);
});

it.each<[string, unknown, unknown]>([
  ['another text', { code: 'lot_expired' }, { code: 'lot_expire' }],
  ['another number', { qty: 40 }, { qty: 41 }],
  ['text for a number', { qty: '40' }, { qty: 40 }],
  ['null for a value', { note: null }, { note: 'x' }],
  ['a key that is missing', { a: 1, b: 2 }, { a: 1 }],
  ['a key too many', { a: 1 }, { a: 1, b: null }],
  ['keys in another order', { a: 1, b: 2 }, { b: 2, a: 1 }],
  ['an item too many', { data: [{ a: 1 }] }, { data: [{ a: 1 }, { a: 1 }] }],
  ['an id for two things', [ID, ID], [REAL, OTHER_REAL]],
  ['two ids for one thing', [ID, OTHER], [REAL, REAL]],
  ['another id than that of the demo data', FIXED, REAL],
  ['the number of another order of the demo', 'VO-4T9K2M7QXR', 'VO-0000000000'],
  ['a date of another day', '2027-01-04', '2027-01-07'],
  ['another date than the request named', '2035-11-30', '2035-11-29'],
  ['another date in a sentence', 'It expired on 2026-11-19.', 'It expired on 2026-11-22.'],
  [
    'a timestamp of the demo at another hour',
    '2026-09-21T15:20:00.000000Z',
    '2026-09-23T15:21:00.000000Z',
  ],
  ['moments that were one', [at('10:00:00'), at('10:00:05')], [at('21:07:00'), at('21:07:00')]],
  [
    'moments the other way round',
    [at('10:00:00'), at('10:00:05')],
    [at('21:07:00'), at('21:06:00')],
  ],
  ['a moment before the run', at('10:00:00'), at('08:00:00')],
  ['a moment with fewer digits', '2026-11-20T10:00:00.000Z', '2026-11-22T10:00:00.000000Z'],
  ['a date for a timestamp', '2026-11-20', '2026-11-22T10:00:00.000000Z'],
  ['a hash that is too short', 'ab'.repeat(31), 'cd'.repeat(32)],
])('finds a difference: %s', (_what, shown, got) => {
  expect(isAlike(shown, got)).toBe(false);
});
