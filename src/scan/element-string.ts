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
import { dateOfGs1, dateOfGs1Time } from './gs1-date.ts';
import { trimmed } from './trimmed.ts';

/** FNC1 as a scanner transmits it between elements: ASCII 29 (section 7.8.3). */
export const SEPARATOR = '\u001d';

export interface Element {
  readonly identifier: ApplicationIdentifier;
  readonly value: string;
}

/** An element that is there and has no certain value. */
export interface Unread {
  /** The number of its application identifier, what another standard calls it, or nothing where that is unknown. */
  readonly number: string;
  /** `ambiguous`: its value may hold the next element, or begin elsewhere. */
  readonly reason:
    | 'invalid_value'
    | 'ambiguous'
    | 'invalid_check_digit'
    | 'contradicting'
    | 'compressed';
}

export type Partially = Pick<ElementReading, 'elements' | 'unread'>;

export interface ElementReading {
  readonly elements: readonly Element[];
  /** Where reading stopped, and what may begin there. */
  readonly unread: readonly Unread[];
  /** The ways to read the text where there are several: a lot that the SKU has or had tells which is right. */
  readonly ways: readonly Partially[];
  /** Whether the text was read to its end. */
  readonly isComplete: boolean;
}

/** Any year does for checking that a day exists. */
const SOME_YEAR = 2000;
export const NO_ELEMENTS: ElementReading = {
  elements: [],
  unread: [],
  ways: [],
  isComplete: false,
};

/** Returns the reading of values that end by themselves, each with the number of its application identifier. */
export function readingOf(
  pairs: readonly (readonly [number: string, value: string])[],
  unread: readonly Unread[] = [],
): ElementReading {
  const read = pairs.map(([number, value]) => {
    const identifier = APPLICATION_IDENTIFIERS.get(number);
    return { number, element: identifier?.fits.test(value) ? { identifier, value } : undefined };
  });
  const elements = read.flatMap(({ element }) => element ?? []);
  const invalid = read.filter(({ element }) => element === undefined);
  const refused = invalid.map(({ number }): Unread => ({ number, reason: INVALID_VALUE }));
  return { ...NO_ELEMENTS, elements, unread: [...refused, ...unread] };
}

/**
 * Reads what a GS1 symbol carries (GS1 General Specifications, section 7.8). A value of predefined length
 * ends by itself; any other ends at a separator or is the last, so an identifier within it is none.
 *
 * Where a text has no separator at all, one may have been lost on the way, as through a keyboard or a decoder that
 * drops it. A value that runs to the end of such a text may then end sooner, and nothing from it on is certain.
 */
export function readElementString(text: string): ElementReading {
  const elements: Element[] = [];
  const isSeparated = text.includes(SEPARATOR);
  let at = 0;
  for (;;) {
    while (text[at] === SEPARATOR) at += 1;
    if (at >= text.length) return { ...NO_ELEMENTS, elements, isComplete: true };
    let element = elementAt(text, at, isSeparated);
    const identifier = element?.identifier ?? identifierAt(text, at);
    if (!isSeparated && identifier !== undefined && identifier.exactLength === undefined) {
      const ways = waysToRead(text, at, elements);
      if (ways === undefined) element = undefined;
      else if (ways.length > 1 || (ways.length === 1 && element === undefined)) {
        const numbers = new Set(ways.flat().map((one) => one.identifier.number));
        const unread = [...numbers].map((number): Unread => ({ number, reason: AMBIGUOUS }));
        const whole = ways.map((way) => ({ elements: [...elements, ...way], unread: [] }));
        return { elements, unread, ways: whole, isComplete: true };
      }
    }
    if (element === undefined) {
      return { ...NO_ELEMENTS, elements, unread: unreadFrom(text, at, elements) };
    }
    elements.push(element);
    at += element.identifier.number.length + element.value.length;
  }
}

/** Without a separator in the text, a value whose format has one length ends there. */
function elementAt(text: string, at: number, isSeparated: boolean): Element | undefined {
  const identifier = identifierAt(text, at);
  if (identifier === undefined) return undefined;
  const begin = at + identifier.number.length;
  const length = isSeparated ? identifier.predefinedLength : identifier.exactLength;
  const separator = text.indexOf(SEPARATOR, begin);
  const end = length !== undefined ? begin + length : separator < 0 ? text.length : separator;
  const value = text.slice(begin, end);
  return identifier.fits.test(value) ? { identifier, value } : undefined;
}

/**
 * Returns every way to read a text without separators from an offset to its end, the one that ends no value early
 * first. A value may end before a lot, a serial, a date or an item number that is right. No way has an element twice.
 *
 * @returns undefined where they take too many steps to find: each chained date may belong to the value before it
 */
function waysToRead(text: string, from: number, read: readonly Element[]): Element[][] | undefined {
  const ends = [text.length];
  for (let end = text.length - 1; end > from; end -= 1) if (mayBegin(text, end)) ends.push(end);
  let steps = 0;
  const waysFrom = (at: number, before: readonly Element[]): Element[][] => {
    if (at === text.length) return [[]];
    const identifier = identifierAt(text, at);
    if (identifier === undefined || before.some((one) => one.identifier === identifier)) return [];
    const begin = at + identifier.number.length;
    const own = identifier.exactLength ? [begin + identifier.exactLength] : ends;
    return own.flatMap((end) => {
      const element = { identifier, value: text.slice(begin, end) };
      if (end <= begin || steps > STEPS_MAX || !identifier.fits.test(element.value)) return [];
      steps += 1;
      return waysFrom(end, [...before, element]).map((rest) => [element, ...rest]);
    });
  };
  const ways = waysFrom(from, read);
  return steps > STEPS_MAX ? undefined : ways;
}

