// A replay of many is marked at once and done in slices: the first in the request, so that few are pending
// when it is answered, and the rest by a worker, which takes them up again after a crash.
import { recordPersons } from '../../audit/operator-actions.ts';
import type { Answer, Call } from '../../contract.ts';
import type { Database, Queryable, Transaction } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { readTimestamp } from '../../lib/paging.ts';
import { disabledEndpoint, requireEnabledEndpoint } from '../endpoints/own-endpoint.ts';
import { HAS_OVER } from './own-delivery.ts';
import { RESTARTED } from './replay-delivery.ts';

/** Replays of many start this far apart, so that a receiver that has just come back is not run over. */
const REPLAY_PAUSE_SECONDS = 0.02;
/** A slice reads at most this many dead deliveries. */
const SLICE_MAX = 1_000;
/** A replay of a million is answered after 2.1 s on two busy cores (replay-deliveries.scale.test.ts). */
export const COUNTED_MAX = 1_000_000;

export async function replayDeliveries(
  { path, body, principal }: Call<'replayDeliveries'>,
  { database }: { readonly database: Database },
): Promise<Answer<'replayDeliveries'>> {
  const { organizationId } = principal;
  const { id: endpointId } = await requireEnabledEndpoint(database, principal, path.id);
  const since = readTimestamp(body.since, 'since');
  const replayed = await replaySince(database, { organizationId, endpointId, since }, (tx) =>
    recordPersons(tx, principal, {
      command: 'replayDeliveries',
      target: `endpoint ${endpointId}`,
      typed: { since },
    }),
  );
  return { status: 200, body: { replayed } };
}

/**
 * @param since timestamp text
 * @param alongside what else belongs to the replay, in its transaction
 * @returns how many deliveries that died then or later are delivered again, counted up to a million; those
 *   that an earlier replay is about to deliver are not among them
 * @throws ApiError 400 when the endpoint is disabled
 */
export async function replaySince(
  database: Database,
  {
    organizationId,
    endpointId,
    since,
  }: { readonly organizationId: string; readonly endpointId: string; readonly since: string },
  alongside: (tx: Transaction) => Promise<void> = async () => {},
): Promise<number> {
  const id = crypto.randomUUID();
  const replayed = await database.transaction(async (tx) => {
    const [locked] = await tx.query(LOCK_ENDPOINT, [endpointId, organizationId]);
    if (locked === undefined) throw disabledEndpoint();
    const [counted] = await tx.query(COUNT_DEAD, [endpointId, organizationId, since, COUNTED_MAX]);
    const count = counted?.count ?? 0;
    if (count > 0) await tx.query(MARK, [id, organizationId, endpointId, since]);
    await alongside(tx);
    return count;
  });
  if (replayed > 0) await replaySlice(database, id);
  return replayed;
}

/** Locks the endpoint, so that of two replays at once each counts what the other has not marked. */
const LOCK_ENDPOINT = statement<{ id: string }>(
  'webhook-lock-for-replay',
  `
    select id from webhook_endpoint
     where id = $1::uuid and organization_id = $2::uuid and disabled_at is null and deleted_at is null
       for no key update`,
);

/** Reads an index that covers the query, so that only rows which were just changed are visited. */
const COUNT_DEAD = statement<{ count: number }>(
  'webhook-count-dead',
  `
    with under_way as materialized (
      select died_since, died_until from webhook_replay
       where endpoint_id = $1::uuid and organization_id = $2::uuid
    )
    select count(*) as count
      from (select from webhook_delivery
             where endpoint_id = $1::uuid and organization_id = $2::uuid and status = 'dead'
               and finished_at >= $3::timestamptz
               and not exists (select from under_way
                                where finished_at between died_since and died_until)
            union all
            select from webhook_endpoint endpoint
             cross join lateral (
                   select from webhook_delivery
                    where endpoint_id = endpoint.id and organization_id = endpoint.organization_id
                      and status = 'pending' and era < endpoint.era
                    limit $4::int) over
             where endpoint.id = $1::uuid and endpoint.organization_id = $2::uuid
               and endpoint.era_began_at >= $3::timestamptz
               and ${HAS_OVER}
               and not exists (select from under_way
                                where endpoint.era_began_at between died_since and died_until)
             limit $4::int) dead`,
);

