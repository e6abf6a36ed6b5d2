// The page of limits names each bound of the source, with its value and its reason.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sectionOf } from '../kit/section.ts';
import { boundsTable, PAGE, SECTION } from '../scripts/contract/bounds.ts';
import { LOCK_SECONDS_MAX, TRANSACTION_SECONDS_MAX } from '../src/database/database.ts';
import { LAG_MILLISECONDS_MAX, OPERATIONS_IN_FLIGHT_MAX } from '../src/http/limits.ts';
import {
  QUEUE_TIMEOUT_MILLISECONDS,
  SHED_AFTER_MILLISECONDS,
} from '../src/queues/bounded-queue.ts';

const page = readFileSync(PAGE, 'utf8');
const table = sectionOf(page, SECTION);

it('the table of bounds is what `npm run generate` makes of the code', () => {
  expect(table).toBe(boundsTable(table));
  expect(table.split('\n').length).toBeGreaterThan(100);
});

it('says of each bound why it is there', () => {
  expect(table.split('\n').filter((row) => row.endsWith('|  |'))).toEqual([]);
});

it('says of what is turned away what the source does', () => {
  const words = page.replaceAll(/\s+/g, ' ');
  expect(words).toContain(`where ${OPERATIONS_IN_FLIGHT_MAX.toLocaleString('en-US')} operations`);
  expect([LAG_MILLISECONDS_MAX, SHED_AFTER_MILLISECONDS, QUEUE_TIMEOUT_MILLISECONDS]).toEqual([
    1_000, 4_000, 8_000,
  ]);
  expect(words).toContain('more than a second late twice in a row');
  expect(words).toContain('waited for four seconds takes no more callers');
});

it('keeps those in order that lean on one another', () => {
  // What a lock holds up continues, or is refused, before a queue behind it is shut.
  expect(SHED_AFTER_MILLISECONDS).toBeGreaterThanOrEqual(LOCK_SECONDS_MAX * 1_000);
  expect(QUEUE_TIMEOUT_MILLISECONDS).toBeGreaterThan(SHED_AFTER_MILLISECONDS);
  expect(TRANSACTION_SECONDS_MAX * 1_000).toBeGreaterThan(QUEUE_TIMEOUT_MILLISECONDS);
});
