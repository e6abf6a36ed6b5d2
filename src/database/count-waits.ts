import type pg from 'pg';
import { countPoolWait, type PoolLabels, watchPool } from '../telemetry/metrics.ts';

/** Measures a pool: how long a caller waits for a connection where none is idle. */
export function countWaits(labels: PoolLabels, pool: pg.Pool): void {
  watchPool(labels, () => pool);
  const connect = pool.connect.bind(pool) as (callback?: Callback) => Promise<pg.PoolClient>;
  // The pool's own `query` calls it too, with a callback.
  pool.connect = ((callback?: Callback) => {
    if (pool.idleCount > 0) return connect(callback);
    const startedAt = performance.now();
    const count = () => countPoolWait(labels, startedAt);
    if (callback === undefined) return connect().finally(count);
    return connect((...given) => {
      count();
      callback(...given);
    });
  }) as typeof pool.connect;
}

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: unknown) => void,
) => void;