/** Bounds the ways too. A lot, a date and a serial number of a label that lost its separators have 8 at most. */
export const STEPS_MAX = 100;

function mayBegin(text: string, at: number): boolean {
  if (/^(10|21)./.test(text.slice(at, at + 3))) return true;
  const element = elementAt(text, at, false);
  return element !== undefined && isProven(element);
}

/** Returns whether a fixed length and a real date or a check digit prove the element. */
export function isProven({ identifier, value }: Element): boolean {
  if (identifier.number === EXPIRY_WITH_TIME) return dateOfGs1Time(value, SOME_YEAR) !== undefined;
  if (identifier.predefinedLength === undefined) return false;
  if (identifier.isDate) return dateOfGs1(value, SOME_YEAR) !== undefined;
  return identifier.checkedDigits !== undefined && hasCheckDigit(value);
}

export const EXPIRY_WITH_TIME = '7003';

/** What an answer has a field for, as it looks where nothing says where it begins. */
const FILLING = new Map(
  Object.entries({
    '01': /0[12]\d{14}/,
    10: /10[!-z]/,
    17: /17\d{6}/,
    21: /21[!-z]/,
    7003: /7003\d{10}/,
  }),
);

/** Returns the element that cannot be read, which may be two, and those not read before that may follow it. */
function unreadFrom(text: string, at: number, read: readonly Element[]): Unread[] {
  const { number = '', exactLength } = identifierAt(text, at) ?? {};
  const mayBeTwo = exactLength === undefined && !text.includes(SEPARATOR);
  const tail = text.slice(at + number.length);
  const following = [...FILLING].filter(
    ([one, form]) => form.test(tail) && !read.some(({ identifier }) => identifier.number === one),
  );
  return [
    { number, reason: mayBeTwo ? AMBIGUOUS : INVALID_VALUE },
    ...following.map(([one]): Unread => ({ number: one, reason: AMBIGUOUS })),
  ];
}

const AMBIGUOUS = 'ambiguous';
const INVALID_VALUE = 'invalid_value';

/**
 * Reads the human readable form, `(01)00312345678906(17)271231` (section 4.14), which decoders give too. White space
 * around values does not count. A known identifier in brackets begins an element. Brackets also belong to the
 * characters of a lot (section 7.11): any others leave it open, and one that a longer lot would hold is another way.
 */
export function readBracketed(text: string): ElementReading {
  const parts = text.split(/(?=\(\d{2,4}\))/);
  const read: Bracketed[] = [];
  let index = 0;
  for (; index < parts.length; index += 1) {
    const source = parts[index] as string;
    const [, number = '', rest = ''] = /^\((\d{2,4})\)(.*)$/s.exec(source) ?? [];
    const identifier = APPLICATION_IDENTIFIERS.get(number);
    const written = trimmed(rest.replaceAll(SEPARATOR, ' '));
    const value = identifier?.checkedDigits ? written.replaceAll(' ', '') : written;
    const last = read.at(-1);
    const longer = `${last?.value}${source}`;
    if (identifier?.fits.test(value)) {
      read.push({ identifier, value, source, isOpen: /[()]/.test(value) });
    } else if (last?.identifier.fits.test(longer) && (value === '' || !FILLING.has(number))) {
      read[read.length - 1] = { ...last, value: longer, isOpen: true };
    } else break;
  }
  const unread = unreadIn(parts.slice(index));
  return {
    ...closed(read, unread),
    ways: longerLots(read, unread),
    isComplete: index === parts.length,
  };
}

interface Bracketed extends Element {
  /** With its brackets, as it is in the text. */
  readonly source: string;
  /** Whether the value holds brackets, which may have begun an element. */
  readonly isOpen: boolean;
}

function closed(read: readonly Bracketed[], unread: readonly Unread[]): Partially {
  const open = read.filter(({ isOpen }) => isOpen);
  return {
    elements: read.filter(({ isOpen }) => !isOpen),
    unread: [
      ...open.map(({ identifier: { number } }): Unread => ({ number, reason: AMBIGUOUS })),
      ...unread,
    ],
  };
}

/** Returns the readings in which the lot reaches over none, one or more of the elements that follow it. */
function longerLots(read: readonly Bracketed[], unread: readonly Unread[]): Partially[] {
  const ways: Partially[] = [];
  const at = read.findIndex(({ identifier }) => identifier.number === '10');
  let lot = read[at];
  for (let next = at + 1; lot?.identifier.fits.test(lot.value); next += 1) {
    const whole = { ...lot, isOpen: false };
    ways.push(closed([...read.slice(0, at), whole, ...read.slice(next)], unread));
    const following = read[next];
    lot = following && { ...lot, value: lot.value + following.source };
  }
  return ways.length > 1 || read[at]?.isOpen ? ways : [];
}

/** @param parts the one whose value is refused, and what comes after it */
function unreadIn(parts: readonly string[]): Unread[] {
  return parts.map((part, index) => ({
    number: /^\((\d+)\)/.exec(part)?.[1] ?? '',
    reason: index === 0 ? INVALID_VALUE : AMBIGUOUS,
  }));
}
