import { APPLICATION_IDENTIFIERS } from './application-identifiers.ts';
import { hasCheckDigit } from './check-digit.ts';
import { type ElementReading, NO_ELEMENTS } from './element-string.ts';

const GTIN = '01';
/** What may follow a GTIN in the path: variant, lot, serial number, third-party serial number. */
const QUALIFIERS = new Set(['22', '10', '21', '235']);
const GTIN_DIGITS = 14;

/**
 * Reads the elements of a GS1 Digital Link of a trade item (GS1 Digital Link Standard: URI Syntax, section 4): any
 * host and path, then `/01/` with the GTIN, its qualifiers, and further identifiers as the query's numeric
 * parameters. Earlier releases let a GTIN of 8, 12 or 13 digits stand unpadded.
 *
 * @returns undefined when the text is no such address
 */
export function readDigitalLink(text: string): ElementReading | undefined {
  const [, path, query = ''] =
    /^https?:\/\/[^/?#\s]+(\/[^?#\s]*)(?:\?([^#\s]*))?(?:#\S*)?$/i.exec(text) ?? [];
  if (path === undefined) return undefined;
  const pairs = pairsOfPath(path.replace(/\/$/, '').split('/'));
  if (pairs === undefined) return undefined;
  for (const parameter of query.split(/[&;]/)) {
    const equals = parameter.indexOf('=');
    if (equals > 0) pairs.push([parameter.slice(0, equals), parameter.slice(equals + 1)]);
  }
  const read = pairs.map(([number, raw]) => ({
    number,
    identifier: APPLICATION_IDENTIFIERS.get(number),
    value: number === GTIN ? padded(decoded(raw)) : decoded(raw),
  }));
  const elements = read.flatMap(({ identifier, value }) =>
    identifier?.fits.test(value) ? [{ identifier, value }] : [],
  );
  const unread = read.flatMap(({ number, identifier, value }) =>
    identifier?.fits.test(value) ? [] : [{ number, reason: 'invalid_value' as const }],
  );
  return { ...NO_ELEMENTS, elements, unread, isComplete: unread.length === 0 };
}

/** Returns the pairs of an identifier and its value, from the first `01` after which the path holds nothing else. */
function pairsOfPath(segments: readonly string[]): [number: string, value: string][] | undefined {
  for (let key = segments.indexOf(GTIN); key >= 0; key = segments.indexOf(GTIN, key + 1)) {
    const own = segments.slice(key);
    const pairs: [string, string][] = [];
    for (let index = 0; index + 1 < own.length; index += 2) {
      pairs.push([own[index] as string, own[index + 1] as string]);
    }
    const qualifiers = pairs.slice(1).map(([number]) => number);
    if (own.length % 2 === 0 && qualifiers.every((number) => QUALIFIERS.has(number))) return pairs;
  }
  return undefined;
}

function padded(gtin: string): string {
  const isShort = /^(\d{8}|\d{12}|\d{13})$/.test(gtin) && hasCheckDigit(gtin);
  return isShort ? gtin.padStart(GTIN_DIGITS, '0') : gtin;
}

/** Returns an empty text, which fits no identifier, for what is not valid percent-encoding. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
