// What the words after an option are read as. What these refuse was mistyped (exit code 2); what only the
// database or another option can tell is refused by the operation (exit code 1).
import { InvalidArgumentError } from 'commander';
import { OperatorError } from '../errors.ts';
import { isDate, isUuid } from '../formats.ts';

const REASON_CHARACTERS_MAX = 2_000;
const ROWS_MAX = 1_000;

export function positiveInteger(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) {
    throw new InvalidArgumentError('It must be a whole number from 1.');
  }
  return Number(text);
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0.');
  return Number(text);
}

/** Signed. */
export function units(text: string): number {
  if (!/^-?\d{1,10}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

export function degrees(text: string): number {
  if (!/^-?\d{1,4}(\.\d{1,4})?$/.test(text)) {
    throw new InvalidArgumentError('It must be a number of degrees Celsius, such as 4.5.');
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

/** Who does it. */
export function actorName(text: string): string {
  if (!/^[^\p{C}]{1,100}$/u.test(text) || text.trim() === '') {
    throw new InvalidArgumentError('It must be a name of at most 100 characters.');
  }
  return text;
}

/** As long as a movement's note may be. */
export function reason(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must say why.');
  if (text.length > REASON_CHARACTERS_MAX) {
    throw new InvalidArgumentError(`It must have at most ${REASON_CHARACTERS_MAX} characters.`);
  }
  return text;
}

export function uuid(text: string): string {
  if (!isUuid(text)) throw new InvalidArgumentError('It must be a UUID.');
  return text.toLowerCase();
}

/** @throws OperatorError that names the option */
export function requireDate(text: string, option: string): void {
  if (!isDate(text)) throw new OperatorError(`${option} must be a date, such as 2027-01-31.`);
}
