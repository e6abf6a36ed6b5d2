// What a run costs in seconds of a processor, which depend less on what else the machine does than time does.
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** What `npm test` may cost, in processor seconds: `npm run check` and PostgreSQL are in it, `npm ci` is not. */
export const RUN_SECONDS_MAX = 560;
/** What a file of it may cost: its worker and the processes that it started, without the PostgreSQL of all files. */
export const FILE_SECONDS_MAX = 6;
const DEAREST = 20;
/** Linux counts in hundredths, on every processor that the project runs on. */
const TICKS_IN_SECOND = 100;

/** Set by the global setup. */
export const COSTS_FILE = 'TEST_COSTS_FILE';

interface Process {
  readonly parent: number;
  /** Its own. */
  readonly seconds: number;
  /** Of those below it that have ended. */
  readonly endedSeconds: number;
}

/** Of this process and of those that it has waited for. */
export function ownSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + (readProcess(process.pid)?.endedSeconds ?? 0);
}

export function noteCost(path: string, seconds: number): void {
  const file = process.env[COSTS_FILE];
  if (file) appendFileSync(file, `${seconds.toFixed(2)} ${relative(process.cwd(), path)}\n`);
}

export interface Costs {
  /** A line for each of the dearest files, and one for the sum. */
  readonly table: readonly string[];
  /** What costs more than `npm test` may. */
  readonly problems: readonly string[];
}

/** @param dataDir of the server that all files share */
export function readCosts(file: string, dataDir: string): Costs {
  const files = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ seconds: Number.parseFloat(line), path: line.split(' ')[1] ?? '' }))
    .sort((one, other) => other.seconds - one.seconds);
  const sum = runSeconds(dataDir);
  return {
    table: [
      ...files.slice(0, DEAREST).map(({ seconds, path }) => `${format(seconds)}  ${path}`),
      ...(sum === undefined ? [] : [`${format(sum)}  in all, with PostgreSQL and the checks`]),
    ],
    problems: [
      ...files
        .filter(({ seconds }) => seconds > FILE_SECONDS_MAX)
        .map(
          ({ seconds, path }) =>
            `${path} took ${format(seconds).trim()} s of a processor; ${FILE_SECONDS_MAX} s are allowed in npm test. Make it cheaper, or name it .deep.test.ts`,
        ),
      ...((sum ?? 0) > RUN_SECONDS_MAX
        ? [
            `npm test took ${format(sum ?? 0).trim()} s of a processor; ${RUN_SECONDS_MAX} s are allowed`,
          ]
        : []),
    ],
  };
}

function format(seconds: number): string {
  return seconds.toFixed(1).padStart(7);
}

/**
 * Of this process and all below it, of the shared PostgreSQL, and of what `npm test` ran before; undefined where the
 * system does not say.
 */
function runSeconds(dataDir: string): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const all = new Map<number, Process>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const found = pid ? readProcess(pid) : undefined;
    if (found) all.set(pid, found);
  }
  const pidFile = join(dataDir, 'postgres/postmaster.pid');
  const postmaster = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  // The shell of `npm test` has waited for the commands before this one.
  const before =
    process.env.npm_lifecycle_event === 'test' ? all.get(process.ppid)?.endedSeconds : 0;
  return treeSeconds(process.pid, all) + treeSeconds(postmaster, all) + (before ?? 0);
}

function treeSeconds(pid: number, all: ReadonlyMap<number, Process>): number {
  const root = all.get(pid);
  if (root === undefined) return 0;
  let seconds = root.seconds + root.endedSeconds;
  for (const [child, { parent }] of all) if (parent === pid) seconds += treeSeconds(child, all);
  return seconds;
}

function readProcess(pid: number): Process | undefined {
  try {
    // The name, in brackets, may hold anything.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0] = fields.slice(1);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11);
    return {
      parent,
      seconds: (user + system) / TICKS_IN_SECOND,
      endedSeconds: (endedUser + endedSystem) / TICKS_IN_SECOND,
    };
  } catch {
    return undefined;
  }
}
