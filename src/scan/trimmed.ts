/**
 * Trims the spaces and line ends that people and scanners type around a text; other white space belongs to it. The
 * pattern matches a run of spaces only from its beginning: trying each of them would take quadratic time.
 */
export function trimmed(text: string): string {
  return text.replace(/^[\t\n\r ]+|(?<![\t\n\r ])[\t\n\r ]+$/g, '');
}
