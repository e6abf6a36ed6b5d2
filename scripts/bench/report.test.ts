import { describe, expect, it } from 'vitest';
import { toMarkdown } from './report/markdown.ts';
import { toSvg } from './report/plot.ts';
import type { CaseResult } from './report/results.ts';
import { type Judged, judge, round } from './report/targets.ts';

const SCALE = { rows: [20_000, 10_000_000], open: 100_000 };

/** Draws that reach this part of the limit, with such a tail. */
function spread(
  ratio: number,
  more: { p99?: number; memoryMb?: number; nodeMicros?: number } = {},
): CaseResult {
  const sample = {
    p50: 10,
    p99: 30,
    nodeMicros: 150,
    postgresMicros: 100.4,
    memoryMb: 150,
    ...more,
  };
  return {
    name: 'spread',
    title: 'Draws',
    unit: 'movements',
    measured: [
      { name: 'limit', samples: [{ perSecond: 1_000 }] },
      {
        name: '64 connections',
        against: 'limit',
        samples: [{ perSecond: 1_000 * ratio, ...sample }],
      },
    ],
  };
}

function verdict(results: readonly CaseResult[], text: string): Judged | undefined {
  return judge(results, SCALE).find((judged) => judged.text === text);
}

describe('a target', () => {
  const SPREAD = 'draws at 64 connections, of the limit';

  it('is met from its bound on, and beyond from its stretch on', () => {
    expect(verdict([spread(0.69)], SPREAD)).toMatchObject({ value: '0.69', verdict: 'gap' });
    expect(verdict([spread(0.7)], SPREAD)).toMatchObject({ value: '0.70', verdict: 'met' });
    expect(verdict([spread(0.8)], SPREAD)).toMatchObject({ verdict: 'stretch met' });
  });

  it('is met up to its bound where less is better', () => {
    const node = (nodeMicros: number) =>
      verdict([spread(1, { nodeMicros })], 'Node for a draw at 64 connections');
    expect(node(150)).toMatchObject({
      target: 'at most 150 µs, stretch 120',
      value: '150 µs',
      verdict: 'met',
    });
    expect(node(150.4)?.verdict).toBe('gap');
    expect(node(120)?.verdict).toBe('stretch met');
  });

  it('reports a target as not measured, and never as met, where its case was not run', () => {
    const without = judge([], SCALE);
    expect(without.length).toBeGreaterThan(15);
    expect(new Set(without.map((judged) => judged.verdict))).toEqual(new Set(['not measured']));
  });

  it('compares the tail with the middle', () => {
    const TAIL = 'draws at 64 connections, p99 by p50';
    expect(verdict([spread(1)], TAIL)).toMatchObject({ value: '3.00', verdict: 'met' });
    expect(verdict([spread(1, { p99: 41 })], TAIL)).toMatchObject({
      value: '4.10',
      verdict: 'gap',
    });
  });

  it('takes the largest memory that any server had', () => {
    const MEMORY = 'memory of the largest server process, in any case';
    const small = spread(1, { memoryMb: 120 });
    expect(
      verdict([small, { ...spread(1, { memoryMb: 260 }), name: 'hot' }], MEMORY),
    ).toMatchObject({ value: '260 MB', verdict: 'gap' });
  });
});

it('shows as many digits as matter', () => {
  expect([0.804, 9.999, 12.34, 123.4, 12_345.6].map(round)).toEqual([
    '0.80',
    '10.00',
    '12.3',
    '123',
    '12,346',
  ]);
});

describe('the document', () => {
  const results = [
    spread(0.5),
    { name: 'batch', title: 'Many', unit: 'movements', measured: [], missing: 'no such operation' },
  ];
  const document = toMarkdown(results, judge(results, SCALE), {
    lines: ['2 cores'],
    isShort: true,
  });

  it('has each target, each case, and what was not measured', () => {
    expect(document).toMatch(/\| draws at 64 connections, of the limit +\| [^|]+\| 0\.50 +\| gap /);
    expect(document).toMatch(/\| 64 connections +\| 500 +\| 0\.50 of limit +\|/);
    expect(document).toContain('Not measured: no such operation.');
    expect(document).toContain('- 2 cores');
  });

  it('says when it is too short to say anything', () => {
    expect(document).toContain('its numbers say little');
    const long = toMarkdown(results, [], { lines: [], isShort: false });
    expect(long).not.toContain('its numbers say little');
  });

  it('leaves out columns in which nothing stands', () => {
    expect(document).not.toContain('| others');
    expect(document).toContain('| MB');
  });
});

it('draws a bar for each that is compared, the longest for the fastest', () => {
  const svg = toSvg([spread(0.5), { ...spread(1), name: 'alone', measured: [] }]);
  expect(
    svg.match(/<rect x="250"[^>]*width="\d+"/g)?.map((bar) => /width="(\d+)"/.exec(bar)?.[1]),
  ).toEqual(['440', '220']);
  expect(svg).toContain('500, 0.50 of limit');
  expect(svg).not.toContain('>alone');
});
