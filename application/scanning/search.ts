/** Finds what is typed in the scan box, once a person pauses; a scan ends before that. Arrows choose, Enter opens. */
import { signal } from '@preact/signals';
import { answerOf, api, type Schemas } from '../api/client.ts';
import { go, withQuery } from '../router.ts';
import { may } from '../session.ts';
import { isScanTaken, takeScan } from './scans.ts';

export type Result = Schemas['SearchResult'];

export const results = signal<readonly Result[]>([]);
/** The index of the result that Enter opens; -1 where Enter takes what is typed as a code. */
export const chosen = signal(-1);

const PAUSE_MILLISECONDS = 250;
const CHARACTERS_MIN = 2;

let pause: ReturnType<typeof setTimeout> | undefined;

export function forgetResults(): void {
  clearTimeout(pause);
  results.value = [];
}

export function searchFor(box: HTMLInputElement): void {
  clearTimeout(pause);
  const text = box.value.trim();
  if (text.length < CHARACTERS_MIN || !may('inventory:read')) {
    forgetResults();
    return;
  }
  pause = setTimeout(() => {
    answerOf(api.GET('/search', { params: { query: { text } } })).then(
      ({ data }) => {
        if (box.value.trim() !== text) return;
        results.value = data;
        chosen.value = isScanTaken() ? -1 : 0;
      },
      // What is typed can still be taken as a code.
      forgetResults,
    );
  }, PAUSE_MILLISECONDS);
}

/** @returns whether the key was for the results */
export function takesKey({ key }: KeyboardEvent, box: HTMLInputElement): boolean {
  const last = results.peek().length - 1;
  if (last < 0) return false;
  if (key === 'ArrowDown') chosen.value = Math.min(chosen.peek() + 1, last);
  else if (key === 'ArrowUp') chosen.value = Math.max(chosen.peek() - 1, 0);
  else if (key === 'Enter' && chosen.peek() >= 0) openResult(results.peek()[chosen.peek()], box);
  else return false;
  return true;
}

/** A screen that takes scans is given the product that was chosen. */
export function openResult(result: Result | undefined, box: HTMLInputElement): void {
  box.value = '';
  forgetResults();
  const { kind, sku_code, lot_number, order_id } = result ?? {};
  if (kind === 'order') go(`/orders/${order_id}`);
  else if (kind === 'lot') go(withQuery('/lots', { sku_code, lot_number, empty: true }));
  else if (isScanTaken()) takeScan({ code: sku_code ?? '', endedBy: 'Enter' });
  else go(`/stock/${encodeURIComponent(sku_code ?? '')}`);
}
