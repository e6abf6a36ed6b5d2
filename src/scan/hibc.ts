// HIBC of suppliers (ANSI/HIBC 2.6, sections 2.1 to 2.3 and appendix B): `+`, the labeler's code of four characters, its
// product number, a digit for the unit of measure, and a check character; then, after `/` or as a symbol of its own with
// the first one's check character as its link, date, quantity, lot and serial number.
import { type ElementReading, readingOf } from './element-string.ts';

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%';

/**
 * @returns undefined for what is no HIBC; its `product` without `+` and check character, and its elements by the
 *   application identifiers of GS1 that have the same values
 */
export function readHibc(
  text: string,
): { readonly reading: ElementReading; readonly product?: string } | undefined {
  // A decoder of Code 39 with full ASCII gives a small letter for the plus and the first letter.
  const raw = text.replace(/^[a-z](?=[0-9A-Z]{6})/, (letter) => `+${letter.toUpperCase()}`);
  const [, whole = ''] = /^\*?(\+[0-9A-Z\-. $/+%]{3,80})\*?$/.exec(raw) ?? [];
  if (!PRIMARY.test(whole) && !/^\+(\$|\d{5})/.test(whole)) return undefined;
  if (!hasCheckCharacter(whole)) {
    if (raw !== text) return undefined;
    return { reading: readingOf([], [{ number: HIBC, reason: 'invalid_check_digit' }]) };
  }
  const isPrimary = PRIMARY.test(whole);
  // The link character is no part of the lot.
  const [first = '', ...further] = whole.slice(1, isPrimary ? -1 : -2).split('/');
  const [secondary, ...others] = isPrimary ? further : [first, ...further];
  const pairs = [
    ...(secondary === undefined ? [] : ofSecondary(secondary)),
    ...others.flatMap(ofFurther),
  ];
  const reading = readingOf(pairs);
  return isPrimary ? { reading, product: first } : { reading };
}

export const HIBC = 'HIBC';
const PRIMARY = /^\+[A-Z][0-9A-Z]{4,21}\d(?:.$|\/)/;

function hasCheckCharacter(text: string): boolean {
  const values = [...text].map((character) => CHARACTERS.indexOf(character));
  const check = values.pop();
  return values.reduce((sum, value) => sum + value, 0) % CHARACTERS.length === check;
}

type Pair = readonly [number: string, value: string];

/** A quantity and a date may come before the lot or, after `+`, the serial number: the date begins with its flag. */
const SECONDARY =
  /^(?:\$\$(?<plus>\+?)(?:8(?<two>\d\d)|9(?<five>\d{5}))?(?<date>[01]\d{3}|[23]\d{6}|4\d{8}|5\d{5}|6\d{7}|7|(?!\d))|\$(?!\$)(?<alone>\+?)|(?<julian>\d{5}))(?<lot>.*)$/;

function ofSecondary(part: string): Pair[] {
  const { groups: read } = SECONDARY.exec(part) ?? {};
  if (read === undefined) return ['10', '17'].map((number) => [number, '']);
  const count = read.two ?? read.five;
  const date = read.julian === undefined ? dateOf(read.date ?? '') : dateOfDay(read.julian);
  const number = read.plus || read.alone ? '21' : '10';
  return [
    ...(count === undefined ? [] : [['30', count] as const]),
    ...(date === undefined ? [] : [['17', date] as const]),
    ...(read.lot ? [[number, read.lot] as const] : []),
  ];
}

/** Returns YYMMDD of a date with its flag: 0 or 1 of MMYY, 2 of MMDDYY, 3 and 4 of YYMMDD, 5 and 6 of YYJJJ. */
function dateOf(flagged: string): string | undefined {
  switch (flagged[0]) {
    case undefined:
    case '7':
      return undefined;
    case '2':
      return flagged.slice(5, 7) + flagged.slice(1, 5);
    case '3':
    case '4':
      return flagged.slice(1, 7);
    case '5':
    case '6':
      return dateOfDay(flagged.slice(1, 6));
    default:
      return `${flagged.slice(2)}${flagged.slice(0, 2)}00`;
  }
}

/** Returns YYMMDD of the year and the day in it, YYJJJ; a month that does not exist for a day that does not. */
function dateOfDay(digits: string): string {
  const year = 2000 + Number(digits.slice(0, 2));
  const day = new Date(Date.UTC(year, 0, Number(digits.slice(2))));
  if (day.getUTCFullYear() !== year) return `${digits.slice(0, 2)}9900`;
  return day.toISOString().slice(2, 10).replaceAll('-', '');
}

function ofFurther(part: string): Pair[] {
  if (part.startsWith('$')) return ofSecondary(part);
  const [, name, value = ''] = /^(14D|S|Q)(.*)$/.exec(part) ?? [];
  if (name === '14D') return [['17', value.replace(/^20(?=\d{6}$)/, '')]];
  // Other identifiers fill no field; what has none was not read.
  if (name === undefined) return /^\d{0,3}[A-Z]/.test(part) ? [] : [['', '']];
  return [[name === 'S' ? '21' : '30', value]];
}
