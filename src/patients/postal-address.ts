import type { FieldProblem } from '../errors.ts';
import { violationInLine } from '../lib/formats.ts';
import { COUNTRY_CODES } from './country-codes.ts';

/** The address of a person, or of a delivery. */
export interface PostalAddress {
  readonly line1: string;
  readonly line2?: string;
  readonly city: string;
  readonly state?: string;
  readonly postal_code?: string;
  /** ISO 3166-1 alpha-2; the US where it is absent. */
  readonly country?: string;
}

/** USPS Publication 28, appendix B: states, the District, territories, free associations, armed forces. */
const US_STATES: ReadonlySet<string> = new Set(
  `AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH
   OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC AS GU MP PR VI FM MH PW AA AE AP`.split(/\s+/),
);

/** A ZIP, or ZIP+4. */
const US_POSTAL_CODE = /^\d{5}(-\d{4})?$/;

/** The fields that are stored as they were given. */
const LINES = ['line1', 'line2', 'city', 'state', 'postal_code'] as const;

/** The fields that a US address must have besides; other countries have addresses without a region or a postal code. */
const US_FIELDS = ['state', 'postal_code'] as const;

/** Returns the problems of an address, field by field. @param path of the address, as the caller wrote it */
export function addressProblems(address: PostalAddress, path: string): FieldProblem[] {
  return [
    ...partialAddressProblems(address, path),
    ...(isInUs(address)
      ? US_FIELDS.filter((field) => address[field] === undefined).map((field) => ({
          path: `${path}.${field}`,
          message: 'is required where country is US',
        }))
      : []),
  ];
}

/** Returns the problems of the present fields alone: records from elsewhere may hold half an address. */
export function partialAddressProblems(
  address: Partial<PostalAddress>,
  path: string,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const refuse = (field: keyof PostalAddress, message: string) =>
    problems.push({ path: `${path}.${field}`, message });
  const { state, postal_code: postalCode, country } = address;
  for (const field of LINES) {
    const line = address[field];
    const violation = line === undefined ? undefined : violationInLine(line);
    if (violation !== undefined) refuse(field, violation);
  }
  if (country !== undefined && !COUNTRY_CODES.has(country)) {
    refuse('country', 'must be a country’s two capital letters (ISO 3166-1), such as US');
  }
  if (!isInUs(address)) return problems;
  if (state !== undefined && !US_STATES.has(state)) {
    refuse('state', 'must be a US state’s two capital letters, such as TX');
  }
  if (postalCode !== undefined && !US_POSTAL_CODE.test(postalCode)) {
    refuse('postal_code', 'must be a ZIP code, such as 78701 or 78701-1234');
  }
  return problems;
}

function isInUs({ country = 'US' }: Partial<PostalAddress>): boolean {
  return country === 'US';
}
