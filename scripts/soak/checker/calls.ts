// What a call is, and how it ended.
import type { Call } from '../history.ts';

export type ChangeCall = Call & { readonly ask: { readonly kind: 'change' } };

export function isChange(call: Call): call is ChangeCall {
  return call.ask.kind === 'change';
}

export function isAccepted(told: Call['told']): boolean {
  return told !== undefined && !('code' in told);
}

export function statusOf(told: NonNullable<Call['told']>): number | undefined {
  return 'status' in told ? told.status : undefined;
}

export function idsOf(calls: readonly Call[]): number[] {
  return [...new Set(calls.map(({ id }) => id))];
}
