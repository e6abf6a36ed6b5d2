/** How numbers, days and times are written. */

const LOCALE = 'en-US';
const number = new Intl.NumberFormat(LOCALE);
const plainDay = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });
const moment = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
/** Between the day and the hour alone a line may break. */
const KEPT_SPACE = /(?<!\d{4},)\s/g;

export function count(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : number.format(value).replace('-', '−');
}

/** A change: with its sign, whichever it is. */
export function signed(value: number | null | undefined): string {
  return `${(value ?? 0) > 0 ? '+' : ''}${count(value)}`;
}

/** `1 unit`, `1,204 units`. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${number.format(value)} ${value === 1 ? one : many}`;
}

/** Writes an ISO date, which is a day and no moment, for people. */
export function day(iso: string | null | undefined): string {
  if (!iso) return '–';
  const at = new Date(`${iso}T00:00:00Z`);
  return Number.isNaN(at.getTime()) ? iso : plainDay.format(at);
}

/** Writes a timestamp for people, in the time zone of this computer. */
export function time(iso: string | null | undefined): string {
  if (!iso) return '–';
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : moment.format(at).replaceAll(KEPT_SPACE, '\u00a0');
}

/** When an ISO date begins on this computer. */
export function startOf(iso: string): string {
  return new Date(`${iso}T00:00`).toISOString();
}

/** Today as an ISO date, in a time zone. */
export function today(timeZone?: string, now = new Date()): string {
  // Swedish dates are written as ISO has them.
  return new Intl.DateTimeFormat('sv-SE', { ...(timeZone && { timeZone }) }).format(now);
}

const DAY_MILLISECONDS = 86_400_000;

/** Whole days from one ISO date to another; negative where the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MILLISECONDS);
}

export function addDays(iso: string, days: number): string {
  return new Date(Date.parse(iso) + days * DAY_MILLISECONDS).toISOString().slice(0, 10);
}

const SPOKEN: Readonly<Record<string, string>> = {
  receive: 'Received',
  fulfill: 'Shipped',
  dispense: 'Dispensed',
  return: 'Returned',
  adjust: 'Adjusted',
  waste: 'Wasted',
  count: 'Counted',
  transfer_in: 'Transferred in',
  transfer_out: 'Transferred out',
  released: 'Released',
  quarantine: 'Quarantined',
};

/** A value of the contract as a person says it; one that is new is shown as it is. */
export function spoken(value: string): string {
  return SPOKEN[value] ?? sentence(value.replaceAll('_', ' '));
}

export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What a person chooses from, in this order; a value of the contract without a label does not compile. */
export function choices<Value extends string>(labels: Readonly<Record<Value, string>>) {
  return Object.entries<string>(labels).map(([value, label]) => ({ value: value as Value, label }));
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** An order by its id. What else partners write there is free, and may be a prescription's number: it is not shown. */
export function reservedFor({ type, id }: { type: string; id: string }): string {
  return type === 'order' && ID.test(id) ? `Order ${id}` : spoken(type);
}
