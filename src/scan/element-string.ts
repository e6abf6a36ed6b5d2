// GS1 element strings: identifiers with their values, as a GS1 symbol carries them or as people write them.
//
// Only what is certain is read. Reading stops at whatever would make the rest a guess (an unknown identifier, a
// value that its format refuses), and keeps what came before: a wrong lot or expiry is worse than none.

import {
  APPLICATION_IDENTIFIERS,
  type ApplicationIdentifier,
  identifierAt,
} from './application-identifiers.ts';
import { hasCheckDigit } from './check-digit.ts';
import { dateOfGs1 } from './gs1-date.ts';
import { trimmed } from './trimmed.ts';

/** FNC1 as a scanner transmits it between elements: ASCII 29 (section 7.8.3). */
export const SEPARATOR = '\u001d';

export interface Element {
  readonly identifier: ApplicationIdentifier;
  readonly value: string;
}

/** An element that is there and has no certain value. */
interface Unread {
  /** The number of its application identifier. */
  readonly number: string;
  /** `ambiguous`: its value may hold the next element, or begin elsewhere. */
  readonly reason: 'invalid_value' | 'ambiguous';
}

export interface ElementReading {
  readonly elements: Element[];
  /** Where reading stopped. */
  readonly unread: readonly Unread[];
  /** Whether the text was read to its end. */
  readonly isComplete: boolean;
}

/** Any year does for checking that a day exists. */
const SOME_YEAR = 2000;
const ELEMENTS_MAX = 100;

/**
 * Reads what a GS1 symbol carries (GS1 General Specifications, section 7.8). A value of predefined length
 * ends by itself; any other ends at a separator or is the last, so an identifier within it is none.
 *
 * Where a text has no separator at all, one may have been lost on the way, as through a keyboard. When a
 * value that runs to its end could itself end in whole elements, with a date or a check digit to prove
 * them, both readings are likely, and neither is given.
 */
export function readElementString(text: string): ElementReading {
  const elements: Element[] = [];
  let at = 0;
  while (elements.length < ELEMENTS_MAX) {
    while (text[at] === SEPARATOR) at += 1;
    if (at >= text.length) return { elements, unread: [], isComplete: true };
    const element = elementAt(text, at);
    if (element === undefined) return { elements, unread: unreadAt(text, at), isComplete: false };
    const { identifier, value } = element;
    at += identifier.number.length + value.length;
    const runsToTheEnd = identifier.predefinedLength === undefined && at === text.length;
    const hidden = runsToTheEnd && !text.includes(SEPARATOR) ? elementHiddenIn(value) : undefined;
    if (hidden !== undefined) {
      const numbers = [identifier.number, hidden.identifier.number];
      const unread = numbers.map((number) => ({ number, reason: 'ambiguous' as const }));
      return { elements, unread, isComplete: false };
    }
    elements.push(element);
  }
  return { elements, unread: [], isComplete: false };
}

/** Returns the element whose value its format refuses. One that is too long where no separator is may be two. */
function unreadAt(text: string, at: number): Unread[] {
  const identifier = identifierAt(text, at);
  if (identifier === undefined) return [];
  const mayBeTwo = identifier.predefinedLength === undefined && !text.includes(SEPARATOR);
  return [{ number: identifier.number, reason: mayBeTwo ? 'ambiguous' : 'invalid_value' }];
}

function elementAt(text: string, at: number): Element | undefined {
  const identifier = identifierAt(text, at);
  if (identifier === undefined) return undefined;
  const begin = at + identifier.number.length;
  let end = begin + (identifier.predefinedLength ?? 0);
  if (identifier.predefinedLength === undefined) {
    end = text.indexOf(SEPARATOR, begin);
    if (end < 0) end = text.length;
  }
  const value = text.slice(begin, end);
  return identifier.fits.test(value) ? { identifier, value } : undefined;
}

/** Returns the first proven element that a value may end in, with readable elements behind it. */
function elementHiddenIn(value: string): Element | undefined {
  for (let at = 1; at < value.length; at += 1) {
    const element = elementAt(value, at);
    if (element === undefined || !isProven(element)) continue;
    const rest = value.slice(at + element.identifier.number.length + element.value.length);
    if (rest === '' || readRest(rest)) return element;
  }
  return undefined;
}

/** Returns whether a text can be read to its end, whatever its last value may contain. */
function readRest(text: string): boolean {
  let at = 0;
  while (at < text.length) {
    const element = elementAt(text, at);
    if (element === undefined) return false;
    at += element.identifier.number.length + element.value.length;
  }
  return true;
}

/** Returns whether a predefined length and a real date or a check digit prove the element. */
export function isProven({ identifier, value }: Element): boolean {
  if (identifier.predefinedLength === undefined) return false;
  if (identifier.isDate) return dateOfGs1(value, SOME_YEAR) !== undefined;
  return identifier.checkedDigits !== undefined && hasCheckDigit(value);
}

/**
 * Reads the human readable form, `(01)00312345678906(17)271231` (section 4.14). White space around values does not
 * count. A value that holds another parenthesis could end at two offsets, so reading stops there.
 */
export function readBracketed(text: string): ElementReading {
  const elements: Element[] = [];
  const parts = text.split(/(?=\(\d{2,4}\))/);
  for (const [index, part] of parts.entries()) {
    const [, number = '', rest = ''] = /^\((\d{2,4})\)([^()]*)$/.exec(part) ?? [];
    const identifier = APPLICATION_IDENTIFIERS.get(number);
    const value = trimmed(rest.replaceAll(SEPARATOR, ' '));
    if (identifier === undefined || !identifier.fits.test(value)) {
      return { elements, unread: unreadIn(parts.slice(index)), isComplete: false };
    }
    elements.push({ identifier, value });
  }
  return { elements, unread: [], isComplete: true };
}

/** @param parts the one whose value is refused, and what comes after it */
function unreadIn(parts: readonly string[]): Unread[] {
  return parts.map((part, index) => ({
    number: /^\((\d+)\)/.exec(part)?.[1] ?? '',
    reason: index === 0 ? 'invalid_value' : 'ambiguous',
  }));
}
