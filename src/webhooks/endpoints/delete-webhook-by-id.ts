import type { Answer, Call } from '../../contract.ts';
import type { Database } from '../../database/database.ts';
import { deleteEndpoint } from './delete-webhook.ts';

export async function deleteWebhookById(
  { path, principal }: Call<'deleteWebhookById'>,
  { database }: { readonly database: Database },
): Promise<Answer<'deleteWebhookById'>> {
  return { status: 200, body: await deleteEndpoint(database, principal, path.id) };
}
