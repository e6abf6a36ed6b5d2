// Code 32, the Italian Pharmacode, with the AIC number of a medicine: nine digits, the last of them a check digit, as six
// characters to the base of 32 without the vowels A, E, I and O (Decreto Ministero della Sanità of 10 June 1983).

const DIGITS = '0123456789BCDFGHJKLMNPQRSTUVWXYZ';

/** Returns the AIC number of `A` and nine digits, as people read it, or of the six characters that the bars hold. */
export function aicOf(text: string): string | undefined {
  if (/^A\d{9}$/.test(text)) return isAic(text.slice(1)) ? text.slice(1) : undefined;
  if (!/^[0-9B-DF-HJ-NP-Z]{6}$/.test(text)) return undefined;
  const number = [...text].reduce(
    (value, digit) => value * DIGITS.length + DIGITS.indexOf(digit),
    0,
  );
  const aic = String(number).padStart(9, '0');
  return isAic(aic) ? aic : undefined;
}

/** Whether the ninth digit is the sum of the others modulo 10, every second one doubled and its digits added. */
export function isAic(digits: string): boolean {
  if (!/^\d{9}$/.test(digits)) return false;
  const sum = [...digits.slice(0, 8)].reduce((total, digit, index) => {
    const weighted = Number(digit) * (1 + (index % 2));
    return total + Math.floor(weighted / 10) + (weighted % 10);
  }, 0);
  return sum % 10 === Number(digits[8]);
}
