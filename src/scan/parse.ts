// Reads a scanned code without the catalog, as pure functions.
//
// A code is read as the first of these that fits: a GS1 Digital Link, an EPC URI, an element string with its brackets, a
// PPN, a HIBC, a Code 32 or a PZN, a number (UPC, EAN, GTIN, NDC), the element string of a GS1 symbol. The result holds
// only what is certain.

import type { CODE_TYPES } from '../../generated/contract.ts';
import { hasCheckDigit } from './check-digit.ts';
import { aicOf, isAic } from './code-32.ts';
import { readDigitalLink } from './digital-link.ts';
import {
  type ElementReading,
  EXPIRY_WITH_TIME,
  isProven,
  NO_ELEMENTS,
  type Partially,
  readBracketed,
  readElementString,
  SEPARATOR,
  STEPS_MAX,
  type Unread,
} from './element-string.ts';
import { readEpcUri } from './epc-uri.ts';
import { dateOfGs1, dateOfGs1Time } from './gs1-date.ts';
import { HIBC, readHibc } from './hibc.ts';
import { PPN, readFormat06 } from './iso-15434.ts';
import { type ItemNumber, isLikeItemNumber, itemNumbersOf } from './item-number.ts';
import { ndcsOfGtin, ndcsOfText } from './ndc.ts';
import { isPzn, pznOf, pznOfGtin } from './pzn.ts';
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
  /** Whether the NDC names a product by itself, so that it and a number must not name two. */
  readonly isNdcToo?: true;
  /** What the code may mean in the systems of other countries and of devices. */
  readonly others: readonly OtherCode[];
  /** From 1 to 20 characters. */
  readonly lotNumber?: string;
  /** ISO date. */
  readonly expiryDate?: string;
  /** From 1 to 20 characters. */
  readonly serial?: string;
  /** How many items there are, at least 1. */
  readonly itemCount?: number;
  /** What was there and could not be read, each field once. */
  readonly unresolved: readonly Unresolved[];
  /** The ways to read the code where there are several, each with a lot: one that the SKU has or had tells which is right. */
  readonly ways: readonly Content[];
}

/** A number with its check digit verified: 8 digits, 9 of an AIC, 13 of a CIP; a HIBC without `+` and its check character. */
export interface OtherCode {
  readonly type: 'pzn' | 'aic' | 'cip' | 'hibc';
  readonly code: string;
}

/** The fields that a code can fill, with their identifiers, in the order in which answers name them. */
const FIELDS = [
  { field: 'gtin', numbers: ['01', '02'] },
  { field: 'lot_number', numbers: ['10'] },
  { field: 'expiry_date', numbers: ['17', EXPIRY_WITH_TIME] },
  { field: 'serial', numbers: ['21'] },
  { field: 'item_count', numbers: ['30', '37'] },
  { field: 'code', numbers: [PPN, HIBC] },
] as const;

interface Unresolved {
  readonly field: (typeof FIELDS)[number]['field'];
  readonly reason: Unread['reason'] | 'invalid_date';
}

export type Content = Omit<Reading, 'skuCodes'>;

const NOTHING: Content = { numbers: [], ndcs: [], others: [], unresolved: [], ways: [] };

/**
 * @param code well-formed Unicode
 * @param thisYear decides the century of two-digit years
 */
export function parseCode(code: string, thisYear: number): Reading {
  // Scanners end what they type with a line feed or a tab.
  const typed = trimmed(code);
  const { carrier, text } = withoutSymbologyIdentifier(typed);
  const skuCodes = [...new Set([code, typed, text])].filter((one) => one !== '');
  // The check character of a HIBC, and the link before it, may be blanks.
  const [blanks = ''] = /^ */.exec(code.slice(code.indexOf(typed) + typed.length)) ?? [];
  const whole = /^\*?\+/.test(text) ? text + blanks : text;
  return { skuCodes, ...contentOf(whole, carrier, thisYear) };
}

/** `gs1`: the symbol says that it holds GS1 elements. `other`: it says that it does not. */
type Carrier = 'gs1' | 'ean' | 'ean8' | 'other' | 'unknown';

/**
 * GS1 General Specifications, section 5.1.3, and ISO/IEC 15424: `]`, the symbology, a modifier. `]d5` and `]Q4` are those
 * of GS1 symbols that name their character set too.
 */
const CARRIERS: Readonly<Record<string, Carrier>> = {
  ']C1': 'gs1',
  ']e0': 'gs1',
  ']d2': 'gs1',
  ']d5': 'gs1',
  ']Q3': 'gs1',
  ']Q4': 'gs1',
  ']J1': 'gs1',
  ']E0': 'ean',
  ']E4': 'ean8',
};

