// What a scanned code names on a count sheet where there is no service to ask. A wrong lot is worse than none.
import { describe, expect, test } from 'vitest';
import { readOnSheet } from '../counting/sheet-reader.ts';

type Line = Parameters<typeof readOnSheet>[1][number];
const GTIN = '00312345000011';
const CASE = '10312345000018';
const line = (sku_code: string, lot_number: string, codes: Line['codes']) =>
  ({ sku_code, lot_number, expiry_date: '2035-11-30', codes }) as Line;
const gtin = (code: string, units = 1) => ({ code_type: 'gtin', code, units }) as const;
const ndc = (code: string) => ({ code_type: 'ndc', code, units: 1 }) as const;
const TAB = [gtin(GTIN), gtin(CASE, 12), ndc('12345000001')];
const LINES = [
  line('TAB-1', 'A7', TAB),
  line('TAB-1', 'A121B', TAB),
  ...['B1', 'B121C'].map((lot) => line('TAB-1', lot, TAB)),
  line('CAP-1', 'C', [gtin('09506000134352'), ndc('00173068220')]),
  line('CAP-2', 'C', [gtin('09506000134369'), ndc('00173068220')]),
];

describe('a code on a sheet', () => {
  test.each<[what: string, code: string, read: object]>([
    ['its lot', `01${GTIN}1735113010A7`, { sku_code: 'TAB-1', lot_number: 'A7' }],
    ['a case', `01${CASE}1735113010A7`, { sku_code: 'TAB-1', units_per_pack: 12 }],
    ['its own code', 'TAB-1', { sku_code: 'TAB-1' }],
    // Without its separator the serial number could be part of the lot: the sheet has one of both.
    ['the lot that fits', `01${GTIN}1735113010A121B`, { sku_code: 'TAB-1', lot_number: 'A121B' }],
    ['a lot that no one expected', `01${GTIN}1735113010NEW`, { lot_number: 'NEW' }],
    ['the number before the NDC', '0109506000134352', { sku_code: 'CAP-1' }],
  ])('names %s', (_what, code, read) => {
    expect(readOnSheet(code, LINES)).toMatchObject({ match: 'sku', ...read });
  });

  test('names no lot where two lots of the sheet fit', () => {
    const read = readOnSheet(`01${GTIN}1735113010B121C`, LINES);
    expect(read).toEqual({ match: 'sku', sku_code: 'TAB-1', expiry_date: '2035-11-30' });
  });

  test.each([
    ['of no product of the sheet', '0109506000134376'],
    ['that two products share', '0173-0682-20'],
    ['with a wrong check digit', '01095060001343531735113010C'],
  ])('names nothing where it is one %s', (_what, code) => {
    expect(readOnSheet(code, LINES)).toEqual({ match: 'unknown_code' });
  });
});
