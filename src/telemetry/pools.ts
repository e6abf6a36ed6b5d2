// What is seen of the pools of connections: how many there are, who waits for one, and for how long.
import { Gauge, Histogram } from 'prom-client';
import { POOLS, type PoolName, registry } from './metrics.ts';

const registers = [registry];
const SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];

/** Of pg's pool, as much as is looked at. */
interface Pool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  readonly options: { readonly max?: number };
}

/** The pool that there is now: a database may change its own. */
type PoolOf = () => Pool;

const watched = new Map<PoolName, PoolOf>();

/** Once, by the program: one of each name. */
export function watchPool(name: PoolName, poolOf: PoolOf): void {
  watched.set(name, poolOf);
}

new Gauge({
  name: 'database_pool_connections',
  help: 'Connections to the database; those of state `free` may still be opened.',
  labelNames: ['pool', 'state'],
  registers,
  collect() {
    for (const [pool, poolOf] of watched) {
      const { totalCount, idleCount, options } = poolOf();
      this.set({ pool, state: 'busy' }, totalCount - idleCount);
      this.set({ pool, state: 'idle' }, idleCount);
      this.set({ pool, state: 'free' }, Math.max(0, (options.max ?? 0) - totalCount));
    }
  },
});

new Gauge({
  name: 'database_pool_waiting',
  help: 'What waits for a connection.',
  labelNames: ['pool'],
  registers,
  collect() {
    for (const [pool, poolOf] of watched) this.set({ pool }, poolOf().waitingCount);
  },
});

const waits = new Histogram({
  name: 'database_pool_wait_seconds',
  help: 'Seconds until a connection was had, where none was idle; of those that were opened for it too.',
  labelNames: ['pool'],
  buckets: SECONDS,
  registers,
});
for (const pool of POOLS) waits.zero({ pool });

/** @param startedAt as performance.now() has it */
export function countPoolWait(pool: PoolName, startedAt: number): void {
  waits.observe({ pool }, (performance.now() - startedAt) / 1000);
}
