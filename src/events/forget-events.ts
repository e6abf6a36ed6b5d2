import type { Database } from '../database/database.ts';
import { forget } from '../database/forget.ts';
import { statement } from '../database/statement.ts';

export const EVENTS_KEPT_DAYS = 90;

export async function forgetEvents(database: Database, signal: AbortSignal): Promise<void> {
  await forget(database, FORGET_EVENTS, { days: EVENTS_KEPT_DAYS, signal });
}

const FORGET_EVENTS = statement<{ position: number }>(
  'forget-events',
  `
    delete from event
     using (select organization_id, position from event
             where created_at < now() - make_interval(days => $1::int)
             order by created_at limit $2) old
     where event.organization_id = old.organization_id and event.position = old.position
    returning event.position`,
);
