// The arithmetic of the measurements. What is measured is called by its case and its own name:
// `spread/64 connections`.

/** What one run has shown. A unit is a movement, a request, a lot or a delivery. */
export interface Sample {
  readonly perSecond: number;
  /** Milliseconds that half of the requests took at most, and 99 of 100. */
  readonly p50?: number;
  readonly p99?: number;
  /** Processor time for a unit, in microseconds. */
  readonly nodeMicros?: number;
  readonly postgresMicros?: number;
  readonly unitsPerCommit?: number;
  /** Of the largest process of the server, as the run ended. */
  readonly memoryMb?: number;
  /** Answers that were not what was asked for, and requests that got none. */
  readonly odd?: number;
}

/** All rounds of one thing that was measured. */
export interface Measured {
  readonly name: string;
  /** The name of the one in the same case that it is compared with, round by round. */
  readonly against?: string | undefined;
  readonly samples: readonly Sample[];
}

/** The medians of all rounds. */
export type Summary = Sample & { readonly ratio?: number };

export function median(values: readonly number[]): number {
  const ordered = [...values].sort((a, b) => a - b);
  const middle = ordered.length / 2;
  const [low, high] = [ordered[Math.ceil(middle) - 1], ordered[Math.floor(middle)]];
  if (high === undefined) return Number.NaN;
  return ((low ?? high) + high) / 2;
}

/** The value that this part of all values does not exceed. */
export function quantile(values: readonly number[], part: number): number {
  const ordered = [...values].sort((a, b) => a - b);
  return ordered[Math.max(0, Math.ceil(ordered.length * part) - 1)] ?? Number.NaN;
}

const MEASURES = [
  'p50',
  'p99',
  'nodeMicros',
  'postgresMicros',
  'unitsPerCommit',
  'memoryMb',
] as const;

/** @param all of the same case, among them the one that it is compared with */
export function summarise(measured: Measured, all: readonly Measured[]): Summary {
  const { samples } = measured;
  const summary: { -readonly [Each in keyof Summary]: Summary[Each] } = {
    perSecond: median(samples.map(({ perSecond }) => perSecond)),
  };
  for (const measure of MEASURES) {
    const values = samples.flatMap((sample) => sample[measure] ?? []);
    if (values.length > 0) summary[measure] = median(values);
  }
  const odd = samples.flatMap((sample) => sample.odd ?? []);
  if (odd.length > 0) summary.odd = odd.reduce((sum, count) => sum + count, 0);
  const baseline = all.find(({ name }) => name === measured.against);
  if (baseline !== undefined) {
    // Of one round and not of all medians: what else the machine does then, it does to both.
    const ratios = samples.flatMap(({ perSecond }, round) => {
      const other = baseline.samples[round]?.perSecond;
      return other === undefined ? [] : perSecond / other;
    });
    summary.ratio = median(ratios);
  }
  return summary;
}

/** @throws Error where pgbench has not printed its tps, or transactions failed */
export function readPgbench(text: string): number {
  const perSecond = /^tps = ([\d.]+)/m.exec(text)?.[1];
  const failed = /^number of failed transactions: (\d+)/m.exec(text)?.[1] ?? '0';
  if (perSecond === undefined || failed !== '0') {
    throw new Error(`pgbench should print its tps and no failures, but printed:\n${text}`);
  }
  return Number(perSecond);
}

/** What a load of HTTP requests has shown. */
export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly odd: number;
}

/** The line that load/wrk.lua prints. */
export function readWrk(text: string): LoadResult {
  const found = /^RESULT (\d+) (\d+) (\d+) (\d+) (\d+)$/m.exec(text);
  if (found === null) throw new Error(`wrk should print its result, but printed:\n${text}`);
  const [requests, micros, p50, p99, odd] = found.slice(1).map(Number) as [
    ...[number, number, number, number, number],
  ];
  return {
    requests,
    odd,
    perSecond: (requests - odd) / (micros / 1e6),
    p50: p50 / 1000,
    p99: p99 / 1000,
  };
}
