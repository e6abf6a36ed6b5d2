// Dates for rules that turn at midnight.
import type { TestDatabase } from '../../kit/database.ts';

export type DateIn = (zone: string, offsetDays?: number) => string;

/**
 * Runs `work` with the zones' dates. Runs it again, on the new dates, when a midnight passed meanwhile, so
 * that no test hangs on the hour at which it runs. `work` must be repeatable.
 */
export async function onOneDate(
  db: TestDatabase,
  zones: readonly string[],
  work: (dateIn: DateIn) => Promise<void>,
): Promise<void> {
  const dates = await datesIn(db, zones);
  const dateIn: DateIn = (zone, offsetDays = 0) => shifted(dates.get(zone) ?? '', offsetDays);
  try {
    await work(dateIn);
  } catch (error) {
    const now = await datesIn(db, zones);
    if (zones.every((zone) => now.get(zone) === dates.get(zone))) throw error;
    await onOneDate(db, zones, work);
  }
}

async function datesIn(db: TestDatabase, zones: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.owner.query(
    `select zone, (clock_timestamp() at time zone zone)::date::text as date
       from unnest($1::text[]) as zone`,
    [zones],
  );
  return new Map(rows.map(({ zone, date }) => [zone, date]));
}

function shifted(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}