function withoutSymbologyIdentifier(text: string): { carrier: Carrier; text: string } {
  if (!/^\][A-Za-z][0-9A-Za-z]/.test(text)) return { carrier: 'unknown', text };
  const carried = text.slice(3);
  const carrier = CARRIERS[text.slice(0, 3)] ?? 'other';
  // A separator where the first character should say that the symbol is of GS1 is a misprint of that.
  if (carrier === 'other' && carried.startsWith(SEPARATOR))
    return { carrier: 'unknown', text: carried };
  return { carrier, text: carrier === 'gs1' ? carried.replace(CHARACTER_SETS, '') : carried };
}

/** An extended channel interpretation, a backslash and six digits, which is no data. */
const CHARACTER_SETS = /\\\d{6}/g;

function contentOf(text: string, carrier: Carrier, thisYear: number): Content {
  const link = text.includes('/') ? readDigitalLink(text) : undefined;
  if (link !== undefined) return contentOfElements(link, 'gs1_digital_link', thisYear);
  const epc = readEpcUri(text);
  if (epc !== undefined) return contentOfElements(epc, 'epc_uri', thisYear);
  if (/^\(\d{2,4}\)/.test(text)) {
    return contentOfElements(readBracketed(text), 'gs1_element_string', thisYear);
  }
  if (carrier !== 'gs1') {
    const other = contentOfOther(text, thisYear) ?? contentOfNumber(text, carrier);
    if (other !== undefined) return other;
    if (carrier !== 'unknown') return NOTHING;
  }
  const reading = elementsOf(text, carrier);
  const content = contentOfElements(reading, 'gs1_element_string', thisYear);
  return reading.elements.length === 0 ? { ...NOTHING, unresolved: content.unresolved } : content;
}

/** Reads what is neither of GS1 nor of the FDA. */
function contentOfOther(text: string, thisYear: number): Content | undefined {
  if (/^\d{7,}$/.test(text)) return undefined;
  const ifa = readFormat06(text);
  if (ifa !== undefined) {
    const content = contentOfElements(ifa.reading, 'ifa_ppn', thisYear);
    return ifa.pzn === undefined ? content : withOther(content, { type: 'pzn', code: ifa.pzn });
  }
  const hibc = readHibc(text);
  if (hibc !== undefined) {
    const content = contentOfElements(hibc.reading, 'hibc', thisYear);
    return hibc.product === undefined
      ? content
      : withOther(content, { type: 'hibc', code: hibc.product });
  }
  const aic = aicOf(text);
  if (aic === undefined) return undefined;
  return { ...withOther(NOTHING, { type: 'aic', code: aic }), codeType: 'code_32' };
}

function withOther(content: Content, code: OtherCode): Content {
  return { ...content, others: [...content.others, code] };
}

/** Returns undefined for what is neither digits of such a length nor an NDC or a PZN. */
function contentOfNumber(text: string, carrier: Carrier): Content | undefined {
  const digits = text.replaceAll(' ', '');
  const ndcs = ndcsOfText(text);
  const pzn = pznOf(text);
  const pzns = pzn === undefined ? [] : [{ type: 'pzn', code: pzn } as const];
  const numbers = itemNumbersOf(digits).filter(
    ({ type }) =>
      // EAN-8 has a symbology identifier of its own; UPC-E shares EAN-13's.
      !(carrier === 'ean8' && type === 'upc_e') && !(carrier === 'ean' && type === 'ean_8'),
  );
  const [number, another] = numbers;
  if (number === undefined) {
    if (pzn !== undefined) return { ...NOTHING, codeType: 'pzn', others: pzns };
    if (ndcs.length > 0) return { ...NOTHING, codeType: 'ndc', ndcs };
    return isLikeItemNumber(digits) ? NOTHING : undefined;
  }
  // Eight digits may be a UPC-E or an EAN-8 and a PZN.
  const others = [...pzns, ...othersOfGtin(number.gtin)];
  if (another !== undefined) return { ...NOTHING, numbers, others };
  const codeType = others[0]?.type === 'cip' && number.type === 'ean_13' ? 'cip_13' : number.type;
  // Twelve digits with a right check digit may be an NDC too.
  if (ndcs.length > 0) return { ...NOTHING, codeType, numbers, ndcs, isNdcToo: true, others };
  return { ...NOTHING, codeType, numbers, ndcs: ndcsOfGtin(number.gtin), others };
}

