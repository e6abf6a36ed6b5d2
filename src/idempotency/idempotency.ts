// A write that is repeated with its Idempotency-Key, or a command with its --key, changes nothing and gets the first
// answer again.
//
// A key belongs to one organization, environment and operation. The table keeps a salted digest of the request and
// the answer that a repeat gets. Both are written in the transaction of the change, so a refused or lost attempt
// leaves the key free, and a request that comes while the first is running waits for its end. Every write goes
// through `answerOnce`, but for movements and reservations, whose keys are on their own rows
// (inventory/writer/earlier-movements.ts): a second row for each would cost the stock writer 20 to 28 of 100
// movements a second (2 busy cores, 64 and 8 in flight).
import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { OperationId, Principal } from '../contract.ts';
import type { Transaction } from '../database/database.ts';
import { CONFIRM_FOUND } from '../database/standby.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { randomSalt } from '../lib/random.ts';
import type { SealedField, SecretBox } from '../lib/seal.ts';

const SALT_BYTES = 16;

/** An operation of the contract, or the words of an operator's command: `stock waste`. */
export type KeyedOperation = OperationId | `${string} ${string}`;

/** A request that came with a key. */
export interface KeyedRequest {
  readonly operation: KeyedOperation;
  readonly key: string;
  /** Canonical JSON (RFC 8785), so that the order of fields and spaces do not count. */
  readonly body: string;
  readonly salt: Buffer;
  readonly digest: Buffer;
}

/** The part of a request that is kept. Once redaction has deleted the salt, no guess can be tried on the digest. */
export interface RequestDigest {
  readonly salt: Buffer | null;
  /** SHA-256 of the salt and the body. */
  readonly digest: Buffer;
}

/** @returns undefined where the request came without a key */
export function keyedRequest(operation: KeyedOperation, key: string, body: unknown): KeyedRequest;
export function keyedRequest(
  operation: KeyedOperation,
  key: string | undefined,
  body: unknown,
): KeyedRequest | undefined;
export function keyedRequest(
  operation: KeyedOperation,
  key: string | undefined,
  body: unknown,
): KeyedRequest | undefined {
  if (key === undefined) return undefined;
  const canonical = canonicalize(body) ?? '';
  const salt = randomSalt(SALT_BYTES);
  return { operation, key, body: canonical, salt, digest: digestOf(salt, canonical) };
}

/** @throws ApiError `idempotency_key_reused` when the key came with another body before */
export function refuseOtherBody({ body }: KeyedRequest, { salt, digest }: RequestDigest): void {
  if (salt === null || !digestOf(salt, body).equals(digest)) throw errors.idempotencyKeyReused();
}

function digestOf(salt: Buffer, body: string): Buffer {
  return hash('sha256', Buffer.concat([salt, Buffer.from(body, 'utf8')]), 'buffer');
}

export interface Once<Answer = unknown> {
  readonly principal: Pick<Principal, 'organizationId' | 'environment'>;
  /** Undefined where it came without a key: then every request does the work. */
  readonly request: KeyedRequest | undefined;
  /** Given where the answer may hold personal data, which is then sealed at rest. */
  readonly secrets?: SecretBox;
  /** @returns the patient whose erasure also deletes the answer */
  readonly patientOf?: (answer: Answer) => string | null;
}

/**
 * Does the work, unless it was done before with this key; then returns the first answer.
 *
 * @param work runs in the same transaction; when it throws, the key stays free. Its answer must be JSON
 * @throws ApiError `idempotency_key_reused` when the key came with another body before; 404 when the patient
 *   that the answer was about is erased, whatever the body: its salt is gone too
 */
export async function answerOnce<Answer>(
  tx: Transaction,
  { principal, request, secrets, patientOf }: Once<Answer>,
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; isRepeat: boolean }> {
  if (request === undefined) return { answer: await work(), isRepeat: false };
  const keyed = {
    principal,
    request,
    ...(secrets && { secrets }),
    ...(patientOf && { patientOf }),
  };
  const earlier = await claimKey(tx, keyed);
  if (earlier !== undefined) return { answer: earlier.answer, isRepeat: true };
  const answer = await work();
  await keepAnswer(tx, keyed, answer);
  return { answer, isRepeat: false };
}

/** A `Once` whose request came with a key. */
interface KeyedOnce<Answer = unknown> extends Once<Answer> {
  readonly request: KeyedRequest;
}

/**
 * Does the first half of `answerOnce`, for a caller who knows the answer only at the end of the transaction and
 * keeps it with `keepAnswer`.
 *
 * @returns the first answer; undefined where the key is the caller's now
 * @throws ApiError as `answerOnce` does
 */
