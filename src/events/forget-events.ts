import { forget } from '../audit/forget.ts';
import { RETENTION } from '../audit/retention.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';

/**
 * Deletes all but the newest that each environment of an organization sees, so that a saved position in the feed
 * stays valid. What is kept for that is read again at each run: 25 ms for 5,000 organizations that are idle, half a
 * second for 50,000, once in an hour. To know them without would cost anyone who appends.
 */
export async function forgetEvents(database: Database, signal: AbortSignal): Promise<void> {
  await forget(database, FORGET_EVENTS, { days: RETENTION.event.days, signal });
}

const laterEvent = (whose: string) => `
                      exists (select from event later
                               where later.organization_id = aged.organization_id
                                 and later.position > aged.position and ${whose})`;

const FORGET_EVENTS = statement<{ position: number }>(
  'forget-events',
  `
    delete from event
     using (select aged.organization_id, aged.position from event aged
             where aged.created_at < now() - make_interval(days => $1::int)
               and (${laterEvent('later.environment is null')}
                    or case when aged.environment is null
                            then ${laterEvent("later.environment = 'live'")}
                             and ${laterEvent("later.environment = 'test'")}
                            else ${laterEvent('later.environment = aged.environment')} end)
             order by aged.created_at limit $2) old
     where event.organization_id = old.organization_id and event.position = old.position
    returning event.position`,
);
