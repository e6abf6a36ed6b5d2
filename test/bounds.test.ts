// Each bound is named once in the source, and the page says which it is and why.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LOCK_SECONDS_MAX, TRANSACTION_SECONDS_MAX } from '../src/database/database.ts';
import { LAG_MILLISECONDS_MAX, OPERATIONS_IN_FLIGHT_MAX } from '../src/http/limits.ts';
import { QUEUE_TIMEOUT_MILLISECONDS, SHED_AFTER_MILLISECONDS } from '../src/lib/batcher.ts';
import { readBounds } from './support/bounds.ts';
import { ROOT } from './support/document.ts';

const page = readFileSync(`${ROOT}docs/bounds.md`, 'utf8');
const rows = [...page.matchAll(/^\| `(src\/[^`]+)` \| `(\w+)` \| ([\d,.]+) \| (.*) \|$/gm)];

it('names each bound with its value, and none that is not there', () => {
  const named = rows.map(([, file, name, value]) => `${file} ${name} ${value}`);
  const kept = readBounds().map(
    ({ file, name, value }) => `${file} ${name} ${value.toLocaleString('en-US')}`,
  );
  expect(named.sort()).toEqual(kept.sort());
});

it('says of what is turned away what the source does', () => {
  const words = page.replaceAll(/\s+/g, ' ');
  expect(words).toContain(`where ${OPERATIONS_IN_FLIGHT_MAX.toLocaleString('en-US')} operations`);
  expect([LAG_MILLISECONDS_MAX, SHED_AFTER_MILLISECONDS, QUEUE_TIMEOUT_MILLISECONDS]).toEqual([
    1_000, 4_000, 8_000,
  ]);
  expect(words).toContain('more than a second late twice in a row');
  expect(words).toContain('waited for four seconds takes nobody more');
});

it('keeps those in order that lean on one another', () => {
  // What a lock holds up goes on, or is refused, before a queue behind it is shut.
  expect(SHED_AFTER_MILLISECONDS).toBeGreaterThanOrEqual(LOCK_SECONDS_MAX * 1_000);
  expect(QUEUE_TIMEOUT_MILLISECONDS).toBeGreaterThan(SHED_AFTER_MILLISECONDS);
  expect(TRANSACTION_SECONDS_MAX * 1_000).toBeGreaterThan(QUEUE_TIMEOUT_MILLISECONDS);
});
