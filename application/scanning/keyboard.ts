/**
 * The keys of the page. The scan box has the focus unless a field has it, so what a scanner types always arrives. `/`
 * goes to the box, Enter continues, Esc back; a single letter acts on what is in sight. A letter counts as that when no
 * other key follows it: a scanner's next key comes after some 10 ms, and who went to the box with `/` is typing.
 */
import { useEffect, useRef } from 'preact/hooks';
import { goBack } from '../router.ts';
import { cover } from '../session.ts';
import { takeScan } from './scans.ts';
import { asSent, asShown, isSeparator, SHOWN_SEPARATOR } from './separator.ts';

export const SCAN_BOX_ID = 'scan';

/** Longer than between the keys of any scanner, shorter than a person notices. */
const ALONE_MILLISECONDS = 250;
/** A scanner that ends its codes with Tab does so at once; a person who leaves the box does not. */
const BURST_MILLISECONDS = 60;

type Actions = Readonly<Record<string, () => void>>;

const letters: { current: Actions }[] = [];
const enters: { current: () => void }[] = [];
let isTyping = false;
let alone: ReturnType<typeof setTimeout> | undefined;
let lastKeyAt = 0;

/** While the screen is shown, its letters act. */
export function useLetters(actions: Actions): void {
  useRegistered(letters, actions);
}

/** What Enter does while the box is empty. */
export function useEnter(action: () => void): void {
  useRegistered(enters, action);
}

function useRegistered<T>(registered: { current: T }[], value: T): void {
  const mine = useRef(value);
  mine.current = value;
  useEffect(() => {
    registered.push(mine);
    return () => {
      registered.splice(registered.indexOf(mine), 1);
    };
  }, []);
}

export function watchKeyboard(): void {
  document.addEventListener('keydown', atKey, { capture: true });
  // Who clicks on the box wants to type.
  document.addEventListener('pointerdown', ({ target }) => {
    isTyping = target === scanBox();
  });
  document.addEventListener('focusout', () => setTimeout(takeFocus));
  document.addEventListener('input', ({ target }) => {
    const box = scanBox();
    if (target === box && box) box.value = asShown(box.value);
  });
}

/** Gives the box the focus unless something else has it. */
export function takeFocus(): void {
  const at = document.activeElement;
  if (at !== null && at !== document.body) return;
  if (isCovered()) return;
  scanBox()?.focus({ preventScroll: true });
}

function atKey(event: KeyboardEvent): void {
  if (isCovered() || event.isComposing) return;
  const box = scanBox();
  if (!box) return;
  const at = document.activeElement;
  if (event.key === 'Escape') {
    leave(event, box);
    return;
  }
  if (at !== box) {
    if (isField(at) || !isWriting(event)) return;
    // What is pressed goes to where the focus is by then.
    box.focus({ preventScroll: true });
  }
  if (isSeparator(event)) {
    event.preventDefault();
    box.setRangeText(SHOWN_SEPARATOR, box.selectionStart ?? 0, box.selectionEnd ?? 0, 'end');
  } else if (event.key === 'Enter') enter(event, box);
  else if (
    event.key === 'Tab' &&
    box.value !== '' &&
    event.timeStamp - lastKeyAt < BURST_MILLISECONDS
  )
    enter(event, box);
  else if (event.key === '/' && box.value === '') {
    event.preventDefault();
    isTyping = true;
  } else if (isWriting(event)) letter(event, box);
  else if (box.value === '') other(event);
  lastKeyAt = event.timeStamp;
}

function leave(event: KeyboardEvent, box: HTMLInputElement): void {
  event.preventDefault();
  isTyping = false;
  if (box.value !== '') box.value = '';
  else goBack();
}

function enter(event: KeyboardEvent, box: HTMLInputElement): void {
  event.preventDefault();
  clearTimeout(alone);
  isTyping = false;
  const code = asSent(box.value);
  box.value = '';
  if (code.trim() !== '') takeScan({ code, endedBy: event.key === 'Tab' ? 'Tab' : 'Enter' });
  else enters.at(-1)?.current();
}

function letter(event: KeyboardEvent, box: HTMLInputElement): void {
  clearTimeout(alone);
  const wanted = event.key.toLowerCase();
  const action = letters.at(-1)?.current[wanted];
  if (isTyping || box.value !== '' || action === undefined) return;
  alone = setTimeout(() => {
    if (box.value.toLowerCase() !== wanted) return;
    box.value = '';
    action();
  }, ALONE_MILLISECONDS);
}

/** Keys that write nothing act at once, such as the arrows. */
function other(event: KeyboardEvent): void {
  const action = letters.at(-1)?.current[event.key];
  if (action === undefined) return;
  event.preventDefault();
  action();
}

function isWriting(event: KeyboardEvent): boolean {
  if (isSeparator(event)) return true;
  return (
    event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
  );
}

function isField(element: Element | null): boolean {
  return element?.matches('input, select, textarea, [contenteditable]') ?? false;
}

/** Under a cover or a dialog no key is for the screen. */
function isCovered(): boolean {
  return cover.peek() !== undefined || document.querySelector('dialog[open]') !== null;
}

function scanBox(): HTMLInputElement | null {
  return document.getElementById(SCAN_BOX_ID) as HTMLInputElement | null;
}
