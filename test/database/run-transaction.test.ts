// What follows a transaction that failed: the attempts that its policy has, and no more.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import {
  RETRY_POLICIES,
  type RetryPolicy,
  runTransaction,
  UnlockedRows,
} from '../../src/database/run-transaction.ts';

/** More milliseconds than the attempts of any policy take. */
const LONGER_THAN_ANY = 30_000;
const LOST = '08006';
const CONFLICT = '40P01';
const LOCKED = '55P03';
const DISK_FULL = '53100';
const CHECK_VIOLATION = '23514';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const failure = (code: string) => Object.assign(new Error(code), { code });

/** A database whose transactions are their work alone. */
const database = {
  transaction: (work: (tx: unknown) => unknown) => work({}),
} as unknown as Database;

/** @returns the attempts of work that fails so each time, and the milliseconds that they took */
async function attemptsOf(policy: RetryPolicy, error: () => Error) {
  const startedAt = Date.now();
  let attempts = 0;
  const running = runTransaction(database, policy, async () => {
    attempts += 1;
    throw error();
  }).catch((thrown) => ({ thrown, milliseconds: Date.now() - startedAt }));
  // Until all timers have run would be for ever: other files of this worker have left some that go on.
  await vi.advanceTimersByTimeAsync(LONGER_THAN_ANY);
  const { thrown, milliseconds } = await running;
  expect(thrown).toBeInstanceOf(Error);
  return [attempts, milliseconds];
}

it.each([
  ['stockBatch', LOST, 6, 1_550],
  ['stockBatch', CONFLICT, 6, 0],
  ['stockBatch', LOCKED, 1, 0],
  ['stockTransfer', LOST, 6, 6_200],
  ['stockTransfer', CONFLICT, 6, 6_200],
  ['stockTransfer', LOCKED, 1, 0],
  ['orderOrLotChange', LOST, 6, 6_200],
  ['orderOrLotChange', LOCKED, 3, 0],
  ['importFile', CONFLICT, 4, 0],
  ['importFile', LOST, 1, 0],
] as const)('%s after %s: %i attempts in %i ms', async (name, code, attempts, milliseconds) => {
  const taken = await attemptsOf(RETRY_POLICIES[name], () => failure(code));
  expect(taken).toEqual([attempts, milliseconds]);
});

it('tries nothing again that no other attempt would mend', async () => {
  for (const policy of Object.values(RETRY_POLICIES)) {
    for (const code of [DISK_FULL, CHECK_VIOLATION]) {
      expect(await attemptsOf(policy, () => failure(code))).toEqual([1, 0]);
    }
  }
});

it('reads rows that others add meanwhile only so often', async () => {
  const added = () => new UnlockedRows();
  expect(await attemptsOf(RETRY_POLICIES.orderOrLotChange, added)).toEqual([5, 0]);
  expect(await attemptsOf(RETRY_POLICIES.stockTransfer, added)).toEqual([1, 0]);
});
