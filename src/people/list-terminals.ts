import type { Answer, PersonCall } from '../contract.ts';
import { type Database, timestampText } from '../database/database.ts';
import { statement } from '../database/statement.ts';

const TERMINALS_MAX = 1_000;

/** Lists the terminals of the organization, those that were ended last. */
export async function listTerminals(
  { principal }: PersonCall<'listTerminals'>,
  { database }: { readonly database: Database },
): Promise<Answer<'listTerminals'>> {
  const data = await database.query(LIST_TERMINALS, [principal.organizationId, TERMINALS_MAX]);
  return { status: 200, body: { data } };
}

const LIST_TERMINALS = statement<Answer<'listTerminals'>['body']['data'][number]>(
  'list-terminals',
  `
    select id, name, enrolled_by, ${timestampText('created_at')} as created_at,
           ${timestampText('ended_at')} as ended_at
      from terminal
     where organization_id = $1::uuid
     order by terminal.ended_at is not null, terminal.created_at, id
     limit $2::int`,
);
