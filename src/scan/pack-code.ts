// The codes that a SKU can be taught: as people and files write them, and as a scan carries them.
import { checkDigitOf, hasCheckDigit } from './check-digit.ts';
import { isAic } from './code-32.ts';
import { isLikeItemNumber } from './item-number.ts';
import { ndcsOfText, tenDigitsOf } from './ndc.ts';
import { parseCode, type Reading } from './parse.ts';
import { isPzn } from './pzn.ts';

/** As it is stored: GTINs, UPCs, EANs and CIPs are one space of numbers of 14 digits, NDCs have 11. */
export interface PackCode {
  readonly code_type: 'gtin' | 'ndc' | 'pzn' | 'hibc' | 'aic' | 'other';
  readonly code: string;
}

const CODE_LENGTH_MAX = 100;
const WHAT = {
  gtin: 'a GTIN of 8, 12, 13 or 14 digits with a right check digit',
  upc: 'a UPC of 12 digits with a right check digit',
  ean: 'an EAN of 8 or 13 digits with a right check digit',
  cip: 'a CIP of 13 digits with a right check digit',
  ndc: 'an NDC of 11 digits, or one with hyphens',
  pzn: 'a PZN of 8 digits with a right check digit',
  hibc: 'a primary HIBC without + and its check character',
  aic: 'an AIC of 9 digits with a right check digit',
  other: `a text of at most ${CODE_LENGTH_MAX} characters without blanks around it`,
};
const LENGTHS = { gtin: [8, 12, 13, 14], upc: [12], ean: [8, 13], cip: [13] };
const FITS = {
  pzn: isPzn,
  hibc: (text: string) => /^[A-Z][0-9A-Z]{4,21}\d$/.test(text),
  aic: isAic,
  other: (text: string) => text !== '' && !/^\s|\s$|\p{C}/u.test(text),
};

export type PackCodeType = keyof typeof WHAT;
export const PACK_CODE_TYPES = Object.keys(WHAT) as PackCodeType[];

/**
 * @param type undefined means that the text is as a scanner sent it
 * @returns what is wrong with a code, as a predicate, where it is none of its kind
 */
export function readPackCode(type: PackCodeType | undefined, text: string): PackCode | string {
  if (type === undefined) return readScanned(text);
  const isShort = [...text].length <= CODE_LENGTH_MAX;
  return (isShort ? codeOf(type, text) : undefined) ?? `must be ${WHAT[type]}`;
}

function codeOf(type: PackCodeType, text: string): PackCode | undefined {
  if (type === 'ndc') {
    const [code, another] = ndcsOfText(text);
    return code === undefined || another !== undefined ? undefined : { code_type: type, code };
  }
  if (type in LENGTHS) {
    const isNumber = LENGTHS[type as keyof typeof LENGTHS].includes(text.length);
    return isNumber && hasCheckDigit(text) ? gtinOf(text) : undefined;
  }
  const kind = type as keyof typeof FITS;
  return FITS[kind](text) ? { code_type: kind, code: text } : undefined;
}

/** Returns the one number of a product that a scan carries, or else the text itself. */
function readScanned(text: string): PackCode | string {
  const reading = parseCode(text, new Date().getUTCFullYear());
  const [only, another] = numbersOf(reading);
  if (only !== undefined && another?.code_type !== only.code_type) return only;
  const { lotNumber, expiryDate, serial, unresolved } = reading;
  if ((lotNumber ?? expiryDate ?? serial) !== undefined || unresolved.length > 0)
    return 'must carry the number of a product';
  const plain = reading.skuCodes.at(-1) ?? '';
  if (plain !== text) return readScanned(plain);
  if (isLikeItemNumber(text)) return `must be ${WHAT.gtin}`;
  return readPackCode('other', text);
}

/** Returns all that a code may be stored as. */
export function packCodesOf(reading: Reading): PackCode[] {
  const texts = reading.skuCodes.map((code) => ({ code_type: 'other' as const, code }));
  return [...numbersOf(reading), ...texts];
}

/** Returns what a scan of the code means: a GTIN may hold an NDC or a PZN, and be that of either. */
export function readingOf({ code_type, code }: PackCode): Reading {
  const mark = code_type === 'pzn' ? '-' : code_type === 'aic' ? 'A' : '';
  const reading = parseCode(mark + code, new Date().getUTCFullYear());
  const within: string[] = [];
  if (code_type === 'pzn') within.push(`04150${code}`);
  if (code_type === 'ndc') within.push(...tenDigitsOf(code).map((digits) => `003${digits}`));
  const type = 'gtin_14';
  const gtins = within.map((body) => ({ gtin: body + checkDigitOf(body), type }) as const);
  return { ...reading, numbers: [...reading.numbers, ...gtins] };
}

/** The numbers that a code carries, the most telling kind first. */
function numbersOf({ numbers, ndcs, others }: Reading): PackCode[] {
  const gtins = numbers.map(({ gtin }) => gtin);
  const cips = others.flatMap(({ type, code }) => (type === 'cip' ? gtinOf(code).code : []));
  return [
    ...[...new Set([...gtins, ...cips])].map(gtinOf),
    ...others.flatMap(({ type, code }) => (type === 'cip' ? [] : { code_type: type, code })),
    ...ndcs.map((code) => ({ code_type: 'ndc' as const, code })),
  ];
}

function gtinOf(digits: string): PackCode {
  return { code_type: 'gtin', code: digits.padStart(14, '0') };
}
