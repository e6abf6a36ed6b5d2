// The day on which the examples of the contract and the answers in the documents are set. The demo data count
// their dates from the day they are loaded, so on any other day each of them is as much later.

export const STORY_DAY = '2026-11-20';

const DAY_MILLISECONDS = 86_400_000;
/** That of the demo's shelves, whose today it is. */
const TIME_ZONE = 'America/New_York';

/** From the story's day to that of demo data that are loaded now. */
export function daysSinceStory(): number {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE }).format(new Date());
  return (Date.parse(today) - Date.parse(STORY_DAY)) / DAY_MILLISECONDS;
}

/** The date so many days before, or the text itself where it is none. */
export function daysBack(date: string, days: number): string {
  const time = Date.parse(date) - days * DAY_MILLISECONDS;
  return Number.isNaN(time) ? date : new Date(time).toISOString().slice(0, 10);
}
