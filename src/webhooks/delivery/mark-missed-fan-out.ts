// Insurance. Whatever the service does keeps the mark of `news_since` where an endpoint is behind (fan-out.ts); what
// somebody does by hand, or restores of a part of the database, may not. Then nobody would look at the organization
// until its next event.
import type { Logger } from 'pino';
import type { Queryable } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { BEHIND } from './fan-out-pending.ts';

const ORGANIZATIONS_A_PAGE = 200;

/** Marks organizations again of which an endpoint is behind, and says in the log whose they are. */
export async function markMissedFanOut(
  db: Queryable,
  { log, signal }: { readonly log: Logger; readonly signal?: AbortSignal },
): Promise<void> {
  let after = NO_ID;
  // The bound: each page begins after the last organization of the one before.
  while (!signal?.aborted) {
    const [page] = await db.query(MARK_LOST, [after, ORGANIZATIONS_A_PAGE]);
    if (page === undefined || page.last_id === null) return;
    if (page.marked.length > 0) {
      log.warn(
        { organizationIds: page.marked },
        'events of organizations lacked deliveries, and no mark said so; they are delivered now',
      );
    }
    after = page.last_id;
  }
}

/** Before every other. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * One snapshot has the counters, their marks and the endpoints, so none is taken for lost that is not. A counter that
 * is being written is left alone: whoever appends marks it, and nobody waits for this.
 */
const MARK_LOST = statement<{ last_id: string | null; marked: string[] }>(
  'webhook-mark-lost-news',
  `
    with page as materialized (
      select organization_id, position, news_since
        from event_counter
       where organization_id > $1::uuid
       order by organization_id
       limit $2::int
    ), lost as materialized (
      select news.organization_id
        from (select * from page where news_since is null) news
       cross join lateral (select from (${BEHIND}) endpoint limit 1) behind
    ), locked as (
      select counter.organization_id
        from lost
       cross join lateral (
             select organization_id
               from event_counter
              where organization_id = lost.organization_id and news_since is null
                for no key update skip locked) counter
    ), marked as (
      update event_counter counter
         set news_since = now()
       where counter.organization_id = any(array(select organization_id from locked))
      returning counter.organization_id
    )
    select (select organization_id from page order by organization_id desc limit 1) as last_id,
           array(select organization_id from marked order by organization_id) as marked`,
);
