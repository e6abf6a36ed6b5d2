// The endpoints of a key's organization and environment.
import { v7 as uuidv7 } from 'uuid';
import type { Answer, Call, Principal } from '../contract.ts';
import { type Database, timestampText } from '../database/database.ts';
import { ListFilter } from '../database/list-filter.ts';
import type { Statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { isUuid } from '../formats.ts';
import { opaqueCursor, pageOf, readOpaqueCursor } from '../paging.ts';
import type { SecretBox } from '../secrets.ts';
import type { AddressGuard } from './address-guard.ts';
import { openSecrets, placeOf } from './endpoint-secrets.ts';
import { makeSecret } from './sign.ts';

const ENDPOINTS_MAX = 100;
const OVERLAP_SECONDS = 86_400;

const COLUMNS = `id, url, events, description, ${timestampText('created_at')} as created_at`;

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
  const objection = await addressGuard.objectionTo(body.url);
  if (objection !== undefined) throw errors.validation([{ path: 'url', message: objection }]);
  const id = uuidv7();
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
      secrets.seal(secret, placeOf(organizationId, id)),
      ENDPOINTS_MAX,
    ]);
    return made;
  });
  if (endpoint === undefined) {
    throw errors.validation([
      { path: 'url', message: `would be one endpoint too many; at most ${ENDPOINTS_MAX} are kept` },
    ]);
  }
  return { status: 201, body: { ...endpoint, secret } };
}

/** So that no two count at once; rows that refer to the organization do not wait for it. */
const LOCK_ORGANIZATION: Statement = {
  name: 'webhook-lock-organization',
  text: 'select id from organization where id = $1::uuid for no key update',
};

/** It begins with the events after its creation. */
const CREATE: Statement = {
  name: 'webhook-create',
  text: `
    insert into webhook_endpoint (
      id, organization_id, environment, url, events, description, secret, fanned_position, created_at)
    select $1::uuid, $2::uuid, $3::text, $4::text, $5::text[], $6::text, $7::bytea,
           coalesce((select position from event_counter where organization_id = $2::uuid), 0),
           clock_timestamp()
     where (select count(*) from webhook_endpoint
             where organization_id = $2::uuid and environment = $3::text) < $8::int
    returning ${COLUMNS}`,
};

export async function listWebhooks(
  { query, principal }: Call<'listWebhooks'>,
  { database }: { readonly database: Database },
): Promise<Answer<'listWebhooks'>> {
  const [after] = readOpaqueCursor(query.cursor, [isUuid]);
  const where = new ListFilter()
    .add([principal.organizationId], (id) => `organization_id = ${id}::uuid`)
    .add([principal.environment], (environment) => `environment = ${environment}::text`)
    .add([after], (id) => `id > ${id}::uuid`);
  const limit = where.value(query.limit + 1);
  const rows = await database.query(
    where.statement<Answer<'listWebhooks'>['body']['data'][number]>(
      'list-webhooks',
      (conditions) =>
        `select ${COLUMNS} from webhook_endpoint where ${conditions} order by id limit ${limit}`,
    ),
    where.values,
  );
  const page = pageOf(
    rows,
    query.limit,
    (row) => row,
    (row) => opaqueCursor([row.id]),
  );
  return { status: 200, body: page };
}

export async function getWebhook(
  { path, principal }: Call<'getWebhook'>,
  { database }: { readonly database: Database },
): Promise<Answer<'getWebhook'>> {
  return { status: 200, body: await requireEndpoint(database, principal, path.id) };
}

export async function deleteWebhook(
  { query, principal }: Call<'deleteWebhook'>,
  { database }: { readonly database: Database },
): Promise<Answer<'deleteWebhook'>> {
  if (!isUuid(query.id)) throw errors.invalidId('id');
  return database.transaction(async (tx) => {
    await tx.query(LOCK_PENDING, ownValues(principal, query.id));
    // Its deliveries go with it.
    const [deleted] = await tx.query<{ id: string }>(DELETE, ownValues(principal, query.id));
    if (deleted === undefined) throw unknownEndpoint();
    return { status: 200, body: { id: deleted.id, deleted: true } };
  });
}

const OWN = 'organization_id = $1::uuid and environment = $2::text and id = $3::uuid';

/** In the order in which a worker locks those whose results it writes; a cascade has none. */
const LOCK_PENDING: Statement = {
  name: 'webhook-lock-pending',
  text: `
    select d.id
      from webhook_delivery d
     where d.endpoint_id = (select id from webhook_endpoint where ${OWN}) and d.status = 'pending'
     order by d.id
       for update`,
};

const DELETE: Statement = {
  name: 'webhook-delete',
  text: `delete from webhook_endpoint where ${OWN} returning id`,
};

export async function rotateWebhookSecret(
  { path, body, principal }: Call<'rotateWebhookSecret'>,
  { database, secrets }: { readonly database: Database; readonly secrets: SecretBox },
): Promise<Answer<'rotateWebhookSecret'>> {
  const overlapSeconds = body?.overlap_seconds ?? OVERLAP_SECONDS;
  const secret = makeSecret();
  return database.transaction(async (tx) => {
    const [row] = await tx.query(LOCK_SECRETS, ownValues(principal, path.id));
    if (row === undefined) throw unknownEndpoint();
    const place = placeOf(row.organization_id, row.endpoint_id);
    // A rotation during an overlap ends it: the newest two secrets count.
    const open = openSecrets(secrets, row);
    const old = secrets.seal(open.nextSecret ?? open.secret, place);
    await tx.query(SET_SECRETS, [
      row.endpoint_id,
      old,
      secrets.seal(secret, place),
      overlapSeconds,
    ]);
    return { status: 200, body: { id: row.endpoint_id, secret } };
  });
}

const LOCK_SECRETS: Statement = {
  name: 'webhook-lock-secrets',
  text: `
    select id as endpoint_id, organization_id, secret, next_secret,
           coalesce(overlap_ends_at <= now(), false) as overlap_is_over
      from webhook_endpoint where ${OWN} for update`,
};

const SET_SECRETS: Statement = {
  name: 'webhook-set-secrets',
  text: `
    update webhook_endpoint
       set secret = $2::bytea, next_secret = $3::bytea,
           overlap_ends_at = now() + make_interval(secs => $4::int)
     where id = $1::uuid`,
};

/** @throws ApiError 404 when it is unknown, of another organization or of the other environment */
export async function requireEndpoint(database: Database, principal: Principal, id: string) {
  const [endpoint] = await database.query(GET, ownValues(principal, id));
  if (endpoint === undefined) throw unknownEndpoint();
  return endpoint;
}

const GET: Statement = {
  name: 'webhook-get',
  text: `select ${COLUMNS} from webhook_endpoint where ${OWN}`,
};

function ownValues({ organizationId, environment }: Principal, id: string): unknown[] {
  return [organizationId, environment, id];
}

function unknownEndpoint() {
  return errors.notFound('No webhook endpoint of this key has this id.');
}
