// The form of names that callers choose: lot numbers, SKU codes, names of locations and bundles, external ids and
// references. Two names that look the same must be the same, or a recall misses one of them. Only new names are
// checked: a name that was stored before there were rules stays reachable as it is written.
import { errors } from '../errors.ts';

/** Printable ASCII without blanks at its ends: nearly every name, always in NFC. It does not backtrack. */
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/;

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** A visible character: no white space, no ignorable one such as a Hangul filler, no empty Braille pattern. */
const SEEN = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u;
const OUTER_SPACE = /^\p{White_Space}|\p{White_Space}$/u;

/** Returns whether the name needs no further checks: it can neither be written otherwise nor be refused. */
export function isPlainName(name: string | undefined): boolean {
  return name === undefined || PLAIN.test(name);
}

/** Returns the form in which a new name is stored. */
export function nfc(name: string): string {
  return isPlainName(name) ? name : name.normalize('NFC');
}

/** Returns what is wrong with a new name, worded to follow its field; undefined where nothing is. */
export function nameProblem(name: string): string | undefined {
  if (isPlainName(name)) return undefined;
  if (UNSEEN.test(name)) return 'must not hold control or format characters';
  if (!SEEN.test(name)) return 'must not be blank';
  return OUTER_SPACE.test(name) ? 'must not begin or end with white space' : undefined;
}

/**
 * Checks the length of the stored name, because some characters become several in NFC: a name that is longer than a
 * caller may send could not be named any more.
 */
function storedProblem(name: string): string | undefined {
  const grows = !isPlainName(name) && [...nfc(name)].length > [...name].length;
  return grows ? 'must not hold characters that fall apart in Unicode NFC' : undefined;
}

/**
 * @param path of the field, as the caller wrote it
 * @returns the name as it is stored
 * @throws ApiError 400 that names the field
 */
export function requireName(path: string, name: string): string {
  const problem = nameProblem(name) ?? storedProblem(name);
  if (problem !== undefined) throw errors.invalid(path, problem);
  return nfc(name);
}

/** Returns what is wrong with a new name in a record of an import, by the rules of `requireName`. */
export function importedNameProblem(name: string): string | undefined {
  return nameProblem(name) ?? storedProblem(name);
}
