/** What can come in the place of an answer that was hoped for. */

export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** A scope is a word of the contract, which a person cannot act on. */
const NAMED_SCOPE = /it needs [\w:-]+\.$/;
const WHOM_TO_ASK = 'ask a pharmacist or a manager.';

/** The service has refused: nothing was done. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: readonly FieldProblem[];
  /** What support is told. */
  readonly requestId: string | undefined;

  constructor(status: number, body: unknown) {
    const { code, message, details, requestId } = read(body);
    super(
      message?.replace(NAMED_SCOPE, WHOM_TO_ASK) ?? `The service answered ${status}. Try again.`,
    );
    this.status = status;
    this.code = code ?? 'unknown';
    this.details = details;
    this.requestId = requestId;
  }
}

/** Thrown when no answer came. A write that was sent may have been done; its key says so when it is sent again. */
export class NoAnswer extends Error {
  readonly wasSent: boolean;

  constructor(wasSent: boolean) {
    super(wasSent ? 'No answer came.' : 'There is no network: nothing was done.');
    this.wasSent = wasSent;
  }
}

function read(body: unknown): {
  code?: string;
  message?: string;
  requestId?: string;
  details: readonly FieldProblem[];
} {
  if (!isRecord(body)) return { details: [] };
  // Answers of 429 have the code and the words next to each other.
  const error = isRecord(body.error) ? body.error : { code: body.error, message: body.message };
  const details = Array.isArray(error.details) ? error.details.filter(isFieldProblem) : [];
  return {
    details,
    ...(typeof error.code === 'string' && { code: error.code }),
    ...(typeof error.message === 'string' && { message: error.message }),
    ...(typeof error.request_id === 'string' && { requestId: error.request_id }),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isFieldProblem(value: unknown): value is FieldProblem {
  return isRecord(value) && typeof value.path === 'string' && typeof value.message === 'string';
}
