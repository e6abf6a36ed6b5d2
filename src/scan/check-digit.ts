/**
 * Returns whether the last digit is the check digit of those before it: weights 3 and 1 alternate from the right, 3
 * on the rightmost digit before the check digit. The rule is the same for all GS1 keys of a fixed length (GS1
 * General Specifications, section 7.9.1).
 */
export function hasCheckDigit(digits: string): boolean {
  return /^\d{2,}$/.test(digits) && checkDigitOf(digits.slice(0, -1)) === digits.at(-1);
}

export function checkDigitOf(digits: string): string {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const weight = (digits.length - index) % 2 === 1 ? 3 : 1;
    sum += Number(digits[index]) * weight;
  }
  return String((10 - (sum % 10)) % 10);
}
