/**
 * The keys of the page. The scan box has the focus unless a field has it, so what a scanner types always arrives. `/`
 * goes to the box, Enter continues, Esc back; a single letter acts on what is in sight. A letter counts as that when no
 * other key follows it: a scanner's next key comes after some 10 ms, and who went to the box with `/` is typing.
 *
 * What comes at a scanner's speed and ends with Enter is a scan also where a field has the focus: the field gets back what
 * it had, and its form does not see the Enter.
 */
import { useEffect, useRef } from 'preact/hooks';
import { goBack } from '../router.ts';
import { cover } from '../session.ts';
import { keepScan, type RawScan, refuseScan, takeScan } from './scans.ts';
import { forgetResults, searchFor, takesKey } from './search.ts';
import { asSent, asShown, GROUP_SEPARATOR, isSeparator, SHOWN_SEPARATOR } from './separator.ts';

export const SCAN_BOX_ID = 'scan';

/** Longer than between the keys of any scanner, shorter than a person notices. */
const ALONE_MILLISECONDS = 250;
/** Between the keys of a scanner. A person who leaves the box with Tab, or types a number, is slower. */
const BURST_MILLISECONDS = 60;
/** Two or three keys may come as fast from a person, whose fingers lie on them. */
const BURST_KEYS_MIN = 4;
/** What has begun as a scan is one, also where the computer or the radio pauses in it. */
const PAUSE_MILLISECONDS = 1000;

/** The fields that are filled by a scan. */
const SCANNED_FIELDS: ReadonlySet<string> = new Set(['tracking_number']);

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Actions = Readonly<Record<string, () => void>>;

const letters: { current: Actions }[] = [];
const enters: { current: () => void }[] = [];
let isTyping = false;
let alone: ReturnType<typeof setTimeout> | undefined;
let lastKeyAt = 0;
/** What was typed without a pause, and what the fields that it went into had before. */
let burst = emptyBurst();

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
    if (target !== box || !box) return;
    box.value = asShown(box.value);
    searchFor(box);
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
  if (event.isComposing) return;
  const box = scanBox();
  const gap = event.timeStamp - lastKeyAt;
  lastKeyAt = event.timeStamp;
  if (endsBurst(event, gap, box)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  if (isCovered() || !box) return;
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
  if (takesKey(event, box)) event.preventDefault();
  else if (isSeparator(event)) {
    event.preventDefault();
    box.setRangeText(SHOWN_SEPARATOR, box.selectionStart ?? 0, box.selectionEnd ?? 0, 'end');
  } else if (event.key === 'Enter') enter(event, box);
  else if (event.key === 'Tab' && box.value !== '' && gap < BURST_MILLISECONDS) enter(event, box);
  else if (event.key === '/' && box.value === '') {
    event.preventDefault();
    isTyping = true;
  } else if (isWriting(event)) letter(event, box);
  else if (box.value === '') other(event);
}

function emptyBurst() {
  return { code: '', before: new Map<Field, string>(), fast: 0, slow: 0 };
}

/** Whether it came at the speed of a scanner; one key in five may come late, where the computer is busy. */
function isScan({ code, fast, slow }: typeof burst): boolean {
  return code.length >= BURST_KEYS_MIN && slow * 4 <= fast;
}

/** @returns whether the key ends a scan that went where it does not belong: it is taken back from there, and taken */
function endsBurst(event: KeyboardEvent, gap: number, box: Field | null): boolean {
  const isNext = !event.repeat && gap < (isScan(burst) ? PAUSE_MILLISECONDS : ALONE_MILLISECONDS);
  if (event.key === 'Enter' || event.key === 'Tab') {
    const ended = burst;
    burst = emptyBurst();
    if (!isNext || !isScan(ended)) return false;
    const { code, before } = ended;
    const isAtHome = [...before.keys()].every((at) => at === box || SCANNED_FIELDS.has(at.name));
    if (!isCovered() && isAtHome) return false;
    for (const [field, value] of before) putBack(field, value);
    giveScan({ code, endedBy: event.key });
    return true;
  }
  const text = isSeparator(event) ? GROUP_SEPARATOR : isWriting(event, ' ') ? event.key : '';
  if (text === '') return false;
  // Who has typed slowly until now is a person, and what comes next may be a scan.
  if (!isNext || (gap >= BURST_MILLISECONDS && burst.fast === 0)) burst = emptyBurst();
  else if (gap < BURST_MILLISECONDS) burst.fast += 1;
  else burst.slow += 1;
  const at = isField(document.activeElement) ? document.activeElement : isCovered() ? null : box;
  if (at && !burst.before.has(at)) burst.before.set(at, at.value);
  burst.code += text;
  return false;
}

/** Takes a scan wherever it came from: under a lock it is kept, and under a dialog refused. */
export function giveScan(scan: RawScan): void {
  if (cover.peek() === 'locked') keepScan(scan);
  else if (isCovered()) refuseScan();
  else takeScan(scan);
}

function putBack(field: Field, value: string): void {
  field.value = value;
  const kind = field instanceof HTMLSelectElement ? 'change' : 'input';
  field.dispatchEvent(new Event(kind, { bubbles: true }));
}

function leave(event: KeyboardEvent, box: HTMLInputElement): void {
  event.preventDefault();
  isTyping = false;
  forgetResults();
  if (box.value !== '') box.value = '';
  else goBack();
}

function enter(event: KeyboardEvent, box: HTMLInputElement): void {
  event.preventDefault();
  clearTimeout(alone);
  forgetResults();
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

/** @param blank a blank presses what has the focus, unless it is part of a text */
function isWriting(event: KeyboardEvent, blank = ''): boolean {
  if (isSeparator(event)) return true;
  if (event.key === ' ') return blank !== '';
  return event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
}

function isField(element: Element | null): element is Field {
  return element?.matches('input, select, textarea') ?? false;
}

/** Under a cover or a dialog no key is for the screen. */
function isCovered(): boolean {
  return cover.peek() !== undefined || document.querySelector('dialog[open]') !== null;
}

function scanBox(): HTMLInputElement | null {
  return document.getElementById(SCAN_BOX_ID) as HTMLInputElement | null;
}
