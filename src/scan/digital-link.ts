import { hasCheckDigit } from './check-digit.ts';
import { type ElementReading, readingOf } from './element-string.ts';

const GTIN = '01';
/** What may follow a GTIN in the path: variant, lot, serial number, third-party serial number. */
const QUALIFIERS = new Set(['22', '10', '21', '235']);
/** The words that release 1.0 of the standard allowed for identifiers. */
const WORDS = new Map(Object.entries({ gtin: GTIN, cpv: '22', lot: '10', ser: '21', exp: '17' }));
const GTIN_DIGITS = 14;

/**
 * Reads the elements of a GS1 Digital Link of a trade item (GS1 Digital Link Standard: URI Syntax, section 4): any
 * host and path, then `/01/` with the GTIN, its qualifiers, and further identifiers as the query's numeric
 * parameters. Earlier releases let a GTIN of 8, 12 or 13 digits stand unpadded, and words for identifiers. People leave
 * the scheme out.
 *
 * @returns undefined when the text is no such address
 */
export function readDigitalLink(text: string): ElementReading | undefined {
  const [, path, query = ''] =
    /^(?:https?:\/\/[^/?#\s]+|[\w-]+(?:\.[\w-]+)+(?::\d+)?)(\/[^?#\s]*)(?:\?([^#\s]*))?(?:#\S*)?$/i.exec(
      text,
    ) ?? [];
  if (path === undefined) return undefined;
  const segments = path.replace(/\/$/, '').split('/');
  const pairs = pairsOfPath(segments);
  if (pairs === undefined) {
    if (!isCompressed(segments.at(-1) ?? '')) return undefined;
    return readingOf([], [{ number: GTIN, reason: 'compressed' }]);
  }
  for (const parameter of query.split(/[&;]/)) {
    const equals = `${parameter}=`.indexOf('=');
    const [name, value] = [parameter.slice(0, equals), parameter.slice(equals + 1)];
    const number = numberOf(decoded(name).trim());
    // Other parameters are not of GS1.
    if (/^\d+$/.test(number)) pairs.push([number, value]);
  }
  return readingOf(
    pairs.map(([number, raw]) => [number, number === GTIN ? padded(decoded(raw)) : decoded(raw)]),
  );
}

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Returns whether a part of a path is a whole link in base64 (GS1 Digital Link Standard: Compression, section 5): a byte
 * that names a GTIN, or a GTIN with another identifier, and the GTIN in 47 bits.
 */
function isCompressed(segment: string): boolean {
  if (!/^[\w-]{10,}$/.test(segment)) return false;
  const bits = [...segment.slice(0, 10)]
    .map((character) => BASE64URL.indexOf(character).toString(2).padStart(6, '0'))
    .join('');
  const identifiers = Number.parseInt(bits.slice(0, 8), 2).toString(16).padStart(2, '0');
  const gtin = String(Number.parseInt(bits.slice(8, 55), 2)).padStart(GTIN_DIGITS, '0');
  return (
    /^(01|[0-3][a-f]|a\d)$/.test(identifiers) && gtin.length === GTIN_DIGITS && hasCheckDigit(gtin)
  );
}

function numberOf(name: string): string {
  return WORDS.get(name.toLowerCase()) ?? name;
}

/** Returns the pairs of an identifier and its value, from the first `01` after which the path holds nothing else. */
function pairsOfPath(segments: readonly string[]): [number: string, value: string][] | undefined {
  for (const [key, segment] of segments.entries()) {
    if (numberOf(segment) !== GTIN) continue;
    const own = segments.slice(key);
    const pairs: [string, string][] = [];
    for (let index = 0; index + 1 < own.length; index += 2) {
      pairs.push([numberOf(own[index] as string), own[index + 1] as string]);
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
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
