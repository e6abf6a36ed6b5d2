// Prices a bundle exactly: whole cents and their fractions are integers, never binary fractions.

/** How a bundle is priced. */
export type Pricing =
  | { readonly mode: 'sum' }
  | { readonly mode: 'flat'; readonly flatPriceCents: number }
  /** The value is per cent of the sum, or cents on top of it; see `markupUnits`. */
  | { readonly mode: 'package_markup'; readonly type: 'percent' | 'flat'; readonly units: bigint };

interface PricedMember {
  readonly patientPriceCents: number;
  readonly qty: number;
}

export const MARKUP_FRACTION_DIGITS = 4;
/** Units of a markup's value in one cent, or in one per cent. */
const UNITS = 10n ** BigInt(MARKUP_FRACTION_DIGITS);
const PER_CENT = 100n;

/** Returns the price in cents. A markup is rounded half up to a cent, once. */
export function priceBundle(members: readonly PricedMember[], pricing: Pricing): bigint {
  switch (pricing.mode) {
    case 'flat':
      return BigInt(pricing.flatPriceCents);
    case 'sum':
      return sumOf(members);
    case 'package_markup': {
      const sum = sumOf(members);
      return pricing.type === 'percent'
        ? sum + roundedHalfUp(sum * pricing.units, PER_CENT * UNITS)
        : sum + roundedHalfUp(pricing.units, UNITS);
    }
    default: {
      const never: never = pricing;
      return never;
    }
  }
}

/**
 * Returns a markup's value in ten-thousandths; undefined where it has more fraction digits. It is read from the
 * shortest decimal that means the number, which is what the caller wrote.
 *
 * @param value from 0 to 1e11, so that its ten-thousandths stay distinct
 */
export function markupUnits(value: number): bigint | undefined {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(String(value));
  const [, whole, fraction = ''] = match ?? [];
  if (whole === undefined || fraction.length > MARKUP_FRACTION_DIGITS) return undefined;
  return BigInt(whole + fraction.padEnd(MARKUP_FRACTION_DIGITS, '0'));
}

function sumOf(members: readonly PricedMember[]): bigint {
  return members.reduce(
    (sum, { patientPriceCents, qty }) => sum + BigInt(patientPriceCents) * BigInt(qty),
    0n,
  );
}

/** Both arguments must not be negative. */
function roundedHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}
