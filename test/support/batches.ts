// Movements that are sent together.
import type { Answered, Client, RequestOptions } from './client.ts';
import { freshKey } from './pharmacy.ts';

export const BATCH = '/v1/inventory/movements/batch';

export interface BatchItem {
  readonly idempotency_key: string;
  readonly movement: Record<string, unknown>;
}

export interface Result {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
  readonly body: any;
}

export function item(movement: Record<string, unknown>, key = freshKey()): BatchItem {
  return { idempotency_key: key, movement };
}

export function postBatch(
  api: Client,
  movements: readonly unknown[],
  options: RequestOptions = {},
): Promise<Answered> {
  return api.post(BATCH, { body: { movements }, ...options });
}

/** @throws Error where the request was refused as a whole */
export async function resultsOf(api: Client, movements: readonly unknown[]): Promise<Result[]> {
  const { status, body, text } = await postBatch(api, movements);
  if (status !== 200) throw new Error(`A batch was refused: ${status} ${text}`);
  return body.results;
}

/** The status of each, with the code of what was refused. */
export function outcomesOf(results: readonly Result[]): string[] {
  return results.map(({ status, body }) =>
    status < 300 ? String(status) : `${status} ${body.error.code}`,
  );
}
