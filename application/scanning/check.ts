/**
 * A known code says how the scanner of a computer is set: what came is compared with what was printed. The code is a GS1
 * DataMatrix whose lot number is followed by another value, so that a group separator must come between them, and which
 * has letters, small and large, and signs that lie elsewhere on other keyboards.
 */
import { GROUP_SEPARATOR, SHOWN_SEPARATOR } from './separator.ts';

/** GTIN, expiry, a lot of variable length, a separator, a serial number. */
export const CHECK_CODE = `01095060001343521730123110aBZ-yq/1${GROUP_SEPARATOR}21Check_42`;

export interface Finding {
  readonly isGood: boolean;
  readonly text: string;
}

/** Some scanners send which kind of symbol it was: that is taken and does no harm. */
const SYMBOLOGY = /^\][A-Za-z][0-9A-Za-z]/;

/** @param came what was typed, with the separator as itself, without what ended it */
export function judgeCheck(
  came: string,
  { endedBy, capsLock }: { endedBy: 'Enter' | 'Tab' | 'nothing'; capsLock: boolean },
): readonly Finding[] {
  const read = came.replace(SYMBOLOGY, '');
  const findings: Finding[] = [];
  const bad = (text: string) => findings.push({ isGood: false, text });
  const good = (text: string) => findings.push({ isGood: true, text });
  const bare = (text: string) => text.replaceAll(GROUP_SEPARATOR, '');
  const wanted = bare(CHECK_CODE);
  const plain = bare(read);

  if (endedBy === 'Enter') good('Each code ends with Enter.');
  else if (endedBy === 'Tab')
    good('Each code ends with Tab, which works. Enter is better: set the suffix to CR.');
  else bad('Nothing ended the code. Set the suffix of the scanner to Enter (CR).');

  if (read.includes(GROUP_SEPARATOR)) good('The group separator (FNC1) arrives.');
  else
    bad(
      'The group separator (FNC1) is missing, so a lot number can run into what follows. Let the scanner send FNC1 as Ctrl+] or as F8.',
    );

  if (plain === wanted) good('Letters, digits and signs arrive as they are printed.');
  else if (plain.toLowerCase() === wanted.toLowerCase())
    bad(
      capsLock
        ? 'Upper and lower case are swapped: Caps Lock is on. Switch it off.'
        : 'Upper and lower case are mixed up. Switch Caps Lock off, and let the scanner send letters as they are.',
    );
  else if (plain.length === wanted.length)
    bad(
      `Characters are swapped (${firstDifference(plain, wanted)}): the scanner types for another keyboard. Set its country, or keyboard layout, to that of this computer.`,
    );
  else if (wanted.includes(plain) || isPartOf(plain, wanted))
    bad('Characters are lost. Set a pause of some milliseconds between the keys of the scanner.');
  else bad('This is another code than the one on the screen. Scan the one that is shown.');
  return findings;
}

/** What came, for a person: signs that cannot be seen have a picture. */
export function shown(came: string): string {
  return came
    .replaceAll(GROUP_SEPARATOR, SHOWN_SEPARATOR)
    .replaceAll(' ', '\u2423')
    .replaceAll('\t', '\u21e5');
}

function firstDifference(came: string, wanted: string): string {
  const at = [...wanted].findIndex((character, index) => came[index] !== character);
  return `${wanted[at]} came as ${came[at]}`;
}

/** Whether it is the other with some characters left out. */
function isPartOf(part: string, whole: string): boolean {
  let at = 0;
  for (const character of whole) if (part[at] === character) at += 1;
  return part !== '' && at === part.length;
}
