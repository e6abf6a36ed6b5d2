import type { Answer, Call } from '../contract.ts';
import type { Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { readTimestamp } from '../paging.ts';
import { requireEndpoint } from './own-endpoint.ts';
import { ANEW } from './replay-delivery.ts';

/** Replays of many start this far apart, so that a receiver that has just come back is not run over. */
const REPLAY_PAUSE_SECONDS = 0.02;

export async function replayDeliveries(
  { path, body, principal }: Call<'replayDeliveries'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'replayDeliveries'>> {
  const { organizationId } = principal;
  const { id: endpointId } = await requireEndpoint(database, principal, path.id);
  const since = readTimestamp(body.since, 'since');
  const replayed = await replaySince(database, { organizationId, endpointId, since });
  return { status: 200, body: { replayed } };
}

/**
 * @param since timestamp text
 * @returns how many deliveries that died then or later are pending again
 */
export async function replaySince(
  db: Queryable,
  {
    organizationId,
    endpointId,
    since,
  }: { readonly organizationId: string; readonly endpointId: string; readonly since: string },
): Promise<number> {
  const values = [endpointId, organizationId, since, REPLAY_PAUSE_SECONDS];
  return (await db.query(REPLAY_SINCE, values)).length;
}

/** Each is locked, in the order of ids, and looked at again: two replays at once share them. */
const REPLAY_SINCE = statement<{ id: string }>(
  'webhook-replay-since',
  `
    with locked as (
      select id, organization_id, created_at
        from webhook_delivery
       where endpoint_id = $1::uuid and organization_id = $2::uuid
         and status = 'dead' and finished_at >= $3::timestamptz
       order by id
         for update
    ), dead as (
      select id, organization_id, row_number() over (order by created_at, id) as turn from locked
    )
    update webhook_delivery delivery
       set ${ANEW},
           next_attempt_at = now() + make_interval(secs => $4::double precision * dead.turn)
      from dead
     where delivery.id = dead.id and delivery.organization_id = dead.organization_id
    returning delivery.id`,
);
