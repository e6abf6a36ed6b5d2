// Fabricated personal data that can be recognized wherever it goes: each patient has a mark, and every text about the
// patient holds it.
import type { PatientRecord } from './history.ts';

const WORD = 'soakmark';
/** The word in hex, as PostgreSQL shows bytes. */
const IN_HEX = Buffer.from(WORD).toString('hex');
const PATTERN = new RegExp(`${WORD}[0-9a-z]+q|${IN_HEX}`, 'gi');

let made = 0;

export function newMark(): string {
  made += 1;
  return `${WORD}${Date.now().toString(36)}z${made.toString(36)}q`;
}

/** Finds the marks in the order of the text, each once. */
export function marksIn(text: string): string[] {
  return [...new Set(text.match(PATTERN) ?? [])];
}

/** The same pattern for PostgreSQL. */
export const MARK_REGEX = `${WORD}[0-9a-z]+q|${IN_HEX}`;

export function isInHex(mark: string): boolean {
  return mark.toLowerCase() === IN_HEX;
}

/** @param version names the call that writes it, so that no two writes of one patient are the same */
export function patientFields(mark: string, version: string): Omit<PatientRecord, 'id'> {
  return {
    first_name: `${mark} ${version}`,
    last_name: `${initialOf(version)}${mark} ${version}`,
    email: `${mark}.${version}@mail.example`,
    clinical_notes: `${mark} called ${version}`,
  };
}

/** Makes an initial of a text, so that versions have different ones. */
function initialOf(version: string): string {
  const sum = [...version].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return String.fromCharCode(65 + (sum % 26));
}

export function shipTo(mark: string) {
  return {
    name: `${mark} Okafor`,
    line1: `18 ${mark} Street`,
    city: 'Boston',
    state: 'MA',
    postal_code: '02110',
  };
}
