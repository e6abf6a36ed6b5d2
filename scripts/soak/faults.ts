// What goes wrong in a soak. One more is one more line of the list.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { ClientMessage, DatabaseProxy, Verdict } from '../../test/support/database-proxy.ts';
import type { Draw } from './draw.ts';
import type { Supervised } from './processes.ts';

export interface Stage {
  readonly servers: readonly Supervised[];
  readonly workers: readonly Supervised[];
  /** Between each process, the operator's too, and PostgreSQL. */
  readonly proxies: readonly DatabaseProxy[];
  readonly owner: pg.Pool;
  /** Stops PostgreSQL at once, and starts it again. */
  readonly crashPostgres: (() => Promise<void>) | undefined;
}

export interface Fault {
  readonly name: string;
  readonly weight: number;
  /** Whether it can be done here. */
  readonly canStrike?: (stage: Stage) => boolean;
  readonly strike: (stage: Stage, draw: Draw) => Promise<unknown>;
}

const LATE_MILLISECONDS = 1_500;
const SILENT_FOR_MILLISECONDS = 4_000;

export const FAULTS: readonly Fault[] = [
  {
    name: 'kill -9 of a server',
    weight: 3,
    strike: async ({ servers }, draw) => draw.one(servers).signal('SIGKILL'),
  },
  {
    name: 'SIGTERM of a server',
    weight: 2,
    strike: async ({ servers }, draw) => draw.one(servers).signal('SIGTERM'),
  },
  {
    name: 'kill -9 of a worker',
    weight: 2,
    strike: async ({ workers }, draw) => draw.one(workers).signal('SIGKILL'),
  },
  {
    name: 'SIGTERM of a worker',
    weight: 1,
    strike: async ({ workers }, draw) => draw.one(workers).signal('SIGTERM'),
  },
  {
    name: 'sessions terminated',
    weight: 5,
    strike: ({ owner }, draw) => owner.query(TERMINATE, [draw.between(1, 6)]),
  },
  {
    name: 'PostgreSQL restarted at once',
    weight: 1,
    canStrike: ({ crashPostgres }) => crashPostgres !== undefined,
    strike: async ({ crashPostgres }) => crashPostgres?.(),
  },
  {
    // PostgreSQL ends all others then, and recovers.
    name: 'kill -9 of a backend of PostgreSQL',
    weight: 1,
    strike: async ({ owner }) => {
      const { rows } = await owner.query(BACKEND);
      if (rows[0] !== undefined) process.kill(rows[0].pid, 'SIGKILL');
    },
  },
  {
    name: 'all connections of a process cut',
    weight: 3,
    strike: async ({ proxies }, draw) => draw.one(proxies).cutAll(),
  },
  {
    name: 'a commit that never arrives',
    weight: 4,
    strike: (stage, draw) => breakOnce(draw.one(stage.proxies), isCommit, 'cut before'),
  },
  {
    name: 'a commit whose answer is lost',
    weight: 5,
    strike: (stage, draw) => breakOnce(draw.one(stage.proxies), isCommit, 'cut after'),
  },
  {
    name: 'a commit that arrives late',
    weight: 4,
    strike: async (stage, draw) => {
      const proxy = draw.one(stage.proxies);
      await breakOnce(proxy, isCommit, 'deliver late');
      await pause(draw.below(LATE_MILLISECONDS));
      proxy.deliver();
    },
  },
  {
    name: 'a message lost',
    weight: 3,
    strike: (stage, draw) => breakOnce(draw.one(stage.proxies), isAny, 'cut after'),
  },
  {
    name: 'a connection that falls silent',
    weight: 2,
    strike: async (stage, draw) => {
      const proxy = draw.one(stage.proxies);
      await breakOnce(proxy, isAny, 'swallow');
      await pause(draw.below(SILENT_FOR_MILLISECONDS));
    },
  },
];

/** Now and then, until it is over. */
export async function disturb(
  stage: Stage,
  {
    draw,
    isOver,
    restMilliseconds,
    note,
  }: {
    draw: Draw;
    isOver: () => boolean;
    restMilliseconds: number;
    note: (name: string) => void;
  },
): Promise<void> {
  const possible = FAULTS.filter(({ canStrike }) => canStrike?.(stage) ?? true);
  while (!isOver()) {
    await pause(draw.between(restMilliseconds / 4, restMilliseconds));
    if (isOver()) return;
    const fault = draw.weighted(possible);
    note(fault.name);
    // PostgreSQL may be on its way back from the one before.
    await fault.strike(stage, draw).catch(() => undefined);
  }
}

const isCommit = ({ type, text }: ClientMessage) => type === 'Q' && text.startsWith('commit');
const isAny = () => true;
const WAIT_MILLISECONDS = 500;

/** The next message of this kind, if one comes soon. */
async function breakOnce(
  proxy: DatabaseProxy,
  isIt: (message: ClientMessage) => boolean,
  verdict: Verdict,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = () => {
      proxy.judge = () => 'pass';
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(stop, WAIT_MILLISECONDS);
    proxy.judge = (message) => {
      if (!isIt(message)) return 'pass';
      stop();
      return verdict;
    };
  });
}

const SESSIONS = `
  select pid from pg_stat_activity
   where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;

const TERMINATE = `
  select pg_terminate_backend(pid) from (${SESSIONS} order by random() limit $1) some`;

const BACKEND = `${SESSIONS} order by random() limit 1`;
