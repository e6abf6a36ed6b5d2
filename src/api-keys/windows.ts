// The windows in which requests are counted follow the clock's minute and the UTC day. They are in an UNLOGGED
// table: a crash may reset them. A refused request counts in its minute, and not in its day. A window that lies one
// ahead is the current one until it is reached, because clocks are set back by seconds and counts must not be lost;
// one that lies further ahead was written by a clock that had jumped, and is reset.

const MINUTE_MILLISECONDS = 60_000;
const DAY_MILLISECONDS = 86_400_000;

/** @param minute since 1970 */
export function endOfMinute(minute: number): Date {
  return new Date(minute * MINUTE_MILLISECONDS + MINUTE_MILLISECONDS);
}

/** @param day since 1970 */
export function endOfDay(day: number): Date {
  return new Date(day * DAY_MILLISECONDS + DAY_MILLISECONDS);
}

/** SQL for whether the row `usage` counts in the minute of `now`. It is immutable, as Citus asks of an upsert. */
export const minuteGoesOn = (now: string) =>
  `usage.minute - ${now}.minute between interval '0' and interval '1 minute'`;

export const dayGoesOn = (now: string) => `usage.day between ${now}.day and ${now}.day + 1`;

/** SQL for the number of a minute since 1970. */
export const minuteNumber = (minute: string) => `(extract(epoch from ${minute}) / 60)::bigint`;

export const dayNumber = (day: string) => `${day} - date '1970-01-01'`;
