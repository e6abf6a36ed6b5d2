/**
 * Returns the ISO date of a GS1 date of six digits, YYMMDD, or undefined when there is no such day.
 *
 * Day 00 means the last day of the month (GS1 General Specifications, section 3.4, dates of AI 11 to 17). The
 * century is the one that brings the year nearest to this one: 51 to 99 years ahead are of the century before, 50 to
 * 99 years back are of the next (section 7.12).
 *
 * @param thisYear in UTC, with its century
 */
export function dateOfGs1(digits: string, thisYear: number): string | undefined {
  if (!/^\d{6}$/.test(digits)) return undefined;
  const year = yearOf(Number(digits.slice(0, 2)), thisYear);
  const month = Number(digits.slice(2, 4));
  if (month < 1 || month > 12) return undefined;
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const day = Number(digits.slice(4, 6)) || lastDay;
  if (day > lastDay) return undefined;
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
}

/**
 * Returns the ISO date of YYMMDDHHMM, an expiry date with its time (AI 7003, section 3.8): the day must be named.
 */
export function dateOfGs1Time(digits: string, thisYear: number): string | undefined {
  const isTime = /^\d{4}(?!00)\d{2}([01]\d|2[0-3])[0-5]\d$/.test(digits);
  return isTime ? dateOfGs1(digits.slice(0, 6), thisYear) : undefined;
}

function yearOf(twoDigits: number, thisYear: number): number {
  const year = thisYear - (thisYear % 100) + twoDigits;
  const ahead = year - thisYear;
  if (ahead >= 51) return year - 100;
  if (ahead <= -50) return year + 100;
  return year;
}
