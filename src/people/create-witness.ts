import type { Answer, OperationId, PersonCall } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { provePerson } from './prove-person.ts';
import { WITNESS_ROLES } from './roles.ts';
import { makeWitnessToken, type Witness } from './witness.ts';

/**
 * Gives a token for one request that another person has seen.
 *
 * @throws ApiError 400 when no body could hold such numbers, 404 when nobody of that id may witness, 401 when it is not their PIN or passkey
 */
export async function createWitness(
  { body, principal }: PersonCall<'createWitness'>,
  { database, appUrl }: { readonly database: Database; readonly appUrl: () => string },
): Promise<Answer<'createWitness'>> {
  const { organizationId, terminalId } = principal;
  const { person_id: id, operation } = body;
  if (!isSayable(body.body)) {
    const message = 'must hold no number that is larger than 1.7976931348623157e308';
    throw errors.validation([{ path: 'body', message }]);
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