/** The French CIP of 13 digits is a GTIN of the prefix 3400 (Club Inter Pharmaceutique); the German PZN is in one. */
function othersOfGtin(gtin: string): OtherCode[] {
  if (gtin.startsWith('03400')) return [{ type: 'cip', code: gtin.slice(1) }];
  const pzn = pznOfGtin(gtin);
  return pzn === undefined ? [] : [{ type: 'pzn', code: pzn }];
}

/** The national numbers of medicines that have an identifier of their own (GS1 General Specifications, section 3.8). */
function othersOfElements(only: (number: string) => string | undefined): OtherCode[] {
  const [pzn = '', cip = '', aic = ''] = ['710', '711', '716'].map(only);
  return [
    ...(isPzn(pzn) ? [{ type: 'pzn', code: pzn } as const] : []),
    ...(/^3400\d{9}$/.test(cip) && hasCheckDigit(cip) ? [{ type: 'cip', code: cip } as const] : []),
    ...(isAic(aic) ? [{ type: 'aic', code: aic } as const] : []),
  ];
}

/**
 * The separators as a keyboard or a log may render them: the symbol for ASCII 29, its caret notation, and names. Only the
 * first one that a text holds counts. The symbol and `^]` cannot be data, because the character set 82 does not have them
 * (GS1 General Specifications, section 7.11).
 */
const RENDERINGS = [SEPARATOR, '\u241d', '^]', '{GS}', '<GS>', '<FNC1>'];
/** These count where the text can be read to its end with them, and not without. */
const LIKELY_RENDERINGS = ['[GS]', '{FNC1}', '\\x1d', '\\u001d', '~', '|', '#'];

/**
 * Reads the elements of a text that a GS1 symbol may have carried. Without a symbology identifier or a separator,
 * the first element must prove that it is one, by a check digit, or by a date with all that follows readable: a text
 * that merely begins with 10 or 21 is no lot or serial number.
 */
function elementsOf(text: string, carrier: Carrier): ElementReading {
  const rendering = RENDERINGS.find((one) => text.includes(one));
  let reading = readSymbols(text, rendering);
  if (carrier === 'gs1' ? reading.isComplete : rendering !== undefined) return reading;
  const likely = LIKELY_RENDERINGS.find((one) => text.includes(one));
  if (likely !== undefined && !reading.isComplete && rendering === undefined) {
    const other = readSymbols(text, likely);
    if (other.isComplete) reading = other;
  }
  if (carrier === 'gs1') return reading;
  const [first] = reading.elements;
  if (first === undefined || !isProven(first)) return NO_ELEMENTS;
  return first.identifier.isDate && !reading.isComplete ? NO_ELEMENTS : reading;
}

/** A rendering that begins or ends a symbol may be what the scanner adds: it proves no separator. */
function readSymbols(text: string, rendering = SEPARATOR): ElementReading {
  const symbols = text.split(ANOTHER_SYMBOL);
  if (rendering === SEPARATOR) return combined(symbols.map(readElementString));
  const parts = symbols.map((one) => one.split(rendering).filter((part) => part !== ''));
  return combined(parts.map((part) => readElementString(part.join(SEPARATOR))));
}

/** A second GS1 symbol of the same scan. The character set 82 has no `]`, and no element follows `^]` like this. */
const ANOTHER_SYMBOL = /\](?:C1|e0|d[25]|Q[34]|J1)/;

/** Any way to read one symbol may go with any way to read another. */
function combined(readings: readonly ElementReading[]): ElementReading {
  if (readings.length === 1) return readings[0] as ElementReading;
  const together = (...parts: readonly Partially[]) => ({
    elements: parts.flatMap(({ elements }) => elements),
    unread: parts.flatMap(({ unread }) => unread),
  });
  let ways: Partially[] = [together()];
  for (const one of readings) {
    const own = one.ways.length === 0 ? [one] : one.ways;
    if (own.length * ways.length > STEPS_MAX) ways = [];
    ways = ways.flatMap((way) => own.map((next) => together(way, next)));
  }
  if (readings.every((one) => one.ways.length === 0)) ways = [];
  return { ...together(...readings), ways, isComplete: readings.every((one) => one.isComplete) };
}

function contentOfElements(
  { ways, ...reading }: ElementReading,
  codeType: CodeType,
  thisYear: number,
): Content {
  const contents = ways.map((way) => contentOfCertain(way, codeType, thisYear));
  const ofLots = contents.filter(({ lotNumber }) => lotNumber !== undefined);
  return { ...contentOfCertain(reading, codeType, thisYear), ways: ofLots };
}

