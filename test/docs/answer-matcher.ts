// Compares answers without what differs from run to run.
import { daysBack, STORY_DAY } from '../support/story-day.ts';

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}(\d{19})?Z$/;
const CHANGING = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  /^[0-9a-f]{64}$/,
  /^V[OT]-[0-9A-HJKMNP-TV-Z]{10}$/,
  /^whsec_[A-Za-z0-9+/]{43}=$/,
  MOMENT,
];
/** What the demo data say: a date, or a time to the second. */
const OF_DEMO = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\d\.0{6}(\d{19})?Z)?$/;
const CHANGING_NUMBERS = ['milliseconds'];

/**
 * What differs from run to run: ids, hashes, order numbers, secrets and times. The same one stays the same everywhere.
 * A date of the demo data is as much later as today is after the day of the documents.
 */
export class AnswerMatcher {
  /** What the reader types himself does not differ. */
  readonly #commands: string;
  readonly #days: number;
  #actual = new Map<string, string>();

  /** @param days from STORY_DAY to today */
  constructor(commands: readonly string[], days: number) {
    this.#commands = commands.join('\n');
    this.#days = days;
  }

  /** The shown answer with the changing parts of the actual one. */
  withActualValues(shown: unknown, got: unknown): unknown {
    const actual = new Map(this.#actual);
    const like = this.#like(shown, got, actual);
    // Two ids that differ in the document must differ in the answer.
    if (new Set(actual.values()).size < actual.size) return shown;
    this.#actual = actual;
    return like;
  }

  /** The answer as a document shows it: on the day of the documents, and with the ids that it has shown before. */
  asDocumented(got: unknown): unknown {
    const before = new Map([...this.#actual].map(([shown, actual]) => [actual, shown]));
    return JSON.parse(JSON.stringify(got), (_name, value) => {
      if (typeof value !== 'string') return value;
      const known = before.get(value);
      if (known !== undefined) return known;
      if (OF_DEMO.test(value)) return this.#shifted(value, -this.#days);
      return MOMENT.test(value) ? STORY_DAY + value.slice(STORY_DAY.length) : value;
    });
  }

  /** A date of the demo data so many days later; any other text as it is. */
  #shifted(text: string, days: number): string {
    const [, date] = OF_DEMO.exec(text) ?? [];
    if (date === undefined || this.#isTyped(date)) return text;
    return daysBack(date, -days) + text.slice(date.length);
  }

  /** As it stands, or as a barcode has it. */
  #isTyped(date: string): boolean {
    const inBarcode = date.slice(2).replaceAll('-', '');
    return this.#commands.includes(date) || this.#commands.includes(inBarcode);
  }

  #like(shown: unknown, got: unknown, actual: Map<string, string>): unknown {
    if (typeof shown === 'string' && typeof got === 'string') {
      if (this.#commands.includes(shown)) return shown;
      if (OF_DEMO.test(shown)) return this.#shifted(shown, this.#days);
      if (!CHANGING.some((pattern) => pattern.test(shown) && pattern.test(got))) return shown;
      if (!actual.has(shown)) actual.set(shown, got);
      return actual.get(shown);
    }
    if (typeof shown !== 'object' || shown === null || typeof got !== 'object' || got === null) {
      return shown;
    }
    if (Array.isArray(shown)) {
      return shown.map((item, at) => this.#like(item, (got as unknown[])[at], actual));
    }
    return Object.fromEntries(
      Object.entries(shown).map(([name, value]) => {
        const other = (got as Record<string, unknown>)[name];
        const isFree = CHANGING_NUMBERS.includes(name) && typeof other === typeof value;
        return [name, isFree ? other : this.#like(value, other, actual)];
      }),
    );
  }
}

/** What a command prints, with one word for all that differs from run to run. */
export function masked(text: string): string {
  return text
    .replaceAll(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '01a1f90d-…')
    .replaceAll(/\b(vita_live_|vita_test_|whsec_)[A-Za-z0-9+/=]+/g, '$1…')
    .replaceAll(/http:\/\/localhost:\d+(\/app\/sign-in#)\S+/g, 'http://localhost:3000$1…')
    .replaceAll(/\bVO-[0-9A-Z]{10}\b/g, 'VO-4T9K2M7QXR')
    .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/g, '2026-11-20T13:03:10.546731Z')
    .replaceAll(/\b\d{14}_\w+(, \d{14}_\w+)*/g, '20261127000000_baseline')
    .replaceAll(/\b\d+ ms$/gm, '21 ms');
}
