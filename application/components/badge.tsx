import { daysBetween, plural, spoken, today } from '../words.ts';

import { Icon } from './icon.tsx';

export type BadgeTone = 'good' | 'warn' | 'bad' | 'plain';

const ICONS = { good: 'check', warn: 'alert', bad: 'bad' } as const;

export function Badge({ tone, children }: { tone: BadgeTone; children: string }) {
  return (
    <span class={`badge is-${tone}`}>
      {tone !== 'plain' && <Icon name={ICONS[tone]} />}
      {children}
    </span>
  );
}

const SOON_DAYS = 30;
const NEAR_DAYS = 90;

/** A colour and a word: the colour alone says nothing to many. */
export function expiryTone(days: number): { tone: BadgeTone; word: string } {
  if (days < 0) return { tone: 'bad', word: `Expired ${plural(-days, 'day')} ago` };
  if (days === 0) return { tone: 'bad', word: 'Expires today' };
  if (days <= SOON_DAYS) return { tone: 'bad', word: `${plural(days, 'day')} left` };
  if (days <= NEAR_DAYS) return { tone: 'warn', word: `${plural(days, 'day')} left` };
  return { tone: 'good', word: 'In date' };
}

/** @param date the last usable day; judged in the location's time zone */
export function ExpiryBadge({ date, timeZone }: { date: string; timeZone?: string | undefined }) {
  const { tone, word } = expiryTone(daysBetween(today(timeZone), date));
  return <Badge tone={tone}>{word}</Badge>;
}

export function LotStatusBadge({ status }: { status: string }) {
  if (status === 'released') return <span class="quiet">{spoken(status)}</span>;
  return <Badge tone="bad">{spoken(status)}</Badge>;
}