const MARK = statement<never>(
  'webhook-mark-replay',
  `
    insert into webhook_replay (
      id, organization_id, endpoint_id, died_since, died_until, next_attempt_at)
    values ($1::uuid, $2::uuid, $3::uuid, $4::timestamptz, clock_timestamp(), now())`,
);

/**
 * Makes a slice of the dead pending, of this replay or of any that is under way, the oldest first. A replay
 * waits until what ended with an earlier generation of its endpoint is dead in its rows too.
 *
 * @returns whether there is more to do
 */
export async function replaySlice(db: Queryable, replayId: string | null = null): Promise<boolean> {
  const [slice] = await db.query(REPLAY_SLICE, [replayId, SLICE_MAX, REPLAY_PAUSE_SECONDS]);
  return slice?.is_full ?? false;
}

/** Deliveries are locked in the order of ids, as those whose results are written. */
const REPLAY_SLICE = statement<{ is_full: boolean }>(
  'webhook-replay-slice',
  `
    with replay as (
      select replay.*, endpoint.era
        from webhook_replay replay
        join webhook_endpoint endpoint
          on endpoint.id = replay.endpoint_id and endpoint.organization_id = replay.organization_id
       where ($1::uuid is null or replay.id = $1::uuid)
         and not (${HAS_OVER})
       order by random()
       limit 1
         for update of replay skip locked
    ), examined as materialized (
      select dead.*, row_number() over (order by dead.created_at, dead.id) as turn,
             dead.finished_at between replay.died_since and replay.died_until as is_asked_for,
             greatest(replay.next_attempt_at, now()) as first_attempt_at
        from replay
       cross join lateral (
             select id, organization_id, created_at, finished_at
               from webhook_delivery
              where endpoint_id = replay.endpoint_id and organization_id = replay.organization_id
                and status = 'dead'
                and (created_at, id) > (coalesce(replay.after_created_at, '-infinity'),
                                        coalesce(replay.after_id, '00000000-0000-0000-0000-000000000000'))
              order by created_at, id
              limit $2::int) dead
    ), locked as (
      select delivery.id, delivery.organization_id,
             chosen.first_attempt_at + make_interval(secs => $3::double precision * chosen.turn) as next_attempt_at
        from (select * from examined where is_asked_for order by id) chosen
       cross join lateral (
             select id, organization_id
               from webhook_delivery
              where id = chosen.id and organization_id = chosen.organization_id and status = 'dead'
                for update) delivery
    ), replayed as (
      update webhook_delivery delivery
         set ${RESTARTED}, era = replay.era, is_queued = false,
             next_attempt_at = locked.next_attempt_at
        from replay, locked
       where delivery.id = any(array(select id from locked))
         and delivery.id = locked.id and delivery.organization_id = locked.organization_id
    ), last as (
      select created_at, id, turn,
             first_attempt_at + make_interval(secs => $3::double precision * turn) as next_attempt_at
        from examined
       order by turn desc
       limit 1
    ), moved as (
      update webhook_replay
         set after_created_at = last.created_at, after_id = last.id,
             next_attempt_at = last.next_attempt_at
        from replay, last
       where webhook_replay.id = replay.id and webhook_replay.organization_id = replay.organization_id
         and last.turn >= $2::int
    ), ended as (
      delete from webhook_replay
       using replay
       where webhook_replay.id = replay.id and webhook_replay.organization_id = replay.organization_id
         and not exists (select from last where turn >= $2::int)
    )
    select exists (select from last where turn >= $2::int) as is_full from replay`,
);
