/**
 * Opaque cursors: a position in a list that is not ordered by time alone. Each list has a form of its own, the mark
 * of the list and then the parts of the position, so that the contract can describe it by a pattern: whatever has
 * the form is a position, and no list accepts the cursor of another.
 */
import { type ApiError, errors } from '../errors.ts';

/** How one part of a position is written; every text that matches the pattern is valid. */
interface Part {
  readonly pattern: string;
  write(text: string): string;
  read(text: string): string;
}

interface CursorForm {
  /** The pattern of the parameter in the contract. */
  readonly pattern: string;
  write(parts: readonly string[]): string;
  /**
   * @returns the parts, or none where there is no cursor
   * @throws ApiError 400 that names `cursor` when it does not have the form
   */
  read(cursor: string | undefined): string[];
}

/** @param mark the list's own */
function form(mark: string, ...parts: readonly Part[]): CursorForm {
  const pattern = `^${[mark, ...parts.map((part) => part.pattern)].join('\\.')}$`;
  const expression = new RegExp(pattern);
  return {
    pattern,
    write: (texts) =>
      [mark, ...parts.map((part, index) => part.write(texts[index] ?? ''))].join('.'),
    read(cursor) {
      if (cursor === undefined) return [];
      if (!expression.test(cursor)) throw badCursor();
      const [, ...texts] = cursor.split('.');
      return parts.map((part, index) => part.read(texts[index] ?? ''));
    },
  };
}

/**
 * Any text that is not empty. How long it may be the parameter's `maxLength` says: Go's expressions count to 1,000 at
 * most. Bytes that this service did not write also decode to some text. */
const text: Part = {
  pattern: '[A-Za-z0-9_-]{2,}',
  write: (value) => Buffer.from(value, 'utf8').toString('base64url'),
  read: (value) => Buffer.from(value, 'base64url').toString('utf8').replaceAll('\0', '\uFFFD'),
};

const uuid: Part = {
  pattern: '[0-9a-f]{32}',
  write: (value) => value.replaceAll('-', '').toLowerCase(),
  read: (value) => value.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
};

const DAY_MILLISECONDS = 86_400_000;
/** Earlier days are not supported; see `isDate`. */
const FIRST_DAY = Date.UTC(1000, 0, 1) / DAY_MILLISECONDS;

/** A day, as the number of days since the first one. */
const day: Part = {
  pattern: '\\d{6}',
  write: (value) =>
    String(Date.parse(`${value}T00:00:00Z`) / DAY_MILLISECONDS - FIRST_DAY).padStart(6, '0'),
  read: (value) =>
    new Date((FIRST_DAY + Number(value)) * DAY_MILLISECONDS).toISOString().slice(0, 10),
};

/** Timestamp text, as microseconds since 1970. */
const time: Part = {
  pattern: '\\d{16}',
  write(value) {
    const seconds = Date.parse(`${value.slice(0, 19)}Z`) / 1000;
    return `${String(seconds).padStart(10, '0')}${value.slice(20, 26)}`;
  },
  read(value) {
    const second = new Date(Number(value.slice(0, 10)) * 1000).toISOString().slice(0, 19);
    return `${second}.${value.slice(10)}Z`;
  },
};

/** The cursor forms, by the operation that lists. */
export const CURSORS = {
  listStock: form('stock', text, text),
  listSkus: form('sku', text),
  listSkuPacks: form('pack', text, text),
  listLocations: form('location', text),
  listLots: form('lot', day, uuid),
  listAllocations: form('allocation', time, uuid),
  listWebhooks: form('webhook', uuid),
  listDeliveries: form('delivery', time, uuid),
  listActivity: form('activity', time, uuid),
  getCountSheet: form('line', uuid, text),
} as const;

export function badCursor(): ApiError {
  return errors.invalid('cursor', 'must be the next_cursor of an earlier page');
}
