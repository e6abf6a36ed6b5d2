// Escapes text for a person at a terminal. Names come from callers, and a control character in one of them could move
// the cursor, hide a line or forge one.

/** Control and format characters, and Unicode's own line breaks. They are escaped one UTF-16 unit at a time. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** @returns the line with each invisible character written as JSON would write it: `\u001b`, `\n` */
export function visible(line: string): string {
  return line.replace(UNSEEN, (unseen) => SHORT[unseen] ?? unseen.split('').map(escaped).join(''));
}

/** Does the same for a text whose line breaks are ours. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
