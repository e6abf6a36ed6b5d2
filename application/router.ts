/** Addresses of the page. Each screen has one, so that it can be opened, kept and gone back to. */
import { computed, signal } from '@preact/signals';

export const BASE = '/app';

const here = signal(currentAddress());

/** Below `/app`, without what follows `?`; `/` is home. */
export const path = computed(() => here.value.split('?')[0] ?? '/');
export const query = computed(() => new URLSearchParams(here.value.split('?')[1] ?? ''));
/** Path and query: what a form's draft is kept under. */
export const address = computed(() => here.value);

/** @param to below `/app`, such as `/lots?sku_code=A` */
export function go(to: string, { replace = false } = {}): void {
  const url = hrefOf(to);
  if (replace) history.replaceState({ steps: stepsBack() }, '', url);
  else history.pushState({ steps: stepsBack() + 1 }, '', url);
  here.value = currentAddress();
  if (!replace) scrollTo(0, 0);
}

/** Goes to the screen before, or home where this one was opened first. */
export function goBack(): void {
  if (stepsBack() > 0) history.back();
  else go('/', { replace: true });
}

export function hrefOf(to: string): string {
  return to === '/' ? BASE : BASE + to;
}

/** An address with those parts of a query that are there. */
export function withQuery(to: string, parts: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parts)) {
    if (value !== undefined && value !== null && value !== '' && value !== false)
      search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? to : `${to}?${text}`;
}

/** @returns what the pattern's `:names` stand for, or undefined where it does not fit */
export function match(pattern: string, at: string): Record<string, string> | undefined {
  const [wanted, given] = [pattern.split('/'), at.split('/')];
  if (wanted.length !== given.length) return undefined;
  const found: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const actual = given[index] ?? '';
    if (part.startsWith(':')) found[part.slice(1)] = decode(actual);
    else if (part !== actual) return undefined;
  }
  return found;
}

/** Links of the page are followed without loading it again. */
export function followLinks(): void {
  addEventListener('popstate', () => {
    here.value = currentAddress();
  });
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest?.('a');
    if (link?.target !== '' || link.rel === 'external' || link.hasAttribute('download')) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin) return;
    if (url.pathname !== BASE && !url.pathname.startsWith(`${BASE}/`)) return;
    if (url.hash !== '' && url.pathname === location.pathname) return;
    event.preventDefault();
    go((url.pathname.slice(BASE.length) || '/') + url.search);
  });
}

function currentAddress(): string {
  const below = location.pathname.slice(BASE.length).replace(/\/$/, '');
  return (below === '' ? '/' : below) + location.search;
}

function stepsBack(): number {
  const state = history.state as { steps?: number } | null;
  return state?.steps ?? 0;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
