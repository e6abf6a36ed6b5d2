// What goes wrong in a soak. One more is one more line of the list.
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientMessage, DatabaseProxy, Verdict } from '../../kit/database-proxy.ts';
import type { SystemServer } from '../../kit/system-server.ts';
import type { Draw } from '../draw.ts';
import { SEGMENT_MEGABYTES } from './hosts.ts';
import type { Stage } from './stage.ts';

export interface Fault {
  readonly name: string;
  readonly weight: number;
  /** Whether it can be done here and now. */
  readonly canStrike?: (stage: Stage) => boolean;
  /** Answers false, or fails, where nothing came of it. */
  readonly strike: (stage: Stage, draw: Draw) => Promise<unknown>;
}

const LATE_MILLISECONDS = 1_500;
const SILENT_FOR_MILLISECONDS = 4_000;
/** Longer than a statement may run. */
const STANDBY_SILENT_FOR_MILLISECONDS = 12_000;
const FULL_MILLISECONDS = { least: 1_000, most: 8_000 };

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
    strike: async ({ owner }, draw) => {
      const { rowCount } = await owner.query(TERMINATE, [draw.between(1, 6)]);
      return rowCount !== 0;
    },
  },
  {
    name: 'PostgreSQL restarted at once',
    weight: 1,
    canStrike: ({ hosts }) => hosts !== undefined,
    strike: async ({ hosts }) => hosts?.crash(),
  },
  {
    name: 'the primary killed and its standby promoted',
    weight: 2,
    canStrike: ({ hosts }) => hosts?.isWhole === true,
    strike: async ({ hosts }, draw) => hosts?.promote('dies', draw),
  },
  {
    name: 'the primary silent and its standby promoted',
    weight: 2,
    canStrike: ({ hosts }) => hosts?.isWhole === true,
    strike: async ({ hosts }, draw) => hosts?.promote('falls silent', draw),
  },
  {
    name: 'the standby silent for a while',
    weight: 1,
    canStrike: ({ hosts }) => hosts?.isWhole === true,
    strike: async ({ hosts }, draw) => {
      hosts?.standby.freeze();
      await pause(draw.below(STANDBY_SILENT_FOR_MILLISECONDS));
      hosts?.standby.thaw();
    },
  },
  {
    name: 'the disk of the primary full',
    weight: 2,
    canStrike: ({ hosts, diskOf }) => hosts !== undefined && diskOf(hosts.primary) !== undefined,
    strike: (stage, draw) => fillDisk(stage, stage.hosts?.primary, draw),
  },
  {
    name: 'the disk of the standby full',
    weight: 1,
    canStrike: ({ hosts, diskOf }) =>
      hosts?.isWhole === true && diskOf(hosts.standby) !== undefined,
    strike: (stage, draw) => fillDisk(stage, stage.hosts?.standby, draw),
  },
  {
    // PostgreSQL ends all others then, and recovers.
    name: 'kill -9 of a backend of PostgreSQL',
    weight: 1,
    strike: async ({ owner }) => {
      const { rows } = await owner.query(BACKEND);
      return rows[0] !== undefined && process.kill(rows[0].pid, 'SIGKILL');
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
      const struck = await breakOnce(proxy, isCommit, 'deliver late');
      await pause(draw.below(LATE_MILLISECONDS));
      proxy.deliver();
      return struck;
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
      const struck = await breakOnce(proxy, isAny, 'swallow');
      await pause(draw.below(SILENT_FOR_MILLISECONDS));
      return struck;
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
    note: (name: string, struck: boolean) => void;
  },
): Promise<void> {
  while (!isOver()) {
    await pause(draw.between(restMilliseconds / 4, restMilliseconds));
    if (isOver()) return;
    const { name, strike } = draw.weighted(
      FAULTS.filter(({ canStrike }) => canStrike?.(stage) ?? true),
    );
    // PostgreSQL may be on its way back from the one before.
    const struck = await strike(stage, draw).then(
      (answer) => answer !== false,
      () => false,
    );
    note(name, struck);
  }
}

/** What ends without room, or would not start, is started once there is some. */
async function fillDisk(
  { hosts, diskOf }: Stage,
  server: SystemServer | undefined,
  draw: Draw,
): Promise<void> {
  const disk = server && diskOf(server);
  disk?.fill();
  // A primary whose tables cannot grow fails statements; one whose log cannot grow ends at once.
  if (server === hosts?.primary && draw.chance(50)) await server?.query(SEGMENT).catch(() => {});
  await pause(draw.between(FULL_MILLISECONDS.least, FULL_MILLISECONDS.most));
  disk?.free();
  hosts?.mend();
}

const isCommit = ({ type, text }: ClientMessage) => type === 'Q' && text.startsWith('commit');
const isAny = () => true;
const WAIT_MILLISECONDS = 500;

/** @returns whether a message of this kind came soon; the next one is broken */
async function breakOnce(
  proxy: DatabaseProxy,
  isIt: (message: ClientMessage) => boolean,
  verdict: Verdict,
): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = (struck: boolean) => {
      proxy.judge = () => 'pass';
      clearTimeout(timer);
      resolve(struck);
    };
    const timer = setTimeout(() => stop(false), WAIT_MILLISECONDS);
    proxy.judge = (message) => {
      if (!isIt(message)) return 'pass';
      stop(true);
      return verdict;
    };
  });
}

const SESSIONS = `
  select pid from pg_stat_activity
   where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;

const TERMINATE = `
  select pg_terminate_backend(pid) from (${SESSIONS} order by random() limit $1) chosen`;

/** As much of its log as a file of that holds. */
const SEGMENT = `select pg_logical_emit_message(false, 'soak', repeat('.', ${SEGMENT_MEGABYTES} << 20))`;

const BACKEND = `${SESSIONS} order by random() limit 1`;
