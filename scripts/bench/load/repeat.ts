import { quantile } from '../measurements.ts';

export interface Repeated {
  readonly count: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** Does a work over and over, by so many clients at once, for so many seconds. */
export async function repeat(
  { clients, seconds }: { clients: number; seconds: number },
  work: (client: number) => Promise<unknown>,
): Promise<Repeated> {
  const times: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let at = performance.now(); at < endsAt; ) {
        await work(client);
        const now = performance.now();
        times.push(now - at);
        at = now;
      }
    }),
  );
  const took = (performance.now() - startedAt) / 1000;
  const count = times.length;
  return { count, perSecond: count / took, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}
