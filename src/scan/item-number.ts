// The numbers on retail codes. GTIN-8, -12, -13 and -14 share one number space: padded with zeros on the left to 14
// digits, each is unique (GS1 General Specifications, section 3.3.2).
import { hasCheckDigit } from './check-digit.ts';

type ItemNumberType = 'upc_a' | 'upc_e' | 'ean_8' | 'ean_13' | 'gtin_14';

export interface ItemNumber {
  readonly type: ItemNumberType;
  /** 14 digits. */
  readonly gtin: string;
}

const GTIN_DIGITS = 14;
const TYPE_OF_LENGTH: Readonly<Record<number, ItemNumberType>> = {
  8: 'ean_8',
  12: 'upc_a',
  13: 'ean_13',
  14: 'gtin_14',
};

/** Whether a text has the digits of an item number, with a right check digit or not. */
export function isLikeItemNumber(text: string): boolean {
  return text.length in TYPE_OF_LENGTH && /^\d+$/.test(text);
}

/**
 * Returns the numbers that the digits of a code may mean, with their check digits verified. Eight digits may be both
 * a UPC-E and an EAN-8 of the range 0, which is for use within a company (section 1.4.3): the UPC-E comes first.
 */
export function itemNumbersOf(digits: string): ItemNumber[] {
  const type = TYPE_OF_LENGTH[digits.length];
  if (type === undefined || !isLikeItemNumber(digits)) return [];
  const numbers: ItemNumber[] = [];
  const upcA = type === 'ean_8' ? upcAOfUpcE(digits) : undefined;
  if (upcA !== undefined && hasCheckDigit(upcA)) {
    numbers.push({ type: 'upc_e', gtin: upcA.padStart(GTIN_DIGITS, '0') });
  }
  if (hasCheckDigit(digits)) numbers.push({ type, gtin: digits.padStart(GTIN_DIGITS, '0') });
  return numbers;
}

/**
 * Expands a UPC-E of eight digits (number system 0, six digits, and the check digit of the whole UPC-A) to the UPC-A
 * whose zeros it leaves out (GS1 General Specifications, section 5.2.2, UPC-E; ISO/IEC 15420). The last of the six
 * digits shows where the zeros were.
 */
function upcAOfUpcE(digits: string): string | undefined {
  const [, kept = '', rule = '', check = ''] = /^0(\d{5})(\d)(\d)$/.exec(digits) ?? [];
  if (kept === '') return undefined;
  switch (rule) {
    case '0':
    case '1':
    case '2':
      return `0${kept.slice(0, 2)}${rule}0000${kept.slice(2)}${check}`;
    case '3':
      return `0${kept.slice(0, 3)}00000${kept.slice(3)}${check}`;
    case '4':
      return `0${kept.slice(0, 4)}00000${kept.slice(4)}${check}`;
    default:
      return `0${kept}0000${rule}${check}`;
  }
}

/** Returns how catalogs write these GTINs: as GTIN-14, as a UPC of 12 digits, as an EAN of 8 or 13. */
export function spellingsOfGtins(gtins: readonly string[]): {
  gtins: readonly string[];
  upcs: string[];
  eans: string[];
} {
  const without = (zeros: number) =>
    gtins.filter((gtin) => gtin.startsWith('0'.repeat(zeros))).map((gtin) => gtin.slice(zeros));
  return { gtins, upcs: without(2), eans: [...without(1), ...without(6)] };
}
