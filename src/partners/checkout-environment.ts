import type { Environment } from '../contract.ts';

// The checkout has its own names for the two environments.

export const CHECKOUT_ENVIRONMENTS = ['production', 'sandbox'] as const;
export type CheckoutEnvironment = (typeof CHECKOUT_ENVIRONMENTS)[number];

export function checkoutEnvironment(environment: Environment): CheckoutEnvironment {
  return environment === 'live' ? 'production' : 'sandbox';
}

/** Accepts both the API's and the checkout's names. */
export function environmentOf(name: Environment | CheckoutEnvironment): Environment {
  switch (name) {
    case 'live':
    case 'production':
      return 'live';
    case 'test':
    case 'sandbox':
      return 'test';
    default: {
      const never: never = name;
      return never;
    }
  }
}
