// Witnesses. Another person says at the same screen, by PIN or passkey, that they have seen what is about to be posted.
// The token that they give lives two minutes, works once, and fits that one request of that one person alone.
import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Answer, OperationId, PersonCall, PersonPrincipal } from '../contract.ts';
import {
  type Database,
  type Queryable,
  type Transaction,
  timestampText,
} from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { newId } from '../lib/random.ts';
import { identitiesOf, mayBeOne } from './people.ts';
import { WITNESS_ROLES } from './roles.ts';
import { hashOfToken, makeToken } from './sessions.ts';
import { provePerson } from './sign-in.ts';

const WITNESS_SECONDS = 120;

interface WitnessedRequest {
  readonly principal: Pick<PersonPrincipal, 'personId' | 'organizationId' | 'linkedBy'>;
  readonly operation: OperationId;
  /** The body of the request; its `witness_token` does not count. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface WitnessToken {
  readonly token: string;
  /** Timestamp text. */
  readonly expires_at: string;
}

/** Somebody who may witness, with those whose links they rest on. */
export interface Witness {
  readonly id: string;
  readonly linked_by: readonly string[];
}

/** Makes the token. @throws ApiError 422 `own_approval` when people would witness what they do themselves */
async function makeWitnessToken(
  db: Queryable,
  { principal, operation, body }: WitnessedRequest,
  witness: Witness,
): Promise<WitnessToken> {
  const { personId, organizationId } = principal;
  requireTwo(principal, witness);
  const token = makeToken();
  const [made] = await db.query(MAKE_TOKEN, [
    newId(),
    organizationId,
    personId,
    witness.id,
    hashOfToken(token),
    operation,
    digestOf(body),
    WITNESS_SECONDS,
  ]);
  if (made === undefined) throw new Error('A witness token was not made.');
  return { token, expires_at: made.expires_at };
}

/**
 * Uses a token up, in the transaction of the change that it is for: a change that is refused leaves it. Somebody who has
 * left meanwhile, or may not witness any more, witnesses nothing.
 *
 * @returns the witness's person id
 * @throws ApiError 422 `witness_required` when there is none that fits
 */
export async function consumeWitness(
  tx: Transaction,
  { token, principal, operation, body }: WitnessedRequest & { readonly token: string },
): Promise<string> {
  const { personId, organizationId } = principal;
  const values = [
    hashOfToken(token),
    organizationId,
    personId,
    operation,
    digestOf(body),
    WITNESS_ROLES,
  ];
  const [used] = await tx.query(USE_TOKEN, values);
  if (used === undefined) {
    throw errors.witnessRequired(
      'The witness_token is not valid for this request: it is used once, within two minutes, by a person who may witness. Ask the witness again.',
    );
  }
  requireTwo(principal, used);
  return used.id;
}

function requireTwo(asking: WitnessedRequest['principal'], { id, linked_by }: Witness): void {
  if (!mayBeOne(identitiesOf(asking), [id, ...linked_by])) return;
  throw errors.ownApproval(
    'Another person must be the witness: nobody whose link you made, who made yours, or whose link the same person made, before somebody else confirms them.',
  );
}

function digestOf({ witness_token: _token, ...body }: WitnessedRequest['body']): Buffer {
  return hash('sha256', canonicalize(body) ?? '', 'buffer');
}

const MAKE_TOKEN = statement<{ expires_at: string }>(
  'make-witness-token',
  `
    with made as (
      insert into witness_token (
        id, organization_id, asked_by, witness_id, token_hash, operation, body_digest, expires_at)
      values ($1::uuid, $2::uuid, $3::uuid, $4::uuid, $5::bytea, $6::text, $7::bytea,
              now() + make_interval(secs => $8::int))
      returning expires_at)
    select ${timestampText('expires_at')} as expires_at from made`,
);

const USE_TOKEN = statement<Witness>(
  'use-witness-token',
  `
    update witness_token set used_at = now()
      from person
     where token_hash = $1::bytea and witness_token.organization_id = $2::uuid and asked_by = $3::uuid
       and operation = $4::text and body_digest = $5::bytea
       and used_at is null and expires_at > now()
       and person.id = witness_id and person.organization_id = witness_token.organization_id
       and person.ended_at is null and person.roles && $6::text[]
    returning person.id, person.linked_by`,
);

/**
 * Gives a token for one request that another person has seen.
 *
 * @throws ApiError 400 when no body could hold such numbers, 404 when no person of that id may witness, 401 when it is not their PIN or passkey
 */
export async function createWitness(
  { body, principal }: PersonCall<'createWitness'>,
  { database, appUrl }: { readonly database: Database; readonly appUrl: () => string },
): Promise<Answer<'createWitness'>> {
  const { organizationId, terminalId } = principal;
  const { person_id: id, operation } = body;
  if (!isSayable(body.body)) {
    const message = 'must hold no number that is larger than 1.7976931348623157e308';
    throw errors.invalid('body', message);
  }
  const [found] = await database.query(FIND_WITNESS, [id, organizationId, WITNESS_ROLES]);
  if (found === undefined) throw errors.notFound('No person with this id may witness here.');
  await provePerson(database, { id: found.id, organizationId }, body, {
    isAtTerminal: terminalId !== null,
    appUrl: appUrl(),
  });
  const request = {
    principal,
    operation: operation as OperationId,
    body: body.body as Record<string, unknown>,
  };
  return { status: 201, body: await makeWitnessToken(database, request, found) };
}

/** JSON may say 1e400, which has no canonical form. */
function isSayable(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isSayable);
}

const FIND_WITNESS = statement<Witness>(
  'find-witness',
  `select id, linked_by from person
    where id = $1::uuid and organization_id = $2::uuid and ended_at is null
      and roles && $3::text[]`,
);
