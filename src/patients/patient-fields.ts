// The fields of a patient, in a request or in a record of an import, and their validation.
import type { FieldProblem } from '../errors.ts';
import { violationInLine } from '../lib/formats.ts';
import { lastInitial } from './last-initial.ts';
import { readPhoneNumber } from './phone-number.ts';
import { addressProblems, type PostalAddress, partialAddressProblems } from './postal-address.ts';

/** The fields, by the names of the API and of the import. Null means that nothing is known. */
export interface PatientFields {
  readonly first_name: string;
  readonly last_name: string;
  readonly date_of_birth?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly address?: Partial<PostalAddress> | null;
  readonly allergies?: readonly string[];
  readonly medications?: readonly string[];
  readonly clinical_notes?: string | null;
}

interface JudgedPatient<Fields> {
  /** The given fields as they are stored, and what is derived from them. */
  readonly patient: Fields & { readonly last_initial: string };
  /** Empty where the patient may be stored. */
  readonly problems: readonly FieldProblem[];
}

/** @param isWhole whether the address must be complete enough for a letter */
export function judgePatient<Fields extends PatientFields>(
  given: Fields,
  { isWhole }: { readonly isWhole: boolean },
): JudgedPatient<Fields> {
  const problems: FieldProblem[] = [];
  const refuse = (path: keyof PatientFields, message: string) => problems.push({ path, message });
  const [firstName, lastName] = [given.first_name.trim(), given.last_name.trim()];
  for (const [field, name] of [
    ['first_name', firstName],
    ['last_name', lastName],
  ] as const) {
    const violation = violationInLine(name);
    if (violation !== undefined) refuse(field, violation);
  }
  const initial = lastInitial(lastName);
  if (initial === undefined && violationInLine(lastName) === undefined) {
    refuse('last_name', 'must hold a letter');
  }
  if (given.date_of_birth != null) {
    const violation = violationInBirth(given.date_of_birth);
    if (violation !== undefined) refuse('date_of_birth', violation);
  }
  const phone = given.phone == null ? undefined : readPhoneNumber(given.phone);
  if (phone?.violation !== undefined) refuse('phone', phone.violation);
  if (given.address != null) {
    problems.push(
      ...(isWhole
        ? addressProblems(given.address as PostalAddress, 'address')
        : partialAddressProblems(given.address, 'address')),
    );
  }
  const patient = {
    ...given,
    first_name: firstName,
    last_name: lastName,
    last_initial: initial ?? '',
    ...(phone !== undefined && { phone: phone.e164 ?? null }),
  };
  return { patient, problems };
}

const BIRTH_FIRST = '1900-01-01';

/** The offset of Kiribati's Line Islands, where a new day begins first. */
const FIRST_ZONE_HOURS = 14;

/** @param date a real calendar date, which the contract and the import's format have checked */
function violationInBirth(date: string): string | undefined {
  if (date < BIRTH_FIRST) return `must not be before ${BIRTH_FIRST}`;
  const today = new Date(Date.now() + FIRST_ZONE_HOURS * 3_600_000).toISOString().slice(0, 10);
  return date > today ? 'must not be in the future' : undefined;
}
