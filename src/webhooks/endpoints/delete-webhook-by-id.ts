import type { Answer, Call } from '../../contract.ts';
import type { Queryable } from '../../database/database.ts';
import { deleteEndpoint } from './delete-webhook.ts';

export async function deleteWebhookById(
  { path, principal }: Call<'deleteWebhookById'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'deleteWebhookById'>> {
  return { status: 200, body: await deleteEndpoint(database, principal, path.id) };
}
