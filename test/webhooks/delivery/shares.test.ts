import { expect, it } from 'vitest';
import {
  IN_FLIGHT_MAX,
  isSlow,
  type Share,
  sharesOf,
} from '../../../src/webhooks/delivery/shares.ts';

/** Endpoints that hang take all that they are given, claim after claim; answers how many they have. */
function fill(endpoints: number, lane: 'normal' | 'slow'): number[] {
  const taken = new Array<number>(endpoints).fill(0);
  for (let claims = 0; claims < 50; claims += 1) {
    const inFlight = taken.reduce((sum, count) => sum + count, 0);
    const share: Share = sharesOf(inFlight, lane === 'slow' ? inFlight : 0)[lane];
    for (let index = 0; index < share.claimMax; index += 1) {
      const fewest = Math.min(...taken);
      if (fewest >= share.endpointMax) break;
      taken[taken.indexOf(fewest)] = fewest + 1;
    }
  }
  return taken;
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);

it('gives an endpoint eight at once while there is room, and never more', () => {
  for (const endpoints of [1, 20, 64]) {
    expect(new Set(fill(endpoints, 'normal'))).toEqual(new Set([8]));
  }
  expect(new Set(fill(16, 'slow'))).toEqual(new Set([8]));
});

it('leaves sockets for one more endpoint however many hang, though each has one', () => {
  for (const endpoints of [129, 150, 400, 800, 950]) {
    const taken = fill(endpoints, 'normal');
    expect(Math.min(...taken)).toBeGreaterThan(0);
    expect(sum(taken)).toBeLessThan(IN_FLIGHT_MAX - 50);
    expect(sharesOf(sum(taken), 0).normal.endpointMax).toBeGreaterThan(0);
  }
});

it('leaves the half of a worker to others, however many endpoints are slow', () => {
  for (const endpoints of [150, 1_000, 5_000]) {
    expect(sum(fill(endpoints, 'slow'))).toBeLessThanOrEqual(IN_FLIGHT_MAX / 2);
  }
  expect(sharesOf(512, 512).normal.claimMax).toBe(256);
  expect(sharesOf(512, 512).slow.claimMax).toBe(0);
});

it('calls an attempt slow that timed out, or that took five seconds whatever came', () => {
  expect(isSlow({ milliseconds: 4_999, error: null })).toBe(false);
  expect(isSlow({ milliseconds: 5_000, error: null })).toBe(true);
  expect(isSlow({ milliseconds: 14_000, error: 'status' })).toBe(true);
  expect(isSlow({ milliseconds: 4_999, error: 'timeout' })).toBe(true);
  expect(isSlow({ milliseconds: 20, error: 'reset' })).toBe(false);
});
