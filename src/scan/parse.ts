// Reads a scanned code without the catalog, as pure functions.
//
// A code is read as the first of these that fits: a GS1 Digital Link, an element string with its brackets, a
// number (UPC, EAN, GTIN, NDC), the element string of a GS1 symbol. The result holds only what is certain.

import type { CODE_TYPES } from '../../generated/contract.ts';
import { hasCheckDigit } from './check-digit.ts';
import { readDigitalLink } from './digital-link.ts';
import {
  type ElementReading,
  isProven,
  readBracketed,
  readElementString,
  SEPARATOR,
} from './element-string.ts';
import { dateOfGs1 } from './gs1-date.ts';
import { type ItemNumber, itemNumbersOf } from './item-number.ts';
import { ndcsOfGtin, ndcsOfText } from './ndc.ts';
import { trimmed } from './trimmed.ts';

/** What the contract says that a code can be read as, other than a SKU code. */
export type CodeType = Exclude<(typeof CODE_TYPES)[number], 'sku_code'>;

export interface Reading {
  /** Texts that may be the organization's own SKU code, the likeliest first. */
  readonly skuCodes: readonly string[];
  /** The type of the code, where it has only one. */
  readonly codeType?: CodeType;
  /** GTINs of 14 digits that the code may mean: a UPC-E that looks like an EAN-8 too is both, in this order. */
  readonly numbers: readonly (Pick<ItemNumber, 'gtin'> & { readonly type: CodeType })[];
  /** NDCs of eleven digits that the code may mean; three where ten digits have no hyphens. */
  readonly ndcs: readonly string[];
  /** From 1 to 20 characters. */
  readonly lotNumber?: string;
  /** ISO date. */
  readonly expiryDate?: string;
  /** From 1 to 20 characters. */
  readonly serial?: string;
  /** What was there and could not be read, each field once. */
  readonly unresolved: readonly Unresolved[];
}

/** The fields that a code can fill, by their identifiers, in the order in which answers name them. */
const FIELDS = [
  ['01', 'gtin'],
  ['10', 'lot_number'],
  ['17', 'expiry_date'],
  ['21', 'serial'],
] as const;

interface Unresolved {
  readonly field: (typeof FIELDS)[number][1];
  readonly reason:
    | 'invalid_date'
    | 'invalid_check_digit'
    | 'invalid_value'
    | 'ambiguous'
    | 'contradicting';
}

type Content = Omit<Reading, 'skuCodes'>;

const NOTHING: Content = { numbers: [], ndcs: [], unresolved: [] };
const NO_ELEMENTS: ElementReading = { elements: [], unread: [], isComplete: false };

/**
 * @param code well-formed Unicode
 * @param thisYear decides the century of two-digit years
 */
export function parseCode(code: string, thisYear: number): Reading {
  // Scanners end what they type with a line feed or a tab.
  const typed = trimmed(code);
  const { carrier, text } = withoutSymbologyIdentifier(typed);
  const skuCodes = [...new Set([code, typed, text])].filter((one) => one !== '');
  return { skuCodes, ...contentOf(text, carrier, thisYear) };
}

/** `gs1`: the symbol says that it holds GS1 elements. `other`: it says that it does not. */
type Carrier = 'gs1' | 'ean' | 'ean8' | 'other' | 'unknown';

/** GS1 General Specifications, section 5.1.3, and ISO/IEC 15424: `]`, the symbology, a modifier. */
const CARRIERS: Readonly<Record<string, Carrier>> = {
  ']C1': 'gs1',
  ']e0': 'gs1',
  ']d2': 'gs1',
  ']Q3': 'gs1',
  ']J1': 'gs1',
  ']E0': 'ean',
  ']E4': 'ean8',
};

function withoutSymbologyIdentifier(text: string): { carrier: Carrier; text: string } {
  if (!/^\][A-Za-z][0-9A-Za-z]/.test(text)) return { carrier: 'unknown', text };
  return { carrier: CARRIERS[text.slice(0, 3)] ?? 'other', text: text.slice(3) };
}

function contentOf(text: string, carrier: Carrier, thisYear: number): Content {
  const link = readDigitalLink(text);
  if (link !== undefined) return contentOfElements(link, 'gs1_digital_link', thisYear);
  if (/^\(\d{2,4}\)/.test(text)) {
    return contentOfElements(readBracketed(text), 'gs1_element_string', thisYear);
  }
  if (carrier !== 'gs1') {
    const numbers = contentOfNumber(text, carrier);
    if (numbers !== undefined) return numbers;
    if (carrier !== 'unknown') return NOTHING;
  }
  const reading = elementsOf(text, carrier);
  const content = contentOfElements(reading, 'gs1_element_string', thisYear);
  return reading.elements.length === 0 ? { ...NOTHING, unresolved: content.unresolved } : content;
}

