// Webhook endpoints over the wire, and what is in their rows; no worker touches their deliveries.
import { expect } from 'vitest';
import type { SealedSecrets } from '../../src/webhooks/endpoints/endpoint-secrets.ts';
import { type Client, client, makePharmacy } from './pharmacy.ts';
import { useWorld, type World } from './world.ts';

export const WEBHOOKS = '/v1/inventory/webhooks';
export const PUBLIC_URL = 'https://93.184.215.14/hooks';
export const UNKNOWN = '01935f60-aaaa-7c3e-a1d2-4b5c6d7e8f90';

/** A file's own service, with two keys of one organization and one of another. */
export interface Endpoints extends World {
  readonly live: Client;
  readonly test: Client;
  readonly theirs: Client;
}

export function useEndpoints(): Endpoints {
  return useWorld(async ({ db, service }) => {
    const mine = await makePharmacy(db.database);
    const other = await makePharmacy(db.database, { slug: 'other' });
    return {
      live: client({ url: service.url, key: mine.liveKey }),
      test: client({ url: service.url, key: mine.testKey }),
      theirs: client({ url: service.url, key: other.liveKey }),
    };
  });
}

export async function create(api: Client, body: Record<string, unknown> = {}) {
  const answer = await api.post(WEBHOOKS, { body: { url: PUBLIC_URL, ...body } });
  expect(answer.status).toBe(201);
  return answer.body;
}

export async function rowOf({ db }: Endpoints, id: string) {
  const { rows } = await db.owner.query('select * from webhook_endpoint where id = $1', [id]);
  return rows[0];
}

/** What of the row `openSecrets` needs, during an overlap. */
export async function sealedSecrets(endpoints: Endpoints, id: string): Promise<SealedSecrets> {
  const { organization_id, secret, next_secret } = await rowOf(endpoints, id);
  return { organization_id, endpoint_id: id, secret, next_secret, overlap_is_over: false };
}

/** A delivery in the database, dead by default. */
export async function addDelivery(
  { db }: Pick<Endpoints, 'db'>,
  endpointId: string,
  status = 'dead',
  finishedAt = 'now()',
): Promise<string> {
  const { rows } = await db.owner.query(
    `insert into webhook_delivery (id, organization_id, endpoint_id, event_id, type, payload, status,
                                   attempts, created_at, next_attempt_at, finished_at)
     select gen_random_uuid(), organization_id, id, gen_random_uuid(), 'stock.changed', '{"a": 1}',
            $2::text, 10, now(), case when $2::text = 'pending' then now() end,
            case when $2::text <> 'pending' then ${finishedAt} end
       from webhook_endpoint where id = $1 returning id`,
    [endpointId, status],
  );
  return rows[0].id as string;
}
