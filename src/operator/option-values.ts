// Reads the words after an option. A value that is refused here was mistyped (exit code 2); the operation refuses
// what depends on the database or on another option (exit code 1).
import { InvalidArgumentError } from 'commander';
import { isDate, isUuid } from '../lib/formats.ts';

const REASON_CHARACTERS_MAX = 2_000;
const ROWS_MAX = 1_000;
/** An import accepts a tracking number of the same length. */
const SHORT_CHARACTERS_MAX = 200;
const LOTS_MAX = 100;
const PURCHASE_ORDER_CHARACTERS_MAX = 100;
const UNITS_MAX = 1_000_000_000;
/** The absolute zero, which is also the limit of an import for the range of a location. */
const CELSIUS_MIN = -273.15;

export function positiveInteger(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) {
    throw new InvalidArgumentError(
      'It must be a whole number of at least 1, with at most 15 digits.',
    );
  }
  return Number(text);
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) {
    throw new InvalidArgumentError(
      'It must be a whole number of at least 0, with at most 15 digits.',
    );
  }
  return Number(text);
}

/** Reads a signed number. */
export function units(text: string): number {
  if (!/^-?\d{1,10}$/.test(text)) {
    throw new InvalidArgumentError('It must be a whole number with at most ten digits.');
  }
  return Number(text);
}

export function degrees(text: string): number {
  if (!/^-?\d{1,4}(\.\d{1,4})?$/.test(text)) {
    throw new InvalidArgumentError('It must be a temperature in degrees Celsius, such as 4.5.');
  }
  if (Number(text) < CELSIUS_MIN) {
    throw new InvalidArgumentError(`It must be at least ${CELSIUS_MIN}.`);
  }
  return Number(text);
}

export function rowLimit(text: string): number {
  const limit = Number(text);
  if (!/^[1-9]\d{0,3}$/.test(text) || limit > ROWS_MAX) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${ROWS_MAX}.`);
  }
  return limit;
}

/** Reads the name of the person who runs the command. */
export function actorName(text: string): string {
  if (!/^[^\p{C}]{1,100}$/u.test(text) || text.trim() === '') {
    throw new InvalidArgumentError('It must be a name of at most 100 characters.');
  }
  return text;
}

/** Reads a key of the form that the API's Idempotency-Key has. */
export function idempotencyKey(text: string): string {
  if (!/^[\x21-\x7E]{8,100}$/.test(text)) {
    throw new InvalidArgumentError('It must be 8 to 100 visible ASCII characters.');
  }
  return text;
}

/** Reads a text that may be as long as a movement's note. */
export function reason(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be blank.');
  if (text.length > REASON_CHARACTERS_MAX) {
    throw new InvalidArgumentError(`It must have at most ${REASON_CHARACTERS_MAX} characters.`);
  }
  return text;
}

/** Reads a number or a name that is shown unchanged. */
export function shortText(text: string): string {
  if (/\p{C}/u.test(text) || [...text].length > SHORT_CHARACTERS_MAX || text.trim() === '') {
    throw new InvalidArgumentError(
      `It must be a text of at most ${SHORT_CHARACTERS_MAX} characters.`,
    );
  }
  return text;
}

/** Reads a purchase order as the API takes it. */
export function purchaseOrder(text: string): string {
  if (text.trim() === '' || [...text].length > PURCHASE_ORDER_CHARACTERS_MAX) {
    throw new InvalidArgumentError(
      `It must be a text of at most ${PURCHASE_ORDER_CHARACTERS_MAX} characters.`,
    );
  }
  return text;
}

/** Reads `SKU:LOT:QTY,...`, where a backslash before a colon or a comma makes it part of a code. */
export function lotsToShip(text: string): { skuCode: string; lotNumber: string; units: number }[] {
  const lots = partsAt(',', text).map((item) => {
    const [skuCode, lotNumber, units, ...more] = partsAt(':', item).map(plain);
    if (!skuCode || !lotNumber || !/^[1-9]\d{0,9}$/.test(units ?? '') || more.length > 0) {
      throw new InvalidArgumentError('It must be SKU:LOT:QTY, or a comma-separated list of these.');
    }
    return { skuCode, lotNumber, units: Number(units) };
  });
  if (lots.some(({ units }) => units > UNITS_MAX)) {
    throw new InvalidArgumentError(`Each QTY must be at most ${UNITS_MAX}.`);
  }
  if (lots.length > LOTS_MAX) {
    throw new InvalidArgumentError(`It must have at most ${LOTS_MAX} lots.`);
  }
  const names = new Set(lots.map(({ skuCode, lotNumber }) => JSON.stringify([skuCode, lotNumber])));
  if (names.size < lots.length) throw new InvalidArgumentError('It must name each lot once.');
  return lots;
}

/** Cuts at the sign, where no backslash stands before it; backslashes stay. */
function partsAt(sign: ',' | ':', text: string): string[] {
  const parts = [''];
  for (const piece of text.match(/\\.|./gs) ?? []) {
    if (piece === sign) parts.push('');
    else parts.push(`${parts.pop()}${piece}`);
  }
  return parts;
}

function plain(part: string): string {
  return part.replaceAll(/\\(.)/gs, '$1');
}

export function uuid(text: string): string {
  if (!isUuid(text)) throw new InvalidArgumentError('It must be a UUID.');
  return text.toLowerCase();
}

export function calendarDay(text: string): string {
  if (!isDate(text)) {
    throw new InvalidArgumentError(
      'It must be a date in the years 1000 to 2999, such as 2027-01-31.',
    );
  }
  return text;
}
