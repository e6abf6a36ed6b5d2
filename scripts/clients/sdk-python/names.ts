/** `postMovement` and `Idempotency-Key` as Python writes them. */
export const snake = (name: string): string =>
  name
    .replaceAll('-', '')
    .replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    .replace(/^_/, '');
