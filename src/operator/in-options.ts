// Features refuse in the words of the contract, which name fields. Whoever types a command knows options instead, and
// reads them here: the one place that knows which option a field is.
import { ApiError, type FieldProblem, VALIDATION_FAILED } from '../errors.ts';

/** The fields whose option has another name. */
const OPTIONS: Readonly<Record<string, string>> = {
  lot_number: 'lot',
  sku_code: 'sku',
  expiry_date: 'expiry',
  po_number: 'po',
};

/**
 * The refusal of a feature as a command prints it, with the same status, code and details.
 *
 * @param options of the command, by key: `measuredAt`. A field that is none of them stays as it is
 */
export function inOptions(refused: ApiError, options: readonly string[]): ApiError {
  const known = new Set(options.map(optionName));
  const optionOf = (field: string) => {
    const name = OPTIONS[field] ?? field.replaceAll('_', '-');
    return known.has(name) ? `--${name}` : field;
  };
  const { status, code, details, headers, cause } = refused;
  // Only a failed validation has no sentence of its own next to its fields.
  const problems = (
    code === VALIDATION_FAILED && Array.isArray(details) ? details : []
  ) as readonly FieldProblem[];
  const sentences = problems.map(({ path, message }) => `${optionOf(path)} ${message}.`);
  const message = (sentences.length > 0 ? sentences.join('\n') : refused.message).replaceAll(
    /`([a-z_]+)`/g,
    (_, field: string) => optionOf(field),
  );
  return new ApiError({ status, code, message, headers, ...(details && { details }), cause });
}

/** @param key `asOf` for `as-of` */
export function optionName(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
