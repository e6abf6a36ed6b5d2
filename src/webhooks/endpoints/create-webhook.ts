import { recordPersons } from '../../audit/operator-actions.ts';
import type { Answer, Call } from '../../contract.ts';
import type { Database } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { errors } from '../../errors.ts';
import { newId } from '../../lib/random.ts';
import type { SecretBox } from '../../lib/seal.ts';
import type { AddressGuard } from './address-guard.ts';
import { sealedFieldOf } from './endpoint-secrets.ts';
import {
  ENDPOINT_COLUMNS,
  type Endpoint,
  positionNow,
  recordedFields,
  requireEvents,
} from './own-endpoint.ts';
import { makeSecret } from './sign.ts';

/** The limit holds for each environment of an organization. */
export const ENDPOINTS_MAX = 100;

export async function createWebhook(
  { body, principal }: Call<'createWebhook'>,
  {
    database,
    addressGuard,
    secrets,
  }: {
    readonly database: Database;
    readonly addressGuard: AddressGuard;
    readonly secrets: SecretBox;
  },
): Promise<Answer<'createWebhook'>> {
  requireEvents(principal, body.events ?? []);
  const violation = await addressGuard.violationIn(body.url);
  if (violation !== undefined) throw errors.invalid('url', violation);
  const id = newId();
  const secret = makeSecret();
  const { organizationId, environment } = principal;
  const endpoint = await database.transaction(async (tx) => {
    await tx.query(LOCK_ORGANIZATION, [organizationId]);
    const [made] = await tx.query(CREATE, [
      id,
      organizationId,
      environment,
      body.url,
      [...new Set(body.events ?? [])],
      body.description ?? null,
      secrets.seal(secret, sealedFieldOf(organizationId, id)),
      ENDPOINTS_MAX,
    ]);
    if (made !== undefined) {
      const typed = recordedFields(body);
      const target = `endpoint ${id}`;
      await recordPersons(tx, principal, { command: 'createWebhook', target, typed });
    }
    return made;
  });
  if (endpoint === undefined) {
    throw errors.invalid(
      'url',
      `cannot be added to the ${ENDPOINTS_MAX} endpoints that there may be: delete one first`,
    );
  }
  return { status: 201, body: { ...endpoint, secret } };
}

/** Keeps two requests from counting at once; rows that refer to the organization do not wait for it. */
const LOCK_ORGANIZATION = statement<{ id: string }>(
  'webhook-lock-organization',
  'select id from organization where id = $1::uuid for no key update',
);

/** The endpoint begins with the events after its creation: none is being appended while its position is read. */
const CREATE = statement<Endpoint>(
  'webhook-create',
  `
    with counter as (${positionNow('select $2::uuid')}
    ), free as materialized (
      select position from counter
       where (select count(*) from webhook_endpoint
               where organization_id = $2::uuid and environment = $3::text
                 and deleted_at is null) < $8::int
    ), written as (
      insert into webhook_endpoint (
        id, organization_id, environment, url, events, description, secret, fanned_position, created_at)
      select $1::uuid, $2::uuid, $3::text, $4::text, $5::text[], $6::text, $7::bytea, position,
             clock_timestamp()
        from free
      returning *)
    select ${ENDPOINT_COLUMNS} from written`,
);
