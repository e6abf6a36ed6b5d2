/**
 * What Schemathesis complains of, and we mean: each with its reason. Whatever is not listed here, nor a rule that
 * `test/contract/fuzz/beyond-schemas.ts` finds in the contract's words, fails the run.
 */
import { ruleFor } from '../fuzz/beyond-schemas.ts';
import type { Complaint } from './read-report.ts';

export interface Meant {
  readonly check: string;
  readonly reason: string;
  readonly covers: (complaint: Complaint) => boolean;
}

const ACCEPTANCE = 'positive_data_acceptance';

export const MEANT: readonly Meant[] = [
  {
    check: ACCEPTANCE,
    reason:
      'The schemas allow it, and a rule that the contract says in words does not: a product that is named twice, ' +
      'a date of birth in the future, a cursor of another list.',
    covers: ({ status, operationId, error }) =>
      status === 400 &&
      ['validation_error', 'validation_failed'].includes(error?.code ?? '') &&
      (error?.details ?? [{ path: '', message: '' }]).every(
        (problem) => ruleFor(operationId, problem) !== undefined,
      ),
  },
  {
    check: ACCEPTANCE,
    reason:
      'Fields of a movement that do not fit together, as its description says: a status on a draw, no product, ' +
      'a receipt without its lot.',
    covers: ({ status, error }) =>
      status === 400 && ['invalid_movement', 'lot_required'].includes(error?.code ?? ''),
  },
  {
    check: ACCEPTANCE,
    reason:
      'A well-formed request about something that is not as it must be (422): a lot that has expired, a prescription ' +
      'of another patient, a key that was used with another body.',
    covers: ({ status }) => status === 422,
  },
  {
    check: 'negative_data_rejection',
    reason:
      'A batch is answered 200 where it can be read as a list of movements; what is wrong with one of them is said ' +
      'in its place.',
    covers: ({ operationId, status, body }) =>
      operationId === 'postMovementBatch' &&
      status === 200 &&
      (body as { results: { status: number }[] }).results.some((item) => item.status === 400),
  },
  {
    check: ACCEPTANCE,
    reason:
      'Schemathesis takes an id from an earlier answer, where it was null, and writes None into the address.',
    covers: ({ error, path }) => error?.code === 'invalid_id' && /\/None(\/|$)/.test(path),
  },
];
