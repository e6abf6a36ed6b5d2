// The words of tests that plant an anomaly into a fabricated history and expect the checker to find it.
import { expect } from 'vitest';
import type { Command } from '../kit/model.ts';
import { check } from './checker/check-history.ts';
import { type Draft, FabricatedHistory } from './fabricated-history.ts';
import type { Call } from './history.ts';

export const PLACE = { sku: 'SKU-1', at: 'Main' };
export const SOON = '2027-03-01';
export const LATER = '2027-06-01';
export const GONE = '2026-10-01';

export const receive = (
  lot: string,
  qty: number,
  expiry = lot === 'L1' ? SOON : LATER,
): Command => ({ kind: 'receive', ...PLACE, lot, qty, expiry });
export const fulfill = (qty: number, order?: string): Command => ({
  kind: 'fulfill',
  ...PLACE,
  qty,
  ...(order && { order }),
});
export const reserve = (qty: number, order: string): Command => ({
  kind: 'reserve',
  ...PLACE,
  qty,
  order,
});

/** Two lots, the first of which expires first. */
export function stocked(units = 10): FabricatedHistory {
  const story = new FabricatedHistory();
  story.change(receive('L1', units));
  story.change(receive('L2', units));
  return story;
}

/** The checker reports this violation; without a kind, none. */
export function expectFound(story: FabricatedHistory, kind?: string | RegExp, text = /^/): void {
  const { violation } = check(story.history(), story.base);
  if (kind === undefined) expect(violation).toBeUndefined();
  else expect(violation?.kind).toMatch(typeof kind === 'string' ? new RegExp(`^${kind}$`) : kind);
  expect(violation?.text ?? '').toMatch(text);
}

export function last<Item>(items: readonly Item[]): Item {
  return items.at(-1) as Item;
}

/** Makes the outcome of a call unknown. */
export function unknow(call: Draft<Call>): void {
  call.end = null;
  delete call.response;
}
