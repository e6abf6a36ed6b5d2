import type { Answer, PersonCall } from '../contract.ts';
import { type Database, timestampText } from '../database/database.ts';
import { statement } from '../database/statement.ts';

const KEYS_MAX = 1_000;

/** Lists the keys of an environment for those who use them, without the keys themselves. */
export async function listApiKeys(
  { principal }: PersonCall<'listApiKeys'>,
  { database }: { readonly database: Database },
): Promise<Answer<'listApiKeys'>> {
  const { organizationId, environment } = principal;
  const data = await database.query(LIST_API_KEYS, [organizationId, environment, KEYS_MAX]);
  return { status: 200, body: { data } };
}

/** The status follows the rule of admission's statement. */
const LIST_API_KEYS = statement<Answer<'listApiKeys'>['body']['data'][number]>(
  'list-api-keys',
  `
    select id, prefix, label, environment,
           case when revoked_at is not null then 'revoked'
                when expires_at <= now() then 'expired'
                else 'valid' end as status,
           scopes, plan, requests_per_minute::float8 as requests_per_minute,
           requests_per_day::float8 as requests_per_day,
           ${timestampText('last_used_at')} as last_used_at,
           ${timestampText('expires_at')} as expires_at,
           ${timestampText('revoked_at')} as revoked_at,
           ${timestampText('created_at')} as created_at
      from api_key
     where organization_id = $1::uuid and environment = $2::text
     order by revoked_at is not null or coalesce(expires_at <= now(), false),
              api_key.created_at desc, id
     limit $3::int`,
);
