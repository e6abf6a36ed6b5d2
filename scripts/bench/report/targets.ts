// What is aimed at, and whether it was met. Ratios are of one run: both sides in turn, round by round.
import { type CaseResult, find } from './results.ts';

export interface Judged {
  readonly text: string;
  readonly target: string;
  /** As people read it; undefined where it was not measured. */
  readonly value: string | undefined;
  readonly verdict: 'met' | 'stretch met' | 'gap' | 'not measured';
}

interface Target {
  readonly text: string;
  readonly atLeast?: number;
  readonly atMost?: number;
  /** Beyond what must be. */
  readonly stretch?: number;
  readonly unit?: string;
  read(results: readonly CaseResult[]): number | undefined;
}

export interface Scale {
  /** Old rows of the shortest and of the longest ledger. */
  readonly rows: readonly number[];
  /** Reservations that were open in the case of that name. */
  readonly open: number;
}

const ratio = (path: string) => (results: readonly CaseResult[]) => find(results, path)?.ratio;

function targets({ rows, open }: Scale): Target[] {
  const [fewest, most] = [rows[0] ?? 0, rows.at(-1) ?? 0];
  const count = (value: number) => value.toLocaleString('en');
  return [
    {
      text: 'draws at 64 connections, of the limit',
      atLeast: 0.7,
      stretch: 0.8,
      read: ratio('spread/64 connections'),
    },
    {
      text: 'draws at 256 connections, of the limit',
      atLeast: 1,
      read: ratio('spread/256 connections'),
    },
    {
      text: 'draws from one SKU at 64 connections, of the limit',
      atLeast: 2.3,
      stretch: 3,
      read: ratio('hot/64 connections'),
    },
    {
      text: 'Node for a draw at 64 connections',
      atMost: 150,
      stretch: 120,
      unit: 'µs',
      read: (results) => find(results, 'spread/64 connections')?.nodeMicros,
    },
    {
      text: 'PostgreSQL for a draw at 64 connections',
      atMost: 120,
      stretch: 100,
      unit: 'µs',
      read: (results) => find(results, 'spread/64 connections')?.postgresMicros,
    },
    { text: 'reservations, of movements', atLeast: 0.9, read: ratio('allocations/reservations') },
    {
      text: `reservations, of movements, ${count(open)} open`,
      atLeast: 0.9,
      read: ratio('open/reservations'),
    },
    {
      text: 'draws on one connection, of the limit with one client',
      atLeast: 0.25,
      read: ratio('spread/1 connection'),
    },
    {
      text: `draws with ${count(most)} rows in the ledger, of those with ${count(fewest)}`,
      atLeast: 0.9,
      read: ratio(`rows/${count(most)} rows`),
    },
    {
      text: 'reads of stock, of a bare Express route with the same SQL',
      atLeast: 0.6,
      read: ratio('reads/stock'),
    },
    { text: 'scans, of reads of stock', atLeast: 0.8, read: ratio('reads/scan') },
    {
      text: 'draws at 64 connections, p99 by p50',
      atMost: 4,
      read: (results) => tail(results, 'spread/64 connections'),
    },
    {
      text: 'draws from one SKU at 64 connections, p99 by p50',
      atMost: 4,
      read: (results) => tail(results, 'hot/64 connections'),
    },
    {
      text: 'memory of the largest server process, in any case',
      atMost: 250,
      unit: 'MB',
      read: memory,
    },
    {
      text: '`npm start` until ready, embedded database there',
      atMost: 3,
      unit: 's',
      read: (results) => seconds(find(results, 'start/start')?.p50),
    },
    {
      text: 'draws in batches of 100 on 8 connections, of the limit',
      atLeast: 1.6,
      stretch: 2,
      read: ratio('batch/8 connections of 100'),
    },
    {
      text: 'draws from a SKU with 12,000 lots, of one with 20',
      atLeast: 0.8,
      read: ratio('history/many lots'),
    },
    {
      text: 'deliveries to five receivers',
      atLeast: 300,
      unit: '/s',
      read: (results) => find(results, 'webhooks/500 events at once')?.perSecond,
    },
    {
      text: 'event to receipt, 99 of 100 at 100 events/s',
      atMost: 1,
      unit: 's',
      read: (results) => seconds(find(results, 'webhooks/100 events a second')?.p99),
    },
  ];
}

function tail(results: readonly CaseResult[], path: string): number | undefined {
  const found = find(results, path);
  return found?.p99 === undefined || found.p50 === undefined ? undefined : found.p99 / found.p50;
}

function seconds(milliseconds: number | undefined): number | undefined {
  return milliseconds === undefined ? undefined : milliseconds / 1000;
}

/** The bare route is no server of this product. */
function memory(results: readonly CaseResult[]): number | undefined {
  const values = results.flatMap(({ measured }) =>
    measured
      .filter(({ name }) => name !== 'bare route')
      .flatMap(({ samples }) => samples.flatMap(({ memoryMb }) => memoryMb ?? [])),
  );
  return values.length === 0 ? undefined : Math.max(...values);
}

export function judge(results: readonly CaseResult[], scale: Scale): Judged[] {
  return targets(scale).map((target) => {
    const { text, atLeast, atMost, stretch, unit } = target;
    const measure = (value: number) => `${round(value)}${unit === undefined ? '' : ` ${unit}`}`;
    const bound = atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`;
    const aim = `${bound}${unit === undefined ? '' : ` ${unit}`}${stretch ? `, stretch ${stretch}` : ''}`;
    const value = target.read(results);
    if (value === undefined || Number.isNaN(value)) {
      return { text, target: aim, value: undefined, verdict: 'not measured' };
    }
    const isMet = value >= (atLeast ?? 0) && value <= (atMost ?? Number.POSITIVE_INFINITY);
    const isBeyond =
      stretch !== undefined && (atMost === undefined ? value >= stretch : value <= stretch);
    const verdict = isBeyond ? 'stretch met' : isMet ? 'met' : 'gap';
    return { text, target: aim, value: measure(value), verdict };
  });
}

/** Three digits that matter, which is as much as one run can show. */
export function round(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(value >= 10 ? 1 : 2);
}
