/**
 * Without the spaces and the ends of lines that people and scanners type around a text; other white space belongs to
 * it. A run of spaces is tried from its beginning alone: from each of them, the time would be quadratic.
 */
export function trimmed(text: string): string {
  return text.replace(/^[\t\n\r ]+|(?<![\t\n\r ])[\t\n\r ]+$/g, '');
}
