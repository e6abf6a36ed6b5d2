import type { MovementRequest } from '../../../src/inventory/rules/requests.ts';

/** Draws one unit of whatever expires first. */
export const drawOne: MovementRequest = {
  type: 'fulfill',
  units: 1,
  lotNumber: undefined,
  expiryDate: undefined,
  status: undefined,
};
