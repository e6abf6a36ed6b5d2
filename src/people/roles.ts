import type { APPLICATION_SCOPES } from '../../generated/contract.ts';

type ApplicationScope = (typeof APPLICATION_SCOPES)[number];

const CLERK = [
  'inventory:read',
  'stock:receive',
  'stock:count',
  'stock:transfer',
  'stock:waste',
  'stock:quarantine',
  'temperature:write',
  'orders:pack',
] as const;

const CHECKING = [
  'stock:waste-controlled',
  'stock:adjust',
  'counts:approve',
  'lots:expiry',
  'witness',
  'activity:read',
] as const;

/** The scopes of each role. A person may have several roles. */
export const ROLES = {
  clerk: CLERK,
  pharmacist: [...CLERK, ...CHECKING, 'lots:release', 'lots:recall'],
  manager: [...CLERK, ...CHECKING, 'people:write', 'terminals:write', 'catalog:write'],
  developer: ['inventory:read', 'inventory:write', 'keys:read'],
} as const satisfies Record<string, readonly ApplicationScope[]>;

export type Role = keyof typeof ROLES;

export const ROLE_NAMES = Object.keys(ROLES) as readonly Role[];

export function scopesOf(roles: readonly Role[]): ReadonlySet<ApplicationScope> {
  return new Set(roles.flatMap((role) => ROLES[role]));
}

/** Those who may witness what somebody else does. */
export const WITNESS_ROLES = ROLE_NAMES.filter((role) => scopesOf([role]).has('witness'));
