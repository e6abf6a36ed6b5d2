// Formats that are also checked where the contract does not apply, as on the command line.

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

const DATE = /^[12]\d{3}-\d\d-\d\d$/;

/** Returns whether a text is a real day of the years 1000 to 2999. */
export function isDate(text: string): boolean {
  // JavaScript carries 30 February over into March.
  return DATE.test(text) && (new Date(text).toJSON()?.startsWith(text) ?? false);
}

/** Control and format characters, and all kinds of white space. */
const INVISIBLE = /[\p{C}\p{Z}]/gu;
const CONTROL = /\p{Cc}/u;

/** Returns what is wrong with a text for one line of a letter or a label; undefined where nothing is. */
export function violationInLine(text: string): string | undefined {
  if (CONTROL.test(text)) return 'must not hold control characters';
  return text.replaceAll(INVISIBLE, '') === '' ? 'must not be blank' : undefined;
}
