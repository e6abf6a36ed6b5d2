import { describe, expect, it } from 'vitest';
import {
  type Measured,
  median,
  quantile,
  readPgbench,
  readWrk,
  summarise,
} from './measurements.ts';

it('takes the middle value, or the mean of the two', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([7])).toBe(7);
  expect(median([])).toBeNaN();
});

it('takes the smallest value that so many do not exceed', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(quantile(values, 0.5)).toBe(50);
  expect(quantile(values, 0.99)).toBe(99);
  expect(quantile([3], 0.01)).toBe(3);
});

describe('a summary', () => {
  const limit: Measured = {
    name: 'limit',
    samples: [{ perSecond: 1_000 }, { perSecond: 4_000 }, { perSecond: 2_000 }],
  };
  const served: Measured = {
    name: '64 connections',
    against: 'limit',
    samples: [
      { perSecond: 900, p50: 10, odd: 0 },
      { perSecond: 1_000, p50: 30, odd: 2 },
      { perSecond: 1_600, p50: 20, odd: 1 },
    ],
  };

  it('compares within each round, whatever the machine did in another', () => {
    // 0.9, 0.25 and 0.8; the medians alone would say 0.5.
    expect(summarise(served, [limit, served]).ratio).toBe(0.8);
  });

  it('has the median of each measure, and every odd answer', () => {
    expect(summarise(served, [limit, served])).toEqual({
      perSecond: 1_000,
      p50: 20,
      odd: 3,
      ratio: 0.8,
    });
  });

  it('compares with nothing where nothing is named', () => {
    expect(summarise(limit, [limit, served])).toEqual({ perSecond: 2_000 });
  });
});

describe('what pgbench says', () => {
  const output = `transaction type: limit-one-call.sql
scaling factor: 1
query mode: prepared
number of clients: 8
number of transactions actually processed: 7512
number of failed transactions: 0 (0.000%)
latency average = 1.065 ms
initial connection time = 14.019 ms
tps = 7510.123456 (without initial connection time)
`;

  it('is read as calls a second', () => {
    expect(readPgbench(output)).toBe(7510.123456);
  });

  it('is refused where calls have failed, or where it says no speed', () => {
    expect(() => readPgbench(output.replace('transactions: 0', 'transactions: 3'))).toThrow(
      'pgbench',
    );
    expect(() => readPgbench('pgbench: error: connection failed')).toThrow('connection failed');
  });
});

describe('what wrk says', () => {
  it('is read with its times in milliseconds, and counts no odd answer as work done', () => {
    const output = 'Running 8s test\n  ...\nRESULT 16000 8000000 12500 50000 800\n';
    expect(readWrk(output)).toEqual({
      requests: 16_000,
      perSecond: 1_900,
      p50: 12.5,
      p99: 50,
      odd: 800,
    });
  });

  it('refuses output without a result line', () => {
    expect(() => readWrk('unable to connect')).toThrow('unable to connect');
  });
});
