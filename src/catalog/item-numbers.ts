import { OperatorError } from '../errors.ts';
import { checkDigitOf, hasCheckDigit } from '../scan/check-digit.ts';

const NUMBERS = ['gtin', 'upc', 'ean'] as const;

type ItemNumbers = { readonly [Name in (typeof NUMBERS)[number]]?: string | null };

/**
 * A number with another check digit was mistyped: no scanner reads it, and no scan would ever find its SKU.
 *
 * @throws OperatorError that names the record and the field
 */
export function requireCheckDigits(skus: readonly ItemNumbers[]): void {
  for (const [place, sku] of skus.entries()) {
    for (const name of NUMBERS) {
      const digits = sku[name];
      if (typeof digits !== 'string' || hasCheckDigit(digits)) continue;
      const right = checkDigitOf(digits.slice(0, -1));
      throw new OperatorError(
        `skus[${place}].${name} ends in another check digit than its other digits give, which is ${right}: one digit of it is wrong.`,
      );
    }
  }
}
