// The days of a lot's life on which the sweep has something to do with it. Pure. The column `sweep_due_on`
// says when the next of them comes, so that the sweep finds the lots that are due and no others.
import type { Lot } from './stock.ts';

/** Days before expiry on which a lot is announced. The nearest is announced where several were passed at once. */
const ANNOUNCED = [7, 30, 90];
/** The last of them. Each location checks the marks after it by itself. */
const LAST_ANNOUNCED = 7;
/**
 * Marks after expiry. A lot that expires at midnight may make stock low; that is checked on the day after the expiry
 * date, and once more when this day is over in every time zone, for the location may have been given another.
 */
const CHECKED = [-3, -1];

const DAY_MILLISECONDS = 86_400_000;

/** The marks that a lot's row keeps. */
type Marked = Pick<Lot, 'expiryDate' | 'expiryAnnouncedDays'>;

/**
 * The mark that a lot has reached and that was not passed yet: days before its expiry that are to be
 * announced, or a negative number once it has expired.
 *
 * @param day as of which it is announced
 * @param today at the location: as of another day a lot may have expired that is still good
 */
export function markReached(
  { expiryDate, expiryAnnouncedDays: passed }: Marked,
  { day, today }: { day: string; today: string },
): number | undefined {
  const days = daysBetween(day, expiryDate);
  const mark =
    days >= 0
      ? ANNOUNCED.find((least) => days <= least)
      : CHECKED.find((least) => daysBetween(today, expiryDate) <= least);
  return mark === undefined || (passed !== null && passed <= mark) ? undefined : mark;
}

/** @returns whether the mark is announced; otherwise only the level is checked */
export function isAnnounced(mark: number): boolean {
  return mark >= 0;
}

/** @returns the mark that goes with a lot to another location, where the day may not be over yet */
export function marksThatTravel(passed: number | null): number | null {
  return passed === null ? null : Math.max(passed, LAST_ANNOUNCED);
}

/** Whole days. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MILLISECONDS;
}
