/** `postMovement` and `Idempotency-Key` as Python writes them. */
export const snake = (name: string): string =>
  name
    .replaceAll('-', '')
    .replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    .replace(/^_/, '');

/** Words that Python keeps for itself, as far as an API may have them for names. */
const KEYWORDS = [
  'as',
  'class',
  'del',
  'from',
  'global',
  'import',
  'in',
  'is',
  'not',
  'pass',
  'return',
  'with',
];

export const isKeyword = (name: string): boolean => KEYWORDS.includes(name);

/** The name of a parameter; `from` becomes `from_`. */
export const argument = (name: string): string => (isKeyword(name) ? `${name}_` : snake(name));
