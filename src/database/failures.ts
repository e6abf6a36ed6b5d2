// What a failure of the database means.
import { countDatabaseFailure } from '../telemetry/metrics.ts';

/** What a failed statement means to the caller of a transaction. */
export type FailureKind = 'lost' | 'conflict' | 'lock_timeout' | 'exhausted' | 'other';

const UNIQUE_VIOLATION = '23505';
const QUERY_CANCELED = '57014';
/** After the last failure of that kind it is reported for so long. */
const EXHAUSTED_SECONDS = 30;

/**
 * The codes are SQLSTATEs, Node's and Prisma's. The classes 08 and 57P mean that the server goes away, 25P03 and
 * 25P04 that it ended the session, 25006 that it became a standby, 53300 that it has no session left; the rest of
 * class 53 is a full disk or memory, which another session would not mend.
 */
const KINDS: readonly (readonly [Exclude<FailureKind, 'other'>, RegExp])[] = [
  ['lost', /^(08\w{3}|57P\w\w|25P0[34]|25006|53300)$/],
  ['lost', /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN))$/],
  ['lost', /^(ENOTFOUND|EAI_AGAIN|P1001|P1002|P1008|P1017|P2024|P2037)$/],
  ['lost', /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/],
  ['conflict', /^(23505|40001|40P01|P2034|TransactionWriteConflict)$/],
  ['lock_timeout', /^(55P03|57014|P2028)$/],
  ['exhausted', /^53\w{3}$/],
];

/** The pg driver gives these errors no code, only a message. */
const LOST_MESSAGE =
  /^(connection terminated|timeout exceeded when trying to connect|client (was closed|has encountered a connection error)|query read timeout|cannot use a pool after calling end)/i;

/**
 * The one catalogue of a database's failures. `lost`: the connection broke, so whether a commit happened
 * is not known. `conflict`: a unique key, a deadlock or a serialisation failure; another attempt reads again.
 * `lock_timeout`: a lock was held, or a statement ran, for too long. `exhausted`: the server's disk or memory
 * is full, and nothing was written.
 *
 * Only Prisma's wrapping of a failure is undone; the `cause` of any other error is for the log alone.
 */
export function failureKind(error: unknown): FailureKind {
  return kindOf(unwrap(error));
}

function kindOf(failure: Failure): FailureKind {
  const names = [failure.originalCode, failure.code, failure.kind].filter(
    (name) => typeof name === 'string',
  );
  const known = KINDS.find(([, pattern]) => names.some((name) => pattern.test(name)));
  if (known !== undefined || names.length > 0) return known?.[0] ?? 'other';
  return LOST_MESSAGE.test(String(failure.message ?? '')) ? 'lost' : 'other';
}

interface Failure {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  /** Prisma's adapter sets these three: the SQLSTATE, the server's message, and its own name for the kind. */
  readonly originalCode?: unknown;
  readonly originalMessage?: unknown;
  readonly kind?: unknown;
  readonly cause?: unknown;
  readonly meta?: { readonly driverAdapterError?: unknown };
}

/** @returns the failure that Prisma's adapter reported, where Prisma's error holds one; else the error itself */
function unwrap(error: unknown): Failure {
  const failure = (error ?? {}) as Failure;
  const inner = failure.meta?.driverAdapterError;
  if (inner) return unwrap(inner);
  return failure.name === 'DriverAdapterError' && failure.cause ? failure.cause : failure;
}

/** @returns what any other statement would have failed with, without Prisma's words, where a database failed below Prisma */
export function withoutPrisma(error: unknown): unknown {
  const { originalCode, originalMessage, kind, ...failure } = unwrap(error);
  if (kind === undefined) return error;
  return Object.assign(new Error(String(originalMessage ?? failure.message ?? kind)), {
    code: originalCode ?? kind,
  });
}

export function countFailure(error: unknown): void {
  const failure = unwrap(error);
  const kind = kindOf(failure);
  if (kind === 'other') return;
  if (kind === 'exhausted') exhaustedAt = performance.now();
  const isTooLong = (failure.originalCode ?? failure.code) === QUERY_CANCELED;
  countDatabaseFailure(isTooLong ? 'statement_timeout' : kind);
}

let exhaustedAt = Number.NEGATIVE_INFINITY;

/** Whether a database of this process has lately had no room, on its disk or in its memory, for what was asked. */
export function isExhausted(): boolean {
  return performance.now() - exhaustedAt < EXHAUSTED_SECONDS * 1000;
}

/** Whether the same request may succeed later. A violated unique key stays violated. */
export function isTransient(error: unknown): boolean {
  const failure = unwrap(error);
  return kindOf(failure) !== 'other' && (failure.originalCode ?? failure.code) !== UNIQUE_VIOLATION;
}
