// The German numbers of medicines (IFA, Technical information on PZN coding; IFA Coding System, PPN code
// specification).
import { hasCheckDigit } from './check-digit.ts';

/** Whether the eighth digit is the sum of the others, weighted 1 to 7, modulo 11; no number has the remainder 10. */
export function isPzn(digits: string): boolean {
  if (!/^\d{8}$/.test(digits)) return false;
  const sum = [...digits.slice(0, 7)].reduce(
    (total, digit, index) => total + Number(digit) * (index + 1),
    0,
  );
  return sum % 11 === Number(digits[7]);
}

/** Returns the PZN of a label, `-02763133` or `PZN 02763133`, or of eight digits. Older ones have seven. */
export function pznOf(text: string): string | undefined {
  const [, mark, digits = ''] = /^(-|PZN[ :-]*)?(\d{7,8})$/i.exec(text) ?? [];
  const pzn = mark === undefined ? digits : digits.padStart(8, '0');
  return isPzn(pzn) ? pzn : undefined;
}

/** Returns the PZN within an NTIN, a GTIN that begins with 04150. */
export function pznOfGtin(gtin: string): string | undefined {
  return gtin.startsWith('04150') && hasCheckDigit(gtin) ? pznOf(gtin.slice(5, 13)) : undefined;
}

/**
 * Whether a pharmacy product number, `11` for the PZN and the PZN, ends in its two check digits: the sum of its
 * characters' ASCII values, weighted from 2 upwards, modulo 97.
 */
export function isPpn(text: string): boolean {
  if (!/^[0-9A-Z]{2,20}\d{2}$/.test(text)) return false;
  const sum = [...text.slice(0, -2)].reduce(
    (total, character, index) => total + character.charCodeAt(0) * (index + 2),
    0,
  );
  return String(sum % 97).padStart(2, '0') === text.slice(-2);
}
