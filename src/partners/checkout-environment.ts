import type { Environment } from '../contract.ts';

// What takes cards has names of its own for the two environments.

export const CHECKOUT_ENVIRONMENTS = ['production', 'sandbox'] as const;
export type CheckoutEnvironment = (typeof CHECKOUT_ENVIRONMENTS)[number];

export function checkoutEnvironment(environment: Environment): CheckoutEnvironment {
  return environment === 'live' ? 'production' : 'sandbox';
}

/** Accepts the name of the API and that of the checkout. */
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
