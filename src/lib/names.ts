// The form of names that callers choose: lot numbers, SKU codes, names of locations and bundles, external ids and
// references. Two that look the same must be the same, or a recall passes over one of them. Only a name that is
// new is judged: what was stored before there were rules stays reachable as it is written.
import { errors, OperatorError } from '../errors.ts';

/** Printable ASCII between no blanks: nearly every name, and it is its own NFC. One pass, and no backtracking. */
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/;

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** Neither white space nor ignored when it is drawn, as a Hangul filler is; nor an empty Braille pattern. */
const SEEN = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u;
const OUTER_SPACE = /^\p{White_Space}|\p{White_Space}$/u;

/** Whether the name has nothing that could be written otherwise or must be refused, so that nothing is asked of it. */
export function isPlainName(name: string | undefined): boolean {
  return name === undefined || PLAIN.test(name);
}

/** The form in which a new name is stored. */
export function nfc(name: string): string {
  return isPlainName(name) ? name : name.normalize('NFC');
}

/** What is wrong with a new name, in words that follow its field; undefined where nothing is. */
export function nameProblem(name: string): string | undefined {
  if (isPlainName(name)) return undefined;
  if (UNSEEN.test(name)) return 'must not hold control or format characters';
  if (!SEEN.test(name)) return 'must not be blank';
  return OUTER_SPACE.test(name) ? 'must not begin or end with white space' : undefined;
}

/**
 * The stored name must not exceed what a caller may send, or nobody could name it any more: some signs fall apart into
 * several in NFC.
 */
function storedProblem(name: string): string | undefined {
  const grows = !isPlainName(name) && [...nfc(name)].length > [...name].length;
  return grows ? 'must not hold characters that fall apart in Unicode NFC' : undefined;
}

/**
 * @param path of the field, as the caller wrote it
 * @returns the name as it is to be stored
 * @throws ApiError 400 that names the field
 */
export function requireName(path: string, name: string): string {
  const problem = nameProblem(name) ?? storedProblem(name);
  if (problem !== undefined) throw errors.validation([{ path, message: problem }]);
  return nfc(name);
}

/**
 * The same of a record of an import.
 *
 * @param field with its record, as `lots[3].lot_number`
 * @throws OperatorError that names the field
 */
export function importedName(field: string, name: string): string {
  const problem = nameProblem(name) ?? storedProblem(name);
  if (problem !== undefined) throw new OperatorError(`${field} ${problem}.`);
  return nfc(name);
}
