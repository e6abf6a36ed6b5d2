// The quota plans. A plan gives a key its limits when the key is issued; from then on the key's own limits apply.
import { errors } from '../errors.ts';

/** Limits of writes. An enterprise key has limits of its own. */
const LIMITS = {
  standard: { perMinute: 60, perDay: 10_000 },
  partner: { perMinute: 300, perDay: 100_000 },
  enterprise: undefined,
} as const;

export type Plan = keyof typeof LIMITS;

export const PLANS = Object.keys(LIMITS) as readonly Plan[];

/** Reads have a minute limit of their own, ten times that of writes, and no day limit. */
export const READS_PER_WRITE = 10;

/** How many requests of one key a process answers at the same time, and how many of them may be reads. */
export const IN_FLIGHT: Readonly<Record<Plan, { requests: number; reads: number }>> = {
  standard: { requests: 64, reads: 8 },
  partner: { requests: 256, reads: 16 },
  enterprise: { requests: 1_024, reads: 64 },
};

export interface Limits {
  readonly perMinute: number;
  readonly perDay: number;
}

/** Returns the limits of a plan, or those given instead. @throws ApiError where neither sets one */
export function limitsOf(
  plan: Plan,
  { perMinute, perDay }: { perMinute: number | undefined; perDay: number | undefined },
): Limits {
  const own = {
    perMinute: perMinute ?? LIMITS[plan]?.perMinute,
    perDay: perDay ?? LIMITS[plan]?.perDay,
  };
  if (own.perMinute === undefined || own.perDay === undefined) {
    throw errors.validationFailed(
      'An enterprise plan needs `requests_per_minute` and `requests_per_day`.',
    );
  }
  return { perMinute: own.perMinute, perDay: own.perDay };
}