/** Returns undefined for what is neither digits of such a length nor an NDC with hyphens. */
function contentOfNumber(text: string, carrier: Carrier): Content | undefined {
  if (/^(\d{8}|\d{12,14})$/.test(text)) {
    const numbers = itemNumbersOf(text).filter(
      ({ type }) =>
        // EAN-8 has a symbology identifier of its own; UPC-E shares EAN-13's.
        !(carrier === 'ean8' && type === 'upc_e') && !(carrier === 'ean' && type === 'ean_8'),
    );
    const [number] = numbers;
    if (number === undefined) return NOTHING;
    return numbers.length > 1
      ? { ...NOTHING, numbers }
      : { ...NOTHING, codeType: number.type, numbers, ndcs: ndcsOfGtin(number.gtin) };
  }
  const ndcs = ndcsOfText(text);
  return ndcs.length > 0 ? { ...NOTHING, codeType: 'ndc', ndcs } : undefined;
}

/**
 * The separators as a keyboard or a log may render them: the symbol for ASCII 29, its caret notation, and its name.
 * Only the first one that a text holds counts. The symbol and `^]` cannot be data, because the character set 82 does
 * not have them (GS1 General Specifications, section 7.11).
 */
const RENDERINGS = [SEPARATOR, '\u241d', '^]', '{GS}', '<GS>'];

/**
 * Reads the elements of a text that a GS1 symbol may have carried. Without a symbology identifier or a separator,
 * the first element must prove that it is one, by a check digit, or by a date with all that follows readable: a text
 * that merely begins with 10 or 21 is no lot or serial number.
 */
function elementsOf(text: string, carrier: Carrier): ElementReading {
  const rendering = RENDERINGS.find((one) => text.includes(one));
  const raw = rendering === undefined ? text : text.replaceAll(rendering, SEPARATOR);
  const reading = readElementString(raw);
  if (carrier === 'gs1' || rendering !== undefined) return reading;
  const [first] = reading.elements;
  if (first === undefined || !isProven(first)) return NO_ELEMENTS;
  return first.identifier.isDate && !reading.isComplete ? NO_ELEMENTS : reading;
}

function contentOfElements(
  { elements, unread }: ElementReading,
  codeType: CodeType,
  thisYear: number,
): Content {
  const values = new Map<string, Set<string>>();
  for (const { identifier, value } of elements) {
    const known = values.get(identifier.number);
    if (known === undefined) values.set(identifier.number, new Set([value]));
    else known.add(value);
  }
  // A repeated element must have the same value (GS1 General Specifications, section 4.13).
  const isContradicting = [...values.values()].some((several) => several.size > 1);
  const only = (number: string): string | undefined => {
    const [value, another] = values.get(number) ?? [];
    return another === undefined ? value : undefined;
  };
  const gtin = only('01');
  const isNamed = gtin !== undefined && hasCheckDigit(gtin) && !isContradicting;
  const expiryDate = dateOfGs1(only('17') ?? '', thisYear);
  const lotNumber = only('10');
  const serial = only('21');
  const reasonOf = (number: string): Unresolved['reason'] | undefined => {
    const [value, another] = values.get(number) ?? [];
    if (value === undefined) return unread.find((one) => one.number === number)?.reason;
    if (another !== undefined) return 'contradicting';
    if (number === '01' && !hasCheckDigit(value)) return 'invalid_check_digit';
    if (number === '01' && isContradicting) return 'contradicting';
    return number === '17' && expiryDate === undefined ? 'invalid_date' : undefined;
  };
  return {
    codeType,
    numbers: isNamed ? [{ gtin, type: codeType }] : [],
    ndcs: isNamed ? ndcsOfGtin(gtin) : [],
    ...(lotNumber !== undefined && { lotNumber }),
    ...(expiryDate !== undefined && { expiryDate }),
    ...(serial !== undefined && { serial }),
    unresolved: FIELDS.flatMap(([number, field]) => {
      const reason = reasonOf(number);
      return reason === undefined ? [] : [{ field, reason }];
    }),
  };
}
