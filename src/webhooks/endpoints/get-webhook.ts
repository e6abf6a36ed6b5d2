import type { Answer, Call } from '../../contract.ts';
import type { Queryable } from '../../database/database.ts';
import { requireEndpoint } from './own-endpoint.ts';

export async function getWebhook(
  { path, principal }: Call<'getWebhook'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'getWebhook'>> {
  return { status: 200, body: await requireEndpoint(database, principal, path.id) };
}
