/**
 * The group separator of GS1 codes (ASCII 29) ends a value of variable length. A scanner that plays a keyboard has no
 * key for it: it presses Ctrl+], or F8, and a plain input would drop both.
 */
export const GROUP_SEPARATOR = '\u001d';

/** What stands for it where a person sees the code. */
export const SHOWN_SEPARATOR = '\u241d';

export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
}

export function isSeparator({ key, code, ctrlKey }: KeyPress): boolean {
  if (key === 'F8' || key === GROUP_SEPARATOR) return true;
  return ctrlKey && (key === ']' || code === 'BracketRight');
}

export function asSent(shown: string): string {
  return shown.replaceAll(SHOWN_SEPARATOR, GROUP_SEPARATOR);
}

export function asShown(sent: string): string {
  return sent.replaceAll(GROUP_SEPARATOR, SHOWN_SEPARATOR);
}
