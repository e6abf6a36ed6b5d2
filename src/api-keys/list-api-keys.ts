import type { Answer, Environment, PersonCall } from '../contract.ts';
import { type Database, type Queryable, timestampText } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { findOrganization } from '../organizations/find-organization.ts';
import { validAt } from './key-row.ts';

type ListedKey = Answer<'listApiKeys'>['body']['data'][number];

const KEYS_MAX = 1_000;

/** Lists the keys of an environment for those who use them, without the keys themselves. */
export async function listApiKeys(
  { principal }: PersonCall<'listApiKeys'>,
  { database }: { readonly database: Database },
): Promise<Answer<'listApiKeys'>> {
  return { status: 200, body: { data: await readKeys(database, { ...principal, max: KEYS_MAX }) } };
}

/**
 * Lists the keys of both environments in the order in which they were issued.
 *
 * @throws ApiError when no organization has the slug
 */
export async function listKeys(database: Queryable, slug: string): Promise<ListedKey[]> {
  const { id: organizationId } = await findOrganization(database, slug);
  const keys = await readKeys(database, { organizationId });
  const position = ({ created_at, id }: ListedKey) => `${created_at} ${id}`;
  return keys.sort((a, b) => (position(a) < position(b) ? -1 : 1));
}

function readKeys(
  database: Queryable,
  {
    organizationId,
    environment,
    max,
  }: { readonly organizationId: string; readonly environment?: Environment; readonly max?: number },
): Promise<ListedKey[]> {
  return database.query(LIST_KEYS, [organizationId, environment ?? null, max ?? null]);
}

const LIST_KEYS = statement<ListedKey>(
  'list-keys',
  `
    select id, prefix, label, environment,
           case when revoked_at is not null then 'revoked'
                when ${validAt('now()')} then 'valid'
                else 'expired' end as status,
           scopes, plan, requests_per_minute::float8 as requests_per_minute,
           requests_per_day::float8 as requests_per_day,
           ${timestampText('last_used_at')} as last_used_at,
           ${timestampText('expires_at')} as expires_at,
           ${timestampText('revoked_at')} as revoked_at,
           ${timestampText('created_at')} as created_at
      from api_key
     where organization_id = $1::uuid and ($2::text is null or environment = $2::text)
     order by not ${validAt('now()')}, api_key.created_at desc, id
     limit $3::int`,
);
