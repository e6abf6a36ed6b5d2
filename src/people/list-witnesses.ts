import type { Answer, PersonCall } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { WITNESS_ROLES } from './roles.ts';

/** Lists the other people who may witness. */
export async function listWitnesses(
  { principal }: PersonCall<'listWitnesses'>,
  { database }: { readonly database: Database },
): Promise<Answer<'listWitnesses'>> {
  const { organizationId, personId } = principal;
  const data = await database.query(WITNESSES, [organizationId, personId, WITNESS_ROLES]);
  return { status: 200, body: { data } };
}

const WITNESSES = statement<Answer<'listWitnesses'>['body']['data'][number]>(
  'list-witnesses',
  `select id, name, pin_hash is not null as has_pin from person
    where organization_id = $1::uuid and ended_at is null and id <> $2::uuid
      and roles && $3::text[]
    order by name, id
    limit 500`,
);