export async function claimKey<Answer>(
  tx: Transaction,
  { principal, request, secrets }: KeyedOnce<Answer>,
): Promise<{ answer: Answer } | undefined> {
  const row = rowOf({ principal, request });
  const [claimed] = await tx.query(CLAIM_KEY, [...row, request.salt, request.digest]);
  if (claimed !== undefined) return undefined;
  // This is a separate statement, so that its snapshot is younger than the commit that the claim waited for.
  const earlier = await findAnswer<Answer>(tx, { principal, request, ...(secrets && { secrets }) });
  if (earlier === undefined) throw new Error('A key was taken and is gone.');
  return earlier;
}

/**
 * Finds the first answer without taking the key, for work of several transactions: its answer is kept with
 * `answerOnce` when all of them are done, and what they do is safe to repeat.
 *
 * @returns undefined where the key is free
 * @throws ApiError as `answerOnce` does
 */
export async function findAnswer<Answer>(
  tx: Transaction,
  { principal, request, secrets }: KeyedOnce<Answer>,
): Promise<{ answer: Answer } | undefined> {
  const [earlier] = await tx.query(FIND_ANSWER, rowOf({ principal, request }));
  if (earlier === undefined) return undefined;
  if (earlier.is_erased) throw errors.notFound(ERASED);
  refuseOtherBody(request, { salt: earlier.request_salt, digest: earlier.request_digest });
  tx.defer(CONFIRM_FOUND, []);
  return { answer: answerOf(earlier, sealedFieldOf({ principal, request }), secrets) as Answer };
}

/** @param answer must be JSON */
export async function keepAnswer<Answer>(
  tx: Transaction,
  { principal, request, secrets, patientOf }: KeyedOnce<Answer>,
  answer: Answer,
): Promise<void> {
  const text = JSON.stringify(answer);
  const sealed = secrets?.seal(text, sealedFieldOf({ principal, request }));
  await tx.query(KEEP_ANSWER, [
    ...rowOf({ principal, request }),
    ...(sealed === undefined ? [text, null] : [null, sealed]),
    patientOf?.(answer) ?? null,
  ]);
}

function rowOf({
  principal: { organizationId, environment },
  request: { key, operation },
}: Pick<KeyedOnce, 'principal' | 'request'>): string[] {
  return [key, operation, environment, organizationId];
}

const ERASED = 'The patient that this Idempotency-Key was used for is erased.';

function sealedFieldOf({
  principal,
  request,
}: {
  readonly principal: Once['principal'];
  readonly request: KeyedRequest;
}): SealedField {
  return {
    table: 'idempotency_key',
    organizationId: principal.organizationId,
    rowId: JSON.stringify([principal.environment, request.operation, request.key]),
  };
}

function answerOf(row: AnswerRow, field: SealedField, secrets: SecretBox | undefined): unknown {
  // The work threw and its transaction was committed all the same; there is no answer to repeat.
  if (row.sealed_answer === null && row.answer === null) throw new Error('A key has no answer.');
  if (row.sealed_answer === null) return row.answer;
  if (secrets === undefined)
    throw new Error('An answer is sealed and there is nothing to open it.');
  return JSON.parse(secrets.open(row.sealed_answer, field));
}

/** Waits while another open transaction has the key; returns no row when that one has committed. */
const CLAIM_KEY = statement<{ claimed: boolean }>(
  'claim-idempotency-key',
  `insert into idempotency_key (
     key, operation, environment, organization_id, request_salt, request_digest)
   values ($1::text, $2::text, $3::text, $4::uuid, $5::bytea, $6::bytea)
   on conflict do nothing
   returning true as claimed`,
);

interface AnswerRow {
  request_salt: Buffer | null;
  request_digest: Buffer;
  answer: Record<string, unknown> | null;
  sealed_answer: Buffer | null;
  is_erased: boolean;
}

const OF_KEY = `
    where key = $1::text and operation = $2::text and environment = $3::text
      and organization_id = $4::uuid`;

const FIND_ANSWER = statement<AnswerRow>(
  'find-idempotent-answer',
  `select request_salt, request_digest, answer, sealed_answer, erased_at is not null as is_erased
     from idempotency_key ${OF_KEY}`,
);

const KEEP_ANSWER = statement<never>(
  'keep-idempotent-answer',
  `update idempotency_key set answer = $5::json, sealed_answer = $6::bytea, patient_id = $7::uuid
   ${OF_KEY}`,
);
