import type { Answer, OpenCall } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { terminalOf } from './terminal-of.ts';

/** Lists who can sign in at the terminal by a PIN. @throws ApiError 401 when the browser is no terminal */
export async function listTerminalPeople(
  { cookies }: OpenCall<'listTerminalPeople'>,
  { database }: { readonly database: Database },
): Promise<Answer<'listTerminalPeople'>> {
  const { organizationId, name } = await terminalOf(database, cookies);
  const data = await database.query(PEOPLE_WITH_PIN, [organizationId]);
  return { status: 200, body: { terminal: name, data } };
}

const PEOPLE_WITH_PIN = statement<Answer<'listTerminalPeople'>['body']['data'][number]>(
  'people-with-pin',
  `select id, name from person
    where organization_id = $1::uuid and ended_at is null and pin_hash is not null
    order by name, id
    limit 500`,
);