/** Returns what several ways to read a code agree in. */
export function agreed(ways: readonly Content[]): Content {
  const [first = NOTHING, ...others] = ways;
  const parts = [
    ['lotNumber', 'lot_number'],
    ['expiryDate', 'expiry_date'],
    ['serial', 'serial'],
    ['itemCount', 'item_count'],
  ] as const;
  const open = parts.filter(([part]) => others.some((other) => other[part] !== first[part]));
  const fields: readonly string[] = open.map(([, field]) => field);
  return {
    ...first,
    ...Object.fromEntries(open.map(([part]) => [part, undefined])),
    unresolved: [
      ...first.unresolved.filter(({ field }) => !fields.includes(field)),
      ...open.map(([, field]): Unresolved => ({ field, reason: 'ambiguous' })),
    ],
  };
}

function contentOfCertain(
  { elements, unread }: Partially,
  codeType: CodeType,
  thisYear: number,
): Content {
  const values = new Map<string, string>();
  // A repeated element must have the same value (GS1 General Specifications, section 4.13).
  const contradicting = new Set<string>();
  for (const { identifier, value } of elements) {
    const known = values.get(identifier.number);
    if (known === undefined) values.set(identifier.number, value);
    else if (known !== value) contradicting.add(identifier.number);
  }
  const only = (number: string) => (contradicting.has(number) ? undefined : values.get(number));
  // The items that a logistic unit contains have a GTIN where it has none itself.
  const gtin = only(values.has('01') ? '01' : '02');
  const isRight = gtin !== undefined && hasCheckDigit(gtin);
  // The number of a pack in the United States (AI 715) is its NDC.
  const [ownNdcs, gtinNdcs] = [ndcsOfText(only('715') ?? ''), isRight ? ndcsOfGtin(gtin) : []];
  const isOtherNdc =
    ownNdcs.length > 0 && gtinNdcs.length > 0 && !ownNdcs.some((one) => gtinNdcs.includes(one));
  const isOtherItem = gtin !== undefined && values.has('02') && values.get('02') !== gtin;
  const isContradicting = contradicting.size > 0 || isOtherNdc || isOtherItem;
  const [date, time] = [only('17'), only(EXPIRY_WITH_TIME)];
  const days = new Set<string | undefined>();
  if (date !== undefined) days.add(dateOfGs1(date, thisYear));
  if (time !== undefined) days.add(dateOfGs1Time(time, thisYear));
  const counts = new Set(['30', '37'].flatMap((number) => only(number) ?? []).map(Number));
  const reasonOf = (field: Unresolved['field'], numbers: readonly string[]) => {
    if (field === 'gtin' && gtin !== undefined) {
      if (!isRight) return 'invalid_check_digit';
      if (isContradicting) return 'contradicting';
    }
    const found = { expiry_date: days, item_count: counts }[field as string];
    const isTwice = numbers.some((number) => contradicting.has(number));
    if (isTwice || (found && found.size > 1)) return 'contradicting';
    if (field === 'expiry_date' && days.has(undefined)) return 'invalid_date';
    return unread.find(({ number }) => numbers.includes(number))?.reason;
  };
  const unresolved: Unresolved[] = [];
  for (const { field, numbers } of FIELDS) {
    const reason = reasonOf(field, numbers);
    if (reason !== undefined) unresolved.push({ field, reason });
  }
  const [rest] = unread;
  if (unresolved.length === 0 && rest !== undefined)
    unresolved.push({ field: 'code', reason: rest.reason });
  const certain = <Value>(field: Unresolved['field'], value: Value) =>
    unresolved.some((one) => one.field === field) ? undefined : value;
  const named = isContradicting ? undefined : certain('gtin', gtin);
  const lotNumber = certain('lot_number', only('10'));
  const expiryDate = certain('expiry_date', [...days][0]);
  const serial = certain('serial', only('21'));
  const itemCount = certain('item_count', [...counts][0]) ?? 0;
  const isNdcToo = ownNdcs.length > 0 && !isContradicting;
  return {
    codeType,
    numbers: named === undefined ? [] : [{ gtin: named, type: codeType }],
    ...(isNdcToo ? { ndcs: ownNdcs, isNdcToo } : { ndcs: named === undefined ? [] : gtinNdcs }),
    others: isContradicting
      ? []
      : [...othersOfElements(only), ...(named === undefined ? [] : othersOfGtin(named))],
    ...(lotNumber !== undefined && { lotNumber }),
    ...(expiryDate !== undefined && { expiryDate }),
    ...(serial !== undefined && { serial }),
    ...(itemCount > 0 && { itemCount }),
    unresolved,
    ways: [],
  };
}
