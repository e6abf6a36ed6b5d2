import { parsePhoneNumberFromString } from 'libphonenumber-js';

/** A telephone number in the form of E.164, or what is wrong with it. */
type PhoneNumber =
  | { readonly e164: string; readonly violation?: undefined }
  | { readonly e164?: undefined; readonly violation: string };

/**
 * Reads a telephone number in any common notation; one without a country code is of the US.
 *
 * Its country code and its length must be right. Whether its digits were assigned is not checked: the tables of that
 * are always older than the newest area code, as the library itself warns.
 */
export function readPhoneNumber(text: string): PhoneNumber {
  const number = parsePhoneNumberFromString(text, { defaultCountry: 'US', extract: false });
  if (number === undefined || !number.isPossible()) {
    return { violation: 'must be a telephone number, such as +1 512 555 0142' };
  }
  if (number.ext !== undefined) return { violation: 'must have no extension' };
  return { e164: number.number };
}
