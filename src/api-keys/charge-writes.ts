// Counts the writes of a batch together, once their number is known.
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors, type RateLimit } from '../errors.ts';
import {
  dayGoesOn,
  dayNumber,
  endOfDay,
  endOfMinute,
  minuteGoesOn,
  minuteNumber,
} from './counting.ts';

/** A minute may end between a refusal and the read of what is left. */
const TRIES_MAX = 2;

/**
 * Counts this many writes of a key in its minute and its day, or none of them. Concurrent calls are counted one
 * after the other.
 *
 * @returns the tighter window afterwards
 * @throws ApiError 429 with the window in which fewer are left, the day where both have too few
 */
export async function chargeWrites(
  database: Database,
  { keyId, writes }: { keyId: string; writes: number },
): Promise<RateLimit> {
  for (let tries = 1; ; tries += 1) {
    const [charged] = await database.query(CHARGE_WRITES, [keyId, writes]);
    if (charged !== undefined) return tighter(windowsOf(charged));
    const [present] = await database.query(READ_WINDOWS, [keyId]);
    if (present === undefined) throw errors.unauthorized();
    const windows = windowsOf(present);
    const short = windows.find(({ remaining }) => remaining < writes);
    if (short !== undefined || tries === TRIES_MAX) {
      throw errors.tooManyWrites(writes, short ?? tighter(windows));
    }
  }
}

type Windows = readonly [day: RateLimit, minute: RateLimit];

function windowsOf(row: WindowsRow): Windows {
  return [
    {
      limit: row.requests_per_day,
      remaining: Math.max(0, row.requests_per_day - row.writes_day),
      resetAt: endOfDay(row.day),
    },
    {
      limit: row.requests_per_minute,
      remaining: Math.max(0, row.requests_per_minute - row.writes_minute),
      resetAt: endOfMinute(row.minute),
    },
  ];
}

/** Returns the window with fewer writes left; where both leave as many, the day, which lasts longer. */
function tighter([day, minute]: Windows): RateLimit {
  return day.remaining <= minute.remaining ? day : minute;
}

interface WindowsRow {
  requests_per_minute: number;
  requests_per_day: number;
  /** The writes counted in the windows. */
  writes_minute: number;
  writes_day: number;
  /** The numbers of the minute and of the day since 1970. */
  minute: number;
  day: number;
}

const WRITES_MINUTE = (now: string) =>
  `case when ${minuteGoesOn(now)} then usage.writes_minute else 0 end`;
const WRITES_DAY = (now: string) => `case when ${dayGoesOn(now)} then usage.writes_day else 0 end`;

/** Returns no row where the writes do not fit. The condition is evaluated on the row as it is once its lock is held. */
const CHARGE_WRITES = statement<WindowsRow>(
  'charge-writes',
  `
    with key as (
      select id, requests_per_minute, requests_per_day from api_key
       where id = $1::uuid and $2::bigint <= least(requests_per_minute, requests_per_day)
    ), charged as (
      insert into api_key_usage as usage (
        api_key_id, minute, reads_minute, writes_minute, day, writes_day, requests_per_minute,
        requests_per_day)
      select id, date_trunc('minute', now()), 0, $2::bigint, (now() at time zone 'UTC')::date, $2::bigint,
             requests_per_minute, requests_per_day
        from key
      on conflict (api_key_id) do update set
        minute = case when ${minuteGoesOn('excluded')} then usage.minute else excluded.minute end,
        reads_minute = case when ${minuteGoesOn('excluded')} then usage.reads_minute else 0 end,
        writes_minute = excluded.writes_minute + ${WRITES_MINUTE('excluded')},
        day = case when ${dayGoesOn('excluded')} then usage.day else excluded.day end,
        writes_day = excluded.writes_day + ${WRITES_DAY('excluded')}
      where excluded.writes_minute + ${WRITES_MINUTE('excluded')} <= excluded.requests_per_minute
        and excluded.writes_day + ${WRITES_DAY('excluded')} <= excluded.requests_per_day
      returning writes_minute, writes_day, minute, day
    )
    select key.requests_per_minute, key.requests_per_day, charged.writes_minute, charged.writes_day,
           ${minuteNumber('charged.minute')} as minute, ${dayNumber('charged.day')} as day
      from charged cross join key`,
);

const READ_WINDOWS = statement<WindowsRow>(
  'read-windows',
  `select api_key.requests_per_minute, api_key.requests_per_day,
          ${WRITES_MINUTE('present')} as writes_minute, ${WRITES_DAY('present')} as writes_day,
          ${minuteNumber(`case when ${minuteGoesOn('present')} then usage.minute else present.minute end`)}
            as minute,
          ${dayNumber(`case when ${dayGoesOn('present')} then usage.day else present.day end`)} as day
     from api_key
    cross join (select date_trunc('minute', now()) as minute,
                       (now() at time zone 'UTC')::date as day) present
     left join api_key_usage usage on usage.api_key_id = api_key.id
    where api_key.id = $1::uuid`,
);
