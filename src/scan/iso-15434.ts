// The data of ISO/IEC 15434 in its format 06, where data identifiers (ANSI MH10.8.2) begin the elements: German
// medicines carry them as the IFA Coding System says (PPN code specification, section 4).
import { type ElementReading, readingOf, SEPARATOR, type Unread } from './element-string.ts';
import { isPpn, pznOf } from './pzn.ts';

export const PPN = '9N';
/** The application identifiers whose values these data identifiers have too. */
const SAME: Readonly<Record<string, string>> = { '8P': '01', '1T': '10', D: '17', S: '21' };

/** @returns undefined when the text has neither the envelope nor begins with a PPN */
export function readFormat06(
  text: string,
): { readonly reading: ElementReading; readonly pzn?: string } | undefined {
  if (!/^(\[\)>|9N)/.test(text)) return undefined;
  // Decoders give the control characters, their pictures or their names.
  const shown = text
    .replaceAll('\u001e', '\u241e')
    .replaceAll(SEPARATOR, '\u241d')
    .replaceAll('\u0004', '\u2404')
    .replaceAll('<RS>', '\u241e')
    .replaceAll('<GS>', '\u241d')
    .replaceAll('<EOT>', '\u2404');
  const [, envelope, data = ''] =
    /^(\[\)>\u241e?06\u241d)?(.*?)(?:\u241e\u2404?)?$/s.exec(shown) ?? [];
  const parts = data.split('\u241d').filter((part) => part !== '');
  if (envelope === undefined && !isPpn(/^9N(.*)$/.exec(parts[0] ?? '')?.[1] ?? ''))
    return undefined;
  const pairs: [number: string, value: string][] = [];
  const unread: Unread[] = [];
  const ppns = new Set<string>();
  for (const part of parts) {
    const [, name = '', value = ''] = /^(\d{0,3}[A-Z])(.*)$/s.exec(part) ?? [];
    const number = SAME[name];
    if (number !== undefined)
      pairs.push([number, number === '01' ? value.padStart(14, '0') : value]);
    if (name === '') unread.push({ number: '', reason: 'invalid_value' });
    if (name !== PPN) continue;
    ppns.add(value);
    if (!isPpn(value)) unread.push({ number: PPN, reason: 'invalid_check_digit' });
  }
  const [ppn = '', another] = ppns;
  // Which lot belongs to which of two products is not certain.
  if (another !== undefined || text.lastIndexOf('[)>') > 0)
    return { reading: readingOf([], [{ number: PPN, reason: 'contradicting' }]) };
  const reading = readingOf(pairs, unread);
  const pzn = isPpn(ppn) && ppn.startsWith('11') ? pznOf(ppn.slice(2, -2)) : undefined;
  return pzn === undefined ? { reading } : { reading, pzn };
}
