// What a call is, and how it ended.
import type { Call } from '../history.ts';

export type ChangeCall = Call & { readonly ask: { readonly kind: 'change' } };

export function isChange(call: Call): call is ChangeCall {
  return call.ask.kind === 'change';
}

export function isAccepted(response: Call['response']): boolean {
  return response !== undefined && !('code' in response);
}

export function statusOf(response: NonNullable<Call['response']>): number | undefined {
  return 'status' in response ? response.status : undefined;
}

export function idsOf(calls: readonly Call[]): number[] {
  return [...new Set(calls.map(({ id }) => id))];
}
