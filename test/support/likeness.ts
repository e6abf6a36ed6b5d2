// Answers that are alike: the same but for what differs from run to run.

const CHANGING = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  /^[0-9a-f]{64}$/,
  /^V[OT]-[0-9A-HJKMNP-TV-Z]{10}$/,
  /^whsec_[A-Za-z0-9+/]{43}=$/,
  /^VO-[0-9A-Z]{10}$/,
  /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d\.\d{6}(\d{19})?Z)?$/,
];
const CHANGING_NUMBERS = ['milliseconds'];

/** What differs from run to run: ids, order numbers, hashes, secrets and times. The same one stays the same everywhere. */
/** What differs from run to run: ids, hashes, order numbers, secrets and times. The same one stays the same everywhere. */
export class Likeness {
  /** What the reader types himself does not differ. */
  readonly #commands: string;
  #actual = new Map<string, string>();

  constructor(commands: readonly string[]) {
    this.#commands = commands.join('\n');
  }

  /** The shown answer with the changing parts of the actual one in the place of its own. */
  alike(shown: unknown, got: unknown): unknown {
    const actual = new Map(this.#actual);
    const like = this.#like(shown, got, actual);
    // Two things that the document tells apart are two things.
    if (new Set(actual.values()).size < actual.size) return shown;
    this.#actual = actual;
    return like;
  }

  #like(shown: unknown, got: unknown, actual: Map<string, string>): unknown {
    if (typeof shown === 'string' && typeof got === 'string') {
      if (this.#commands.includes(shown)) return shown;
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
    .replaceAll(/\bVO-[0-9A-Z]{10}\b/g, 'VO-4T9K2M7QXR')
    .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/g, '2026-11-20T13:03:10.546731Z')
    .replaceAll(/\b\d+ ms$/gm, '21 ms');
}
